"""A whole program from a seed."""
import random

from .brackets import depths
from .calls import Calls
from .declarations import Declarations
from .expressions import Expressions
from .lists import Collections
from .patterns import Patterns
from .scope import WORDS
from .statements import Statements
from .traits import Traits
from .types import *

STD = 'import std::core::{Eq, Iterator, List, Option, Ord, Pair, Range, Result, Share, Show, Step, attempt, print};'


class Generator(Expressions, Calls, Collections, Patterns, Statements, Declarations, Traits):
    class Dead(Exception):
        """Nothing of a type can be made where one is needed."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.modules = self.r.choice([1, 1, 2, 3])
        self.items = [[] for _ in range(self.modules)]
        self.exports = [[] for _ in range(self.modules)]
        self.types, self.errors, self.effects, self.traits, self.callables = [], [], [], [], []
        self.constants, self.iterators = [], []
        self.labels, self.contexts = {}, {}
        self.named_rows, self.extra_exports = [], []
        self.counts = {}
        self.tags = 0
        self.last_module = 0

    # ---- chances

    def chance(self, part):
        return self.r.random() < part

    def pick_weighted(self, options):
        return self.r.choices([one for _, one in options], [weight for weight, _ in options])[0]

    def shuffled(self, items):
        items = list(items)
        self.r.shuffle(items)
        return items

    # ---- names

    def unique(self, *stems):
        stem = self.r.choice(stems)
        self.counts[stem] = self.counts.get(stem, 0) + 1
        return '%s%d' % (stem, self.counts[stem]) if self.counts[stem] > 1 or len(stem) < 4 else stem

    def name(self, c, reuse=True):
        if reuse and c.locals and self.chance(0.15):
            one = self.r.choice(c.locals).name
            if one != 'self':
                return one
        c.fresh[0] += 1
        number = c.fresh[0]
        return WORDS[number % len(WORDS)] + (str(number // len(WORDS)) if number >= len(WORDS) else '')

    def tag(self):
        self.tags += 1
        return '%d:' % self.tags

    def next_module(self):
        """Declarations go into modules in order, so that no module needs a later one."""
        return self.r.randrange(self.modules)

    def item(self, module, text):
        self.items[module].append(text)

    def labels_of(self, decl):
        return self.labels[decl]

    # ---- types

    def simple_type(self, widths=True):
        return self.r.choice([INT, INT, INT, BOOL, STRING, STRING, CHAR] + ([FLOAT, Scalar(self.r.choice(list(WIDTHS)))] if widths else []))

    def data_type(self, c, depth=2):
        kind = self.r.random()
        if c.vars and kind < 0.3:
            return self.r.choice(c.vars)
        if self.chance(0.03):
            errors = [e for e in self.errors if e.decl.module <= c.module]
            raises = frozenset(self.r.sample(errors, 1)) if errors and self.chance(0.3) else frozenset()
            return Fn(tuple(self.simple_type() for _ in range(self.r.randint(0, 2))), self.simple_type(), raises)
        if kind < 0.5 or depth == 0:
            return self.simple_type()
        here = [d for d in self.types if d.module <= c.module]
        if kind < 0.75 and here:
            decl = self.r.choice(here)
            return Named(decl, tuple(self.data_type(c, depth - 1) for _ in decl.params))
        if kind < 0.85:
            return list_of(self.data_type(c, depth - 1))
        if kind < 0.91:
            return option_of(self.data_type(c, depth - 1))
        if kind < 0.95 and self.errors:
            errors = [e for e in self.errors if e.decl.module <= c.module]
            if errors:
                return Named(RESULT, (self.data_type(c, depth - 1), self.r.choice(errors)))
        return Tuple(tuple(self.data_type(c, depth - 1) for _ in range(self.r.randint(1, 3))))

    def scrutinee_type(self, c):
        if self.chance(0.2):
            return self.r.choice([INT, BOOL, STRING, CHAR])
        return self.data_type(c)

    def holds(self, t, bound, c):
        if bound in ('Show', 'Eq', 'Ord', 'Share', 'Hash'):
            return has(t, bound)
        if isinstance(t, Var):
            return bound in t.bounds
        trait = next(one for one in self.traits if one.name == bound)
        for target, _, module in trait.impls:
            if module > c.module:
                continue
            table = {}
            names = variables(target)
            if unify(target, t, table, names) and all(has(one, 'Show') for one in table.values()):
                return True
        return False

    def type_with(self, bounds, c):
        candidates = [INT, STRING, BOOL] + c.vars + [self.data_type(c) for _ in range(4)] + [one.type for one in self.usable(c)]
        for bound in bounds:
            for trait in self.traits:
                if trait.name == bound:
                    for target, _, _ in trait.impls:
                        candidates.append(substitute(target, {'A': INT, 'B': STRING}))
        candidates = [t for t in candidates if not isinstance(t, Fn) and all(self.holds(t, bound, c) for bound in bounds)
                      and not (isinstance(t, Var) and t not in c.vars) and not isinstance(t, Assoc)]
        return self.r.choice(candidates) if candidates else None

    # ---- the whole

    def generate(self):
        """The files of the program: (name, text)."""
        self.declare_types()
        self.declare_effects()
        self.declare_iterators()
        self.declare_contexts()
        self.declare_rows()
        self.declare_constants()
        for decl in self.types:
            if self.chance(0.4):
                self.declare_methods(decl)
        for _ in range(self.r.randint(1, 3)):
            self.declare_trait()
        for decl in self.types:
            if decl.recursive:
                self.attempted(lambda decl=decl: self.declare_walker(decl))
        if self.chance(0.4):
            self.attempted(self.declare_joining_trait)
        if self.chance(0.4):
            self.attempted(self.declare_shape_trait)
        for _ in range(self.r.randint(4, 9)):
            self.attempted(self.declare_function)
        self.write_main()
        files = []
        for number in range(self.modules):
            name = 'main' if number == self.modules - 1 else 'part%d' % number
            imports = [STD]
            for earlier in range(number):
                names = sorted(self.exported(earlier))
                if names:
                    imports.append('import gen::part%d::{%s};' % (earlier, ', '.join(names)))
            files.append((name + '.kh', indented('\n'.join(['module gen::%s;' % name] + imports + [''] + self.items[number]) + '\n')))
        return files

    def attempted(self, declare):
        try:
            declare()
        except self.Dead:
            pass

    def exported(self, module):
        names = [d.name for d in self.types + self.effects + [e.decl for e in self.errors] if d.module == module]
        names += [t.name for t in self.traits if t.module == module] + [n for n, _, m in self.constants if m == module]
        names += [t.decl.name for t, _, _ in self.iterators if t.decl.module == module]
        names += [name for name, _, m in self.named_rows if m == module] + [name for name, m in self.extra_exports if m == module]
        names += [f.name for f in self.callables
                  if f.module == module and not f.private and f.owner is None and f.trait is None and not f.method]
        return names

    def write_main(self):
        module = self.modules - 1
        c = self.scope(set(), UNIT, module)
        c.depth = 4
        lines = []
        for one in list(self.callables):
            if one.private and one.module != module:
                continue
            c.costs = [0]
            made = self.shown_call(one, c)
            if made is not None:
                lines.append(made)
            lines += self.statements(c, self.r.choice([0, 0, 1]))
        c.costs = [0]
        lines += self.statements(c, self.r.randint(3, 6))
        self.item(module, 'pub fn main() -> () {\n%s\n}' % '\n'.join(lines))

    def shown_call(self, one, c):
        """A call of a function whose failures are all caught, and its answer printed."""
        sink = set()
        inner = c.child(can_raise=set(self.errors), sink=sink, depth=3)
        table = {}
        try:
            call = self.call_of(one, table, inner)
        except self.Dead:
            return None
        if call is None:
            return None
        result = substitute(one.result, table)
        if sink:
            arms = '\n'.join(self.arms(error, result, c.child(depth=2), True, True) for error in sorted(sink, key=text))
            call = '(%s catch {\n%s\n})' % (call, arms)
        if not has(result, 'Show'):
            name = self.name(c)
            c.declare(name, result)
            return 'let %s: %s = %s;' % (name, text(result), call)
        name = self.name(c)
        c.declare(name, result)
        return 'let %s: %s = %s;\nprint("%s ${%s}");' % (name, text(result), call, self.tag(), name)


def indented(source):
    """Lines indented by the brackets around them, strings left out of the count."""
    lines, depth = [], 0
    for line in source.split('\n'):
        low, end = depths(line)
        lines.append('  ' * max(depth + low, 0) + line if line else '')
        depth += end
    return '\n'.join(lines)
