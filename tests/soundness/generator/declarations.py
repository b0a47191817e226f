"""Types, traits, effects and functions, in an order in which each uses what stands before it."""
from .scope import Scope
from .types import *

COMMON = ['Show', 'Eq', 'Ord']


class Declarations:
    # ---- types

    def declare_types(self):
        for _ in range(self.r.randint(3, 6)):
            self.declare_type()
        for _ in range(self.r.randint(2, 3)):
            self.declare_error()

    def declare_type(self):
        module = self.next_module()
        shape = self.r.choice(['record', 'record', 'variant', 'variant', 'variant', 'wrapper'])
        name = self.unique('Tun', 'Rack', 'Bin', 'Plot', 'Herd', 'Lane', 'Mark', 'Seam')
        params = [Var(p) for p in ['A', 'B'][:self.r.choice([0, 0, 0, 1, 1, 2])]]
        decl = Decl(shape, name, params, module=module)
        inside = lambda: self.r.choice(params) if params and self.chance(0.6) else self.field_type(module)
        if shape == 'record':
            for number in range(self.r.randint(1, 4)):
                decl.fields.append((self.unique('f'), inside(), self.chance(0.25)))
            for p in params:
                if p not in [ft for _, ft, _ in decl.fields]:
                    decl.fields.append((self.unique('f'), p, False))
        elif shape == 'wrapper':
            decl.inner = inside()
            decl.params = [p for p in params if p.name in variables(decl.inner)]
        else:
            for number in range(self.r.randint(1, 4)):
                named = self.chance(0.5)
                payload = [(self.unique('p') if named else None, inside()) for _ in range(self.r.choice([0, 1, 1, 2, 3]))]
                decl.cases.append((self.unique('C'), payload))
            decl.cases.append((self.unique('C'), [(None, p) for p in params]))
            if self.chance(0.35):
                own = Named(decl, tuple(params))
                decl.recursive = True
                more = [(None, own)] if self.chance(0.5) else []
                decl.cases.append((self.unique('C'), [(None, own), (None, self.field_type(module))] + more))
        self.derive(decl)
        self.types.append(decl)
        self.write_type(decl)

    def derive(self, decl):
        decl.traits = {'Show', 'Eq', 'Ord'}  # as far as its parts go, itself included
        parts = parts_of(decl)
        fits = lambda trait: all(isinstance(p, Var) or has(self.with_bounds(p), trait) for p in parts)
        wanted = {'Show'} | ({'Eq'} if self.chance(0.8) else set())
        if 'Eq' in wanted and self.chance(0.7):
            wanted.add('Ord')
        decl.traits = {trait for trait in wanted if fits(trait)}
        if 'Eq' not in decl.traits:
            decl.traits.discard('Ord')

    def with_bounds(self, t):
        return substitute(t, {'A': Var('A', ('Show', 'Eq', 'Ord')), 'B': Var('B', ('Show', 'Eq', 'Ord'))})

    def write_type(self, decl):
        head = ''
        if decl.traits:
            head = 'derive(%s) ' % ', '.join(sorted(decl.traits))
        params = '<%s>' % ', '.join(p.name for p in decl.params) if decl.params else ''
        if decl.shape == 'record':
            body = '{ %s }' % ', '.join('pub %s%s: %s' % ('mut ' if mut else '', name, text(ft)) for name, ft, mut in decl.fields)
        elif decl.shape == 'wrapper':
            body = 'pub ' + text(decl.inner)
        else:
            body = ''
            for name, payload in decl.cases:
                body += '\n| ' + name
                if payload:
                    body += '(%s)' % ', '.join(('%s: ' % n if n else '') + text(pt) for n, pt in payload)
        self.item(decl.module, '%spub type %s%s = %s;' % (head, decl.name, params, body))

    def field_type(self, module):
        kind = self.r.random()
        if kind < 0.55:
            return self.simple_type()
        here = [d for d in self.types if d.module <= module and not d.params]
        if kind < 0.75 and here:
            return Named(self.r.choice(here))
        if kind < 0.85:
            return list_of(self.simple_type())
        if kind < 0.92:
            return option_of(self.simple_type())
        if kind < 0.96:
            return Tuple((self.simple_type(), self.simple_type()))
        return Fn((INT,), INT)

    def declare_error(self):
        module = self.next_module()
        name = self.unique('Jam', 'Leak', 'Rust', 'Blight')
        shape = self.r.choice(['variant', 'variant', 'record', 'wrapper'])
        decl = Decl(shape, name, traits={'Show', 'Eq'}, module=module)
        if shape == 'variant':
            for _ in range(self.r.randint(1, 3)):
                decl.cases.append((self.unique('C'), [(None, self.simple_type(False)) for _ in range(self.r.randint(0, 2))]))
        elif shape == 'record':
            decl.fields = [(self.unique('f'), self.simple_type(False), False) for _ in range(self.r.randint(1, 2))]
        else:
            decl.inner = self.r.choice([INT, STRING])
        self.errors.append(Named(decl))
        self.write_type(decl)

    def declare_effects(self):
        for _ in range(self.r.randint(1, 2)):
            decl = Decl('effect', self.unique('Oven', 'Pump', 'Scale'), module=self.next_module())
            errors = [e for e in self.errors if e.decl.module <= decl.module]
            for _ in range(self.r.randint(1, 3)):
                raises = frozenset(self.r.sample(errors, 1)) if errors and self.chance(0.35) else frozenset()
                params = tuple(self.simple_type() for _ in range(self.r.randint(0, 2)))
                decl.ops.append((self.unique('op'), Fn(params, self.r.choice([INT, INT, STRING, BOOL, UNIT]), raises)))
            self.effects.append(decl)
            self.labels[decl] = [self.unique('lab'), self.unique('lab')]
            ops = ', '.join('%s: %s' % (name, text(fn)) for name, fn in decl.ops)
            self.item(decl.module, 'pub effect %s { %s }' % (decl.name, ops))

    def declare_contexts(self):
        for module in range(self.modules):
            effects = [e for e in self.effects if e.module <= module]
            if not effects or self.chance(0.4):
                continue
            name, entries, lines = self.unique('Yard'), [], []
            c = self.scope(set(), None, module)
            c.depth = 2
            for effect in effects:
                label = self.r.choice(self.labels[effect])
                lines.append('%s: %s' % (label, self.expr(Named(effect), c.child())))
                entries.append((label, Named(effect)))
                c.caps[label] = Named(effect)
            self.contexts[module] = [(name, entries)]
            self.item(module, 'context %s { %s }' % (name, ',\n'.join(lines)))

    def declare_rows(self):
        """Names for sets of capabilities."""
        for module in range(self.modules):
            effects = [e for e in self.effects if e.module <= module]
            if effects and self.chance(0.5):
                caps = tuple((self.r.choice(self.labels[e]), Named(e)) for e in effects)
                name = self.unique('Deps')
                self.named_rows.append((name, caps, module))
                self.item(module, 'pub row %s = { %s };' % (name, ', '.join('%s: %s' % (label, text(e)) for label, e in caps)))

    # ---- constants, iterators

    def declare_constants(self):
        for _ in range(self.r.randint(0, 2)):
            module = self.next_module()
            c = self.scope(set(), None, module)
            c.depth = 2
            type = self.r.choice([INT, STRING, list_of(INT)])
            name = self.unique('LIMIT', 'NAMES')
            self.item(module, 'pub const %s: %s = %s;' % (name, text(type), self.expr(type, c)))
            self.constants.append((name, type, module))

    def declare_iterators(self):
        for _ in range(self.r.randint(0, 2)):
            module = self.next_module()
            fields = [(self.unique('f'), INT, False), (self.unique('f'), FUEL, False)]
            decl = Decl('record', self.unique('Walk'), fields=fields, module=module)
            at, left = decl.fields[0][0], decl.fields[1][0]
            item = self.r.choice([INT, STRING, Tuple((INT, BOOL)), option_of(INT)])
            effects = [e for e in self.effects if e.module <= module]
            caps = ()
            if effects and self.chance(0.4):
                effect = self.r.choice(effects)
                caps = ((self.r.choice(self.labels[effect]), Named(effect)),)
            self.write_type(decl)
            c = self.scope(set(), None, module)
            c.depth = 2
            c.declare('self', Named(decl))
            c.caps.update(caps)
            value = self.expr(item, c)
            needs = clauses(caps, ())
            self.item(module, '''impl Iterator for %s {
type Item = %s;
type Effects = %s;
fn next(self) -> Step<%s, %s>%s {
if self.%s < 1 {
return Step::Done;
}
Step::Yield({ %s: self.%s + 1, %s: self.%s - 1 }, %s)
}
}''' % (decl.name, text(item), needs[6:] or '{}', decl.name, text(item), needs, left, at, at, left, left, value))
            self.iterators.append((Named(decl), item, caps))

    # ---- functions

    def scope(self, can_raise, result, module):
        return Scope(set(can_raise), result, module, [0])

    def bounded(self, names):
        """Type parameters with bounds."""
        made = []
        for name in names:
            pool = ['Show', 'Show', 'Eq', 'Ord', 'Share'] + [t.name for t in self.traits]
            bounds = tuple(dict.fromkeys(self.r.choice(pool) for _ in range(self.r.randint(1, 2))))
            made.append(Var(name, bounds))
        return made

    def usable_bounds(self, vars, module):
        known = {'Show', 'Eq', 'Ord', 'Share'} | {t.name for t in self.traits if t.module <= module}
        return all(bound in known for v in vars for bound in v.bounds)

    def tparams_text(self, vars, rows=()):
        listed = [v.name + (': ' + ' + '.join(v.bounds) if v.bounds else '') for v in vars] + ["'" + r.name for r in rows]
        return '<%s>' % ', '.join(listed) if listed else ''

    def declare_function(self):
        module = self.next_module()
        one = Callable(self.unique('do'), [], None, module=module, private=self.chance(0.4))
        kind = self.r.random()
        if kind < 0.3:
            one.tparams = self.bounded(['A', 'B'][:self.r.randint(1, 2)])
            while not self.usable_bounds(one.tparams, module):
                one.tparams = self.bounded([v.name for v in one.tparams])
        if self.chance(0.25):
            one.rows = [Row('er')]
        c = self.scope(set(), None, module)
        c.vars = list(one.tparams)
        for number in range(self.r.randint(1 if one.tparams else 0, 3)):
            type = one.tparams[number] if number < len(one.tparams) else self.data_type(c)
            one.params.append((self.unique('a'), type))
        for v in one.tparams[len(one.params):]:
            one.params.append((self.unique('a'), v))
        if one.rows or self.chance(0.15):
            params = tuple(self.r.choice([t for _, t in one.params] + [INT]) for _ in range(self.r.randint(0, 2)))
            one.params.append((self.unique('a'), Fn(params, self.data_type(c), frozenset(one.rows))))
        one.result = UNIT if self.chance(0.1) else self.data_type(c) if self.chance(0.8) else INT
        errors = [e for e in self.errors if e.decl.module <= module]
        raises = set(self.r.sample(errors, self.r.randint(0, min(len(errors), 2)))) if self.chance(0.6) else set()
        effects = [e for e in self.effects if e.module <= module]
        if effects and self.chance(0.35):
            for effect in self.r.sample(effects, self.r.randint(1, len(effects))):
                one.caps += ((self.r.choice(self.labels[effect]), Named(effect)),)
        needs = clauses(one.caps, ())
        rows = [row for row in self.named_rows if row[2] <= module]
        if rows and one.caps and self.chance(0.4):
            name, one.caps, _ = self.r.choice(rows)
            needs = ' with ' + name
        c = self.scope(raises | set(one.rows), one.result, module)
        c.vars = list(one.tparams)
        recursive = self.chance(0.25) and not one.tparams
        lines = []
        if recursive:
            one.params.insert(0, (self.unique('n'), FUEL))
        for name, type in one.params:
            c.declare(name, INT if type == FUEL else type)
        c.caps.update(one.caps)
        c.depth = self.r.randint(2, 4)
        infers = one.private and self.chance(0.4) and not recursive and not one.rows
        if recursive:
            fuel = one.params[0][0]
            answer = '' if one.result == UNIT else ' ' + self.expr(one.result, c.child(depth=1))
            lines.append('if %s < 1 { return%s; };' % (fuel, answer))
            self.recursion(one, fuel, c, raises | set(one.rows), lines)
        lines += self.statements(c, self.r.randint(1, 4))
        lines.append(self.expr(one.result, c))
        one.raises = frozenset(c.sink if infers else raises | set(one.rows))
        one.cost = 1 + min(c.costs[0], 100000) * (4 if recursive else 1)
        written = '' if infers else clauses((), one.raises)
        params = ', '.join('%s: %s' % (n, text(t)) for n, t in one.params)
        head = '%sfn %s%s(%s) -> %s%s%s' % ('' if one.private else 'pub ', one.name, self.tparams_text(one.tparams, one.rows), params,
                                           answer_text(one.result), needs, written)
        self.item(module, '%s {\n%s\n}' % (head, '\n'.join(lines)))
        self.callables.append(one)

    def recursion(self, one, fuel, c, raises, lines):
        arguments = ['%s - 1' % fuel] + [self.expr(t, c.child(depth=1)) for _, t in one.params[1:]]
        if one.result == UNIT:
            lines.append('%s(%s)%s;' % (one.name, ', '.join(arguments), '!' if raises else ''))
        else:
            name = self.name(c)
            lines.append('let %s = %s(%s)%s;' % (name, one.name, ', '.join(arguments), '!' if raises else ''))
            c.declare(name, one.result)
        c.sink |= raises

    def declare_walker(self, decl):
        """A function that goes down a recursive type."""
        own = Named(decl, tuple(Var(p.name, ('Show',)) for p in decl.params))
        result = self.r.choice([INT, STRING, BOOL, list_of(INT)])
        one = Callable(self.unique('walk'), [(self.unique('a'), own)], result, tparams=list(own.args), module=decl.module, cost=40)
        c = self.scope(set(), result, one.module)
        c.vars = list(own.args)
        c.depth = 3
        c.times = 10
        c.declare(one.params[0][0], own)
        arms = []
        for name, payload in cases_of(own):
            inner = c.child()
            names, lines = [], []
            for _, type in payload:
                names.append(self.name(inner, False))
                inner.declare(names[-1], type)
            for bound, (_, type) in zip(names, payload):
                if type == own:
                    answer = self.name(inner, False)
                    lines.append('let %s = %s(%s);' % (answer, one.name, bound))
                    inner.declare(answer, result)
            lines += self.statements(inner, self.r.randint(0, 1))
            lines.append(self.expr(result, inner))
            head = '%s::%s' % (decl.name, name)
            arms.append('%s%s => {\n%s\n},' % (head, '(%s)' % ', '.join(names) if names else '', '\n'.join(lines)))
        one.cost += min(c.costs[0], 100)
        self.item(one.module, 'pub fn %s%s(%s: %s) -> %s {\nmatch %s {\n%s\n}\n}' % (
            one.name, self.tparams_text(one.tparams), one.params[0][0], text(own), answer_text(result), one.params[0][0], '\n'.join(arms)))
        self.callables.append(one)

    def declare_methods(self, decl):
        bounds = ('Show',) if self.chance(0.5) else ()
        own = Named(decl, tuple(Var(p.name, bounds) for p in decl.params))
        made, lines = [], []
        for _ in range(self.r.randint(1, 3)):
            method = self.chance(0.75)
            result = self.data_type(self.scope((), None, decl.module))
            own_params = [('self', own)] if method else []
            one = Callable(self.unique('get'), own_params, result, tparams=list(own.args), module=decl.module, owner=own, method=method)
            if not method and self.chance(0.8):
                one.result = own
            if not method and decl.params and one.result != own:
                continue
            errors = [e for e in self.errors if e.decl.module <= decl.module]
            raises = set(self.r.sample(errors, 1)) if errors and self.chance(0.25) else set()
            c = self.scope(raises, one.result, decl.module)
            c.vars = list(own.args)
            for _ in range(self.r.randint(0, 2)):
                one.params.append((self.unique('a'), self.data_type(c)))
            for name, type in one.params:
                c.declare(name, type)
            c.depth = self.r.randint(1, 3)
            if one.result == own and not method and any(isinstance(t, Var) for t in own.args):
                for v in own.args:
                    one.params.append((self.unique('a'), v))
                    c.declare(one.params[-1][0], v)
            try:
                body = self.statements(c, self.r.randint(0, 2)) + [self.expr(one.result, c)]
            except self.Dead:
                continue
            one.raises = frozenset(raises)
            one.cost += c.costs[0]
            params = ', '.join(n if n == 'self' else '%s: %s' % (n, text(t)) for n, t in one.params)
            lines.append('pub fn %s(%s) -> %s%s {\n%s\n}' % (one.name, params, answer_text(one.result), clauses((), raises),
                                                          '\n'.join(body)))
            made.append(one)
        if lines:
            self.item(decl.module, 'impl%s %s {\n%s\n}' % (self.tparams_text(list(own.args)), text(own), '\n'.join(lines)))
            self.callables += made
