#!/usr/bin/env python3
"""Which reports of the translator would no test miss? tools/mutation.py [--build DIR]

Every place in translator/ that reports something is switched off in turn, in a process of its own, and the cases in which it reports run
again. A place that no case reaches, or whose silence changes no case, is listed, and the exit status is 1. Manifests and commands are tried
through the command line: their places are left out here.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPORT = re.compile(r'\b(?:error|warning|report|report_\w+|refuse)\(\s*(?:[\w>.]+ \? )?"(D\d{3}|[a-z]+(?:-[a-z]+)+)"')
STAGES = ["syntax", "modules", "types", "lints"]


def places():
    """(file, line, code) of every report that is written in the sources."""
    found = []
    for stage in STAGES:
        for path in sorted((ROOT / "translator" / stage).glob("*.?pp")):
            text = path.read_text()
            for match in REPORT.finditer(text):
                found.append((str(path.relative_to(ROOT)), text.count("\n", 0, match.start(1)) + 1, match.group(1)))
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", default="build/default", help="the build folder")
    build = ROOT / options.parse_args().build
    subprocess.run(["cmake", "--build", str(build), "--target", "mutation_run"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run([str(build / "tests/translator/mutation/mutation_run")], stdout=subprocess.PIPE, text=True, check=True)
    results = []
    for line in done.stdout.splitlines():
        place, code, result = line.split()
        file, number = place.rsplit(":", 1)
        results.append((file, int(number), code, result))
    survivors = ["%s:%d %s: switched off, and no case notices" % (file, line, code) for file, line, code, result in results if result == "survived"]
    # A call of several lines is known by one of them.
    reached = lambda file, line, code: any(f == file and abs(n - line) <= 3 and c == code for f, n, c, _ in results)
    written = places()
    unreached = ["%s:%d %s: reached by no case" % place for place in written if not reached(*place)]
    for line in survivors + unreached:
        print(line)
    print("%d places report in the cases, %d are written: %d survive, %d are not reached" %
          (len(results), len(written), len(survivors), len(unreached)))
    return 1 if survivors or unreached else 0


if __name__ == "__main__":
    sys.exit(main())
