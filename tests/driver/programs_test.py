#!/usr/bin/env python3
"""What the commands do with programs: files, folders, packages, arguments, exit statuses, the cache."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import harness  # noqa: E402

HELLO = 'module main;\nimport std::core::{print};\npub fn main() { print("hello"); }\n'
MANIFEST = '[package]\nname = "quay"\nversion = "1.0.0"\n[toolchain]\nversion = "latest"\n'


class Programs(harness.CommandLineTest):
    def test_file_and_the_modules_it_imports(self):
        self.write("app/main.kh", "module app::main;\nimport std::core::{print};\nimport app::names::{name};\n"
                   "pub fn main() { print(name()); }\n")
        self.write("app/names.kh", 'module app::names;\npub fn name() -> String { "beside" }\n')
        self.assert_ran(self.khora2cpp("run", "app/main.kh"), "beside\n")
        # A file may lie anywhere below: its `module` line says what it is.
        (self.scratch / "app/deep").mkdir()
        os.rename(self.scratch / "app/names.kh", self.scratch / "app/deep/else.kh")
        self.write("app/deep/else.kh", 'module app::names;\npub fn name() -> String { "below" }\n')
        self.assert_ran(self.khora2cpp("run", "app/main.kh"), "below\n")

    def test_directory(self):
        self.write("dir/main.kh", HELLO.replace('print("hello")', "print(word())").replace("module main", "module main")
                   .replace("import std", "import words::{word};\nimport std"))
        self.write("dir/words.kh", 'module words;\npub fn word() -> String { "found" }\n')
        self.assert_ran(self.khora2cpp("run", "dir"), "found\n")

    def test_package(self):
        self.write("khora.toml", MANIFEST)
        self.write("src/main.kh", "module quay::main;\nimport std::core::{print};\nimport quay::berths::{count};\n"
                   'pub fn main() { print("${count()} berths"); }\n')
        self.write("src/berths.kh", "module quay::berths;\npub fn count() -> Int { 3 }\n")
        self.write("src/bin/tally.kh", "module quay::tally;\nimport std::core::{print};\nimport quay::berths::{count};\n"
                   'pub fn main() -> Int { print("tally"); count() }\n')
        self.assert_ran(self.khora2cpp("run", "."), "3 berths\n")
        tally = self.khora2cpp("run", "src/bin/tally.kh")
        self.assertEqual((tally.status, tally.out), (3, "tally\n"), str(tally))
        self.assertEqual(self.khora2cpp("check", ".").status, 0)
        self.assertEqual(self.khora2cpp("build", ".").status, 0)
        self.assertEqual(subprocess.run([str(self.scratch / "quay")], stdout=subprocess.PIPE, text=True).stdout, "3 berths\n")

    def test_dependency(self):
        self.write("quay/khora.toml", MANIFEST + '[dependencies]\nsea = { path = "../sea" }\n')
        self.write("quay/src/main.kh", "module quay::main;\nimport std::core::{print};\nimport sea::{depth};\n"
                   'pub fn main() { print("${depth()}"); }\n')
        self.write("sea/khora.toml", MANIFEST.replace("quay", "sea"))
        self.write("sea/src/lib.kh", "module sea;\npub fn depth() -> Int { 7 }\n")
        self.assert_ran(self.khora2cpp("run", "quay"), "7\n")

    def test_edit_is_noticed(self):
        self.write("main.kh", HELLO)
        self.assert_ran(self.khora2cpp("run", "main.kh"), "hello\n")
        self.assert_ran(self.khora2cpp("run", "main.kh"), "hello\n")
        self.write("main.kh", HELLO.replace("hello", "olleh"))
        self.assert_ran(self.khora2cpp("run", "main.kh"), "olleh\n")

    def test_unchanged_program_is_not_compiled_again(self):
        self.write("main.kh", HELLO)
        self.assert_ran(self.khora2cpp("run", "main.kh"), "hello\n")
        self.assert_ran(self.khora2cpp("run", "main.kh"), "hello\n")
        programs = list((self.scratch / "cache/khora2cpp/programs").iterdir())
        self.assertEqual(len(programs), 1)
        before = (programs[0] / "main").stat().st_mtime_ns
        self.assert_ran(self.khora2cpp("run", "main.kh"), "hello\n")
        self.assertEqual((programs[0] / "main").stat().st_mtime_ns, before)
        self.assertEqual(list((self.scratch / "cache/khora2cpp/work").iterdir()), [], "a workspace was left behind")

    def test_many_at_once(self):
        self.write("main.kh", HELLO)
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.scratch / "cache"))
        children = [subprocess.Popen([harness.KHORA2CPP, "run", "main.kh"], cwd=self.scratch, env=environment, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) for _ in range(6)]
        for child in children:
            out, err = child.communicate(timeout=120)
            self.assertEqual((child.returncode, out), (0, "hello\n"), err)

    def test_release(self):
        self.write("main.kh", HELLO)
        result = self.khora2cpp("build", "main.kh", "--release", "-o", "bin/hello")
        self.assert_ran(result, "")
        self.assertEqual(subprocess.run([str(self.scratch / "bin/hello")], stdout=subprocess.PIPE, text=True).stdout, "hello\n")


class Translate(harness.CommandLineTest):
    def test_short_form(self):
        self.write("main.kh", HELLO)
        self.assert_ran(self.khora2cpp("main.kh", "-o", "out"), "")
        self.assertEqual(sorted(path.name for path in (self.scratch / "out").iterdir()), ["main.cpp", "main.hpp", "main.khi"])

    def test_entry_and_depfile(self):
        self.write("src/main.kh", "module app;\nimport app::names::{name};\nimport std::core::{print};\npub fn main() { print(name()); }\n")
        self.write("src/names.kh", 'module app::names;\npub fn name() -> String { "n" }\n')
        alone = self.khora2cpp("translate", "src/main.kh", "-o", "out", "--entry", "app", "--depfile", "out.d")
        self.assert_ran(alone, "")
        for text in ("src/main.kh:2:8", "D907", "`app::names`", "src/names.kh"):
            self.assertIn(text, alone.err)
        written = sorted(str(path.relative_to(self.scratch / "out")) for path in (self.scratch / "out").rglob("*") if path.is_file())
        self.assertEqual(written, ["app.cpp", "app.hpp", "app.khi", "khora_main.cpp"])
        depfile = (self.scratch / "out.d").read_text()
        self.assertIn("src/main.kh", depfile)
        self.assertIn("src/names.kh", depfile)
        # Once a translation has left the other module's interface there, nothing is missing.
        self.assertEqual(self.khora2cpp("translate", "src/names.kh", "-o", "out").err, "")
        self.assertEqual(self.khora2cpp("translate", "src/main.kh", "-o", "out", "--entry", "app").err, "")
        self.assertEqual(self.khora2cpp("translate", "src/main.kh", "-o", "other", "--use", "out").err, "")

    def test_private_main(self):
        """`pub` is not required of a `main` (M8): the entry point finds it, and so does whoever writes one by hand."""
        for public in ("pub ", ""):
            self.write("main.kh", HELLO.replace("pub ", public))
            folder = "out_" + public.strip()
            self.assert_ran(self.khora2cpp("translate", "main.kh", "-o", folder), "")
            self.assertIn("void main();", (self.scratch / folder / "main.hpp").read_text())
            self.assert_ran(self.khora2cpp("translate", "main.kh", "-o", folder, "--entry", "main"), "")
            self.assertIn("&main_::main", (self.scratch / folder / "khora_main.cpp").read_text())
        for name in ("main.hpp", "main.cpp", "khora_main.cpp"):
            self.assertEqual((self.scratch / "out_" / name).read_text(), (self.scratch / "out_pub" / name).read_text())

    def test_interfaces_stand_in_for_sources(self):
        self.write("lib/names.kh", 'module names;\npub fn name() -> String { "n" }\npub fn twice<A>(a: A) -> (A, A) { (a, a) }\n')
        self.write("app/main.kh", "module app;\nimport names::{name, twice};\nimport std::core::{print};\n"
                   "pub fn main() { let (a, b) = twice(name()); print(a + b); }\n")
        self.assert_ran(self.khora2cpp("translate", "lib/names.kh", "-o", "include"), "")
        self.assert_ran(self.khora2cpp("translate", "app/main.kh", "-o", "out", "--entry", "app", "--use", "include"), "")
        self.assert_refused(self.khora2cpp("translate", "app/main.kh", "-o", "out2"), "D304", "names")

    def test_same_bytes_wherever_the_sources_are(self):
        texts = []
        for folder in ("a", "other/b"):
            self.write(folder + "/main.kh", HELLO)
            out = self.scratch / folder / "out"
            self.assert_ran(self.khora2cpp("translate", self.scratch / folder / "main.kh", "-o", out, "--entry", "main"), "")
            texts.append({path.name: path.read_text() for path in out.iterdir()})
        self.assertEqual(texts[0], texts[1])


class Messages(harness.CommandLineTest):
    def test_json(self):
        self.write("main.kh", HELLO.replace('"hello"', "unknown"))
        result = self.khora2cpp("check", "main.kh", "--message-format", "json")
        self.assertEqual(result.status, 1)
        lines = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual([(line["code"], line["place"]["line"]) for line in lines], [("D301", 3)])
        self.assertEqual(result.err, "")

    def test_nothing_to_say(self):
        self.write("main.kh", HELLO)
        self.assert_ran(self.khora2cpp("check", "main.kh"), "")
        self.assert_ran(self.khora2cpp("check", "main.kh", "--message-format", "json"), "")


class Benches(harness.CommandLineTest):
    SOURCE = ("module sums;\nimport std::core::{print};\ntype Spill = | Spilt;\n"
              "fn twice(n: Int) -> Int raises Spill { if n > 3 { raise Spill::Spilt } else { n + n } }\n"
              'bench "twice two" { twice(2)!; }\nbench "twice four" { twice(4)!; }\n'
              'bench "a trap" { let none = 0; if 1 / none == 2 { print("never"); } }\n'
              'test "no bench" { }\npub fn main() { print("a program"); }\n')
    TIME = r"\d+(\.\d+)? (ns|us|ms|s)"

    def test_report(self):
        self.write("sums.kh", self.SOURCE)
        result = self.khora2cpp("bench", "sums.kh")
        self.assertEqual(result.status, 1, str(result))
        lines = result.out.splitlines()
        self.assertRegex(lines[0], "^bench twice two ... %s a run \\(%s to %s\\)$" % (self.TIME, self.TIME, self.TIME))
        self.assertEqual(lines[1:], ["bench twice four ... FAILED", "  at sums.kh:6", "bench a trap ... FAILED", "  at sums.kh:7",
                                     "1 measured, 2 failed"])
        self.assertIn("sums.kh:6: a `Spill` left the bench and nothing handled it", result.err)
        self.assertIn("division by zero", result.err)

    def test_filter(self):
        self.write("sums.kh", self.SOURCE)
        result = self.khora2cpp("bench", "sums.kh", "--filter", "two")
        self.assertEqual(result.status, 0, str(result))
        self.assertEqual(result.out.splitlines()[-1], "1 measured, 0 failed")
        result = self.khora2cpp("bench", "sums.kh", "--filter", "three")
        self.assertEqual(result.out, "0 measured, 0 failed\n")
        self.assertEqual(result.err, "no bench has `three` in its name\n")

    def test_each_run_has_a_root_region(self):
        self.write("sums.kh", 'module sums;\nimport std::core::{Region, print};\nbench "ends" {\n'
                              '  let region = Region::root();\n  region.defer(fn () => print("let go"));\n}\n')
        result = self.khora2cpp("bench", "sums.kh")
        self.assertEqual(result.status, 0, str(result))
        self.assertGreater(result.out.count("let go"), 10)

    def test_program_is_not_measured(self):
        self.write("sums.kh", self.SOURCE)
        self.assert_ran(self.khora2cpp("run", "sums.kh"), "a program\n")
        self.assertEqual(self.khora2cpp("test", "sums.kh").out, "test no bench ... ok\n1 passed, 0 failed\n")

    def test_translated(self):
        self.write("sums.kh", self.SOURCE)
        self.assertEqual(self.khora2cpp("translate", "sums.kh", "-o", "out", "--benches").status, 0)
        self.assertIn("run_benches", (self.scratch / "out/khora_benches.cpp").read_text())
        self.assertEqual(self.khora2cpp("translate", "sums.kh", "-o", "out", "--benches", "--tests").status, 2)


class Tests(harness.CommandLineTest):
    SOURCE = ("module sums;\nimport std::core::{assert};\npub fn twice(n: Int) -> Int { n + n }\n"
              'test "twice two" { assert(twice(2) == 4); }\ntest "twice three" { assert(twice(3) == 7); }\n')

    def test_report(self):
        self.write("sums.kh", self.SOURCE)
        result = self.khora2cpp("test", "sums.kh")
        self.assertEqual(result.status, 1, str(result))
        self.assertIn("test twice two ... ok", result.out)
        self.assertIn("test twice three ... FAILED", result.out)
        self.assertIn("sums.kh:5", result.out)
        self.assertEqual(result.out.splitlines()[-1], "1 passed, 1 failed")

    def test_filter(self):
        self.write("sums.kh", self.SOURCE)
        result = self.khora2cpp("test", "sums.kh", "--filter", "two")
        self.assertEqual(result.status, 0, str(result))
        self.assertEqual(result.out.splitlines()[-1], "1 passed, 0 failed")


if __name__ == "__main__":
    harness.main()
