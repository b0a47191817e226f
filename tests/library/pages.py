#!/usr/bin/env python3
"""The pages in docs/std must be those that `khora2cpp doc` makes of runtime/std, and the same each time.

usage: pages.py KHORA2CPP [--update]
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def pages(khora2cpp, folder):
    made = subprocess.run([khora2cpp, "doc", ROOT / "runtime/std", "-o", folder], capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(made.stdout + made.stderr)
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(folder).rglob("*.md"))}


def main():
    khora2cpp = sys.argv[1]
    docs = ROOT / "docs"
    if "--update" in sys.argv:
        pages(khora2cpp, docs)
        return
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        made = pages(khora2cpp, first)
        if made != pages(khora2cpp, second):
            sys.exit("two runs differ")
    kept = {str(path.relative_to(docs)): path.read_text(encoding="utf-8") for path in sorted((docs / "std").rglob("*.md"))}
    stale = sorted(name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name))
    if stale:
        sys.exit(f"out of date: {', '.join(stale)}; tests/library/pages.py KHORA2CPP --update writes them")
    print(f"{len(made)} pages are up to date")


if __name__ == "__main__":
    main()
