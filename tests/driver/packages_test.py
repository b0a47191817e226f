#!/usr/bin/env python3
"""Packages as their users meet them: entry files, libraries, dependencies, visibility, cycles, slips, permissions, tests and benches."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import harness  # noqa: E402


def manifest(name, more=""):
    return '[package]\nname = "%s"\nversion = "1.0.0"\n[toolchain]\nversion = "latest"\n%s' % (name, more)


MAIN = "module quay::main;\npub fn main() {}\n"


GRANTS = """module quay::main;

import std::core::{Iterator, List, Option, Step, assert, print};
import std::env::{Env, EnvError};
import std::fs::{FsRead, FsWrite, IoError, read_text, write_text};
import std::process::{Completed, Process, ProcessError};

fn told(error: IoError) -> String {
  match error {
    IoError::NotFound(path) => "NotFound(${path})",
    IoError::Failed(path) => "Failed(${path})",
    IoError::Denied(path) => "Denied(${path})",
  }
}

fn reading(path: String) -> String {
  read_text(path)! with { reads: FsRead::real() } catch { error => return told(error) }
}

fn writing(work: () -> () with { writes: FsWrite } raises IoError) -> String {
  work()! with { writes: FsWrite::real() } catch { error => return told(error) };
  "ok"
}

fn started(work: () -> Int raises ProcessError) -> String {
  let status = work()! catch {
    ProcessError::Denied(command) => return "Denied(${command})",
    _ => return "failed",
  };
  "${status}"
}

pub fn main() {
  let env = Env::real();
  for path in env.arguments().drop(1) {
    print(reading(path).split("\\n").head().unwrap_or(""));
  }
  print(writing(fn () => write_text("out.txt", "x")!));
  print(writing(fn () => writes.rename("out.txt", "moved")!));
  print(writing(fn () => writes.create_dir("made")!));
  let variable = env.variable("PATH")! catch { EnvError::Denied(name) => Option::Some("Denied(${name})") };
  print(match variable {
    Option::Some(text) if text.starts_with("Denied") => text,
    Option::Some(_) => "set",
    Option::None => "not set",
  });
  let process = Process::real();
  print(started(fn () => process.run("true", [])!));
  print(started(fn () => process.shell("  true && exit 0")!.status));
  let own = handler for Process {
    run: fn (_, _) => 0,
    output: fn (_, _) => { status: 0, text: "own" },
    shell: fn line => raise ProcessError::NotStarted(line),
  };
  let made = own.output("anything", [])! catch { _ => { status: 1, text: "denied" } };
  print(made.text);
}

test "tests are granted what programs are" {
  assert(reading("data/a.txt") == "Denied(data/a.txt)");
}
"""


class Packages(harness.CommandLineTest):
    def assert_quiet(self, result):
        self.assertEqual((result.status, result.out, result.err), (0, "", ""), str(result))

    # ---- entry files (M9 to M12)
    def test_several_programs(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/berths.kh", "module quay::berths;\npub fn count() -> Int { 3 }\n")
        for name in ("tally", "report"):
            self.write("src/bin/%s.kh" % name, "module quay::%s;\nimport quay::berths::{count};\npub fn main() -> Int { count() }\n" % name)
        self.write("src/bin/parts/deep.kh", "module quay::parts::deep;\npub fn depth() -> Int { 1 }\n")
        self.assert_quiet(self.khora2cpp("check", "."))
        self.assertEqual(self.khora2cpp("run", "src/bin/tally.kh").status, 3)
        self.assert_refused(self.khora2cpp("run", "."), "D707", "no default program", "src/bin/report.kh", "src/bin/tally.kh")

    def test_shared_module_imports_an_entry_file(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", "module quay::main;\npub fn helper() -> Int { 1 }\npub fn main() {}\n")
        self.write("src/berths.kh", "module quay::berths;\nimport quay::main::{helper};\npub fn count() -> Int { helper() }\n")
        self.write("src/bin/tally.kh", "module quay::tally;\nimport quay::berths::{count};\npub fn main() -> Int { count() }\n")
        result = self.khora2cpp("check", ".")
        self.assert_refused(result, "src/berths.kh:2:8", "D304", "entry file")
        self.assertEqual(result.err.count("error:"), 1, "said once, whatever many programs it turns up in\n" + str(result))

    def test_library_has_no_program(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/lib.kh", 'module quay;\nimport std::core::{assert};\npub fn berths() -> Int { 3 }\ntest "three" { assert(berths() == 3); }\n')
        self.assert_quiet(self.khora2cpp("check", "."))
        self.assert_refused(self.khora2cpp("run", "."), "D707", "is a library")
        self.assertIn("1 passed, 0 failed", self.khora2cpp("test", ".").out)

    # A package is tested where it is developed. Its tests are checked all the same.
    def test_tests_of_a_dependency(self):
        self.write("quay/khora.toml", manifest("quay", '[dependencies]\ntides = { path = "../tides" }\n'))
        self.write("quay/src/main.kh", "module quay::main;\nimport std::core::{assert};\nimport tides::{rise};\n"
                   'pub fn main() { rise(); }\ntest "own" { assert(rise() == 3); }\n')
        self.write("tides/khora.toml", manifest("tides"))
        tides = ('module tides;\nimport std::core::{assert};\npub fn rise() -> Int { 3 }\nfn fall() -> Int { 2 }\n'
                 'test "of tides" { assert(fall() == %s); }\n')
        self.write("tides/src/lib.kh", tides % "4")
        self.assertEqual(self.khora2cpp("test", "quay").out, "test own ... ok\n1 passed, 0 failed\n")
        self.assertIn("test of tides ... FAILED", self.khora2cpp("test", "tides").out)
        self.write("tides/src/lib.kh", tides % '"4"')
        self.assert_refused(self.khora2cpp("check", "quay"), "tides/src/lib.kh:5:33", "D413")

    def test_every_program_is_checked(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", "module quay::main;\npub fn main() { one(); }\n")
        self.write("src/bin/tally.kh", "module quay::tally;\npub fn main() { two(); }\n")
        self.write("src/lib.kh", "module quay;\npub fn three() { four(); }\n")
        self.assert_refused(self.khora2cpp("check", "."), "src/main.kh:2:17", "src/bin/tally.kh:2:17", "src/lib.kh:2:18")

    # ---- dependencies
    def test_dependencies_of_dependencies(self):
        self.write("quay/khora.toml", manifest("quay", '[dependencies]\nsea = { path = "../sea" }\n'))
        self.write("quay/src/main.kh", "module quay::main;\nimport sea::{depth};\nimport sea::tides::{Tide};\npub fn main() -> Int { depth(Tide::High) }\n")
        self.write("sea/khora.toml", manifest("sea", '[dependencies]\nmoon = { path = "../moon" }\n'))
        self.write("sea/src/lib.kh", "module sea;\nimport moon::{pull};\nimport sea::tides::{Tide};\n"
                   "pub fn depth(t: Tide) -> Int { match t { Tide::High => pull() * 2, Tide::Low => pull() } }\n")
        self.write("sea/src/tides.kh", "module sea::tides;\npub type Tide = | High | Low;\n")
        self.write("moon/khora.toml", manifest("moon"))
        self.write("moon/src/lib.kh", "module moon;\npub fn pull() -> Int { 4 }\n")
        self.assert_quiet(self.khora2cpp("check", "quay"))
        self.assertEqual(self.khora2cpp("run", "quay").status, 8)

    def test_dependency_under_another_name(self):
        self.write("quay/khora.toml", manifest("quay", '[dependencies]\nocean = { path = "../sea" }\n'))
        self.write("quay/src/main.kh", MAIN)
        self.write("sea/khora.toml", manifest("sea"))
        self.write("sea/src/lib.kh", "module sea;\n")
        self.assert_refused(self.khora2cpp("check", "quay"), "quay/khora.toml:7", "D706", "`ocean`", "`sea`")

    def test_missing_dependency(self):
        self.write("khora.toml", manifest("quay", '[dependencies]\nsea = { path = "../nowhere" }\n'))
        self.write("src/main.kh", MAIN)
        self.assert_refused(self.khora2cpp("check", "."), "khora.toml:7", "D706", "nowhere")

    def test_private_things_of_a_dependency(self):
        self.write("quay/khora.toml", manifest("quay", '[dependencies]\nsea = { path = "../sea" }\n'))
        self.write("quay/src/main.kh", "module quay::main;\nimport sea::{drain};\nimport sea::{Tank, fresh};\npub fn main() { fresh().seal; }\n")
        self.write("sea/khora.toml", manifest("sea"))
        self.write("sea/src/lib.kh", 'module sea;\nfn drain() {}\npub type Tank = { seal: String };\npub fn fresh() -> Tank { drain(); { seal: "s" } }\n')
        self.assert_refused(self.khora2cpp("check", "quay"), "quay/src/main.kh:2:14", "D305", "sea/src/lib.kh:2:4")

    # ---- imports
    def test_aliases_and_slips(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/berths.kh", "module quay::berths;\npub fn count() -> Int { 3 }\n")
        self.write("src/main.kh", "module quay::main;\nimport quay::berths::{count as berths};\npub fn main() -> Int { berths() }\n")
        self.assertEqual(self.khora2cpp("run", ".").status, 3)
        self.write("src/main.kh", "module quay::main;\nimport quay::berths::{conut};\npub fn main() {}\n")
        self.assert_refused(self.khora2cpp("check", "."), "D305", "did you mean `count`?")
        self.write("src/main.kh", "module quay::main;\nimport quay::breths::{count};\npub fn main() {}\n")
        self.assert_refused(self.khora2cpp("check", "."), "D304", "did you mean `quay::berths`?")

    def test_cycle_is_named(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", MAIN)
        for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
            self.write("src/%s.kh" % name, "module quay::%s;\nimport quay::%s::{f as g};\npub fn f() -> Int { g() }\n" % (name, other))
        result = self.khora2cpp("check", ".")
        self.assert_refused(result, "D325", "`quay::a` imports `quay::b` imports `quay::c` imports `quay::a`", "move what they share")
        self.assertEqual(result.err.count("error:"), 1, str(result))

    def test_two_files_of_one_module(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", MAIN)
        self.write("src/a.kh", "module quay::a;\n")
        self.write("src/b.kh", "module quay::a;\n")
        result = self.khora2cpp("check", ".")
        self.assert_refused(result, "D906", "quay::a")
        self.assertEqual(result.err.count("error:"), 1, str(result))

    def test_two_files_of_one_module_in_two_packages(self):
        self.write("quay/khora.toml", manifest("quay", '[dependencies]\nsea = { path = "../sea" }\n'))
        self.write("quay/src/main.kh", "module quay::main;\nimport sea::{depth};\npub fn main() -> Int { depth() }\n")
        self.write("quay/src/tides.kh", "module sea::tides;\npub fn tide() -> Int { 3 }\n")
        self.write("sea/khora.toml", manifest("sea"))
        self.write("sea/src/lib.kh", "module sea;\nimport sea::tides::{tide};\npub fn depth() -> Int { tide() }\n")
        self.write("sea/src/tides.kh", "module sea::tides;\npub fn tide() -> Int { 4 }\n")
        # Given (a package's modules all are), and found by an import (a single file's are).
        for given in ("quay", "quay/src/main.kh"):
            result = self.khora2cpp("check", given)
            self.assert_refused(result, "quay/src/tides.kh:1:8", "D906", "sea/src/tides.kh:1:8", "`module sea::tides;`")
            self.assertEqual(result.err.count("error:"), 1, str(result))
        self.write("quay/src/tides.kh", "module quay::tides;\npub fn tide() -> Int { 3 }\n")
        self.assertEqual(self.khora2cpp("run", "quay").status, 4)

    def test_entry_files_of_a_dependency(self):
        self.write("quay/khora.toml", manifest("quay", '[dependencies]\nsea = { path = "../sea" }\n'))
        self.write("sea/khora.toml", manifest("sea"))
        self.write("sea/src/lib.kh", "module sea;\npub fn depth() -> Int { 4 }\n")
        self.write("sea/src/bin/sound.kh", "module sea::sound;\nimport sea::{depth};\npub fn main() -> Int { depth() }\n")
        self.write("sea/src/main.kh", "module sea::main;\npub fn main() {}\n")
        for entry, file in (("sound", "sea/src/bin/sound.kh"), ("main", "sea/src/main.kh")):
            self.write("quay/src/main.kh", "module quay::main;\nimport sea::%s::{main as other};\npub fn main() { other(); }\n" % entry)
            result = self.khora2cpp("check", "quay")
            self.assert_refused(result, "quay/src/main.kh:2:8", "D304", file, "an entry file of the package `sea`")
            self.assertEqual((result.err.count("error:"), result.err.count("warning:")), (1, 0), str(result))

    # ---- permissions and workspaces
    def test_extern_permission(self):
        self.write("src/main.kh", "module quay::main;\nextern fn hull_stress(depth: Float) -> I32;\npub fn main() {}\n")
        self.write("khora.toml", manifest("quay", '[permissions]\ndefault = "deny"\n'))
        self.assert_refused(self.khora2cpp("check", "."), "src/main.kh:2:11", "D703", 'extern = ["quay"]')
        self.write("khora.toml", manifest("quay", '[permissions]\nextern = ["quay"]\n'))
        self.assertNotIn("D703", self.khora2cpp("check", ".").err)

    # What is not granted is denied by the handlers of the library, before the system is asked. Own handlers are not asked.
    def test_grants(self):
        self.write("src/main.kh", GRANTS)
        self.write("data/a.txt", "text")
        asked = ["data/a.txt", "khora.toml", "data/../khora.toml", "./data/none"]
        everything = ["text", "[package]", "[package]", "NotFound(./data/none)"]
        for permissions, read, rest in [
            ("", everything, ["ok", "ok", "ok", "set", "0", "0"]),
            ('[permissions]\ndefault = "allow"\n', everything, ["ok", "ok", "ok", "set", "0", "0"]),
            ('[permissions]\ndefault = "deny"\n', ["Denied(%s)" % path for path in asked],
             ["Denied(out.txt)", "Denied(out.txt)", "Denied(made)", "Denied(PATH)", "Denied(true)", "Denied(true)"]),
            ('[permissions]\nenv = ["HOME", "PA*"]\nprocess = []\n[permissions.fs]\nread = ["data/*"]\nwrite = ["*.txt", "kept/**"]\n',
             ["text", "Denied(khora.toml)", "Denied(data/../khora.toml)", "NotFound(./data/none)"],
             ["ok", "Denied(moved)", "Denied(made)", "set", "Denied(true)", "Denied(true)"]),
            ('[permissions]\ndefault = "deny"\nprocess = ["true"]\n[permissions.fs]\nwrite = ["**"]\n', ["Denied(%s)" % path for path in asked],
             ["ok", "ok", "ok", "Denied(PATH)", "0", "0"])]:
            with self.subTest(permissions):
                self.write("khora.toml", manifest("quay", permissions))
                for path in ("made", "moved", "out.txt"):
                    target = self.scratch / path
                    target.rmdir() if target.is_dir() else target.unlink(missing_ok=True)
                result = self.khora2cpp("run", ".", "--", *asked)
                self.assert_ran(result, "\n".join([*read, *rest, "own"]) + "\n")
                self.assertEqual((self.scratch / "made").exists(), rest[2] == "ok")
        # The tests of a package have no more than its programs.
        result = self.khora2cpp("test", ".")
        self.assertIn("1 passed, 0 failed", result.out, str(result))

    # With CMake the manifest counts as well, if there is one.
    def test_grants_of_a_translation(self):
        self.write("khora.toml", manifest("quay", '[permissions]\nenv = ["A\\"B"]\nprocess = []\n'))
        self.write("src/main.kh", MAIN)
        result = self.khora2cpp("translate", "src/main.kh", "-o", "out", "--entry", "quay::main")
        self.assert_quiet(result)
        entry = (self.scratch / "out" / "khora_main.cpp").read_text()
        self.assertIn('  khora::grant_only(khora::Permission::env, {"A\\"B"});\n  khora::grant_only(khora::Permission::process, {});\n', entry)
        self.assertNotIn("fs_read", entry)

    def test_grants_that_are_none(self):
        self.write("src/main.kh", MAIN)
        for permissions, place, text in [
            ('[permissions]\ndefault = "never"\n', "khora.toml:7:11", "`allow` or `deny`"),
            ('[permissions]\nenv = "HOME"\n', "khora.toml:7:7", "`env` of `[permissions]` must be a list of texts"),
            ('[permissions]\nextern = true\n', "khora.toml:7:10", "`extern` of `[permissions]` must be a list of texts"),
            ('[permissions.fs]\nread = ["a", 3]\n', "khora.toml:7:14", "`read` of `[permissions.fs]` must be a list of texts"),
            ('[permissions]\nfs = ["a"]\n', "khora.toml:7:6", "`[permissions.fs]` has the keys `read` and `write`")]:
            with self.subTest(permissions):
                self.write("khora.toml", manifest("quay", permissions))
                self.assert_refused(self.khora2cpp("check", "."), place, "D704", text)
        self.write("khora.toml", manifest("quay", '[permissions.fs]\nreads = ["a"]\n'))
        result = self.khora2cpp("check", ".")
        self.assertEqual(result.status, 0, str(result))
        self.assertIn("khora.toml:7:1: warning: unknown key `reads` of `[permissions.fs]` is ignored [D705]", result.err)

    # A workspace's grants are those of a member that takes them over; what the member writes counts instead.
    def test_grants_of_a_workspace(self):
        self.write("khora.toml", '[workspace]\nmembers = ["quay"]\n[workspace.permissions]\ndefault = "deny"\nenv = ["HOME"]\nprocess = ["git"]\n')
        self.write("quay/khora.toml", manifest("quay", '[permissions]\nworkspace = true\nprocess = ["true"]\n'))
        self.write("quay/src/main.kh", MAIN)
        self.assert_quiet(self.khora2cpp("translate", "quay/src/main.kh", "-o", "out", "--entry", "quay::main"))
        entry = (self.scratch / "out" / "khora_main.cpp").read_text()
        for granted in ['fs_read, {}', 'fs_write, {}', 'env, {"HOME"}', 'network, {}', 'process, {"true"}']:
            self.assertIn("Permission::" + granted, entry)

    # What was compiled under other grants is not what runs.
    def test_changed_grants_of_a_workspace(self):
        whole = '[workspace]\nmembers = ["quay"]\n[workspace.permissions]\nenv = [%s]\n'
        self.write("quay/khora.toml", manifest("quay", "[permissions]\nworkspace = true\n"))
        self.write("quay/src/main.kh", 'module quay::main;\nimport std::core::{print, Option};\nimport std::env::{Env, EnvError};\npub fn main() {\n'
                   '  match Env::real().variable("HOME")! catch { EnvError::Denied(_) => Option::None } {\n'
                   '    Option::Some(_) => print("granted"), Option::None => print("denied"),\n  }\n}\n')
        for grants, expected in (('"HOME"', "granted\n"), ("", "denied\n"), ('"HOME"', "granted\n")):
            self.write("khora.toml", whole % grants)
            self.assert_ran(self.khora2cpp("run", "quay"), expected)

    def test_workspace(self):
        self.write("khora.toml", '[workspace]\nmembers = ["quay"]\n[workspace.package]\nversion = "2.0.0"\n'
                   '[workspace.policy]\nprocess = ["git"]\n')
        self.write("quay/src/main.kh", MAIN)
        own = '[package]\nname = "quay"\nversion.workspace = true\n[toolchain]\nversion = "latest"\n'
        self.write("quay/khora.toml", own + '[permissions]\nprocess = ["git"]\n')
        self.assert_quiet(self.khora2cpp("check", "quay"))
        self.write("quay/khora.toml", own + '[permissions]\nprocess = ["git", "rm"]\n')
        self.assert_refused(self.khora2cpp("check", "quay"), "quay/khora.toml:7:19", "D708", "`rm`", "`git`")
        self.write("quay/khora.toml", own)
        self.assert_refused(self.khora2cpp("check", "quay"), "D708", "`process`")
        self.write("quay/khora.toml", own.replace("version.workspace = true", 'version = "1.0.0"\nauthors.workspace = true')
                   + '[permissions]\nworkspace = true\n')
        self.assert_refused(self.khora2cpp("check", "quay"), "D708", "[workspace.permissions]")
        self.assert_refused(self.khora2cpp("check", "."), "D707", "`quay`")

    # What a member takes over is what the policy looks at.
    def test_policy_on_inherited_permissions(self):
        whole = '[workspace]\nmembers = ["quay"]\n[workspace.permissions]\ndefault = "deny"\nprocess = [%s]\n[workspace.policy]\nprocess = ["git"]\n'
        self.write("quay/khora.toml", manifest("quay", "[permissions]\nworkspace = true\n"))
        self.write("quay/src/main.kh", MAIN)
        self.write("khora.toml", whole % '"git"')
        self.assert_quiet(self.khora2cpp("check", "quay"))
        self.write("khora.toml", whole % '"git", "rm"')
        self.assert_refused(self.khora2cpp("check", "quay"), "quay/khora.toml", "D708", "`rm`")
        self.write("khora.toml", whole.replace('process = [%s]\n', ""))
        self.assert_quiet(self.khora2cpp("check", "quay"))

    # A failure type that is private to its module is named by whoever handles it.
    def test_private_failure_handled_elsewhere(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/tides.kh", "module quay::tides;\ntype Spill = | Over(n: Int);\ntype Deep = | Deep(inner: Spill);\n"
                   "pub fn rise(n: Int) -> Int raises Spill { if n > 2 { raise Spill::Over(n) } n }\n"
                   "pub type Gate = { pub lift: (Int) -> Int raises Deep };\n"
                   "pub fn gate() -> Gate { { lift: fn n => if n > 3 { raise Deep::Deep(Spill::Over(n)) } else { n } } }\n")
        self.write("src/main.kh", "module quay::main;\nimport quay::tides::{Gate, gate, rise};\nimport std::core::{Result, attempt, print};\n"
                   'pub fn main() {\n  print("${rise(4)! catch { _why => 7 }} ${gate().lift(5)! catch { _why => 8 }}");\n'
                   '  print("${match attempt(fn () => rise(4)!) { Result::Ok(n) => n, Result::Err(_) => 9 }}");\n}\n')
        self.assert_ran(self.khora2cpp("run", "."), "7 8\n9\n")

    def test_toolchain_of_an_outer_manifest(self):
        self.write("khora.toml", '[workspace]\nmembers = ["quay"]\n')
        self.write("quay/khora.toml", '[package]\nname = "quay"\nversion = "1.0.0"\n')
        self.write("quay/src/main.kh", MAIN)
        self.assert_refused(self.khora2cpp("check", "quay"), "quay/khora.toml", "D704", "[toolchain]")
        self.write("khora.toml", '[workspace]\nmembers = ["quay"]\n[toolchain]\nversion = "latest"\n')
        self.assert_quiet(self.khora2cpp("check", "quay"))

    def test_a_module_under_another_name(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", "module quay::main;\nimport quay::berths::{berth};\npub fn main() { let _ = berth(); }\n")
        self.write("src/berths.kh", "module quay::moorings;\npub fn berth() -> Int { 3 }\n")
        result = self.khora2cpp("check", ".")
        self.assert_refused(result, "src/main.kh:2:8", "D304", "`src/berths.kh` says `module quay::moorings;`")
        # Without its `module` line the other file alone is at fault.
        self.write("src/berths.kh", "pub fn berth() -> Int { 3 }\n")
        result = self.khora2cpp("check", ".")
        self.assert_refused(result, "src/berths.kh:1:1", "D230")
        self.assertNotIn("D304", result.err)

    # ---- tests and benches (M14 to M16)
    def test_tests_of_all_files(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", 'module quay::main;\nimport std::core::{assert};\npub fn main() {}\ntest "of main" { assert(true); }\n')
        self.write("src/bin/tally.kh", 'module quay::tally;\nimport std::core::{assert};\npub fn main() {}\ntest "of tally" { assert(true); }\n')
        self.write("src/berths.kh", "module quay::berths;\nimport std::core::{assert};\ntype Leak = | Burst;\n"
                   "fn probe() -> Int raises Leak { raise Leak::Burst }\n"
                   'test "of berths" { assert(1 + 1 == 2); }\ntest "fails" { assert(1 + 1 == 3); }\ntest "raises" { probe()!; }\n'
                   'test "traps" { let zero = 0; assert(1 / zero == 1); }\nbench "speed" { let _ = 1 + 1; }\n')
        result = self.khora2cpp("test", ".")
        self.assertEqual(result.status, 1, str(result))
        for line in ("test of main ... ok", "test of tally ... ok", "test of berths ... ok", "test fails ... FAILED", "test raises ... FAILED",
                     "test traps ... FAILED"):
            self.assertIn(line, result.out)
        # Both the test and what did not hold are named by their place in the package.
        self.assertIn("\n  at src/berths.kh:6\n", result.out)
        self.assertIn("src/berths.kh:6: this does not hold: 1 + 1 == 3", result.err)
        self.assertIn("Leak", result.out + result.err)
        self.assertEqual(result.out.splitlines()[-1], "3 passed, 3 failed")
        result = self.khora2cpp("test", ".", "--filter", "of ")
        self.assertEqual((result.status, result.out.splitlines()[-1]), (0, "3 passed, 0 failed"), str(result))

    def test_tests_and_benches_are_checked_and_left_out_of_programs(self):
        self.write("khora.toml", manifest("quay"))
        self.write("src/main.kh", MAIN + 'bench "wrong" { missing(); }\ntest "wrong" { also_missing(); }\n')
        result = self.khora2cpp("check", ".")
        self.assert_refused(result, "src/main.kh:3:17", "src/main.kh:4:16")


if __name__ == "__main__":
    harness.main()
