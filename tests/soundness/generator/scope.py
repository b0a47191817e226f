"""What an expression may use where it stands."""
import copy

WORDS = ('acre barn crop dale elm fern gate hay inn jar kiln loft mill nook oat pond quay rye silo tare urn vat well yard zinc ash bale '
         'cart dock eave ford glen hive iron jug keel lane mast nest oar pier').split()


class Local:
    def __init__(self, name, type, mut, frame):
        self.name, self.type, self.mut, self.frame = name, type, mut, frame


class Scope:
    """`sink` collects what is raised in the innermost function, lambda or operand of a `catch`; `costs` what a function's calls cost."""

    def __init__(self, can_raise, result, module, fresh):
        self.locals = []
        self.can_raise = can_raise     # set of error types
        self.sink = set()
        self.caps = {}                 # label -> effect type, by name
        self.by_type = set()           # effects installed without a label
        self.result = result           # what `return` answers; None where it may not stand
        self.loop = None               # 'walk', or the type that a `break` gives; None outside
        self.frame = 0                 # how many lambdas are around
        self.share_below = 0           # locals of frames below this one are used only if they are Share
        self.module = module
        self.vars = []                 # type parameters
        self.times = 1                 # how often this place runs in one call
        self.costs = [0]
        self.depth = 0
        self.fresh = fresh             # a list holding the counter of the function

    def child(self, **changes):
        other = copy.copy(self)
        other.locals = list(self.locals)
        other.caps = dict(self.caps)
        other.by_type = set(self.by_type)
        other.depth = self.depth - 1
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    def lambda_child(self, result, can_raise, **changes):
        return self.child(result=result, can_raise=set(can_raise), sink=set(), loop=None, frame=self.frame + 1, **changes)

    def declare(self, name, type, mut=False):
        self.locals = [one for one in self.locals if one.name != name]
        self.locals.append(Local(name, type, mut, self.frame))
        return name
