"""Lists, options and `attempt`."""
from .types import *


class Collections:
    def element_type(self, c):
        return self.r.choice([INT, INT, STRING, BOOL, self.data_type(c)])

    def function(self, params, result, c, raises=()):
        """A lambda for a parameter of the library whose row is a variable, and whether the call is to be marked."""
        allowed = sorted((e for e in c.can_raise if isinstance(e, Named)), key=text)
        row = self.r.sample(allowed, 1) if allowed and self.chance(0.25) else []
        made, raised = self.row_argument(Fn(tuple(params), result, frozenset(row)), c.child(times=c.times))
        c.sink |= raised
        return made, '!' if raised else ''

    def pure_function(self, params, result, c):
        return self.lambda_of(Fn(tuple(params), result), c, exact=False)[0]

    def e_list_answer(self, t, c, known):
        inner = c.child()
        kind = self.r.randrange(4)
        if t == INT:
            if kind == 0:
                return 'List::length(%s)' % self.expr(list_of(self.element_type(c)), inner, False)
            if kind == 1:
                return 'List::sum(%s)' % self.expr(list_of(INT), inner)
            item = self.element_type(c)
            xs = self.expr(list_of(item), inner, False)
            start = self.expr(INT, inner)
            step, mark = self.function((INT, item), INT, inner)
            return ('List::fold(%s, %s, %s)%s' if kind == 2 else '%s.fold(%s, %s)%s') % (xs, start, step, mark)
        item = self.element_type(c)
        xs = self.expr(list_of(item), inner, False)
        if kind == 0 and has(item, 'Eq'):
            return '%s.contains(%s)' % (xs, self.expr(item, inner))
        if kind == 1:
            return '%s.is_empty()' % xs
        wanted, mark = self.function((item,), BOOL, inner)
        return '%s.%s(%s)%s' % (xs, self.r.choice(['any', 'all']), wanted, mark)

    def e_list_made(self, t, c, known):
        item = t.args[0]
        inner = c.child()
        kind = self.r.random()
        if kind < 0.35:
            return self.list_with_elements(t, c, known)
        if kind < 0.55:
            other = self.element_type(c)
            xs = self.expr(list_of(other), inner, False)
            step, mark = self.function((other,), item, inner)
            if not known:
                # What the lambda answers must be known by itself.
                return None
            return self.r.choice(['%s.map(%s)%s', 'List::map(%s, %s)%s']) % (xs, step, mark)
        xs = self.expr(t, inner, False)
        if kind < 0.65:
            keep, mark = self.function((item,), BOOL, inner)
            return '%s.filter(%s)%s' % (xs, keep, mark)
        if kind < 0.7 and has(item, 'Ord'):
            return '%s.sort()' % xs
        if kind < 0.75 and has(item, 'Ord'):
            return '%s.sort_by(fn (left, right) => Ord::cmp(right, left))' % xs
        if kind < 0.8:
            return '%s.concat(%s)' % (xs, self.expr(t, inner))
        if kind < 0.85:
            return '%s.push(%s)' % (xs, self.expr(item, inner))
        if kind < 0.9:
            other = self.element_type(c)
            ys = self.expr(list_of(other), inner, False)
            step, mark = self.function((other,), t, inner)
            return '%s.flat_map(%s)%s' % (ys, step, mark) if known else None
        return '%s.%s(%s)' % (xs, self.r.choice(['take', 'drop']), self.r.randint(0, 3)) if self.chance(0.7) else '%s.reverse()' % xs

    def list_with_elements(self, t, c, known):
        item = t.args[0]
        parts = [self.expr(item, c.child(), known)]
        for _ in range(self.r.randint(1, 3)):
            parts.append(self.element(t, c.child(), 2))
        if known:
            self.r.shuffle(parts)
        return '[%s]' % ',\n'.join(parts)

    def element(self, t, c, depth):
        item = t.args[0]
        kind = self.r.random()
        if depth == 0 or kind < 0.2:
            return self.expr(item, c)
        if kind < 0.4:
            return '..%s' % self.expr(t, c)
        if kind < 0.65:
            otherwise = ' else %s' % self.element(t, c.child(), depth - 1) if self.chance(0.5) else ''
            return 'if %s => %s%s' % (self.expr(BOOL, c), self.element(t, c.child(), depth - 1), otherwise)
        iterable, of = self.iterable(c)
        inner = c.child(loop=None, times=c.times * 3)
        pattern = self.let_pattern(of, inner)
        return 'for %s in %s => %s' % (pattern, iterable, self.element(t, inner, depth - 1))

    def iterable(self, c):
        """Something that `for` walks, and what it yields."""
        kind = self.r.random()
        if kind < 0.25:
            return 'Range::Of(0, %d)' % self.r.randint(0, 3), INT
        iterators = [one for one in self.iterators if one[0].decl.module <= c.module and all(self.cap_served(l, e, c) for l, e in one[2])]
        if kind < 0.5 and iterators:
            type, item, _ = self.r.choice(iterators)
            return self.expr(type, c.child(depth=min(c.depth - 1, 1)), False), item
        item = self.element_type(c)
        return self.expr(list_of(item), c.child(), False), item

    def e_option_made(self, t, c, known):
        item = t.args[0]
        inner = c.child()
        kind = self.r.random()
        if kind < 0.3:
            wanted, mark = self.function((item,), BOOL, inner)
            xs = self.expr(list_of(item), inner, False)
            return '%s.find(%s)%s' % (xs, wanted, mark)
        if kind < 0.6:
            return '%s.%s()' % (self.expr(list_of(item), inner, False), self.r.choice(['head', 'last']))
        if kind < 0.7:
            return '%s.nth(%s)' % (self.expr(list_of(item), inner, False), self.expr(INT, inner))
        if not known:
            return None
        other = self.element_type(c)
        step, mark = self.function((other,), t, inner)
        return '%s.and_then(%s)%s' % (self.expr(option_of(other), inner, False), step, mark)

    def e_attempt(self, t, c, known):
        answer, error = t.args
        if error not in self.errors or not known:
            return None
        made, raised = self.lambda_of(Fn((), answer, frozenset([error])), c.child(), exact=True)
        return 'attempt(%s)' % made
