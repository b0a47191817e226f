#!/usr/bin/env python3
"""Golden cases: Khora sources with the C++ they become and what they print.

    tools/golden.py --khora2cpp PATH [CASE...]            compare; a difference is shown and fails
    tools/golden.py --khora2cpp PATH --update [CASE...]   write down what comes out now
    tools/golden.py --khora2cpp PATH --list

A case is a folder golden/TOPIC/NAME with one or more .kh files, of which main.kh has `main`, and

    expected/        the C++, as translate writes it (interfaces are left out)
    expected.out     what the program prints
    expected.status  its exit status, if that is not 0
    options          more options of `translate`, if there are any
    *.c, *.cpp       other people's code, which is linked with the program

The C++ is compiled by every compiler given with --compiler (g++ and clang++ if there are none), with all warnings as errors, and run on
both backends. CASE is TOPIC or TOPIC/NAME. With --text-only nothing is compiled.
"""
import argparse
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent / "golden"
BACKENDS = ("threads", "scheduler")
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror"]


class Installation:
    """What khora2cpp.paths beside the executable says (translator/driver/installation.hpp)."""

    def __init__(self, khora2cpp):
        beside = khora2cpp.parent / "khora2cpp.paths"
        installed = khora2cpp.parent.parent / "share/khora2cpp/khora2cpp.paths"
        file = beside if beside.exists() else installed
        values = {}
        for line in file.read_text().splitlines():
            key, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                values.setdefault(key.strip(), []).append(value.strip())
        self.includes = [str((file.parent / path).resolve()) for path in values["include"]]
        self.library = str((file.parent / values["library"][0]).resolve())
        self.link = values.get("link", [])
        self.flags = values.get("flag", [])


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          **more)


def is_cpp(path):
    return path.suffix in (".hpp", ".cpp", ".h")


class Case:
    def __init__(self, folder):
        self.folder = folder
        self.name = str(folder.relative_to(ROOT))
        self.expected = folder / "expected"
        self.output_file = folder / "expected.out"
        self.status_file = folder / "expected.status"
        self.complaints = []

    def complain(self, text):
        self.complaints.append(text)

    def translate(self, khora2cpp, target):
        sources = sorted(path for path in self.folder.rglob("*.kh"))
        options = []
        if (self.folder / "options").exists():
            options = shlex.split((self.folder / "options").read_text())
        entry = module_of(self.folder / "main.kh")
        done = run([str(khora2cpp), "translate"] + [str(path.relative_to(self.folder)) for path in sources] +
                   ["-o", str(target), "--entry", entry] + options, cwd=self.folder)
        # Small sources have unused names and the like; what is warned about is tested elsewhere.
        if done.returncode != 0:
            self.complain("translate ended with %d\n%s" % (done.returncode, done.stderr))
        return done.returncode == 0

    def compare_text(self, target):
        wanted = {path.relative_to(self.expected): path for path in self.expected.rglob("*") if is_cpp(path)}
        got = {path.relative_to(target): path for path in target.rglob("*") if is_cpp(path)}
        if not wanted:
            self.complain("there is no expectation; write it down with --update")
            return
        for name in sorted(set(wanted) | set(got)):
            before = wanted[name].read_text().splitlines(keepends=True) if name in wanted else []
            after = got[name].read_text().splitlines(keepends=True) if name in got else []
            if before != after:
                self.complain("".join(difflib.unified_diff(before, after, "expected/%s" % name, "translated/%s" % name)))

    def update_text(self, target):
        shutil.rmtree(self.expected, ignore_errors=True)
        for path in target.rglob("*"):
            if is_cpp(path):
                place = self.expected / path.relative_to(target)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)

    def compile(self, installation, compiler, tree, program):
        launcher = ["ccache"] if shutil.which("ccache") else []
        objects = []
        for source in sorted(tree.rglob("*.cpp")):
            made = program.parent / (str(source.relative_to(tree)).replace("/", "_") + "." + os.path.basename(compiler) + ".o")
            command = launcher + [compiler, "-std=c++20", "-O0"] + WARNINGS + installation.flags + ["-I", str(tree)]
            for include in installation.includes:
                command += ["-I", include]
            done = run(command + ["-c", str(source), "-o", str(made)])
            if done.returncode != 0:
                self.complain("%s refuses %s\n%s" % (compiler, source.relative_to(tree), done.stderr))
                return False
            objects.append(str(made))
        for source in sorted(self.folder.glob("*.c")) + sorted(self.folder.glob("*.cpp")):
            made = program.parent / (source.name + ".o")
            chosen = ["cc", "-std=c99"] if source.suffix == ".c" else [compiler, "-std=c++20"]
            done = run(launcher + chosen + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", str(tree), "-c", str(source), "-o", str(made)])
            if done.returncode != 0:
                self.complain("%s refuses %s\n%s" % (chosen[0], source.name, done.stderr))
                return False
            objects.append(str(made))
        done = run([compiler] + installation.flags + objects + [installation.library] + installation.link + ["-o", str(program)])
        if done.returncode != 0:
            self.complain("%s cannot link\n%s" % (compiler, done.stderr))
        return done.returncode == 0

    def run_program(self, program, compiler, update):
        for backend in BACKENDS:
            done = run([str(program)], env=dict(os.environ, KHORA_FIBERS=backend), timeout=60)
            if update:
                self.output_file.write_text(done.stdout)
                if done.returncode:
                    self.status_file.write_text("%d\n" % done.returncode)
                elif self.status_file.exists():
                    self.status_file.unlink()
                update = False
            if not self.output_file.exists():
                self.complain("there is no expected.out; write it down with --update")
                return
            wanted = self.output_file.read_text()
            if done.stdout != wanted:
                diff = difflib.unified_diff(wanted.splitlines(keepends=True), done.stdout.splitlines(keepends=True), "expected.out",
                                            "printed (%s, %s)" % (compiler, backend))
                self.complain("".join(diff) + done.stderr)
            status = int(self.status_file.read_text()) if self.status_file.exists() else 0
            if done.returncode != status:
                self.complain("status %d instead of %d (%s, %s)\n%s" % (done.returncode, status, compiler, backend, done.stderr))


def module_of(path):
    for line in path.read_text().splitlines():
        if line.startswith("module "):
            return line[len("module "):].split(";")[0].strip()
    return path.stem


def find_cases(names):
    cases = []
    for folder in sorted(ROOT.glob("*/*")):
        if not folder.is_dir():
            continue
        name = str(folder.relative_to(ROOT))
        if not names or name in names or name.split("/")[0] in names:
            cases.append(Case(folder))
    return cases


def check(case, options, installation):
    if not (case.folder / "main.kh").exists():
        case.complain("there is no main.kh")
        return
    with tempfile.TemporaryDirectory(prefix="khora2cpp-golden-") as scratch:
        tree = pathlib.Path(scratch) / "cpp"
        if not case.translate(options.khora2cpp, tree):
            return
        if options.update:
            case.update_text(tree)
        else:
            case.compare_text(tree)
        if options.text_only:
            return
        for number, compiler in enumerate(options.compiler):
            program = pathlib.Path(scratch) / ("program_%d" % number)
            if case.compile(installation, compiler, tree, program):
                case.run_program(program, compiler, options.update and number == 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--khora2cpp", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--compiler", action="append", help="a C++ compiler (repeatable)")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--text-only", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("case", nargs="*")
    options = parser.parse_args()
    options.compiler = options.compiler or [name for name in ("g++", "clang++") if shutil.which(name)]
    cases = find_cases(set(options.case))
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print("no such case")
        return 2
    installation = None if options.text_only else Installation(options.khora2cpp)
    failed = 0
    for case in cases:
        check(case, options, installation)
        if case.complaints:
            failed += 1
            print("FAILED %s" % case.name)
            print("\n".join(case.complaints))
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
