#!/usr/bin/env python3
"""Ctrl-C at examples/service: one worker cleans up, the other one is named and left after two seconds, and the status is that of a cancel."""
import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "service"
SERVING = 'cohort 1 "service" in 0, FailFast, started 2, live=[0 "ticker", 1 "log flush"]'
LEFT = 'khora: cohort "service" drain bound of 2000ms elapsed with 1 fiber(s) still running (spawn index 1 "log flush")'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--khora2cpp", required=True)
    parser.add_argument("--backend", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        program = os.path.join(place, "service")
        built = subprocess.run([options.khora2cpp, "build", EXAMPLE, "-o", program], capture_output=True, text=True)
        if built.returncode != 0:
            sys.exit(built.stdout + built.stderr)
        # The reader of a pipe sees a line only when it is written, not when the buffer is full.
        master, slave = os.openpty()
        running = subprocess.Popen([program], env={**os.environ, "KHORA_FIBERS": options.backend}, stdout=slave, stderr=subprocess.PIPE,
                                   text=True)
        os.close(slave)
        said = os.fdopen(master, encoding="utf-8")
        line = said.readline().strip()
        if line != SERVING:
            running.kill()
            sys.exit(f"not serving: {line}")
        start = time.monotonic()
        running.send_signal(signal.SIGINT)
        errors = running.stderr.read()
        status = running.wait()
        seconds = time.monotonic() - start
        stopped = said.readline().strip()
        if status != 130 or errors.splitlines() != [LEFT] or stopped != "the ticker has stopped" or not 1.9 < seconds < 30:
            sys.exit(f"status {status} after {seconds:.1f} s\n{stopped}\n{errors}")
        print(f"stopped after {seconds:.1f} s")


if __name__ == "__main__":
    main()
