#!/usr/bin/env python3
"""Writes a Khora program of about N lines that uses every construct of the language, for measuring the translator.

    generate.py LINES > main.kh
"""
import sys

HEADER = '''module main;

import std::core::{Eq, Iterator, List, Ord, Result, Show, Step, attempt, print};

/// What goes wrong.
derive(Eq, Show) pub type Fault = | Low(level: Int) | High(level: Int) | Broken;

pub effect Gauge { read: (Int) -> Int raises Fault, reset: () -> () }

trait Weighs { fn weight(self) -> Int; fn heavy(self) -> Bool { self.weight() > 40 } }

'''

# One block uses %d for its number, so that every name is new. About 60 lines.
BLOCK = '''/// The state of tank %(n)d.
derive(Eq, Ord, Show) pub type Tank%(n)d = { label: String, liters: Int, limit: Int };

derive(Eq, Show) type Wind%(n)d = | Calm | Gale(force: Int) | Gust(force: Int, seconds: Int);

type Knots%(n)d = Int;

impl Weighs for Tank%(n)d { fn weight(self) -> Int { self.liters * 2 + 1 } }

impl Tank%(n)d {
  pub fn filled(self, by: Int) -> Tank%(n)d { { ..self, liters: self.liters + by } }
  pub fn room(self) -> Int { self.limit - self.liters }
}

fn force%(n)d(wind: Wind%(n)d) -> Int {
  match wind {
    Wind%(n)d::Calm => 0,
    Wind%(n)d::Gale(force) if force > 9 => force * 2,
    Wind%(n)d::Gale(force) => force,
    Wind%(n)d::Gust(force, seconds) => force + seconds,
  }
}

fn checked%(n)d(level: Int) -> Int raises Fault {
  if level < 3 { raise Fault::Low(level) };
  if level > 90 { raise Fault::High(level) };
  level
}

fn pooled%(n)d<A: Show>(items: List<A>, limit: Int) -> String {
  let mut text = "";
  let mut seen = 0;
  for item in items {
    if seen >= limit { break; }
    text = text + "${item}, ";
    seen = seen + 1;
  }
  text
}

fn measured%(n)d(station: Int) -> Int with { gauge: Gauge } raises Fault {
  let first = gauge.read(station)!;
  let second = checked%(n)d(first + %(n)d %% 7)! catch { Fault::Low(level) => level, Fault::High(_) => 90, Fault::Broken => 0 };
  first + second
}

fn told%(n)d(values: List<Int>) -> String {
  let doubled = values |> List::map(fn x => x * 2) |> List::filter(fn x => x %% 3 != 1);
  let (low, high) = (List::length(doubled), List::fold(doubled, 0, fn (most, x) => if x > most { x } else { most }));
  let listed = [low, if high > 10 => high, for x in values => if x > 2 => x + 1, ..doubled];
  let outcome = attempt(fn () => checked%(n)d(high)!);
  let suffix = match outcome { Result::Ok(level) => "ok ${level}", Result::Err(fault) => "fault ${fault}" };
  "${pooled%(n)d(listed, 4)} ${suffix} ${force%(n)d(Wind%(n)d::Gust(low, high))}"
}

fn walked%(n)d(start: Int) -> Int {
  let mut at = start;
  let steps = loop {
    at = if at %% 2 == 0 { at / 2 } else { at * 3 + 1 };
    if at < 2 { break at + %(n)d };
  };
  while at < 5 { at = at + 1; }
  let Knots%(n)d(value) = Knots%(n)d(steps);
  value + at
}

'''

FOOTER = '''pub fn main() -> () {
  with { gauge: handler for Gauge { read: fn station => station + 4, reset: fn () => () } } {
    print("${measured0(3)! catch { _ => 0 }} ${walked0(7)} ${told0([1, 2, 3])}");
  }
}
'''


def main():
    lines = int(sys.argv[1])
    per_block = BLOCK.count('\n')
    blocks = max(1, (lines - HEADER.count('\n') - FOOTER.count('\n')) // per_block)
    sys.stdout.write(HEADER)
    for number in range(blocks):
        sys.stdout.write(BLOCK % {'n': number})
    sys.stdout.write(FOOTER)


if __name__ == '__main__':
    main()
