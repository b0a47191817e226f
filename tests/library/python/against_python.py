"""Runs a Khora program on lines that Python makes, and compares what it prints with what Python works out."""
import os
import subprocess
import sys
import tempfile


class Program:
    """A program that prints one line for each line of `cases.txt` in its folder. It is built once."""

    def __init__(self, khora2cpp, source):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), source)
        self.binary = os.path.join(self.folder, "program")
        built = subprocess.run([khora2cpp, "build", path, "-o", self.binary], capture_output=True, text=True)
        if built.returncode != 0:
            sys.exit(f"{source} does not build:\n{built.stdout}{built.stderr}")

    def run(self, lines):
        with open(os.path.join(self.folder, "cases.txt"), "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(lines) + "\n")
        return subprocess.run([self.binary], cwd=self.folder, capture_output=True, encoding="utf-8")

    def answers(self, lines):
        ended = self.run(lines)
        if ended.returncode != 0:
            done = ended.stdout.count("\n")
            sys.exit(f"status {ended.returncode} at `{lines[done] if done < len(lines) else '?'}`: {ended.stderr}")
        return ended.stdout.split("\n")[:-1]

    def check(self, lines, expected):
        answers = self.answers(lines)
        assert len(answers) == len(lines), (len(answers), len(lines))
        for line, answer, wanted in zip(lines, answers, expected):
            if answer != wanted:
                sys.exit(f"`{line}` is `{answer}`, and Python says `{wanted}`")

    def check_trap(self, line, message):
        ended = self.run([line])
        if ended.returncode != 134 or not ended.stderr.startswith(message):
            sys.exit(f"`{line}` should trap with `{message}`; it has the status {ended.returncode}: {ended.stdout}{ended.stderr}")
