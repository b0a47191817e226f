#!/usr/bin/env python3
"""Foreign functions on the command line: what is linked, what is missing, and who may declare them."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import harness  # noqa: E402

PROGRAM = """module main;
import std::core::{print, assert};
extern fn depth_at(place: Int) -> Int;
pub fn main() { print("${depth_at(2)}"); }
test "deep" { assert(depth_at(3) > depth_at(2)); }
"""
MANIFEST = '[package]\nname = "quay"\nversion = "1.0.0"\n[toolchain]\nversion = "latest"\n'


class Foreign(harness.CommandLineTest):
    def library(self, factor):
        source = self.write("depth.c", "#include <stdint.h>\nint64_t depth_at(int64_t place) { return place * %d; }\n" % factor)
        (self.scratch / "lib").mkdir(exist_ok=True)
        subprocess.run(["cc", "-c", str(source), "-o", str(self.scratch / "depth.o")], check=True)
        archive = self.scratch / "lib/libdepth.a"
        archive.unlink(missing_ok=True)
        subprocess.run(["ar", "rc", str(archive), str(self.scratch / "depth.o")], check=True)

    def test_link(self):
        self.write("main.kh", PROGRAM)
        self.library(10)
        self.assert_ran(self.khora2cpp("run", "main.kh", "--link", "depth.o"), "20\n")
        self.assert_ran(self.khora2cpp("run", "main.kh", "--link", "-Llib", "--link", "-ldepth"), "20\n")
        self.assertEqual(self.khora2cpp("build", "main.kh", "-o", "out", "--link=lib/libdepth.a").status, 0)
        self.assertEqual(subprocess.run([str(self.scratch / "out")], stdout=subprocess.PIPE, text=True).stdout, "20\n")
        tested = self.khora2cpp("test", "main.kh", "--link", "depth.o")
        self.assertEqual(tested.status, 0, str(tested))
        self.assertIn("deep", tested.out)
        # A new library is noticed, though no source changed.
        self.library(11)
        self.assert_ran(self.khora2cpp("run", "main.kh", "--link", "depth.o"), "22\n")
        self.assert_ran(self.khora2cpp("run", "main.kh", "--link", "-Llib", "--link", "-ldepth"), "22\n")

    def test_missing(self):
        self.write("main.kh", PROGRAM)
        self.assert_refused(self.khora2cpp("run", "main.kh"), "main.kh:3:11", "D709", "`depth_at`", "--link")
        self.assert_refused(self.khora2cpp("run", "main.kh", "--link", "nowhere.a"), "D902", "nowhere.a")

    def test_permission(self):
        """X7: [permissions] extern lists the packages that may, dependencies too."""
        self.write("src/main.kh", PROGRAM.replace("module main", "module quay::main"))
        self.write("khora.toml", MANIFEST)
        self.assertEqual(self.khora2cpp("check", ".").status, 0)
        self.write("khora.toml", MANIFEST + '[permissions]\nextern = ["sea"]\n')
        refused = self.khora2cpp("check", ".")
        self.assert_refused(refused, "src/main.kh:3:11", "D703", "`depth_at`", '"quay"')
        self.write("khora.toml", MANIFEST + '[permissions]\ndefault = "deny"\n')
        self.assert_refused(self.khora2cpp("check", "."), "D703")
        self.write("khora.toml", MANIFEST + '[permissions]\nextern = ["quay"]\n')
        self.assertEqual(self.khora2cpp("check", ".").status, 0)

    def test_permission_of_a_dependency(self):
        self.write("quay/src/main.kh", "module quay::main;\nimport sea::{depth};\nimport std::core::{print};\n"
                   'pub fn main() { print("${depth()}"); }\n')
        self.write("sea/khora.toml", MANIFEST.replace("quay", "sea"))
        self.write("sea/src/lib.kh", "module sea;\nextern fn depth_at(place: Int) -> Int;\npub fn depth() -> Int { depth_at(4) }\n")
        manifest = MANIFEST + '[dependencies]\nsea = { path = "../sea" }\n'
        self.write("quay/khora.toml", manifest + '[permissions]\nextern = ["quay"]\n')
        self.assert_refused(self.khora2cpp("check", "quay"), "sea/src/lib.kh:2:11", "D703", '"sea"')
        self.write("quay/khora.toml", manifest + '[permissions]\nextern = ["sea"]\n')
        self.library(10)
        self.assert_ran(self.khora2cpp("run", "quay", "--link", "depth.o"), "40\n")


if __name__ == "__main__":
    harness.main()
