#!/usr/bin/env python3
"""Writes translator/emit/captured_names.inc: names that C headers take away from emitted code.

Four lists. Macros are replaced wherever they stand, so no emitted name may be one of them; those of C++ headers and of the runtime
count too. Global functions, variables and types only clash with names at global scope, which is where the first segment of a module
path becomes a namespace. C functions that the compiler itself knows must not be declared in another way than it thinks, which an
`extern fn` might do. And an emitted header must not be found where a C header was meant.

Run it again when the runtime's public headers include a C header that is not listed here or define a macro. It asks clang++ and g++;
the result is committed, so that a build needs neither and the output of khora2cpp is the same everywhere.

    tools/captured_names.py > translator/emit/captured_names.inc
"""

import pathlib
import re
import subprocess
import sys
import textwrap

# What C and POSIX have, but for <complex.h> and <tgmath.h>: with their macros (`I`) hardly any C++ header compiles.
HEADERS = """
assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h
stddef.h stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h
aio.h arpa/inet.h cpio.h dirent.h dlfcn.h fcntl.h fmtmsg.h fnmatch.h ftw.h glob.h grp.h iconv.h langinfo.h libgen.h monetary.h mqueue.h
net/if.h netdb.h netinet/in.h netinet/tcp.h nl_types.h poll.h pthread.h pwd.h regex.h sched.h search.h semaphore.h spawn.h strings.h
sys/ipc.h sys/mman.h sys/msg.h sys/resource.h sys/select.h sys/sem.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/sysmacros.h
sys/time.h sys/times.h sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h syslog.h tar.h termios.h ulimit.h unistd.h utime.h
utmpx.h wordexp.h
""".split()

# What emitted code may include, by itself or through the runtime: of these the macros count, some of which are those of headers of the
# system that a library includes in turn (<atomic> has `SYS_read`).
CPP_HEADERS = """
algorithm any array atomic barrier bit bitset charconv chrono compare complex concepts condition_variable deque exception filesystem
forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
source_location span sstream stack stdexcept stop_token streambuf string string_view system_error thread tuple type_traits typeindex
typeinfo unordered_map unordered_set utility valarray variant vector version
""".split()

RUNTIME = pathlib.Path(__file__).resolve().parent.parent / "runtime" / "include"

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
    return {name for name in found if not reserved(name) and not name.isdigit()}


def runtime_macros():
    found = set()
    for header in RUNTIME.rglob("*.hpp"):
        found.update(re.findall(r"^ *# *define (\w+)", header.read_text(), re.M))
    return {name for name in found if not reserved(name)}


def known_to_compiler():
    """C functions that g++ objects to when they are declared with odd types. clang++ objects to none of them."""
    compiler = ask(["g++", "-print-prog-name=cc1plus"], "").strip()
    with open(compiler, "rb") as program:
        candidates = {name.decode() for name in re.findall(rb"\0__builtin_(\w+)(?=\0)", program.read())}
    text = "struct odd;\n" + "".join(
        f'extern "C" odd* {name}(odd*, odd*, odd*, int);\n' for name in sorted(candidates) if not reserved(name))
    command = ["g++", "-std=gnu++20", "-Wall", "-Wextra", "-fsyntax-only", "-x", "c++", "-"]
    listing = subprocess.run(command, input=text, capture_output=True, text=True)
    return set(re.findall(r"declaration of \W+odd\* (\w+)\(", listing.stderr))


def written(title, names):
    body = ", ".join(f'"{name}"' for name in sorted(names))
    lines = textwrap.wrap(body, width=106, break_long_words=False)
    print(f"inline constexpr std::string_view {title}[] = {{")
    for line in lines:
        print("    " + line)
    print("};")


def main():
    text = "".join(f"#include <{header}>\n" for header in HEADERS)
    macro_names = macros(text + "".join(f"#include <{header}>\n" for header in CPP_HEADERS)) | runtime_macros()
    globals = global_names(text) - macro_names
    print("// Made by tools/captured_names.py. Do not edit.")
    written("captured_macros", macro_names)
    written("captured_globals", globals)
    written("captured_builtins", known_to_compiler() - globals - macro_names)
    written("captured_headers", HEADERS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
