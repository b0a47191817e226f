#!/usr/bin/env python3
"""Lines a second of the translator on generated programs, and its share of translate + compile at -O0.

    bench/translate/run.py --khora2cpp PATH [--compiler g++] [--rounds N] [--lines 1000 --lines 10000 ...] [--no-compile]
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def seconds(command, **more):
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **more)
    return time.perf_counter() - began


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--khora2cpp', required=True)
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--lines', type=int, action='append')
    parser.add_argument('--no-compile', action='store_true')
    options = parser.parse_args()
    print('| lines | check, ms | translate, ms | lines/s | compile and link -O0, ms | share of translation |')
    print('| --- | --- | --- | --- | --- | --- |')
    for wanted in options.lines or [1000, 10000, 100000]:
        with tempfile.TemporaryDirectory() as scratch:
            program = os.path.join(scratch, 'main.kh')
            with open(program, 'w') as file:
                subprocess.run([sys.executable, os.path.join(HERE, 'generate.py'), str(wanted)], check=True, stdout=file)
            with open(program) as file:
                lines = file.read().count('\n')
            out = os.path.join(scratch, 'out')
            checks = [seconds([options.khora2cpp, 'check', program]) for _ in range(options.rounds)]
            translations = [seconds([options.khora2cpp, 'translate', program, '-o', out]) for _ in range(options.rounds)]
            translated = statistics.median(translations)
            compiled = None
            if not options.no_compile and wanted <= 10000:
                # What `build` takes beyond translating: compiling, linking and the cache's book-keeping.
                env = {**os.environ, 'CXX': options.compiler, 'XDG_CACHE_HOME': os.path.join(scratch, 'cache')}
                built = seconds([options.khora2cpp, 'build', program, '-o', os.path.join(scratch, 'program')], env=env)
                compiled = max(built - translated, 0.0)
            share = '' if compiled is None else '%.1f %%' % (100 * translated / (translated + compiled))
            print('| %d | %.0f | %.0f | %.0f | %s | %s |' % (
                lines, 1e3 * statistics.median(checks), 1e3 * translated, lines / translated, '' if compiled is None else '%.0f' % (1e3 * compiled), share), flush=True)


if __name__ == '__main__':
    main()
