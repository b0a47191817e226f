#!/usr/bin/env python3
"""The compiler that does not build this tree accepts its sources too, without a warning: the translator's and the runtime's, as
compile_commands.json lists them. Nothing is generated.

    second_compiler_test.py --build DIR --compiler clang++ [--jobs N]
"""
import argparse
import concurrent.futures
import json
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OWN = ('translator/', 'runtime/')
WITH_VALUE = {'-o', '-MF', '-MT', '-MQ'}
DROPPED = {'-c', '-MD', '-MMD', '-Winvalid-pch'}
OF_LINKING = ('-flto', '-fno-lto', '-ffat-lto', '-fno-fat-lto')  # each compiler has its own


def command_of(entry, compiler):
    """The command with another compiler that only looks. Warnings that only one of the two knows are no mistake."""
    words = entry.get('arguments') or shlex.split(entry['command'])
    kept = [compiler, '-fsyntax-only', '-Wno-unknown-warning-option']
    first = next(index for index, word in enumerate(words) if word.startswith('-'))
    skip = False
    for word in words[first:]:
        if skip:
            skip = False
        elif word in WITH_VALUE:
            skip = True
        elif word not in DROPPED and not word.startswith(OF_LINKING):
            kept.append(word)
    return kept


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--build', type=pathlib.Path, required=True)
    parser.add_argument('--compiler', required=True)
    parser.add_argument('--jobs', type=int, default=2)
    options = parser.parse_args()
    entries = []
    for entry in json.loads((options.build / 'compile_commands.json').read_text()):
        for base in (ROOT, options.build.resolve()):
            place = pathlib.Path(entry['directory'], entry['file']).resolve()
            if place.is_relative_to(base) and str(place.relative_to(base)).startswith(OWN):
                entries.append(entry)
                break

    # A source is built more than once for some tests; with the same options it is looked at once.
    commands = {tuple(command_of(entry, options.compiler)): entry for entry in entries}

    def check(item):
        command, entry = item
        done = subprocess.run(command, cwd=entry['directory'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return entry['file'], done.returncode, done.stdout

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(check, commands.items()))
    bad = [(file, text) for file, status, text in results if status != 0 or text]
    for file, text in bad:
        print('%s is not accepted by %s:\n%s' % (file, options.compiler, text))
    print('%d sources, %d not accepted by %s' % (len(results), len(bad), options.compiler))
    sys.exit(1 if bad or not results else 0)


if __name__ == '__main__':
    main()
