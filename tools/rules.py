#!/usr/bin/env python3
"""The rules of the language and the tests that hold them.

    tools/rules.py              print each rule with the places that cite it; fail if a rule has none
    tools/rules.py --missing    print only the rules without a test

The rules are the numbered paragraphs of `syntax-and-types.md` (`- **T12** ..`), apart from those marked [L], which are limits of another
implementation, and the refusals of `concurrency.md` 25 that are decided at compile time, cited as `c191`. The folder with both is named by
KHORA_SHARED_DIR; its default is ../shared.

A citation is the id, as a word, where a test says what it is about:

    *.cases            the heading of a case, `=== T12 accepted: ..`
    *_test.cpp         the name of a TEST_CASE or SECTION
    mistakes.txt       a comment above the lines
    golden/*/*/rules   ids, separated by spaces
    *.py               comments, and what a test says it is about (its docstring)
    *.kh               comments

Ranges (`T1-T9`) cite nothing.
"""
import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("KHORA_SHARED_DIR", ROOT.parent / "shared"))
ID = re.compile(r"(?<![\w-])([LGNTFKRPEMX]\d+|c\d+)(?![\w-])")


def rules():
    """The ids in the order of the specification, and those that are limits of another implementation."""
    text = (SHARED / "language" / "syntax-and-types.md").read_text()
    found = []
    limits = []
    for paragraph in re.finditer(r"^- \*\*([LGNTFKRPEMX]\d+)\*\*(.*?)(?=^- \*\*|^#|^```|\Z)", text, re.M | re.S):
        name, body = paragraph.groups()
        # The mark that ends the rule's first statement; one inside a later sentence is about that sentence alone.
        if re.match(r"[^.]*\*\*\[L\]\*\*\.?\s*\Z", body):
            limits.append(name)
            continue
        found.append(name)
    concurrency = (SHARED / "language" / "concurrency.md").read_text()
    checklist = concurrency[concurrency.index("## 25."):]
    for number, body in re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |^#|\Z)", checklist, re.M | re.S):
        if re.search(r"compile[- ]time|\bcompiles? (only|without)\b|is refused|refuses a closure", body):
            found.append("c" + number)
    return found, limits


def quoted_names(text):
    """The names of TEST_CASE and SECTION."""
    for match in re.finditer(r"\b(?:TEST_CASE|SECTION)\(\s*\"((?:[^\"\\]|\\.)*)\"", text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


def citing_lines(path):
    """The numbered parts of a file in which a test says what it is about."""
    text = path.read_text(errors="replace")
    lines = list(enumerate(text.splitlines(), 1))
    if path.suffix == ".cases":
        return [(number, line) for number, line in lines if line.startswith("===")]
    if path.name.endswith("_test.cpp"):
        return list(quoted_names(text))
    if path.name == "rules":
        return lines
    if path.suffix in (".txt", ".py"):
        starts = ("#", '"""') if path.suffix == ".py" else ("#",)
        return [(number, line) for number, line in lines if line.lstrip().startswith(starts)]
    if path.suffix == ".kh":
        return [(number, line) for number, line in lines if line.lstrip().startswith("//")]
    return []


def citations():
    found = {}
    for top in ("tests", "golden"):
        for path in sorted((ROOT / top).rglob("*")):
            if not path.is_file() or "expected" in path.parts:
                continue
            for number, line in citing_lines(path):
                for name in ID.findall(line):
                    place = str(path.relative_to(ROOT)) + (f":{number}" if path.name != "rules" else "")
                    places = found.setdefault(name, [])
                    if place not in places:
                        places.append(place)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--missing", action="store_true", help="print only the rules without a test")
    options = parser.parse_args()
    wanted, limits = rules()
    found = citations()
    missing = [name for name in wanted if name not in found]
    if not options.missing:
        for name in wanted:
            print(f"{name:5} {', '.join(found.get(name, ['-']))}")
    unknown = sorted(name for name in found if name not in wanted + limits and not name.startswith("c"))
    print(f"{len(wanted)} rules, {len(wanted) - len(missing)} with a test")
    if unknown:
        print("cited, and no such rule: " + ", ".join(unknown))
    if missing:
        print("without a test: " + ", ".join(missing))
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
