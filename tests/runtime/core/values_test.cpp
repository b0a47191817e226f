// Records, variants, tuples, handlers and rows in the forms that the translator writes.
#include <catch2/catch.hpp>

#include "khora/boxed_variant.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/memory.hpp"
#include "khora/ref.hpp"
#include "khora/row.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/tuple.hpp"
#include "khora/variant.hpp"
#include "text_of.hpp"

using namespace khora;
using khora::get;

namespace quay {

struct TankFields {
  String label;
  Int liters;
  static constexpr auto fields = std::tuple{&TankFields::label, &TankFields::liters};
};
class Tank : public Ref<TankFields> {
 public:
  Tank() = default;
  explicit Tank(TankFields fields) : Ref<TankFields>(std::move(fields)) {}
  static void pour(const Tank& self, Int liters) { self->liters = self->liters + liters; }
};

struct WindCases {
  struct Calm {};
  struct Gale {
    Int force;
    static constexpr auto fields = std::tuple{&Gale::force};
  };
};
struct Wind : WindCases, Variant<WindCases::Calm, WindCases::Gale> {
  using Variant::Variant;
  enum class Case { Calm, Gale };
  Case which() const { return static_cast<Case>(index()); }
};

struct NoteCases {
  struct Text {
    String text;
    static constexpr auto fields = std::tuple{&Text::text};
  };
  struct Two {
    String first;
    String second;
    static constexpr auto fields = std::tuple{&Two::first, &Two::second};
  };
  struct None {};
};
struct Note : NoteCases, Variant<NoteCases::Text, NoteCases::Two, NoteCases::None> {
  using Variant::Variant;
};

class Tree;
struct TreeCases {
  struct Leaf;
  struct Node;
  struct Bud;
};
class Tree : public TreeCases, public BoxedVariant<TreeCases::Leaf, TreeCases::Node, TreeCases::Bud> {
 public:
  using BoxedVariant::BoxedVariant;
  enum class Case { Leaf, Node, Bud };
  Case which() const { return static_cast<Case>(index()); }
};
struct TreeCases::Leaf {};
struct TreeCases::Bud {};
struct TreeCases::Node {
  Tree left;
  Int value;
  Tree right;
  static constexpr auto fields = std::tuple{&Node::left, &Node::value, &Node::right};
};

struct CraneFields {
  String name;
  Int reach;
  Tank tank;
  static constexpr auto fields = std::tuple{&CraneFields::name, &CraneFields::reach, &CraneFields::tank};
};
class Crane : public Ref<CraneFields> {
 public:
  using Ref<CraneFields>::Ref;
};

struct LinkFields;
class Link : public Ref<LinkFields> {
 public:
  Link() = default;
  explicit Link(LinkFields fields);
};
struct LinkFields {
  Link next;
  Tuple<Link, Int> other;
  static constexpr auto fields = std::tuple{&LinkFields::next, &LinkFields::other};
};
Link::Link(LinkFields fields) : Ref<LinkFields>(std::move(fields)) {}

struct KilnOps {
  Fn<Unit(Int)> light;
  Fn<Int()> heat;
  static constexpr auto fields = std::tuple{&KilnOps::light, &KilnOps::heat};
};
class Kiln : public Handler<KilnOps> {
 public:
  using Handler::Handler;
};

Int force(const Wind& wind) {
  switch (wind.which()) {
    case Wind::Case::Calm: return 0;
    case Wind::Case::Gale: return wind.as<Wind::Gale>().force;
  }
  unreachable();
}

Tagged<Wind> measured(bool strong) {
  if (strong) return Wind::Gale{9};
  return Wind::Calm{};
}

}  // namespace quay
using namespace quay;

TEST_CASE("a record that is a reference is made with braces, as one that is a struct") {
  const auto objects = khora::detail::live_objects();
  {
    const quay::Tank tank(quay::TankFields{"oil", 7});
    const quay::Crane crane{"north", 30, tank};
    const quay::Crane copy(crane);
    REQUIRE(copy.same_as(crane));
    REQUIRE((crane->name == "north" && crane->reach == 30 && crane->tank.same_as(tank)));
  }
  REQUIRE(khora::detail::live_objects() == objects);
}

TEST_CASE("a record with identity is changed through every handle") {
  const std::int64_t before = detail::live_objects();
  {
    const Tank tank(TankFields{.label = "A", .liters = 1});
    const Tank other = tank;
    Tank::pour(other, 6);
    CHECK(tank->liters == 7);
    CHECK(tank.same_as(other));
    CHECK_FALSE(tank.unique());
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a variant of trivial cases is trivial") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<Wind>);
  STATIC_REQUIRE(sizeof(Wind) == 16);
  Wind wind = Wind::Gale{8};
  CHECK(force(wind) == 8);
  wind = Wind::Calm{};
  CHECK(force(wind) == 0);
  CHECK(khora::is<Wind::Calm>(Wind()));
  Wind answer;
  REQUIRE_FALSE(measured(true).to(answer));
  CHECK(khora::as<Wind::Gale>(answer).force == 9);
  CHECK(khora::if_<Wind::Calm>(answer) == nullptr);
}

TEST_CASE("a variant owns the payload of its case") {
  const std::int64_t before = detail::live_objects();
  {
    Note note = Note::Text{String("a") + "b"};
    Note other = note;
    CHECK(other.as<Note::Text>().text == "ab");
    other = Note::Two{note.as<Note::Text>().text, "c"};
    CHECK(other.as<Note::Two>().first == "ab");
    note = other;
    CHECK(note.is<Note::Two>());
    Note& same = note;
    note = std::move(same);
    CHECK(note.as<Note::Two>().second == "c");
    CHECK(khora::as<Note::Two>(std::move(note)).first == "ab");
    CHECK(Note().is<Note::None>());
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a recursive variant is a pointer, and cases without payload are not allocated") {
  STATIC_REQUIRE(sizeof(Tree) == sizeof(void*));
  const std::int64_t before = detail::live_objects();
  {
    const Tree leaf = Tree::Leaf{};
    const Tree bud = Tree::Bud{};
    CHECK(detail::live_objects() == before);
    CHECK(leaf.which() == Tree::Case::Leaf);
    CHECK(bud.which() == Tree::Case::Bud);
    CHECK(Tree().is<Tree::Leaf>());
    const Tree node = Tree::Node{leaf, 3, bud};
    CHECK(detail::live_objects() == before + 1);
    CHECK(node.which() == Tree::Case::Node);
    CHECK(node.as<Tree::Node>().value == 3);
    CHECK(node.as<Tree::Node>().right.is<Tree::Bud>());
    const Tree copy = node;
    CHECK_FALSE(node.unique());
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("deep structures are freed in constant stack") {
  const std::int64_t before = detail::live_objects();
  {
    Tree spine;
    Link link;
    for (int n = 0; n < 500000; ++n) {
      spine = n % 2 == 0 ? Tree(Tree::Node{std::move(spine), n, Tree::Leaf{}})
                         : Tree(Tree::Node{Tree::Bud{}, n, std::move(spine)});
      link = n % 2 == 0 ? Link(LinkFields{std::move(link), {Link(), 1}}) : Link(LinkFields{Link(), {std::move(link), 1}});
    }
    CHECK(detail::live_objects() == before + 1000000);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a destructor that waits starts a list of releases of its own") {
  struct Waits {
    int* freed = nullptr;
    bool* seen = nullptr;
    Waits() = default;
    Waits(int* count, bool* result) : freed(count), seen(result) {}
    Waits(Waits&& other) noexcept : freed(std::exchange(other.freed, nullptr)), seen(other.seen) {}
    ~Waits() {
      if (freed == nullptr) return;
      const detail::ReleasePause pause;
      const std::int64_t live = detail::live_objects();
      { const Tank inside(TankFields{"x", 1}); }
      *seen = detail::live_objects() == live;  // freed at once, not when the outer release comes round to it
      ++*freed;
    }
  };
  struct HolderFields {
    Waits first;
    Tank tank;
  };
  int freed = 0;
  bool seen = false;
  const std::int64_t before = detail::live_objects();
  { const Ref<HolderFields> holder(HolderFields{Waits(&freed, &seen), Tank(TankFields{"y", 2})}); }
  CHECK(freed == 1);
  CHECK(seen);
  CHECK(detail::live_objects() == before);
}

TEST_CASE("tuples") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<Tuple<Int, bool>>);
  const Tuple<Int, String> pair{1, "a"};
  CHECK(get<0>(pair) == 1);
  CHECK(get<1>(pair) == "a");
  const Tuple<Int> one{4};
  CHECK(get<0>(one) == 4);
  const Tuple<Tuple<Int>, Unit> nested{one, unit};
  CHECK(get<0>(get<0>(nested)) == 4);
  Tagged<Tuple<Int, String>> tagged_pair = Tuple<Int, String>{2, "b"};
  CHECK(get<1>(tagged_pair.answer()) == "b");
}

TEST_CASE("handlers") {
  const std::int64_t before = detail::live_objects();
  {
    const Tank tank(TankFields{"A", 0});
    const Kiln kiln(KilnOps{.light = [tank](Int n) { Tank::pour(tank, n); }, .heat = []() -> Int { return 20; }});
    const Kiln same = kiln;
    CHECK(same->light(3).answered());
    CHECK(kiln->heat().answer() == 20);
    CHECK(tank->liters == 3);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("rows of capabilities") {
  struct Fs {
    Int number;
  };
  const Row<Cap<"clock", Int>, Cap<"fs", Fs>> row{Int(7), Fs{3}};
  CHECK(the<"fs">(row).number == 3);
  CHECK(the<"clock">(row) == 7);
  const Row<> nothing;
  static_cast<void>(nothing);
}
