"""Types and declarations as the generator has them."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scalar:
    name: str


@dataclass(frozen=True)
class Tuple:
    elements: tuple


@dataclass(frozen=True)
class Named:
    decl: 'Decl'
    args: tuple = ()


@dataclass(frozen=True)
class Fn:
    params: tuple
    result: object
    raises: frozenset = frozenset()  # of Named, or Row for a row variable
    caps: tuple = ()                 # of (label, Named effect)


@dataclass(frozen=True)
class Var:
    """A type parameter with the names of its bounds."""
    name: str
    bounds: tuple = ()


@dataclass(frozen=True)
class Row:
    """A failure row variable, `'er`."""
    name: str


@dataclass(frozen=True)
class Assoc:
    """`A::Item` of a type parameter."""
    var: Var
    name: str
    bounds: tuple = ()


INT, BOOL, STRING, CHAR, FLOAT = (Scalar(n) for n in ('Int', 'Bool', 'String', 'Char', 'Float'))
UNIT = Scalar('()')
FUEL = Scalar('Int#')  # an `Int` that says how often something goes round: it gets a small literal
WIDTHS = {'I8': (-128, 127), 'I16': (-32768, 32767), 'I32': (-2**31, 2**31 - 1), 'U8': (0, 255), 'U16': (0, 65535),
          'U32': (0, 2**32 - 1), 'U64': (0, 2**63 - 1)}


@dataclass(eq=False)
class Decl:
    """record: fields are (name, type, mut); variant: cases are (name, [(name or None, type)]); wrapper: `inner`; effect: ops are
    (name, Fn).
    """
    shape: str
    name: str
    params: list = field(default_factory=list)
    fields: list = field(default_factory=list)
    cases: list = field(default_factory=list)
    inner: object = None
    ops: list = field(default_factory=list)
    traits: set = field(default_factory=set)
    module: int = -1
    recursive: bool = False


A, B, E = Var('A'), Var('B'), Var('E')
LIST = Decl('variant', 'List', [A], traits={'Show', 'Eq', 'Ord'})
OPTION = Decl('variant', 'Option', [A], cases=[('Some', [('value', A)]), ('None', [])], traits={'Show', 'Eq', 'Ord'})
RESULT = Decl('variant', 'Result', [A, E], cases=[('Ok', [('value', A)]), ('Err', [('error', E)])], traits={'Show', 'Eq'})
PAIR = Decl('record', 'Pair', [A, B], fields=[('key', A, False), ('value', B, False)], traits={'Show'})
LIST.cases = [('Nil', []), ('Cons', [('head', A), ('tail', Named(LIST, (A,)))])]


def list_of(t):
    return Named(LIST, (t,))


def option_of(t):
    return Named(OPTION, (t,))


@dataclass(eq=False)
class Callable:
    """A function that can be called; `owner` is the type of a method or static function, `trait` that of a trait's."""
    name: str
    params: list                 # (name, type); a method's first one is `self`
    result: object
    tparams: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    raises: frozenset = frozenset()
    caps: tuple = ()
    module: int = 0
    private: bool = False
    owner: object = None
    trait: object = None
    method: bool = False
    cost: int = 1
    joined: bool = False         # a method of a trait with parameters: never written with its owner


@dataclass(eq=False)
class Trait:
    name: str
    functions: list = field(default_factory=list)   # Callables over Var('Self')
    defaults: set = field(default_factory=set)
    assoc: object = None                             # (name, bounds)
    supers: tuple = ()
    module: int = 0
    impls: list = field(default_factory=list)       # (type, associated type or None)


def text(t):
    if isinstance(t, Scalar):
        return t.name.rstrip('#')
    if isinstance(t, Tuple):
        return '(' + ', '.join(text(e) for e in t.elements) + (',)' if len(t.elements) == 1 else ')')
    if isinstance(t, Named):
        return t.decl.name + ('<' + ', '.join(text(a) for a in t.args) + '>' if t.args else '')
    if isinstance(t, Var):
        return t.name
    if isinstance(t, Assoc):
        return t.var.name + '::' + t.name
    params = ', '.join(text(p) for p in t.params)
    if len(t.params) == 1 and isinstance(t.params[0], Tuple):
        params = '(' + params + ')'
    return '(' + params + ') -> ' + answer_text(t.result) + clauses(t.caps, t.raises)


def answer_text(t):
    """A result in a signature: the clauses behind it are the function's, not those of a function it answers."""
    return '(%s)' % text(t) if isinstance(t, Fn) else text(t)


def clauses(caps, raises):
    whole = ''
    if caps:
        whole += ' with { ' + ', '.join('%s: %s' % (label, text(effect)) for label, effect in caps) + ' }'
    if raises:
        whole += ' raises ' + ' + '.join(sorted("'" + r.name if isinstance(r, Row) else text(r) for r in raises))
    return whole


def substitute(t, table):
    if not table or isinstance(t, Scalar):
        return t
    if isinstance(t, Var):
        return table.get(t.name, t)
    if isinstance(t, Assoc):
        found = table.get(t.var.name)
        return table.get((t.var.name, t.name), t if found is None else Assoc(found, t.name, t.bounds) if isinstance(found, Var) else t)
    if isinstance(t, Tuple):
        return Tuple(tuple(substitute(e, table) for e in t.elements))
    if isinstance(t, Named):
        return Named(t.decl, tuple(substitute(a, table) for a in t.args))
    raises = set()
    for one in t.raises:
        if isinstance(one, Row):
            raises |= table.get(one, {one})
        else:
            raises.add(one)
    return Fn(tuple(substitute(p, table) for p in t.params), substitute(t.result, table), frozenset(raises), t.caps)


def table_of(t):
    """What the parameters of a named type's declaration stand for."""
    return dict(zip((p.name for p in t.decl.params), t.args))


def parts_of(decl):
    """The types that a declaration is made of."""
    return [ft for _, ft, _ in decl.fields] + [pt for _, payload in decl.cases for _, pt in payload] + ([decl.inner] if decl.inner else [])


def fields_of(t):
    return [(name, substitute(ft, table_of(t)), mut) for name, ft, mut in t.decl.fields]


def cases_of(t):
    table = table_of(t)
    return [(name, [(n, substitute(pt, table)) for n, pt in payload]) for name, payload in t.decl.cases]


def has(t, trait, seen=()):
    """Whether a type has a trait of the library."""
    if isinstance(t, Scalar):
        return not (t == FLOAT and trait in ('Eq', 'Ord', 'Hash') or t == BOOL and trait == 'Ord' or t == UNIT and trait == 'Hash')
    if isinstance(t, Tuple):
        return trait != 'Hash' and all(has(e, trait, seen) for e in t.elements)
    if isinstance(t, Var):
        return trait in t.bounds or (trait == 'Eq' and ('Ord' in t.bounds or 'Hash' in t.bounds))
    if isinstance(t, Assoc):
        return trait in t.bounds
    if isinstance(t, Fn):
        return False
    if t.decl.shape == 'effect':
        return trait == 'Share'
    if trait == 'Share':
        if t.decl in seen:
            return True
        if any(mut for _, _, mut in t.decl.fields):
            return False
        inside = [ft for _, ft, _ in fields_of(t)] + [pt for _, payload in cases_of(t) for _, pt in payload]
        if t.decl.inner is not None:
            inside.append(substitute(t.decl.inner, table_of(t)))
        return all(has(i, trait, seen + (t.decl,)) for i in inside)
    return trait in t.decl.traits and all(has(a, trait, seen) for a in t.args)


def variables(t):
    """The type parameters that a type mentions."""
    if isinstance(t, Var):
        return {t.name}
    if isinstance(t, Assoc):
        return {t.var.name}
    if isinstance(t, Tuple):
        return set().union(*(variables(e) for e in t.elements)) if t.elements else set()
    if isinstance(t, Named):
        return set().union(*(variables(a) for a in t.args)) if t.args else set()
    if isinstance(t, Fn):
        return set().union(variables(t.result), *(variables(p) for p in t.params))
    return set()


def unify(pattern, t, table, names):
    """Matches a type that mentions the parameters `names` with a type; fills `table`."""
    if isinstance(pattern, Var) and pattern.name in names:
        if pattern.name in table:
            return table[pattern.name] == t
        table[pattern.name] = t
        return True
    if isinstance(pattern, Tuple):
        return isinstance(t, Tuple) and len(t.elements) == len(pattern.elements) and all(
            unify(p, e, table, names) for p, e in zip(pattern.elements, t.elements))
    if isinstance(pattern, Named):
        return isinstance(t, Named) and t.decl is pattern.decl and all(unify(p, a, table, names) for p, a in zip(pattern.args, t.args))
    return pattern == t
