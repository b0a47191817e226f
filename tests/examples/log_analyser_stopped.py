#!/usr/bin/env python3
"""Ctrl-C at each stage of examples/log_analyser: there is a whole report or none, and nothing else is left behind.

The stages are what the program tells on standard error; the signal is sent as soon as one of them has been read. A second run at each stage
sends it while the old report is there, which must stay as it is.
"""
import argparse
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "log_analyser"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--khora2cpp", required=True)
    parser.add_argument("--backend", required=True)
    options = parser.parse_args()
    env = {**os.environ, "KHORA_FIBERS": options.backend}
    with tempfile.TemporaryDirectory() as place:
        program = os.path.join(place, "log_analyser")
        built = subprocess.run([options.khora2cpp, "build", EXAMPLE, "-o", program], capture_output=True, text=True)
        if built.returncode != 0:
            sys.exit(built.stdout + built.stderr)
        folder = pathlib.Path(place) / "folder"
        folder.mkdir()
        log, report = folder / "large.log", folder / "report.txt"
        log.write_text((EXAMPLE / "plant.log").read_text(encoding="utf-8") * 300, encoding="utf-8")

        def start():
            return subprocess.Popen([program, "--report", report.name, log.name], env=env, cwd=folder, stderr=subprocess.PIPE, text=True)

        whole = start()
        stages = whole.communicate()[1].splitlines()
        assert whole.returncode == 0 and len(stages) == 11, (whole.returncode, stages)
        complete = report.read_text(encoding="utf-8")
        stopped = 0
        for stage in range(len(stages)):
            for before in (None, "the old report\n"):
                report.unlink(missing_ok=True)
                if before is not None:
                    report.write_text(before, encoding="utf-8")
                running = start()
                for _ in range(stage + 1):
                    running.stderr.readline()
                running.send_signal(signal.SIGINT)
                rest = running.stderr.read()
                running.wait()
                found = report.read_text(encoding="utf-8") if report.exists() else None
                names = sorted(path.name for path in folder.iterdir())
                said = f"stage {stages[stage]!r}, status {running.returncode}, {names}\n{rest}"
                if running.returncode == 130:
                    stopped += 1
                    if found not in (before, complete):
                        sys.exit("a half-written report: " + said)
                elif running.returncode == 0:
                    if found != complete:
                        sys.exit("no report: " + said)
                else:
                    sys.exit("unexpected: " + said)
                if set(names) - {log.name, report.name}:
                    sys.exit("something is left behind: " + said)
        # The first half of the stages is far from the end.
        if stopped < len(stages):
            sys.exit(f"only {stopped} of {2 * len(stages)} runs were stopped")
        print(f"{stopped} of {2 * len(stages)} runs were stopped, and none left anything behind")


if __name__ == "__main__":
    main()
