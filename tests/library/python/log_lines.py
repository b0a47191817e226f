#!/usr/bin/env python3
"""What std::log writes to standard error, byte for byte.

usage: log_lines.py KHORA2CPP
"""
import json
import sys

from against_python import Program

EXPECTED = r'''{"timestamp":1700000000123,"level":"info","message":"naïve \"x\""}
{"timestamp":1700000000123,"level":"error","message":"full","free":-12,"read only":true,"place":"a \"b\"\n","half":0.5}
WARN  low free=3 place=a b
INFO  started
end
'''


def main():
    ended = Program(sys.argv[1], "log_lines.kh").run([])
    if ended.returncode != 0 or ended.stderr != EXPECTED or ended.stdout != "":
        sys.exit(f"status {ended.returncode}, and not as expected:\n{ended.stdout}{ended.stderr}")
    for line in ended.stderr.split("\n")[:2]:
        json.loads(line)
    print("as expected")


if __name__ == "__main__":
    main()
