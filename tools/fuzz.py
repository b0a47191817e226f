#!/usr/bin/env python3
"""Builds the fuzzers and runs each for some time: tools/fuzz.py [--seconds N] [lexer|parser|checker]...

The corpus is kept in build/fuzz/corpus and begins with the tree's own sources. A fault is left in build/fuzz/found; what mends it adds
the file to tests/translator/found_by_fuzzing.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
STAGES = ["lexer", "parser", "checker"]


def run(*command, **options):
    print("+", " ".join(str(word) for word in command), flush=True)
    return subprocess.run([str(word) for word in command], **options)


def build(stages):
    run("cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_C_COMPILER=clang", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined",
        "-DKHORA2CPP_BUILD_FUZZERS=ON", "-DKHORA2CPP_BUILD_TESTS=OFF", check=True)
    run("ninja", "-C", BUILD, *("fuzz_" + stage for stage in stages), check=True)


def programs_of(path):
    """The programs of a file of cases."""
    for case in re.split(r"^=== .*\n", path.read_text(), flags=re.M)[1:]:
        yield case.split("\n---\n")[0] + "\n"


def seed(corpus):
    corpus.mkdir(parents=True, exist_ok=True)
    number = 0
    for path in sorted(ROOT.rglob("*.kh")):
        if "build" in path.relative_to(ROOT).parts:
            continue
        number += 1
        (corpus / ("tree-%04d" % number)).write_bytes(path.read_bytes())
    for path in sorted((ROOT / "tests").rglob("*.cases")):
        for program in programs_of(path):
            number += 1
            (corpus / ("case-%04d" % number)).write_text(program)
    for line in (ROOT / "tests/translator/syntax/mistakes.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            number += 1
            (corpus / ("slip-%04d" % number)).write_text("module m;\n" + line.split(" ", 2)[2].replace("\\n", "\n") + "\n")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("stages", nargs="*", metavar="STAGE", help="of lexer, parser, checker; all when none is given")
    options.add_argument("--seconds", type=int, default=300, help="how long each runs")
    given = options.parse_args()
    stages = given.stages or STAGES
    if set(stages) - set(STAGES):
        options.error("there is no fuzzer " + ", ".join(sorted(set(stages) - set(STAGES))))
    build(stages)
    found = BUILD / "found"
    found.mkdir(exist_ok=True)
    status = 0
    for stage in stages:
        corpus = BUILD / "corpus" / stage
        seed(corpus)
        done = run(BUILD / "tests" / "fuzz" / ("fuzz_" + stage), corpus, "-dict=%s" % (ROOT / "tests/fuzz/khora.dict"),
                   "-artifact_prefix=%s/%s-" % (found, stage), "-max_total_time=%d" % given.seconds, "-max_len=4096", "-timeout=20",
                   "-rss_limit_mb=4096", "-print_final_stats=1", "-verbosity=0")
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
