#include "emit/doc.hpp"

#include <catch2/catch.hpp>

using khora2cpp::emit::Doc;

namespace {

Doc numbered(const std::string& word, int count) {
  std::vector<Doc> items;
  for (int i = 0; i < count; ++i) items.push_back(word + std::to_string(i));
  return Doc::list("call(", std::move(items), ")");
}

}  // namespace

TEST_CASE("doc: what fits stays on one line") {
  CHECK(numbered("argument", 3).layout(2, 2) == "call(argument0, argument1, argument2)");
}

TEST_CASE("doc: a list that is too long continues behind its opening") {
  const std::string text = numbered("a_rather_long_argument_", 6).layout(0, 0);
  CHECK(text ==
        "call(a_rather_long_argument_0, a_rather_long_argument_1, a_rather_long_argument_2, a_rather_long_argument_3,\n"
        "     a_rather_long_argument_4, a_rather_long_argument_5)");
}

TEST_CASE("doc: what follows on the line counts") {
  const Doc list = numbered("argument_", 8);
  CHECK(list.width() == 100);
  CHECK(list.layout(0, 0, 10).find('\n') == std::string::npos);
  CHECK(list.layout(0, 0, 11).find('\n') != std::string::npos);
}

TEST_CASE("doc: an item wider than what is left starts below") {
  const Doc list = Doc::list("some_function_with_quite_a_long_name_that_leaves_little_room(",
                             {"another_call_that_would_not_fit_behind_it_in_any_case(argument)"}, ")");
  CHECK(list.layout(2, 2) ==
        "some_function_with_quite_a_long_name_that_leaves_little_room(\n"
        "      another_call_that_would_not_fit_behind_it_in_any_case(argument))");
}

TEST_CASE("doc: a lambda's body is indented like the statement it is in") {
  const auto body = [](std::size_t indent) { return std::string(indent + 2, ' ') + "return x + x;\n"; };
  const Doc lambda = Doc::concat({"[](Int x) ", Doc::block(body, "{ return x + x; }")});
  const Doc call = Doc::list("map(", {"xs", lambda}, ")");
  CHECK(call.layout(2, 2) == "map(xs, [](Int x) { return x + x; })");

  const Doc long_lambda = Doc::concat({"[](Int x) ", Doc::block(body, std::nullopt)});
  CHECK(Doc::list("map(", {"xs", long_lambda}, ")").layout(2, 2) == "map(xs, [](Int x) {\n    return x + x;\n  })");
}

TEST_CASE("doc: conditions break behind their operators") {
  const std::string long_name(60, 'a');
  const Doc chain = Doc::chain({long_name, long_name, "b"}, {"&&", "&&"});
  CHECK(chain.layout(0, 4) == long_name + " &&\n    " + long_name + " && b");
}

TEST_CASE("doc: columns are scalars") { CHECK(khora2cpp::emit::columns("h\xC3\xA9") == 2); }
