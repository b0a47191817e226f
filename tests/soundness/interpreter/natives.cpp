#include "interpreter/natives.hpp"

#include <algorithm>

namespace khora2cpp::interpreter {

namespace {

std::string name_of(const types::Function& function) {
  if (function.impl == nullptr) return function.name;
  const types::Type* target = types::resolved(function.impl->target);
  const std::string owner = target->kind == types::Kind::nominal ? target->decl->name : types::to_string(target);
  return (function.impl->trait != nullptr ? function.impl->trait->name + " for " : std::string()) + owner + "::" + function.name;
}

const Natives& natives() {
  static const Natives all = [] {
    Natives made;
    add_scalars(made);
    add_strings(made);
    add_lists(made);
    add_arrays(made);
    made["print"] = [](Interpreter& run, const Instance&, Values& a) -> Value {
      run.print(text_of(a[0]));
      return Unit{};
    };
    made["todo"] = [](Interpreter&, const Instance&, Values&) -> Value { throw Trap{"this is not written yet"}; };
    return made;
  }();
  return all;
}

}  // namespace

Value call_native(Interpreter& run, const Instance& instance, Values& arguments) {
  const std::string name = name_of(*instance.function);
  const auto found = natives().find(name);
  if (found == natives().end()) throw Unsupported("`" + name + "` is not interpreted");
  return found->second(run, instance, arguments);
}

Value make_list(Interpreter& run, const Values& items) {
  Value list = make_case(run.program().list, "Nil");
  for (std::size_t at = items.size(); at-- > 0;) list = make_case(run.program().list, "Cons", {items[at], list});
  return list;
}

Values items_of(const Value& list) {
  Values items;
  for (const Value* rest = &list; !data(*rest).parts.empty(); rest = &data(*rest).parts[1]) items.push_back(data(*rest).parts[0]);
  return items;
}

Value make_option(Interpreter& run, const Value* value) {
  return value != nullptr ? make_case(run.program().option, "Some", {*value}) : make_case(run.program().option, "None");
}

Value make_record(Interpreter& run, const char* name, Values parts) {
  for (const types::TypeDecl& decl : run.program().type_decls) {
    if (decl.name == name && decl.module != nullptr && decl.module->path == "std::core") return make_data(&decl, 0, std::move(parts));
  }
  throw Unsupported(std::string("the library has no `") + name + "`");
}

void merge_sort(Values& items, const std::function<bool(const Value&, const Value&)>& before) {
  if (items.size() < 2) return;
  const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
  Values left(items.begin(), middle);
  Values right(middle, items.end());
  merge_sort(left, before);
  merge_sort(right, before);
  items.clear();
  std::size_t at = 0;
  std::size_t other = 0;
  while (at < left.size() && other < right.size()) {
    items.push_back(before(right[other], left[at]) ? right[other++] : left[at++]);
  }
  items.insert(items.end(), left.begin() + static_cast<std::ptrdiff_t>(at), left.end());
  items.insert(items.end(), right.begin() + static_cast<std::ptrdiff_t>(other), right.end());
}

}  // namespace khora2cpp::interpreter
