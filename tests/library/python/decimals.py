#!/usr/bin/env python3
"""Compares std::decimal with Python's decimal, on random numbers near every limit.

usage: decimals.py KHORA2CPP [SEED]

What traps in Khora is worked out here by the rules of the library: such a case is run alone and has to trap in the words of its operation.
"""
import decimal
import random
import sys

from against_python import Program

LIMIT = 1 << 127
MOST_PLACES = 38
ROUNDINGS = {"even": decimal.ROUND_HALF_EVEN, "up": decimal.ROUND_HALF_UP, "towards": decimal.ROUND_DOWN}
decimal.getcontext().prec = 400
decimal.getcontext().Emax = decimal.MAX_EMAX
decimal.getcontext().Emin = decimal.MIN_EMIN


class Trap(Exception):
    pass


class Number:
    """Digits and places, as the library keeps them."""

    def __init__(self, digits, places):
        self.digits = digits
        self.places = places

    def value(self):
        return decimal.Decimal(self.digits).scaleb(-self.places)

    def __str__(self):
        digits = str(abs(self.digits)).rjust(self.places + 1, "0")
        text = digits if self.places == 0 else digits[: -self.places] + "." + digits[-self.places :]
        return "-" + text if self.digits < 0 else text


def stored(value, places, what):
    """`value`, which has no more than `places` places."""
    digits = int(value.scaleb(places))
    if not -LIMIT <= digits < LIMIT:
        raise Trap(what)
    return Number(digits, places)


def aligned(number, places):
    if places - number.places > MOST_PLACES:
        raise Trap("rescaling")
    return stored(number.value(), places, "rescaling").value()


def combined(a, b, what, combine):
    places = max(a.places, b.places)
    return stored(combine(aligned(a, places), aligned(b, places)), places, what)


def divided(a, b, places, rounding):
    if b.digits == 0:
        return None
    places = max(places, 0)
    shift = places + b.places - a.places
    if abs(shift) > MOST_PLACES or (shift < 0 and abs(b.digits) * 10**-shift >= 1 << 128):
        raise Trap("division")
    # Exactly: the quotient of Python's own numbers would be rounded twice.
    above = abs(a.digits) * 10 ** max(shift, 0)
    below = abs(b.digits) * 10 ** max(-shift, 0)
    quotient, rest = divmod(above, below)
    up = {"even": 2 * rest > below or (2 * rest == below and quotient % 2 == 1), "up": 2 * rest >= below, "towards": False}[rounding]
    digits = (quotient + up) * (-1 if (a.digits < 0) != (b.digits < 0) else 1)
    if not -LIMIT <= digits < LIMIT:
        raise Trap("division")
    answer = Number(digits, places)
    if b.digits == 1 and b.places == 0 and len(str(a.digits)) < 300:
        assert answer.value() == a.value().quantize(decimal.Decimal(1).scaleb(-places), rounding=ROUNDINGS[rounding])
    return answer


def truncated(a):
    if a.places > MOST_PLACES:
        return 0
    whole = int(a.value())
    if not -(1 << 63) <= whole < 1 << 63:
        raise Trap("truncation")
    return whole


def expected(operation, a, b, places, rounding):
    if operation == "add":
        return str(combined(a, b, "addition", lambda x, y: x + y))
    if operation == "sub":
        return str(combined(a, b, "subtraction", lambda x, y: x - y))
    if operation == "mul":
        return str(stored(a.value() * b.value(), a.places + b.places, "multiplication"))
    if operation == "divide":
        answer = divided(a, b, places, rounding)
        return "None" if answer is None else f"Some({answer})"
    if operation == "rounded":
        return str(divided(a, Number(1, 0), places, rounding))
    if operation == "at_scale":
        return str(a) if places <= a.places else str(Number(int(aligned(a, places).scaleb(places)), places))
    if operation == "truncated":
        return str(truncated(a))
    if operation == "compare":
        x, y = a.value(), b.value()
        return ("Less" if x < y else "Greater" if x > y else "Equal") + (" true" if x == y else " false")
    if operation == "min":
        return str(b if b.value() < a.value() else a)
    if operation == "max":
        return str(b if b.value() > a.value() else a)
    if operation == "negate":
        return str(stored(-a.value(), a.places, "subtraction"))
    return str(stored(abs(a.value()), a.places, "subtraction"))


def random_number(rng):
    size = rng.choice([4, 16, 40, 64, 80, 120, 126, 127])
    digits = rng.choice([0, 1, 5, LIMIT - 1, 10**37, rng.getrandbits(size), rng.getrandbits(size), rng.getrandbits(size) * 5])
    digits = min(digits, LIMIT - 1) * rng.choice([1, -1])
    if rng.random() < 0.02:
        digits = -LIMIT
    return Number(digits, rng.choice([0, 0, 1, 2, 2, 3, 7, 18, 37, 38, 39, 60]))


def read_case(rng):
    text = rng.choice(
        [
            str(random_number(rng)),
            "+" + str(abs(rng.getrandbits(40))),
            "".join(rng.choice("0123456789.+-_e ") for _ in range(rng.randrange(1, 6))).replace(" ", "x"),
            str(rng.choice([LIMIT, LIMIT - 1, -LIMIT, -LIMIT - 1])),
            "0" * 50 + "7",
            "." + "0" * 60 + "7",
        ]
    )
    body = text[1:] if text[0] in "+-" else text
    whole, _, part = body.partition(".")
    if not (whole + part).isdigit() or not (whole + part).isascii():
        return text, "none"
    digits = int(whole + part) * (-1 if text[0] == "-" else 1)
    if not -LIMIT <= digits < LIMIT:
        return text, "none"
    return text, f"{Number(digits, len(part))} {len(part)}"


OPERATIONS = "add sub mul divide rounded at_scale truncated compare min max negate abs".split()


def main():
    program = Program(sys.argv[1], "decimals.kh")
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    lines, answers, traps = [], [], {}
    for _ in range(6000):
        operation = rng.choice(OPERATIONS)
        a, b, places = random_number(rng), random_number(rng), rng.choice([-1, 0, 1, 2, 5, 20, 38, 40])
        rounding = rng.choice(list(ROUNDINGS))
        line = f"{operation} {a} {b} {places} {rounding}"
        try:
            answer = expected(operation, a, b, places, rounding)
        except Trap as trap:
            traps.setdefault((operation, str(trap)), line)
            continue
        lines.append(line)
        answers.append(answer)
    for _ in range(2000):
        text, answer = read_case(rng)
        lines.append("read " + text)
        answers.append(answer)
    program.check(lines, answers)
    assert {what for _, what in traps} == {"addition", "subtraction", "multiplication", "division", "rescaling", "truncation"}, traps
    for (operation, what), line in sorted(traps.items()):
        program.check_trap(line, f"khora: Decimal {what} overflowed")
    print(f"{len(lines)} cases agree, {len(traps)} kinds of traps")


if __name__ == "__main__":
    main()
