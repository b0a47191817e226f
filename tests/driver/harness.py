"""What the tests of the command line share: a scratch folder, a cache of its own, and running khora2cpp."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

KHORA2CPP = None


class Result:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def __str__(self):
        return "status %d\nstdout: %s\nstderr: %s" % (self.status, self.out, self.err)


class CommandLineTest(unittest.TestCase):
    program = None  # what is run, if not khora2cpp itself

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="khora2cpp-driver-"))
        self.addCleanup(self.remove_scratch)

    def remove_scratch(self):
        for folder in [self.scratch] + [path for path in self.scratch.rglob("*") if path.is_dir() and not path.is_symlink()]:
            folder.chmod(0o700)
        shutil.rmtree(self.scratch)

    def write(self, name, text):
        path = self.scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text)
        return path

    def khora2cpp(self, *arguments, environment=None, timeout=120):
        variables = dict(os.environ, XDG_CACHE_HOME=str(self.scratch / "cache"))
        variables.update(environment or {})
        done = subprocess.run([self.program or KHORA2CPP] + [str(argument) for argument in arguments], cwd=self.scratch, env=variables,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              timeout=timeout)
        return Result(done)

    def assert_refused(self, result, *texts):
        """Ends with status 1 and a message that mentions every text; nothing on standard output."""
        self.assertEqual(result.status, 1, str(result))
        self.assertEqual(result.out, "", str(result))
        for text in texts:
            self.assertIn(text, result.err)

    def assert_ran(self, result, out):
        self.assertEqual((result.status, result.out), (0, out), str(result))


def main():
    global KHORA2CPP
    KHORA2CPP = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
