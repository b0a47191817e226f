"""Traits and their impls."""
from .types import *


class Traits:
    # ---- traits

    def declare_trait(self):
        trait = Trait(self.unique('Weighs', 'Names', 'Counts'), module=self.next_module())
        own = Var('Self', (trait.name,))
        errors = [e for e in self.errors if e.decl.module <= trait.module]
        effects = [e for e in self.effects if e.module <= trait.module]
        earlier = [t for t in self.traits if t.module <= trait.module and t.impls and t.assoc is None]
        if earlier and self.chance(0.35):
            trait.supers = (self.r.choice(earlier),)
            own = Var('Self', (trait.name, trait.supers[0].name))
        lines = []
        if self.chance(0.35):
            trait.assoc = (self.unique('Out'), ('Show',))
            lines.append('type %s: Show;' % trait.assoc[0])
        scope = self.scope((), None, trait.module)
        for number in range(self.r.randint(1, 3)):
            one = Callable(self.unique('m'), [('self', own)], self.data_type(scope), tparams=[own], module=trait.module, trait=trait,
                           method=True, cost=8)
            kind = self.r.random()
            for _ in range(self.r.randint(0, 2)):
                one.params.append((self.unique('a'), self.data_type(scope)))
            if kind < 0.2 and errors:
                one.raises = frozenset(self.r.sample(errors, 1))
            elif kind < 0.35 and effects:
                effect = self.r.choice(effects)
                one.caps = ((self.r.choice(self.labels[effect]), Named(effect)),)
            elif kind < 0.5 and number > 0:
                one = Callable(one.name, [(self.unique('a'), INT)], own, tparams=[own], module=trait.module, trait=trait, cost=8)
            trait.functions.append(one)
        self.traits.append(trait)
        for one in list(trait.functions):
            lines.append(self.member(one, trait) + ';')
        for _ in range(self.r.randint(0, 2)):
            one = Callable(self.unique('d'), [('self', own)], self.data_type(scope), tparams=[own], module=trait.module, trait=trait,
                           method=True)
            c = self.scope((), one.result, trait.module)
            c.vars = [own]
            c.depth = 3
            c.declare('self', own)
            self.callables += [f for f in trait.functions if f not in self.callables]
            body = self.statements(c, self.r.randint(0, 2)) + [self.expr(one.result, c)]
            one.cost += c.costs[0]
            lines.append('%s {\n%s\n}' % (self.member(one, trait), '\n'.join(body)))
            trait.functions.append(one)
            trait.defaults.add(one)
        if trait.assoc:
            lines.append('fn %s(self) -> Self::%s;' % (self.unique('out'), trait.assoc[0]))
            trait.assoc = trait.assoc + (lines[-1].split('(')[0][3:],)
        supers = ': ' + trait.supers[0].name if trait.supers else ''
        self.item(trait.module, 'pub trait %s%s {\n%s\n}' % (trait.name, supers, '\n'.join(lines)))
        self.callables += [f for f in trait.functions if f not in self.callables]
        self.declare_impls(trait)

    def member(self, one, trait):
        params = ', '.join(n if n == 'self' else '%s: %s' % (n, text(t)) for n, t in one.params)
        return 'fn %s(%s) -> %s%s' % (one.name, params, answer_text(one.result), clauses(one.caps, one.raises))

    def declare_impls(self, trait):
        targets = [INT, STRING, BOOL]
        targets += [Named(d, tuple(Var(p.name, ('Show',)) for p in d.params)) for d in self.types]
        targets += [option_of(Var('A', ('Show',)))]
        self.r.shuffle(targets)
        for target in targets[:self.r.randint(2, 4)]:
            module = max(trait.module, target.decl.module if isinstance(target, Named) else 0)
            if trait.supers and not any(self.same_head(i[0], target) and i[2] <= module for i in trait.supers[0].impls):
                continue
            self.declare_impl(trait, target, module)

    def declare_impl(self, trait, target, module):
        lines, assoc = [], None
        vars = list(target.args) if isinstance(target, Named) else []
        out = None
        if trait.assoc:
            assoc = self.r.choice([INT, STRING, list_of(INT)] + ([target] if has(target, 'Show') else []))
            lines.append('type %s = %s;' % (trait.assoc[0], text(assoc)))
            body, _ = self.impl_body([('self', target)], assoc, (), (), vars, module)
            if body is None:
                return
            lines.append('fn %s(self) -> %s {\n%s\n}' % (trait.assoc[2], text(assoc), body))
            out = Callable(trait.assoc[2], [('self', target)], assoc, tparams=vars, module=module, trait=trait, method=True, cost=8)
        for one in trait.functions:
            if one in trait.defaults and not self.chance(0.3):
                continue
            table = {'Self': target}
            params = [(n, substitute(t, table)) for n, t in one.params]
            result = substitute(one.result, table)
            body, cost = self.impl_body(params, result, one.raises, one.caps, vars, module)
            if body is None:
                return
            one.cost = max(one.cost, cost)
            listed = ', '.join(n if n == 'self' else '%s: %s' % (n, text(t)) for n, t in params)
            lines.append('fn %s(%s) -> %s%s {\n%s\n}' % (one.name, listed, answer_text(result), clauses(one.caps, one.raises), body))
        self.item(module, 'impl%s %s for %s {\n%s\n}' % (self.tparams_text(vars), trait.name, text(target), '\n'.join(lines)))
        trait.impls.append((target, assoc, module))
        if out is not None:
            self.callables.append(out)

    def impl_body(self, params, result, raises, caps, vars, module):
        c = self.scope(raises, result, module)
        c.vars = list(vars)
        c.depth = self.r.randint(1, 3)
        for name, type in params:
            c.declare(name, type)
        c.caps.update(caps)
        try:
            body = '\n'.join(self.statements(c, self.r.randint(0, 2)) + [self.expr(result, c)])
        except self.Dead:
            if result == INT or not params or params[0][0] != 'self':
                return None, 0
            return 'self' if result == params[0][1] else None, 0
        return body, 1 + c.costs[0]

    def same_head(self, one, other):
        return one.decl is other.decl if isinstance(one, Named) and isinstance(other, Named) else one == other

    def declare_joining_trait(self):
        """A trait with a parameter, which one type implements for several arguments."""
        module = self.next_module()
        name, method = self.unique('Joins'), self.unique('join')
        self.item(module, 'pub trait %s<A> {\nfn %s(self, other: A) -> String;\n}' % (name, method))
        self.extra_exports.append((name, module))
        targets = [INT, STRING] + [Named(d) for d in self.types if not d.params and d.module <= module]
        for target in self.r.sample(targets, min(2, len(targets))):
            for other in self.r.sample([INT, STRING, BOOL, list_of(INT)], 2):
                body, cost = self.impl_body([('self', target), ('other', other)], STRING, (), (), [], module)
                self.item(module, 'impl %s<%s> for %s {\nfn %s(self, other: %s) -> String {\n%s\n}\n}' % (
                    name, text(other), text(target), method, text(other), body))
                self.callables.append(Callable(method, [('self', target), ('other', other)], STRING, module=module, method=True, cost=cost,
                                               joined=True))

    def declare_shape_trait(self):
        """A trait of type constructors, its impls, and functions that are generic in the constructor."""
        module = self.modules - 1
        fitting = [d for d in self.types if len(d.params) == 1 and not d.recursive and all(
            t == d.params[0] or not variables(t) for t in parts_of(d))]
        name = self.unique('Maps')
        method = self.unique('remap')
        self.item(module, 'pub trait %s {\nfn %s<A, B>(self: Self<A>, f: (A) -> B) -> Self<B>;\n}' % (name, method))
        self.item(module, 'impl %s for List {\nfn %s<A, B>(self: List<A>, f: (A) -> B) -> List<B> {\nself.map(f)\n}\n}' % (name, method))
        self.item(module, 'impl %s for Option {\nfn %s<A, B>(self: Option<A>, f: (A) -> B) -> Option<B> {\nmatch self {\n'
                          'Option::Some(value) => Option::Some(f(value)),\nOption::None => Option::None,\n}\n}\n}' % (name, method))
        for decl in fitting:
            p = decl.params[0]
            moved = lambda value, t: 'f(%s)' % value if t == p else value
            if decl.shape == 'record':
                body = '({ %s })' % ', '.join('%s: %s' % (field, moved('self.' + field, ft)) for field, ft, _ in decl.fields)
            elif decl.shape == 'wrapper':
                body = 'match self {\n%s(value) => %s(%s),\n}' % (decl.name, decl.name, moved('value', decl.inner))
            else:
                arms = []
                for case, payload in decl.cases:
                    names = ['part%d' % number for number in range(len(payload))]
                    head = '%s::%s' % (decl.name, case)
                    taken, made = ', '.join(names), ', '.join(moved(n, pt) for n, (_, pt) in zip(names, payload))
                    arms.append('%s(%s) => %s(%s),' % (head, taken, head, made) if names else '%s => %s,' % (head, head))
                body = 'match self {\n%s\n}' % '\n'.join(arms)
            self.item(module, 'impl %s for %s {\nfn %s<A, B>(self: %s<A>, f: (A) -> B) -> %s<B> {\n%s\n}\n}' % (
                name, decl.name, method, decl.name, decl.name, body))
        generic = self.unique('shaped')
        result = self.r.choice([STRING, BOOL, INT, Tuple((INT, STRING))])
        step = self.lambda_of(Fn((INT,), result), self.scope((), None, module).child(depth=3), exact=False)[0]
        self.item(module, 'fn %s<F: %s>(whole: F<Int>) -> F<%s> {\nlet moved = whole.%s(fn (n: Int) => n + 1);\nmoved.%s(%s)\n}' % (
            generic, name, text(result), method, method, step))
        for decl in fitting + [LIST, OPTION]:
            self.callables.append(Callable(generic, [('whole', Named(decl, (INT,)))], Named(decl, (result,)), module=module, private=True,
                                           cost=10))
