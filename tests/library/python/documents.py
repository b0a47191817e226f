#!/usr/bin/env python3
"""Compares std::json with Python's json: documents come back as they were, and what is none is refused at the same place.

usage: documents.py KHORA2CPP [SEED]
"""
import json
import random
import sys

from against_python import Program

TEXTS = ["", "a", "naïve", "日本", "😀", "\\", '"', "\t", "\u0001", "\u007f", "/", "a/b\\c\"d", "\u2028", "é" * 40]
NUMBERS = ["0", "-0", "1", "-1", "12345678901234567890", "1.5", "-0.25", "1e3", "1E+5", "2e-7", "10.10", "0.0e0"]


def random_value(rng, depth):
    """A value as text, as the library writes it: sorted, without spaces."""
    kind = rng.randrange(7 if depth > 0 else 5)
    if kind == 5:
        return "[" + ",".join(random_value(rng, depth - 1) for _ in range(rng.randrange(4))) + "]"
    if kind == 6:
        names = sorted(set(rng.choices(TEXTS, k=rng.randrange(4))), key=lambda name: name.encode())
        return "{" + ",".join(text(name) + ":" + random_value(rng, depth - 1) for name in names) + "}"
    if kind == 4:
        return text("".join(rng.choices(TEXTS, k=rng.randrange(3))))
    return rng.choice(["null", "true", "false"] + NUMBERS)


def text(value):
    return json.dumps(value, ensure_ascii=False)


def spaced(rng, document):
    """The same document with white space, names in another order, and escapes where none are needed."""
    value = json.loads(document, parse_float=Literal, parse_int=Literal)
    return loosely(rng, value)


class Literal(str):
    """A number as it was written."""


def loosely(rng, value):
    space = lambda: rng.choice(["", "", " ", "\t", "  "])
    if isinstance(value, Literal):
        return space() + value + space()
    if isinstance(value, str):
        return space() + "".join(loose_character(rng, c) for c in json.dumps(value, ensure_ascii=rng.random() < 0.5)) + space()
    if isinstance(value, list):
        return space() + "[" + (space() if not value else ",".join(loosely(rng, item) for item in value)) + "]" + space()
    if isinstance(value, dict):
        names = list(value)
        rng.shuffle(names)
        return space() + "{" + (space() if not value else ",".join(loosely(rng, name) + ":" + loosely(rng, value[name]) for name in names)) + "}" + space()
    return space() + json.dumps(value) + space()


def loose_character(rng, c):
    return f"\\u{ord(c):04X}" if c.isalpha() and ord(c) > 127 and ord(c) < 0xD800 and rng.random() < 0.5 else c


def is_document(line):
    def refuse(_):
        raise ValueError

    try:
        value = json.loads(line, parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return not has_lone_surrogate(value)


def has_lone_surrogate(value):
    if isinstance(value, str):
        return any(0xD800 <= ord(c) < 0xE000 for c in value)
    if isinstance(value, list):
        return any(map(has_lone_surrogate, value))
    if isinstance(value, dict):
        return any(has_lone_surrogate(name) or has_lone_surrogate(one) for name, one in value.items())
    return False


def damaged(rng, document):
    at = rng.randrange(len(document) + 1)
    piece = rng.choice(['"', "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "t", "\\u", "\\ud800", "\\udc00", "\x01", " ", "nul"])
    return rng.choice([document[:at] + piece + document[at:], document[:at], document[:at] + document[at + 1 :]])


def main():
    program = Program(sys.argv[1], "documents.kh")
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 7)
    documents = [random_value(rng, 5) for _ in range(2000)]
    program.check(documents, documents)
    program.check([spaced(rng, document) for document in documents], documents)
    deep = "[" * 200000 + "]" * 200000
    program.check([deep], [deep])

    lines = [line for line in (damaged(rng, rng.choice(documents)) for _ in range(4000)) if "\n" not in line]
    refused = 0
    for line, answer in zip(lines, program.answers(lines)):
        is_refused = answer.startswith("error at ")
        refused += is_refused
        if is_refused == is_document(line):
            sys.exit(f"`{line}` gives `{answer}`, and Python says otherwise")
        if not is_refused and json.loads(answer) != json.loads(line):
            sys.exit(f"`{line}` gives `{answer}`")
        if is_refused and not 0 <= int(answer.split()[2].rstrip(":")) <= len(line.encode()):
            sys.exit(f"`{line}` gives `{answer}`")
    assert refused > 1000, refused
    print(f"{2 * len(documents)} documents come back, {refused} texts are refused by both")


if __name__ == "__main__":
    main()
