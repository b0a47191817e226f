#!/usr/bin/env python3
"""Runs one example and compares what it prints with what it should; runs its `test` blocks if it has some.

What it should print stands in `expected.out`, or in `transcript`: commands, `$ NAME ARGUMENT..`, each with the lines that follow it. Those are
standard output and then standard error, and `[status N]` for another status than 0. A transcript runs in a copy of the folder, so that commands
may write files and find those of the commands before them. --update writes the transcript anew.
"""
import argparse
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile


def run_once(options, env):
    """The program with its `arguments`, which name files beside it."""
    arguments = []
    listed = os.path.join(options.example, 'arguments')
    if os.path.exists(listed):
        with open(listed, encoding='utf-8') as file:
            for word in file.read().split():
                beside = os.path.join(options.example, word)
                arguments.append(beside if os.path.exists(beside) else word)
    command = [options.khora2cpp, 'run', options.example] + (['--'] + arguments if arguments else [])
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    compare('expected.out', (pathlib.Path(options.example) / 'expected.out').read_text(encoding='utf-8'), done.stdout)
    if done.returncode != 0:
        sys.exit('status %d\n%s' % (done.returncode, done.stderr))


def run_transcript(options, env, transcript):
    expected = transcript.read_text(encoding='utf-8')
    name = pathlib.Path(options.example).name
    with tempfile.TemporaryDirectory() as place:
        program = os.path.join(place, name)
        built = subprocess.run([options.khora2cpp, 'build', options.example, '-o', program], env=env, capture_output=True, text=True)
        if built.returncode != 0 or built.stdout or built.stderr:
            sys.exit('building gives status %d\n%s%s' % (built.returncode, built.stdout, built.stderr))
        folder = os.path.join(place, 'folder')
        shutil.copytree(options.example, folder)
        printed = []
        for line in expected.splitlines():
            if not line.startswith('$ '):
                continue
            words = shlex.split(line[2:])
            if words[0] != name:
                sys.exit('`%s` does not begin with `$ %s`' % (line, name))
            done = subprocess.run([program] + words[1:], env=env, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            printed += [line] + done.stdout.splitlines() + done.stderr.splitlines()
            if done.returncode != 0:
                printed.append('[status %d]' % done.returncode)
        text = '\n'.join(printed) + '\n'
        if options.update:
            transcript.write_text(text, encoding='utf-8')
        else:
            compare('transcript', expected, text)


def compare(name, expected, printed):
    if printed != expected:
        sys.exit(''.join(difflib.unified_diff(expected.splitlines(True), printed.splitlines(True), name, 'printed')))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--khora2cpp', required=True)
    parser.add_argument('--example', required=True)
    parser.add_argument('--backend', required=True)
    parser.add_argument('--update', action='store_true')
    options = parser.parse_args()
    env = {**os.environ, 'KHORA_FIBERS': options.backend}
    transcript = pathlib.Path(options.example) / 'transcript'
    if transcript.exists():
        run_transcript(options, env, transcript)
    else:
        run_once(options, env)
    sources = pathlib.Path(options.example).rglob('*.kh')
    if any('\ntest "' in source.read_text(encoding='utf-8') for source in sources):
        tested = subprocess.run([options.khora2cpp, 'test', options.example], env=env, stdin=subprocess.DEVNULL)
        sys.exit(tested.returncode)


if __name__ == '__main__':
    main()
