#!/usr/bin/env python3
"""Compares std::time with Python's datetime.

usage: dates.py KHORA2CPP [SEED]
"""
import datetime
import random
import sys

from against_python import Program

EPOCH = datetime.datetime(1970, 1, 1)
MILLI = datetime.timedelta(milliseconds=1)


def written(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + f".{moment.microsecond // 1000:03}"


def offset_text(minutes):
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def random_moment(rng):
    year = rng.choice([1, 4, 100, 400, 1600, 1900, 1969, 1970, 2000, 2024, 2100, 9999, rng.randrange(1, 9999)])
    day = datetime.datetime(year, rng.randrange(1, 13), 1) + datetime.timedelta(days=rng.randrange(31) if year < 9999 else 0)
    return day + datetime.timedelta(milliseconds=rng.choice([0, 1, 86399999, rng.randrange(86400000)]))


def date_case(rng):
    year, month, day = rng.randrange(1, 10000), rng.randrange(0, 14), rng.randrange(0, 33)
    line = f"date {year:04}-{month:02}-{day:02}"
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return line, "none"
    text = f"{year:04}-{month:02}-{day:02}"
    return line, f"{text} {(date - EPOCH.date()).days} {date.isoweekday()} {text}"


def millis_case(rng):
    moment = random_moment(rng)
    millis = (moment - EPOCH) // MILLI
    return f"millis {millis}", f"{written(moment)} {millis} {millis // 1000}"


def instant_case(rng):
    moment, minutes = random_moment(rng), rng.randrange(-1439, 1440)
    zone = "Z" if rng.random() < 0.3 else offset_text(minutes)
    millis = (moment - EPOCH) // MILLI - (0 if zone == "Z" else minutes * 60000)
    return f"instant {written(moment)}{zone}", str(millis)


def offset_case(rng):
    moment, minutes = random_moment(rng), rng.randrange(-1439, 1440)
    millis = (moment - EPOCH) // MILLI
    try:
        local = moment + datetime.timedelta(minutes=minutes)
    except OverflowError:
        return millis_case(rng)
    return f"offset {minutes} {millis}", f"{offset_text(minutes)} {written(local)} {millis}"


def time_case(rng):
    """Times, of which some letters are replaced."""
    milli = rng.choice(["", ".5", ".05", ".005", ".250", ".2500", "."])
    text = f"{rng.randrange(26):02}:{rng.randrange(62):02}:{rng.randrange(62):02}{milli}"
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice("0:.x,") + text[at + 1 :]
    line = f"time {text}"
    head, point, part = text[:8], text[8:9], text[9:]
    well_formed = len(head) == 8 and head[2] == head[5] == ":" and (head[:2] + head[3:5] + head[6:]).isdigit()
    if not well_formed or (point and (point != "." or not part.isdigit() or len(part) > 3)):
        return line, "none"
    hour, minute, second = int(head[:2]), int(head[3:5]), int(head[6:])
    if hour > 23 or minute > 59 or second > 59:
        return line, "none"
    millis = int(part.ljust(3, "0")) if part else 0
    return line, f"{head}.{millis:03} {((hour * 60 + minute) * 60 + second) * 1000 + millis}"


def days_case(rng):
    """Far from what Python knows: the day must come back."""
    days = rng.choice([1, -1]) * rng.getrandbits(rng.choice([20, 40, 62]))
    return f"days {days}", str(days)


def main():
    program = Program(sys.argv[1], "dates.kh")
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    cases = [kind(rng) for kind in (date_case, millis_case, instant_case, offset_case, time_case, days_case) for _ in range(1500)]
    program.check([line for line, _ in cases], [answer for _, answer in cases])
    print(f"{len(cases)} cases agree")


if __name__ == "__main__":
    main()
