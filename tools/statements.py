#!/usr/bin/env python3
"""The statements about fibers and cohorts and the tests that hold them.

    tools/statements.py             print each statement's number with its tests; fail if one has none
    tools/statements.py --missing   print only the numbers without a test

The statements are numbered lines of the language's definition, in the folder that KHORA_SHARED_DIR names; its default is ../shared:

    c    `concurrency.md` 25
    k    `cohort.md`, Part 4
    o    `cohort.md`, Part 1, as Part 3 adapts them

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
# Letter -> the document and the heading below which the numbered lines stand.
DOCUMENTS = {
    "c": ("concurrency.md", "## 25."),
    "k": ("cohort.md", "## Part 4."),
    "o": ("cohort.md", "### Statements about the original"),
}


def statements():
    """Letter and number -> text, in order."""
    found = {}
    for letter, (document, heading) in DOCUMENTS.items():
        file = SHARED / "language" / document
        if not file.exists():
            continue
        text = file.read_text()
        checklist = text[text.index(heading):]
        checklist = checklist[checklist.index("\n"):]
        end = re.search(r"^## ", checklist, re.M)
        checklist = checklist[:end.start()] if end else checklist
        for number, body in re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |^#|^---|\Z)", checklist, re.M | re.S):
            found[letter, int(number)] = " ".join(body.split())
    return found


def citations():
    """Letter and number -> the places that name it."""
    found = {}
    letters = "".join(DOCUMENTS)
    for path in sorted((ROOT / "tests").rglob("*")):
        if path.suffix not in (".cpp", ".kh", ".cases"):
            continue
        for line, text in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if path.suffix == ".cases":
                named = re.findall(r"(?<![\w-])([%s])(\d+)(?![\w-])" % letters, text) if text.startswith("===") else []
            else:
                named = re.findall(r"\[([%s])(\d+)\]" % letters, text)
            for letter, number in named:
                found.setdefault((letter, int(number)), []).append("%s:%d" % (path.relative_to(ROOT), line))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--missing", action="store_true", help="print only the numbers without a test")
    options = parser.parse_args()
    wanted = statements()
    found = citations()
    missing = [one for one in wanted if one not in found]
    documents = {letter for letter, _ in wanted}
    unknown = sorted(one for one in found if one not in wanted and one[0] in documents)
    for one in missing if options.missing else wanted:
        print("%s%-3d  %s" % (*one, wanted[one] if options.missing else ", ".join(found.get(one, ["-"]))))
    print("%d statements, %d with a test" % (len(wanted), len(wanted) - len(missing)))
    if unknown:
        print("named, and no such statement: " + ", ".join("%s%d (%s)" % (*one, found[one][0]) for one in unknown))
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
