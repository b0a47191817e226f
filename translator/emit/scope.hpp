// One C++ scope while names are given out: what is taken, and the rule by which a name gets out of the way.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace khora2cpp::emit {

/// Gives out names that do not meet. A name that is captured or taken has `_` appended until it is free (emission.md 12).
class Scope {
 public:
  Scope() = default;

  /// Nobody may have this name here.
  void reserve(std::string name) { taken_.insert(std::move(name)); }
  void reserve_all(const Scope& other) { taken_.insert(other.taken_.begin(), other.taken_.end()); }
  /// Nothing that `outer` has, now or later, may be had here. `outer` is looked into and not copied, so it has to live longer.
  void stand_inside(const Scope& outer) { outer_.push_back(&outer); }

  /// The name for something that is spelled `base` in Khora; taken from now on.
  std::string take(std::string base);
  /// The same for something that only this scope can see twice (locals): the second is `base_2`, or the first free number.
  std::string take_numbered(const std::string& base);

  bool contains(std::string_view name) const {
    if (taken_.find(name) != taken_.end()) return true;
    return std::any_of(outer_.begin(), outer_.end(), [&](const Scope* outer) { return outer->contains(name); });
  }

 private:
  std::set<std::string, std::less<>> taken_;
  std::vector<const Scope*> outer_;
};

/// The name with `_` appended until C++ does not capture it.
std::string uncaptured(std::string name);

/// `step` as the name of a type parameter: `Step`.
std::string capitalized(std::string name);

/// A free text as an identifier: `adds up` gives `adds_up`.
std::string as_identifier(std::string_view text);

}  // namespace khora2cpp::emit
