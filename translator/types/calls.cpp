// Calls: which callee is meant, its arguments in order, its rows (syntax-and-types.md 2.6, 3.2, 3.3, 4.10, 4.11).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

const syntax::Expr& peeled(const syntax::Expr& written) {
  const syntax::Expr* inner = &written;
  while (const auto* paren = std::get_if<syntax::ParenExpr>(&inner->node)) inner = paren->inner.get();
  return *inner;
}

bool is_lambda(const syntax::Expr& written) {
  const syntax::Expr& inner = peeled(written);
  return std::holds_alternative<syntax::LambdaExpr>(inner.node) || std::holds_alternative<syntax::FlowExpr>(inner.node);
}

/// The word of a construct that ends with a block: as a statement it needs no `;`, and what follows may continue it (G15).
const char* block_word(const Expr& value) {
  if (std::holds_alternative<IfExpr>(value.node)) return "if";
  if (std::holds_alternative<MatchExpr>(value.node)) return "match";
  if (std::holds_alternative<ForExpr>(value.node)) return "for";
  if (std::holds_alternative<WhileExpr>(value.node)) return "while";
  if (std::holds_alternative<LoopExpr>(value.node)) return "loop";
  if (std::holds_alternative<WithExpr>(value.node)) return "with";
  return nullptr;
}

/// A `_` inside an argument, where it stands for nothing; null when there is none. One that is the argument itself is the caller's business.
const syntax::Expr* placeholder_in(const syntax::Expr& written) {
  const auto look = [](const syntax::ExprPtr& part) -> const syntax::Expr* {
    if (!part) return nullptr;
    return std::holds_alternative<syntax::Placeholder>(part->node) ? part.get() : placeholder_in(*part);
  };
  if (const auto* paren = std::get_if<syntax::ParenExpr>(&written.node)) return look(paren->inner);
  if (const auto* unary = std::get_if<syntax::UnaryExpr>(&written.node)) return look(unary->operand);
  if (const auto* field = std::get_if<syntax::FieldExpr>(&written.node)) return look(field->object);
  if (const auto* mark = std::get_if<syntax::MarkExpr>(&written.node)) return look(mark->operand);
  if (const auto* binary = std::get_if<syntax::BinaryExpr>(&written.node)) {
    const syntax::Expr* left = look(binary->left);
    return left != nullptr ? left : look(binary->right);
  }
  if (const auto* call = std::get_if<syntax::CallExpr>(&written.node)) {
    const syntax::Expr* found = look(call->callee);
    for (const syntax::Argument& argument : call->arguments) found = found != nullptr ? found : look(argument.value);
    return found;
  }
  if (const auto* tuple = std::get_if<syntax::TupleExpr>(&written.node)) {
    const syntax::Expr* found = nullptr;
    for (const syntax::ExprPtr& element : tuple->elements) found = found != nullptr ? found : look(element);
    return found;
  }
  return nullptr;
}

/// Whether an argument installs several values, the latter of which may have been meant as arguments of their own.
bool swallows(const syntax::Expr* written) {
  const auto* with = written != nullptr ? std::get_if<syntax::WithExpr>(&written->node) : nullptr;
  return with != nullptr && with->install.paths.size() > 1;
}

std::string counted(std::size_t count, const char* noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

}  // namespace

Expr* Body::infer_call(const syntax::Expr& written, const syntax::CallExpr& call, Type* expected, bool marked, Argument* piped) {
  std::vector<Argument> arguments;
  bool placed = piped == nullptr;
  const auto is_place = [](const syntax::Argument& one) { return std::holds_alternative<syntax::Placeholder>(one.value->node); };
  const auto hides_place = [](const syntax::Argument& one) { return placeholder_in(*one.value) != nullptr; };
  if (!placed && std::none_of(call.arguments.begin(), call.arguments.end(), is_place) &&
      std::any_of(call.arguments.begin(), call.arguments.end(), hides_place)) {
    // The piped value was meant to stand in the midst of an argument; what the call has without it is no mistake of its own.
    if (piped->written != nullptr) infer(*piped->written, nullptr);
    for (const syntax::Argument& argument : call.arguments) {
      if (hides_place(argument)) infer(*argument.value, nullptr);
    }
    return bad(written.span);
  }
  for (const syntax::Argument& argument : call.arguments) {
    if (std::holds_alternative<syntax::Placeholder>(argument.value->node) && piped != nullptr) {
      if (placed) {
        diagnostics_.error("D320", argument.value->span, "a pipeline stage has one place for the piped value, and this is the second `_`");
        arguments.push_back({argument.label, nullptr, bad(argument.value->span), argument.value->span, false});
        continue;
      }
      Argument value = *piped;
      value.label = argument.label;
      arguments.push_back(value);
      placed = true;
      continue;
    }
    arguments.push_back({argument.label, argument.value.get(), nullptr, argument.value->span, false});
  }
  if (!placed) arguments.insert(arguments.begin(), *piped);
  return call_written(*call.callee, std::move(arguments), expected, marked, written.span);
}

Expr* Body::call_written(const syntax::Expr& callee, std::vector<Argument> arguments, Type* expected, bool marked, Span span) {
  const auto drop = [&] {
    for (Argument& argument : arguments) {
      if (argument.ready == nullptr && argument.written != nullptr && !is_lambda(*argument.written)) infer(*argument.written, nullptr);
    }
    return bad(span);
  };
  if (const auto* field = std::get_if<syntax::FieldExpr>(&callee.node)) {
    return call_method(*field, std::move(arguments), expected, marked, span);
  }
  const auto* path = std::get_if<syntax::PathExpr>(&callee.node);
  if (path == nullptr) {
    Expr* value = infer(callee, nullptr);
    return call_value(value, std::move(arguments), expected, marked, span, "this function");
  }
  if (path->path.single()) {
    const syntax::Name& name = path->path.last();
    if (find_local(name.text) != nullptr) {
      return call_value(infer(callee, nullptr), std::move(arguments), expected, marked, span, name.text);
    }
    const modules::Names& values = world_.names(types_).values;
    if (const auto at = values.find(name.text); at != values.end()) {
      if (const auto found = world_.functions.find(at->second.item.item); found != world_.functions.end()) {
        Function& function = *found->second;
        if (is_assertion(function)) {
          if (!in_test_) {
            diagnostics_.error("D323", callee.span, "`" + function.name + "` stands only inside a `test` block")
                .suggest("elsewhere `raise` a failure, or return what was found");
          }
          const std::size_t wanted = function.name == "assert" ? 1 : 2;
          if (arguments.size() == wanted && arguments[0].written != nullptr) {
            AssertExpr made;
            made.condition = check(*arguments[0].written, bool_type(), "what is asserted");
            if (wanted == 2) made.message = check(*arguments[1].written, builtin(Builtin::string), "the message");
            return make(span, solver_.unit(), made);
          }
        }
        if (is_struct_of_schemas(function, arguments)) {
          return infer_struct(function, std::get<syntax::RecordExpr>(arguments.front().written->node), expected, span);
        }
        return call_instance(instantiate(function, callee.span, name.text, nullptr), std::move(arguments), expected, marked, span);
      }
      return call_value(infer(callee, nullptr), std::move(arguments), expected, marked, span, name.text);
    }
    for (std::size_t at = frames_.size(); at-- > 1;) {
      if (named_effect(at, name.text) != nullptr) {
        return call_value(infer(callee, nullptr), std::move(arguments), expected, marked, span, name.text);
      }
    }
    if (TypeDecl* decl = world_.find_type(name.text, types_)) {
      if (decl->shape == TypeDecl::Shape::wrapper) return wrap(*decl, std::move(arguments), expected, span);
      if (decl->shape == TypeDecl::Shape::record) {
        diagnostics_.error("D301", callee.span, "`" + name.text + "` is a record type, and has no constructor")
            .suggest("write a record literal: `{ field: value }`");
        return drop();
      }
    }
    report_unknown_value(name);
    return drop();
  }
  const syntax::Name& first = path->path.segments.front();
  if (path->path.segments.size() == 2 && world_.find_parameter(first.text, TypeParam::Kind::type, types_) == nullptr) {
    TypeDecl* decl = first.text == "Self" && types_.self != nullptr && resolved(types_.self)->kind == Kind::nominal
                         ? const_cast<TypeDecl*>(resolved(types_.self)->decl)
                         : world_.find_type(first.text, types_);
    if (decl != nullptr) {
      for (std::size_t at = 0; at < decl->cases.size(); ++at) {
        if (decl->cases[at].name == path->path.last().text) return construct(*decl, at, std::move(arguments), expected, span);
      }
      if (decl->shape == TypeDecl::Shape::wrapper && path->path.last().text == decl->name) {
        return wrap(*decl, std::move(arguments), expected, span);
      }
    }
  }
  Instance instance;
  bool reported = false;
  if (find_associated(path->path, instance, reported)) {
    return call_instance(std::move(instance), std::move(arguments), expected, marked, span);
  }
  return drop();
}

/// `assert` and `assert_that` stand for statements of a test (M15).
bool Body::is_assertion(const Function& function) const {
  return function.module->path == "std::core" && (function.name == "assert" || function.name == "assert_that") &&
         !function_.module->is_std();
}

/// A field or an operation is used: the file ought to import the type (N14).
void Body::note_use(const TypeDecl& decl, Span span) {
  if (decl.module == function_.module || function_.module->is_std() || decl.module == nullptr) return;
  const modules::Names& types = world_.names(types_).types;
  const bool imported = std::any_of(types.begin(), types.end(), [&](const auto& name) {
    const auto found = world_.types.find(name.second.item.item);
    return found != world_.types.end() && found->second == &decl;
  });
  if (imported || !unimported_.insert(&decl).second) return;
  diagnostics_
      .warning("D313", span,
               "`" + decl.name + "` is not imported here, and its fields and operations are meant to be used only where it is")
      .suggest("write `import " + decl.module->path + "::{" + decl.name + "};`");
}

bool Body::check_count(std::size_t wanted, const std::vector<Argument>& arguments, const std::string& name, Span span,
                       const std::vector<std::string>& names) {
  if (wanted == arguments.size()) return true;
  auto& error = diagnostics_.error("D405", span,
                                   quoted(name) + " takes " + counted(wanted, "argument") + ", and " + std::to_string(arguments.size()) +
                                       (arguments.size() == 1 ? " is" : " are") + " given");
  // `with` takes the names up to the end of the list as capabilities (G25).
  for (const Argument& argument : arguments) {
    if (!swallows(argument.written)) continue;
    const auto& with = std::get<syntax::WithExpr>(argument.written->node);
    const std::string first = modules::to_string(with.install.paths.front());
    error.suggest("`with` takes all the names that follow it: put what it serves in parentheses, `(.. with " + first + "), " +
                  modules::to_string(with.install.paths[1]) + "`");
    return false;
  }
  if (!names.empty()) {
    std::string shape;
    for (const std::string& one : names) shape += (shape.empty() ? "" : ", ") + (one.empty() ? std::string("_") : one);
    error.suggest("it is `" + name + "(" + shape + ")`");
  }
  return false;
}

/// Checks what labels say (T54). An argument whose label is refused is not checked further: nobody knows which parameter it was meant for.
void Body::check_labels(const std::vector<std::string>& names, std::vector<Argument>& arguments, const std::string& name,
                        bool first_is_receiver) {
  std::set<std::string> seen;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const syntax::Name& label = arguments[at].label;
    if (!label) {
      // `f(a = 3)`, as other languages write it. Where it can be an assignment it is one (G28).
      const auto* assign = arguments[at].written == nullptr ? nullptr : std::get_if<syntax::AssignExpr>(&arguments[at].written->node);
      const auto* target = assign == nullptr ? nullptr : std::get_if<syntax::PathExpr>(&assign->target->node);
      if (target == nullptr || !target->path.single() || std::find(names.begin(), names.end(), target->path.last().text) == names.end()) continue;
      if (const Local* local = find_local(target->path.last().text); local != nullptr && local->is_mut) continue;
      diagnostics_.error("D424", assign->target->span, "a label is followed by `:`, and this assigns to `" + target->path.last().text + "`")
          .suggest("write `" + target->path.last().text + ": ..`");
      arguments[at].misplaced = true;
      arguments[at].written = assign->value.get();
      continue;
    }
    if (at < names.size() && names[at] == label.text && label.text != "self" && !(first_is_receiver && at == 0) &&
        seen.insert(label.text).second) {
      continue;
    }
    arguments[at].misplaced = !names.empty();
    if (names.empty()) {
      diagnostics_.error("D424", label.span, "the values of `" + name + "` have no names, so no label can be written")
          .suggest("leave out `" + label.text + ":`");
      continue;
    }
    if (!seen.insert(label.text).second) {
      diagnostics_.error("D424", label.span, "the label `" + label.text + "` is written twice");
      continue;
    }
    const auto other = std::find(names.begin(), names.end(), label.text);
    if (label.text == "self") {
      diagnostics_.error("D424", label.span, "`self` takes no label").suggest("leave out `self:`");
    } else if (other == names.end()) {
      diagnostics_.error("D424", label.span, "`" + name + "` has no parameter that the label `" + label.text + "` could name")
          .suggest(at < names.size() && !names[at].empty() ? "the parameter at this place is `" + names[at] + "`" : "leave out the label");
    } else {
      diagnostics_
          .error("D424", label.span,
                 "`" + label.text + "` is parameter " + std::to_string(other - names.begin() + 1) + " of `" + name +
                     "`, and this is argument " + std::to_string(at + 1))
          .suggest((at < names.size() && !names[at].empty() ? "the parameter at this place is `" + names[at] + "`; " : std::string()) +
                   "labels are checked and never reorder");
    }
  }
}

std::vector<Expr*> Body::check_arguments(const std::vector<Type*>& parameters, std::vector<Argument>& arguments, const std::string& name) {
  std::vector<Expr*> checked(arguments.size(), nullptr);
  const std::string role = "an argument of " + quoted(name);
  const auto one = [&](std::size_t at) {
    Argument& argument = arguments[at];
    Type* parameter = at < parameters.size() && !argument.misplaced ? parameters[at] : nullptr;
    if (argument.ready != nullptr) {
      checked[at] = parameter != nullptr ? coerce(argument.ready, parameter, argument.span, role) : argument.ready;
    } else if (parameter != nullptr) {
      checked[at] = check(*argument.written, parameter, role);
    } else {
      // Without a parameter a lambda's own parameters are unknown, and what is said about them would be noise.
      checked[at] = is_lambda(*argument.written) || swallows(argument.written) ? bad(argument.span) : infer(*argument.written, nullptr);
    }
  };
  // The piped value first, lambdas last: by then most of their parameters' types are known (T47).
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (arguments[at].first) one(at);
  }
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (checked[at] == nullptr && (arguments[at].written == nullptr || !is_lambda(*arguments[at].written))) one(at);
  }
  settle_obligations();
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (checked[at] == nullptr) one(at);
  }
  return checked;
}

/// The type with room for anything in place of each row that is put together from several open ones: which of them takes what is not known
/// before the arguments are.
Type* Body::with_room(Type* type) {
  type = solver_.normalized_head(type);
  if (type->kind == Kind::row) {
    const std::vector<RowTail> tails = flattened(*type->row).tails;
    const bool several = std::count_if(tails.begin(), tails.end(), [](const RowTail& tail) { return tail.variable != nullptr; }) > 1;
    return several ? solver_.row_type(solver_.open_row()) : type;
  }
  if (type->kind != Kind::nominal && type->kind != Kind::tuple) return type;
  std::vector<Type*> arguments;
  for (Type* argument : type->arguments) arguments.push_back(with_room(argument));
  if (arguments == type->arguments) return type;
  return type->kind == Kind::tuple ? solver_.tuple(std::move(arguments)) : solver_.nominal(type->decl, std::move(arguments));
}

/// Tells a call what is expected of its answer, before its arguments are looked at (T47). `own` is what the callee itself requires.
void Body::expect(Type* result, Type* expected, const Row& own) {
  result = solver_.normalized_head(result);
  expected = solver_.normalized_head(expected);
  if (result->kind == Kind::never) return;
  if (result->kind != Kind::function) {
    solver_.unify(with_room(result), expected);
    return;
  }
  // A function that is answered may be adapted to the place (T49): it need not be the same in what it raises, nor in what the callee, too,
  // would have to be passed.
  if (expected->kind != Kind::function || result->parameters.size() != expected->parameters.size()) return;
  for (std::size_t at = 0; at < result->parameters.size(); ++at) solver_.same(result->parameters[at], expected->parameters[at]);
  if (resolved(expected->result)->kind != Kind::never) solver_.same(result->result, expected->result);
  const Row open = flattened(*result->capabilities);
  if (!open.entries.empty() || open.tails.size() != 1 || open.tails[0].variable == nullptr || open.tails[0].variable->is_bound) return;
  const std::vector<RowTail> required = flattened(own).tails;
  if (std::find(required.begin(), required.end(), open.tails[0]) != required.end()) return;
  solver_.unify(solver_.row_type(result->capabilities), solver_.row_type(expected->capabilities));
}

/// An associated type of what is nothing but an integer literal so far is that of `Int` (T31): the caller needs to know which type it stands for.
void Body::settle_associated(Type* type) {
  type = solver_.normalized_head(type);
  if (type->kind == Kind::projection) {
    Type* self = resolved(type->self);
    if (self->kind == Kind::variable && self->integer_literal) solver_.unify(self, builtin(Builtin::int_));
    return;
  }
  for (Type* argument : type->arguments) settle_associated(argument);
  for (Type* parameter : type->parameters) settle_associated(parameter);
  if (type->result != nullptr) settle_associated(type->result);
  for (Row* row : {type->capabilities, type->failures, type->row}) {
    if (row != nullptr) settle_associated(row);
  }
}

/// The same for associated rows, which may be put together from those of parts.
void Body::settle_associated(Row* row) {
  for (bool is_settled = false; !is_settled;) {
    is_settled = true;
    solver_.normalize_row(row);
    for (const RowTail& tail : flattened(*row).tails) {
      const Type* self = tail.projection == nullptr ? nullptr : resolved(tail.projection->self);
      if (self == nullptr || self->kind != Kind::variable || !self->integer_literal) continue;
      settle_associated(tail.projection);
      is_settled = false;
    }
  }
}

Expr* Body::call_instance(Instance instance, std::vector<Argument> arguments, Type* expected, bool marked, Span span) {
  const Function& function = *instance.callee.function;
  std::vector<Type*> parameters;
  std::vector<std::string> names;
  for (const Local* argument : function.arguments) {
    parameters.push_back(instance.substitution.apply(solver_, argument->type));
    names.push_back(argument->name);
  }
  Type* result = solver_.normalized_head(instance.substitution.apply(solver_, function.result));
  const bool first_is_receiver = !arguments.empty() && arguments[0].ready != nullptr && function.has_self && !arguments[0].label;
  const bool counted = check_count(parameters.size(), arguments, instance.name, span, names);
  if (!counted) {
    parameters.clear();
  } else {
    check_labels(names, arguments, instance.name, first_is_receiver);
  }
  Row* capabilities = instance.substitution.apply(solver_, function.capabilities);
  if (expected != nullptr) expect(result, expected, *capabilities);
  const std::vector<Expr*> checked = check_arguments(parameters, arguments, instance.name);
  // What the arguments would have said of the answer nobody knows.
  const bool unknown = !counted || std::any_of(parameters.begin(), parameters.end(), is_mistaken);
  for (Type* argument : instance.callee.arguments) {
    if (unknown && resolved(argument)->kind == Kind::variable) solver_.unify(argument, solver_.error());
  }
  settle_associated(result);
  Row* failures = instance.substitution.apply(solver_, function.failures);
  settle_associated(failures);
  settle_associated(capabilities);
  CallExpr made;
  made.callee = instance.callee;
  made.arguments = checked;
  made.marked = marked;
  std::map<std::string, Type*> entries;
  for (const auto& [label, effect] : function.capabilities->entries) entries[label] = instance.substitution.apply(solver_, effect);
  made.capabilities = capability_arguments(entries, span, instance.name);
  const std::vector<RowTail> tails = passed_tails(*function.capabilities);
  made.effects.resize(tails.size());
  require_bound(capabilities, span, instance.name);
  raise(failures, span, instance.name, &function);
  note_mark(failures, marked, span, instance.name, &function);
  check_crossing(function.leading, function.module, parameters, checked, arguments);
  special_rules(function, checked);
  note_handed_over(function, instance.name, result, checked, span);
  if (function.syntax != nullptr && function.syntax->body == nullptr && !function.module->is_std() && !function.from_interface &&
      !function.is_extern && function.role == Function::Role::function) {
    diagnostics_.error("D426", span, "`" + instance.name + "` is declared without a body, and nothing defines it")
        .label(function.name_span, "declared here");
  }
  Expr* call = make(span, solver_.normalized_head(result), std::move(made));
  for (std::size_t at = 0; at < tails.size(); ++at) {
    Row* row = solver_.empty_row();
    row->tails.push_back(tails[at]);
    serve(instance.substitution.apply(solver_, row), span, instance.name, [call, at](RowArgument served) {
      std::get<CallExpr>(call->node).effects[at] = std::move(served);
    });
  }
  return call;
}

/// A named function as a value (T24). A place that wants a function says what it passes; `coerce` looks at that.
Expr* Body::function_value(Instance instance, Span span, Type* expected) {
  const Function& function = *instance.callee.function;
  // A value has one type, in which every row is passed: what the function binds when it is called by its name, its callers pass.
  for (std::size_t at = 0; at < function.parameters.size() && at < instance.callee.arguments.size(); ++at) {
    if (function.parameters[at]->is_bound) resolved(instance.callee.arguments[at])->row->tails[0].variable->is_bound = false;
  }
  std::vector<Type*> parameters;
  for (const Local* argument : function.arguments) parameters.push_back(instance.substitution.apply(solver_, argument->type));
  Type* type = solver_.function(std::move(parameters), solver_.normalized_head(instance.substitution.apply(solver_, function.result)),
                                instance.substitution.apply(solver_, function.capabilities),
                                instance.substitution.apply(solver_, function.failures));
  // The value owns its rows: what a caller's open tail takes up must not show at the declaration.
  Row* capabilities = solver_.empty_row();
  *capabilities = *type->capabilities;
  type->capabilities = capabilities;
  check_crossing_value(function, instance.name, type, span);
  Expr* value = make(span, type, FunctionExpr{instance.callee, {}, {}});
  Type* wanted = expected == nullptr ? nullptr : solver_.normalized_head(expected);
  const bool names_row = wanted != nullptr && (wanted->kind == Kind::function || wanted->kind == Kind::forall);
  if (!names_row) capture_at_hand(value, instance.name);
  return value;
}

Expr* Body::call_value(Expr* callee, std::vector<Argument> arguments, Type* expected, bool marked, Span span, const std::string& name) {
  Type* type = solver_.normalized_head(callee->type);
  if (type->kind == Kind::variable && !type->integer_literal) {
    // A function whose type is still open: what it is called with decides.
    std::vector<Type*> parameters;
    for (std::size_t at = 0; at < arguments.size(); ++at) parameters.push_back(solver_.fresh(arguments[at].span));
    Row* capabilities = solver_.open_row();
    capabilities->tails[0].variable->is_bound = true;
    Type* opened = solver_.function(std::move(parameters), solver_.fresh(span), capabilities, solver_.open_row());
    solver_.unify(type, opened);
    type = opened;
  }
  if (type->kind != Kind::function) {
    if (type->kind == Kind::forall) {
      diagnostics_.error("D421", span, "a `forall` value can be passed on, and cannot be called")
          .suggest("take a trait bound, or a parameter for each type");
    } else if (!is_error(type) && type->kind != Kind::never) {
      auto& error = diagnostics_.error("D406", callee->span, "this is called, and is no function but `" + to_string(type) + "`");
      const auto* local = std::get_if<LocalExpr>(&callee->node);
      if (local != nullptr && local->local->origin == Local::Origin::capability) {
        error.suggest("the capability `" + local->local->name + "` hides what has its name outside: call that in a function of its own, without the "
                      "capability");
      } else if (const char* word = block_word(*callee)) {
        error.suggest("the parentheses behind the `" + std::string(word) + "` are read as arguments: end it with `;`");
      }
    }
    for (Argument& argument : arguments) {
      if (argument.ready == nullptr && !is_lambda(*argument.written)) infer(*argument.written, nullptr);
    }
    // Where there is no function to call, nothing is called.
    return type->kind == Kind::never ? callee : bad(span);
  }
  for (const Argument& argument : arguments) {
    if (argument.label) {
      diagnostics_.error("D424", argument.label.span, "a function value has no parameter names, so no label can be written")
          .suggest("leave out `" + argument.label.text + ":`");
    }
  }
  const bool counted = check_count(type->parameters.size(), arguments, name, span, {});
  if (expected != nullptr) expect(type->result, expected, *type->capabilities);
  ValueCallExpr made;
  made.callee = callee;
  made.arguments = check_arguments(counted ? type->parameters : std::vector<Type*>(), arguments, name);
  made.marked = marked;
  require_bound(type->capabilities, span, name);
  raise(type->failures, span, name);
  note_mark(type->failures, marked, span, name);
  Expr* call = make(span, solver_.normalized_head(type->result), std::move(made));
  serve(type->capabilities, span, name, [call](RowArgument served) {
    auto& node = std::get<ValueCallExpr>(call->node);
    node.capabilities = std::move(served.entries);
    node.tails = std::move(served.tails);
  });
  if (const auto* local = std::get_if<LocalExpr>(&callee->node); local != nullptr && local->local->origin == Local::Origin::recursive_lambda) {
    recursive_calls_.emplace(local->local, call);
  }
  return call;
}

Expr* Body::call_operation(Expr* handler, std::size_t operation, std::vector<Argument> arguments, Type* expected, bool marked, Span span) {
  Type* type = solver_.normalized_head(handler->type);
  const TypeDecl& effect = *type->decl;
  Substitution substitution;
  for (std::size_t at = 0; at < effect.parameters.size(); ++at) substitution.set(effect.parameters[at], type->arguments[at]);
  // A row that the operation quantifies is chosen anew at each call (K5).
  for (const TypeParam* row : world_.operation_rows[{&effect, operation}]) substitution.set(row, solver_.row_type(solver_.open_row(row)));
  const std::string& name = effect.fields[operation].name;
  Type* signature = solver_.normalized_head(effect.fields[operation].type);
  if (is_error(signature)) return bad(span);
  if (!substitution.empty()) signature = substitution.apply(solver_, signature);
  for (const Argument& argument : arguments) {
    if (argument.label) {
      diagnostics_.error("D424", argument.label.span, "an operation has no parameter names, so no label can be written")
          .suggest("leave out `" + argument.label.text + ":`");
    }
  }
  const bool counted = check_count(signature->parameters.size(), arguments, name, span, {});
  if (expected != nullptr) expect(signature->result, expected, *signature->capabilities);
  OperationCallExpr made;
  made.handler = handler;
  made.effect = &effect;
  made.operation = operation;
  made.arguments = check_arguments(counted ? signature->parameters : std::vector<Type*>(), arguments, name);
  made.marked = marked;
  require_bound(signature->capabilities, span, name);
  raise(signature->failures, span, name);
  note_mark(signature->failures, marked, span, name);
  check_crossing(effect.fields[operation].leading, effect.module, signature->parameters, made.arguments, arguments);
  Expr* call = make(span, solver_.normalized_head(signature->result), std::move(made));
  serve(signature->capabilities, span, name, [call](RowArgument served) {
    auto& node = std::get<OperationCallExpr>(call->node);
    node.capabilities = std::move(served.entries);
    node.tails = std::move(served.tails);
  });
  return call;
}

Expr* Body::construct(const TypeDecl& decl, std::size_t index, std::vector<Argument> arguments, Type* expected, Span span) {
  const Case& one = decl.cases[index];
  const std::string name = decl.name + "::" + one.name;
  Substitution substitution;
  Type* type = open_nominal(decl, span, &substitution);
  if (expected != nullptr) solver_.unify(type, expected);
  if (!one.has_payload) {
    diagnostics_.error("D405", span, "`" + name + "` has no values").suggest("write it without parentheses: `" + name + "`");
  }
  std::vector<Type*> parameters;
  std::vector<std::string> names;
  bool named = false;
  for (const Field& field : one.payload) {
    parameters.push_back(substitution.empty() ? field.type : substitution.apply(solver_, field.type));
    names.push_back(field.name);
    named = named || !field.name.empty();
  }
  if (!named) names.clear();
  if (one.has_payload && !check_count(parameters.size(), arguments, name, span, names)) {
    parameters.clear();
  } else {
    check_labels(names, arguments, name, false);
  }
  return make(span, type, CaseExpr{&decl, index, check_arguments(parameters, arguments, name)});
}

Expr* Body::wrap(const TypeDecl& decl, std::vector<Argument> arguments, Type* expected, Span span) {
  if (!decl.wrapper_is_pub && !opens(decl)) {
    diagnostics_
        .error("D311", span, "`" + decl.name + "` can be built only in module `" + decl.module->path + "`, since its value is private")
        .suggest("there, declare it with `= pub ..` to open it");
  }
  Substitution substitution;
  Type* type = open_nominal(decl, span, &substitution);
  if (expected != nullptr) solver_.unify(type, expected);
  const std::vector<Type*> parameters{substitution.empty() ? decl.fields[0].type : substitution.apply(solver_, decl.fields[0].type)};
  if (!check_count(1, arguments, decl.name, span, {})) {
    check_arguments({}, arguments, decl.name);
    return bad(span);
  }
  check_labels({}, arguments, decl.name, false);
  return make(span, type, WrapperExpr{&decl, check_arguments(parameters, arguments, decl.name)[0]});
}

Expr* Body::call_method(const syntax::FieldExpr& callee, std::vector<Argument> arguments, Type* expected, bool marked, Span span) {
  if (const auto* path = std::get_if<syntax::PathExpr>(&callee.object->node);
      path != nullptr && path->path.single() && find_local(path->path.last().text) == nullptr &&
      !world_.names(types_).values.contains(path->path.last().text) && world_.find_type(path->path.last().text, types_) != nullptr) {
    diagnostics_.error("D303", callee.field.span, "`" + path->path.last().text + "` is a type, and `.` calls a method of a value")
        .suggest("write `" + path->path.last().text + "::" + callee.field.text + "(..)`");
    return bad(span);
  }
  if (const auto* path = std::get_if<syntax::PathExpr>(&callee.object->node); path != nullptr && path->path.single()) {
    called_operation_ = callee.field.text;
    written_callees_[{span.begin, span.end}] = path->path.last().text + "." + callee.field.text;
  }
  Expr* receiver = infer(*callee.object, nullptr);
  called_operation_.clear();
  Type* type = head(receiver);
  const auto drop = [&] {
    for (Argument& argument : arguments) {
      if (argument.ready == nullptr && !is_lambda(*argument.written)) infer(*argument.written, nullptr);
    }
    return bad(span);
  };
  if (is_error(type)) return drop();
  if (type->kind == Kind::never) {
    drop();
    return receiver;  // nothing comes to be called
  }
  if (type->kind == Kind::variable) {
    diagnostics_
        .error("D420", callee.object->span, "the type of this value is not known here, so `." + callee.field.text + "` cannot be looked up")
        .suggest("annotate it");
    return drop();
  }
  if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::effect) {
    for (std::size_t at = 0; at < type->decl->fields.size(); ++at) {
      if (type->decl->fields[at].name != callee.field.text) continue;
      note_use(*type->decl, callee.field.span);
      return call_operation(receiver, at, std::move(arguments), expected, marked, span);
    }
  }
  if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::record) {
    const TypeDecl& decl = *type->decl;
    for (std::size_t at = 0; at < decl.fields.size(); ++at) {
      if (decl.fields[at].name != callee.field.text || (!decl.fields[at].is_pub && !opens(decl))) continue;
      Substitution substitution;
      for (std::size_t index = 0; index < decl.parameters.size(); ++index) substitution.set(decl.parameters[index], type->arguments[index]);
      Type* field =
          solver_.normalized_head(substitution.empty() ? decl.fields[at].type : substitution.apply(solver_, decl.fields[at].type));
      // A method of the field's name is meant where the field cannot be called.
      bool reported = true;
      Instance method;
      if (field->kind != Kind::function && find_method(type, callee.field, method, reported, span)) break;
      note_use(decl, callee.field.span);
      Expr* value = make(source::join(callee.object->span, callee.field.span), field, FieldExpr{receiver, &decl, at});
      return call_value(value, std::move(arguments), expected, marked, span, callee.field.text);
    }
  }
  Instance instance;
  bool reported = false;
  if (!find_method(type, callee.field, instance, reported, span)) return drop();
  Argument self;
  self.ready = receiver;
  self.span = callee.object->span;
  arguments.insert(arguments.begin(), self);
  return call_instance(std::move(instance), std::move(arguments), expected, marked, span);
}

}  // namespace khora2cpp::types
