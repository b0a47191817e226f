#!/usr/bin/env python3
"""A project that finds khora2cpp in its build tree, and whose tests have every kind of name: CTest must name each, run each alone, and
call those failed that fail."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ['plain', 'one; two', 'open [ bracket', 'closed ]] bracket', 'fence ]==] inside', 'ends with ]==', 'uml ä', '$HOME ${x} \\\\ back', 'same', 'same']

CMAKE = '''cmake_minimum_required(VERSION 3.25)
project(odd LANGUAGES CXX)
enable_testing()
find_package(khora2cpp REQUIRED)
khora_add_executable(odd SOURCES main.kh)
khora_discover_tests(odd)
'''


def program():
    """Every second test fails."""
    lines = ['module odd::main;', 'import std::core::{assert};']
    for number, name in enumerate(NAMES):
        lines.append('test "%s" { assert(%d == %d); }' % (name.replace('$', '\\$'), number, number + number % 2))
    return '\n'.join(lines) + '\npub fn main() { }\n'


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--build-dir', required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        (source / 'CMakeLists.txt').write_text(CMAKE, encoding='utf-8')
        (source / 'main.kh').write_text(program(), encoding='utf-8')
        for command in (['cmake', '-G', 'Ninja', '-S', '.', '-B', 'build', '-DCMAKE_PREFIX_PATH=' + options.build_dir], ['cmake', '--build', 'build']):
            built = run(*command, cwd=source)
            if built.returncode != 0:
                sys.exit(built.stdout + built.stderr)
        tested = run('ctest', '--test-dir', 'build', cwd=source)
    print(tested.stdout)
    found = re.findall(r'Test +#\d+: odd: (.*?) \.+[. *]*(Passed|Failed)', tested.stdout)
    wanted = [(name.replace('\\\\', '\\'), 'Failed' if number % 2 else 'Passed') for number, name in enumerate(NAMES)]
    if found != wanted:
        sys.exit('expected %s\nfound    %s' % (wanted, found))


if __name__ == '__main__':
    main()
