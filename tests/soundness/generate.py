#!/usr/bin/env python3
"""Writes the well-typed program of a seed into a folder: generate.py SEED FOLDER"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from generator.program import Generator  # noqa: E402


def write(seed, folder):
    files = Generator(seed).generate()
    os.makedirs(folder, exist_ok=True)
    for name, text in files:
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write(int(sys.argv[1]), sys.argv[2])
