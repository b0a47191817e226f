#!/usr/bin/env python3
"""The interpreter on programs whose behaviour is written down: the golden cases and the language's conformance programs.

    known_programs.py --interpreter PATH [--conformance DIR]

A program must do what is written down beside it. Only those that use fibers, channels, cohorts, regions or shared cells may be beyond the
interpreter, and it has to say so.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BEYOND = re.compile(r'^`(Fiber|Fibers|Channel|Claim|Region|Scope|Shared|SharedFn|Handoff|nursery|bounded_nursery|scoped|acquire|'
                    r'join_all|select|Arm|Group)\b')


class Expected:
    def __init__(self, output, status):
        self.output, self.status = output, status


def golden_cases():
    for main in sorted((ROOT / 'golden').glob('*/*/main.kh')):
        if main.parts[-3] == 'foreign':
            continue  # their other half is written in C
        status = main.parent / 'expected.status'
        yield str(main.parent), Expected((main.parent / 'expected.out').read_text(), int(status.read_text()) if status.exists() else 0)


def conformance_cases(folder):
    for file in sorted(pathlib.Path(folder).glob('*/*.expect')):
        place = file.with_suffix('.kh') if file.with_suffix('.kh').exists() else file.with_suffix('')
        head, found, output = file.read_text().replace('\r\n', '\n').partition('stdout:\n')
        settings = dict(line.split(':', 1) for line in head.split('\n') if ':' in line and not line.startswith('#'))
        status = settings.get('status', '0').strip()
        if status == 'compile-error' or settings.get('mode', 'run').strip() != 'run':
            continue
        # Decimals are a module of the library that is not there yet.
        if 'std::decimal' in ''.join(path.read_text() for path in ([place] if place.is_file() else place.rglob('*.kh'))):
            continue
        yield str(place), Expected(output if found else None, int(status) if status.isdigit() else None)


def complaint(said, expected):
    if said['status'] is None:
        if BEYOND.match(said['unsupported']):
            return None
        return said['unsupported'] or said['diagnostics']
    if expected.status is not None and said['status'] != expected.status:
        return 'status %d instead of %d' % (said['status'], expected.status)
    if expected.output is not None and said['output'] != expected.output:
        return 'printed\n%s\ninstead of\n%s' % (said['output'], expected.output)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--interpreter', required=True)
    parser.add_argument('--conformance')
    options = parser.parse_args()
    expected = dict(golden_cases())
    if options.conformance:
        expected.update(conformance_cases(options.conformance))
    done = subprocess.run([options.interpreter, '--json', *expected], stdout=subprocess.PIPE, text=True, timeout=600)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    failed = len(expected) - len(answers)
    interpreted = 0
    for said in answers:
        wrong = complaint(said, expected[said['program']])
        failed += wrong is not None
        interpreted += said['status'] is not None
        if wrong is not None:
            print('FAIL %s: %s' % (said['program'], wrong))
    print('%d programs, %d of them interpreted, %d failed' % (len(expected), interpreted, failed))
    return 1 if failed or interpreted < 40 else 0


if __name__ == '__main__':
    sys.exit(main())
