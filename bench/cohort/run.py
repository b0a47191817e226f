#!/usr/bin/env python3
"""Cohorts against nurseries, deadlines against plain joins, and select against a plain receive and Go's select.

    bench/cohort/run.py --khora2cpp build/release/khora2cpp [--rounds N]

Figures are medians of interleaved runs, nanoseconds of one operation, on the scheduler with two workers. Needs `go`; without it its bar is left
out and said so.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WORKS = ["nursery", "cohort", "join", "with_timeout", "empty", "receive", "select"]
# What, beside what, and the bar of the ratio; beside nothing the bar is of the nanoseconds themselves.
BARS = [
    ("cohort", "nursery", 1.2),
    ("with_timeout", "join", 1.5),
    ("empty", None, 100),
    ("select", "receive", 2.0),
    ("select", "Go select", 0.6),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--khora2cpp", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    environment = {**os.environ, "KHORA_FIBERS": "scheduler", "KHORA_WORKERS": "2", "GOMAXPROCS": "2"}
    with tempfile.TemporaryDirectory() as scratch:
        ours = os.path.join(scratch, "ours")
        subprocess.run([options.khora2cpp, "build", HERE, "--release", "-o", ours], check=True)
        commands = {work: [ours, work] for work in WORKS}
        if shutil.which("go"):
            subprocess.run(["go", "build", "-o", os.path.join(scratch, "go"), "."], cwd=os.path.join(HERE, "peers/go"), check=True)
            commands["Go select"] = [os.path.join(scratch, "go"), "select"]
            commands["Go receive"] = [os.path.join(scratch, "go"), "receive"]
        else:
            print("Go is left out: there is no `go`", file=sys.stderr)
        found = {}
        for _ in range(options.rounds):
            for name, command in commands.items():
                out = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
                found.setdefault(name, []).append(float(out) / 1000)
    times = {name: statistics.median(values) for name, values in found.items()}
    missed = False
    print("| work | ns | beside | ns | ratio | bar |\n| --- | --- | --- | --- | --- | --- |")
    for work, beside, bar in BARS:
        if beside is not None and beside not in times:
            continue
        value = times[work] / times[beside] if beside else times[work]
        missed = missed or value > bar
        print("| %s | %.1f | %s | %s | %s | %s |" % (work, times[work], beside or "", "%.1f" % times[beside] if beside else "",
                                                   "%.2f" % value if beside else "", bar if beside else "%d ns" % bar))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
