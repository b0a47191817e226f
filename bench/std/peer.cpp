// The other side of the comparison: the standard library of C++, and nlohmann::json. See main.kh, which does the same.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

extern "C" std::int64_t bench_cpu_micros();

namespace {

constexpr std::int64_t count = 1'000'000;

template <class F>
void timed(const char* part, F&& work) {
  const long long start = bench_cpu_micros();
  const long long answer = static_cast<long long>(work());
  const long long end = bench_cpu_micros();
  std::printf("%s %lld %lld\n", part, end - start, answer);
}

std::vector<std::int64_t> numbers() {
  std::int64_t seed = 42;
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < count; ++i) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    all.push_back(seed);
  }
  return {all.rbegin(), all.rend()};
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const std::int64_t number : numbers()) all.push_back("customer-" + std::to_string(number % count));
  return all;
}

void map_of_ints() {
  const auto keys = numbers();
  std::unordered_map<std::int64_t, std::int64_t> map;
  timed("map_int_insert", [&] {
    for (const auto key : keys) map.insert_or_assign(key, key + 1);
    return map.size();
  });
  timed("map_int_lookup", [&] {
    std::int64_t sum = 0;
    for (const auto key : keys) sum += map.find(key)->second;
    return sum;
  });
  timed("map_int_iterate", [&] {
    std::int64_t sum = 0;
    for (const auto& entry : map) sum += entry.second;
    return sum;
  });
}

void map_of_strings() {
  const auto keys = names();
  std::unordered_map<std::string, std::int64_t> map;
  timed("map_string_insert", [&] {
    for (const auto& key : keys) map.insert_or_assign(key, 7);
    return map.size();
  });
  timed("map_string_lookup", [&] {
    std::int64_t sum = 0;
    for (const auto& key : keys) sum += map.find(key)->second;
    return sum;
  });
  timed("map_string_iterate", [&] {
    std::int64_t sum = 0;
    for (const auto& entry : map) sum += static_cast<std::int64_t>(entry.first.size());
    return sum;
  });
}

std::map<std::int64_t, std::int64_t> built(const std::vector<std::int64_t>& keys) {
  std::map<std::int64_t, std::int64_t> map;
  for (const auto key : keys) map.insert_or_assign(key, key);
  return map;
}

void dict_of_ints() {
  const auto keys = numbers();
  timed("dict_build", [&] { return built(keys).size(); });
  const auto map = built(keys);
  timed("dict_lookup", [&] {
    std::int64_t sum = 0;
    for (const auto key : keys) sum += map.find(key)->second;
    return sum;
  });
  timed("dict_build_change_empty", [&] {
    auto changed = built(keys);
    for (const auto key : keys) changed.insert_or_assign(key, key + 1);
    for (const auto key : keys) changed.erase(key);
    return changed.size();
  });
}

void sorting() {
  const auto all = numbers();
  const std::list<std::int64_t> items(all.begin(), all.end());
  timed("list_sort", [&] {
    auto sorted = items;
    sorted.sort();
    return sorted.front();
  });
}

void strings() {
  const auto pieces = names();
  timed("string_append", [&] {
    std::string text;
    for (const auto& piece : pieces) {
      text += piece;
      text += ',';
    }
    return text.size();
  });
  timed("string_interpolate", [&] {
    std::size_t length = 0;
    for (std::int64_t n = 0; n < count; ++n) {
      std::string text = std::to_string(n);
      text += ": ";
      text += std::to_string(n * 2);
      length += text.size();
    }
    return length;
  });
  const auto joined = [&] {
    std::string text;
    for (const auto& piece : pieces) {
      if (!text.empty()) text += ',';
      text += piece;
    }
    return text;
  };
  const std::string text = joined();
  timed("string_join", [&] { return joined().size(); });
  timed("string_split", [&] {
    std::list<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at; (at = text.find(',', from)) != std::string::npos; from = at + 1) parts.push_back(text.substr(from, at - from));
    parts.push_back(text.substr(from));
    return parts.size();
  });
  timed("string_replace", [&] {
    std::string changed;
    std::size_t from = 0;
    for (std::size_t at; (at = text.find("customer", from)) != std::string::npos; from = at + 8) {
      changed.append(text, from, at - from);
      changed += "user";
    }
    changed.append(text, from);
    return changed.size();
  });
}

void json(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  timed("json_parse", [&] { return nlohmann::json::parse(text).size(); });
  const auto document = nlohmann::json::parse(text);
  timed("json_print", [&] { return document.dump().size(); });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string work = argc > 1 ? argv[1] : "";
  if (work == "map_int") map_of_ints();
  if (work == "map_string") map_of_strings();
  if (work == "dict") dict_of_ints();
  if (work == "sort") sorting();
  if (work == "strings") strings();
  if (work == "json") json(argv[2]);
}
