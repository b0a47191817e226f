#!/usr/bin/env python3
"""Cuts the complete examples out of two pages of the language's documentation, and runs them on both backends.

    complete_examples.py --khora2cpp PATH --seeds DIR [--compiler CXX] [--repeat N]
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# How a line of a program can begin that is not inside brackets.
DECLARATION = re.compile(r"(pub|fn|type|trait|impl|effect|context|row|const|extern|import|module|test|derive|with|raises)\b|[{})\/ ]")


def complete_example(page):
    """The program below the line `Complete example`: it ends where prose goes on."""
    lines = page.read_text().splitlines()
    start = lines.index("Complete example")
    while not lines[start].startswith("module "):
        start += 1
    program, depth = [], 0
    for line in lines[start:]:
        if depth == 0 and line.strip() and not DECLARATION.match(line):
            break
        program.append(line)
        depth += line.count("{") - line.count("}") + line.count("(") - line.count(")")
    return "\n".join(program).rstrip() + "\n"


def check_002(output):
    return output == "served 0, requeued 1, queued 2\n"


def check_003(output):
    return sorted(output.splitlines()) == sorted("processing job %d" % job for job in range(1000))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--khora2cpp", required=True)
    parser.add_argument("--seeds", required=True)
    parser.add_argument("--compiler")
    parser.add_argument("--repeat", type=int, default=1)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="khora2cpp-examples-") as scratch:
        for number, check in (("002", check_002), ("003", check_003)):
            page = next(pathlib.Path(options.seeds).glob(number + "_*"))
            source = pathlib.Path(scratch) / ("example_%s.kh" % number)
            source.write_text(complete_example(page))
            for backend in ("threads", "scheduler"):
                environment = dict(os.environ, KHORA_FIBERS=backend)
                if options.compiler:
                    environment["CXX"] = options.compiler
                for round_number in range(options.repeat):
                    done = subprocess.run([options.khora2cpp, "run", str(source)], env=environment, stdin=subprocess.DEVNULL,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
                    if done.returncode != 0 or not check(done.stdout):
                        failed += 1
                        print("%s on %s, run %d: status %d\n%s%s" % (number, backend, round_number + 1, done.returncode, done.stdout[:2000],
                                                                     done.stderr[:4000]))
                        break
    print("failed" if failed else "ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
