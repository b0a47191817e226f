#!/usr/bin/env python3
"""How programs end: traps, failures at the entry point, statuses.

    ends_test.py KHORA2CPP
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# Argument, status, and what standard error must say.
ENDS = [
    # E7 E10
    ("add", 134, "overflow"),
    ("subtract", 134, "overflow"),
    ("multiply", 134, "overflow"),
    ("octet", 134, "U8"),
    # E8
    ("divide", 134, "zero"),
    ("remainder", 134, "zero"),
    ("quotient", 134, "overflow"),
    # E9
    ("negate", 134, "overflow"),
    ("small", 134, "I8"),
    # F21: `catch` sees no trap
    ("caught", 134, "zero"),
    # F19 M8
    ("raise", 1, "Fault"),
    ("status", 300 % 256, ""),
    ("none", 0, ""),
    # E16: the platform's status for an exhausted stack, and a line that says so
    ("deep", None, "stack"),
]


def main():
    khora2cpp = sys.argv[1]
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "ends"
        subprocess.run([khora2cpp, "build", str(HERE / "ends.kh"), "-o", str(program)], check=True)
        for name, status, words in ENDS:
            done = subprocess.run([str(program), name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, errors="replace")
            if status is None:
                if done.returncode in (0, 1):
                    failures.append(f"{name}: status {done.returncode}")
            elif done.returncode != status:
                failures.append(f"{name}: status {done.returncode}, not {status}\n{done.stderr}")
            if words not in done.stderr:
                failures.append(f"{name}: `{words}` is not in: {done.stderr}")
            # E10: what was printed before is there, and one line says what happened; places in the program may follow it.
            if status is not None and done.stdout != "begin\n":
                failures.append(f"{name}: printed {done.stdout!r}")
            if status == 134 and sum(line.startswith("khora: ") for line in done.stderr.splitlines()) != 1:
                failures.append(f"{name}: not one line: {done.stderr}")
    print("\n".join(failures) if failures else f"{len(ENDS)} ways to end")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
