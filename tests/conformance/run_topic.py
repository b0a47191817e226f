#!/usr/bin/env python3
"""Runs one topic of the conformance programs, and knows which cases do not pass yet.

    run_topic.py --runner PATH/run.py --khora2cpp PATH --topic T --backend B

known_failures.txt lists them, one `TOPIC/CASE` a line, with the reason behind it. A case that is listed and passes fails the test, so that
the list stays true.
"""
import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def known_failures():
    names = set()
    for line in (HERE / "known_failures.txt").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            names.add(line.split()[0])
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("runner", "khora2cpp", "topic", "backend"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    base = [sys.executable, options.runner, "--khora2cpp", options.khora2cpp, "--topic", options.topic]
    listed = subprocess.run(base + ["--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    cases = {line.split()[0] for line in listed.splitlines() if line.strip()}
    done = subprocess.run(base + ["--backend", options.backend, "--jobs", "1", "--verbose", "--patience", "4"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    print(done.stdout)
    failed = set(re.findall(r"^FAIL (\S+?)(?: \[\w+\])?:", done.stdout, re.MULTILINE))
    if done.returncode != 0 and not failed:
        print("the runner ended with %d" % done.returncode)
        return 1
    known = known_failures() & cases
    wrong = sorted(failed - known)
    stale = sorted(known - failed)
    for name in wrong:
        print("does not pass: " + name)
    for name in stale:
        print("passes, but is in known_failures.txt: " + name)
    return 1 if wrong or stale else 0


if __name__ == "__main__":
    sys.exit(main())
