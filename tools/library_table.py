#!/usr/bin/env python3
"""Says which test calls each function of the library. Ends with 1 when a function has none.

usage: library_table.py [--spec DIR] [--missing]

The functions are those whose signatures stand in the definition of the library, std-*.md in DIR; its default is `language` in the folder that
KHORA_SHARED_DIR names, and that one's ../shared. A test is a file in tests/library, or one in C++ in tests/runtime, that calls the function by
its name. --missing lists only functions without a test.
"""
import argparse
import os
import pathlib
import re
import sys

DOCUMENTS = ["std-core.md", "std-time.md", "std-io.md", "std-json-schema.md"]
ROOT = pathlib.Path(__file__).resolve().parent.parent
SPEC = pathlib.Path(os.environ.get("KHORA_SHARED_DIR", ROOT.parent / "shared")) / "language"
TESTS = ROOT / "tests"
# The fixed-width integers have one list of functions, which the definition shows for the first of them.
FIXED_WIDTH = ["U8", "U16", "U32", "U64", "I8", "I16", "I32"]


def functions(text):
    """(owner, name) of every public function; the owner is a type, a trait, an effect, or empty."""
    owner, section, skipped, in_code, found = "", "", False, False, []
    for line in text.split("\n"):
        if line.startswith("```"):
            in_code = not in_code
            owner = "" if in_code else section
            continue
        heading = re.match(r"(#+) (.*)", line)
        if heading and not in_code:
            # What a section calls earlier is there for old programs only.
            skipped = heading[2].startswith(("Earlier", "22.", "23.", "24."))
            named = re.match(r"(?:[\d.]+ )?`(?:effect )?([A-Z]\w*)", heading[2])
            if named:
                section = named[1]
            elif len(heading[1]) < 3 or "`" in heading[2]:
                section = ""
            owner = section
        if skipped:
            continue
        # Within a section, what is said of another type: "A `Claim<A>` has ..".
        other = re.match(r"An? `([A-Z]\w*)[<`]", line)
        if other and not in_code:
            owner = other[1]
        block = re.match(r"\s*\|?\s*`?(?:pub )?(impl|trait|effect)(?:<[^>]*>)? (\w+)", line)
        if block and (in_code or "| `impl" in line or line.startswith("`impl")):
            owner = block[2]
        for name in re.findall(r"(?:pub fn|^  fn) (\w+)", line):
            found.append((owner if line.startswith((" ", "-", "|", "†")) or block else "", name))
        if in_code and owner and block is None:
            operation = re.match(r"  (\w+): \(", line)
            if operation and is_effect(text, owner):
                found.append((owner, "." + operation[1]))
        if in_code and line == "}":
            owner = ""
    return found


def is_effect(text, name):
    return re.search(rf"effect {name} \{{", text) is not None


def calls(owner, name):
    """A pattern for a call."""
    if name.startswith("."):
        return rf"\b\w+\.{name[1:]}\("
    if not owner:
        return rf"(?<![:.\w])(?<!fn ){name}(<\w+>)?\("
    # In C++ with type arguments, and with `_` behind what is a keyword there.
    return rf"\b{owner}(<[^;\n]*>)?::{name}_?\b|\.{name}\("


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spec", default=SPEC, type=pathlib.Path)
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    files = [*sorted((TESTS / "library").rglob("*.kh")), *sorted((TESTS / "runtime").rglob("*.cpp"))]
    tests = {path.name: path.read_text(encoding="utf-8") for path in files}

    rows = []
    for document in DOCUMENTS:
        for owner, name in functions((options.spec / document).read_text(encoding="utf-8")):
            for one in FIXED_WIDTH if owner == "U8" and name != "wrapping_to_int" else [owner.replace("U8", "U64")]:
                if (document, one, name) not in rows:
                    rows.append((document, one, name))
    missing = 0
    for document, owner, name in rows:
        pattern = re.compile(calls(owner, name))
        users = [test for test, text in tests.items() if name.lstrip(".") in text and pattern.search(text)]
        missing += not users
        if not users or not options.missing:
            print(f"{document}: {owner + '::' if owner else ''}{name.lstrip('.')}: {', '.join(users) or 'NO TEST'}")
    print(f"{len(rows)} functions, {missing} without a test")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
