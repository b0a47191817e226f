#!/usr/bin/env python3
"""What std::log writes to standard error, byte for byte.

usage: log_lines.py KHORA2CPP
"""
import json
import re
import sys
import time

from against_python import Program

EXPECTED = r'''{"timestamp":1700000000123,"level":"info","message":"naïve \"x\""}
{"timestamp":1700000000123,"level":"error","message":"full","free":-12,"read only":true,"place":"a \"b\"\n","half":0.5}
WARN  low free=3 place=a b
INFO  started
'''


def main():
    program = Program(sys.argv[1], "log_lines.kh")
    before = time.time()
    ended = program.run([])
    after = time.time()
    now = re.search(r'"timestamp":(\d+),"level":"error","message":"by the clock"', ended.stderr)
    expected = EXPECTED + '{"timestamp":%s,"level":"error","message":"by the clock"}\nend\n' % (now[1] if now else "?")
    if ended.returncode != 0 or ended.stderr != expected or ended.stdout != "":
        sys.exit(f"status {ended.returncode}, and not as expected:\n{ended.stdout}{ended.stderr}")
    if not int(before * 1000) <= int(now[1]) <= int(after * 1000) + 1:
        sys.exit(f"the clock says {now[1]} between {before} and {after}")
    for line in ended.stderr.split("\n")[:2]:
        json.loads(line)
    print("as expected")


if __name__ == "__main__":
    main()
