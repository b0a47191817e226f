#!/usr/bin/env python3
"""Bad input: each kind gets a clear message and status 1 (2 for a misused command line), and leaves earlier output untouched."""
import os
import pathlib
import shutil
import stat
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import harness  # noqa: E402

HELLO = 'module main;\nimport std::core::{print};\npub fn main() { print("hello"); }\n'
AS_ROOT = os.geteuid() == 0


class Files(harness.CommandLineTest):
    def test_missing(self):
        self.assert_refused(self.khora2cpp("check", "nothing.kh"), "D902", "`nothing.kh` cannot be read", "No such file")

    @unittest.skipIf(AS_ROOT, "root reads everything")
    def test_unreadable(self):
        self.write("locked.kh", HELLO).chmod(0)
        self.assert_refused(self.khora2cpp("check", "locked.kh"), "D902", "locked.kh", "Permission denied")

    def test_wrong_extension(self):
        self.write("main.txt", HELLO)
        self.assert_refused(self.khora2cpp("check", "main.txt"), "D902", "`main.txt` is not a `.kh` file")

    def test_empty(self):
        for text in ("", "\n", "// nothing here\n"):
            self.write("main.kh", text)
            self.assert_refused(self.khora2cpp("check", "main.kh"), "main.kh:", "module")

    def test_not_utf8(self):
        self.write("main.kh", b'module main;\nfn f() { let s = "\xff\xfe"; }\n')
        self.assert_refused(self.khora2cpp("check", "main.kh"), "D902", "UTF-8", "line 2")

    def test_zero_bytes(self):
        self.write("main.kh", b"module main;\0\0\0fn f() { }\n")
        self.assert_refused(self.khora2cpp("check", "main.kh"), "main.kh:1:")

    def test_half_written(self):
        for end in range(14, len(HELLO) - 2, 3):
            self.write("main.kh", HELLO[:end])
            result = self.khora2cpp("check", "main.kh")
            self.assertIn(result.status, (0, 1), str(result))
            self.assertEqual(result.status == 1, "error" in result.err, str(result))

    def test_deeply_nested(self):
        for open_text, close_text in (("(", ")"), ("[", "]"), ("{ ", " }"), ("if true { ", " } else { 1 }"), ("-", ""), ("!", "")):
            depth = 20000
            self.write("main.kh", "module main;\nfn f() -> Int { %s1%s }\n" % (open_text * depth, close_text * depth))
            self.assert_refused(self.khora2cpp("check", "main.kh"), "error")

    def test_a_long_chain_is_not_deep(self):
        self.write("main.kh", "module main;\npub fn f() -> Int { %s1 }\n" % ("1 + " * 3000))
        result = self.khora2cpp("check", "main.kh")
        self.assertEqual(result.status, 0, str(result))

    def test_huge(self):
        self.write("main.kh", "module main;\n" + "// filler filler filler filler\n" * (17 * 1024 * 1024 // 31))
        self.assert_refused(self.khora2cpp("check", "main.kh"), "D902", "larger than 16 MiB")

    def test_not_a_regular_file(self):
        os.mkfifo(self.scratch / "pipe.kh")
        self.assert_refused(self.khora2cpp("check", "pipe.kh", timeout=20), "D902", "not a regular file")

    def test_directory_that_is_no_program(self):
        (self.scratch / "empty").mkdir()
        self.assert_refused(self.khora2cpp("run", "empty"), "D902", "`empty`", "khora.toml", "main.kh")


class Output(harness.CommandLineTest):
    def test_output_is_a_file(self):
        self.write("main.kh", HELLO)
        self.write("out", "not a directory")
        self.assert_refused(self.khora2cpp("translate", "main.kh", "-o", "out"), "D903", "out", "Nothing was changed")

    @unittest.skipIf(AS_ROOT, "root writes everywhere")
    def test_unwritable(self):
        self.write("main.kh", HELLO)
        (self.scratch / "out").mkdir(mode=0o500)
        self.assert_refused(self.khora2cpp("translate", "main.kh", "-o", "out"), "D903", "Permission denied")
        self.assertEqual(list((self.scratch / "out").iterdir()), [])

    def test_one_file_cannot_be_written(self):
        self.write("main.kh", HELLO)
        self.assertEqual(self.khora2cpp("translate", "main.kh", "-o", "out").status, 0)
        before = (self.scratch / "out/main.cpp").read_text()
        (self.scratch / "out/main.hpp").unlink()
        (self.scratch / "out/main.hpp").mkdir()
        self.write("main.kh", HELLO.replace("hello", "goodbye"))
        self.assert_refused(self.khora2cpp("translate", "main.kh", "-o", "out"), "D903", "main.hpp")
        self.assertEqual((self.scratch / "out/main.cpp").read_text(), before)
        self.assertEqual([path.name for path in (self.scratch / "out").iterdir() if path.name.count(".") > 1], [])

    def test_a_failed_translation_leaves_earlier_output(self):
        self.write("main.kh", HELLO)
        self.assertEqual(self.khora2cpp("translate", "main.kh", "-o", "out").status, 0)
        before = {path: (path.read_text(), path.stat().st_mtime_ns) for path in (self.scratch / "out").rglob("*")}
        self.write("main.kh", HELLO.replace('print("hello")', 'print(unknown)'))
        self.assert_refused(self.khora2cpp("translate", "main.kh", "-o", "out"), "D301", "main.kh:3:")
        after = {path: (path.read_text(), path.stat().st_mtime_ns) for path in (self.scratch / "out").rglob("*")}
        self.assertEqual(before, after)

    def test_unchanged_output_keeps_its_time(self):
        self.write("main.kh", HELLO)
        self.khora2cpp("translate", "main.kh", "-o", "out")
        before = (self.scratch / "out/main.cpp").stat().st_mtime_ns
        self.write("main.kh", HELLO)
        self.assertEqual(self.khora2cpp("translate", "main.kh", "-o", "out").status, 0)
        self.assertEqual((self.scratch / "out/main.cpp").stat().st_mtime_ns, before)

    def test_program_cannot_be_placed(self):
        self.write("main.kh", HELLO)
        (self.scratch / "taken").mkdir()
        self.assert_refused(self.khora2cpp("build", "main.kh", "-o", "taken"), "D903", "taken")

    def test_cache_cannot_be_written(self):
        self.write("main.kh", HELLO)
        self.write("cache", "in the way")
        self.assert_refused(self.khora2cpp("run", "main.kh"), "D903", "XDG_CACHE_HOME")


class Compilers(harness.CommandLineTest):
    def test_missing(self):
        self.write("main.kh", HELLO)
        self.assert_refused(self.khora2cpp("run", "main.kh", environment={"CXX": "no-such-compiler"}), "D904", "no-such-compiler", "CXX")

    def test_failing(self):
        self.write("main.kh", HELLO)
        self.assert_refused(self.khora2cpp("run", "main.kh", environment={"CXX": "false"}), "D904", "`false`")

    def test_refusing(self):
        """A compiler that works, but not for us, stands for a mistake in the emitted code."""
        picky = self.write("picky", '#!/bin/sh\nfor word; do case $word in *main.cpp) '
                           'echo "main.kh:3:9: error: picky" >&2; exit 1;; esac; done\nexec c++ "$@"\n')
        picky.chmod(0o700)
        self.write("main.kh", HELLO)
        result = self.khora2cpp("run", "main.kh", environment={"CXX": str(picky)})
        self.assert_refused(result, "D905", "main.kh:3", "mistake of khora2cpp", "reproduction")
        kept = [path for path in (self.scratch / "cache").rglob("output.txt")]
        self.assertEqual(len(kept), 1, str(result))
        self.assertIn("picky", kept[0].read_text())
        self.assertIn(str(kept[0].parent), result.err)


class Linkers(harness.CommandLineTest):
    def test_library_of_nobody(self):
        self.write("main.kh", HELLO)
        result = self.khora2cpp("build", "main.kh", "-o", "hello", "--link", "-lno-such-library")
        self.assert_refused(result, "D908", "-lno-such-library", "`--link`", "reproduction")
        self.assertNotIn("D905", result.err)
        self.assertFalse((self.scratch / "hello").exists())
        kept = [path for path in (self.scratch / "cache").rglob("output.txt")]
        self.assertEqual(len(kept), 1, str(result))
        self.assertIn("no-such-library", kept[0].read_text())

    def test_part_of_khora2cpp_that_is_missing(self):
        """An installation that is not complete: the same program with a list of its parts that names a library which is nowhere."""
        real = pathlib.Path(harness.KHORA2CPP)
        parts = []
        for line in (real.parent / "khora2cpp.paths").read_text().splitlines():
            if line.startswith("#"):
                continue
            key, _, value = line.partition(" = ")
            if key == "library":
                value = "libnowhere.a"
            elif (real.parent / value).exists():
                value = str((real.parent / value).resolve())
            parts.append("%s = %s\n" % (key, value))
        shutil.copy(real, self.scratch / "khora2cpp")
        self.write("khora2cpp.paths", "".join(parts))
        self.write("main.kh", HELLO)
        self.program = self.scratch / "khora2cpp"
        result = self.khora2cpp("run", "main.kh")
        self.assert_refused(result, "D908", "libnowhere.a", "install khora2cpp whole")
        self.assertNotIn("D905", result.err)


class Packages(harness.CommandLineTest):
    GOOD = '[package]\nname = "quay"\nversion = "1.0.0"\n[toolchain]\nversion = "latest"\n'

    def test_missing_key(self):
        self.write("khora.toml", self.GOOD.replace('name = "quay"\n', ""))
        self.write("src/main.kh", HELLO)
        self.assert_refused(self.khora2cpp("check", "."), "D704", "name", "package")

    def test_not_toml(self):
        self.write("khora.toml", "[package\nname = ")
        self.write("src/main.kh", HELLO)
        self.assert_refused(self.khora2cpp("check", "."), "D704", "khora.toml:1:")

    def test_unknown_key_is_a_warning(self):
        self.write("khora.toml", self.GOOD + "[package2]\n")
        self.write("src/main.kh", HELLO)
        result = self.khora2cpp("check", ".")
        self.assertEqual(result.status, 0, str(result))
        self.assertIn("package2", result.err)

    def test_no_default_program(self):
        self.write("khora.toml", self.GOOD)
        self.write("src/bin/tally.kh", HELLO.replace("module main", "module quay::tally"))
        self.assert_refused(self.khora2cpp("run", "."), "D707", "tally.kh")

    def test_library_has_no_program(self):
        self.write("khora.toml", self.GOOD)
        self.write("src/lib.kh", "module quay;\npub fn one() -> Int { 1 }\n")
        self.assert_refused(self.khora2cpp("run", "."), "D707", "library")

    def test_entry_files_are_not_imported(self):
        self.write("khora.toml", self.GOOD)
        self.write("src/main.kh", HELLO.replace("module main", "module quay::main"))
        self.write("src/bin/tally.kh", "module quay::tally;\nimport quay::main::{main as other};\npub fn main() { other(); }\n")
        self.assert_refused(self.khora2cpp("check", "src/bin/tally.kh"), "D304", "quay::main", "entry file")

    def test_no_main(self):
        self.write("main.kh", "module main;\npub fn other() { }\n")
        self.assert_refused(self.khora2cpp("run", "main.kh"), "main.kh", "main")

    def test_two_files_of_one_module(self):
        self.write("main.kh", HELLO)
        self.write("other.kh", "module main;\n")
        self.assert_refused(self.khora2cpp("check", "."), "D906", "main.kh:1:", "other.kh:1:")

    def test_module_of_the_library(self):
        self.write("main.kh", "module std::mine;\npub fn main() { }\n")
        self.assert_refused(self.khora2cpp("check", "main.kh"), "D906", "std")


class Misuse(harness.CommandLineTest):
    def test_misuse(self):
        self.write("main.kh", HELLO)
        for arguments in ([], ["frobnicate"], ["check"], ["run"], ["translate", "main.kh"], ["build", "main.kh", "--fast"],
                          ["check", "main.kh", "--message-format", "xml"]):
            result = self.khora2cpp(*arguments)
            self.assertEqual(result.status, 2, "%s\n%s" % (arguments, result))
            self.assertNotEqual(result.err, "")

    def test_slip(self):
        self.assertIn("did you mean `check`?", self.khora2cpp("chekc", "main.kh").err)

    def test_help(self):
        result = self.khora2cpp("--help")
        self.assertEqual(result.status, 0)
        self.assertIn("translate", result.out)

    def test_explain(self):
        self.assertIn("D301", self.khora2cpp("explain", "d301").out)
        self.assertEqual(self.khora2cpp("explain", "D999").status, 2)
        listed = self.khora2cpp("explain")
        self.assertEqual(listed.status, 0)
        self.assertIn("D301", listed.out)
        self.assertIn("unused-import", listed.out)


if __name__ == "__main__":
    harness.main()
