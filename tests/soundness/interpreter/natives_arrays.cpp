// `Array` (std-core.md section 15), on which `Vector` and `Map` are built.
#include "interpreter/arithmetic.hpp"
#include "interpreter/natives.hpp"

namespace khora2cpp::interpreter {

namespace {

Value made(Values cells) { return std::make_shared<ArrayData>(ArrayData{std::move(cells)}); }

std::string outside(Wide index, const char* of, std::size_t length) {
  return "index " + digits(index) + " is outside " + of + " of " + std::to_string(length);
}

Value& cell(const Value& whole, const Value& index) {
  Values& cells = array(whole).cells;
  if (number(index) < 0 || number(index) >= static_cast<Wide>(cells.size())) throw Trap{outside(number(index), "an array", cells.size())};
  return cells[static_cast<std::size_t>(number(index))];
}

std::size_t length(const Value& count) {
  if (number(count) < 0) throw Trap{"an array cannot have " + digits(number(count)) + " elements"};
  return static_cast<std::size_t>(number(count));
}

}  // namespace

void add_arrays(Natives& natives) {
  // What C++ does for plain keys must be what Khora does for others.
  for (const char* name : {"has_plain_keys", "has_plain_order"}) {
    natives[name] = [](Interpreter&, const Instance&, Values&) -> Value { return false; };
  }
  const auto add = [&](const char* name, Native native) { natives[std::string("Array::") + name] = native; };
  add("empty", [](Interpreter&, const Instance&, Values&) -> Value { return made({}); });
  add("new", [](Interpreter&, const Instance&, Values& a) -> Value { return made(Values(length(a[0]), a[1])); });
  add("from_fn", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values cells;
    for (std::size_t at = 0; at < length(a[0]); ++at) cells.push_back(run.call(a[1], {static_cast<Wide>(at)}));
    return made(std::move(cells));
  });
  add("length", [](Interpreter&, const Instance&, Values& a) -> Value { return static_cast<Wide>(array(a[0]).cells.size()); });
  add("get", [](Interpreter&, const Instance&, Values& a) -> Value { return cell(a[0], a[1]); });
  add("set", [](Interpreter&, const Instance&, Values& a) -> Value {
    cell(a[0], a[1]) = a[2];
    return Unit{};
  });
  add("prefix", [](Interpreter&, const Instance&, Values& a) -> Value {
    Values cells = array(a[0]).cells;
    if (number(a[1]) < static_cast<Wide>(cells.size())) cells.resize(number(a[1]) < 0 ? 0 : static_cast<std::size_t>(number(a[1])));
    return made(std::move(cells));
  });
  add("extended", [](Interpreter&, const Instance&, Values& a) -> Value {
    Values cells = array(a[0]).cells;
    cells.resize(length(a[1]), a[2]);
    return made(std::move(cells));
  });
  add("at_within", [](Interpreter&, const Instance&, Values& a) -> Value {
    const auto in_use = static_cast<std::size_t>(number(a[2]));
    if (number(a[1]) < 0 || number(a[1]) >= number(a[2])) throw Trap{outside(number(a[1]), "a vector", in_use)};
    return cell(a[0], a[1]);
  });
  add("sort_by", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values cells = array(a[0]).cells;
    merge_sort(cells, [&](const Value& x, const Value& y) { return data(run.call(a[1], {x, y})).which == 0; });
    array(a[0]).cells = std::move(cells);
    return Unit{};
  });
  add("sort_first", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values& cells = array(a[0]).cells;
    Values first(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(length(a[1])));
    merge_sort(first, [&](const Value& x, const Value& y) { return data(run.call(a[2], {x, y})).which == 0; });
    std::copy(first.begin(), first.end(), cells.begin());
    return Unit{};
  });
}

}  // namespace khora2cpp::interpreter
