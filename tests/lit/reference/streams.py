"""Random loops that load, compute and store overlapping parts of UB: every byte must be as in program order."""
import random
import re
import sys
from formats import TYPES
from kernel import File
from memory import array, noise, vlds, vsts
from mixtures import usable

UI8 = TYPES["ui8"]
SIZE = 8192
LOADS = {1: ["NORM", "BRC_B8", "US_B8", "DS_B8", "UNPK_B8", "BRC_BLK"], 2: ["NORM", "BRC_B16", "US_B16", "DS_B16", "UNPK_B16", "BRC_BLK", "E2B_B16"],
         4: ["NORM", "BRC_B32", "UNPK_B16", "BRC_BLK", "E2B_B32", "BRC_B8"]}
STORES = {1: ["", "1PT_B8"], 2: ["", "PK_B16", "1PT_B16"], 4: ["", "PK_B32", "1PT_B32", "PK4_B32"]}
PLAIN = ["vadd", "vsub", "vmax", "vmin", "vand", "vor", "vxor", "vmul", "vabs", "vneg", "vnot", "vsel", "vmula", "vrelu", "vadds", "vmuls"]


class Stream:
    def __init__(self, seed):
        self.rng = random.Random("stream %d" % seed)
        rng = self.rng
        self.t = TYPES[rng.choice(("f32", "f32", "i32", "ui32", "f16", "i16", "bf16", "ui8", "i8"))]
        self.memory = bytearray(noise("stream %d" % (seed % 4), SIZE))
        self.lines, self.scalars = [], []
        self.fresh = 0

    def name(self, kind):
        self.fresh += 1
        return "%%%s%d" % (kind, self.fresh)

    def address(self, loops, indent):
        """An address in bytes that the loops move, as text of elements and as a function."""
        rng, t = self.rng, self.t
        base = 32 * rng.randrange(0, 60)
        steps = {}
        for name, passes in loops:
            steps[name] = rng.choice((0, 32, 256, 256, 256, 512, 64)) if passes * 512 < 3000 else rng.choice((0, 32, 256))
        total = "%%k%d" % (base // t.bytes)
        for name, _ in loops:
            if steps[name]:
                scaled, summed = self.name("x"), self.name("x")
                self.lines.append("%s%s = arith.muli %s, %%k%d : index" % (indent, scaled, name, steps[name] // t.bytes))
                self.lines.append("%s%s = arith.addi %s, %s : index" % (indent, summed, total, scaled))
                total = summed
        return total, lambda e: base + sum(steps[n] * e[n] for n, _ in loops)

    def body(self, loops, vectors, masks, indent):
        rng, t, steps = self.rng, self.t, []
        vectors = list(vectors)
        p = "!pto.ptr<%s, ub>" % t.name
        for _ in range(rng.randint(1, 6)):
            kind = rng.random()
            if kind < 0.4 or not vectors:
                dist = rng.choice(LOADS[t.bytes]) if rng.random() < 0.4 else "NORM"
                text, at = self.address(loops, indent)
                value = self.name("v")
                self.lines.append("%s%s = pto.vlds %%u[%s]%s : %s -> %s" % (
                    indent, value, text, ' {dist = "%s"}' % dist if dist != "NORM" else "", p, t.vreg))

                def load(e, dist=dist, at=at, value=value):
                    data = vlds(dist, self.memory, at(e))
                    e[value] = [int.from_bytes(data[i:i + t.bytes], "little") for i in range(0, 256, t.bytes)]
                steps.append(load)
                vectors.append(value)
            elif kind < 0.65:
                row = rng.choice([r for r in usable(t) if r.name in PLAIN])
                steps.append(self.compute(row, vectors, masks, indent))
            else:
                dist = rng.choice(STORES[t.bytes]) if rng.random() < 0.4 else ""
                text, at = self.address(loops, indent)
                value, mask = rng.choice(vectors), rng.choice(masks)
                self.lines.append("%spto.vsts %s, %%u[%s], %s%s : %s, %s, %s" % (
                    indent, value, text, mask, ' {dist = "%s"}' % dist if dist else "", t.vreg, p, t.pred))
                if rng.random() < 0.5:
                    self.lines.append('%spto.mem_bar "VST_VLD"' % indent)

                def store(e, dist=dist or "NORM_B%d" % t.bits, at=at, value=value, mask=mask):
                    data = b"".join(x.to_bytes(t.bytes, "little") for x in e[value])
                    vsts(dist, self.memory, at(e), data, sum(x << i * t.bytes for i, x in enumerate(e[mask])))
                steps.append(store)
        return steps

    def compute(self, row, vectors, masks, indent):
        rng, t = self.rng, self.t
        operands, signature, sources = [], [], []
        for kind in row.operands:
            if kind == "V":
                value = rng.choice(vectors)
                operands.append(value)
                signature.append(t.vreg)
                sources.append((True, value))
            else:
                name = self.name("s")
                text = "0.75" if t.is_float else "3"
                self.scalars.append((name[1:], t, text))
                operands.append(name)
                signature.append(t.name)
                sources.append((False, t.encode(0.75) if t.is_float else 3))
        mask, result = rng.choice(masks), self.name("v")
        self.lines.append("%s%s = pto.%s %s, %s : %s, %s -> %s" % (
            indent, result, row.name, ", ".join(operands), mask, ", ".join(signature), t.pred, t.vreg))
        vectors.append(result)

        def run(e):
            out = []
            for i in range(t.lanes):
                arguments = [e[x][i] if is_vector else x for is_vector, x in sources]
                out.append(row.function(t, *arguments) if e[mask][i] else arguments[row.keep] if row.keep is not None else 0)
            e[result] = out
        return run

    def nest(self, loops, depth, masks, indent):
        rng, t = self.rng, self.t
        variable, passes = self.name("i"), rng.choice((1, 2, 3, 5, 8))
        if depth and rng.random() < 0.4:
            # the mask of a tail
            left, inner, rest, mask = self.name("n"), self.name("n"), self.name("n"), self.name("m")
            count = rng.randint(0, passes * t.lanes)
            self.lines.append("%s%s = scf.for %s = %%k0 to %%k%d step %%k1 iter_args(%s = %%w%d) -> (i32) {" % (
                indent, left, variable, passes, inner, count))
            self.lines.append("%s  %s, %s = pto.plt_%s %s : i32 -> %s, i32" % (indent, mask, rest, t.granularity, inner, t.pred))
            tail = "%s  scf.yield %s : i32" % (indent, rest)
            masks = masks + [mask]
        else:
            self.lines.append("%sscf.for %s = %%k0 to %%k%d step %%k1 {" % (indent, variable, passes))
            count, tail, mask = 0, "", ""
        loops = loops + [(variable, passes)]
        steps = self.body(loops, [], masks, indent + "  ")
        if depth > 1:
            steps.append(self.nest(loops, depth - 1, masks, indent + "  "))
            steps += self.body(loops, [], masks, indent + "  ")
        self.lines += ([tail] if tail else []) + [indent + "}"]

        def run(e):
            rest_ = count
            for k in range(passes):
                local = dict(e)
                local[variable] = k
                if mask:
                    local[mask] = [int(i < rest_) for i in range(t.lanes)]
                    rest_ = max(0, rest_ - t.lanes)
                for step in steps:
                    step(local)
        return run


def emit(file, seed):
    stream = Stream(seed)
    t = stream.t
    kernel = file.kernel("seed%d" % seed)
    before = bytes(stream.memory)
    stream.lines.append('%%all = pto.pset_%s "PAT_ALL" : %s' % (t.granularity, t.pred))
    stream.lines.append('%%part = pto.pset_%s "PAT_M3" : %s' % (t.granularity, t.pred))
    environment = {"%all": [1] * t.lanes, "%part": [int(i % 3 == 0) for i in range(t.lanes)]}
    for _ in range(stream.rng.randint(1, 3)):
        stream.nest([], stream.rng.randint(1, 3), ["%all", "%all", "%part"], "")(environment)
    for scalar in stream.scalars:
        kernel.scalar(*scalar)
    base = kernel.inout("memory", UI8, array(before), array(stream.memory), "stream-%d" % (seed % 4), "stream-seed-%d" % seed)
    kernel.heads.append("%%u = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (base, t.name))
    for text in sorted({x for line in stream.lines for x in re.findall(r"%k(\d+)", line)}, key=int):
        kernel.constants["%k" + text] = "%%k%s = arith.constant %s : index" % (text, text)
    for text in sorted({x for line in stream.lines for x in re.findall(r"%w(\d+)", line)}, key=int):
        kernel.constants["%w" + text] = "%%w%s = arith.constant %s : i32" % (text, text)
    kernel.body = stream.lines
    kernel.finish()


def generate(directory, seeds=range(24)):
    file = File(directory, "streams", "Random loops that load, compute and store overlapping parts of UB.")
    for seed in seeds:
        emit(file, seed)
    file.write()


if __name__ == "__main__":
    generate(sys.argv[1], range(int(sys.argv[2]), int(sys.argv[3])))
