#!/usr/bin/env python3
"""Soundness of translation: generated programs, and kept ones, must do when translated what the interpreter of the typed tree says.

    run.py --khora2cpp PATH --interpreter PATH cases          the kept programs of cases/
    run.py .. seeds A B [--jobs N] [--shrink] [--keep DIR]    the programs of the seeds A to B-1
    run.py .. time SECONDS [--first SEED]                     seeds from SEED on, until the time is over; without it, by today's date
    run.py .. one PLACE [--shrink]                            one program, a file or a folder

Each program is checked, interpreted, translated, compiled without a warning by each compiler (--compiler, else g++ and clang++), and run on
both backends. What fails is reported with its seed; with --shrink it is made smaller first. `cases/NAME.kh` has what it prints in
`cases/NAME.expected`, whose first line is the exit status.
"""
import argparse
import concurrent.futures
import datetime
import pathlib
import shutil
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import generate  # noqa: E402
import shrink  # noqa: E402
from harness import HERE, Failure, Harness  # noqa: E402


def report(name, failure):
    print('FAIL %s: %s\n%s' % (name, failure.kind, '\n'.join('    ' + line for line in failure.detail.split('\n')[:40])), flush=True)


class Runner:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, pathlib.Path(scratch)
        self.harnesses = []

    def harness(self, number):
        while len(self.harnesses) <= number:
            place = self.scratch / ('job%d' % len(self.harnesses))
            self.harnesses.append(Harness(self.options.khora2cpp, self.options.interpreter, place, self.options.compiler))
            self.harnesses[-1].headers = self.harnesses[0].headers  # compiled once for all jobs
        return self.harnesses[number]

    def check(self, harness, name, place):
        """Checks a program and reports a failure; true when there was none."""
        try:
            harness.check(place)
            return True
        except Failure as failure:
            report(name, failure)
            if self.options.keep:
                target = pathlib.Path(self.options.keep) / name.replace(' ', '_')
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(place, target) if place.is_dir() else shutil.copy(place, target)
            if self.options.shrink:
                small = shrink.shrunk(harness, place, failure.kind, self.scratch / 'shrink')
                print('\n'.join('    ' + line for text in small for line in text.split('\n')), flush=True)
            return False

    def seeds(self, seeds, seconds=None):
        """Checks the programs of seeds until they or the time end; the number of those checked and of those that failed."""
        seeds, done, failed = Locked(seeds), 0, 0
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(self.harness(0).header, self.harness(0).compilers))
        deadline = None if seconds is None else time.monotonic() + seconds

        def work(number):
            nonlocal done, failed
            harness = self.harness(number)
            for seed in seeds:
                if deadline is not None and time.monotonic() > deadline:
                    return
                place = harness.scratch / 'source'
                shutil.rmtree(place, ignore_errors=True)
                try:
                    generate.write(seed, place)
                    good = self.check(harness, 'seed %d' % seed, place)
                except Exception as error:  # the generator's own fault: the other seeds go on
                    report('seed %d' % seed, Failure('generator: %r' % error, traceback.format_exc()))
                    good = False
                done += 1
                failed += not good

        self.harness(self.options.jobs - 1)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for future in [pool.submit(work, number) for number in range(self.options.jobs)]:
                future.result()
        return done, failed

    def cases(self):
        failed = 0
        harness = self.harness(0)
        for place in sorted((HERE / 'cases').glob('*.kh')):
            expected = place.with_suffix('.expected').read_text(encoding='utf-8')
            status, _, output = expected.partition('\n')
            try:
                said = harness.check(place)
                if said['output'] != output or str(said['status']) != status:
                    raise Failure('not what is expected', 'status %s\n%s' % (said['status'], said['output']))
            except Failure as failure:
                report(place.name, failure)
                failed += 1
        return failed


class Locked:
    """An iterator that several threads share."""

    def __init__(self, items):
        import threading
        self.items, self.lock = iter(items), threading.Lock()

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            return next(self.items)


def counting(first):
    while True:
        yield first
        first += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--khora2cpp', required=True)
    parser.add_argument('--interpreter', required=True)
    parser.add_argument('--compiler', action='append')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--shrink', action='store_true')
    parser.add_argument('--keep', help='a folder for the programs that fail')
    parser.add_argument('--first', type=int, help='the first seed of `time`')
    parser.add_argument('what', choices=['cases', 'seeds', 'time', 'one'])
    parser.add_argument('arguments', nargs='*')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix='khora2cpp-soundness-') as scratch:
        runner = Runner(options, scratch)
        if options.what == 'cases':
            return 1 if runner.cases() else 0
        if options.what == 'one':
            return 0 if runner.check(runner.harness(0), options.arguments[0], pathlib.Path(options.arguments[0])) else 1
        if options.what == 'seeds':
            done, failed = runner.seeds(range(int(options.arguments[0]), int(options.arguments[1])))
        else:
            first = options.first if options.first is not None else datetime.date.today().toordinal() * 1000
            print('seeds from %d on' % first, flush=True)
            done, failed = runner.seeds(counting(first), float(options.arguments[0]))
        print('%d programs, %d failed' % (done, failed))
        return 1 if failed or not done else 0


if __name__ == '__main__':
    sys.exit(main())
