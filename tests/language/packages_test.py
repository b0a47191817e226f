#!/usr/bin/env python3
"""Packages: which files are programs, what they share, and how tests report.

    packages_test.py KHORA2CPP
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

KHORA2CPP = ""
MANIFEST = '[package]\nname = "quay"\nversion = "0.1.0"\n\n[toolchain]\nversion = "latest"\n'
BERTHS = "module quay::berths;\n\npub fn count() -> Int { 3 }\n"
PROGRAM = ('module quay::%s;\n\nimport std::core::{print};\nimport quay::berths::{count};\n\n'
           'pub fn main() { print("%s ${count()}"); }\n')


def run(*arguments, where):
    return subprocess.run([KHORA2CPP, *arguments], cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


class Packages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def package(self, **files):
        root = pathlib.Path(self.folder.name)
        for name, text in {"khora.toml": MANIFEST, **files}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return root

    # M9: src/main.kh and each src/bin/X.kh are programs; the other files are modules that they share.
    def test_each_entry_file_is_a_program(self):
        root = self.package(**{"src/main.kh": PROGRAM % ("main", "main"), "src/berths.kh": BERTHS,
                               "src/bin/tally.kh": PROGRAM % ("tally", "tally")})
        self.assertEqual(run("run", ".", where=root).stdout, "main 3\n")
        self.assertEqual(run("run", "src/bin/tally.kh", where=root).stdout, "tally 3\n")

    # M10: a program is compiled without the other entry files.
    def test_shared_modules_do_not_see_entry_files(self):
        root = self.package(**{"src/main.kh": "module quay::main;\n\npub fn limit() -> Int { 3 }\npub fn main() { }\n",
                               "src/berths.kh": "module quay::berths;\n\nimport quay::main::{limit};\n\n"
                                                "pub fn count() -> Int { limit() }\n",
                               "src/bin/tally.kh": PROGRAM % ("tally", "tally")})
        refused = run("check", "src/bin/tally.kh", where=root)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("D304", refused.stderr)
        self.assertIn("entry file", refused.stderr)

    # M11: a package without main.kh has no default program, and folders below src/bin are none.
    def test_the_programs_there_are(self):
        root = self.package(**{"src/berths.kh": BERTHS, "src/bin/tally.kh": PROGRAM % ("tally", "tally"),
                               "src/bin/deep/other.kh": PROGRAM % ("other", "other")})
        refused = run("run", ".", where=root)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("D707", refused.stderr)
        self.assertIn("tally", refused.stderr)
        self.assertNotIn("other", refused.stderr)

    # M12: a library builds nothing by itself, and is checked and tested.
    def test_a_library_is_checked_and_tested(self):
        root = self.package(**{"src/lib.kh": 'module quay;\n\nimport std::core::{assert};\nimport quay::berths::{count};\n\n'
                                             'test "three" { assert(count() == 3); }\n', "src/berths.kh": BERTHS})
        self.assertEqual(run("check", ".", where=root).returncode, 0)
        refused = run("build", ".", where=root)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("D707", refused.stderr)
        self.assertIn("test three ... ok", run("test", ".", where=root).stdout)

    # M13: a `main` elsewhere is an ordinary function.
    def test_main_in_a_shared_module(self):
        root = self.package(**{"src/main.kh": PROGRAM % ("main", "main"),
                               "src/berths.kh": BERTHS + 'fn main() -> String { "no entry" }\n'})
        self.assertEqual(run("check", ".", where=root).returncode, 0)

    # M15 M16 F20: each test reports its name and outcome, then the totals; a failure names its line, or the type that was raised.
    def test_report(self):
        root = self.package(**{"src/lib.kh": 'module quay;\n\nimport std::core::{assert};\n\ntype Leak = | Burst;\n\n'
                                             'test "holds" { assert(1 < 2); }\n'
                                             'test "ends there" {\n  assert(1 > 2);\n  loop { }\n}\n'
                                             'test "raises" { raise Leak::Burst }\n'
                                             'test "traps" { let zero = 0; assert(1 / zero == 1); }\n'
                                             'test "after" { assert(true); }\n'})
        done = run("test", ".", where=root)
        self.assertNotEqual(done.returncode, 0)
        said = done.stdout + done.stderr
        for line in ("test holds ... ok", "test ends there ... FAILED", "test raises ... FAILED", "test traps ... FAILED",
                     "test after ... ok", "2 passed, 3 failed", "lib.kh:9", "Leak"):
            self.assertIn(line, said)
        some = run("test", "--filter", "holds", ".", where=root)
        self.assertEqual(some.returncode, 0)
        self.assertIn("1 passed, 0 failed", some.stdout)

    # K27: what a manifest permits is no matter of types: the program is accepted, and the handler refuses when it runs.
    def test_permissions_are_not_checked(self):
        root = self.package(**{"khora.toml": MANIFEST + '\n[permissions]\nenv = []\n',
                               "src/main.kh": 'module quay::main;\n\nimport std::env::{Env};\n\n'
                                              'pub fn main() { with { env: Env::real() } { env.arguments(); } }\n'})
        self.assertEqual(run("check", ".", where=root).returncode, 0)


if __name__ == "__main__":
    KHORA2CPP = sys.argv.pop(1)
    unittest.main()
