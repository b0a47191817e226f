"""Patterns that cover a type, and those that match every value of one."""
from .types import *


class Patterns:
    def covering(self, t, c, commit=False):
        """Arms that cover `t`: (pattern, names with their types, whether a guard belongs to it).

        `commit`: each names the type at its top.
        """
        cover = self.split(t, c, 2, True)
        if len(cover) > 1 and not commit and self.chance(0.35):
            kept = self.r.randint(1, len(cover) - 1)
            cover = cover[:kept] + [self.whole(t, c)]
        arms = []
        for pattern, names in cover:
            if self.chance(0.2):
                arms.append((pattern, names, True))
            arms.append((pattern, names, False))
        return arms

    def whole(self, t, c):
        if self.chance(0.3):
            return '_', []
        name = self.name(c)
        return name, [(name, t)]

    def split(self, t, c, depth, must=False):
        """Patterns, of which each matches something that those before it do not, and which together match everything."""
        if depth == 0 or (not must and self.chance(0.4)):
            return [self.whole(t, c)]
        if t == BOOL:
            return [('true', []), ('false', [])]
        if t in (INT, STRING, CHAR) or isinstance(t, Scalar) and t.name in WIDTHS:
            literals = {INT: ['0', '1', '2', '3', '5'], STRING: ['""', '"ox"', '"a b"'], CHAR: ["'a'", "'Z'"]}.get(t, ['0', '1', '2'])
            return [(one, []) for one in self.r.sample(literals, self.r.randint(1, 2))] + [self.whole(t, c)]
        if isinstance(t, Tuple):
            return self.product([(None, e) for e in t.elements], c, depth,
                                lambda parts: '(%s%s)' % (', '.join(parts), ',' if len(parts) == 1 else ''))
        if isinstance(t, Named):
            decl = t.decl
            if decl.shape == 'variant':
                made = []
                for name, payload in cases_of(t):
                    head = '%s::%s' % (decl.name, name)
                    made += self.product(payload, c, depth, lambda parts, head=head: '%s(%s)' % (head, ', '.join(parts)) if parts else head)
                return made
            if decl.shape == 'wrapper':
                return self.product([(None, substitute(decl.inner, table_of(t)))], c, depth, lambda parts: '%s(%s)' % (decl.name, parts[0]))
            if decl.shape == 'record' and decl.fields:
                names = [name for name, _, _ in decl.fields]
                return self.product([(name, ft) for name, ft, _ in fields_of(t)], c, depth,
                                    lambda parts: '%s { %s }' % (decl.name, ', '.join('%s: %s' % pair for pair in zip(names, parts))))
        return [self.whole(t, c)]

    def product(self, payload, c, depth, write):
        """One part is split, the others are taken whole."""
        if not payload:
            return [(write([]), [])]
        which = self.r.randrange(len(payload))
        made = []
        for pattern, names in self.split(payload[which][1], c, depth - 1):
            parts, bound = [], list(names)
            for number, (_, t) in enumerate(payload):
                if number == which:
                    parts.append(pattern)
                    continue
                text_here, more = self.whole(t, c)
                if any(name == other for name, _ in more for other, _ in bound):
                    text_here, more = '_', []
                parts.append(text_here)
                bound += more
            made.append((write(parts), bound))
        return made

    def let_pattern(self, t, c):
        """A pattern that matches every value; its names are declared in `c`."""
        pattern, names = self.irrefutable(t, c, 2)
        for name, type in names:
            c.declare(name, type)
        return pattern

    def irrefutable(self, t, c, depth):
        parts = None
        if depth > 0 and isinstance(t, Tuple) and t.elements:
            parts, write = list(t.elements), lambda p: '(%s%s)' % (', '.join(p), ',' if len(p) == 1 else '')
        elif depth > 0 and isinstance(t, Named) and self.chance(0.6):
            if t.decl.shape == 'wrapper':
                parts, write = [substitute(t.decl.inner, table_of(t))], lambda p: '%s(%s)' % (t.decl.name, p[0])
            elif t.decl.shape == 'record' and t.decl.fields:
                names = [name for name, _, _ in t.decl.fields]
                parts = [ft for _, ft, _ in fields_of(t)]
                write = lambda p: '%s { %s }' % (t.decl.name, ', '.join('%s: %s' % pair for pair in zip(names, p)))
        if parts is None:
            name = self.name(c)
            return name, [(name, t)]
        texts, bound = [], []
        for part in parts:
            pattern, more = self.irrefutable(part, c, depth - 1)
            if any(name == other for name, _ in more for other, _ in bound):
                pattern, more = '_', []
            texts.append(pattern)
            bound += more
        return write(texts), bound
