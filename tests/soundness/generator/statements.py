"""Statements. Each answers its lines and declares its names in the scope it is given."""
from .types import *


class Statements:
    def statements(self, c, count):
        lines = []
        for _ in range(count):
            made = None
            while made is None:
                options = [(5, self.s_let), (2, self.s_let_mut), (3, self.s_assign), (3, self.s_field), (5, self.s_print), (1.5, self.s_if),
                           (1, self.s_while), (2, self.s_for), (1, self.s_loop), (1.5, self.s_match), (2, self.s_take_apart),
                           (1.5, self.s_function), (1, self.s_leave), (1.5, self.s_unit), (0.8, self.s_recursive_lambda)]
                made = self.tried(c, lambda: self.pick_weighted(options)(c))
            lines.append(made)
        return lines

    def s_let(self, c):
        type = self.data_type(c) if self.chance(0.8) else self.simple_type()
        effects = [e for e in self.effects if e.module <= c.module]
        if effects and self.chance(0.08):
            type = Named(self.r.choice(effects))
        known = self.chance(0.5)
        value = self.expr(type, c.child(), known)
        name = self.name(c)
        c.declare(name, type)
        return 'let %s%s = %s;' % (name, ': ' + text(type) if known else '', value)

    def s_let_mut(self, c):
        type = self.data_type(c) if self.chance(0.6) else INT
        value = self.expr(type, c.child())
        name = self.name(c)
        c.declare(name, type, True)
        return 'let mut %s: %s = %s;' % (name, text(type), value)

    def s_assign(self, c):
        found = [one for one in c.locals if one.mut and one.frame == c.frame]
        if not found:
            return None
        one = self.r.choice(found)
        return '%s = %s;' % (one.name, self.expr(one.type, c.child()))

    def s_field(self, c):
        found = []
        for one in self.usable(c):
            if isinstance(one.type, Named) and one.type.decl.shape == 'record':
                found += [(one.name, name, ft) for name, ft, mut in fields_of(one.type) if mut]
        if not found:
            return None
        name, field, type = self.r.choice(found)
        return '%s.%s = %s;' % (name, field, self.expr(type, c.child()))

    def s_print(self, c):
        found = [one for one in self.usable(c) if has(one.type, 'Show')]
        if found and self.chance(0.7):
            shown = ' '.join('${%s}' % one.name for one in self.r.sample(found, min(len(found), self.r.randint(1, 2))))
            return 'print("%s %s");' % (self.tag(), shown)
        return 'print("%s " + %s);' % (self.tag(), self.expr(STRING, c.child()))

    def inner_lines(self, c, low=1, high=3):
        return '\n'.join(self.statements(c, self.r.randint(low, high)))

    def s_if(self, c):
        if c.depth <= 0:
            return None
        made = 'if %s {\n%s\n}' % (self.expr(BOOL, c.child()), self.inner_lines(c.child()))
        if self.chance(0.4):
            made += ' else {\n%s\n}' % self.inner_lines(c.child())
        return made + ';'

    def s_while(self, c):
        if c.depth <= 0 or c.times > 100:
            return None
        counter = self.name(c, False)
        c.declare(counter, INT)
        inner = c.child(loop='walk', times=c.times * 3)
        more = ' && %s' % self.expr(BOOL, c.child(depth=1)) if self.chance(0.2) else ''
        body = '%s = %s + 1;\n%s' % (counter, counter, self.inner_lines(inner))
        return 'let mut %s = 0;\nwhile %s < %d%s {\n%s\n};' % (counter, counter, self.r.randint(1, 3), more, body)

    def s_for(self, c):
        if c.depth <= 0 or c.times > 100:
            return None
        iterable, of = self.iterable(c.child())
        inner = c.child(loop='walk', times=c.times * 3)
        pattern = self.let_pattern(of, inner)
        return 'for %s in %s {\n%s\n};' % (pattern, iterable, self.inner_lines(inner))

    def s_loop(self, c):
        if c.depth <= 0:
            return None
        type = self.data_type(c)
        value = self.e_loop(type, c.child(), True)
        if value is None:
            return None
        name = self.name(c)
        c.declare(name, type)
        return 'let %s: %s = %s;' % (name, text(type), value)

    def s_match(self, c):
        if c.depth <= 0:
            return None
        subject = self.scrutinee_type(c)
        value = self.expr(subject, c.child(), False)
        lines = []
        for pattern, names, guarded in self.covering(subject, c):
            inner = c.child()
            for name, type in names:
                inner.declare(name, type)
            guard = ' if ' + self.expr(BOOL, inner.child(depth=min(inner.depth, 1))) if guarded else ''
            body = self.leaving(inner) if self.chance(0.15) else None
            if body is None:
                body = self.inner_lines(inner, 1, 2) if self.chance(0.8) else '()'
            lines.append('%s%s => {\n%s\n},' % (pattern, guard, body))
        return 'match %s {\n%s\n}' % (value, '\n'.join(lines)) + ';'

    def s_take_apart(self, c):
        type = Tuple(tuple(self.data_type(c) for _ in range(2))) if self.chance(0.5) else self.data_type(c)
        value = self.expr(type, c.child(), False)
        return 'let %s = %s;' % (self.let_pattern(type, c), value)

    def s_function(self, c):
        allowed = sorted((e for e in c.can_raise if isinstance(e, Named)), key=text)
        raises = frozenset(self.r.sample(allowed, self.r.randint(0, min(len(allowed), 2)))) if self.chance(0.5) else frozenset()
        params = tuple(self.simple_type() if self.chance(0.5) else self.data_type(c) for _ in range(self.r.randint(0, 2)))
        type = Fn(params, self.data_type(c) if self.chance(0.7) else INT, raises)
        value = self.expr(type, c.child())
        # Not a name that is in use: the lambda would call itself by it.
        name = self.name(c, False)
        c.declare(name, type)
        return 'let %s: %s = %s;' % (name, text(type), value)

    def s_leave(self, c):
        left = self.leaving(c)
        if left is None:
            return None
        return 'if %s {\n%s;\n};' % (self.expr(BOOL, c.child(depth=1)), left)

    def s_unit(self, c):
        made = self.tried(c, lambda: self.r.choice([self.e_call, self.e_operation, self.e_with, self.e_value_call])(UNIT, c.child(), True))
        return None if made is None else made + ';'

    def s_recursive_lambda(self, c):
        """A lambda that calls itself by the name it is bound to (N8)."""
        if c.depth <= 0 or c.times > 100:
            return None
        result = self.data_type(c)
        if isinstance(result, Fn):
            return None
        type = Fn((FUEL,), result)
        name = self.name(c, False)
        base = self.expr(result, c.lambda_child(result, set(), depth=1))
        inner = c.lambda_child(result, set(), times=c.times * 4)
        left, before = self.name(inner, False), self.name(inner, False)
        inner.declare(left, INT)
        inner.declare(before, result)
        step = self.expr(result, inner)
        c.declare(name, type)
        return 'let %s: %s = fn %s => if %s < 1 {\n%s\n} else {\nlet %s = %s(%s - 1);\n%s\n};' % (
            name, text(type), left, left, base, before, name, left, step)
