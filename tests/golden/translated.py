"""What the tests of translated text share: a scratch folder, translating, and cutting C++ into its functions."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

KHORA2CPP = None


class TranslationTest(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="khora2cpp-translated-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    def translate(self, sources, target, *options):
        """`sources`: name of a file -> its text. Answers name of a written file -> its text."""
        folder = self.scratch / (target + "_kh")
        for name, text in sources.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return self.translate_files(sorted(sources), folder, target, *options)

    def translate_files(self, files, folder, target, *options):
        output = self.scratch / target
        done = subprocess.run([KHORA2CPP, "translate", *map(str, files), "-o", str(output), *map(str, options)], cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)  # there may be warnings
        return {str(path.relative_to(output)): path.read_text() for path in sorted(output.rglob("*")) if path.is_file()}


def functions(text):
    """Name of a function -> its definition, of those at the margin; '' -> what is left."""
    found, rest, name = {}, [], None
    for line in text.splitlines():
        start = re.match(r"[\w:<>&\[\]*, ]*?(\w+)\(.*\{(  //.*)?$", line)
        if name is None and start and not line.startswith((" ", "namespace", "//")):
            name = start.group(1)
            found[name] = []
        if name is None:
            rest.append(line)
        else:
            found[name].append(line)
            if line == "}":
                name = None
    pieces = {name: "\n".join(lines) for name, lines in found.items()}
    pieces[""] = "\n".join(rest)
    return pieces


def main(argv):
    global KHORA2CPP
    KHORA2CPP = os.path.abspath(argv.pop(1))
    unittest.main(verbosity=2)
