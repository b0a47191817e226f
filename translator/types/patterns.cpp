// Patterns: their types and their names (syntax-and-types.md 2.5, 8).
#include <algorithm>
#include <utility>

#include "types/body.hpp"

namespace khora2cpp::types {

Local* Body::declare(const std::string& name, Type* type, Local::Origin origin, Span span, bool is_mut) {
  world_.program.locals.push_back({origin, name, type, is_mut, span, frames_.back().lambda});
  Local* local = &world_.program.locals.back();
  scopes_.back().names[name] = local;
  return local;
}

Local* Body::find_local(const std::string& name, std::size_t* frame) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto at = scope->names.find(name); at != scope->names.end() && at->second != nullptr) {
      if (frame != nullptr) *frame = scope->frame;
      return at->second;
    }
  }
  return nullptr;
}

namespace {

/// Whether the type is a variant with a case of that name.
bool names_case(const Type* type, const std::string& name) {
  type = resolved(type);
  if (type->kind != Kind::nominal) return false;
  return std::any_of(type->decl->cases.begin(), type->decl->cases.end(), [&](const Case& one) { return one.name == name; });
}

}  // namespace

/// A pattern that must match every value (P5).
Pattern* Body::bind_pattern(const syntax::Pattern& written, Type* type, bool is_mut, Local::Origin origin, const char* where) {
  const std::size_t errors = diagnostics_.mistakes();
  const Local::Origin outer = std::exchange(pattern_origin_, origin);
  Pattern* pattern = check_pattern(written, type, is_mut);
  pattern_origin_ = outer;
  if (diagnostics_.mistakes() == errors) refutable_.push_back({pattern, written.span, where});
  return pattern;
}

/// A bare name with a capital in a pattern (P3): a case of one of the types, most likely.
void Body::report_bare_case(Span span, const std::string& name, const std::vector<const TypeDecl*>& meant, const std::string& otherwise) {
  auto& error = diagnostics_.error("D308", span, "`" + name + "` would bind any value, since a bare name in a pattern never compares");
  std::string near;
  for (const TypeDecl* decl : meant) {
    std::vector<std::string> cases;
    for (const Case& one : decl->cases) {
      cases.push_back(one.name);
      if (one.name != name) continue;
      error.suggest("write `" + decl->name + "::" + name + (one.has_payload ? "(..)`" : "`"));
      return;
    }
    if (const std::string close = near_miss(name, cases); near.empty() && !close.empty()) near = "did you mean `" + decl->name + "::" + close + "`?";
  }
  error.suggest(near.empty() ? otherwise : near);
}

Pattern* Body::check_pattern(const syntax::Pattern& written, Type* type, bool is_mut) {
  world_.program.patterns.push_back({written.span, type, WildcardPattern{}});
  Pattern* pattern = &world_.program.patterns.back();
  const auto mismatch = [&](const std::string& what) {
    diagnostics_.error("D401", written.span, "this pattern matches " + what + ", and the value is `" + to_string(type) + "`");
  };
  const auto set_names = [&](const std::vector<syntax::PatternPtr>& parts) {
    for (const syntax::PatternPtr& part : parts) check_pattern(*part, solver_.error(), is_mut);
  };
  // The parts of a value that never is never are either; those of one that is not known are not known.
  const Kind kind = solver_.normalized_head(type)->kind;
  const bool never = kind == Kind::never;
  Type* const part_type = never ? solver_.never() : kind == Kind::error ? solver_.error() : nullptr;
  const auto open = [&](const TypeDecl& decl, Substitution& substitution) {
    Type* opened = open_nominal(decl, written.span, &substitution);
    for (Type* argument : opened->arguments) {
      if (part_type != nullptr && resolved(argument)->kind == Kind::variable) solver_.unify(argument, part_type);
    }
    return opened;
  };
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, syntax::NamePattern>) {
          const std::string& name = node.name.text;
          if (std::isupper(static_cast<unsigned char>(name[0]))) {
            const Type* known = solver_.normalized_head(type);
            report_bare_case(written.span, name, known->kind == Kind::nominal ? std::vector<const TypeDecl*>{known->decl} : std::vector<const TypeDecl*>(),
                             "a name that binds begins with a small letter; to compare use a guard: `x if x == " + name + "`");
            if (find_local(name) == nullptr) declare(name, solver_.error(), pattern_origin_, written.span, false);  // it may be used as if it did
            return;
          }
          if (scopes_.back().names.contains(name)) {
            const Local* earlier = scopes_.back().names.at(name);
            // One pattern binds a name once (P4); an earlier `let` of the block may be shadowed (N7).
            if (earlier != nullptr && pattern_names_.contains(earlier)) {
              diagnostics_.error("D614", written.span, "the name `" + name + "` is bound twice in one pattern")
                  .label(earlier->span, "first here");
            }
          }
          Local* local = declare(name, type, pattern_origin_, node.name.span, is_mut);
          pattern_names_.insert(local);
          pattern->node = BindPattern{local};
        } else if constexpr (std::is_same_v<Node, syntax::LiteralPattern>) {
          Type* literal = nullptr;
          switch (node.kind) {
            case syntax::LiteralPattern::Kind::integer: literal = solver_.fresh_integer(written.span); break;
            case syntax::LiteralPattern::Kind::floating: literal = builtin(Builtin::float_); break;
            case syntax::LiteralPattern::Kind::string: literal = builtin(Builtin::string); break;
            case syntax::LiteralPattern::Kind::character: literal = builtin(Builtin::char_); break;
            case syntax::LiteralPattern::Kind::boolean: literal = bool_type(); break;
          }
          if (!never && !solver_.unify(type, literal)) mismatch("`" + to_string(literal) + "`");
          if (node.kind == syntax::LiteralPattern::Kind::integer) pattern_numbers_.push_back({literal, node.text, written.span});
          pattern->node = LiteralPattern{node.kind, node.text};
        } else if constexpr (std::is_same_v<Node, syntax::ConstructorPattern>) {
          const syntax::Name& first = node.path.segments.front();
          TypeDecl* decl = first.text == "Self" && types_.self != nullptr && resolved(types_.self)->kind == Kind::nominal
                               ? const_cast<TypeDecl*>(resolved(types_.self)->decl)
                               : world_.find_type(first.text, types_);
          ++pattern_depth_;
          if (decl == nullptr && node.path.single() && names_case(type, first.text)) {
            diagnostics_.error("D308", first.span, "cannot find `" + first.text + "` in this scope")
                .suggest("cases are qualified: write `" + resolved(type)->decl->name + "::" + first.text + "(..)`");
            set_names(node.arguments);
          } else if (decl == nullptr) {
            if (!world_.is_unknown_again(first.text, first.span, types_)) {
              world_.report_unknown("D302", first.text, first.span, "cannot find a type `" + first.text + "` in this scope", types_)
                  .suggest(world_.near_type(first.text, types_));
            }
            solver_.unify(type, solver_.error());  // what the value is meant to be is unknown, where nothing else says it
            set_names(node.arguments);
          } else if (node.path.single() || (decl->shape == TypeDecl::Shape::wrapper && node.path.last().text == decl->name)) {
            if (decl->shape != TypeDecl::Shape::wrapper) {
              diagnostics_.error("D613", written.span, "`" + decl->name + "` is no wrapper, so it has no pattern `" + decl->name + "(..)`")
                  .suggest(decl->shape == TypeDecl::Shape::record ? "take a record apart with `" + decl->name + " { field }`"
                                                                  : "name a case: `" + decl->name + "::Case(..)`");
              set_names(node.arguments);
            } else {
              Substitution substitution;
              Type* opened = open(*decl, substitution);
              if (!solver_.unify(type, opened)) mismatch("`" + decl->name + "`");
              if (!decl->wrapper_is_pub && !opens(*decl)) {
                diagnostics_.error(
                    "D311", written.span,
                    "`" + decl->name + "` can be opened only in module `" + decl->module->path + "`, since its value is private");
              }
              if (node.arguments.size() != 1) {
                diagnostics_.error("D613", written.span,
                                   "`" + decl->name + "` holds one value, and " + std::to_string(node.arguments.size()) + " are matched");
                set_names(node.arguments);
              } else {
                Type* inner = substitution.empty() ? decl->fields[0].type : substitution.apply(solver_, decl->fields[0].type);
                pattern->node = WrapperPattern{decl, check_pattern(*node.arguments[0], inner, is_mut)};
              }
            }
          } else {
            const std::string& member = node.path.last().text;
            const auto at = std::find_if(decl->cases.begin(), decl->cases.end(), [&](const Case& one) { return one.name == member; });
            if (at == decl->cases.end()) {
              std::vector<std::string> cases;
              for (const Case& one : decl->cases) cases.push_back(one.name);
              const std::string close = near_miss(member, cases);
              auto& error = diagnostics_.error("D314", node.path.last().span, "`" + decl->name + "` has no case `" + member + "`");
              if (!close.empty()) error.suggest("did you mean `" + decl->name + "::" + close + "`?");
              set_names(node.arguments);
            } else {
              Substitution substitution;
              Type* opened = open(*decl, substitution);
              if (!solver_.unify(type, opened)) {
                diagnostics_.error("D613", written.span, "`" + decl->name + "::" + member + "` is no case of `" + to_string(type) + "`");
              }
              if (node.arguments.size() != at->payload.size() || node.has_arguments != at->has_payload) {
                diagnostics_.error("D613", written.span,
                                   "`" + decl->name + "::" + member + "` holds " + std::to_string(at->payload.size()) +
                                       (at->payload.size() == 1 ? " value, and " : " values, and ") +
                                       std::to_string(node.arguments.size()) +
                                       (node.arguments.size() == 1 ? " is matched" : " are matched"));
                set_names(node.arguments);
              } else {
                CasePattern made{decl, static_cast<std::size_t>(at - decl->cases.begin()), {}};
                for (std::size_t index = 0; index < at->payload.size(); ++index) {
                  Type* part = substitution.empty() ? at->payload[index].type : substitution.apply(solver_, at->payload[index].type);
                  made.arguments.push_back(check_pattern(*node.arguments[index], part, is_mut));
                }
                pattern->node = std::move(made);
              }
            }
          }
          --pattern_depth_;
        } else if constexpr (std::is_same_v<Node, syntax::RecordPattern>) {
          TypeDecl* decl = node.path.single() ? world_.find_type(node.path.last().text, types_) : nullptr;
          ++pattern_depth_;
          if (decl == nullptr || decl->shape != TypeDecl::Shape::record) {
            const std::string& name = node.path.segments.front().text;
            if (decl != nullptr) {
              diagnostics_.error("D302", node.path.span, "`" + decl->name + "` is no record");
            } else if (!world_.is_unknown_again(name, node.path.span, types_)) {
              world_.report_unknown("D302", name, node.path.span, "cannot find a type `" + name + "` in this scope", types_)
                  .suggest(world_.near_type(name, types_));
            }
            if (decl == nullptr) solver_.unify(type, solver_.error());
            for (const syntax::FieldPattern& field : node.fields) {
              if (field.pattern) check_pattern(*field.pattern, solver_.error(), is_mut);
              else declare(field.field.text, solver_.error(), pattern_origin_, field.field.span, is_mut);
            }
          } else {
            Substitution substitution;
            Type* opened = open(*decl, substitution);
            if (!solver_.unify(type, opened)) mismatch("`" + decl->name + "`");
            RecordPattern made{decl, {}};
            for (const syntax::FieldPattern& field : node.fields) {
              const auto at =
                  std::find_if(decl->fields.begin(), decl->fields.end(), [&](const Field& one) { return one.name == field.field.text; });
              if (at == decl->fields.end()) {
                diagnostics_.error("D410", field.field.span, "`" + decl->name + "` has no field `" + field.field.text + "`");
                if (field.pattern) check_pattern(*field.pattern, solver_.error(), is_mut);
                else declare(field.field.text, solver_.error(), pattern_origin_, field.field.span, is_mut);
                continue;
              }
              const auto index = static_cast<std::size_t>(at - decl->fields.begin());
              if (!at->is_pub && !opens(*decl)) {
                diagnostics_.error(
                    "D309", field.field.span,
                    "the field `" + at->name + "` of `" + decl->name + "` is private to module `" + decl->module->path + "`");
              }
              if (std::any_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == index; })) {
                diagnostics_.error("D410", field.field.span, "the field `" + at->name + "` is matched twice");
                continue;
              }
              Type* part = substitution.empty() ? at->type : substitution.apply(solver_, at->type);
              if (field.pattern) {
                made.fields.emplace_back(index, check_pattern(*field.pattern, part, is_mut));
              } else {
                world_.program.patterns.push_back({field.field.span, part, WildcardPattern{}});
                Pattern* bind = &world_.program.patterns.back();
                bind->node = BindPattern{declare(field.field.text, part, pattern_origin_, field.field.span, is_mut)};
                made.fields.emplace_back(index, bind);
              }
            }
            pattern->node = std::move(made);
          }
          --pattern_depth_;
        } else if constexpr (std::is_same_v<Node, syntax::TuplePattern>) {
          std::vector<Type*> parts;
          for (const syntax::PatternPtr& part : node.elements) parts.push_back(part_type != nullptr ? part_type : solver_.fresh(part->span));
          const bool fits = solver_.unify(type, solver_.tuple(parts));
          if (!fits) mismatch(node.elements.empty() ? "`()`" : "a tuple of " + std::to_string(node.elements.size()));
          ++pattern_depth_;
          TuplePattern made;
          for (std::size_t at = 0; at < node.elements.size(); ++at) {
            made.elements.push_back(check_pattern(*node.elements[at], fits ? parts[at] : solver_.error(), is_mut));
          }
          --pattern_depth_;
          if (fits) pattern->node = std::move(made);
        }
      },
      written.node);
  if (pattern_depth_ == 0) pattern_names_.clear();
  return pattern;
}

}  // namespace khora2cpp::types
