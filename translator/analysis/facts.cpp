#include "analysis/facts.hpp"

#include "analysis/can_stop.hpp"
#include "analysis/derive.hpp"
#include "analysis/last_use.hpp"
#include "analysis/layout.hpp"
#include "analysis/local_uses.hpp"
#include "analysis/placement.hpp"

namespace khora2cpp::analysis {

namespace {

template <class Key, class Value>
const Value& find_or_default(const std::map<const Key*, Value>& facts, const Key* key) {
  static const Value nothing{};
  auto found = facts.find(key);
  return found == facts.end() ? nothing : found->second;
}

}  // namespace

const FunctionFacts& Facts::of(const types::Function* function) const { return find_or_default(functions, function); }
const LambdaFacts& Facts::of(const types::Lambda* lambda) const { return find_or_default(lambdas, lambda); }
const LocalUse& Facts::of(const types::Local* local) const { return find_or_default(locals, local); }

bool Facts::takes_by_value(const types::Function* function, std::size_t argument) const {
  const std::vector<bool>& sinks = of(function).sinks;
  if (!function->native.is_native) return argument < sinks.size() && sinks[argument];
  if (function->native.looks_only) return false;
  if (function->native.takes_all) return true;
  return argument < function->arguments.size() && types::resolved(function->arguments[argument]->type)->kind == types::Kind::parameter;
}

std::unique_ptr<Facts> analyse(types::Program& program) {
  write_derived_impls(program);
  auto facts = std::make_unique<Facts>();
  facts->boxed = boxed_types(program);
  find_local_uses(program, *facts);
  find_stopping_functions(program, *facts);
  find_stopping_lambdas(program, *facts);
  find_last_uses(program, *facts);
  place_declarations(program, *facts);
  return facts;
}

}  // namespace khora2cpp::analysis
