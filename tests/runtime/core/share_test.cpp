#include "khora/share.hpp"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "khora/core/list.hpp"
#include "khora/core/option.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/memory.hpp"
#include "khora/native/array.hpp"
#include "khora/native/list.hpp"
#include "khora/ref.hpp"
#include "khora/row.hpp"
#include "khora/string.hpp"
#include "khora/tuple.hpp"
#include "text_of.hpp"

using namespace khora;
using core::List;

namespace {

// Counts what a walk meets, and how much of it is shared.
class Census final : public detail::Visitor {
 public:
  void reference(const detail::Header& object, const detail::Kind& kind) override {
    ++objects;
    if (object.count.shared()) ++shared;
    if (kind.children != nullptr) pending_.push_back({&object, &kind});
  }
  template <class T>
  static Census of(const T& value) {
    Census census;
    detail::walk(value, census);
    while (!census.pending_.empty()) {
      const auto [object, kind] = census.pending_.back();
      census.pending_.pop_back();
      kind->children(object, census);
    }
    return census;
  }
  int objects = 0;
  int shared = 0;

 private:
  std::vector<std::pair<const detail::Header*, const detail::Kind*>> pending_;
};

struct BoxFields {
  String name;
  List<String> items;
  core::Option<String> note;
  Tuple<String, Int> pair;
  static constexpr auto fields =
      std::tuple{&BoxFields::name, &BoxFields::items, &BoxFields::note, &BoxFields::pair};
};
class Box : public Ref<BoxFields> {
 public:
  using Ref::Ref;
};

struct LogOps {
  Fn<Unit(String)> write;
  static constexpr auto fields = std::tuple{&LogOps::write};
};
class Log : public Handler<LogOps> {
 public:
  using Handler::Handler;
};

String fresh(const char* text) { return String(std::string_view(text)); }

}  // namespace

TEST_CASE("scalars and literals have nothing to mark") {
  CHECK(share(Int(3)) == 3);
  CHECK(share(String("oat")) == "oat");
  CHECK(Census::of(String("oat")).objects == 0);
}

TEST_CASE("everything reachable becomes shared") {
  const Box box(BoxFields{fresh("a"), List<String>::of(fresh("b"), fresh("c")),
                          core::Option<String>::Some{fresh("d")}, {fresh("e"), 1}});
  CHECK(Census::of(box).objects == 8);
  CHECK(Census::of(box).shared == 0);
  const Box same = share(box);
  CHECK(same.same_as(box));
  CHECK(Census::of(box).shared == 8);
}

TEST_CASE("a walk stops at what is shared already") {
  const List<Int> tail = share(List<Int>::of(1, 2, 3));
  const List<Int> list = List<Int>::push(tail, 0);
  CHECK(Census::of(list).shared == 3);
  share_in_place(list);
  CHECK(Census::of(list).shared == 4);
}

TEST_CASE("sharing a long list takes no stack") {
  const std::int64_t before = detail::live_objects();
  {
    ListBuilder<List<Int>> builder;
    for (int n = 0; n < 300000; ++n) builder.add(List<Int>::of(n));
    const List<List<Int>> list = share(builder.finish());
    CHECK(Census::of(list).shared == 600000);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a closure is looked through when it says what it holds") {
  const String text = fresh("abc");
  const Fn<String()> closed([text]() { return text; }, holds(text));
  CHECK(Census::of(closed).objects == 2);
  share_in_place(closed);
  CHECK(Census::of(text).shared == 1);
  const Log log(LogOps{.write = {[text](const String&) {}, holds(text)}});
  CHECK(Census::of(log).objects == 3);
  share_in_place(log);
  CHECK(Census::of(log).shared == 3);
}

TEST_CASE("a function value held by what it holds itself is found, and nothing is counted for it") {
  const std::int64_t before = detail::live_objects();
  {
    const String text = fresh("abc");
    const Fn<String()> inner([text]() { return text; }, holds(text));
    const Fn<String()> outer([inner]() { return inner(); }, holds(inner));
    CHECK(Census::of(outer).objects == 3);
    CHECK(outer().answer() == "abc");
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("arrays, rows") {
  const auto array = core::Array<String>::new_(3, fresh("x"));
  CHECK(Census::of(array).objects == 4);
  const Row<Cap<"a", String>, Cap<"b", Int>> row{fresh("x"), Int(1)};
  CHECK(Census::of(row).objects == 1);
}

TEST_CASE("a shared value is counted from several threads") {
  const std::int64_t before = detail::live_objects();
  {
    ListBuilder<String> builder;
    for (int n = 0; n < 100; ++n) builder.add(Int::to_string(n));
    const List<String> list = share(builder.finish());
    std::vector<std::thread> threads;
    for (int n = 0; n < 4; ++n) {
      threads.emplace_back([list] {
        for (int round = 0; round < 200; ++round) {
          const List<String> mine = list;
          const List<String> copy = List<String>::reverse(mine);
          if (List<String>::length(copy) != 100) std::abort();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(Census::of(list).shared == 200);
  }
  CHECK(detail::live_objects() == before);
}
