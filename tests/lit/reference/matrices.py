"""Writes kernels of the cube core: tests/lit/cases/framework/*.pto as exporters write them (every tile has an address, nothing synchronises),
and tests/lit/cases/cube/micro-*.pto. Expected data are NumPy products of integers and the formulas of spec/60, 2.6 and 3.8."""
import os
from fractions import Fraction
import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "..", "cases")
BYTES = {"f16": 2, "bf16": 2, "f32": 4, "i8": 1, "ui8": 1, "i16": 2, "i32": 4, "i64": 8, "f8E4M3FN": 1, "f8E5M2": 1, "!pto.hif8": 1, "!pto.f8E8M0": 1,
         "!pto.f4E2M1x2": 0.5, "!pto.f4E1M2x2": 0.5}
NIBBLES = {"!pto.f4E2M1x2": (0, 0.5, 1, 1.5, 2, 3, 4, 6), "!pto.f4E1M2x2": (0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75)}
BOTH, A5, A2A3 = ("a5", "a2a3"), ("a5",), ("a2a3",)


def up(x, q):
    return -(-x // q) * q


# Patterns of values.

def brain(values):
    """bf16 patterns, rounded to nearest even."""
    bits = numpy.ascontiguousarray(values, dtype="f4").view("u4").astype("u8")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("u2")


def small(value, exponent_bits, mantissa_bits):
    """The pattern of an eight-bit float that holds the value exactly."""
    if value == 0:
        return 0
    sign, value, exponent, bias = (0x80 if value < 0 else 0), abs(Fraction(value)), 0, 2 ** (exponent_bits - 1) - 1
    while value >= 2:
        value, exponent = value / 2, exponent + 1
    while value < 1:
        value, exponent = value * 2, exponent - 1
    fraction = (value - 1) * 2 ** mantissa_bits
    assert fraction.denominator == 1 and exponent + bias > 0
    return sign | exponent + bias << mantissa_bits | int(fraction)


def patterns(values, element):
    values = numpy.asarray(values)
    if element == "f16":
        return values.astype("f2")
    if element == "bf16":
        return brain(values)
    if element in ("f8E4M3FN", "f8E5M2"):
        shape = (4, 3) if element == "f8E4M3FN" else (5, 2)
        return numpy.array([small(int(v), *shape) for v in values.reshape(-1)], "u1").reshape(values.shape)
    if element in NIBBLES:
        codes = {value: code for code, value in enumerate(NIBBLES[element])}
        nibbles = numpy.array([codes[abs(v)] | (8 if v < 0 else 0) for v in values.reshape(-1)], "u1").reshape(values.shape)
        return nibbles[..., 0::2] | nibbles[..., 1::2] << 4
    return values.astype({"f32": "f4", "i8": "i1", "ui8": "u1", "i16": "i2", "i32": "i4", "i64": "i8"}[element])


def packed_scales(exponents):
    """The packed layout of scales [rows, groups] (spec/60, 1.4)."""
    rows, groups = exponents.shape
    pairs = up(groups, 2) // 2
    flat = numpy.zeros(up(rows, 16) * pairs * 2, "u1")
    for r in range(rows):
        for g in range(groups):
            flat[(r // 16 * pairs + g // 2) * 32 + r % 16 * 2 + g % 2] = exponents[r, g]
    return flat


def integers(seed, shape, bound=8):
    return numpy.random.default_rng(seed).integers(-bound, bound + 1, shape)


class Kernel:
    """The text of one kernel, its buffers and what they hold behind the run."""

    def __init__(self, name, profiles=BOTH, blocks=1):
        self.name, self.profiles, self.blocks = name, profiles, blocks
        self.lines, self.constants, self.parameters, self.arguments, self.expected = [], {}, [], [], []
        self.depth, self.names = 2, 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self, stem):
        self.names += 1
        return "%%%s_%d" % (stem, self.names)

    def value(self, stem, text):
        name = self.fresh(stem)
        self.line("%s = %s" % (name, text))
        return name

    def index(self, number, kind="index"):
        if isinstance(number, str):
            return number
        return self.constants.setdefault((number, kind), "%%c%s%s" % (str(number).replace("-", "m"), "" if kind == "index" else "_" + kind))

    def buffer(self, name, element, data, expected=None):
        """A pointer parameter; data are patterns."""
        self.parameters.append("%%%s: !pto.ptr<%s>" % (name, element))
        self.arguments.append((element, numpy.asarray(data), None if expected is None else numpy.asarray(expected)))
        return "%" + name, element

    def scalar(self, name, kind, number):
        self.parameters.append("%%%s: %s" % (name, kind))
        self.arguments.append((kind, number, None))
        return "%" + name

    # Views and tiles as exporters write them.

    def view(self, buffer, shape, strides=None, layout=None):
        pointer, element = buffer
        strides = strides or [shape[1], 1]
        tail = " {layout = #pto.layout<%s>}" % layout if layout else ""
        kind = "!pto.tensor_view<%s%s>" % ("?x" * len(shape), element)
        name = self.value("view", "pto.make_tensor_view %s, shape = [%s], strides = [%s]%s : %s" % (
            pointer, ", ".join(map(self.index, shape)), ", ".join(map(self.index, strides)), tail, kind))
        return name, kind, element

    def part(self, view, offsets, sizes, dynamic=()):
        name, kind, element = view
        extents = ["?" if i in dynamic or isinstance(s, str) else str(s) for i, s in enumerate(sizes)]
        result = "!pto.partition_tensor_view<%s>" % "x".join(extents + [element])
        part = self.value("part", "pto.partition_view %s, offsets = [%s], sizes = [%s] : %s -> %s" % (
            name, ", ".join(map(self.index, offsets)), ", ".join(map(self.index, sizes)), kind, result))
        return part, result

    def tile(self, place, element, rows, columns, address, valid=None, layout=None, pad=0):
        base, box, fractal = layout or {
            "mat": ("col_major", "row_major", 512), "zn": ("row_major", "col_major", 512), "left": ("col_major", "row_major", 512),
            "right": ("row_major", "col_major", 512), "acc": ("col_major", "row_major", 1024), "row": ("row_major", "none_box", 512),
            "bias": ("row_major", "none_box", 512), "scaling": ("row_major", "none_box", 512),
            "left_scale": ("row_major", "row_major", 32), "right_scale": ("col_major", "col_major", 32)}[place]
        location = {"zn": "mat", "row": "mat", "left_scale": "scaling", "right_scale": "scaling"}.get(place, place)
        kind = "!pto.tile_buf<loc=%s, dtype=%s, rows=%d, cols=%d, v_row=?, v_col=?, blayout=%s, slayout=%s, fractal=%d, pad=%d>" % (
            location, element, rows, columns, base, box, fractal, pad)
        valid = valid or (rows, columns)
        name = self.value("t", "pto.alloc_tile addr = %s valid_row = %s valid_col = %s : %s" % (
            self.index(address, "i64"), self.index(valid[0]), self.index(valid[1]), kind))
        return name, kind

    def op(self, mnemonic, sources, destination, tail=""):
        names, kinds = zip(*sources)
        self.line("pto.%s ins(%s : %s) outs(%s : %s)%s" % (mnemonic, ", ".join(names), ", ".join(kinds), destination[0], destination[1], tail))

    def extract(self, source, row, column, destination):
        self.op("textract", [source, (self.index(row), "index"), (self.index(column), "index")], destination)

    def loop(self, start, end, step):
        name = self.fresh("i")
        self.line("scf.for %s = %s to %s step %s {" % (name, self.index(start), self.index(end), self.index(step)))
        return Block(self, name)

    def text(self):
        lines = ["  func.func @%s(%s) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {" % (self.name, ", ".join(self.parameters))]
        for (number, kind), name in self.constants.items():
            lines.append("    %s = arith.constant %s : %s" % (name, number, kind))
        return "\n".join(lines + self.lines + ["    return", "  }"]) + "\n"


class Block:
    def __init__(self, kernel, name):
        self.kernel, self.name = kernel, name

    def __enter__(self):
        self.kernel.depth += 1
        return self.name

    def __exit__(self, *ignored):
        self.kernel.depth -= 1
        self.kernel.line("}")


def product(kernel, first, a, b, c):
    """A product that starts from zero in the first pass of a loop and goes on in the others."""
    kernel.line("scf.if %s {" % first)
    kernel.depth += 1
    kernel.op("tmatmul", [a, b], c)
    kernel.depth -= 1
    kernel.line("} else {")
    kernel.depth += 1
    kernel.op("tmatmul.acc", [c, a, b], c)
    kernel.depth -= 1
    kernel.line("}")


def compare(kernel, predicate, one, other):
    return kernel.value("first", "arith.cmpi %s, %s, %s : index" % (predicate, one, kernel.index(other)))


def binary(kernel, operation, one, other):
    return kernel.value("n", "arith.%s %s, %s : index" % (operation, kernel.index(one), kernel.index(other)))


# Kernels of attention.

def attention_scores():
    """S = Q K^T: the keys are loaded as they lie, and a second tile at the same address is their transpose."""
    rows, depth, keys, step = 64, 128, 256, 64
    k = Kernel("attention_scores")
    q, key = integers(1, (rows, depth)), integers(2, (keys, depth))
    left, right = k.buffer("q", "bf16", patterns(q, "bf16")), k.buffer("k", "bf16", patterns(key, "bf16"))
    result = k.buffer("s", "f32", numpy.zeros((rows, keys), "f4"), (q @ key.T).astype("f4"))
    vq, vk, vs = k.view(left, (rows, depth)), k.view(right, (keys, depth)), k.view(result, (rows, keys))
    mq, lq = k.tile("mat", "bf16", rows, depth, 0), k.tile("left", "bf16", rows, depth, 0)
    k.op("tload", [k.part(vq, (0, 0), (rows, depth))], mq)
    k.op("tmov", [mq], lq)
    with k.loop(0, keys, step) as at:
        mk, turned = k.tile("mat", "bf16", step, depth, 16384), k.tile("zn", "bf16", depth, step, 16384)
        k.op("tload", [k.part(vk, (at, 0), (step, depth))], mk)
        r, c = k.tile("right", "bf16", depth, step, 0), k.tile("acc", "f32", rows, step, 0)
        k.op("tmov", [turned], r)
        k.op("tmatmul", [lq, r], c)
        k.op("tstore", [c], k.part(vs, (0, at), (rows, step)))
    return k


def attention_values():
    """O = P V over blocks of keys: the values are transposed on their way to the right memory, and the sum goes on."""
    rows, keys, depth, step = 32, 192, 64, 64
    k = Kernel("attention_values")
    p, v = integers(3, (rows, keys)), integers(4, (keys, depth))
    left, right = k.buffer("p", "bf16", patterns(p, "bf16")), k.buffer("v", "bf16", patterns(v, "bf16"))
    result = k.buffer("o", "bf16", numpy.zeros((rows, depth), "u2"), patterns(p @ v, "bf16"))
    vp, vv, vo = k.view(left, (rows, keys)), k.view(right, (keys, depth)), k.view(result, (rows, depth))
    c = k.tile("acc", "f32", rows, depth, 0)
    with k.loop(0, keys, step) as at:
        mp, mv = k.tile("mat", "bf16", rows, step, 0), k.tile("mat", "bf16", step, depth, 8192)
        k.op("tload", [k.part(vp, (0, at), (rows, step))], mp)
        k.op("tload", [k.part(vv, (at, 0), (step, depth))], mv)
        lp, r = k.tile("left", "bf16", rows, step, 0), k.tile("right", "bf16", step, depth, 0)
        k.op("tmov", [mp], lp)
        k.op("tmov", [mv], r)
        product(k, compare(k, "eq", at, 0), lp, r, c)
    k.op("tstore", [c], k.part(vo, (0, 0), (rows, depth)))
    return k


def attention_chain():
    """(Q K^T / 4) V without leaving the core: scores become bf16 in L1 and are the left operand of the second product."""
    rows, depth, keys = 32, 64, 64
    k = Kernel("attention_chain")
    q, key, v = integers(5, (rows, depth), 3), integers(6, (keys, depth), 3), integers(7, (keys, depth), 3)
    scores = patterns(q @ key.T, "bf16").astype("u4") << 16
    expected = scores.view("f4").astype("f8") @ v
    buffers = [k.buffer(n, "bf16", patterns(x, "bf16")) for n, x in (("q", q), ("k", key), ("v", v))]
    result = k.buffer("o", "f32", numpy.zeros((rows, depth), "f4"), expected.astype("f4"))
    vq, vk, vv = [k.view(b, s) for b, s in zip(buffers, ((rows, depth), (keys, depth), (keys, depth)))]
    vo = k.view(result, (rows, depth))
    mq, mk, turned = k.tile("mat", "bf16", rows, depth, 0), k.tile("mat", "bf16", keys, depth, 8192), k.tile("zn", "bf16", depth, keys, 8192)
    mv, ms = k.tile("mat", "bf16", keys, depth, 16384), k.tile("mat", "bf16", rows, keys, 0)
    for view, tile, extent in ((vq, mq, (rows, depth)), (vk, mk, (keys, depth)), (vv, mv, (keys, depth))):
        k.op("tload", [k.part(view, (0, 0), extent)], tile)
    l, r = k.tile("left", "bf16", rows, depth, 0), k.tile("right", "bf16", depth, keys, 0)
    k.op("tmov", [mq], l)
    k.op("tmov", [turned], r)
    c = k.tile("acc", "f32", rows, keys, 0)
    k.op("tmatmul", [l, r], c)
    k.op("tmov", [c], ms)
    l2, r2, c2 = k.tile("left", "bf16", rows, keys, 4096), k.tile("right", "bf16", keys, depth, 32768), k.tile("acc", "f32", rows, depth, 16384)
    k.op("tmov", [ms], l2)
    k.op("tmov", [mv], r2)
    k.op("tmatmul", [l2, r2], c2)
    k.op("tstore", [c2], k.part(vo, (0, 0), (rows, depth)))
    return k


# Products.

def double_buffered(name, element, out, m, n, step, steps, profiles=BOTH):
    """The loop over K unrolled by two: halves of L1, L0A and L0B in turn, the last step behind the loop."""
    k = Kernel(name, profiles)
    depth, size = step * steps, BYTES[element]
    a, b = integers(8, (m, depth)), integers(9, (depth, n))
    va, vb = k.view(k.buffer("a", element, patterns(a, element)), (m, depth)), k.view(k.buffer("b", element, patterns(b, element)), (depth, n))
    vc = k.view(k.buffer("c", out, patterns(numpy.zeros((m, n)), out), patterns(a @ b, out)), (m, n))
    c = k.tile("acc", "i32" if element == "i8" else "f32", m, n, 0)
    # A transposing move of 8-bit elements writes whole 32 x 32 boxes: the right operand has at least 32 columns.
    bytes_a, bytes_b = int(m * step * size), int(step * n * size)

    def run(at, half, first):
        ma = k.tile("mat", element, m, step, half * bytes_a)
        mb = k.tile("mat", element, step, n, 2 * bytes_a + half * bytes_b)
        k.op("tload", [k.part(va, (0, at), (m, step))], ma)
        k.op("tload", [k.part(vb, (at, 0), (step, n))], mb)
        l, r = k.tile("left", element, m, step, half * up(bytes_a, 512)), k.tile("right", element, step, n, half * 32768)
        k.op("tmov", [ma], l)
        k.op("tmov", [mb], r)
        if first is None:
            k.op("tmatmul.acc", [c, l, r], c)
        else:
            product(k, first, l, r, c)
    with k.loop(0, step * (steps - 1), 2 * step) as at:
        run(at, 0, compare(k, "eq", at, 0))
        run(binary(k, "addi", at, step), 1, None)
    run(step * (steps - 1), 0, None)
    k.op("tstore", [c], k.part(vc, (0, 0), (m, n)))
    return k


def split_k():
    """Each block sums a slice of K, and the device adds the slices in memory."""
    m, n, depth, blocks = 32, 64, 256, 4
    step = depth // blocks
    k = Kernel("split_k", blocks=blocks)
    a, b, start = integers(10, (m, depth)), integers(11, (depth, n)), integers(12, (m, n))
    va, vb = k.view(k.buffer("a", "f16", patterns(a, "f16")), (m, depth)), k.view(k.buffer("b", "f16", patterns(b, "f16")), (depth, n))
    vc = k.view(k.buffer("c", "f32", start.astype("f4"), (start + a @ b).astype("f4")), (m, n))
    block = k.value("block", "pto.get_block_idx")
    at = binary(k, "muli", k.value("wide", "arith.index_cast %s : i64 to index" % block), step)
    ma, mb = k.tile("mat", "f16", m, step, 0), k.tile("mat", "f16", step, n, 16384)
    k.op("tload", [k.part(va, (0, at), (m, step))], ma)
    k.op("tload", [k.part(vb, (at, 0), (step, n))], mb)
    l, r, c = k.tile("left", "f16", m, step, 0), k.tile("right", "f16", step, n, 0), k.tile("acc", "f32", m, n, 0)
    k.op("tmov", [ma], l)
    k.op("tmov", [mb], r)
    k.op("tmatmul", [l, r], c)
    k.op("tstore", [c], k.part(vc, (0, 0), (m, n)), " {atomicType = #pto<atomic_type atomic_add>}")
    return k


def windows():
    """One load of a large tile, windows of it by run-time offsets, columns of the accumulators one after another."""
    m, depth, n, step, width = 48, 96, 64, 32, 32
    k = Kernel("windows")
    a, b = integers(13, (m, depth)), integers(14, (depth, n))
    va, vb = k.view(k.buffer("a", "f32", a.astype("f4")), (m, depth)), k.view(k.buffer("b", "f32", b.astype("f4")), (depth, n))
    vc = k.view(k.buffer("c", "f32", numpy.zeros((m, n), "f4"), (a @ b).astype("f4")), (m, n))
    ma, mb, c = k.tile("mat", "f32", m, depth, 0), k.tile("mat", "f32", depth, n, 32768), k.tile("acc", "f32", m, n, 0)
    k.op("tload", [k.part(va, (0, 0), (m, depth))], ma)
    k.op("tload", [k.part(vb, (0, 0), (depth, n))], mb)
    for column in range(0, n, width):
        kind = c[1].replace("cols=%d" % n, "cols=%d" % width)
        slice_ = k.value("slice", "pto.subview %s[%s, %s] sizes [%d, %d] : %s -> %s" % (c[0], k.index(0), k.index(column), m, width, c[1], kind)), kind
        with k.loop(0, depth, step) as at:
            l, r = k.tile("left", "f32", m, step, 0), k.tile("right", "f32", step, width, 0)
            k.extract(ma, 0, at, l)
            k.extract(mb, at, column, r)
            product(k, compare(k, "eq", at, 0), l, r, slice_)
    k.op("tstore", [c], k.part(vc, (0, 0), (m, n)))
    return k


def open_rows():
    """The last block of rows is short: extents of the run in loads, products and the store."""
    m, depth, n, rows = 37, 64, 32, 16
    k = Kernel("open_rows")
    a, b = integers(15, (m, depth)), integers(16, (depth, n))
    before = integers(17, (m + 3, n)).astype("f4")
    after = before.copy()
    after[:m] = a @ b
    left, right = k.buffer("a", "f16", patterns(a, "f16")), k.buffer("b", "f16", patterns(b, "f16"))
    result, count = k.buffer("c", "f32", before, after), k.scalar("m", "index", m)
    va, vb, vc = k.view(left, (count, depth)), k.view(right, (depth, n)), k.view(result, (count, n))
    mb, r = k.tile("mat", "f16", depth, n, 16384), k.tile("right", "f16", depth, n, 0)
    k.op("tload", [k.part(vb, (0, 0), (depth, n))], mb)
    k.op("tmov", [mb], r)
    with k.loop(0, count, rows) as at:
        left_over = binary(k, "subi", count, at)
        valid = k.value("valid", "arith.minsi %s, %s : index" % (left_over, k.index(rows)))
        ma, l, c = (k.tile("mat", "f16", rows, depth, 0, (valid, depth)), k.tile("left", "f16", rows, depth, 0, (valid, depth)),
                    k.tile("acc", "f32", rows, n, 0, (valid, n)))
        k.op("tload", [k.part(va, (at, 0), (valid, depth))], ma)
        k.op("tmov", [ma], l)
        k.op("tmatmul", [l, r], c)
        k.op("tstore", [c], k.part(vc, (at, 0), (valid, n)))
    return k


def biased():
    """A layer of a network: bias, rectifier, conversion to f16; the weights lie transposed in memory."""
    m, depth, n = 32, 64, 48
    k = Kernel("biased")
    a, w, bias = integers(18, (m, depth)), integers(19, (n, depth)), integers(20, (1, n), 90)
    va = k.view(k.buffer("a", "f16", patterns(a, "f16")), (m, depth))
    vw = k.view(k.buffer("w", "f16", patterns(w, "f16")), (depth, n), [1, depth], "dn")
    vb = k.view(k.buffer("bias", "f32", bias.astype("f4")), (1, n))
    vc = k.view(k.buffer("c", "f16", numpy.zeros((m, n), "f2"), patterns(numpy.maximum(a @ w.T + bias, 0), "f16")), (m, n))
    ma, mw, mb = k.tile("mat", "f16", m, depth, 0), k.tile("zn", "f16", depth, n, 8192), k.tile("row", "f32", 1, n, 32768)
    k.op("tload", [k.part(va, (0, 0), (m, depth))], ma)
    k.op("tload", [k.part(vw, (0, 0), (depth, n))], mw)
    k.op("tload", [k.part(vb, (0, 0), (1, n))], mb)
    l, r, c, t = k.tile("left", "f16", m, depth, 0), k.tile("right", "f16", depth, n, 0), k.tile("acc", "f32", m, n, 0), k.tile("bias", "f32", 1, n, 0)
    k.op("tmov", [ma], l)
    k.op("tmov", [mw], r)
    k.op("tmov", [mb], t)
    k.op("tmatmul.bias", [l, r, t], c)
    k.op("tstore", [c], k.part(vc, (0, 0), (m, n)), " {reluPreMode = #pto<relu_pre_mode normal_relu>}")
    return k


def one_row():
    """A vector times a matrix in slices of K: the row lies contiguous, without boxes."""
    depth, n, step = 512, 64, 256
    k = Kernel("one_row")
    a, b = integers(21, (1, depth)), integers(22, (depth, n))
    va, vb = k.view(k.buffer("a", "f16", patterns(a, "f16")), (1, depth)), k.view(k.buffer("b", "f16", patterns(b, "f16")), (depth, n))
    vc = k.view(k.buffer("c", "f32", numpy.zeros((1, n), "f4"), (a @ b).astype("f4")), (1, n))
    c = k.tile("acc", "f32", 1, n, 0)
    for at in range(0, depth, step):
        ma, mb = k.tile("row", "f16", 1, step, 0), k.tile("mat", "f16", step, n, 16384)
        k.op("tload", [k.part(va, (0, at), (1, step))], ma)
        k.op("tload", [k.part(vb, (at, 0), (step, n))], mb)
        l, r = k.tile("left", "f16", 1, step, 0), k.tile("right", "f16", step, n, 0)
        k.op("tmov", [ma], l)
        k.op("tmov", [mb], r)
        if at == 0:
            k.op("tgemv", [l, r], c)
        else:
            k.op("tgemv.acc", [c, l, r], c)
    k.op("tstore", [c], k.part(vc, (0, 0), (1, n)))
    return k


def rounded_bytes(values, low, high):
    return numpy.clip(numpy.rint(values), low, high)


def quantised_layer():
    """Integers: the first product is requantised to i8 with one parameter, the second has a scale for each column."""
    m, depth, n = 32, 64, 64
    k = Kernel("quantised_layer")
    a, b, w = integers(23, (m, depth), 127), integers(24, (depth, n), 127), integers(25, (n, n), 20)
    middle = rounded_bytes((a @ b).astype("f4") * numpy.float32(2.0 ** -9) + 3, -128, 127)
    scales = numpy.array([2.0 ** -(i % 5) for i in range(n)], "f4")
    last = patterns((middle @ w).astype("f4") * scales, "f16")
    word = int(numpy.array([2.0 ** -9], "f4").view("u4")[0]) | 3 << 37 | 1 << 46
    va, vb, vw = [k.view(k.buffer(x, "i8", patterns(y, "i8")), y.shape) for x, y in (("a", a), ("b", b), ("w", w))]
    vs = k.view(k.buffer("s", "i64", scales.view("u4").astype("i8").reshape(1, n)), (1, n))
    vc = k.view(k.buffer("c", "f16", numpy.zeros((m, n), "f2"), last), (m, n))
    ma, mb, mw = k.tile("mat", "i8", m, depth, 0), k.tile("mat", "i8", depth, n, 8192), k.tile("mat", "i8", n, n, 16384)
    ms, mm = k.tile("row", "i64", 1, n, 32768), k.tile("mat", "i8", m, n, 0)
    for view, tile, shape in ((va, ma, a.shape), (vb, mb, b.shape), (vw, mw, w.shape), (vs, ms, (1, n))):
        k.op("tload", [k.part(view, (0, 0), shape)], tile)
    l, r, c = k.tile("left", "i8", m, depth, 0), k.tile("right", "i8", depth, n, 0), k.tile("acc", "i32", m, n, 0)
    k.op("tmov", [ma], l)
    k.op("tmov", [mb], r)
    k.op("tmatmul", [l, r], c)
    k.op("tmov", [c, (k.index(word, "i64"), "i64")], mm)
    l2, r2, c2, fp = k.tile("left", "i8", m, n, 4096), k.tile("right", "i8", n, n, 32768), k.tile("acc", "i32", m, n, 16384), k.tile("scaling", "i64", 1, n, 0)
    k.op("tmov", [mm], l2)
    k.op("tmov", [mw], r2)
    k.op("tmatmul", [l2, r2], c2)
    k.op("tmov", [ms], fp)
    part = k.part(vc, (0, 0), (m, n))
    k.line("pto.tstore ins(%s : %s fp %s : %s) outs(%s : %s)" % (c2 + fp + part))
    return k


def scaled(name, left, right, m, n, depth, tail=0, form=""):
    """MX operands: packed scales, whose tile is bound to its matrix behind the move into it; then the same added again, or a bias before."""
    k = Kernel(name, A5)
    valid, groups = depth - tail, depth // 32
    random = numpy.random.default_rng(26)
    a, b = [random.choice(NIBBLES.get(e, range(9)), s) * random.choice([-1, 1], s) for e, s in ((left, (m, valid)), (right, (valid, n)))]
    sa, sb = random.integers(125, 130, (m, groups)), random.integers(125, 130, (n, groups))
    grow = lambda s: numpy.repeat(2.0 ** (s.astype("f8") - 127), 32, 1)[:, :valid]
    va, vb = k.view(k.buffer("a", left, patterns(a, left)), (m, valid)), k.view(k.buffer("b", right, patterns(b, right)), (valid, n))
    used = up(valid, 32) // 32
    xa, xb = k.buffer("sa", "!pto.f8E8M0", packed_scales(sa[:, :used])), k.buffer("sb", "!pto.f8E8M0", packed_scales(sb[:, :used]))
    vsa, vsb = k.view(xa, (m, used)), k.view(xb, (used, n), [n, 1])
    bias = integers(27, (1, n), 90) if form == "bias" else 0
    product = ((a * grow(sa)) @ (b * grow(sb).T)) * (2 if form == "acc" else 1) + bias
    vc = k.view(k.buffer("c", "f32", numpy.zeros((m, n), "f4"), product.astype("f4")), (m, n))
    rows, operation = (16, "tgemv.mx") if m == 1 else (m, "tmatmul.mx")
    ma, mb = k.tile("row" if m == 1 else "mat", left, m, depth, 0, (m, valid)), k.tile("mat", right, depth, n, 65536, (valid, n))
    msa, msb = k.tile("left_scale", "!pto.f8E8M0", rows, groups, 131072, (m, used)), k.tile("right_scale", "!pto.f8E8M0", groups, n, 139264, (used, n))
    msa, msb = (msa[0], msa[1].replace("loc=scaling", "loc=mat")), (msb[0], msb[1].replace("loc=scaling", "loc=mat"))
    for old, new in (("131072_i64", msa[1]), ("139264_i64", msb[1])):
        k.lines = [line.split(" : ")[0] + " : " + new if "%c" + old in line else line for line in k.lines]
    k.op("tload", [k.part(va, (0, 0), (m, valid))], ma)
    k.op("tload", [k.part(vb, (0, 0), (valid, n))], mb)
    k.op("tload", [k.part(vsa, (0, 0), (m, used))], msa)
    k.op("tload", [k.part(vsb, (0, 0), (used, n))], msb)
    l, r, c = k.tile("left", left, m, depth, 4096, (m, valid)), k.tile("right", right, depth, n, 8192, (valid, n)), k.tile("acc", "f32", m, n, 0)
    ls, rs = k.tile("left_scale", "!pto.f8E8M0", rows, groups, 256, (m, used)), k.tile("right_scale", "!pto.f8E8M0", groups, n, 512, (used, n))
    k.op("tmov", [ma], l)
    k.op("tmov", [mb], r)
    k.op("tmov", [msa], ls)
    k.op("tmov", [msb], rs)
    k.op("tget_scale_addr", [l], ls)
    k.op("tget_scale_addr", [r], rs)
    if form == "bias":
        added(k, operation, bias, [l, ls, r, rs], c)
    else:
        k.op(operation, [l, ls, r, rs], c)
    if form == "acc":
        k.op(operation + ".acc", [c, l, ls, r, rs], c)
    k.op("tstore", [c], k.part(vc, (0, 0), (m, n)))
    return k


def added(k, operation, bias, factors, c):
    """A product that starts from a row of numbers."""
    n = bias.shape[1]
    row, table = k.tile("row", "f32", 1, n, 196608), k.tile("bias", "f32", 1, n, 0)
    k.op("tload", [k.part(k.view(k.buffer("bias", "f32", bias.astype("f4")), (1, n)), (0, 0), (1, n))], row)
    k.op("tmov", [row], table)
    k.op(operation + ".bias", factors + [table], c)


def one_row_and_bias():
    """A vector times a matrix, with a bias."""
    depth, n = 64, 48
    k = Kernel("one_row_and_bias")
    a, b, bias = integers(28, (1, depth)), integers(29, (depth, n)), integers(30, (1, n), 90)
    va, vb = k.view(k.buffer("a", "f16", patterns(a, "f16")), (1, depth)), k.view(k.buffer("b", "f16", patterns(b, "f16")), (depth, n))
    vc = k.view(k.buffer("c", "f32", numpy.zeros((1, n), "f4"), (a @ b + bias).astype("f4")), (1, n))
    ma, mb = k.tile("row", "f16", 1, depth, 0), k.tile("mat", "f16", depth, n, 16384)
    l, r, c = k.tile("left", "f16", 1, depth, 0), k.tile("right", "f16", depth, n, 0), k.tile("acc", "f32", 1, n, 0)
    k.op("tload", [k.part(va, (0, 0), (1, depth))], ma)
    k.op("tload", [k.part(vb, (0, 0), (depth, n))], mb)
    k.op("tmov", [ma], l)
    k.op("tmov", [mb], r)
    added(k, "tgemv", bias, [l, r], c)
    k.op("tstore", [c], k.part(vc, (0, 0), (1, n)))
    return k


# Element formats.

def eight_bits(exponent_bits, bits):
    """The value of a pattern of an eight-bit float; its largest exponent is a number like the others (E4M3) or none (E5M2)."""
    mantissa_bits, bias = 7 - exponent_bits, 2 ** (exponent_bits - 1) - 1
    exponent, fraction = bits >> mantissa_bits & (1 << exponent_bits) - 1, (bits & (1 << mantissa_bits) - 1) / 2 ** mantissa_bits
    magnitude = fraction * 2.0 ** (1 - bias) if exponent == 0 else (1 + fraction) * 2.0 ** (exponent - bias)
    return -magnitude if bits & 0x80 else magnitude


def every_number(name, element, value, one, special):
    """All finite patterns of a format, each once on the left and once on the right of a one."""
    k = Kernel(name, A5)
    bits = numpy.array([0 if b in special else b for b in range(256)], "u1").reshape(8, 32)
    unit = numpy.where(numpy.eye(32, dtype=bool), one, 0).astype("u1")
    values = numpy.array([value(int(b)) for b in bits.reshape(-1)]).reshape(8, 32).astype("f4") + 0.0
    numbers, ones = k.buffer("x", element, bits), k.buffer("unit", element, unit)
    results = [k.buffer(n, "f32", numpy.zeros(x.shape, "f4"), x) for n, x in (("c", values), ("d", values.T.copy()))]
    vx, vu = k.view(numbers, (8, 32)), k.view(ones, (32, 32))
    turned = k.view(numbers, (32, 8), [1, 32], "dn")
    mx, mu, mt = k.tile("mat", element, 16, 32, 0, (8, 32)), k.tile("mat", element, 32, 32, 4096), k.tile("zn", element, 32, 32, 8192, (32, 8))
    k.op("tload", [k.part(vx, (0, 0), (8, 32))], mx)
    k.op("tload", [k.part(vu, (0, 0), (32, 32))], mu)
    k.op("tload", [k.part(turned, (0, 0), (32, 8))], mt)
    l, r, c = k.tile("left", element, 16, 32, 0, (8, 32)), k.tile("right", element, 32, 32, 0), k.tile("acc", "f32", 16, 32, 0, (8, 32))
    k.op("tmov", [mx], l)
    k.op("tmov", [mu], r)
    k.op("tmatmul", [l, r], c)
    k.op("tstore", [c], k.part(k.view(results[0], (8, 32)), (0, 0), (8, 32)))
    l2, r2, d = k.tile("left", element, 32, 32, 4096), k.tile("right", element, 32, 32, 8192, (32, 8)), k.tile("acc", "f32", 32, 32, 8192, (32, 8))
    k.op("tmov", [mu], l2)
    k.op("tmov", [mt], r2)
    k.op("tmatmul", [l2, r2], d)
    k.op("tstore", [d], k.part(k.view(results[1], (32, 8)), (0, 0), (32, 8)))
    return k


def signed(table):
    return lambda bits: -table[bits & 127] if bits & 128 else table[bits]


# Micro operations.

class Micro(Kernel):
    def pointer(self, space, element, address=0):
        kind = "!pto.ptr<%s, %s>" % (element, space)
        return self.value("p", "pto.castptr %s : i64 -> %s" % (self.index(address, "i64"), kind)), kind

    def call(self, mnemonic, pointers, numbers, tail="", types=()):
        operands = [p[0] for p in pointers] + [self.index(n, "i64") for n in numbers]
        kinds = [p[1] for p in pointers] + ["i64"] * len(numbers) + list(types)
        self.line("pto.%s %s%s : %s" % (mnemonic, ", ".join(operands), tail, ", ".join(kinds)))

    def wait(self):
        self.line("pto.barrier #pto.pipe<PIPE_ALL>")

    def memory(self, buffer):
        return buffer[0], "!pto.ptr<%s>" % buffer[1]

    def fractals(self, buffer, to, rows, columns, pitch):
        i = lambda n: self.index(n, "i64")
        source = self.memory(buffer)
        self.line("pto.mte_gm_l1_frac %s, %s, nd2nz, shape(%s, %s), src_layout(%s), dst_group(%s, %s, %s, %s), ctrl(%s, %s) : %s, %s, nd2nz, "
                  "shape i64, i64, src_layout(i64), dst_group i64, i64, i64, i64, ctrl i64, i1"
                  % (source[0], to[0], i(rows), i(columns), i(int(columns * BYTES[buffer[1]])), i(1), i(1), i(pitch), i(0), i(0),
                     self.constants.setdefault(("false", "i1"), "%no"), source[1], to[1]))

    def bytes(self, buffer, to, count):
        i = lambda n: self.index(n, "i64")
        self.line("pto.mte_gm_l1 %s, %s, %s nburst(%s, %s, %s) : !pto.ptr<%s>, %s, i64, i64, i64, i64" % (
            buffer[0], to[0], i(count), i(1), i(count), i(count), buffer[1], to[1]))

    def text(self):
        return super().text().replace(" : i1\n", "\n")


def half(value):
    """The number rounded to f16, too large ones to infinity."""
    with numpy.errstate(over="ignore"):
        return numpy.float32(numpy.float16(value))


def hif8_values():
    """Every pattern of HiF8 with its value, from the text of spec/60, 1.5."""
    values = {}
    for bits in range(128):
        text = format(bits, "07b")
        for prefix, width in (("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)):
            if text.startswith(prefix):
                field, mantissa = text[len(prefix):len(prefix) + width], text[len(prefix) + width:]
                exponent = int("1" + field[1:], 2) * (-1 if field[0] == "1" else 1) if width else 0
                values[bits] = (1 + int(mantissa, 2) / 2 ** len(mantissa)) * 2.0 ** exponent
                break
        else:
            values[bits] = 2.0 ** (bits - 23) if bits else 0.0
    values[0x6F] = float("inf")
    return values


HIF8 = hif8_values()


HIF8_ONE = next(bits for bits, value in HIF8.items() if value == 1)


def to_hif8(value, saturate):
    if numpy.isnan(value):
        return 0 if saturate else 0x80
    magnitude, sign = abs(float(value)), 0x80 if value < 0 else 0
    finite = sorted((v, b) for b, v in HIF8.items() if b != 0x6F)
    if magnitude > finite[-1][0]:
        over = magnitude >= 1.25 * finite[-1][0] or magnitude == float("inf")
        return sign | (0x6F if over and not saturate else finite[-1][1])
    distance = min(abs(v - magnitude) for v, _ in finite)
    nearest = [b for v, b in finite if abs(v - magnitude) == distance]
    bits = nearest[0] if len(nearest) == 1 else next(b for b in nearest if b % 2 == 0)
    return 0 if bits == 0 else sign | bits


def to_e4m3(value, saturate):
    if numpy.isnan(value):
        return 0 if saturate else 0x7F
    table = [0.0 + (b & 7) * 2.0 ** -9 if b < 8 else (1 + (b & 7) / 8) * 2.0 ** ((b >> 3) - 7) for b in range(127)]
    magnitude, sign = abs(float(value)), 0x80 if value < 0 else 0
    if magnitude > 464:
        return sign | (126 if saturate else 127)
    distance = min(abs(v - magnitude) for v in table)
    nearest = [b for b, v in enumerate(table) if abs(v - magnitude) == distance]
    return sign | (nearest[0] if len(nearest) == 1 else next(b for b in nearest if b % 2 == 0))


def micro_store(name, mode, element, vector, profiles, compute, bits=8, integers_in=False, saturation="", fractal=False):
    """Accumulators of chosen values, quantised in one mode."""
    m, n = 20, 48
    k = Micro(name, profiles)
    factor, depth = ("i8", 32) if integers_in else ("f32", up(n, 16))
    c0 = int(32 / BYTES[factor])
    random = numpy.random.default_rng(len(name))
    if integers_in:
        a, b = random.integers(-128, 128, (m, depth)), random.integers(-128, 128, (n, depth))
        b[:8] = b[:8] // 40
        sums = a @ b.T
    else:
        a = (random.integers(-600, 600, (m, n)) / 8).astype("f4")
        a[0, :8] = [0, -0.5, 2.5, 3.5, 1e6, -1e6, 2049.0, 0.4375]
        if bits == 8 and saturation:
            a[1, 3] = numpy.nan  # all of its row, for the products with zero are no numbers either
            a[2, 8:13] = [2.0 ** 15, 2.0 ** 16, -3e38, -2.0 ** 16, 500]
            a[2, :8] = [1.0625, 1.1875, 18, 22, 2.0 ** -20, 0.4, 5.5, 6.5]
        if n < depth:
            a = numpy.pad(a, ((0, 0), (0, depth - n)))
        b = numpy.eye(n, depth)
        sums = (a.astype("f8") @ b.T).astype("f4")
    scales = (2.0 ** -(numpy.arange(n) % 4)).astype("f4") if vector else numpy.full(n, 0.5, "f4")
    offsets = numpy.arange(n) % 6 if vector else numpy.full(n, 3)
    signed = element != "ui8"
    shifts = numpy.arange(n) % 5 if vector else numpy.full(n, 2)
    words = [int(s.view("u4")) | int(h) << 32 | int(o) << 37 | (1 << 46 if signed else 0) for s, o, h in zip(scales, offsets, shifts)]
    results = numpy.array([[compute(sums[i, j], scales[j], int(offsets[j]), int(shifts[j])) for j in range(n)] for i in range(m)])
    width = 32 * 8 // bits
    before = numpy.full((m, n) if not fractal else (up(n, width) // width, m, width), 0)
    after = before.copy()
    for i in range(m):
        for j in range(n):
            after[(i, j) if not fractal else (j // width, i, j % width)] = results[i, j]
    if bits == 4:
        after, before = [(x & 15)[..., 0::2] | (x & 15)[..., 1::2] << 4 for x in (after, before)]
    kind = {"i8": "i1", "ui8": "u1", "i16": "i2", "!pto.hif8": "u1", "f8E4M3FN": "u1"}[element]
    cast = lambda x: x.astype("i8").astype("u%s" % kind[1:]).view(kind)
    left = k.buffer("a", factor, patterns(a, factor) if integers_in else a.astype("f4"))
    right = k.buffer("b", factor, patterns(b, factor))
    out = k.buffer("c", element, cast(before), cast(after))
    parameters = k.buffer("q", "i64", numpy.array(words + [0] * 64, "i8"))
    la, lb, lq = k.pointer("l1", factor), k.pointer("l1", factor, 65536), k.pointer("l1", "i64", 131072)
    k.fractals(left, la, m, depth, up(m, 16))
    k.fractals(right, lb, n, depth, up(n, 16))
    k.bytes(parameters, lq, n * 8)
    k.wait()
    l0a, l0b, c = k.pointer("l0a", factor), k.pointer("l0b", factor), k.pointer("l0c", "i32" if integers_in else "f32")
    k.call("mte_l1_l0a", [la, l0a], [m, depth])
    k.call("mte_l1_l0b", [lb, l0b], [depth, n])
    fb = k.pointer("fb", "i64", 128)
    if vector:
        for profile, unit in (("a5", 64), ("a2a3", 128)):
            if profile in profiles:
                k.line("pto.mte_l1_fb %s, %s, %s nburst(%s, %s, %s) : %s, %s, i64, i64, i64, i64" % (
                    lq[0], fb[0], k.index(n * 8 // unit, "i64"), k.index(1, "i64"), k.index(0, "i64"), k.index(0, "i64"), lq[1], fb[1]))
    k.wait()
    k.call("mad", [l0a, l0b, c], [m, n, depth])
    k.wait()
    payload, kind = (fb[0], fb[1]) if vector else (k.index(words[0], "i64"), "i64")
    clauses = ", pre_quant(%s, mode = %s), %s%s" % (payload, mode, "nz2nz" if fractal else "nz2nd", saturation and ", " + saturation)
    stride = m * width if fractal else n
    k.call("mte_l0c_gm", [c, k.memory(out)], [m, n, up(m, 16), stride, 0, 0], clauses, [kind])
    return k


def clamp(low, high):
    return lambda x, scale, offset, shift: int(numpy.clip(numpy.rint(numpy.float32(numpy.float32(x) * scale) + numpy.float32(offset)), low, high))


def of_half(compute):
    return lambda x, scale, offset, shift: compute(half(x), scale, offset, shift)


def shifted(x, scale, offset, shift):
    return int(numpy.clip(int(x) >> shift + 1, -32768, 32767))


def micro_stores():
    byte, unsigned, nibble, short = clamp(-128, 127), clamp(0, 255), clamp(-8, 7), clamp(-32768, 32767)
    kernels = []

    def add(mode, element, compute, **more):
        for vector in (False, True):
            name = "%s_%s_%s" % (mode, element.replace("!pto.", ""), "columns" if vector else "one")
            options = dict(more)
            chosen = options.pop("on", BOTH)
            spelled = ("v%s_pre" if vector and mode != "qf322hif8_hybrid" else "%s") % mode
            kernels.append(micro_store(name.lower(), spelled, element, vector, chosen, compute, **options))
    add("qf162b8", "i8", of_half(byte))
    add("qf162b8", "ui8", of_half(unsigned))
    add("qf162s4", "i8", of_half(nibble), bits=4)
    add("qf322s4", "i8", nibble, bits=4)
    add("req4", "i8", nibble, bits=4, integers_in=True)
    add("qf162s16", "i16", of_half(short), bits=16)
    add("deqs16", "i16", shifted, bits=16, integers_in=True)
    scale = lambda x, s: numpy.float32(numpy.float32(x) * s)
    for mode, element, convert in (("qf322hif8", "!pto.hif8", to_hif8), ("qf322hif8_hybrid", "!pto.hif8", to_hif8), ("qf322fp8", "f8E4M3FN", to_e4m3)):
        for saturation in ("sat", "nosat"):
            before = len(kernels)
            add(mode, element, lambda x, s, o, h, c=convert, t=saturation: c(scale(x, s), t == "sat"), on=A5, saturation=saturation)
            for kernel in kernels[before:]:
                kernel.name += "_" + saturation
    kernels.append(micro_store("boxes_of_nibbles", "qf322s4", "i8", False, BOTH, nibble, bits=4, fractal=True))
    kernels.append(micro_store("boxes_of_hif8", "qf322hif8", "!pto.hif8", False, A5, lambda x, s, o, h: to_hif8(scale(x, s), True), saturation="sat", fractal=True))
    return split_profiles(kernels)


def split_profiles(kernels):
    """A unit of mte_l1_fb is not the same on both profiles, so that kernels with it are."""
    result = []
    for kernel in kernels:
        loads = [line for line in kernel.lines if "mte_l1_fb" in line]
        if len(loads) < 2:
            result.append(kernel)
            continue
        for profile, load in zip(("a5", "a2a3"), loads):
            copy = Micro(kernel.name + "_" + profile, (profile,))
            copy.lines = [line for line in kernel.lines if line not in loads or line == load]
            copy.constants, copy.parameters, copy.arguments, copy.expected = kernel.constants, kernel.parameters, kernel.arguments, kernel.expected
            result.append(copy)
    return result


def micro_nibbles(name, m, n, depth, raw):
    """Four-bit operands with scales; an odd number of blocks of 64 along k (F25 of spec/60, section 8)."""
    k, element = Micro(name, A5), "!pto.f4E2M1x2"
    random = numpy.random.default_rng(depth)
    a, b = [random.choice(NIBBLES[element], s) * random.choice([-1, 1], s) for s in ((m, depth), (n, depth))]
    groups = depth // 32
    sa, sb = random.integers(125, 130, (m, groups)), random.integers(125, 130, (n, groups))
    grow = lambda s: numpy.repeat(2.0 ** (s.astype("f8") - 127), 32, 1)
    left, right = k.buffer("a", element, patterns(a, element)), k.buffer("b", element, patterns(b, element))
    out = k.buffer("c", "f32", numpy.zeros((m, n), "f4"), ((a * grow(sa)) @ (b * grow(sb)).T).astype("f4"))
    xa, xb = k.buffer("sa", "!pto.f8E8M0", packed_scales(sa)), k.buffer("sb", "!pto.f8E8M0", packed_scales(sb))
    l1a, l1b = k.pointer("l1", element), k.pointer("l1", element, 65536)
    l1sa, l1sb = k.pointer("l1", "!pto.f8E8M0", 131072), k.pointer("l1", "!pto.f8E8M0", 139264)
    k.fractals(left, l1a, m, depth, up(m, 16))
    k.fractals(right, l1b, n, depth, up(n, 16))
    k.bytes(xa, l1sa, up(m, 16) * groups)
    k.bytes(xb, l1sb, up(n, 16) * groups)
    k.wait()
    at = 1024
    l0a, l0b = k.pointer("l0a", element, at), k.pointer("l0b", element, at)
    if raw:
        k.call("load_cbuf_to_ca_s4", [l1a, l0a], [0, 0, up(m, 16) // 16, depth // 64, up(m, 16) // 16, up(m, 16) // 16, 0])
        k.call("load_cbuf_to_cb_s4", [l1b, l0b], [0, 0, up(n, 16) // 16, depth // 64, up(n, 16) // 16, up(n, 16) // 16, 0])
        k.call("load_cbuf_to_ca_mx", [l1sa, k.pointer("l0a", "!pto.f8E8M0", at // 16)], [0, 0, up(m, 16) // 16, groups // 2, groups // 2, groups // 2])
        k.call("load_cbuf_to_cb_mx", [l1sb, k.pointer("l0b", "!pto.f8E8M0", at // 16)], [0, 0, up(n, 16) // 16, groups // 2, groups // 2, groups // 2])
    else:
        k.call("mte_l1_l0a", [l1a, l0a], [m, depth])
        k.call("mte_l1_l0b", [l1b, l0b], [depth, n])
        k.call("mte_l1_l0a_mx", [l1sa, k.pointer("l0a", "!pto.f8E8M0", at)], [m, depth])
        k.call("mte_l1_l0b_mx", [l1sb, k.pointer("l0b", "!pto.f8E8M0", at)], [depth, n])
    k.wait()
    c = k.pointer("l0c", "f32")
    k.call("mad_mx", [l0a, l0b, c], [m, n, depth], " disable_gemv nosat")
    k.wait()
    k.call("mte_l0c_gm", [c, k.memory(out)], [m, n, up(m, 16), n, 0, 0], ", nz2nd")
    return k


def write(directory, stem, comment, kernels, checks=""):
    data, lines = os.path.join(CASES, directory, "data"), ["// %s" % line for line in comment]
    for kernel in kernels:
        arguments, expected = [], []
        for place, (element, given, wanted) in enumerate(kernel.arguments):
            if isinstance(given, (int, str)):
                arguments.append("--arg %s:%s" % (element, given))
                continue
            files = "%s-%s-%d" % (stem, kernel.name.replace("_", "-"), place)
            if given.any():
                numpy.save(os.path.join(data, files + ".npy"), given)
                arguments.append("--arg %%d/data/%s.npy" % files)
            else:
                arguments.append("--arg zeros:%s:%s" % ({"f2": "f16", "f4": "f32"}.get(given.dtype.str[1:], given.dtype.str[1:].replace("u", "ui").replace(
                    "i1", "i8").replace("i2", "i16").replace("i4", "i32")), "x".join(map(str, given.shape))))
            if wanted is not None:
                numpy.save(os.path.join(data, files + "-expected.npy"), wanted)
                expected.append("--expect %d=%%d/data/%s-expected.npy" % (place, files))
        blocks = " --blocks %d" % kernel.blocks if kernel.blocks > 1 else ""
        for profile in kernel.profiles:
            lines.append("// RUN: run %%s --profile %s --kernel %s%s%s %s %s" % (profile, kernel.name, checks, blocks, " ".join(arguments), " ".join(expected)))
    with open(os.path.join(CASES, directory, stem + ".pto"), "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\nmodule {\n" + "".join(kernel.text() for kernel in kernels) + "}\n")


if __name__ == "__main__":
    check = " --check all"
    write("framework", "attention", ["The products of attention: keys are turned by a second tile at their address, values on the way to the right memory, and",
                                     "scores stay in the core."], [attention_scores(), attention_values(), attention_chain()], check)
    write("framework", "products", ["Products of matrices as exporters write them: two halves of each memory in turn, slices of K by blocks that add in memory,",
                                    "windows of one large tile, rows of the run, bias with rectifier, one row."],
          [double_buffered("bf16_double_buffered", "bf16", "f32", 32, 64, 64, 5), double_buffered("i8_double_buffered", "i8", "i32", 16, 64, 64, 3),
           double_buffered("f32_double_buffered", "f32", "f32", 16, 32, 32, 3), double_buffered("f8_double_buffered", "f8E4M3FN", "bf16", 32, 64, 64, 3, A5),
           split_k(), windows(), open_rows(), biased(), one_row(), one_row_and_bias()], check)
    write("framework", "quantised-layers", ["Layers of small numbers: requantised integers, scales of columns, and scales of groups."],
          [quantised_layer(), scaled("mx_f8", "f8E4M3FN", "f8E5M2", 32, 32, 128), scaled("mx_f8_tail", "f8E4M3FN", "f8E4M3FN", 16, 64, 64, 32),
           scaled("mx_f8_again", "f8E4M3FN", "f8E5M2", 32, 32, 128, form="acc"), scaled("mx_f8_bias", "f8E5M2", "f8E4M3FN", 32, 64, 64, form="bias"),
           scaled("mx_row", "f8E4M3FN", "f8E5M2", 1, 32, 64), scaled("mx_row_again", "f8E4M3FN", "f8E5M2", 1, 32, 64, form="acc"),
           scaled("mx_row_bias", "f8E4M3FN", "f8E5M2", 1, 32, 64, form="bias"),
           scaled("mx_f4", "!pto.f4E2M1x2", "!pto.f4E2M1x2", 32, 64, 128), scaled("mx_f4_mixed", "!pto.f4E1M2x2", "!pto.f4E2M1x2", 16, 64, 192)], check)
    write("cube", "formats", ["Every finite number of the eight-bit formats in a product (spec/60, 1.5 and 8): HiF8 by its table (F12: 0x18 is 0.5, 0x0C is 1.5),",
                              "E4M3 up to 448 (F16), E5M2."],
          [every_number("hif8", "!pto.hif8", signed(HIF8), HIF8_ONE, (0x80, 0x6F, 0xEF)), every_number("e4m3", "f8E4M3FN", lambda b: eight_bits(4, b), 0x38, (0x7F, 0xFF)),
           every_number("e5m2", "f8E5M2", lambda b: eight_bits(5, b), 0x3C, [b for b in range(256) if b & 0x7C == 0x7C])])
    write("cube", "micro-quantised", ["Stores by micro operations in the modes that tiles do not have, with one parameter and one for each column (spec/60, 3.8)."], micro_stores())
    write("cube", "micro-nibbles", ["Products of 4-bit elements by micro operations, with an odd number of blocks of 64 along k (spec/60, 3.3, 3.4 and 8, F25)."],
          [micro_nibbles("shapes", 20, 30, 192, False), micro_nibbles("registers", 20, 30, 192, True), micro_nibbles("five_blocks", 33, 16, 320, True)])
