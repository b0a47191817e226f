#!/usr/bin/env python3
"""What an edit of a Khora program changes in the C++ (emission.md 13)."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import translated  # noqa: E402

YARD = """module yard;
import std::core::{Iterator, List, Range, Step};

pub type Plank = { pub length: Int };

/// The length that is left.
pub fn leaf(plank: Plank) -> Int {
  plank.length - 2
}

fn helper(plank: Plank) -> Int { leaf(plank) * 3 }

pub fn branch(plank: Plank) -> Int { helper(plank) + 1 }

pub fn apart(n: Int) -> Int { n + 7 }

pub fn generic<A>(a: A, times: Int) -> List<A> { [for _ in Range::Of(0, times) => a] }
"""
MAIN = """module main;
import std::core::{print};
import yard::{Plank, apart, branch};

fn trunk(length: Int) -> Int { branch({ length: length }) }

fn alone(n: Int) -> Int { apart(n) + apart(n + 1) }

pub fn main() { print("${trunk(9)} ${alone(1)}"); }
"""


def is_include_block(before, after):
    """Whether two texts outside functions differ in includes and using-declarations alone."""
    def rest(text):
        lines = [line for line in text.splitlines() if line and not line.startswith(("#include", "using "))]
        return "\n".join(lines)
    return rest(before) == rest(after)


class Edits(translated.TranslationTest):
    def both(self, edited_yard):
        before = self.translate({"yard.kh": YARD, "main.kh": MAIN}, "before", "--entry", "main")
        after = self.translate({"yard.kh": edited_yard, "main.kh": MAIN}, "after", "--entry", "main")
        self.assertEqual(set(before), set(after))
        return before, after

    def changed_functions(self, before, after, file):
        old, new = translated.functions(before[file]), translated.functions(after[file])
        self.assertEqual(set(old), set(new), file)
        self.assertTrue(is_include_block(old[""], new[""]), file)
        return {name for name in old if name and old[name] != new[name]}

    def test_edit_without_new_facts(self):
        """The function changes, the include block may, and nothing else does."""
        edited = YARD.replace("  plank.length - 2", "  // Shorter, and a local more.\n  let cut = 5;\n  if plank.length > 40 { 40 } else { plank.length - cut }")
        self.assertNotEqual(edited, YARD)
        before, after = self.both(edited)
        self.assertEqual({name for name in before if before[name] != after[name]}, {"yard.cpp"})
        self.assertEqual(self.changed_functions(before, after, "yard.cpp"), {"leaf"})

    def test_first_loop_in_a_leaf(self):
        """The leaf and its callers change, in text and signature; the others do not."""
        edited = YARD.replace("  plank.length - 2", "  let mut n = plank.length;\n  while n > 2 { n = n - 2; }\n  n")
        before, after = self.both(edited)
        self.assertEqual(self.changed_functions(before, after, "yard.cpp"), {"leaf", "helper", "branch"})
        # `main` calls `trunk` and `alone`; it can be stopped from now on.
        self.assertEqual(self.changed_functions(before, after, "main.cpp"), {"trunk", "main"})
        old, new = before["yard.hpp"].splitlines(), after["yard.hpp"].splitlines()
        changed = [line for line in new if line not in old and not line.startswith(("#include", "using "))]
        self.assertEqual([re.sub(r"^.*?(\w+)\(.*$", r"\1", line) for line in changed], ["leaf", "branch"], changed)

    def test_same_source_same_bytes(self):
        before, after = self.both(YARD)
        self.assertEqual(before, after)


if __name__ == "__main__":
    translated.main(sys.argv)
