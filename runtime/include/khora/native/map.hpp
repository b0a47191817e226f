// What `Map` (std/core/map.kh) does for keys whose comparing and hashing run no code of the program: nothing can look at the map meanwhile, so
// its chains are walked without counting references and changed in place. In memory entries then stand in the order in which they came. The
// order of the entries is that of map.kh.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "khora/core_fwd.hpp"
#include "khora/integer.hpp"
#include "khora/native/hash.hpp"
#include "khora/native/list.hpp"
#include "khora/native/plain_key.hpp"
#include "khora/string.hpp"

namespace khora::core {

template <class K, class V>
class Chain;
template <class K, class V>
struct ChainCases;
template <class K, class V>
class Map;

namespace map_detail {

/// How many buckets ahead memory is asked for.
constexpr std::size_t ahead = 12;

template <class K, class V>
struct Table {
  using Link = Chain<K, V>;
  using Node = typename ChainCases<K, V>::Node;

  static bool holds(const Link& link) { return link.index() != 0; }
  /// The map has the node for itself alone.
  static Node& node(const Link& link) { return const_cast<Node&>(link.template as<Node>()); }

  static std::size_t slot(const K& key, std::size_t width) {
    const Int mixed = Int::wrapping_mul(impl::Hash<K>::hash(key), 2654435761);
    return static_cast<std::size_t>(mixed.raw() ^ (mixed.raw() >> 16)) & (width - 1);
  }
  static Link* bucket(const Map<K, V>& map, const K& key) { return map->buckets.data() + slot(key, map->buckets.size()); }

  static const Node* find(const Map<K, V>& map, const K& key) {
    if (map->count == 0) return nullptr;
    for (const Link* link = bucket(map, key); holds(*link); link = &node(*link).rest) {
      if (node(*link).key == key) return &node(*link);
    }
    return nullptr;
  }

  static void look_ahead(const Link* cells, std::size_t at, std::size_t width) {
    if (at + ahead < width) __builtin_prefetch(&cells[at + ahead].template as<Node>());
  }

  /// A text's block is counted when the text is copied, so that it is needed, too.
  static void look_ahead_at_key(const Link* cells, std::size_t at, std::size_t width) {
    if constexpr (std::is_same_v<K, String>) {
      if (at + ahead / 2 < width && holds(cells[at + ahead / 2])) __builtin_prefetch(node(cells[at + ahead / 2]).key.data() - 1);
    }
  }

  /// Sees to it that one more entry leaves a quarter of the buckets without one. The nodes stay where they are.
  static void make_room(const Map<K, V>& map) {
    const std::size_t width = map->buckets.size();
    if (static_cast<std::size_t>(map->count.raw()) * 4 < width * 3) return;
    const std::size_t wider = width == 0 ? 8 : width * 2;
    Array<Link> buckets = Array<Link>::new_(static_cast<std::int64_t>(wider), Link());
    Link* const to = buckets.data();
    Link* const from = map->buckets.data();
    for (std::size_t at = 0; at < width; ++at) {
      look_ahead(from, at, width);
      Link chain = std::move(from[at]);
      while (holds(chain)) {
        Link rest = std::move(node(chain).rest);
        Link& head = to[slot(node(chain).key, wider)];
        node(chain).rest = std::move(head);
        head = std::move(chain);
        chain = std::move(rest);
      }
    }
    map->buckets = std::move(buckets);
  }

  /// Takes the node that `link` refers to out of its chain.
  static Link unlinked(Link& link) {
    Link taken = std::move(link);
    link = std::move(node(taken).rest);
    return taken;
  }
};

}  // namespace map_detail

namespace detail {

/// Whether the functions below may be called.
template <class K, class V>
bool has_plain_keys(const Map<K, V>&) {
  return is_plain_key<K>;
}

template <class K, class V>
Option<V> plain_get(const Map<K, V>& map, const K& key) {
  if constexpr (is_plain_key<K>) {
    if (const auto* node = map_detail::Table<K, V>::find(map, key)) return typename Option<V>::Some{node->value};
  }
  return typename Option<V>::None{};
}

template <class K, class V>
bool plain_holds(const Map<K, V>& map, const K& key) {
  if constexpr (is_plain_key<K>) return map_detail::Table<K, V>::find(map, key) != nullptr;
  return false;
}

template <class K, class V>
void plain_insert(const Map<K, V>& map, K key, V value) {
  if constexpr (is_plain_key<K>) {
    using Table = map_detail::Table<K, V>;
    using Link = typename Table::Link;
    // Released at the end: that may run a finalizer, which may look at the map.
    Map<K, V> kept = map;
    Table::make_room(map);
    Link* const head = Table::bucket(map, key);
    for (Link* link = head; Table::holds(*link); link = &Table::node(*link).rest) {
      auto& node = Table::node(*link);
      if (!(node.key == key)) continue;
      std::swap(node.key, key);
      std::swap(node.value, value);
      if (link != head) {
        Link taken = Table::unlinked(*link);
        Table::node(taken).rest = std::move(*head);
        *head = std::move(taken);
      }
      return;
    }
    *head = Link(typename Table::Node{std::move(key), std::move(value), std::move(*head)});
    map->count = map->count + 1;
  }
}

template <class K, class V>
void plain_remove(const Map<K, V>& map, const K& key) {
  if constexpr (is_plain_key<K>) {
    using Table = map_detail::Table<K, V>;
    if (map->count == 0) return;
    Map<K, V> kept = map;
    for (auto* link = Table::bucket(map, key); Table::holds(*link); link = &Table::node(*link).rest) {
      if (!(Table::node(*link).key == key)) continue;
      map->count = map->count - 1;
      const auto taken = Table::unlinked(*link);
      return;
    }
  }
}

/// Buckets from the first to the last, each from its end to its front.
template <class K, class V>
List<Pair<K, V>> plain_entries(const Map<K, V>& map) {
  ListBuilder<Pair<K, V>> list;
  if constexpr (is_plain_key<K>) {
    using Table = map_detail::Table<K, V>;
    const auto* const cells = map->buckets.data();
    const std::size_t width = map->buckets.size();
    khora::detail::PointerBuffer<const typename Table::Node> chain(static_cast<std::size_t>(map->count.raw()));
    for (std::size_t at = 0; at < width; ++at) {
      Table::look_ahead(cells, at, width);
      Table::look_ahead_at_key(cells, at, width);
      std::size_t length = 0;
      for (const auto* link = &cells[at]; Table::holds(*link); link = &Table::node(*link).rest) chain.data()[length++] = &Table::node(*link);
      while (length > 0) {
        const auto& node = *chain.data()[--length];
        list.add(Pair<K, V>{node.key, node.value});
      }
    }
  }
  return list.finish();
}

}  // namespace detail
}  // namespace khora::core
