// The order in which bodies are checked, and the entry point of the stage.
#include "types/check.hpp"

#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

Body::Body(Bodies& all, Function& of)
    : world_(all.world), bodies_(all), solver_(all.world.solver), diagnostics_(all.world.diagnostics), function_(of) {
  const auto scope = world_.scopes.find(&of);
  if (scope != world_.scopes.end()) {
    types_ = scope->second;
  } else {
    types_.module = of.module;
    types_.file = of.file;
  }
  frames_.push_back({nullptr, of.result, nullptr, 0});
  sinks_.push_back(&function_sink_);
}

void Body::check_function() {
  scopes_.push_back({{}, 0, {}});
  for (Local* label : function_.capability_locals) scopes_.back().names[label->name] = label;
  push_scope();
  for (Local* argument : function_.arguments) {
    if (!argument->name.empty()) scopes_.back().names[argument->name] = argument;
  }
  const syntax::Block& block = *function_.syntax->body;
  Expr* body = infer_block(block, function_.result);
  Type* answered = solver_.normalized_head(body->type);
  auto& made = *std::get<BlockExpr>(body->node).block;
  if (answered->kind != Kind::never) {
    if (made.value != nullptr) {
      made.value = coerce(made.value, function_.result, block.value->span, "the answer of this function");
    } else if (!solver_.unify(answered, function_.result)) {
      const Span end{block.span.file, block.span.end > 0 ? block.span.end - 1 : 0, block.span.end};
      auto& error = diagnostics_.error("D401", end, "`" + function_.name + "` answers `" + to_string(function_.result) + "`, and its body ends without a value");
      if (!made.statements.empty()) {
        if (const auto* last = std::get_if<ExprStatement>(&made.statements.back().node); last != nullptr && solver_.unify(last->value->type, function_.result)) {
          error.suggest("leave out the last `;` to answer that value");
        }
      }
    }
  }
  function_.body = body;
  pop_scope();
  // What leaves the body must have room in the declared row, or is the inferred one.
  if (function_.failures_inferred) {
    Row* row = collected(function_sink_, function_.name_span);
    for (const RowTail& tail : function_.failures->tails) {
      if (tail.variable != nullptr && tail.variable->solution == nullptr) tail.variable->solution = row;
    }
  } else {
    for (const FailureUse& use : function_sink_) {
      solver_.normalize_row(use.row);
      const Row flat = flattened(*use.row);
      const auto report = [&](const std::string& type) {
        auto& error = use.who == "raise" ? diagnostics_.error("D502", use.span, "this raises `" + type + "`, and `" + function_.name + "` does not")
                                         : diagnostics_.error("D502", use.span, "the call of `" + use.who + "` may fail with `" + type + "`, and `" + function_.name + "` does not raise it");
        error.suggest("add `raises " + type + "` to `" + function_.name + "`, or handle it with `catch`");
      };
      for (const auto& [label, type] : flat.entries) {
        if (RowMisfit misfit = solver_.include(function_.failures, label, type, true)) {
          if (misfit.reason == RowMisfit::Reason::two_instantiations) report_misfit(misfit, use.span, use.who);
          else report(to_string(type));
        }
      }
      for (Type* type : flat.unlabeled) {
        if (solver_.include(function_.failures, "", type, true)) report(to_string(type));
      }
      for (const RowTail& tail : flat.tails) {
        if (tail.variable != nullptr) continue;
        if (RowMisfit misfit = solver_.include_tail(function_.failures, tail)) {
          Row one;
          one.tails.push_back(tail);
          report(to_string(one, true));
        }
      }
    }
  }
  finish();
  std::sort(function_.capability_locals.begin(), function_.capability_locals.end(), [](const Local* a, const Local* b) { return a->name < b->name; });
}

void Body::check_test() {
  in_test_ = true;
  scopes_.push_back({{}, 0, {}});
  Expr* body = infer_block(*function_.test_syntax->body, nullptr);
  const Type* type = solver_.normalized_head(body->type);
  if (type->kind != Kind::never && !solver_.unify(body->type, solver_.unit())) {
    diagnostics_.error("D401", function_.test_syntax->body->value ? function_.test_syntax->body->value->span : function_.name_span, "a `test` block answers `()`, and this one `" + to_string(type) + "`").suggest("end it with `;`");
  }
  function_.body = body;
  Row* row = collected(function_sink_, function_.name_span);
  for (const RowTail& tail : function_.failures->tails) {
    if (tail.variable != nullptr && tail.variable->solution == nullptr) tail.variable->solution = row;
  }
  finish();
}

void Body::check_constant(Constant& constant, const syntax::ConstDecl& written) {
  scopes_.push_back({{}, 0, {}});
  Type* annotated = written.type ? world_.resolve(*written.type, types_) : nullptr;
  constant.type = annotated;
  Expr* value = annotated != nullptr ? check(*written.value, annotated, "the value of this constant") : infer(*written.value, nullptr);
  constant.type = annotated != nullptr ? annotated : value->type;
  function_.result = constant.type;
  function_.body = value;
  for (const FailureUse& use : function_sink_) {
    for (const auto& [label, type] : flattened(*use.row).entries) {
      diagnostics_.error("D502", use.span, "a constant cannot fail, and this raises `" + to_string(type) + "`").suggest("handle it with `catch`, or write a function");
    }
  }
  finish();
}

void Bodies::ensure(Function& function) {
  if (states_.contains(&function)) return;
  if (function.body != nullptr || function.syntax == nullptr || function.syntax->body == nullptr || function.from_interface) return;
  // A declared signature says all that a caller needs.
  if (!function.capabilities_inferred && !function.failures_inferred) return;
  states_[&function] = State::running;
  group_.push_back(&function);
  ++depth_;
  Body(*this, function).check_function();
  --depth_;
  states_[&function] = State::done;
  if (depth_ == 0) complete_group();
}

/// When the outermost of a group of functions that call each other is done, their rows are final.
void Bodies::complete_group() {
  bool grew = true;
  while (grew) {
    grew = false;
    for (const LateCall& late : late_calls) {
      for (const auto& [label, effect] : late.callee->capabilities->entries) {
        if (late.caller->capabilities->entries.contains(label) || !late.caller->capabilities_inferred) continue;
        late.caller->capabilities->entries[label] = effect;
        world.program.locals.push_back({Local::Origin::capability, label, effect, false, late.call->span, nullptr});
        late.caller->capability_locals.push_back(&world.program.locals.back());
        grew = true;
      }
    }
  }
  for (const LateCall& late : late_calls) {
    auto& call = std::get<CallExpr>(late.call->node);
    for (const auto& [label, effect] : late.callee->capabilities->entries) {
      const bool passed = std::any_of(call.capabilities.begin(), call.capabilities.end(), [&, name = label](const CapabilityArgument& one) { return one.label == name; });
      if (passed) continue;
      for (Local* local : late.caller->capability_locals) {
        if (local->name == label) call.capabilities.push_back({label, effect, local});
      }
    }
    std::sort(call.capabilities.begin(), call.capabilities.end(), [](const CapabilityArgument& a, const CapabilityArgument& b) { return a.label < b.label; });
  }
  late_calls.clear();
  for (Function* function : group_) {
    *function->failures = flattened(*function->failures);
    // A tail that is still open here is the function's own and means nothing more.
    auto& tails = function->failures->tails;
    tails.erase(std::remove_if(tails.begin(), tails.end(), [](const RowTail& tail) { return tail.variable != nullptr; }), tails.end());
    std::sort(function->capability_locals.begin(), function->capability_locals.end(), [](const Local* a, const Local* b) { return a->name < b->name; });
  }
  group_.clear();
}

bool Bodies::ensure(Constant& constant, Span mention) {
  if (const auto state = constant_states_.find(&constant); state != constant_states_.end()) {
    if (state->second == State::done) return true;
    std::string cycle;
    bool on = false;
    for (const Constant* one : constant_stack_) {
      on = on || one == &constant;
      if (on) cycle += "`" + one->name + "` -> ";
    }
    world.diagnostics.error("D322", mention, "this constant's value needs itself: " + cycle + "`" + constant.name + "`");
    return false;
  }
  const syntax::ConstDecl* written = nullptr;
  for (const auto& [item, known] : world.constants) {
    if (known == &constant) written = &std::get<syntax::ConstDecl>(item->node);
  }
  constant_states_[&constant] = State::running;
  constant_stack_.push_back(&constant);
  constant.initializer->capabilities = world.solver.empty_row();
  constant.initializer->failures = world.solver.empty_row();
  constant.initializer->result = world.solver.fresh(constant.name_span);
  Body(*this, *constant.initializer).check_constant(constant, *written);
  constant_stack_.pop_back();
  constant_states_[&constant] = State::done;
  return true;
}

void Bodies::check_all() {
  for (Part& part : world.program.parts) {
    if (part.module->is_interface) continue;
    const auto function = [&](Function& one) {
      if (one.syntax == nullptr || one.syntax->body == nullptr || one.body != nullptr || states_.contains(&one)) return;
      states_[&one] = State::running;
      group_.push_back(&one);
      ++depth_;
      Body(*this, one).check_function();
      --depth_;
      states_[&one] = State::done;
      complete_group();
    };
    for (const Declaration& declaration : part.declarations) {
      if (const auto* free = std::get_if<Function*>(&declaration)) function(**free);
      if (const auto* impl = std::get_if<ImplDecl*>(&declaration)) {
        if (resolved((*impl)->target) == nullptr || resolved((*impl)->target)->kind == Kind::error) continue;
        for (Function* member : (*impl)->functions) function(*member);
      }
      if (const auto* trait = std::get_if<TraitDecl*>(&declaration)) {
        for (Function* member : (*trait)->functions) function(*member);
      }
      if (const auto* constant = std::get_if<Constant*>(&declaration)) ensure(**constant, (*constant)->name_span);
    }
    for (Function* test : part.tests) Body(*this, *test).check_test();
  }
}

namespace {

/// `main` of the entry file: its form is fixed, since nobody calls it (M8, K14).
void check_entry(World& world) {
  if (world.options.entry == nullptr) return;
  for (Part& part : world.program.parts) {
    if (part.file != world.options.entry) continue;
    for (const Declaration& declaration : part.declarations) {
      const auto* function = std::get_if<Function*>(&declaration);
      if (function == nullptr || (*function)->name != "main") continue;
      Function& main = **function;
      world.program.main = &main;
      if (!main.capabilities->entries.empty() || !main.capabilities->tails.empty()) {
        world.diagnostics.error("D324", main.name_span, "`main` requires `" + to_string(*main.capabilities, false) + "`, and nobody calls it who could supply that").suggest("install the capability in the body: `with { label: .. } { .. }`");
      }
      if (!main.arguments.empty() || !main.parameters.empty()) {
        world.diagnostics.error("D405", main.name_span, "`main` takes no parameters").suggest("read arguments with `env.arguments()` of `std::env`");
      }
      const Type* result = resolved(main.result);
      const bool fits = (result->kind == Kind::tuple && result->arguments.empty()) || result->kind == Kind::never || result->kind == Kind::error ||
                        (result->kind == Kind::nominal && result->decl->builtin == Builtin::int_);
      if (!fits) world.diagnostics.error("D401", main.name_span, "`main` answers `()` or an `Int`, and this one `" + to_string(result) + "`");
    }
  }
}

}  // namespace

std::unique_ptr<Program> check(const modules::Graph& graph, const Options& options, diagnostics::Diagnostics& diagnostics) {
  auto program = std::make_unique<Program>();
  World world(*program, graph, options, diagnostics);
  world.declare();
  Bodies bodies(world);
  bodies.check_all();
  check_entry(world);
  return program;
}

}  // namespace khora2cpp::types
