#!/usr/bin/env python3
"""Every name that C++ might take away, in every place where a Khora program can have a name: it must translate, and compile without a
warning with g++ and clang++, in strict C++20 and with the extensions that CMake's default turns on.

    names_test.py --khora2cpp PATH             a sample, another one each day
    names_test.py --khora2cpp PATH --all       all of them
    names_test.py --khora2cpp PATH --seed N    the sample of that number
    names_test.py --khora2cpp PATH NAME...     these

The names: words of C++ and of C; macros and global names of the runtime's headers and of the headers of C and POSIX, as the compilers of
this machine have them. Many go into one program, so that all take minutes.
"""
import argparse
import concurrent.futures
import datetime
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import captured_names  # noqa: E402
import golden  # noqa: E402

A_PROGRAM = 40
SAMPLE = 2

# Keywords and reserved words of Khora (L8, L10); what else is special is so in some places only.
KHORA_WORDS = set("""module import type trait impl fn match let mut pub as if else forall const effect with raises raise catch while loop
break continue for return true false where yield macro unsafe unstable Self self _ std""".split())
# Types that every Khora file can name without importing them; declaring one of them is another matter.
KHORA_TYPES = set("""Int I8 I16 I32 I64 U8 U16 U32 U64 Float Bool Char String Ptr List Option Some None Result Ok Err Dict Map Array Vector
Show Eq Ord Hash Iterator Share Range Pair Step Fiber""".split())

WORDS = """alignas alignof and and_eq asm auto bitand bitor bool case char char16_t char32_t char8_t class co_await co_return co_yield compl
concept const_cast consteval constexpr constinit decltype default delete do double dynamic_cast enum explicit export extern float friend
goto inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast requires short signed sizeof static static_assert static_cast struct switch template this thread_local throw try typedef
typeid typename union unsigned using virtual void volatile wchar_t xor xor_eq final override restrict
context row test bench derive extern handler in
khora detail tests rest effects tried caught value first second fields Case Variant which index is if_ of
Ref Handler BoxedVariant VariantStorage object_ unique same_as visit_references storage_ index_ node_ payload destroy fields khora_name
writable _T_SIZE _T_SIZE_ __LINE_ _Level""".split()

def headers_text():
    return "".join("#include <%s>\n" % header for header in captured_names.HEADERS)


def macros(text, includes):
    found = set()
    for compiler in ("g++", "clang++"):
        for dialect in ("-std=gnu++20", "-std=c++20"):
            command = [compiler, dialect, "-dM", "-E", "-x", "c++", "-"]
            for path in includes:
                command += ["-I", path]
            done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE, check=True)
            found.update(re.findall(r"^#define (\w+)", done.stdout, re.M))
    return found


def all_names(installation):
    c_headers = headers_text()
    runtime = "".join('#include "khora/%s"\n' % path.name
                      for path in sorted((pathlib.Path(installation.includes[0]) / "khora").glob("*.hpp")))
    names = set(WORDS) | macros(c_headers + runtime, installation.includes) | captured_names.global_names(c_headers)
    return c_headers, sorted(name for name in names if name not in KHORA_WORDS)


def in_eights(names):
    """Types of many parts take compilers a time that grows faster than their number."""
    return [names[at:at + 8] for at in range(0, len(names), 8)]


class Program:
    """One Khora program with every place a name can stand in, for each of its names."""

    def __init__(self, names):
        self.files = {}
        items = [name for name in names if name not in KHORA_TYPES]
        binding = [name for name in names if not name[0].isupper()]  # what a pattern binds begins with a small letter
        self.module("places::types", ["pub type %s = { n: Int };" % n for n in items])
        self.module("places::boxed", ["pub type %s = { mut n: Int };" % n for n in items])
        self.module("places::wrappers", ["pub type %s = pub Int;\npub fn wrap_%d(n: Int) -> %s { %s(n) }" % (n, i, n, n)
                                         for i, n in enumerate(items)])
        self.module("places::namesakes", ["pub type %s = | %s | Other_%d(%s: Int);" % (n, n, i, n) for i, n in enumerate(items)])
        self.module("places::cases", [self.cases_of(i, few, binding) for i, few in enumerate(in_eights(items))])
        self.module("places::fields", [self.fields_of(i, few) for i, few in enumerate(in_eights(names))])
        self.module("places::functions", ["pub fn %s(%s: Int) -> Int { %s + 1 }" % (n, n, n) for n in items])
        self.module("places::private", ["fn %s(n: Int) -> Int { n }" % n for n in items] +
                    ["pub fn call() -> Int { %s }" % " + ".join("%s(1)" % n for n in items)])
        self.module("places::constants", ["pub const %s = 1;\nconst %s_text = \"a\";\npub fn text_%d() -> String { %s_text }" % (n, n, i, n)
                                          for i, n in enumerate(items)])
        self.module("places::methods", ["pub type Crate = { n: Int };", "impl Crate {"] +
                    ["  pub fn %s(self) -> Int { self.n }" % n for n in items] + ["}"])
        self.module("places::traits", ["pub trait Weighs {"] + ["  fn %s(self) -> Int;" % n for n in items] + ["}"] +
                    ["pub type Crate = { n: Int };", "impl Weighs for Crate {"] +
                    ["  fn %s(self) -> Int { self.n }" % n for n in items] + ["}"] +
                    ["pub fn through_%d<A: Weighs>(a: A) -> Int { a.%s() }" % (i, n) for i, n in enumerate(items)])
        self.module("places::trait_names", ["pub trait %s { fn n(self) -> Int; }\nimpl %s for Int { fn n(self) -> Int { self } }" % (n, n)
                                            for n in items])
        self.module("places::type_parameters", ["pub fn same_%d<%s>(a: %s) -> %s { a }" % (i, n, n, n) for i, n in enumerate(items)] +
                    ["pub type Box_%d<%s> = { a: %s };" % (i, n, n) for i, n in enumerate(items)])
        self.module("places::locals", ["import std::core::{Iterator, Option, Step};"] +
                    [self.locals_of(i, n) for i, n in enumerate(binding)])
        self.module("places::labels", ["pub effect Kiln { heat: () -> Int }"] +
                    ["pub fn required_%d() -> Int with { %s: Kiln } { %s.heat() }" % (i, n, n) for i, n in enumerate(names)] +
                    ["pub fn installed_%d(kiln: Kiln) -> Int { with { %s: kiln } { required_%d() } }" % (i, n, i)
                     for i, n in enumerate(names)])
        self.module("places::operations", [self.operations_of(i, few) for i, few in enumerate(in_eights(names))])
        for i, n in enumerate(items):
            self.module("inner::%s" % n, ["pub fn depth() -> Int { %d }" % i])
            self.module("%s::outer" % n, ["pub fn depth() -> Int { %d }" % i])
        self.module("places::modules", ["import inner::%s::{depth as inner_%d};\nimport %s::outer::{depth as outer_%d};" % (n, i, n, i)
                                        for i, n in enumerate(items)] +
                    ["pub fn all() -> Int { %s }" % " + ".join("inner_%d() + outer_%d()" % (i, i) for i in range(len(items)))])

    def module(self, path, lines):
        self.files[path] = "module %s;\n\n%s\n" % (path, "\n".join(lines))

    @staticmethod
    def cases_of(number, names, binding):
        arms = "".join("    Held_%d::%s(%s) => %s,\n" % ((number, n, n, n) if n in binding else (number, n, "n", "n")) for n in names)
        return ("pub type Plain_%d = | %s;\npub type Held_%d = | %s;\npub fn weight_%d(held: Held_%d) -> Int {\n  match held {\n%s  }\n}" %
                (number, " | ".join(names), number, " | ".join("%s(Int)" % n for n in names), number, number, arms))

    @staticmethod
    def fields_of(number, names):
        return ("pub type Wide_%d = { %s };\npub type Held_%d = | Held(%s);\npub fn sum_%d(wide: Wide_%d) -> Int { %s }" %
                (number, ", ".join("pub %s: Int" % n for n in names), number, ", ".join("%s: Int" % n for n in names), number, number,
                 " + ".join("wide.%s" % n for n in names)))

    @staticmethod
    def operations_of(number, names):
        return ("pub effect Kiln_%d { %s }\npub fn all_%d() -> Int with { kiln: Kiln_%d } { %s }" %
                (number, ", ".join("%s: (Int) -> Int" % n for n in names), number, number, " + ".join("kiln.%s(1)" % n for n in names)))

    @staticmethod
    def locals_of(number, name):
        return """pub fn locals_{0}(n: Int) -> Int {{
  let {1} = n + 1;
  let {1} = {1} * 2;
  let mut total = 0;
  for {1} in [{1}, n] {{ total = total + {1}; }}
  let f = fn {1} => {1} + total;
  let g = fn () => {1} + total;
  match Option::Some(f({1}) + g()) {{ Option::Some({1}) => {1}, Option::None => {1} }}
}}""".format(number, name)


def translate(khora2cpp, folder, program):
    sources = folder / "kh"
    for path, text in program.files.items():
        file = sources / (path.replace("::", "/") + ".kh")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    # Modules `a` and `a::b` may both exist; all are given, so that none is looked for.
    files = [str(path) for path in sorted(sources.rglob("*.kh"))]
    done = subprocess.run([khora2cpp, "translate", *files, "-o", str(folder / "cpp")], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "" if done.returncode == 0 else "\n".join(done.stdout.splitlines()[:40])


def compile_all(folder, installation, c_headers, command):
    """One translation unit with the headers of C in front and everything behind it: the most that can meet."""
    tree = folder / "cpp"
    text = c_headers + "".join('#include "%s"\n' % path.relative_to(tree) for path in sorted(tree.rglob("*.cpp")))
    unit = folder / ("all_%s.cpp" % re.sub(r"\W", "_", " ".join(command)))
    unit.write_text(text)
    full = command + golden.WARNINGS + ["-fsyntax-only", "-I", str(tree)] + installation.flags
    for include in installation.includes:
        full += ["-I", include]
    done = subprocess.run(full + [str(unit)], stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = [line for line in done.stdout.splitlines() if "error:" in line or "warning:" in line]
    return "" if done.returncode == 0 else " ".join(command) + ":\n" + "\n".join(lines[:12] or done.stdout.splitlines()[:12])


def check(names, options, installation, c_headers):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="khora2cpp-names-"))
    problem = translate(options.khora2cpp, folder, Program(names))
    if not problem:
        problems = [compile_all(folder, installation, c_headers, [compiler, dialect])
                    for compiler in ("g++", "clang++") if shutil.which(compiler) for dialect in ("-std=c++20", "-std=gnu++20")]
        problem = "\n".join(text for text in problems if text)
    if problem:
        return "%s\n(the program is in %s)" % (problem, folder)
    shutil.rmtree(folder)
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--khora2cpp", required=True, type=os.path.abspath)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=datetime.date.today().toordinal())
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    installation = golden.Installation(pathlib.Path(options.khora2cpp))
    c_headers, names = all_names(installation)
    if options.names:
        names = [name for name in options.names if name not in KHORA_WORDS]
    elif not options.all:
        random.Random(options.seed).shuffle(names)
        names = sorted(names[:SAMPLE * A_PROGRAM])
        print("sample %d of the names" % options.seed)
    groups = [names[at:at + A_PROGRAM] for at in range(0, len(names), A_PROGRAM)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for group, problem in zip(groups, pool.map(lambda group: check(group, options, installation, c_headers), groups)):
            if not problem:
                continue
            failed += 1
            print("FAILED %s .. %s\n%s" % (group[0], group[-1], problem), flush=True)
    print("%d names in %d programs, %d of them failed" % (len(names), len(groups), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
