"""Calls and function values: what can be called, what it needs and raises, and the lambdas that are handed over."""
from .types import *


class Calls:
    def visible(self, one, c):
        return one.module <= c.module and not (one.private and one.module != c.module)

    def plain_functions(self, c):
        """Functions that are called by their name alone, and whose types are what they are."""
        return [one for one in self.callables if self.visible(one, c) and not one.tparams and not one.rows and one.owner is None
                and one.trait is None and not one.method]

    # ---- calls

    def e_call(self, t, c, known):
        found = []
        for one in self.callables:
            if not self.visible(one, c):
                continue
            if one.cost * c.times > 400 or c.costs[0] > 6000:
                continue
            table = {}
            names = {v.name for v in one.tparams}
            if unify(one.result, t, table, names) and (known or not (names - set(table))):
                found.append((one, table))
        self.r.shuffle(found)
        found.sort(key=lambda pair: isinstance(pair[0].result, (Var, Assoc)))
        found = found[:12]
        self.r.shuffle(found)
        for one, table in found[:4]:
            made = self.tried(c, lambda: self.call_of(one, dict(table), c))
            if made is not None:
                return made
        return None

    def call_of(self, one, table, c, receiver=None):
        """A call with the type parameters as far as `table` says; `receiver` is an expression for the first argument."""
        for var in one.tparams:
            if var.name not in table:
                chosen = self.type_with(var.bounds, c)
                if chosen is None:
                    return None
                table[var.name] = chosen
            elif not all(self.holds(table[var.name], bound, c) for bound in var.bounds):
                return None
        if not all(self.cap_served(label, effect, c) for label, effect in one.caps):
            return self.served_call(one, table, c, receiver)
        for row in one.rows:
            allowed = sorted((e for e in c.can_raise if isinstance(e, Named)), key=text)
            table[row] = set(self.r.sample(allowed, self.r.randint(0, min(len(allowed), 2))))
        if not {e for e in one.raises if not isinstance(e, Row)} <= c.can_raise:
            return None
        c.costs[0] += one.cost * c.times
        arguments = []
        raised = {e for e in one.raises if not isinstance(e, Row)}
        for number, (name, type) in enumerate(one.params):
            if number == 0 and receiver is not None:
                arguments.append(receiver)
                continue
            wanted = substitute(type, table)
            if isinstance(type, Fn) and any(isinstance(r, Row) for r in type.raises):
                made, row = self.row_argument(wanted, c)
                raised |= row
            else:
                # A type parameter is learned from the argument.
                learns = bool(variables(type) & {v.name for v in one.tparams})
                made = self.expr(wanted, c.child(), not learns)
            arguments.append(made)
        c.sink |= raised
        mark = '!' if raised else ''
        labeled = [a if number == 0 or self.chance(0.9) or one.method and number == 0 else '%s: %s' % (one.params[number][0], a)
                   for number, a in enumerate(arguments)]
        if one.trait is not None and not one.method:
            owner = table.get('Self', one.owner)
            if isinstance(owner, Var):
                return '%s::%s(%s)%s' % (owner.name, one.name, ', '.join(labeled), mark)
            return None
        if one.method:
            if one.trait is not None and self.chance(0.3):
                return '%s::%s(%s)%s' % (one.trait.name, one.name, ', '.join(labeled), mark)
            if one.joined or self.chance(0.75):
                return '%s.%s(%s)%s' % (arguments[0], one.name, ', '.join(labeled[1:]), mark)
        head = one.name if one.owner is None else '%s::%s' % (one.owner.decl.name, one.name)
        if one.trait is not None:
            head = '%s::%s' % (one.trait.name, one.name)
        return '%s(%s)%s' % (head, ', '.join(labeled), mark)

    def cap_served(self, label, effect, c):
        return c.caps.get(label) == effect or (effect.decl in c.by_type and label not in c.caps)

    def served_call(self, one, table, c, receiver):
        """A call of a function that needs what is not there: it is installed for the call."""
        inner = c.child()
        entries = []
        for label, effect in one.caps:
            if not self.cap_served(label, effect, c) or self.chance(0.2):
                entries.append('%s: %s' % (label, self.expr(effect, c.child(depth=min(c.depth - 1, 2)))))
                inner.caps[label] = effect
        made = self.call_of(one, table, inner, receiver)
        return None if made is None else '(%s with { %s })' % (made, ', '.join(entries))

    def row_argument(self, wanted, c):
        """A function where the row is a variable, and what it raises."""
        found = [one for one in self.usable(c) if isinstance(one.type, Fn) and (one.type.params, one.type.result) == (
                     wanted.params, wanted.result) and not one.type.caps and one.type.raises <= c.can_raise]
        if found and self.chance(0.3):
            one = self.r.choice(found)
            return one.name, set(one.type.raises)
        return self.lambda_of(wanted, c, exact=True)

    def e_value_call(self, t, c, known):
        """A call of a local, or of a field."""
        found = [(one.name, one.type) for one in self.usable(c)]
        for name, type in list(found):
            if isinstance(type, Named) and type.decl.shape == 'record':
                found += [('%s.%s' % (name, field), ft) for field, ft, _ in fields_of(type)]
        found = [(name, type) for name, type in found if isinstance(type, Fn) and type.result == t and type.raises <= c.can_raise
                 and all(self.cap_served(label, effect, c) for label, effect in type.caps)]
        if not found:
            return None
        name, type = self.r.choice(found)
        c.costs[0] += 5 * c.times
        arguments = [self.expr(p, c.child()) for p in type.params]
        c.sink |= type.raises
        return '%s(%s)%s' % (name, ', '.join(arguments), '!' if type.raises else '')

    def e_operation(self, t, c, known):
        found = []
        for label, effect in c.caps.items():
            for name, fn in effect.decl.ops:
                if fn.result == t and fn.raises <= c.can_raise and not any(one.name == label for one in c.locals):
                    found.append((label, name, fn))
        for one in self.usable(c):
            if isinstance(one.type, Named) and one.type.decl.shape == 'effect':
                found += [(one.name, name, fn) for name, fn in one.type.decl.ops if fn.result == t and fn.raises <= c.can_raise]
        if not found:
            return None
        label, name, fn = self.r.choice(found)
        c.costs[0] += 5 * c.times
        arguments = [self.expr(p, c.child()) for p in fn.params]
        c.sink |= fn.raises
        return '%s.%s(%s)%s' % (label, name, ', '.join(arguments), '!' if fn.raises else '')

    def e_pipe(self, t, c, known):
        found = [one for one in self.plain_functions(c) if one.result == t and one.params and not one.caps and one.raises <= c.can_raise
                 and one.cost * c.times <= 400]
        if not found:
            return None
        one = self.r.choice(found)
        c.costs[0] += one.cost * c.times
        types = [p for _, p in one.params]
        place = self.r.randrange(len(types)) if self.chance(0.4) else 0
        piped = self.expr(types[place], c.child(), False)
        arguments = ['_' if number == place else self.expr(p, c.child()) for number, p in enumerate(types)]
        if place == 0 and self.chance(0.7):
            arguments.pop(0)
        c.sink |= one.raises
        return '(%s |> %s(%s)%s)' % (piped, one.name, ', '.join(arguments), '!' if one.raises else '')

    def e_static(self, t, c, known):
        """`A::make(..)` through a bound."""
        if not isinstance(t, Var):
            return None
        found = [f for trait in self.traits if trait.name in t.bounds for f in trait.functions if not f.method and f.result == Var('Self')]
        if not found:
            return None
        one = self.r.choice(found)
        arguments = [self.expr(p, c.child(depth=0)) for _, p in one.params]
        return '%s::%s(%s)' % (t.name, one.name, ', '.join(arguments))

    def e_applied_lambda(self, t, c, known):
        if isinstance(t, Fn):
            return None
        type = self.simple_type()
        inner = c.lambda_child(t, c.can_raise)
        name = self.name(inner)
        argument = self.expr(type, c.child())
        inner.declare(name, type)
        body = self.expr(t, inner, False)
        c.sink |= inner.sink
        return '(fn (%s: %s) => %s)(%s)%s' % (name, text(type), body, argument, '!' if inner.sink else '')

    # ---- functions

    def e_lambda(self, t, c, known):
        if known and len(t.params) == 1 and self.chance(0.2):
            flow = self.flow(t, c)
            if flow is not None:
                return flow
        made, _ = self.lambda_of(t, c, exact=False)
        return made if known else '({\nlet held: %s = %s;\nheld\n})' % (text(t), made)

    def flow(self, t, c):
        """`||> f(a) |> g(b)`."""
        plain = [one for one in self.plain_functions(c) if one.params and one.params[0][1] != FUEL and not one.caps and not one.raises
                 and one.cost * c.times <= 100]
        last = [one for one in plain if one.result == t.result]
        stages = [[one] for one in last if one.params[0][1] == t.params[0]]
        stages += [[first, one] for one in last for first in plain
                   if first.params[0][1] == t.params[0] and first.result == one.params[0][1]]
        if not stages:
            return None
        inner = c.lambda_child(t.result, set(), times=c.times * 3)
        chosen = self.r.choice(stages)
        written = []
        for one in chosen:
            c.costs[0] += one.cost * c.times * 3
            written.append('%s(%s)' % (one.name, ', '.join(self.expr(p, inner.child(depth=1)) for _, p in one.params[1:])))
        return '(||> %s)' % ' |> '.join(written)

    def lambda_of(self, t, c, exact):
        """A lambda of a function type and what it raises. `exact`: it surely mentions each failure of the type."""
        inner = c.lambda_child(t.result, t.raises, times=c.times * 3)
        names = []
        for p in t.params:
            name = self.name(inner)
            while name in names:
                name = self.name(inner)
            names.append(name if self.chance(0.95) else '_')
            if names[-1] != '_':
                inner.declare(name, p)
        for label, effect in t.caps:
            inner.caps[label] = effect
        lines = []
        if exact:
            for error in sorted((e for e in t.raises if isinstance(e, Named)), key=text):
                lines.append('if %s { %s; };' % (self.expr(BOOL, inner.child(depth=1)), self.raising(inner.child(can_raise={error}))))
        if inner.depth > 1 and self.chance(0.4):
            lines += self.statements(inner, self.r.randint(1, 2))
        value = self.expr(t.result, inner)
        body = '{\n%s\n}' % '\n'.join(lines + [value]) if lines or value.startswith('{') else value
        head = names[0] if len(names) == 1 and self.chance(0.7) else '(%s)' % ', '.join(names)
        return '(fn %s => %s)' % (head, body), set(inner.sink)

    def e_named_function(self, t, c, known):
        if not known:
            return None
        served = lambda caps: all(self.cap_served(label, effect, c) or (label, effect) in t.caps for label, effect in caps)
        found = [one for one in self.callables if self.visible(one, c) and not one.tparams and not one.rows and one.trait is None
                 and not one.joined and [p for _, p in one.params] == list(t.params) and one.result == t.result
                 and one.raises <= t.raises and served(one.caps)]
        if not found:
            return None
        one = self.r.choice(found)
        return one.name if one.owner is None else '%s::%s' % (one.owner.decl.name, one.name)

    def e_handler(self, t, c, known):
        inner = c.child(share_below=c.frame + 1)
        entries = []
        for name, fn in self.shuffled(t.decl.ops):
            entries.append('%s: %s' % (name, self.lambda_of(fn, inner, exact=False)[0]))
        return '(handler for %s {\n%s,\n})' % (t.decl.name, ',\n'.join(entries))
