#!/usr/bin/env python3
"""Writes translator/emit/captured_names.inc: names that C headers take away from emitted code.

Two lists. Macros are replaced wherever they stand, so no emitted name may be one of them. Global functions, variables and
types only clash with names at global scope, which is where the first segment of a module path becomes a namespace.

Run it again when the runtime's public headers include a C header that is not listed here. It asks clang++ and g++; the
result is committed, so that a build needs neither and the output of khora2cpp is the same everywhere.

    tools/captured_names.py > translator/emit/captured_names.inc
"""

import re
import subprocess
import sys
import textwrap

HEADERS = """
assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h
stddef.h stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h
dirent.h fcntl.h poll.h pthread.h sched.h semaphore.h strings.h sys/mman.h sys/resource.h sys/select.h sys/socket.h
sys/stat.h sys/sysmacros.h sys/time.h sys/types.h sys/uio.h sys/wait.h unistd.h utime.h
""".split()

# Macros of other common platforms, and of configurations that are not ours.
ELSEWHERE = ["i386", "interface", "near", "far", "small", "min", "max", "ERROR", "IN", "OUT", "OPTIONAL", "sun", "vax", "mips",
             "arm", "hpux", "sparc", "TRUE", "FALSE", "bool", "assert", "NULL", "EOF", "errno", "stdin", "stdout", "stderr",
             "linux", "unix", "major", "minor", "makedev", "setjmp", "offsetof", "va_start", "va_arg", "va_end", "va_copy"]

# Not macros on the platforms we support, and too common as names to repair them for others.
SPARED = {"near", "far", "small", "min", "max", "interface", "sun", "arm", "IN", "OUT", "OPTIONAL"}


def ask(command, language_text):
    return subprocess.run(command, input=language_text, capture_output=True, text=True, check=True).stdout


def macros(text):
    found = set()
    for compiler in ("g++", "clang++"):
        for dialect in ("-std=gnu++20", "-std=c++20"):
            listing = ask([compiler, dialect, "-dM", "-E", "-x", "c++", "-"], text)
            found.update(re.findall(r"^#define (\w+)", listing, re.M))
    found.update(ELSEWHERE)
    return {name for name in found if not reserved(name)} - SPARED


def reserved(name):
    """Names that the language reserves are repaired by a rule, not by a list."""
    return name.startswith("__") or re.match(r"_[A-Z]", name) is not None


def global_names(text):
    command = ["clang++", "-std=gnu++20", "-fsyntax-only", "-fno-color-diagnostics", "-Xclang", "-ast-dump", "-x", "c++", "-"]
    listing = ask(command, text)
    found = set()
    linkage = []  # depths of the open `extern "C"` groups
    for line in listing.splitlines():
        match = re.match(r"^([ |`-]*)(\w+)Decl 0x\w+ (.*)$", line)
        if not match:
            continue
        depth = len(match.group(1))
        kind, rest = match.group(2), match.group(3)
        while linkage and linkage[-1] >= depth:
            linkage.pop()
        if depth != 2 + 2 * len(linkage):
            continue
        if kind == "LinkageSpec":
            linkage.append(depth)
            continue
        if kind in ("Function", "Var", "Typedef"):
            name = re.search(r" (\w+) '", rest)
        elif kind in ("CXXRecord", "Enum"):
            name = re.search(r"(?:struct|class|union|enum|\d|>) (\w+)(?: definition)?$", line)
        else:
            name = None
        if name:
            found.add(name.group(1))
    return {name for name in found if not name.startswith("_") and not name.isdigit()}


def written(title, names):
    body = ", ".join(f'"{name}"' for name in sorted(names))
    lines = textwrap.wrap(body, width=106, break_long_words=False)
    print(f"inline constexpr std::string_view {title}[] = {{")
    for line in lines:
        print("    " + line)
    print("};")


def main():
    text = "".join(f"#include <{header}>\n" for header in HEADERS)
    macro_names = macros(text)
    print("// Made by tools/captured_names.py. Do not edit.")
    written("captured_macros", macro_names)
    written("captured_globals", global_names(text) - macro_names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
