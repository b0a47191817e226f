// The order in which bodies are checked, and the rows of private functions that call one another (T44).
#include "types/bodies.hpp"

#include <algorithm>
#include <utility>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

/// Rows only grow, so that their sizes tell whether they changed.
std::size_t row_sizes(const Function& function) {
  std::size_t sizes = 0;
  for (const Row* row : {function.capabilities, function.failures}) {
    sizes += row->entries.size() + row->unlabeled.size() + row->tails.size();
  }
  return sizes;
}

/// A row that is not required stands for what nobody calls here, so that whoever calls the function has nothing to bind (T44). Answers whether
/// that was not known before.
bool release_rows(const Function& function) {
  if (!function.capabilities_inferred) return false;
  bool released = false;
  const std::vector<RowTail> required = flattened(*function.capabilities).tails;
  for (TypeParam* parameter : function.parameters) {
    const auto stands_for = [&](const RowTail& tail) { return tail.parameter == parameter; };
    const auto is_handed = [&](const Local* argument) { return mentions_one_of(argument->type, {parameter}); };
    if (!parameter->is_bound || std::any_of(required.begin(), required.end(), stands_for)) continue;
    if (std::none_of(function.arguments.begin(), function.arguments.end(), is_handed)) continue;
    parameter->is_bound = false;
    released = true;
  }
  return released;
}

constexpr int max_rounds = 64;

}  // namespace

/// Checks the body of `function` and of everything it calls whose rows are inferred. Functions that call each other form a group, found as
/// Tarjan's algorithm finds strong components; the group is checked again, its rows as they have grown, until they grow no more. What one
/// run reports replaces what earlier runs of the same body did.
void Bodies::visit(Function& function, const std::function<void()>& check_body) {
  const std::size_t index = stack_.size();
  stack_.push_back(&function);
  for (int round = 0; round < max_rounds; ++round) {
    entries_[&function] = {Phase::running, index, false, row_sizes(function)};
    diagnostics::Diagnostics outer = std::exchange(world.diagnostics, {});
    running_.push_back(&function);
    check_body();
    running_.pop_back();
    reports_[&function] = std::exchange(world.diagnostics, std::move(outer));
    Entry& own = entries_[&function];
    if (own.low < index) {
      // Part of a group whose first function is still being checked; that one decides when the group is done.
      own.phase = Phase::provisional;
      reach(function);
      return;
    }
    bool grew = false;
    for (std::size_t at = index; at < stack_.size(); ++at) grew = grew || row_sizes(*stack_[at]) != entries_[stack_[at]].sizes_before;
    const bool is_group = own.recursive || stack_.size() > index + 1;
    bool released = false;
    for (std::size_t at = index; !(is_group && grew) && at < stack_.size(); ++at) released = release_rows(*stack_[at]) || released;
    const bool again = ((is_group && grew) || released) && round + 1 < max_rounds;
    for (std::size_t at = index; at < stack_.size(); ++at) {
      if (again) entries_.erase(stack_[at]);
      else entries_[stack_[at]].phase = Phase::done;
    }
    if (!again) break;
    stack_.resize(index + 1);
  }
  stack_.resize(index);
}

/// Notes that the function that is being checked uses `function`, whose rows may still grow.
void Bodies::reach(const Function& function) {
  if (running_.empty()) return;
  const Entry& used = entries_.at(&function);
  if (used.phase == Phase::done) return;
  Entry& user = entries_.at(running_.back());
  user.low = std::min(user.low, used.low);
  if (running_.back() == &function) user.recursive = true;
}

void Bodies::ensure(Function& function) {
  // A declared signature says all that a caller needs.
  if (!function.capabilities_inferred && !function.failures_inferred) return;
  if (function.syntax == nullptr || function.syntax->body == nullptr || function.from_interface) return;
  if (!entries_.contains(&function)) check(function);
  else reach(function);
}

void Bodies::check(Function& function) {
  visit(function, [&] { Body(*this, function).check_function(); });
}

bool Bodies::row_is_unsure(const Function& function) {
  if (function.failures != nullptr && function.failures->is_unsure) return true;
  if (function.syntax == nullptr || function.syntax->body == nullptr || function.from_interface || function.module->is_std()) return false;
  if (function.impl != nullptr && (function.impl->target == nullptr || resolved(function.impl->target)->kind == Kind::error)) return false;
  if (!entries_.contains(&function)) check(const_cast<Function&>(function));
  if (unsure_rows_.contains(&function)) return true;
  const auto report = reports_.find(&function);
  return function.failures_inferred && report != reports_.end() && report->second.has_errors();
}

bool Bodies::ensure(Constant& constant, Span mention) {
  Function& initializer = *constant.initializer;
  if (const auto found = entries_.find(&initializer); found != entries_.end()) {
    // A constant that a function between uses is no cycle of constants, as long as its type is known.
    const bool direct = found->second.phase == Phase::running &&
                        std::all_of(running_.begin() + static_cast<std::ptrdiff_t>(position(initializer)), running_.end(),
                                    [](const Function* one) { return one->role == Function::Role::constant; });
    if (!direct && constant.type != nullptr) {
      reach(initializer);
      return true;
    }
    std::string cycle;
    for (std::size_t at = position(initializer); at < running_.size(); ++at) cycle += "`" + running_[at]->name + "` -> ";
    world.diagnostics.error("D322", mention, "this constant's value needs itself: " + cycle + "`" + constant.name + "`");
    return false;
  }
  if (constant.initializer->result == nullptr) {
    initializer.capabilities = world.solver.empty_row();
    initializer.failures = world.solver.empty_row();
    initializer.result = world.solver.fresh(constant.name_span);
  }
  visit(initializer, [&] { Body(*this, initializer).check_constant(constant, *constant.syntax); });
  return true;
}

std::size_t Bodies::position(const Function& function) const {
  return static_cast<std::size_t>(std::find(running_.begin(), running_.end(), &function) - running_.begin());
}

void Bodies::check_all() {
  const auto function = [&](Function& one) {
    if (one.syntax != nullptr && one.syntax->body != nullptr && !entries_.contains(&one)) check(one);
  };
  for (Part& part : world.program.parts) {
    if (part.module->is_interface) continue;
    for (const Declaration& declaration : part.declarations) {
      if (const auto* free = std::get_if<Function*>(&declaration)) function(**free);
      if (const auto* impl = std::get_if<ImplDecl*>(&declaration)) {
        if ((*impl)->target == nullptr || resolved((*impl)->target)->kind == Kind::error) continue;
        for (Function* member : (*impl)->functions) function(*member);
      }
      if (const auto* trait = std::get_if<TraitDecl*>(&declaration)) {
        for (Function* member : (*trait)->functions) function(*member);
      }
      if (const auto* constant = std::get_if<Constant*>(&declaration);
          constant != nullptr && !entries_.contains((*constant)->initializer)) {
        ensure(**constant, (*constant)->name_span);
      }
    }
  }
  for (Function* test : world.tests) visit(*test, [&] { Body(*this, *test).check_test(); });
  for (const auto& [context, written] : world.contexts) {
    visit(*context, [&, &from = *written, &of = *context] { Body(*this, of).check_context(from); });
  }
  // In an order that does not depend on addresses.
  const auto hand_over = [&](const Function& checked) {
    const auto report = reports_.find(&checked);
    if (report == reports_.end()) return;
    for (diagnostics::Diagnostic& one : report->second.all()) world.diagnostics.append(std::move(one));
  };
  for (const Function& checked : world.program.functions) hand_over(checked);
  for (const Function* checked : world.tests) {
    if (!world.is_part(*checked->test_syntax, *checked->module)) hand_over(*checked);
  }
  for (const auto& [checked, written] : world.contexts) hand_over(*checked);
}

}  // namespace khora2cpp::types
