#!/usr/bin/env python3
"""Lints on the command line: their levels in `[lints]`, and that no command fails or stays quiet because of them unless told to."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import harness  # noqa: E402

MANIFEST = '[package]\nname = "quay"\nversion = "1.0.0"\n[toolchain]\nversion = "latest"\n'
MAIN = "module quay::main;\npub fn main() { let depth = 3; }\n"


class Lints(harness.CommandLineTest):
    def package(self, lints, main=MAIN):
        self.write("khora.toml", MANIFEST + lints)
        self.write("src/main.kh", main)

    def test_warn_is_the_default_and_fails_nothing(self):
        self.package("")
        result = self.khora2cpp("check", ".")
        self.assertEqual(result.status, 0, str(result))
        self.assertIn("src/main.kh:2:21: warning: `depth` is never read [unused-binding]", result.err)
        self.assertIn("hint: remove it, or write `_depth`", result.err)

    def test_warnings_are_told_by_every_run(self):
        self.package("")
        for _ in range(2):
            result = self.khora2cpp("run", ".")
            self.assertEqual((result.status, result.out), (0, ""), str(result))
            self.assertIn("[unused-binding]", result.err)

    def test_deny(self):
        self.package('[lints]\nunused-binding = "deny"\n')
        for command in ("check", "run", "build"):
            self.assert_refused(self.khora2cpp(command, "."), "src/main.kh:2:21: error: `depth` is never read [unused-binding]")
        self.assertFalse((self.scratch / "quay").exists())

    def test_allow(self):
        self.package('[lints]\nunused-binding = { level = "allow" }\n')
        self.assert_quiet(self.khora2cpp("check", "."))

    def test_lints_that_are_off(self):
        main = MAIN.replace("let depth = 3;", "").replace("pub fn", "// @klint allow unused-import\npub fn")
        self.package("", main)
        self.assert_quiet(self.khora2cpp("check", "."))
        self.package('[lints]\nundocumented-export = "warn"\nuseless-allow = "deny"\n', main)
        result = self.khora2cpp("check", ".")
        self.assertEqual(result.status, 1)
        self.assertIn("warning: `main` is public", result.err)
        self.assertIn("error: `unused-import` finds nothing", result.err)

    def test_unknown_lint(self):
        self.package('[lints]\nunused-bindings = "deny"\n', MAIN.replace("let depth = 3;", ""))
        result = self.khora2cpp("check", ".")
        self.assertEqual(result.status, 0, str(result))
        self.assertIn("there is no lint `unused-bindings`", result.err)
        self.assertIn("the lints are `dangling-expression`", result.err)

    def test_inherited_levels(self):
        self.write("khora.toml", '[workspace]\nmembers = ["quay"]\n[workspace.lints]\nunused-binding = "deny"\n')
        self.write("quay/khora.toml", MANIFEST + "[lints]\nworkspace = true\n")
        self.write("quay/src/main.kh", MAIN)
        self.assert_refused(self.khora2cpp("check", "quay"), "[unused-binding]")

    def test_json(self):
        self.package("")
        result = self.khora2cpp("check", ".", "--message-format", "json")
        self.assertEqual((result.status, result.err), (0, ""), str(result))
        [line] = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual((line["code"], line["severity"], line["place"]["file"], line["place"]["line"], line["place"]["column"]),
                         ("unused-binding", "warning", "src/main.kh", 2, 21))

    def test_misplaced_main_depends_on_the_entry(self):
        self.write("khora.toml", MANIFEST)
        self.write("src/main.kh", "module quay::main;\npub fn main() {}\n")
        self.write("src/bin/tally.kh", "module quay::tally;\npub fn main() {}\n")
        self.assert_quiet(self.khora2cpp("check", "."))
        self.write("src/berths.kh", "module quay::berths;\npub fn main() {}\n")
        result = self.khora2cpp("check", ".")
        self.assertEqual(result.err.count("[misplaced-main]"), 1, str(result))
        self.assertIn("src/berths.kh:2:8", result.err)

    def assert_quiet(self, result):
        self.assertEqual((result.status, result.out, result.err), (0, "", ""), str(result))


if __name__ == "__main__":
    harness.main()
