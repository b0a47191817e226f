// What `Dict` (std/core/dict.kh) does for keys whose comparing runs no code of the program: nothing can look at the tree meanwhile, so the
// nodes that nobody else has are changed in place, and only the others are copied. The tree is balanced as in dict.kh.
#pragma once

#include <cstdint>
#include <utility>

#include "khora/core_fwd.hpp"
#include "khora/integer.hpp"
#include "khora/native/plain_key.hpp"

namespace khora::core {

template <class K, class V>
class Dict;
template <class K, class V>
struct DictCases;

namespace dict_detail {

template <class K, class V>
struct Tree {
  using Link = Dict<K, V>;
  using Node = typename DictCases<K, V>::Node;

  static bool holds(const Link& link) { return link.index() != 0; }
  static std::int64_t weight(const Link& link) { return holds(link) ? link.template as<Node>().size.raw() + 1 : 1; }
  static const Node& look(const Link& link) { return link.template as<Node>(); }

  /// The node of `link`, which is a copy from here on if somebody else has it, too.
  static Node& own(Link& link) {
    if (!link.unique()) link = Node(look(link));
    return const_cast<Node&>(look(link));
  }
  static void count(Node& node) { node.size = weight(node.left) + weight(node.right) - 1; }

  /// Puts the right child of `link` where that is.
  static void lift_right(Link& link) {
    Link top = std::move(own(link).right);
    own(link).right = std::move(own(top).left);
    count(own(link));
    own(top).left = std::move(link);
    count(own(top));
    link = std::move(top);
  }
  static void lift_left(Link& link) {
    Link top = std::move(own(link).left);
    own(link).left = std::move(own(top).right);
    count(own(link));
    own(top).right = std::move(link);
    count(own(top));
    link = std::move(top);
  }

  /// After one entry has come to or gone from one side of the node of `link`, which is its own.
  static void balance(Link& link) {
    Node& node = own(link);
    count(node);
    if (weight(node.right) > 3 * weight(node.left)) {
      Node& right = own(node.right);
      if (weight(right.left) >= 2 * weight(right.right)) lift_left(node.right);
      lift_right(link);
    } else if (weight(node.left) > 3 * weight(node.right)) {
      Node& left = own(node.left);
      if (weight(left.right) >= 2 * weight(left.left)) lift_right(node.left);
      lift_left(link);
    }
  }

  /// Puts an entry into the tree at `link`, or exchanges the one that has the key. Whether there is one more now.
  static bool put(Link& link, K& key, V& value) {
    if (!holds(link)) {
      link = Node{1, std::move(key), std::move(value), Link(), Link()};
      return true;
    }
    Node& node = own(link);
    if (key < node.key) {
      if (!put(node.left, key, value)) return false;
    } else if (node.key < key) {
      if (!put(node.right, key, value)) return false;
    } else {
      std::swap(node.key, key);
      std::swap(node.value, value);
      return false;
    }
    balance(link);
    return true;
  }

  /// Takes the first node out of the tree at `link`, which has one.
  static Link take_first(Link& link) {
    Node& node = own(link);
    if (!holds(node.left)) {
      Link rest = std::move(node.right);
      return std::exchange(link, std::move(rest));
    }
    Link first = take_first(node.left);
    balance(link);
    return first;
  }

  /// Takes the entry of a key out of the tree at `link`, if there is one; its node is in `taken` then. Whether there was.
  static bool take(Link& link, const K& key, Link& taken) {
    if (!holds(link)) return false;
    Node& node = own(link);
    if (key < node.key) {
      if (!take(node.left, key, taken)) return false;
    } else if (node.key < key) {
      if (!take(node.right, key, taken)) return false;
    } else if (!holds(node.right)) {
      Link rest = std::move(node.left);
      taken = std::exchange(link, std::move(rest));
      return true;
    } else if (!holds(node.left)) {
      Link rest = std::move(node.right);
      taken = std::exchange(link, std::move(rest));
      return true;
    } else {
      Link first = take_first(node.right);
      own(first).left = std::move(node.left);
      own(first).right = std::move(node.right);
      taken = std::exchange(link, std::move(first));
    }
    balance(link);
    return true;
  }

  static bool has(const Link* link, const K& key) {
    while (holds(*link)) {
      const Node& node = look(*link);
      if (key < node.key) {
        link = &node.left;
      } else if (node.key < key) {
        link = &node.right;
      } else {
        return true;
      }
    }
    return false;
  }
};

}  // namespace dict_detail

namespace detail {

/// Whether the functions below may be called.
template <class K, class V>
bool has_plain_order(const Dict<K, V>&) {
  return is_plain_key<K>;
}

template <class K, class V>
Dict<K, V> put_in_place(Dict<K, V> dict, K key, V value) {
  // What was there before is released at the end: that may run a finalizer.
  if constexpr (is_plain_key<K>) dict_detail::Tree<K, V>::put(dict, key, value);
  return dict;
}

template <class K, class V>
Dict<K, V> take_in_place(Dict<K, V> dict, const K& key) {
  if constexpr (is_plain_key<K>) {
    using Tree = dict_detail::Tree<K, V>;
    Dict<K, V> taken;
    // Nothing is copied for a key that is not there.
    if (dict.unique() || Tree::has(&dict, key)) Tree::take(dict, key, taken);
  }
  return dict;
}

}  // namespace detail
}  // namespace khora::core
