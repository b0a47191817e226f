#!/usr/bin/env python3
"""An interface (`.khi`) says of a module all that its users need: what they become is the same, byte for byte, whether the module was read
from its source or from its interface."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import translated  # noqa: E402

LIBRARY = {
    "store/goods.kh": """module store::goods;
import std::core::{Eq, Iterator, List, Option, Show, Step};

/// What lies on a shelf.
derive(Show)
pub type Good = { pub name: String, pub mut price: Int };
derive(Eq, Show)
pub type Size = | Small | Large(Int);
pub type Grams = pub Int;
pub type Pile<A> = { pub items: List<A> };
pub const limit = 40;
pub const greeting = "good ${limit + 1}";

pub type Empty = { pub shelf: Int };
pub type Spoiled = | Spoiled;

pub effect Scale {
  weigh: (Good) -> Int,
  tare: () -> (),
}

pub trait Priced {
  type Money: Show;
  fn price(self) -> Self::Money;
  fn twice(self) -> String { "${self.price()} ${self.price()}" }
}

impl Priced for Good {
  type Money = Int;
  fn price(self) -> Int { self.price }
}

impl<A> Pile<A> {
  pub fn count(self) -> Int { self.items.length() }
  pub fn put(self, item: A) -> Pile<A> { { items: [..self.items, item] } }
}

pub fn plain(n: Int) -> Int { n + 1 }
pub fn loops(n: Int) -> Int { let mut i = n; while i > 3 { i = i - 1; } i }
pub fn calls<'er>(f: (Int) -> Int raises 'er, n: Int) -> Int raises 'er { f(n)! }
pub fn risky(n: Int) -> Int raises Empty + Spoiled { if n == 0 { raise Spoiled::Spoiled; } n }
pub fn weighed(good: Good) -> Int with { scale: Scale } { scale.weigh(good) }
pub fn shown<A: Priced>(a: A) -> String { a.twice() }
pub fn kept(good: Good, pile: Pile<Good>) -> Pile<Good> { pile.put(good) }
pub fn sized(size: Size) -> Int { match size { Size::Small => 1, Size::Large(n) => n } }
pub extern fn store_code(n: I32) -> I32;
pub extern fn store_total(n: Int) -> Int { n * limit }
""",
}
USER = {
    "main.kh": """module main;
import std::core::{Iterator, List, Show, Step, print};
import store::goods::{Empty, Good, Grams, Pile, Priced, Scale, Size, Spoiled, calls, greeting, kept, limit, loops, plain, risky, shown,
  sized, store_code, store_total, weighed};

type Own = { n: Int };

impl Priced for Own {
  type Money = Int;
  fn price(self) -> Int { let mut sum = 0; for i in [1, self.n] { sum = sum + i; } sum }
}

fn sum(n: Int) -> Int { plain(n) + loops(n) + calls(plain, n) + calls(loops, n) + limit + store_total(n) }

fn caught(n: Int) -> Int { risky(n)! catch { Spoiled::Spoiled => 0, Empty { shelf } => shelf } }

fn pile(good: Good) -> Int {
  let both = kept(good, { items: [] });
  let code = store_code(3);
  both.count() + sized(Size::Large(4)) + weighed(good) with { scale: handler for Scale { weigh: fn g => g.price, tare: fn () => () } }
}

pub fn main() {
  let good: Good = { name: "oats", price: 3 };
  let own: Own = { n: 2 };
  let Grams(grams) = Grams(4);
  print("${sum(2)} ${caught(1)} ${pile(good)} ${shown(good)} ${shown(own)} ${greeting} ${good} ${grams}");
}
""",
}


class Interfaces(translated.TranslationTest):
    def test_users_cannot_tell(self):
        from_source = self.translate({**LIBRARY, **USER}, "from_source", "--entry", "main")
        only_library = self.translate(LIBRARY, "library")
        for name, text in only_library.items():
            self.assertEqual(from_source[name], text)
        from_interface = self.translate(USER, "from_interface", "--entry", "main", "--use", self.scratch / "library")
        self.assertEqual(set(from_interface), {"main.cpp", "main.hpp", "main.khi", "khora_main.cpp"})
        for name, text in from_interface.items():
            self.assertEqual(from_source[name], text, name)

    def test_bodies_of_importers_are_not_in_it(self):
        interface = self.translate(LIBRARY, "library")["store/goods.khi"]
        self.assertNotIn("while", interface)


if __name__ == "__main__":
    translated.main(sys.argv)
