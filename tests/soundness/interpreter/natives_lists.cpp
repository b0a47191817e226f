// `List` (std-core.md section 12). Function arguments are called in the order that the page gives; what they raise goes through.
#include "interpreter/natives.hpp"

namespace khora2cpp::interpreter {

namespace {

types::Type* element(const Instance& instance) { return instance.arguments[0]; }

/// The list behind the first `count` elements.
Value behind(Value list, Wide count) {
  for (; count > 0 && !data(list).parts.empty(); --count) list = Value(data(list).parts[1]);
  return list;
}

/// The position of the element that no other goes before: `sign` -1 for the least, 1 for the greatest.
Value extreme(Interpreter& run, const Instance& instance, const Value& list, int sign) {
  const Values items = items_of(list);
  if (items.empty()) return none(run);
  std::size_t best = 0;
  for (std::size_t at = 1; at < items.size(); ++at) {
    if (run.compare(element(instance), items[at], items[best]) * sign > 0) best = at;
  }
  return some(run, items[best]);
}

}  // namespace

void add_lists(Natives& natives) {
  const auto add = [&](const char* name, Native native) { natives[std::string("List::") + name] = native; };
  add("is_empty", [](Interpreter&, const Instance&, Values& a) -> Value { return data(a[0]).parts.empty(); });
  add("length", [](Interpreter&, const Instance&, Values& a) -> Value { return static_cast<Wide>(items_of(a[0]).size()); });
  add("head", [](Interpreter& run, const Instance&, Values& a) -> Value {
    return data(a[0]).parts.empty() ? none(run) : some(run, data(a[0]).parts[0]);
  });
  add("last", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const Values items = items_of(a[0]);
    return items.empty() ? none(run) : some(run, items.back());
  });
  add("nth", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const Values items = items_of(a[0]);
    const Wide index = number(a[1]);
    if (index < 0 || index >= static_cast<Wide>(items.size())) return none(run);
    return some(run, items[static_cast<std::size_t>(index)]);
  });
  add("push", [](Interpreter& run, const Instance&, Values& a) -> Value { return make_case(run.program().list, "Cons", {a[1], a[0]}); });
  add("concat", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values items = items_of(a[0]);
    const Values other = items_of(a[1]);
    items.insert(items.end(), other.begin(), other.end());
    return make_list(run, items);
  });
  add("reverse", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const Values items = items_of(a[0]);
    return make_list(run, {items.rbegin(), items.rend()});
  });
  add("reverse_onto", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const Values items = items_of(a[0]);
    Values all(items.rbegin(), items.rend());
    const Values other = items_of(a[1]);
    all.insert(all.end(), other.begin(), other.end());
    return make_list(run, all);
  });
  add("fold", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Value total = a[1];
    for (const Value& item : items_of(a[0])) total = run.call(a[2], {total, item});
    return total;
  });
  add("any", [](Interpreter& run, const Instance&, Values& a) -> Value {
    for (const Value& item : items_of(a[0])) {
      if (truth(run.call(a[1], {item}))) return true;
    }
    return false;
  });
  add("all", [](Interpreter& run, const Instance&, Values& a) -> Value {
    for (const Value& item : items_of(a[0])) {
      if (!truth(run.call(a[1], {item}))) return false;
    }
    return true;
  });
  add("find", [](Interpreter& run, const Instance&, Values& a) -> Value {
    for (const Value& item : items_of(a[0])) {
      if (truth(run.call(a[1], {item}))) return some(run, item);
    }
    return none(run);
  });
  add("take", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values items = items_of(a[0]);
    if (number(a[1]) < static_cast<Wide>(items.size())) items.resize(number(a[1]) < 0 ? 0 : static_cast<std::size_t>(number(a[1])));
    return make_list(run, items);
  });
  add("drop", [](Interpreter&, const Instance&, Values& a) -> Value { return behind(a[0], number(a[1])); });
  add("filter", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values kept;
    for (const Value& item : items_of(a[0])) {
      if (truth(run.call(a[1], {item}))) kept.push_back(item);
    }
    return make_list(run, kept);
  });
  add("sort_by", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values items = items_of(a[0]);
    merge_sort(items, [&](const Value& x, const Value& y) { return data(run.call(a[1], {x, y})).which == 0; });
    return make_list(run, items);
  });
  add("partition", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values kept;
    Values rest;
    for (const Value& item : items_of(a[0])) (truth(run.call(a[1], {item})) ? kept : rest).push_back(item);
    return make_record(run, "Parts", {make_list(run, kept), make_list(run, rest)});
  });
  add("map", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values mapped;
    for (const Value& item : items_of(a[0])) mapped.push_back(run.call(a[1], {item}));
    return make_list(run, mapped);
  });
  add("flat_map", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values mapped;
    for (const Value& item : items_of(a[0])) {
      const Values more = items_of(run.call(a[1], {item}));
      mapped.insert(mapped.end(), more.begin(), more.end());
    }
    return make_list(run, mapped);
  });
  add("zip", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const Values left = items_of(a[0]);
    const Values right = items_of(a[1]);
    Values pairs;
    for (std::size_t at = 0; at < left.size() && at < right.size(); ++at) pairs.push_back(make_record(run, "Pair", {left[at], right[at]}));
    return make_list(run, pairs);
  });
  add("sort", [](Interpreter& run, const Instance& in, Values& a) -> Value {
    Values items = items_of(a[0]);
    merge_sort(items, [&](const Value& x, const Value& y) { return run.compare(element(in), x, y) < 0; });
    return make_list(run, items);
  });
  add("split", [](Interpreter& run, const Instance&, Values& a) -> Value {
    Values items = items_of(a[0]);
    const std::size_t half = items.size() / 2;
    items.resize(half);
    return make_record(run, "Halves", {make_list(run, items), behind(a[0], static_cast<Wide>(half))});
  });
  add("min", [](Interpreter& run, const Instance& in, Values& a) -> Value { return extreme(run, in, a[0], -1); });
  add("max", [](Interpreter& run, const Instance& in, Values& a) -> Value { return extreme(run, in, a[0], 1); });
  add("compare", [](Interpreter& run, const Instance& in, Values& a) -> Value {
    const Values left = items_of(a[0]);
    const Values right = items_of(a[1]);
    int order = 0;
    for (std::size_t at = 0; order == 0 && at < left.size() && at < right.size(); ++at) {
      order = run.compare(element(in), left[at], right[at]);
    }
    if (order == 0) order = left.size() < right.size() ? -1 : left.size() > right.size() ? 1 : 0;
    return make_case(run.program().ordering, order < 0 ? "Less" : order > 0 ? "Greater" : "Equal");
  });
  add("contains", [](Interpreter& run, const Instance& in, Values& a) -> Value {
    for (const Value& item : items_of(a[0])) {
      if (run.equal(element(in), item, a[1])) return true;
    }
    return false;
  });
  add("equals", [](Interpreter& run, const Instance& in, Values& a) -> Value {
    const Values left = items_of(a[0]);
    const Values right = items_of(a[1]);
    for (std::size_t at = 0; at < left.size() && at < right.size(); ++at) {
      if (!run.equal(element(in), left[at], right[at])) return false;
    }
    return left.size() == right.size();
  });
  add("sum", [](Interpreter&, const Instance&, Values& a) -> Value {
    Wide total = 0;
    for (const Value& item : items_of(a[0])) {
      total += number(item);
      if (total > INT64_MAX || total < INT64_MIN) throw Trap{"Int addition overflowed"};
    }
    return total;
  });
}

}  // namespace khora2cpp::interpreter
