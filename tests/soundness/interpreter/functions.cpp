// Calls, lambdas and the program's entry (syntax-and-types.md 4.9, 6.4, 10.1).
#include "interpreter/interpreter.hpp"
#include "interpreter/natives.hpp"

namespace khora2cpp::interpreter {

Labels Interpreter::labels(const std::vector<types::CapabilityArgument>& arguments, Frame& frame) {
  Labels result;
  for (const types::CapabilityArgument& argument : arguments) result[argument.label] = local(argument.local, frame);
  return result;
}

Labels Interpreter::labels(const std::vector<types::CapabilityArgument>& arguments, const std::vector<types::TailArgument>& tails, Frame& frame) {
  Labels result = labels(arguments, frame);
  for (const types::TailArgument& argument : tails) {
    types::Type* row = program_.arena.make(types::Kind::row);
    row->row = program_.arena.make_row();
    row->row->tails.push_back(argument.tail);
    for (const auto& [label, effect] : types::flattened(*instances_.closed(frame.instance, row)->row).entries) {
      // What is missing was bound to the functions that want it (`TypeParam::is_bound`).
      const Labels& served = frame.rows.at(argument.lambda);
      if (const auto value = served.find(label); value != served.end()) result.emplace(label, value->second);
    }
  }
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
  made.rows = frame.rows;
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
      // What the function binds when it is called by its name, it was passed here.
      const std::vector<types::Local*>& declared = held->instance->function->arguments;
      for (std::size_t at = 0; at < arguments.size() && at < declared.size(); ++at) {
        if (types::resolved(declared[at]->type)->kind != types::Kind::function) continue;
        FunctionData bound;
        bound.inner = arguments[at];
        bound.bound = all;
        arguments[at] = std::make_shared<const FunctionData>(std::move(bound));
      }
      return call(*held->instance, std::move(arguments), all, all);
    }
    return call(held->inner, std::move(arguments), all);
  }
  const types::Lambda& lambda = *held->lambda;
  Frame frame{*held->instance, {}, &held->captured, held->rows};
  frame.rows[&lambda] = capabilities;
  for (std::size_t at = 0; at < lambda.parameters.size(); ++at) frame.locals[lambda.parameters[at]] = std::move(arguments[at]);
  for (const types::Local* place : lambda.capabilities) {
    const auto served = capabilities.find(place->name);
    if (served == capabilities.end()) throw Unsupported("nobody supplies `" + place->name + "` to a lambda");
    frame.locals[place] = served->second;
  }
  if (lambda.recursive != nullptr) frame.locals[lambda.recursive] = function;
  return run(*lambda.body, frame);
}

Value Interpreter::call(const Instance& instance, Values arguments, const Labels& capabilities, const Labels& rows) {
  if (instance.kind == Instance::Kind::structural) return structural(instance, arguments);
  if (instance.kind == Instance::Kind::native) return call_native(*this, instance, arguments);
  const types::Function& function = *instance.function;
  if (function.body == nullptr) throw Unsupported("`" + function.name + "` has no body");
  Frame frame{instance, {}, nullptr, {{nullptr, rows}}};
  for (std::size_t at = 0; at < function.arguments.size(); ++at) frame.locals[function.arguments[at]] = std::move(arguments[at]);
  for (const types::Local* place : function.capability_locals) {
    auto served = capabilities.find(place->name);
    if (served == capabilities.end()) {
      served = rows.find(place->name);
      if (served == rows.end()) throw Unsupported("nobody supplies `" + place->name + "` to `" + function.name + "`");
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
