#!/usr/bin/env python3
"""Runs one example and compares what it prints with its expected.out; runs its `test` blocks if it has some."""
import argparse
import difflib
import glob
import os
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--khora2cpp', required=True)
    parser.add_argument('--example', required=True)
    parser.add_argument('--backend', required=True)
    options = parser.parse_args()
    env = {**os.environ, 'KHORA_FIBERS': options.backend}
    arguments = []
    listed = os.path.join(options.example, 'arguments')
    if os.path.exists(listed):
        with open(listed, encoding='utf-8') as file:
            for word in file.read().split():
                beside = os.path.join(options.example, word)
                arguments.append(beside if os.path.exists(beside) else word)
    command = [options.khora2cpp, 'run', options.example] + (['--'] + arguments if arguments else [])
    done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    with open(os.path.join(options.example, 'expected.out'), encoding='utf-8') as file:
        expected = file.read()
    if done.stdout != expected or done.returncode != 0:
        sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), done.stdout.splitlines(True), 'expected.out', 'printed'))
        sys.exit('status %d\n%s' % (done.returncode, done.stderr))
    sources = glob.glob(os.path.join(options.example, '*.kh'))
    if any('\ntest "' in open(source, encoding='utf-8').read() for source in sources):
        tested = subprocess.run([options.khora2cpp, 'test', options.example], env=env, stdin=subprocess.DEVNULL)
        sys.exit(tested.returncode)


if __name__ == '__main__':
    main()
