// Calls, lambdas and the program's entry (syntax-and-types.md 4.9, 6.4, 10.1).
#include "interpreter/interpreter.hpp"
#include "interpreter/natives.hpp"

namespace khora2cpp::interpreter {

Labels Interpreter::labels(const std::vector<types::CapabilityArgument>& arguments, Frame& frame) {
  Labels result;
  for (const types::CapabilityArgument& argument : arguments) result[argument.label] = local(argument.local, frame);
  return result;
}

/// A lambda copies what is around it when it is made (T41). It copies everything: what it does not use makes no difference.
Value Interpreter::make_lambda(const types::Lambda& lambda, Frame& frame) {
  FunctionData made;
  made.lambda = &lambda;
  made.instance = &frame.instance;
  made.captured = frame.locals;
  if (frame.captured != nullptr) made.captured.insert(frame.captured->begin(), frame.captured->end());
  for (const types::Lambda::Bound& bound : lambda.bound) made.captured[bound.parameter] = local(bound.source.local, frame);
  made.effects = frame.effects;
  return std::make_shared<const FunctionData>(std::move(made));
}

Value Interpreter::run(const types::Expr& body, Frame& frame) {
  try {
    return evaluate(body, frame);
  } catch (const Return& answer) {
    return answer.value;
  }
}

Value Interpreter::call(const Value& function, Values arguments, const Labels& capabilities) {
  const auto held = std::get<std::shared_ptr<const FunctionData>>(function);
  if (held->lambda == nullptr) {
    Labels all = held->bound;
    all.insert(capabilities.begin(), capabilities.end());
    if (held->instance != nullptr) {
      Labels effects = held->effects;
      for (const auto& [label, value] : all) effects[label] = value;
      return call(*held->instance, std::move(arguments), all, effects);
    }
    return call(held->inner, std::move(arguments), all);
  }
  const types::Lambda& lambda = *held->lambda;
  Frame frame{*held->instance, {}, &held->captured, held->effects};
  for (std::size_t at = 0; at < lambda.parameters.size(); ++at) frame.locals[lambda.parameters[at]] = std::move(arguments[at]);
  for (const types::Local* place : lambda.capabilities) {
    const auto served = capabilities.find(place->name);
    if (served == capabilities.end()) throw Unsupported("nobody supplies `" + place->name + "` to a lambda");
    frame.locals[place] = served->second;
  }
  if (lambda.recursive != nullptr) frame.locals[lambda.recursive] = function;
  return run(*lambda.body, frame);
}

Value Interpreter::call(const Instance& instance, Values arguments, const Labels& capabilities, const Labels& effects) {
  if (instance.kind == Instance::Kind::structural) return structural(instance, arguments);
  if (instance.kind == Instance::Kind::native) return call_native(*this, instance, arguments);
  const types::Function& function = *instance.function;
  if (function.body == nullptr) throw Unsupported("`" + function.name + "` has no body");
  Frame frame{instance, {}, nullptr, effects};
  for (std::size_t at = 0; at < function.arguments.size(); ++at) frame.locals[function.arguments[at]] = std::move(arguments[at]);
  for (const types::Local* place : function.capability_locals) {
    auto served = capabilities.find(place->name);
    if (served == capabilities.end()) {
      served = effects.find(place->name);
      if (served == effects.end()) throw Unsupported("nobody supplies `" + place->name + "` to `" + function.name + "`");
    }
    frame.locals[place] = served->second;
  }
  return run(*function.body, frame);
}

Interpreter::Result Interpreter::run_main() {
  Result result;
  try {
    const Value answer = call(instances_.plain(*program_.main), {});
    if (const Wide* status = std::get_if<Wide>(&answer)) result.status = static_cast<int>(static_cast<unsigned>(*status) & 0xFFu);
  } catch (const Raised& failure) {
    result.complaint = types::to_string(failure.type);
    result.status = 1;
  } catch (const Trap& trap) {
    result.complaint = trap.line;
    result.status = 134;
  }
  result.output = std::move(output_);
  return result;
}

}  // namespace khora2cpp::interpreter
