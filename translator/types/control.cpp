// Blocks and control flow (syntax-and-types.md 2.3, 2.6, 5.2, 6.3, 8, 9.2, 9.3).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

Expr* Body::infer_block(const syntax::Block& written, Type* expected) {
  world_.program.blocks.emplace_back();
  Block* block = &world_.program.blocks.back();
  push_scope();
  bool diverges = false;
  for (const syntax::Statement& statement : written.statements) {
    if (const auto* let = std::get_if<syntax::LetStatement>(&statement.node)) {
      infer_let(statement, *let, *block);
      diverges = diverges || resolved(std::get<LetStatement>(block->statements.back().node).value->type)->kind == Kind::never;
    } else {
      const auto& expression = std::get<syntax::ExprStatement>(statement.node);
      Expr* value = infer(*expression.value, nullptr);
      diverges = resolved(value->type)->kind == Kind::never;
      if (!expression.semicolon) {
        // A block-like statement without `;` stands for its effect alone (T51).
        const Type* type = resolved(value->type);
        if (type->kind == Kind::variable) solver_.unify(value->type, solver_.unit());
      }
      block->statements.push_back({statement.span, &statement.leading, &statement.trailing, ExprStatement{value}});
    }
    settle_obligations(false);
  }
  block->value_leading = &written.value_leading;
  block->dangling = &written.dangling;
  Type* type = diverges ? solver_.never() : solver_.unit();
  if (written.value) {
    block->value = infer(*written.value, expected);
    type = block->value->type;
  }
  pop_scope();
  // The block answers what its value answers, so an adapted function value is adapted inside.
  if (block->value != nullptr && expected != nullptr && resolved(type)->kind == Kind::function) {
    block->value = coerce(block->value, expected, written.value->span, "the value of a block");
    type = block->value->type;
  }
  return make(written.span, type, BlockExpr{block});
}

void Body::infer_let(const syntax::Statement& statement, const syntax::LetStatement& let, Block& block) {
  Type* annotated = let.type ? world_.resolve(*let.type, types_) : nullptr;
  const auto* name = std::get_if<syntax::NamePattern>(&let.pattern->node);
  Expr* value = nullptr;
  if (name != nullptr && std::holds_alternative<syntax::LambdaExpr>(let.value->node)) {
    // The initializer is a lambda, so its body may call it by this name (N8).
    Type* type = annotated != nullptr ? annotated : solver_.fresh(let.value->span);
    push_scope();
    Local* recursive = declare(name->name.text, type, Local::Origin::recursive_lambda, name->name.span, false);
    value = infer(*let.value, type);
    pop_scope();
    if (auto* lambda = std::get_if<LambdaExpr>(&value->node); lambda != nullptr && recursive_used_.contains(recursive)) {
      lambda->lambda->recursive = recursive;
    }
    value = coerce(value, type, let.value->span, "the value of this binding");
    if (annotated == nullptr) annotated = value->type;
  } else {
    value = annotated != nullptr ? check(*let.value, annotated, "the value of this binding") : infer(*let.value, nullptr);
  }
  Type* type = annotated != nullptr ? annotated : value->type;
  Pattern* pattern = check_pattern(*let.pattern, type, let.is_mut);
  irrefutable(pattern, let.pattern->span, "let");
  block.statements.push_back({statement.span, &statement.leading, &statement.trailing, LetStatement{pattern, value, let.is_mut}});
}

Expr* Body::infer_if(const syntax::Expr& written, const syntax::IfExpr& branch, Type* expected) {
  Expr* condition = check(*branch.condition, bool_type(), "the condition of an `if`");
  Expr* then = infer_block(*branch.then, branch.otherwise ? expected : nullptr);
  if (!branch.otherwise) {
    Type* type = resolved(then->type);
    if (type->kind != Kind::never && !solver_.unify(type, solver_.unit())) {
      diagnostics_.error("D403", written.span, "an `if` without `else` must answer `()`, and this one answers `" + to_string(type) + "`").suggest("add an `else`, or end the branch with `;`");
    }
    return make(written.span, solver_.unit(), IfExpr{condition, then, nullptr});
  }
  const Type* first = resolved(then->type);
  Expr* otherwise = infer(*branch.otherwise, expected != nullptr ? expected : first->kind == Kind::never ? nullptr : then->type);
  Type* type = then->type;
  if (first->kind == Kind::never) {
    type = otherwise->type;
  } else if (resolved(otherwise->type)->kind != Kind::never) {
    if (first->kind == Kind::function) {
      otherwise = coerce(otherwise, type, branch.otherwise->span, "the other branch's value");
    } else if (!is_error(type) && !is_error(otherwise->type) && !solver_.unify(type, otherwise->type)) {
      diagnostics_.error("D402", branch.otherwise->span, "the branches of this `if` answer different types: `" + to_string(type) + "` and `" + to_string(otherwise->type) + "`")
          .label(branch.then->value ? branch.then->value->span : branch.then->span, "`" + to_string(type) + "` here");
      type = solver_.error();
    }
  }
  return make(written.span, type, IfExpr{condition, then, otherwise});
}

Expr* Body::infer_match(const syntax::Expr& written, const syntax::MatchExpr& match, Type* expected) {
  Expr* scrutinee = infer(*match.scrutinee, nullptr);
  MatchExpr made{scrutinee, {}};
  std::vector<Span> spans;
  Type* type = nullptr;
  Span first_span;
  for (const syntax::Arm& arm : match.arms) {
    push_scope();
    Arm one;
    one.span = arm.span;
    one.leading = &arm.leading;
    one.pattern = check_pattern(*arm.pattern, scrutinee->type, false);
    if (arm.guard) one.guard = check(*arm.guard, bool_type(), "a guard");
    one.body = infer(*arm.body, expected != nullptr ? expected : type);
    const Type* answered = resolved(one.body->type);
    if (answered->kind != Kind::never) {
      if (type == nullptr) {
        type = one.body->type;
        first_span = arm.body->span;
      } else if (resolved(type)->kind == Kind::function) {
        one.body = coerce(one.body, type, arm.body->span, "an arm's value");
      } else if (!is_error(type) && !is_error(answered) && !solver_.unify(type, one.body->type)) {
        diagnostics_.error("D402", arm.body->span, "the arms of this `match` answer different types: `" + to_string(type) + "` and `" + to_string(answered) + "`")
            .label(first_span, "`" + to_string(type) + "` here");
      }
    }
    pop_scope();
    made.arms.push_back(one);
    spans.push_back(arm.pattern->span);
  }
  Expr* result = make(written.span, type != nullptr ? type : solver_.never(), std::move(made));
  matches_.emplace_back(result, std::move(spans));
  return result;
}

Expr* Body::infer_catch(Span span, const syntax::CatchExpr& node, const std::function<Expr*(Type*)>& infer_operand, Type* expected) {
  Sink sink;
  sinks_.push_back(&sink);
  Expr* operand = infer_operand(expected);
  sinks_.pop_back();
  Row* row = collected(sink, span);
  const Row raised = flattened(*row);
  CatchExpr made{operand, {}, row, false};
  Type* type = resolved(operand->type)->kind == Kind::never ? nullptr : operand->type;
  std::set<std::string> committed;
  bool total = false;
  const auto types_text = [&] {
    std::string text;
    for (const auto& [label, error] : raised.entries) text += (text.empty() ? "`" : ", `") + to_string(error) + "`";
    return text;
  };
  for (const syntax::Arm& arm : node.arms) {
    push_scope();
    CatchArm one;
    one.arm.span = arm.span;
    one.arm.leading = &arm.leading;
    Type* error = nullptr;
    const syntax::Path* path = nullptr;
    if (const auto* constructor = std::get_if<syntax::ConstructorPattern>(&arm.pattern->node)) path = &constructor->path;
    if (const auto* record = std::get_if<syntax::RecordPattern>(&arm.pattern->node)) path = &record->path;
    if (path != nullptr) {
      TypeDecl* decl = world_.find_type(path->segments.front().text, types_);
      if (decl == nullptr) {
        diagnostics_.error("D302", path->span, "cannot find a type `" + path->segments.front().text + "` in this scope").suggest(world_.near_type(path->segments.front().text, types_));
      } else {
        for (const auto& [label, entry] : raised.entries) {
          if (resolved(entry)->kind == Kind::nominal && resolved(entry)->decl == decl) error = entry;
        }
        if (error == nullptr) {
          diagnostics_.error("D509", arm.pattern->span, raised.entries.empty() ? "the operand of this `catch` raises nothing that an arm could name"
                                                                              : "the operand of this `catch` does not raise `" + decl->name + "`, but " + types_text());
        } else {
          committed.insert(decl->name);
        }
      }
      if (error == nullptr) error = solver_.error();
      one.arm.pattern = check_pattern(*arm.pattern, error, false);
      one.error = error;
    } else if (const auto* name = std::get_if<syntax::NamePattern>(&arm.pattern->node)) {
      std::vector<Type*> rest;
      for (const auto& [label, entry] : raised.entries) {
        if (!committed.contains(label)) rest.push_back(entry);
      }
      if (raised.entries.size() + raised.unlabeled.size() != 1 || !raised.tails.empty()) {
        const bool open = std::any_of(raised.tails.begin(), raised.tails.end(), [](const RowTail& tail) { return tail.variable == nullptr; });
        if (raised.entries.size() + raised.unlabeled.size() > 1 || open) {
          diagnostics_.error("D507", arm.pattern->span, "`" + name->name.text + "` would stand for several failures" + (raised.entries.empty() ? "" : ": " + types_text()))
              .suggest("name a case, such as `Type::Case(..)`, or use `_`");
        } else if (raised.entries.empty() && raised.unlabeled.empty()) {
          diagnostics_.error("D509", arm.pattern->span, "the operand of this `catch` raises nothing");
        }
      }
      error = !rest.empty() ? rest[0] : !raised.entries.empty() ? raised.entries.begin()->second : !raised.unlabeled.empty() ? raised.unlabeled[0] : solver_.error();
      if (!arm.guard) {
        for (const auto& [label, entry] : raised.entries) committed.insert(label);
        total = true;
      }
      one.arm.pattern = check_pattern(*arm.pattern, error, false);
      one.error = error;
    } else {
      if (!std::holds_alternative<syntax::WildcardPattern>(arm.pattern->node)) {
        if (!std::holds_alternative<syntax::BadPattern>(arm.pattern->node)) {
          diagnostics_.error("D230", arm.pattern->span, "an arm of `catch` names a failure: a case, a wrapper, a record or `_`");
        }
      }
      world_.program.patterns.push_back({arm.pattern->span, solver_.error(), WildcardPattern{}});
      one.arm.pattern = &world_.program.patterns.back();
      if (!arm.guard) total = true;
    }
    if (arm.guard) one.arm.guard = check(*arm.guard, bool_type(), "a guard");
    one.arm.body = infer(*arm.body, expected != nullptr ? expected : type);
    const Type* answered = resolved(one.arm.body->type);
    if (answered->kind != Kind::never) {
      if (type == nullptr) {
        type = one.arm.body->type;
      } else if (!is_error(type) && !is_error(answered) && !solver_.unify(type, one.arm.body->type)) {
        diagnostics_.error("D402", arm.body->span, "the operand of this `catch` answers `" + to_string(type) + "`, and this arm `" + to_string(answered) + "`");
      }
    }
    pop_scope();
    made.arms.push_back(one);
  }
  if (raised.entries.empty() && raised.unlabeled.empty() && raised.tails.empty() && !is_error(operand->type) &&
      std::all_of(node.arms.begin(), node.arms.end(), [](const syntax::Arm& arm) { return std::holds_alternative<syntax::WildcardPattern>(arm.pattern->node); })) {
    diagnostics_.warning("D509", span, "the operand of this `catch` raises nothing, so its arms never run");
  }
  // What no arm takes goes on outward, and an open tail always does (F10).
  Row* rest = solver_.empty_row();
  for (const auto& [label, entry] : raised.entries) {
    if (!committed.contains(label) && !total) rest->entries[label] = entry;
  }
  if (!total) rest->unlabeled = raised.unlabeled;
  rest->tails = raised.tails;
  made.leaves_open = !rest->entries.empty() || !rest->unlabeled.empty() || !rest->tails.empty();
  if (made.leaves_open) {
    for (const FailureUse& use : sink) {
      Row* part = solver_.empty_row();
      const Row flat = flattened(*use.row);
      for (const auto& [label, entry] : flat.entries) {
        if (rest->entries.contains(label)) part->entries[label] = entry;
      }
      if (!total) part->unlabeled = flat.unlabeled;
      part->tails = flat.tails;
      if (!part->entries.empty() || !part->unlabeled.empty() || !part->tails.empty()) raise(part, use.span, use.who);
    }
  }
  Expr* result = make(span, type != nullptr ? type : solver_.never(), std::move(made));
  catches_.push_back(result);
  return result;
}

std::pair<Type*, Walk> Body::iterable(Expr* value, Span span, std::vector<CapabilityArgument>& effects) {
  const World& world = world_;
  Type* type = solver_.normalized_head(value->type);
  if (is_error(type) || world.program.iterator == nullptr) return {solver_.error(), Walk::protocol};
  for (const char* needed : {"Iterator", "Step"}) {
    const auto& names = world.names(types_).types;
    const auto at = names.find(needed);
    const bool imported = at != names.end() && at->second.item.module->path == "std::core";
    if (!imported) {
      diagnostics_.error("D302", span, std::string("`for` needs `") + needed + "` imported in this file").suggest("write `import std::core::{Iterator, Step};`");
      break;
    }
  }
  if (type->kind == Kind::variable) {
    diagnostics_.error("D420", span, "the type of what this `for` walks is not known here").suggest("annotate it");
    return {solver_.error(), Walk::protocol};
  }
  Solver::Requirement culprit;
  if (solver_.holds({world.program.iterator, {}, type}, &culprit) == Solver::Verdict::no) {
    diagnostics_.error("D417", span, "`" + to_string(type) + "` has no `Iterator`, so `for` cannot walk it")
        .suggest("lists and `Range::Of(a, b)` can be walked; for others make a list first");
    return {solver_.error(), Walk::protocol};
  }
  Row* row = solver_.empty_row();
  Type* projected = solver_.normalized_head(solver_.projection(world.program.iterator, {}, type, "Effects"));
  row->tails.push_back({nullptr, nullptr, projected});
  effects = effect_arguments(*row, row, span, "Iterator::next");
  require_row(row, {}, span, "Iterator::next");
  const Walk walk = type->kind == Kind::nominal && type->decl == world.program.list    ? Walk::list
                    : type->kind == Kind::nominal && type->decl == world.program.range ? Walk::range
                                                                                      : Walk::protocol;
  return {solver_.normalized_head(solver_.projection(world.program.iterator, {}, type, "Item")), walk};
}

Expr* Body::infer_for(const syntax::Expr& written, const syntax::ForExpr& loop) {
  ForExpr made;
  made.iterable = infer(*loop.iterable, nullptr);
  const auto [item, walk] = iterable(made.iterable, loop.iterable->span, made.effects);
  made.walk = walk;
  push_scope();
  made.pattern = check_pattern(*loop.pattern, item, false);
  irrefutable(made.pattern, loop.pattern->span, "for");
  loops_.push_back({Loop::Kind::walk, nullptr, false, false, frames_.size() - 1});
  made.body = infer_block(*loop.body, nullptr);
  loops_.pop_back();
  pop_scope();
  return make(written.span, solver_.unit(), std::move(made));
}

Expr* Body::infer_while(const syntax::Expr& written, const syntax::WhileExpr& loop) {
  Expr* condition = check(*loop.condition, bool_type(), "the condition of a `while`");
  loops_.push_back({Loop::Kind::walk, nullptr, false, false, frames_.size() - 1});
  Expr* body = infer_block(*loop.body, nullptr);
  loops_.pop_back();
  return make(written.span, solver_.unit(), WhileExpr{condition, body});
}

Expr* Body::infer_loop(const syntax::Expr& written, const syntax::LoopExpr& loop, Type* expected) {
  loops_.push_back({Loop::Kind::loop, expected != nullptr ? expected : solver_.fresh(written.span), false, false, frames_.size() - 1});
  Expr* body = infer_block(*loop.body, nullptr);
  const Loop done = loops_.back();
  loops_.pop_back();
  // Without a `break` a loop never ends (T50).
  Type* type = !done.broken ? solver_.never() : done.valued ? done.result : solver_.unit();
  return make(written.span, type, LoopExpr{body});
}

Expr* Body::infer_break(const syntax::Expr& written, const syntax::BreakExpr& node) {
  const Span span = written.span;
  if (loops_.size() <= frames_.back().loops) {
    diagnostics_.error("D321", span, "`break` stands outside a loop").suggest(frames_.size() > 1 ? "a lambda is no part of the loop around it" : "");
    if (node.value) infer(*node.value, nullptr);
    return make(span, solver_.never(), BreakExpr{nullptr});
  }
  Loop& loop = loops_.back();
  if (loop.kind == Loop::Kind::element) {
    diagnostics_.error("D321", span, "`break` cannot leave an element of a list").suggest("to leave out elements write `for .. => if condition => value`");
    if (node.value) infer(*node.value, nullptr);
    return make(span, solver_.never(), BreakExpr{nullptr});
  }
  Expr* value = nullptr;
  if (node.value) {
    if (loop.kind != Loop::Kind::loop) {
      diagnostics_.error("D321", node.value->span, "`break` with a value ends a `loop`, and this is a `while` or `for`").suggest("those answer `()`: assign the value to a `let mut` first");
      infer(*node.value, nullptr);
      return make(span, solver_.never(), BreakExpr{nullptr});
    }
    const std::size_t index = loops_.size() - 1;
    value = infer(*node.value, loop.result);
    Loop& same = loops_[index];
    if (!is_error(value->type) && resolved(value->type)->kind != Kind::never && !solver_.unify(same.result, value->type)) {
      diagnostics_.error("D425", node.value->span, "this loop answers `" + to_string(same.result) + "`, and this `break` has `" + to_string(value->type) + "`");
    }
    if (same.broken && !same.valued && !solver_.unify(same.result, solver_.unit())) {
      diagnostics_.error("D425", span, "some `break`s of this loop have a value and some have none");
    }
    same.broken = same.valued = true;
  } else if (loop.kind == Loop::Kind::loop) {
    if (loop.valued && !solver_.unify(loop.result, solver_.unit())) {
      diagnostics_.error("D425", span, "some `break`s of this loop have a value and some have none");
    }
    loop.broken = true;
  }
  return make(span, solver_.never(), BreakExpr{value});
}

Expr* Body::infer_with(Span span, const syntax::Install& install, Type* expected, const std::function<Expr*(Type*)>& body) {
  struct Entry {
    std::string label;
    Span label_span;
    const syntax::Expr* value = nullptr;
    const syntax::Path* path = nullptr;  ///< a handler value bound by its type
  };
  std::vector<Entry> entries;
  for (const syntax::Path& path : install.paths) {
    if (path.single()) {
      const auto& contexts = world_.names(types_).contexts;
      if (const auto at = contexts.find(path.last().text); at != contexts.end()) {
        const auto& context = std::get<syntax::ContextDecl>(at->second.item.item->node);
        for (const syntax::FieldInit& entry : context.entries) entries.push_back({entry.name.text, entry.name.span, entry.value.get(), nullptr});
        continue;
      }
      const std::string& name = path.last().text;
      if (find_local(name) == nullptr && !world_.names(types_).values.contains(name)) {
        diagnostics_.error("D316", path.span, "cannot find a context or a value `" + name + "` in this file").suggest("a context is known only in the file that declares it; to share one export a function that returns the handler");
        continue;
      }
    }
    entries.push_back({"", path.span, nullptr, &path});
  }
  // An override replaces an entry of the context in its place (K19).
  for (const syntax::FieldInit& entry : install.entries) {
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.label == entry.name.text; });
    if (at != entries.end() && !install.paths.empty()) {
      at->value = entry.value.get();
      at->label_span = entry.name.span;
    } else {
      entries.push_back({entry.name.text, entry.name.span, entry.value.get(), nullptr});
    }
  }
  WithExpr made;
  push_scope();
  for (const Entry& entry : entries) {
    Expr* value = nullptr;
    if (entry.path != nullptr) {
      syntax::Expr written;
      written.span = entry.path->span;
      written.node = syntax::PathExpr{*entry.path};
      value = infer_path(written, std::get<syntax::PathExpr>(written.node), nullptr);
    } else {
      value = infer(*entry.value, nullptr);
    }
    const Type* type = solver_.normalized_head(value->type);
    if (is_error(type)) {
      if (!entry.label.empty()) scopes_.back().names[entry.label] = nullptr;
      if (!entry.label.empty()) declare(entry.label, solver_.error(), Local::Origin::capability, entry.label_span, false);
      continue;
    }
    if (type->kind != Kind::nominal || type->decl->shape != TypeDecl::Shape::effect) {
      diagnostics_.error("D513", entry.path != nullptr ? entry.path->span : entry.value->span,
                         (entry.label.empty() ? std::string("only a handler can be installed") : "`" + entry.label + "` must be a handler") + ", and this is `" + to_string(type) + "`");
      continue;
    }
    push_scope();  // the entries after it see it, by name and as a requirement of what they call (K16)
    if (entry.path != nullptr) {
      std::string name = type->decl->name;
      name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
      world_.program.locals.push_back({Local::Origin::capability, name, value->type, false, entry.path->span, frames_.back().lambda});
      Local* local = &world_.program.locals.back();
      scopes_.back().providers.push_back({value->type, local});
      made.installed.push_back({local, value});
    } else {
      made.installed.push_back({declare(entry.label, value->type, Local::Origin::capability, entry.label_span, false), value});
    }
  }
  const std::size_t scopes = made.installed.size();
  made.body = body(expected);
  Type* type = made.body->type;
  for (std::size_t at = 0; at < scopes; ++at) pop_scope();
  pop_scope();
  return make(span, type, std::move(made));
}

Expr* Body::infer_pipe(const syntax::Expr& written, const syntax::PipeExpr& pipe, Type* expected) {
  Argument value;
  value.written = pipe.value.get();
  value.span = pipe.value->span;
  value.first = true;
  return apply_stage(*pipe.stage, value, expected, false, written.span);
}

/// `v |> stage` is a call (G31): the stage's outer `!`, `catch` and `with` are stripped, the value goes into the call, and they are put back.
Expr* Body::apply_stage(const syntax::Expr& stage, Argument value, Type* expected, bool marked, Span span) {
  if (const auto* mark = std::get_if<syntax::MarkExpr>(&stage.node)) return apply_stage(*mark->operand, value, expected, true, span);
  if (const auto* with = std::get_if<syntax::WithExpr>(&stage.node)) {
    return infer_with(span, with->install, expected, [&](Type* type) { return apply_stage(*with->operand, value, type, marked, span); });
  }
  if (const auto* caught = std::get_if<syntax::CatchExpr>(&stage.node)) {
    return infer_catch(span, *caught, [&](Type* type) { return apply_stage(*caught->operand, value, type, false, span); }, expected);
  }
  if (const auto* call = std::get_if<syntax::CallExpr>(&stage.node)) return infer_call(stage, *call, expected, marked, &value);
  // Any other stage is a function that takes the value.
  return call_written(stage, {value}, expected, marked, span);
}

Expr* Body::infer_flow(const syntax::Expr& written, const syntax::FlowExpr& flow, Type* expected) {
  return infer_lambda(
      written.span, {}, nullptr,
      [&](Local* piped, Type* result) {
        Expr* value = make(flow.stages.front()->span, piped->type, LocalExpr{piped});
        for (std::size_t at = 0; at < flow.stages.size(); ++at) {
          Argument argument;
          argument.ready = value;
          argument.span = flow.stages[at]->span;
          argument.first = true;
          value = apply_stage(*flow.stages[at], argument, at + 1 == flow.stages.size() ? result : nullptr, false, flow.stages[at]->span);
        }
        return value;
      },
      expected);
}

}  // namespace khora2cpp::types
