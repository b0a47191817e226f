#!/usr/bin/env python3
"""The statements about fibers and the tests that hold them.

    tools/statements.py             print each statement's number with its tests; fail if one has none
    tools/statements.py --missing   print only the numbers without a test

The statements are the numbered lines of `concurrency.md` 25, in the folder that KHORA_SHARED_DIR names; its default is ../shared.

A test names what it holds as `[c81]` (or `[c081]`): in the name of a TEST_CASE or beside the line that requires it, and at the top of a
program in `tests/statements`. In `*.cases` the heading of a case does, `=== c191 refused: ..`. Ranges name nothing.
"""
import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("KHORA_SHARED_DIR", ROOT.parent / "shared"))


def statements():
    """Number -> text, in order."""
    text = (SHARED / "language" / "concurrency.md").read_text()
    checklist = text[text.index("## 25."):]
    return {int(number): " ".join(body.split()) for number, body in re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |^#|\Z)", checklist, re.M | re.S)}


def citations():
    """Number -> the places that name it."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.suffix not in (".cpp", ".kh", ".cases"):
            continue
        for line, text in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if path.suffix == ".cases":
                numbers = re.findall(r"(?<![\w-])c(\d+)(?![\w-])", text) if text.startswith("===") else []
            else:
                numbers = re.findall(r"\[c(\d+)\]", text)
            for number in numbers:
                found.setdefault(int(number), []).append("%s:%d" % (path.relative_to(ROOT), line))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--missing", action="store_true", help="print only the numbers without a test")
    options = parser.parse_args()
    wanted = statements()
    found = citations()
    missing = [number for number in wanted if number not in found]
    unknown = sorted(number for number in found if number not in wanted)
    if options.missing:
        for number in missing:
            print("%3d  %s" % (number, wanted[number]))
    else:
        for number in wanted:
            print("%3d  %s" % (number, ", ".join(found.get(number, ["-"]))))
    print("%d statements, %d with a test" % (len(wanted), len(wanted) - len(missing)))
    if unknown:
        print("named, and no such statement: " + ", ".join("%d (%s)" % (number, found[number][0]) for number in unknown))
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
