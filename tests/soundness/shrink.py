"""Makes a program that fails smaller, as long as it fails in the same way.

Works on lines, as the generator lays them out: what stands between two brackets that belong together has lines of its own. A piece is taken
out when the brackets in it are balanced, or replaced by one of its inner lines.
"""
import pathlib
import shutil

from generator.brackets import depths
from harness import Failure


def pieces(lines):
    """Balanced ranges of lines, the longest first."""
    shape = [depths(line) for line in lines]
    found = set()
    for begin in range(len(lines)):
        depth = 0
        for end in range(begin, len(lines)):
            low, change = shape[end]
            if depth + low < 0:
                break
            depth += change
            if depth == 0:
                found.add((begin, end + 1))
                break
    return sorted(found, key=lambda piece: piece[0] - piece[1])


def replacements(text):
    """What may stand in place of a piece: nothing, or simpler values."""
    stripped = text.strip()
    yield ''
    for name in ('let ',):
        if stripped.startswith(name) and '=' in stripped and stripped.endswith(';'):
            head = text[:text.index('=') + 1]
            for value in ('0', '"s"', 'true'):
                yield '%s %s;' % (head, value)
    if not stripped.endswith(';') and not stripped.endswith(','):
        for value in ('0', '"s"', 'true', 'false', '()'):
            yield value
    if '=>' in stripped and stripped.endswith(','):
        head = text[:text.index('=>') + 2]
        for value in ('0', '"s"', 'true', 'false', '()'):
            yield '%s %s,' % (head, value)


class Shrinker:
    def __init__(self, harness, place, kind, scratch):
        self.harness, self.kind, self.scratch = harness, kind, pathlib.Path(scratch)
        place = pathlib.Path(place)
        self.names = sorted(p.name for p in place.rglob('*.kh')) if place.is_dir() else [place.name]
        self.files = {name: (place / name if place.is_dir() else place).read_text(encoding='utf-8').split('\n') for name in self.names}
        self.tries = 0

    def fails(self, files):
        self.tries += 1
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        for name, lines in files.items():
            (self.scratch / name).write_text('\n'.join(lines), encoding='utf-8')
        place = self.scratch if len(files) > 1 else self.scratch / next(iter(files))
        try:
            self.harness.check(place)
        except Failure as failure:
            return failure.kind == self.kind
        return False

    def smaller(self, name):
        changed = False
        at = 0
        while True:
            found = pieces(self.files[name])
            if at >= len(found):
                return changed
            begin, end = found[at]
            lines = self.files[name]
            for text in replacements('\n'.join(lines[begin:end])):
                middle = text.split('\n') if text else []
                if middle == lines[begin:end]:
                    continue
                tried = dict(self.files)
                tried[name] = lines[:begin] + middle + lines[end:]
                if sum(map(len, tried[name])) < sum(map(len, lines)) and self.fails(tried):
                    self.files = tried
                    changed = True
                    break
            else:
                at += 1

    def run(self):
        # One compiler is enough while the failure shows with it.
        compilers, backends = self.harness.compilers, self.harness.backends
        for compiler in compilers:
            self.harness.compilers, self.harness.backends = [compiler], backends[:1]
            if self.fails(self.files):
                break
        else:
            self.harness.compilers, self.harness.backends = compilers, backends
        while any([self.smaller(name) for name in self.names]):
            pass
        self.harness.compilers, self.harness.backends = compilers, backends
        return ['\n'.join(line for line in lines if line.strip()) for lines in self.files.values()]


def shrunk(harness, place, kind, scratch):
    return Shrinker(harness, place, kind, scratch).run()
