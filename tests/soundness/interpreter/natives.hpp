// What the library leaves to C++, from its description (std-core.md); by name, such as `List::map` or `Show for Int::show`.
#pragma once

#include <map>
#include <string>

#include "interpreter/interpreter.hpp"

namespace khora2cpp::interpreter {

/// `arguments` are the call's; type arguments are in `instance`.
Value call_native(Interpreter& run, const Instance& instance, Values& arguments);

using Native = Value (*)(Interpreter& run, const Instance& instance, Values& arguments);
using Natives = std::map<std::string, Native>;

void add_scalars(Natives& natives);
void add_strings(Natives& natives);
void add_lists(Natives& natives);
void add_arrays(Natives& natives);

// ---- the library's types as C++ has them
Value make_list(Interpreter& run, const Values& items);
Values items_of(const Value& list);
Value make_option(Interpreter& run, const Value* value);
inline Value some(Interpreter& run, Value value) { return make_option(run, &value); }
inline Value none(Interpreter& run) { return make_option(run, nullptr); }
/// A record of the library, found by its name.
Value make_record(Interpreter& run, const char* name, Values parts);
/// Puts equal ones in the order in which they stood; `before` says whether the first is strictly less than the second.
void merge_sort(Values& items, const std::function<bool(const Value&, const Value&)>& before);

}  // namespace khora2cpp::interpreter
