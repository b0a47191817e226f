#!/usr/bin/env python3
"""Emitted C++ against hand-written C++ with the same overflow checks, both sides in one run.

    bench/emitted/run.py --khora2cpp PATH [--compiler g++ --compiler clang++] [--rounds N] [--only NAME]

Each program is built with `khora2cpp build --release`, its peer with the same compiler at -O2; the peer is also built without checks, which is
reported beside. The runs of one round are interleaved. The figures are medians of user time.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# The argument of each program, so that a run takes some tenths of a second, and the bar of the ratio where there is one.
PROGRAMS = {
    'tight_loop': ('60000000', {'g++': 1.05, 'clang++': 1.05}),
    'fib': ('38', {'g++': 1.10, 'clang++': 1.30}),
    'marked_calls': ('150000000', {'g++': 1.10, 'clang++': 1.10}),
    'list_for': ('150', {'g++': 1.15, 'clang++': 1.15}),
    'records': ('30000000', {}),
    'strings': ('60', {}),
    'trees': ('150', {}),
}


def user_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--khora2cpp', required=True)
    parser.add_argument('--compiler', action='append')
    parser.add_argument('--rounds', type=int, default=9)
    parser.add_argument('--only', action='append')
    options = parser.parse_args()
    missed = False
    print('| program | compiler | hand-written, s | emitted, s | ratio | bar | unchecked, s |')
    print('| --- | --- | --- | --- | --- | --- | --- |')
    with tempfile.TemporaryDirectory() as scratch:
        for compiler in options.compiler or ['g++', 'clang++']:
            for name, (size, bars) in PROGRAMS.items():
                if options.only and name not in options.only:
                    continue
                folder = os.path.join(HERE, name)
                emitted, peer, unchecked = (os.path.join(scratch, part) for part in ('emitted', 'peer', 'unchecked'))
                subprocess.run([options.khora2cpp, 'build', folder, '--release', '-o', emitted], check=True, env={**os.environ, 'CXX': compiler})
                source = os.path.join(folder, 'peer.cpp')
                subprocess.run([compiler, '-std=c++20', '-O2', source, '-o', peer], check=True)
                subprocess.run([compiler, '-std=c++20', '-O2', '-DUNCHECKED', source, '-o', unchecked], check=True)
                times = {emitted: [], peer: [], unchecked: []}
                answers = set()
                for _ in range(options.rounds):
                    for program in times:
                        spent, out = user_time([program, size])
                        times[program].append(spent)
                        answers.add(out)
                if len(answers) != 1:
                    sys.exit('%s: the programs do not agree: %s' % (name, sorted(answers)))
                medians = {program: statistics.median(spent) for program, spent in times.items()}
                ratio = medians[emitted] / medians[peer]
                bar = bars.get(compiler)
                missed = missed or (bar is not None and ratio > bar)
                print('| %s | %s | %.3f | %.3f | %.2f | %s | %.3f |' % (
                    name, compiler, medians[peer], medians[emitted], ratio, '%.2f' % bar if bar else '', medians[unchecked]), flush=True)
    sys.exit(1 if missed else 0)


if __name__ == '__main__':
    main()
