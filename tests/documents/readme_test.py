#!/usr/bin/env python3
"""The programs in README.md are the ones of examples/, and the C++ beside them is what they become."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def read(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--khora2cpp', required=True)
    options = parser.parse_args()
    readme = read('README.md')
    blocks = [(language, text) for language, text in re.findall(r'^```(\w+)\n(.*?)^```$', readme, re.MULTILINE | re.DOTALL)]
    problems = []

    def require(found, sentence):
        if not found:
            problems.append(sentence)

    for path in ('src/lamps.kh', 'src/main.kh'):
        require(('khora', read('examples/lighthouse/' + path)) in blocks, 'the text of examples/lighthouse/%s is not in README.md' % path)
    require(('toml', '# khora.toml\n' + read('examples/lighthouse/khora.toml')) in blocks, 'the manifest of examples/lighthouse is not in README.md')

    orchard = read('examples/orchard/main.kh')
    require(any(language == 'khora' and text in orchard for language, text in blocks), 'no part of examples/orchard/main.kh is in README.md')
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([options.khora2cpp, 'translate', os.path.join(ROOT, 'examples/orchard/main.kh'), '-o', scratch], check=True)
        with open(os.path.join(scratch, 'orchard/main.cpp'), encoding='utf-8') as file:
            translated = file.read()
    require(any(language == 'cpp' and text in translated for language, text in blocks), 'no C++ in README.md is what examples/orchard becomes')

    for path in ('examples/crawler/main.kh', 'examples/hedged_request/main.kh', 'golden/fibers/crew/main.kh'):
        text_of = read(path)
        require(any(language == 'khora' and text in text_of for language, text in blocks), 'no part of %s is in README.md' % path)

    for target in re.findall(r'\]\(([^)#]+)\)', readme):
        require(target.startswith('http') or os.path.exists(os.path.join(ROOT, target)), 'README.md points at %s, which is not there' % target)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
