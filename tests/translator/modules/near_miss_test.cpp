#include "modules/near_miss.hpp"

#include <catch2/catch.hpp>

using khora2cpp::modules::edit_distance;
using khora2cpp::modules::near_miss;

TEST_CASE("edit distance counts slips of the fingers") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("spill", "spill") == 0);
  CHECK(edit_distance("spill", "spil") == 1);
  CHECK(edit_distance("spill", "spell") == 1);
  CHECK(edit_distance("spill", "sipll") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("a near miss is close, and the first one in order among equals") {
  CHECK(near_miss("lenght", {"width", "length"}) == "length");
  CHECK(near_miss("Show", {"show", "Shaw"}) == "show");
  CHECK(near_miss("pair", {"fair", "hair"}) == "fair");
  CHECK(near_miss("tide", {"harbor", "crane"}).empty());
  CHECK(near_miss("x", {"y", "z"}).empty());
  CHECK(near_miss("", {"a"}).empty());
}
