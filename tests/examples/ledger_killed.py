#!/usr/bin/env python3
"""Kills examples/ledger while it writes; the next start must find everything that was acknowledged, and at most one batch more.

Twice: by a limit on the size of files, at which the system ends the process in the middle of a write, for every length up to that of the whole
journal; and by SIGKILL as soon as an acknowledgement has been read. Compaction is killed in the same ways: it must change nothing.
"""
import argparse
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "ledger"
BATCHES = 8


class Ledger:
    def __init__(self, khora2cpp, backend, place):
        self.env = {**os.environ, "KHORA_FIBERS": backend}
        self.program = os.path.join(place, "ledger")
        built = subprocess.run([khora2cpp, "build", EXAMPLE, "-o", self.program], capture_output=True, text=True)
        if built.returncode != 0:
            sys.exit(built.stdout + built.stderr)
        self.folder = pathlib.Path(place) / "folder"
        self.folder.mkdir()
        self.journal = self.folder / "books"
        self.beside = self.folder / "books.new"
        self.files = []
        for number in range(BATCHES):
            name = f"batch{number}.json"
            postings = [{"account": "assets:bank", "amount": f"-{number + 1}.00"}, {"account": "expenses:food", "amount": f"{number + 1}.00"}]
            batch = [{"date": "2026-01-01", "memo": f"naïve {number}", "postings": postings}]
            (self.folder / name).write_text(json.dumps(batch), encoding="utf-8")
            self.files.append(name)

    def start(self, *words, limit=None):
        def limited():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.Popen([self.program, "books", *words], env=self.env, cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, preexec_fn=limited)

    def forget(self):
        for path in (self.journal, self.beside):
            path.unlink(missing_ok=True)

    def numbers(self):
        """The numbers of the batches in the books, as the next start finds them."""
        running = self.start("export")
        out, errors = running.communicate()
        if running.returncode != 0:
            sys.exit(f"the books cannot be opened: status {running.returncode}\n{errors}")
        return [int(transaction["memo"].split()[1]) for transaction in json.loads(out)]

    def check(self, errors, what):
        """At most one batch more than was acknowledged, in order, also when asked again and when more is added."""
        acknowledged = errors.count("are in the books")
        found = self.numbers()
        if found != list(range(len(found))) or len(found) not in (acknowledged, acknowledged + 1):
            sys.exit(f"{what}: {acknowledged} batches were acknowledged, and these are in the books: {found}")
        if self.numbers() != found:
            sys.exit(f"{what}: the books were {found} and are now {self.numbers()}")
        if len(found) < BATCHES:
            self.start("add", self.files[len(found)]).communicate()
            if self.numbers() != [*found, len(found)]:
                sys.exit(f"{what}: after {found} one more was added, and now there are {self.numbers()}")
        return acknowledged


def limits(whole):
    """Each length near the end of a line, and some in between."""
    ends = [at for at, byte in enumerate(whole) if byte == ord("\n")]
    near = {end + shift for end in [-1, *ends] for shift in (0, 1, 2)}
    return sorted(limit for limit in near | set(range(0, len(whole), 61)) if 0 <= limit < len(whole))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--khora2cpp", required=True)
    parser.add_argument("--backend", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        ledger = Ledger(options.khora2cpp, options.backend, place)
        running = ledger.start("add", *ledger.files)
        errors = running.communicate()[1]
        assert running.returncode == 0 and errors.count("are in the books") == BATCHES, errors
        whole = ledger.journal.read_bytes()

        cut = 0
        for limit in limits(whole):
            ledger.forget()
            running = ledger.start("add", *ledger.files, limit=limit)
            errors = running.communicate()[1]
            if running.returncode != -signal.SIGXFSZ:
                sys.exit(f"limit {limit}: status {running.returncode}\n{errors}")
            cut += not ledger.journal.read_bytes().endswith(b"\n")
            ledger.check(errors, f"limit {limit}")
        assert cut > BATCHES, cut

        for limit in limits(whole):
            ledger.forget()
            ledger.journal.write_bytes(whole)
            running = ledger.start("compact", limit=limit)
            errors = running.communicate()[1]
            killed = running.returncode == -signal.SIGXFSZ
            if not killed and running.returncode != 0:
                sys.exit(f"compaction, limit {limit}: status {running.returncode}\n{errors}")
            if killed and ledger.journal.read_bytes() != whole or ledger.numbers() != list(range(BATCHES)):
                sys.exit(f"compaction, limit {limit}: {ledger.numbers()}")

        killed = 0
        for number in range(3 * BATCHES):
            ledger.forget()
            running = ledger.start("add", *ledger.files)
            said = [running.stderr.readline() for _ in range(number % BATCHES)]
            running.kill()
            # Not communicate(), which does not see what readline() has read ahead.
            errors = "".join(said) + running.stderr.read()
            running.wait()
            killed += running.returncode == -signal.SIGKILL
            ledger.check(errors, f"killed after {len(said)}")
        assert killed > 0, killed
        print(f"{2 * len(limits(whole))} limits, {cut} of them within a line; {killed} kills")


if __name__ == "__main__":
    main()
