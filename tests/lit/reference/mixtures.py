"""Random programs of many operations in loops: what the compiler does to them must not change a bit."""
import random
import re
import sys
from formats import TYPES
from kernel import File
from lanewise import ROWS, label_of, parse_scalar
from predicates import PATTERNS
from samples import REGISTERS, bits_array, lanes_of

FAMILIES = [["i8", "ui8", "si8"], ["i16", "ui16", "f16", "bf16"], ["i32", "ui32", "f32", "si32"]]
INEXACT = {"vexp", "vln", "vrec", "vrsqrt"}
SKIPPED = {"vsubc", "vsubcs"}


def usable(t):
    """Exact rows that have the type, in their canonical spelling."""
    return [r for r in ROWS if t in r.types and r.name not in INEXACT | SKIPPED and not r.unmasked and "_long" not in r.suffix]


class Mixture:
    """Text and meaning grow together: a statement is a line and a function of the environment."""

    def __init__(self, seed, family):
        self.rng = random.Random("mixture %d" % seed)
        self.types = [TYPES[x] for x in family]
        self.width = self.types[0].bytes
        self.lanes = self.types[0].lanes
        self.g = self.types[0].granularity
        self.count = 0
        self.scalars = []

    def name(self, kind):
        self.count += 1
        return "%%%s%d" % (kind, self.count)

    def image(self, bits):
        return sum(x << i * self.width for i, x in enumerate(bits))

    def pred(self):
        return "!pto.mask<%s>" % self.g

    def statement(self, scope):
        """One random statement on the values of a scope: {name: type, or "mask"}."""
        rng = self.rng
        kind = rng.random()
        masks = [n for n, t in scope.items() if t == "mask"]
        vectors = [n for n, t in scope.items() if t != "mask"]
        if kind < 0.08:
            return self.mask_logic(scope, masks)
        if kind < 0.16:
            value = rng.choice(vectors)
            t = scope[value]
            u = rng.choice(self.types)
            result = self.name("v")
            scope[result] = u
            return "%s = pto.vbitcast %s : %s -> %s" % (result, value, t.vreg, u.vreg), lambda e: e.__setitem__(result, e[value])
        if kind < 0.22 and self.width != 8:
            return self.reorder(scope, vectors)
        t = rng.choice([scope[v] for v in vectors])
        row = rng.choice(usable(t))
        return self.operation(scope, row, t, vectors, masks)

    def mask_logic(self, scope, masks):
        rng, result = self.rng, self.name("m")
        a, b, c = (rng.choice(masks) for _ in "abc")
        op = rng.choice(("pand", "por", "pxor", "psel", "pnot"))
        m = self.pred()
        functions = {"pand": lambda a, b, c: a & b & c, "por": lambda a, b, c: (a | b) & c, "pxor": lambda a, b, c: (a ^ b) & c,
                     "psel": lambda a, b, c: a if c else b, "pnot": lambda a, b, c: (1 - a) & c}
        scope[result] = "mask"
        f = functions[op]
        text = "%s = pto.%s %s, %s, %s : %s, %s, %s -> %s" % (result, op, a, b, c, m, m, m, m)
        if op == "pnot":
            text = "%s = pto.pnot %s, %s : %s, %s -> %s" % (result, a, c, m, m, m)
        return text, lambda e: e.__setitem__(result, [f(x, y, z) for x, y, z in zip(e[a], e[b], e[c])])

    def reorder(self, scope, vectors):
        rng = self.rng
        a = rng.choice(vectors)
        t = scope[a]
        b = rng.choice([v for v in vectors if scope[v] is t])
        low, high = self.name("v"), self.name("v")
        scope[low] = scope[high] = t
        op = rng.choice(("vintlv", "vdintlv"))

        def run(e):
            if op == "vintlv":
                z = [x for pair in zip(e[a], e[b]) for x in pair]
                e[low], e[high] = z[:self.lanes], z[self.lanes:]
            else:
                z = e[a] + e[b]
                e[low], e[high] = z[0::2], z[1::2]
        return "%s, %s = pto.%s %s, %s : %s, %s -> %s, %s" % (low, high, op, a, b, t.vreg, t.vreg, t.vreg, t.vreg), run

    def operation(self, scope, row, t, vectors, masks):
        rng = self.rng
        same = [v for v in vectors if scope[v] is t]
        operands, signature, sources = [], [], []
        for kind in row.operands:
            if kind == "V":
                value = rng.choice(same)
                operands.append(value)
                signature.append(t.vreg)
                sources.append(("value", value))
            elif kind == "C":
                value = rng.choice(masks)
                operands.append(value)
                signature.append(self.pred())
                sources.append(("value", value))
            else:
                st = TYPES["i16"] if kind == "H" else t
                text = str(rng.randint(0, t.bits + 1)) if kind == "H" else str(
                    round(rng.uniform(-3, 3), 3)) if t.is_float else str(rng.randint(-100, 100) if t.signed else rng.randint(0, 200))
                name = self.name("s")
                self.scalars.append((name[1:], st, text))
                operands.append(name)
                signature.append(st.name)
                sources.append(("scalar", parse_scalar(st, text) & st.mask))
        mask = rng.choice(masks)
        operands.append(mask)
        signature.append(self.pred())
        operands += row.tail
        results = [self.name("v" if r == "V" else "m") for r in row.results]
        for r, name in zip(row.results, results):
            scope[name] = t if r == "V" else "mask"
        outs = [t.vreg if r == "V" else self.pred() for r in row.results]

        def run(e):
            columns = [[] for _ in results]
            for i in range(self.lanes):
                arguments = [e[x][i] if k == "value" else x for k, x in sources]
                if e[mask][i]:
                    value = row.function(t, *arguments)
                    values = value if isinstance(value, tuple) else (value,)
                else:
                    values = (arguments[row.keep],) if row.keep is not None else (0,) * len(results)
                for column, value in zip(columns, values):
                    column.append(value)
            for name, column in zip(results, columns):
                e[name] = column
        text = "%s = pto.%s %s : %s -> %s" % (", ".join(results), row.name, ", ".join(operands), ", ".join(signature), ", ".join(outs))
        return text, run

    def block(self, scope, length):
        return [self.statement(scope) for _ in range(length)]

    def carried(self, scope, count):
        """Vectors and one mask that a loop carries, as (outer, inner, type)."""
        vectors = [n for n, t in scope.items() if t != "mask"]
        masks = [n for n, t in scope.items() if t == "mask"]
        chosen = [(self.rng.choice(vectors), self.name("v")) for _ in range(count)] + [(self.rng.choice(masks), self.name("m"))]
        return [(outer, inner, scope[outer]) for outer, inner in chosen]

    def loop(self, scope, index, passes, body_length, nested):
        carried = self.carried(scope, self.rng.randint(1, 4))
        inside = dict(scope)
        inside.update({inner: t for _, inner, t in carried})
        statements = self.block(inside, body_length)
        inner_loop = self.loop(inside, index + "i", self.rng.randint(0, 3), body_length // 2, False) if nested else None
        statements2 = self.block(inside, body_length // 2)
        yields = [self.rng.choice([n for n, t2 in inside.items() if t2 == t]) for _, _, t in carried]
        results = [self.name("v" if t != "mask" else "m") for _, _, t in carried]
        spell = lambda t: self.pred() if t == "mask" else t.vreg
        kinds = ", ".join(spell(t) for _, _, t in carried)
        text = ["%s = scf.for %%%s = %%x0 to %%x%d step %%x1 iter_args(%s) -> (%s) {" % (
            ", ".join(results), index, passes, ", ".join("%s = %s" % (i, o) for o, i, _ in carried), kinds)]
        text += ["  " + line for line, _ in statements]
        if inner_loop:
            text += ["  " + line for line in inner_loop[0]]
        text += ["  " + line for line, _ in statements2]
        text += ["  scf.yield %s : %s" % (", ".join(yields), kinds), "}"]

        def run(e):
            state = [e[o] for o, _, _ in carried]
            for _ in range(passes):
                local = dict(e)
                local.update({i: s for (_, i, _), s in zip(carried, state)})
                for _, f in statements:
                    f(local)
                if inner_loop:
                    inner_loop[1](local)
                for _, f in statements2:
                    f(local)
                state = [local[y] for y in yields]
            for name, s in zip(results, state):
                e[name] = s
        for name, (_, _, t) in zip(results, carried):
            scope[name] = t
        return text, run


def emit(file, seed, name, label):
    rng = random.Random("family %d" % seed)
    family = rng.choice(FAMILIES)
    mix = Mixture(seed, family)
    kernel = file.kernel(name)
    scope, environment, lines = {}, {}, []
    for k, t in enumerate(mix.types):
        role = "abc"[(seed + k) % 3]
        bits = lanes_of(t, role)
        pointer = kernel.input("in%d" % k, t, bits, label_of(t, role))
        for j in range(2):
            at = rng.randrange(REGISTERS)
            value = mix.name("v")
            lines.append("%s = pto.vlds %s[%s] : !pto.ptr<%s, ub> -> %s" % (value, pointer, kernel.index(at * t.lanes), t.name, t.vreg))
            scope[value] = t
            environment[value] = [int(x) for x in bits[at * t.lanes:(at + 1) * t.lanes]]
    for pattern in ("PAT_ALL", rng.choice(sorted(PATTERNS)), "PAT_M3"):
        value = mix.name("m")
        lines.append('%s = pto.pset_%s "%s" : %s' % (value, mix.g, pattern, mix.pred()))
        scope[value] = "mask"
        environment[value] = [int(PATTERNS[pattern](i, mix.lanes)) for i in range(mix.lanes)]
    parts = []
    for line, run in mix.block(scope, rng.choice((4, 10, 40))):
        parts.append(([line], run))
    parts.append(mix.loop(scope, "i", rng.randint(1, 5), rng.choice((3, 8, 20)), True))
    for line, run in mix.block(scope, rng.choice((3, 10))):
        parts.append(([line], run))
    for text, run in parts:
        lines += text
        run(environment)
    for scalar in mix.scalars:
        kernel.scalar(*scalar)
    stored = [n for n, t in scope.items() if t != "mask"][-6:]
    u = TYPES["ui%d" % mix.types[0].bits]
    out = kernel.output("o", u, bits_array([x for n in stored for x in environment[n]], u.bits), label)
    for n in range(6):
        kernel.index(n)
    kernel.body = [re.sub(r"%x(\d)\b", r"%x_\1", line) for line in lines]
    kernel.body.append('%%every = pto.pset_%s "PAT_ALL" : %s' % (mix.g, mix.pred()))
    for k, n in enumerate(stored):
        t = scope[n]
        kernel.body.append("%%b%d = pto.vbitcast %s : %s -> %s" % (k, n, t.vreg, u.vreg))
        kernel.body.append("pto.vsts %%b%d, %s[%s], %%every : %s, !pto.ptr<%s, ub>, %s" % (
            k, out, kernel.index(k * u.lanes), u.vreg, u.name, mix.pred()))
    kernel.finish()


def generate(directory, seeds=range(24)):
    file = File(directory, "mixtures", "Random programs of many operations, in loops.")
    for seed in seeds:
        emit(file, seed, "seed%d" % seed, "mixture-%d" % seed)
    file.write()


if __name__ == "__main__":
    # more of them, elsewhere: mixtures.py DIRECTORY FIRST LAST
    generate(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[3])))
