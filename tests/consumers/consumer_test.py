#!/usr/bin/env python3
"""Installs a build of khora2cpp and builds the consumer projects against it, the way their users would.

    consumer_test.py --build-dir DIR --generator NAME [--consumer NAME] [--keep]

What has to hold: the projects build and pass their tests; a second build does nothing; an edit to an imported module rebuilds what
imports it, and only that; a module can be renamed; blanks in paths do no harm.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent


class Failure(Exception):
    pass


def run(*command, cwd=None, expect=0):
    done = subprocess.run([str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != expect:
        raise Failure("%s\nended with %d:\n%s" % (" ".join(str(part) for part in command), done.returncode, done.stdout))
    return done.stdout


def check(condition, what, output=""):
    if not condition:
        raise Failure(what + ("\n" + output if output else ""))


class Consumer:
    def __init__(self, name, scratch, prefix, generator):
        self.source = scratch / (name + " source")
        self.build_dir = scratch / (name + " build")
        shutil.copytree(HERE / name, self.source)
        run("cmake", "-S", self.source, "-B", self.build_dir, "-G", generator, "-DCMAKE_PREFIX_PATH=%s" % prefix,
            "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wshadow -Wpedantic -Werror")

    def build(self):
        return run("cmake", "--build", self.build_dir, "-j", str(os.cpu_count() or 1))

    def test(self):
        return run("ctest", "--test-dir", self.build_dir, "--output-on-failure")

    def edit(self, file, old, new):
        """Changes a file, and makes sure that its time changes as well."""
        path = self.source / file
        text = path.read_text()
        check(old in text, "%s lacks %r" % (file, old))
        before = path.stat().st_mtime_ns
        path.write_text(text.replace(old, new))
        if path.stat().st_mtime_ns <= before:
            os.utime(path, ns=(before + 1000000, before + 1000000))

    def program(self, name):
        return run(self.build_dir / name)


def worked(output):
    """The lines of a build that say something was made."""
    return [line for line in output.splitlines() if "Building" in line or "Translating" in line or "Linking" in line]


def pure_khora(scratch, prefix, generator):
    ferry = Consumer("pure_khora", scratch, prefix, generator)
    ferry.build()
    tests = ferry.test()
    check("ferry: a short queue boards whole" in tests, "a `test` block is no CTest test", tests)
    again = ferry.build()
    check(not worked(again), "a build with nothing to do did something", again)

    ferry.edit("src/queue.kh", "Int { 5 }", "Int { 4 }")
    edited = ferry.build()
    check(ferry.program("ferry") == "boarded 4, left behind 3\n", "the edit had no effect", edited)
    built = " ".join(worked(edited))
    check("queue.cpp" in built, "the edited module was not compiled", edited)
    check("ferry.cpp" not in built.replace("pure_khora", ""), "a module that did not change was compiled", edited)
    again = ferry.build()
    check(not worked(again), "a build with nothing to do did something after an edit", again)

    # A new fact about an imported function changes those who call it.
    ferry.edit("src/queue.kh", "Int { 4 }", "Int { let mut n = 0; while n < 6 { n = n + 1; } n }")
    ferry.build()
    check(ferry.program("ferry") == "boarded 6, left behind 1\n", "a change of facts had no effect")

    ferry.edit("src/queue.kh", "module ferry::queue;", "module ferry::ramp;")
    ferry.edit("src/main.kh", "import ferry::queue::", "import ferry::ramp::")
    ferry.build()
    check(ferry.program("ferry") == "boarded 6, left behind 1\n", "a renamed module does not work")

    ferry.edit("src/main.kh", "let waiting", "let waiting: String")
    refused = run("cmake", "--build", ferry.build_dir, expect=1 if generator == "Ninja" else 2)
    check("D401" in refused, "a mistake was not reported", refused)


def cpp_calls_khora(scratch, prefix, generator):
    gauges = Consumer("cpp_calls_khora", scratch, prefix, generator)
    gauges.build()
    gauges.test()
    again = gauges.build()
    check(not worked(again), "a build with nothing to do did something", again)
    gauges.edit("gauge.c", "42", "43")
    gauges.build()
    check("main: highest 43" in gauges.program("gauges"), "an edit of the C library had no effect")
    # The program reads the library's interface: a new signature is noticed in the same build.
    gauges.edit("tides.kh", "pub fn highest(count: Int)", "pub fn highest(count: Int, least: Int)")
    gauges.edit("tides.kh", "let mut best = 0;", "let mut best = least;")
    gauges.edit("tides.kh", "highest(3)", "highest(3, 0)")
    gauges.edit("log.kh", "highest(4)", "highest(4, 99)")
    gauges.edit("main.cpp", "highest(3, ", "highest(3, 0, ")
    gauges.build()
    check(gauges.program("log") == "highest of four: 99\n", "a new signature of the library was not noticed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", required=True)
    parser.add_argument("--generator", default="Ninja")
    parser.add_argument("--consumer", help="only this project")
    parser.add_argument("--keep", action="store_true", help="keep the scratch folder")
    options = parser.parse_args()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="khora2cpp consumers "))
    try:
        prefix = scratch / "prefix dir"
        run("cmake", "--install", options.build_dir, "--prefix", prefix)
        for consumer in (pure_khora, cpp_calls_khora):
            if options.consumer not in (None, consumer.__name__):
                continue
            began = time.monotonic()
            consumer(scratch, prefix, options.generator)
            print("%s with %s: ok (%.0f s)" % (consumer.__name__, options.generator, time.monotonic() - began))
    except Failure as failure:
        print(failure)
        return 1
    finally:
        if options.keep:
            print("kept " + str(scratch))
        else:
            shutil.rmtree(scratch, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
