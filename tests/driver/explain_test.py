#!/usr/bin/env python3
"""The examples of `explain` that need a manifest or a command: the invalid one gives its code once, in the words of rendered.txt, and
the valid one nothing. Where no command is given it is `khora2cpp check .`. `--update` writes rendered.txt anew."""
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RENDERED = HERE / "rendered.txt"

# A compiler that compiles nothing but what it is tried with.
GIVES_UP = """#!/bin/sh
for word in "$@"; do
  if [ "$word" = /dev/null ]; then exit 0; fi
done
echo "internal compiler error" >&2
exit 1
"""


def examples(text, heading):
    """The lines of an example, without their indentation."""
    lines = text.split("\n%s:\n\n" % heading)[1].splitlines()
    block = []
    for line in lines:
        if line and not line.startswith("    "):
            break
        block.append(line[4:])
    return block


def parts_of(example):
    """Files by name, and commands."""
    files, commands, name = {}, [], None
    for line in example:
        begins = re.fullmatch(r"(?://|#) (\S+\.(?:kh|toml))", line)
        if begins:
            name = begins.group(1)
            files[name] = ""
        elif line.startswith("$ "):
            commands.append(line[2:])
        elif name:
            files[name] += line + "\n"
    return files, commands or ["khora2cpp check ."]


def tried(program, example):
    """What an example writes to standard error, and the exit status of its last command."""
    files, commands = parts_of(example)
    with tempfile.TemporaryDirectory(prefix="khora2cpp-explain-") as folder:
        work = pathlib.Path(folder) / "work"
        for name, text in files.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        compiler = work / "gives-up"
        compiler.write_text(GIVES_UP)
        compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
        tools = pathlib.Path(folder) / "tools"
        tools.mkdir()
        (tools / "khora2cpp").symlink_to(program)
        environment = dict(os.environ, XDG_CACHE_HOME=folder + "/cache", PATH="%s:%s" % (tools, os.environ["PATH"]))
        environment.pop("CXX", None)
        said, status = "", 0
        for command in commands:
            done = subprocess.run(command, shell=True, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, timeout=300)
            said, status = said + done.stderr, done.returncode
        return said.replace(folder, "FOLDER"), status


def without_names_of_the_day(text):
    """Paths that differ from run to run."""
    return re.sub(r"FOLDER/cache/\S*?(?=[`\s]|$)", "REPRODUCTION", text)


def rendered():
    texts = {}
    code = None
    for line in RENDERED.read_text().splitlines(keepends=True) if RENDERED.exists() else []:
        if line.startswith("=== "):
            code = line[4:].strip()
            texts[code] = ""
        else:
            texts[code] += line
    return texts


def main():
    program = os.path.abspath(sys.argv[1])
    update = "--update" in sys.argv
    codes = [line.split()[0] for line in subprocess.run([program, "explain"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()]
    expected, found, faults = rendered(), {}, []
    for code in codes:
        text = subprocess.run([program, "explain", code], stdout=subprocess.PIPE, text=True, check=True).stdout
        if "This is refused" not in text or not ("    # khora.toml" in text or "    $ " in text):
            continue
        said, status = tried(program, examples(text, "This is refused"))
        found[code] = without_names_of_the_day(said)
        is_warning = ": warning: " in said
        if re.findall(r"^\S.*(?:error|warning): .*\[([\w-]+)\]$", said, re.M) != [code] or status != (0 if is_warning else 1):
            faults.append("%s: the invalid example gives status %d and\n%s" % (code, status, said))
        if not update and found[code] != expected.get(code):
            faults.append("%s: rendered.txt says\n%sand the text is\n%s" % (code, expected.get(code), found[code]))
        said, status = tried(program, examples(text, "This is accepted"))
        if said or status != 0:
            faults.append("%s: the valid example gives status %d and\n%s" % (code, status, said))
    if update:
        RENDERED.write_text("".join("=== %s\n%s" % (code, found[code]) for code in found))
    faults += ["rendered.txt speaks of %s, which nothing gives" % code for code in expected if code not in found]
    print("\n".join(faults) if faults else "%d codes" % len(found))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
