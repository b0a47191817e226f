#include "modules/near_miss.hpp"

#include <algorithm>

namespace khora2cpp::modules {
namespace {

bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before_last(to.size() + 1);
  std::vector<std::size_t> last(to.size() + 1);
  std::vector<std::size_t> current(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[to.size()];
}

std::string near_miss(std::string_view name, const std::vector<std::string>& candidates) {
  // A third of the name may be wrong. Very long names are not typed by hand, and the distance takes quadratic
  // time.
  constexpr std::size_t longest = 64;
  if (name.empty() || name.size() > longest) return {};
  const std::size_t allowed = std::max<std::size_t>(1, name.size() / 3);
  const std::string* best = nullptr;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : candidates) {
    if (candidate == name || candidate.size() > longest) continue;
    if (same_but_for_case(candidate, name)) return candidate;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance < std::max(name.size(), candidate.size())) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best ? *best : std::string();
}

}  // namespace khora2cpp::modules
