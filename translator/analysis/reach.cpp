#include "analysis/reach.hpp"

#include <set>

#include "analysis/type_query.hpp"

namespace khora2cpp::analysis {

using types::Function;
using types::Kind;
using types::Type;

namespace {

/// Growing types (`f<A>` calling `f<List<A>>` through a bound) end here; the checker refuses to instantiate deeper (T52).
constexpr int deepest = 64;

class Reacher {
 public:
  Reacher(types::Program& program, const Facts& facts, Reached& reached) : program_(program), facts_(facts), reached_(reached) {}

  void follow(const Mention& mention, int depth) {
    if (mention.function == nullptr || depth > deepest) return;
    BoundCall bound;
    const std::optional<Target> target = target_of(program_, mention, bound);
    if (!target) {
      if (seen_.insert(bound_key(bound)).second) reached_.bounds.push_back(bound);
      return;
    }
    std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(target->function));
    for (const Type* argument : target->arguments) key += ',' + type_key(argument);
    if (!seen_.insert(key).second) return;
    add(target->function);

    const Type* self = mention.self == nullptr ? nullptr : types::resolved(mention.self);
    if (self != nullptr && self->kind == Kind::tuple && target->function->body == nullptr) {
      for (Type* element : self->arguments) {  // the runtime's impl for tuples calls those of the parts
        Mention part = mention;
        part.self = element;
        follow(part, depth + 1);
      }
      return;
    }
    auto found = facts_.functions.find(target->function);
    if (found == facts_.functions.end()) return;
    // By index: following may add to the list that is being read.
    for (std::size_t i = 0; i < found->second.depends.size(); ++i) {
      const BoundCall call = found->second.depends[i];
      follow(at_use(program_, *target, call), depth + 1);
    }
  }

 private:
  void add(const Function* function) {
    for (const Function* known : reached_.functions) {
      if (known == function) return;
    }
    reached_.functions.push_back(function);
  }

  types::Program& program_;
  const Facts& facts_;
  Reached& reached_;
  std::set<std::string> seen_;
};

}  // namespace

Reached reach(types::Program& program, const Facts& facts, const Mention& mention) {
  Reached reached;
  Reacher(program, facts, reached).follow(mention, 0);
  return reached;
}

std::string bound_key(const BoundCall& call) {
  std::string key = "b" + std::to_string(reinterpret_cast<std::uintptr_t>(call.function)) + type_key(call.self);
  for (const Type* argument : call.trait_arguments) key += ',' + type_key(argument);
  return key;
}

namespace {

/// Whether the target raises something where it is used: the row that a parameter of it stands for can be empty.
bool raises_there(types::Program& program, const Target& target) {
  Type* row = program.arena.make(Kind::row);
  row->row = target.function->failures;
  const Type* known = types::resolved(types::normalized(program, types::substituted(program, row, target.parameters, target.arguments)));
  return known->kind != Kind::row || raises_something(known->row);
}

}  // namespace

CallFacts call_facts(types::Program& program, const Facts& facts, const Mention& mention) {
  CallFacts answer;
  BoundCall bound;
  const std::optional<Target> target = target_of(program, mention, bound);
  const Reached reached = reach(program, facts, mention);
  if (target) {
    answer.target = target->function;
    answer.tagged = facts.of(target->function).tagged;
    answer.leaves = facts.of(target->function).raises && raises_there(program, *target);
    // The runtime's impls for tuples answer what those of the parts make them answer.
    const Type* self = mention.self == nullptr ? nullptr : types::resolved(mention.self);
    answer.wraps = self != nullptr && self->kind == Kind::tuple && target->function->role == Function::Role::trait_member;
  } else {
    answer.wraps = true;
    answer.tagged = true;
  }
  if (!reached.bounds.empty()) answer.leaves = true;
  for (const Function* function : reached.functions) {
    if (facts.of(function).stops) answer.leaves = true;
  }
  return answer;
}

}  // namespace khora2cpp::analysis
