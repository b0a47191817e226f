#!/usr/bin/env python3
"""The library against the standard library of C++, nlohmann::json and jq, both sides in one run.

    bench/std/run.py --khora2cpp PATH [--rounds N] [--only WORK]

Each work is one program on either side, built with -O2 by the same compiler; it times its parts itself, in processor time, and prints what it worked out, which has
to agree. The runs of one round are interleaved; the figures are medians. Then the JSON tool of examples/ against jq, as whole processes; and how
long it takes to compile a program that imports ten names of `std::core`, against an empty C++ `main` that includes the same headers.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORKS = ["map_int", "map_string", "dict", "sort", "strings", "json"]
BARS = {
    "map_int_insert": 1.5, "map_int_lookup": 1.5, "map_int_iterate": 1.5,
    "map_string_insert": 1.5, "map_string_lookup": 1.5, "map_string_iterate": 1.5,
    "dict_build": 2.0, "dict_build_change_empty": 2.0, "list_sort": 1.5,
    "string_append": 1.5, "string_interpolate": 1.5, "string_join": 1.5, "string_split": 1.5, "string_replace": 1.5,
    "json_parse": 1.0, "json_print": 1.0,
}
QUERIES = [
    ["--compact", ".[] | select(.age > 60 and .active) | .name"],
    ["--compact", "map(.tags | length) | add"],
    ["--compact", "."],
]
TEN_NAMES = """module ten;

import std::core::{Dict, Iterator, List, Map, Option, Range, Result, Show, Step, print};

pub fn main() { print("ten"); }
"""


def document(size, seed=1):
    """An array of people, as text of about `size` bytes."""
    rng = random.Random(seed)
    words = ["ash", "birch", "cedar", "élan", "fir", "日本", "hazel", "line\nbreak", "quote\"d", "oak"]
    people, length = [], 0
    while length < size:
        person = {
            "id": len(people), "name": " ".join(rng.choices(words, k=3)), "age": rng.randrange(100), "active": rng.random() < 0.5,
            "balance": rng.randrange(10**6) / 100, "tags": rng.choices(words, k=rng.randrange(6)),
            "address": {"street": rng.choice(words), "number": rng.randrange(200), "city": None},
        }
        text = json.dumps(person, ensure_ascii=False)
        people.append(text)
        length += len(text.encode()) + 2
    return "[" + ",\n".join(people) + "]\n"


def run(command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def cpu_time(command):
    """The milliseconds of processor time of a process, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000, out


def parts(text):
    return {name: (int(spent) / 1000, answer) for name, spent, answer in (line.split() for line in text.splitlines())}


def row(name, peer, ours, bar=None):
    ratio = ours / peer if peer else float("inf")
    print(f"| {name} | {peer:.0f} | {ours:.0f} | {ratio:.2f} | {'%.1f' % bar if bar else ''} |", flush=True)
    return bar is not None and ratio > bar


def compare_works(options, scratch):
    ours, peer = str(scratch / "ours"), str(scratch / "peer")
    clock = str(scratch / "cpu_time.o")
    run(["g++", "-std=c++20", "-O2", "-c", str(HERE / "cpu_time.cpp"), "-o", clock])
    run([options.khora2cpp, "build", str(HERE), "--release", "--link", clock, "-o", ours])
    run(["g++", "-std=c++20", "-O2", str(HERE / "peer.cpp"), clock, "-o", peer])
    (scratch / "ten.json").write_text(document(10_000_000), encoding="utf-8")
    print("| part | C++, ms | ours, ms | ratio | bar |")
    print("| --- | --- | --- | --- | --- |")
    missed = False
    for work in WORKS:
        if options.only and work not in options.only:
            continue
        times = {ours: {}, peer: {}}
        answers = {}
        for _ in range(options.rounds):
            for program in times:
                for name, (spent, answer) in parts(run([program, work, str(scratch / "ten.json")])).items():
                    times[program].setdefault(name, []).append(spent)
                    if answers.setdefault(name, answer) != answer:
                        sys.exit(f"{name}: the programs do not agree: {answers[name]} and {answer}")
        for name, spent in times[ours].items():
            if name in times[peer]:
                missed |= row(name, statistics.median(times[peer][name]), statistics.median(spent), BARS.get(name))
            else:
                print(f"| {name} | | {statistics.median(spent):.0f} | | |", flush=True)
    return missed


def compare_jq(options, scratch):
    tool = str(scratch / "json_query")
    run([options.khora2cpp, "build", str(ROOT / "examples" / "json_query"), "--release", "-o", tool])
    large = str(scratch / "fifty.json")
    pathlib.Path(large).write_text(document(50_000_000), encoding="utf-8")
    print("\n| query on 50 MB | jq, ms | json_query, ms | ratio | bar |")
    print("| --- | --- | --- | --- | --- |")
    missed = False
    for words in QUERIES:
        times = {"jq": [], "ours": []}
        outputs = {}
        for _ in range(max(1, options.rounds // 2)):
            for name, command in (("jq", ["jq", "-c", "-S", words[-1], large]), ("ours", [tool, *words, large])):
                spent, outputs[name] = cpu_time(command)
                times[name].append(spent)
        # jq writes numbers its own way.
        if words[-1] != "." and outputs["jq"] != outputs["ours"]:
            sys.exit(f"{words[-1]}: the programs do not agree")
        missed |= row("`" + words[-1].replace("|", "\\|") + "`", statistics.median(times["jq"]), statistics.median(times["ours"]), 1.0)
    return missed


def compare_compiling(options, scratch):
    """The C++ that the program becomes, and an empty `main` that includes what it includes, both compiled with the options of the latter."""
    (scratch / "ten.kh").write_text(TEN_NAMES)
    out = scratch / "ten"
    run([options.khora2cpp, "translate", str(scratch / "ten.kh"), "-o", str(out), "--entry", "ten"])
    headers = ["map", "string", "optional", "variant", "functional", "memory", "vector", "unordered_map", "cstdint", "list"]
    (scratch / "empty.cpp").write_text("".join(f"#include <{header}>\n" for header in headers) + "int main() {}\n")
    build = pathlib.Path(options.khora2cpp).resolve().parent
    includes = ["-I", str(ROOT / "runtime" / "include"), "-I", str(build / "generated" / "include"), "-I", str(out)]
    times = {"empty": [], "ours": []}
    for _ in range(options.rounds):
        for name, command in (
                ("empty", ["g++", "-std=c++20", "-c", str(scratch / "empty.cpp"), "-o", str(scratch / "empty.o")]),
                ("ours", ["g++", "-std=c++20", "-c", *includes, str(out / "ten.cpp"), "-o", str(scratch / "ten.o")])):
            times[name].append(cpu_time(command)[0])
    print("\n| compiling | an empty main, ms | ten names of std::core, ms | ratio | bar |")
    print("| --- | --- | --- | --- | --- |")
    return row("-O0, no precompiled header", statistics.median(times["empty"]), statistics.median(times["ours"]), 1.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--khora2cpp", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append", help="a work, `jq` or `compile`")
    options = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory() as place:
        scratch = pathlib.Path(place)
        if not options.only or set(WORKS) & set(options.only):
            missed |= compare_works(options, scratch)
        if not options.only or "jq" in options.only:
            if shutil.which("jq"):
                missed |= compare_jq(options, scratch)
            else:
                print("\njq is not installed (Debian: `jq`)")
        if not options.only or "compile" in options.only:
            missed |= compare_compiling(options, scratch)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
