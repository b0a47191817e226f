#!/usr/bin/env python3
"""The numbered statements of the language about fibers and cohorts, each as a program.

    statements_test.py compile KHORA2CPP BUILT   check every program, build those that are accepted into the folder BUILT
    statements_test.py run BUILT [NAME ..]       run the built ones (or those whose name contains a NAME) on the backend that the
                                                 environment chooses, and compare

A program is a file of one of the folders here, or a folder whose `main.kh` has `main`. It says in comments what it is about and what
must be seen; everything that is not said must not be seen.

    // [c81] ..                 the statements it holds, at the top (tools/statements.py says which letter is which document's)
    let f = g(); // refused: D801 word word
                                an error with this code on this line, whose message or hint contains the words; such a program is not run
    take(); // warned: D921     a warning, likewise
    // status: 134              the exit status, 0 unless it is said
    // environment: NAME=VALUE  a variable that it is run with
    // stderr: text             the start of a line of standard error, one comment for each line in order, `...` for any that follow; none:
                                it is empty
    // runs: 3                  how often it is run; otherwise twenty times if it has fibers, else once
    // prints:                  standard output; the lines follow, each after `//   `
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHANGE_WHAT_IS_PRINTED = ("KHORA_BACKTRACE", "RUST_BACKTRACE", "KHORA_SCHEDULER_REPORT")


class Program:
    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(HERE).with_suffix("")).replace("/", "_")
        self.files = sorted(path.glob("*.kh")) if path.is_dir() else [path]
        text = (path / "main.kh" if path.is_dir() else path).read_text()
        self.expected = sorted(found for file in self.files for found in annotations(file))
        self.refused = any(severity == "error" for _, _, severity, _, _ in self.expected)
        self.statements = re.findall(r"^// \[([a-z]\d+)\]", text, re.M)
        self.status = int(said(text, "status", "0"))
        self.runs = int(said(text, "runs", "20" if re.search(r"\b(Fiber|nursery|std::cohort)\b", text) else "1"))
        self.environment = dict(re.findall(r"^// environment: (\w+)=(.*)$", text, re.M))
        self.errors = re.findall(r"^// stderr: (.*)$", text, re.M)
        prints = re.search(r"^// prints:\n((?://   .*\n)*)", text, re.M)
        self.output = "".join(line[5:] + "\n" for line in prints.group(1).splitlines()) if prints else ""

    def wrong_diagnostics(self, khora2cpp):
        """What the checker says and is not said here, and the other way round."""
        done = subprocess.run([khora2cpp, "check", str(self.path), "--message-format", "json"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        open_ones = list(self.expected)
        wrong = []
        for line in (done.stdout + done.stderr).splitlines():
            if not line.startswith("{"):
                wrong.append(line)
                continue
            told = json.loads(line)
            place = told["place"] or {"file": "", "line": 0}
            text = told["message"] + " " + (told["hint"] or "")
            where = (pathlib.Path(place["file"]).name, place["line"], told["severity"], told["code"])
            match = [one for one in open_ones if one[:4] == where and all(word in text for word in one[4])]
            if match:
                open_ones.remove(match[0])
            else:
                wrong.append("not expected: {file}:{line}: ".format(**place) + "{severity} {code}: {message}".format(**told))
        wrong += ["not reported: %s:%d: %s %s %s" % (file, line, severity, code, " ".join(words))
                  for file, line, severity, code, words in open_ones]
        if not self.refused and not self.output:
            wrong.append("says neither what it prints nor why it is refused")
        if not self.statements:
            wrong.append("names no statement")
        return wrong

    def built(self, folder):
        return folder / self.name

    def run_once(self, folder, run):
        """What is wrong with one run, or nothing. The simulated backend, where it is chosen, makes another schedule for each."""
        variables = {name: value for name, value in os.environ.items() if name not in CHANGE_WHAT_IS_PRINTED}
        variables.setdefault("KHORA_SEED", str(run + 1))
        variables.update(self.environment)
        try:
            done = subprocess.run([str(self.built(folder))], env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, errors="replace", timeout=120)
        except subprocess.TimeoutExpired as late:
            return "does not end; printed so far:\n%s" % (late.stdout or b"").decode(errors="replace")
        lines = done.stderr.splitlines()
        expected = self.errors
        if expected[-1:] == ["..."]:
            expected = expected[:-1]
            lines = lines[:len(expected)]
        as_told = len(lines) == len(expected) and all(line.startswith(start) for line, start in zip(lines, expected))
        if done.returncode == self.status and done.stdout == self.output and as_told:
            return None
        return "status %d, not %d\nstandard output:\n%sexpected:\n%sstandard error:\n%s" % (
            done.returncode, self.status, done.stdout, self.output, done.stderr)


def said(text, name, otherwise):
    found = re.search(r"^// %s: (\S+)$" % name, text, re.M)
    return found.group(1) if found else otherwise


def annotations(file):
    """(file, line, severity, code, words) of each line that says what is reported there."""
    for number, line in enumerate(file.read_text().splitlines(), 1):
        found = re.search(r" // (refused|warned): ([\w-]+)(.*)$", line)
        if found:
            severity = "error" if found.group(1) == "refused" else "warning"
            yield file.name, number, severity, found.group(2), tuple(found.group(3).split())


def programs():
    files = [path for path in sorted(HERE.glob("*/*.kh"))]
    folders = [path.parent for path in sorted(HERE.glob("*/*/main.kh"))]
    return [Program(path) for path in files + folders]


def compile_one(program, khora2cpp, folder):
    wrong = program.wrong_diagnostics(khora2cpp)
    if wrong or program.refused:
        return wrong
    done = subprocess.run([khora2cpp, "build", str(program.path), "-o", str(program.built(folder))], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return [] if done.returncode == 0 else [done.stdout]


def run_one(program, folder):
    for run in range(program.runs):
        wrong = program.run_once(folder, run)
        if wrong:
            return ["run %d of %d: %s" % (run + 1, program.runs, wrong)]
    return []


def for_each(wanted, work):
    """Does `work` for each, several at a time, and says what went wrong. Answers the exit status."""
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, wrong in zip(wanted, pool.map(work, wanted)):
            if wrong:
                failed += 1
                print("%s:\n  %s" % (program.path.relative_to(HERE), "\n".join(wrong).replace("\n", "\n  ")), flush=True)
    print("%d programs, %d failed" % (len(wanted), failed))
    return 1 if failed or not wanted else 0


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "compile":
        folder = pathlib.Path(arguments[2])
        folder.mkdir(parents=True, exist_ok=True)
        return for_each(programs(), lambda program: compile_one(program, arguments[1], folder))
    if len(arguments) >= 2 and arguments[0] == "run":
        folder = pathlib.Path(arguments[1])
        names = arguments[2:]
        wanted = [program for program in programs() if not program.refused and (not names or any(name in program.name for name in names))]
        return for_each(wanted, lambda program: run_one(program, folder))
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
