"""One program through everything: the interpreter, the translator, two compilers, two backends; and whether they agree."""
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BACKENDS = ('threads', 'scheduler')


def golden_tool():
    spec = importlib.util.spec_from_file_location('golden', ROOT / 'tools' / 'golden.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Failure(Exception):
    """What went wrong with a program: a kind, by which shrinking knows it again, and the details."""

    def __init__(self, kind, detail):
        super().__init__(kind)
        self.kind, self.detail = kind, detail


def run(command, timeout, **more):
    """Runs a command and everything it starts; (status, stdout, stderr), or status None when it took too long."""
    child = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             start_new_session=True, **more)
    try:
        out, err = child.communicate(timeout=timeout)
        status = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        status = None
    return status, out.decode('utf-8', 'replace'), err.decode('utf-8', 'replace')


class Harness:
    def __init__(self, khora2cpp, interpreter, scratch, compilers=None, backends=BACKENDS):
        self.golden = golden_tool()
        self.khora2cpp, self.interpreter = pathlib.Path(khora2cpp).resolve(), pathlib.Path(interpreter).resolve()
        self.scratch = pathlib.Path(scratch)
        self.installation = self.golden.Installation(self.khora2cpp)
        self.compilers = compilers or [name for name in ('g++', 'clang++') if shutil.which(name)]
        self.backends = backends
        self.headers = {}

    # ---- the interpreter

    def interpret(self, place):
        """What the program does, as the interpreter says: its line of JSON as a dictionary."""
        status, out, err = run([self.interpreter, '--json', place], 20)
        if status is None:
            raise Failure('interpreter: too long', '')
        if status != 0:
            raise Failure('interpreter: status %s' % status, err)
        return json.loads(out)

    # ---- translation

    def translate(self, place, tree):
        sources = sorted(place.rglob('*.kh')) if place.is_dir() else [place]
        main = place / 'main.kh' if place.is_dir() else place
        status, out, err = run([self.khora2cpp, 'translate', *sources, '-o', tree, '--entry', self.golden.module_of(main)], 60)
        if status == 1:
            raise Failure('translator: refused', err)
        if status != 0:
            raise Failure('translator: status %s' % status, err)

    def flags(self, compiler):
        flags = ['-std=c++20', '-O0'] + self.golden.WARNINGS + self.installation.flags
        for include in self.installation.includes:
            flags += ['-I', include]
        return flags

    def header(self, compiler):
        """The library's headers, compiled once a compiler."""
        if compiler not in self.headers:
            header = self.scratch / ('library_' + os.path.basename(compiler)) / 'library.hpp'
            header.parent.mkdir(parents=True, exist_ok=True)
            lines = []
            for include in self.installation.includes:
                lines += ['#include "%s"' % path.relative_to(include) for path in sorted(pathlib.Path(include).glob('khora/core/*.hpp'))]
            header.write_text('#include "khora/program.hpp"\n' + '\n'.join(lines) + '\n')
            made = str(header) + ('.pch' if 'clang' in compiler else '.gch')
            status, _, err = run([compiler, *self.flags(compiler), '-x', 'c++-header', header, '-o', made], 300)
            if status != 0:
                raise Failure('%s: the headers of the library' % compiler, err)
            self.headers[compiler] = ['-include-pch', made] if 'clang' in compiler else ['-include', str(header)]
        return self.headers[compiler]

    def compile(self, compiler, tree, program):
        """All files of a program as one: they must stand beside each other as well as apart."""
        whole = program.with_suffix('.cpp')
        whole.write_text(''.join('#include "%s"\n' % path.relative_to(tree) for path in sorted(tree.rglob('*.cpp'))))
        compiled = program.with_suffix('.o')
        status, _, err = run([compiler, *self.header(compiler), *self.flags(compiler), '-I', tree, '-c', whole, '-o', compiled], 300)
        if status == 0:
            link = [*self.installation.flags, compiled, self.installation.library, *self.installation.link]
            status, _, err = run([compiler, *link, '-o', program], 300)
        if status != 0:
            first = next((line for line in err.splitlines() if 'error:' in line or 'undefined' in line), 'no message')
            raise Failure('%s: %s' % (compiler, general(first)), err[:6000])

    # ---- all of it

    def check(self, place, interpreted=None):
        """Raises a Failure when the program is not translated, not compiled, or does something else. Answers what the interpreter said."""
        place = pathlib.Path(place)
        said = interpreted or self.interpret(place)
        if said['status'] is None:
            if said['unsupported']:
                raise Failure('interpreter: ' + general(said['unsupported']), said['unsupported'])
            raise Failure('checker: ' + general(said['diagnostics'].split('\n')[0].split(': ', 1)[-1]), said['diagnostics'])
        folder = self.scratch / 'program'
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        tree = folder / 'cpp'
        self.translate(place, tree)
        for compiler in self.compilers:
            program = folder / os.path.basename(compiler)
            self.compile(compiler, tree, program)
            for backend in self.backends:
                status, out, err = run([program], 60, env=dict(os.environ, KHORA_FIBERS=backend))
                where = '%s, %s' % (compiler, backend)
                self.compare(said, status, out, err, where)
        return said

    def compare(self, said, status, out, err, where):
        if status != said['status']:
            raise Failure('status %s instead of %s' % (status, said['status']),
                          '%s\n%s\n%s' % (where, difference(said['output'], out), err[:2000]))
        if out != said['output']:
            raise Failure('output', '%s\n%s' % (where, difference(said['output'], out)))
        if status == 134 and err.split('\n')[0] != 'khora: ' + said['complaint']:
            raise Failure('trap', '%s\n%r instead of %r' % (where, err.split('\n')[0], said['complaint']))


def general(message):
    """A message without the names in it."""
    made, quoted = '', False
    message = message[message.find('error:') + 7:] if 'error:' in message else message
    for char in message:
        if char in '`\'"‘’':
            quoted = not quoted
            made += '_' if quoted else ''
        elif not quoted:
            made += char
    return ''.join('0' if char.isdigit() else char for char in made)[:120]


def difference(expected, got):
    want, have = expected.split('\n'), got.split('\n')
    for number in range(max(len(want), len(have))):
        left = want[number] if number < len(want) else '(the end)'
        right = have[number] if number < len(have) else '(the end)'
        if left != right:
            return 'line %d\n  interpreted: %s\n  translated:  %s' % (number + 1, left, right)
    return 'no difference'
