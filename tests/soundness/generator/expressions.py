"""Expressions of a wanted type.

`known` says whether the place tells the type to the checker. Where it does not, only forms are used that have one type by themselves.
"""
from .types import *


class Expressions:
    # ---- choosing

    def expr(self, t, c, known=True):
        """An expression of type `t`, an operand: what needs parentheses has them."""
        if t == FUEL:
            return str(self.r.randint(0, 3))
        if c.depth > 0 and self.chance(0.8):
            options = self.compound_options(t, known)
            for _ in range(5):
                made = self.tried(c, lambda: self.pick_weighted(options)(t, c, known))
                if made is not None:
                    return made
        return self.leaf(t, c, known)

    def tried(self, c, make):
        """What `make` answers. When that is nothing, what it raised on the way is not raised."""
        saved = set(c.sink)
        made = make()
        if made is None:
            c.sink.clear()
            c.sink.update(saved)
        return made

    def compound_options(self, t, known):
        options = [(5, self.e_local), (3, self.e_if), (3, self.e_match), (5, self.e_call), (2, self.e_block), (2, self.e_field),
                   (2, self.e_catch), (2, self.e_operation), (1.5, self.e_with), (2, self.e_value_call), (1, self.e_loop),
                   (1, self.e_applied_lambda), (1.5, self.e_pipe), (0.7, self.e_early)]
        if t == INT:
            options += [(6, self.e_arithmetic), (2, self.e_list_answer), (1, self.e_string_answer)]
        elif t == BOOL:
            options += [(6, self.e_comparison), (3, self.e_logic), (1, self.e_list_answer)]
        elif t == STRING:
            options += [(6, self.e_text), (2, self.e_join), (1, self.e_string_method)]
        elif t == FLOAT or isinstance(t, Scalar) and t.name in WIDTHS:
            options += [(4, self.e_arithmetic)]
        elif isinstance(t, Tuple):
            options += [(6, self.e_construct)]
        elif isinstance(t, Fn):
            return [(3, self.e_local), (6, self.e_lambda), (1, self.e_if), (1, self.e_match), (2, self.e_named_function), (1, self.e_field)]
        elif isinstance(t, Named):
            options += [(7, self.e_construct), (2, self.e_update)]
            if t.decl is LIST:
                options += [(8, self.e_list_made)]
            if t.decl is OPTION:
                options += [(3, self.e_option_made)]
            if t.decl is RESULT:
                options += [(3, self.e_attempt)]
            if t.decl.shape == 'effect':
                options = [(3, self.e_local), (4, self.e_handler), (1, self.e_if)]
        return options

    def leaf(self, t, c, known):
        if self.chance(0.65):
            made = self.e_local(t, c, known)
            if made is not None:
                return made
        if isinstance(t, Scalar):
            return self.literal(t, known)
        if isinstance(t, Fn):
            return self.e_lambda(t, c.child(depth=0), known)
        if isinstance(t, (Var, Assoc)):
            made = self.e_local(t, c, known) or self.e_static(t, c, known)
            if made is None:
                raise self.Dead
            return made
        if isinstance(t, Named) and t.decl.shape == 'effect':
            return self.e_handler(t, c.child(depth=0), known)
        return self.e_construct(t, c.child(depth=min(c.depth - 1, 0)), known)

    def annotated(self, t, c):
        """The expression where nothing around it says its type."""
        inner = c.child()
        name = self.name(inner)
        value = self.expr(t, inner)
        return '({\nlet %s: %s = %s;\n%s\n})' % (name, text(t), value, name)

    # ---- leaves

    def literal(self, t, known):
        if t == INT:
            return str(self.r.choice([0, 1, 2, 3, 5, 7, 10, 12, 31, 64, 99, 100])) if self.chance(0.9) else '(-%d)' % self.r.randint(1, 50)
        if t == BOOL:
            return self.r.choice(['true', 'false'])
        if t == STRING:
            return self.r.choice(['""', '"ox"', '"a b"', '"é"', '"x\\ny"', '"q\\"q"', '"tin"', '"\\${}"', '"ab,c"'])
        if t == CHAR:
            return self.r.choice(["'a'", "'Z'", "'0'", "'é'", "' '"])
        if t == FLOAT:
            return self.r.choice(['0.0', '0.5', '1.0', '2.25', '10.0', '3.125'])
        if t == UNIT:
            return '()'
        low, high = WIDTHS[t.name]
        value = self.r.choice([0, 1, 2, 7, 100])
        if self.chance(0.1):
            value = high
        return str(value) if known else '%s::of(%d)' % (t.name, min(value, high))

    def e_local(self, t, c, known):
        found = [one.name for one in self.usable(c) if one.type == t][-6:]
        found += [name for name, type, module in self.constants if type == t and module <= c.module]
        return self.r.choice(found) if found else None

    def usable(self, c):
        return [one for one in c.locals if one.frame >= c.share_below or has(one.type, 'Share')]

    # ---- control

    def e_if(self, t, c, known):
        condition = self.expr(BOOL, c.child())
        return '(if %s {\n%s\n} else {\n%s\n})' % (condition, self.body(t, c, known), self.body(t, c, known, True))

    def body(self, t, c, known, may_leave=False):
        """What stands in a block: perhaps statements, and a value (or, where another branch has one, something that leaves)."""
        inner = c.child()
        lines = self.statements(inner, self.r.choice([0, 0, 0, 1, 2])) if inner.depth > 0 else []
        lines.append(self.value_or_leave(t, inner, known, may_leave))
        return '\n'.join(lines)

    def value_or_leave(self, t, c, known, may_leave):
        if may_leave and self.chance(0.15):
            left = self.leaving(c)
            if left is not None:
                return left
        return self.expr(t, c, known)

    def leaving(self, c):
        """Something that does not answer, or None where there is nothing to leave."""
        ways = []
        if c.loop == 'walk':
            ways += ['break', 'continue']
        elif c.loop is not None:
            ways.append('value')
        if c.result is not None and self.chance(0.5):
            ways.append('return')
        if any(isinstance(e, Named) for e in c.can_raise) and self.chance(0.6):
            ways.append('raise')
        way = self.r.choice(ways) if ways else None
        if way == 'value':
            return 'break %s' % self.expr(c.loop, c.child(depth=0))
        if way == 'return' and c.result != UNIT:
            return 'return %s' % self.expr(c.result, c.child(depth=0))
        return self.raising(c) if way == 'raise' else way

    def raising(self, c):
        error = self.r.choice(sorted((e for e in c.can_raise if isinstance(e, Named)), key=text))
        made = 'raise %s' % self.e_construct(error, c.child(depth=1), True)
        c.sink.add(error)
        return made

    def e_block(self, t, c, known):
        return '({\n%s\n})' % self.body(t, c.child(), known)

    def e_match(self, t, c, known):
        subject = self.scrutinee_type(c)
        value = self.expr(subject, c.child(), False)
        return '(match %s {\n%s\n})' % (value, self.arms(subject, t, c, known))

    def arms(self, subject, t, c, known, commit=False):
        return '\n'.join(self.arm_list(subject, t, c, known, commit))

    def arm_list(self, subject, t, c, known, commit):
        """The arms that cover a type together; with `commit` none of them is a name or `_`."""
        lines = []
        for number, (pattern, names, guarded) in enumerate(self.covering(subject, c, commit)):
            inner = c.child()
            for name, type in names:
                inner.declare(name, type)
            guard = ''
            if guarded:
                guard = ' if ' + self.expr(BOOL, inner.child(depth=min(inner.depth, 1)))
            lines_before = self.statements(inner, self.r.randint(1, 2)) if inner.depth > 1 and self.chance(0.3) else []
            answer = self.value_or_leave(t, inner, known, number > 0)
            if lines_before:
                answer = '{\n%s\n}' % '\n'.join(lines_before + [answer])
            lines.append('%s%s => %s,' % (pattern, guard, answer))
        return lines

    def e_loop(self, t, c, known):
        if not known or isinstance(t, Fn) or c.times > 200:
            return None
        inner = c.child(loop=t, times=c.times * 3)
        counter = self.name(c, False)
        inner.declare(counter, INT)
        lines = ['%s = %s + 1;' % (counter, counter)]
        lines.append('if %s > %d { break %s; };' % (counter, self.r.randint(1, 4), self.expr(t, inner.child(depth=1))))
        lines += self.statements(inner, self.r.randint(1, 2))
        if self.chance(0.4):
            lines.append('if %s { break %s; };' % (self.expr(BOOL, inner.child()), self.expr(t, inner.child())))
        return '({\nlet mut %s = 0;\nloop {\n%s\n}\n})' % (counter, '\n'.join(lines))

    def e_early(self, t, c, known):
        """An operand that may leave in the middle of an expression."""
        if isinstance(t, Fn):
            return None
        left = self.leaving(c)
        if left is None:
            return None
        return '(if %s { %s } else { %s })' % (self.expr(BOOL, c.child(depth=1)), left, self.expr(t, c.child(), known))

    def e_catch(self, t, c, known):
        here = [e for e in self.errors if e.decl.module <= c.module]
        if not here:
            return None
        errors = self.r.sample(here, min(len(here), self.r.randint(1, 3)))
        sink = set()
        allowed = set(errors) | c.can_raise
        inner = c.child(can_raise=allowed, sink=sink)
        if self.chance(0.5):
            operand = self.e_call(t, inner, known)
            if operand is None:
                operand = self.expr(t, inner, known)
        else:
            start = 'if %s { %s; };' % (self.expr(BOOL, inner.child(depth=1)), self.raising(inner.child(can_raise=set(errors))))
            operand = '({\n%s\n%s\n})' % (start, self.body(t, inner, known))
        if not sink:
            return operand
        known_errors = sorted((e for e in sink if isinstance(e, Named)), key=text)
        has_tail = any(isinstance(e, Row) for e in sink)
        lines = []
        must = [e for e in known_errors if e not in c.can_raise]
        for error in known_errors:
            if error in c.can_raise and self.chance(0.4):
                c.sink.add(error)
            elif len(known_errors) == 1 and not has_tail and self.chance(0.25):
                inner = c.child()
                name = self.name(inner)
                inner.declare(name, error)
                lines.append('%s => %s,' % (name, self.expr(t, inner, known)))
            elif error in must and self.chance(0.25):
                # `_` takes everything that is left, what arms before leave of this type included.
                if self.chance(0.6):
                    lines += self.arm_list(error, t, c, known, True)[:-1]
                    if self.chance(0.3):
                        lines.append('_ if %s => %s,' % (self.expr(BOOL, c.child(depth=1)), self.expr(t, c.child(), known)))
                lines.append('_ => %s,' % self.expr(t, c.child(), known))
                break
            else:
                lines.append(self.arms(error, t, c, known, len(known_errors) > 1 or has_tail))
        c.sink |= {e for e in sink if isinstance(e, Row)}
        if not lines:
            c.sink |= sink
            return operand
        return '(%s catch {\n%s\n})' % (operand, '\n'.join(lines))

    def e_with(self, t, c, known):
        """Something served by a handler that is installed for it."""
        here = [e for e in self.effects if e.module <= c.module]
        if not here:
            return None
        effect = Named(self.r.choice(here))
        inner = c.child()
        label = self.r.choice(self.labels_of(effect.decl))
        how = self.r.random()
        if how < 0.4:
            handler = self.expr(effect, c.child())
            inner.caps[label] = effect
            return '(with { %s: %s } {\n%s\n})' % (label, handler, self.body(t, inner, known))
        if how < 0.6 and self.contexts.get(c.module):
            name, entries = self.r.choice(self.contexts[c.module])
            for label, one in entries:
                inner.caps[label] = one
            override = ''
            if self.chance(0.4):
                label, one = self.r.choice(entries)
                override = ' { %s: %s }' % (label, self.expr(one, c.child()))
            return '(with %s%s {\n%s\n})' % (name, override, self.body(t, inner, known))
        handlers = [one for one in self.usable(c) if one.type == effect]
        if how < 0.8 and handlers:
            inner.by_type.add(effect.decl)
            # The labels of that effect mean what is installed by type from here on; naming one would mean the outer handler.
            made = self.body(t, inner, known)
            return '(with %s {\n%s\n})' % (handlers[-1].name, made)
        handler = self.expr(effect, c.child())
        inner.caps[label] = effect
        made = self.e_call(t, inner, known)
        return None if made is None else '(%s with { %s: %s })' % (made, label, handler)

    # ---- data

    def e_construct(self, t, c, known):
        deep = c.child()
        if isinstance(t, Scalar):
            return self.literal(t, known)
        if isinstance(t, Tuple):
            return '(%s%s)' % (', '.join(self.expr(e, deep, known) for e in t.elements), ',' if len(t.elements) == 1 else '')
        if not isinstance(t, Named) or t.decl.shape == 'effect':
            return None
        decl = t.decl
        if decl is LIST:
            count = self.r.randint(0 if known else 1, 3) if c.depth > 0 else 0 if known else 1
            return '[%s]' % ', '.join(self.expr(t.args[0], deep, known) for _ in range(count))
        known_here = known or not decl.params
        if decl.shape == 'record':
            if not known_here:
                return self.annotated(t, c)
            fields = ', '.join('%s: %s' % (name, self.expr(ft, deep)) for name, ft, _ in self.shuffled(fields_of(t)))
            return '({ %s })' % fields if fields else '({\nlet held: %s = {};\nheld\n})' % text(t)
        if decl.shape == 'wrapper':
            return '%s(%s)' % (decl.name, self.expr(substitute(decl.inner, table_of(t)), deep, known_here))
        cases = cases_of(t)
        if c.depth <= 0:
            cases = [one for one in cases if not any(pt == t for _, pt in one[1])] or cases
        if not known_here:
            wanted = {p.name for p in decl.params}
            declared = dict(decl.cases)
            telling = [one for one in cases if set().union(*(variables(pt) for _, pt in declared[one[0]])) >= wanted]
            if not telling:
                return self.annotated(t, c)
            cases = telling
        name, payload = self.r.choice(cases)
        if not payload:
            return '%s::%s' % (decl.name, name)
        label = self.chance(0.15)
        arguments = [('%s: ' % n if n and label else '') + self.expr(pt, deep, known_here) for n, pt in payload]
        return '%s::%s(%s)' % (decl.name, name, ', '.join(arguments))

    def e_update(self, t, c, known):
        if t.decl.shape != 'record' or t.decl is PAIR or not t.decl.fields:
            return None
        base = self.e_local(t, c, known)
        if base is None:
            return None
        changed = self.r.sample(fields_of(t), self.r.randint(1, len(t.decl.fields)))
        return '({ ..%s, %s })' % (base, ', '.join('%s: %s' % (name, self.expr(ft, c.child())) for name, ft, _ in changed))

    def e_field(self, t, c, known):
        found = []
        for one in self.usable(c):
            if isinstance(one.type, Named) and one.type.decl.shape == 'record':
                found += [(one.name, name) for name, ft, _ in fields_of(one.type) if ft == t]
        return '%s.%s' % self.r.choice(found) if found else None

    # ---- scalars

    def e_arithmetic(self, t, c, known):
        inner = c.child()
        left = self.expr(t, inner, known)
        if t == FLOAT:
            return '(%s %s %s)' % (left, self.r.choice('+-*'), self.expr(t, inner))
        if t.name in WIDTHS:
            # Seldom out of range: most of these programs are to run to their end.
            operator = self.r.choice(['/', '%', '%', '/', '+' if self.chance(0.2) else '%'])
            return '(%s %s %s)' % (left, operator, self.r.choice(['2', '3', '5', '7']))
        kind = self.r.random()
        if kind < 0.5:
            return '(%s %s %s)' % (left, self.r.choice('+-'), self.expr(t, inner))
        if kind < 0.65:
            return '(%s %% 97 * %s)' % (left, self.literal(INT, True))
        if kind < 0.85:
            return '(%s %s %s)' % (left, self.r.choice('/%'), self.r.choice(['2', '3', '7', '10']))
        if kind < 0.9:
            return '(-(%s))' % left
        return '(%s - %s %% 5)' % (left, self.expr(t, inner))

    def e_comparison(self, t, c, known):
        inner = c.child()
        subject = self.r.choice([INT, INT, STRING, self.data_type(c)])
        if isinstance(subject, Named) and subject.decl.shape == 'effect' or not has(subject, 'Eq'):
            subject = INT
        operators = ['==', '!='] + (['<', '<=', '>', '>='] * 2 if has(subject, 'Ord') else [])
        return '(%s %s %s)' % (self.expr(subject, inner, False), self.r.choice(operators), self.expr(subject, inner, True))

    def e_logic(self, t, c, known):
        inner = c.child()
        if self.chance(0.25):
            return '(!%s)' % self.expr(BOOL, inner)
        return '(%s %s %s)' % (self.expr(BOOL, inner), self.r.choice(['&&', '||']), self.expr(BOOL, inner))

    def hole(self, c):
        type = self.data_type(c)
        if not has(type, 'Show'):
            type = self.r.choice([INT, BOOL, STRING])
        made = self.expr(type, c.child(), False)
        # A quoted string may not cross lines, holes included.
        return made if '\n' not in made else None

    def e_text(self, t, c, known):
        if self.chance(0.3):
            return '(%s + %s)' % (self.expr(STRING, c.child()), self.expr(STRING, c.child()))
        pieces = ''
        for _ in range(self.r.randint(1, 3)):
            made = self.tried(c, lambda: self.hole(c.child(depth=min(c.depth - 1, 2))))
            if made is not None:
                pieces += self.r.choice(['', 'a', ' ', '-', '$']) + '${%s}' % made
        return '"%s"' % pieces

    def e_string_method(self, t, c, known):
        subject = self.expr(STRING, c.child(), False)
        return self.r.choice(['%s.trim()', '%s.upper()', 'String::repeat(%s, 2)', '%s.replace("a", "bb")', '%s.pad_left(6, ".")']) % subject

    def e_string_answer(self, t, c, known):
        subject = self.expr(STRING, c.child(), False)
        return self.r.choice(['%s.byte_length()', 'String::char_length(%s)']) % subject

    def e_join(self, t, c, known):
        return 'String::join(%s, ", ")' % self.expr(list_of(STRING), c.child())
