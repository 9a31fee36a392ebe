"""Writes tests/lit/cases/framework: kernels in the way of exported models, run on both profiles. See bytemodel.py."""
import os
import sys
import numpy
from bytemodel import Kernel, Scalar, bf16, widened

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases", "framework")


def single(function):
    """A function of numbers, computed in double precision and rounded once."""
    return lambda *operands: function(*(operand.astype("f8") for operand in operands)).astype("f4")


ADD, SUBTRACT, MULTIPLY, DIVIDE = (single(f) for f in (numpy.add, numpy.subtract, numpy.multiply, numpy.divide))
EXP = single(numpy.exp)
ROUND, TRUNCATE, NEAREST = (" {rmode = #pto<round_mode %s>}" % mode for mode in ("ROUND", "TRUNC", "RINT"))


def random(seed):
    return numpy.random.default_rng(seed)


def rms_norm():
    """y = x / sqrt(mean(x * x) + eps) * gamma in bf16; the result is narrowed onto the memory of what it is made from."""
    rows, width, tiles = 4, 96, 3
    k = Kernel("rms_norm", "Normalization of rows: in-place narrowing, a reduction, both expansions, scratch of trsqrt", blocks=2)
    k.buffer("x", "bf16", bf16(random(1).normal(0, 2, (rows * tiles, width))))
    k.buffer("gamma", "bf16", bf16(random(2).normal(1, 0.2, (1, width))))
    k.buffer("y", "bf16", numpy.zeros((rows * tiles, width)))
    block, blocks = k.block_numbers()
    x, gamma, y = k.view("x", (rows * tiles, width)), k.view("gamma", (1, width)), k.view("y", (rows * tiles, width))
    narrow = k.tile("bf16", 0, 1, width)
    wide = k.tile("f32", 256, 1, width)
    k.load(k.part(gamma, (0, 0), (1, width)), narrow)
    k.operation("tcvt", [narrow], wide, widened, ROUND)
    with k.loop(block, tiles, blocks) as i:
        top = k.times(i, rows)
        stored = k.tile("bf16", 4096, rows, width)
        k.load(k.part(x, (top, 0), (rows, width)), stored)
        t = k.tile("f32", 1024, rows, width)
        k.operation("tcvt", [stored], t, widened, ROUND)
        squares = k.tile("f32", 4096, rows, width)
        k.operation("tmul", [t, t], squares, MULTIPLY)
        column = k.column(6144, 8, rows)
        k.operation("trowsum", [squares], column, lambda a: a.astype("f8").sum(1, keepdims=True), scratch=k.tile("f32", 8192, rows, width))
        sums = k.reshape(column, 1, 8, 1, rows)
        k.operation("tmuls", [sums, k.constant(1 / 64, "f32")], sums, MULTIPLY)
        k.operation("tadds", [sums, k.constant(2.0 ** -10, "f32")], sums, ADD)
        k.operation("trsqrt", [sums], k.tile("f32", 6272, 1, 8, 1, rows),
                    lambda a: DIVIDE(numpy.ones_like(a), single(numpy.sqrt)(a)), scratch=k.tile("f32", 8192, 1, 8))
        k.operation("trowexpandmul", [t, k.column(6272, 8, rows)], t, MULTIPLY)
        k.operation("tcolexpandmul", [t, wide], t, MULTIPLY)
        result = k.tile("bf16", 1024, rows, width)
        k.operation("tcvt", [t], result, bf16, NEAREST)
        k.store(result, k.part(y, (top, 0), (rows, width)))
    k.tolerance["y"] = "rel=8e-3"  # one step of bf16: the order of the sum is open
    return k


def rotary():
    """x * cos + swapped(x) * sin; the places of swapped neighbours are computed by tci, tdivs, tmuls and tadd."""
    rows, width, tiles = 4, 32, 3
    size = rows * width
    k = Kernel("rotary", "Rotary embedding: places of swapped neighbours in flat storage, gathered", blocks=2)
    k.buffer("x", "f32", random(3).normal(0, 2, (rows * tiles, width)))
    k.buffer("cos", "f32", random(4).normal(0, 1, (1, width)))
    k.buffer("sin", "f32", random(5).normal(0, 1, (1, width)))
    k.buffer("y", "bf16", numpy.zeros((rows * tiles, width)))
    block, blocks = k.block_numbers()
    integer = [k.tile("i32", 1024 * n, 1, size) for n in range(4)]
    number, base, column, low = integer
    k.operation("tci", [k.constant(0, "i32")], number, lambda _: numpy.arange(size)[None, :], behind=" {descending = false}")
    for value, result in ((width, base), (2, low)):
        source = number if value == width else column
        if value == 2:
            k.operation("tsub", [number, base], column, numpy.subtract)
        k.operation("tdivs", [source, k.constant(value, "i32")], result, numpy.floor_divide)
        k.operation("tmuls", [result, k.constant(value, "i32")], result, numpy.multiply)
    # place = number + 1 - 2 * (column - low)
    k.operation("tsub", [column, low], low, numpy.subtract)
    k.operation("tmuls", [low, k.constant(-2, "i32")], low, numpy.multiply)
    k.operation("tadds", [low, k.constant(1, "i32")], low, numpy.add)
    k.operation("tadd", [number, low], number, numpy.add)
    places = k.tile("i32", 0, rows, width)
    cos, sin = k.tile("f32", 4096, 1, width), k.tile("f32", 4224, 1, width)
    k.load(k.part(k.view("cos", (1, width)), (0, 0), (1, width)), cos)
    k.load(k.part(k.view("sin", (1, width)), (0, 0), (1, width)), sin)
    x, y = k.view("x", (rows * tiles, width)), k.view("y", (rows * tiles, width))
    with k.loop(block, tiles, blocks) as i:
        top = k.times(i, rows)
        t, swapped = k.tile("f32", 8192, rows, width), k.tile("f32", 9216, rows, width)
        k.load(k.part(x, (top, 0), (rows, width)), t)
        k.operation("tgather", [t, places], swapped, lambda a, p: a.reshape(-1)[p], scratch=k.tile("i32", 10240, rows, width))
        k.operation("tcolexpandmul", [t, cos], t, MULTIPLY)
        k.operation("tcolexpandmul", [swapped, sin], swapped, MULTIPLY)
        k.operation("tadd", [t, swapped], t, ADD)
        result = k.tile("bf16", 8192, rows, width)
        k.operation("tcvt", [t], result, bf16, NEAREST)
        k.store(result, k.part(y, (top, 0), (rows, width)))
    return k


def softmax():
    """Two passes over blocks of columns; the last block is shorter. Columns and rows of numbers share their memory."""
    rows, step, width = 8, 32, 85
    maximum, total, part, larger, factor = (128 * n for n in range(5))
    k = Kernel("softmax", "Softmax over blocks of columns with a running maximum and sum; a shorter last block")
    k.buffer("x", "f32", random(6).normal(0, 3, (rows, width)))
    k.buffer("y", "f32", numpy.zeros((rows, width)))
    columns = k.number("n", "index", width)
    x, y = k.view("x", (rows, columns)), k.view("y", (rows, columns))

    def row(address):
        return k.tile("f32", address, 1, rows)

    def block(i):
        left = k.times(i, step)
        count = k.compute("minsi", k.compute("subi", columns, left, lambda a, b: a - b), step, min)
        t = k.tile("f32", 1024, rows, step, rows, count)
        k.load(k.part(x, (0, left), (rows, count)), t)
        return left, count, t

    k.operation("texpands", [k.constant(-1e30, "f32")], row(maximum), lambda a: a)
    k.operation("texpands", [k.constant(0.0, "f32")], row(total), lambda a: a)
    with k.loop(0, 3) as i:
        _, count, t = block(i)
        scratch = k.tile("f32", 4096, rows, 64)
        k.operation("trowmax", [t], k.column(part, rows), lambda a: a.max(1, keepdims=True), scratch=scratch)
        k.operation("tmax", [row(maximum), row(part)], row(larger), numpy.maximum)
        k.operation("tsub", [row(maximum), row(larger)], row(factor), SUBTRACT)
        k.operation("texp", [row(factor)], row(factor), EXP)
        k.operation("trowexpandsub", [t, k.column(larger, rows)], t, SUBTRACT)
        powers = k.tile("f32", 2048, rows, step, rows, count)
        k.operation("texp", [t], powers, EXP)
        k.operation("trowsum", [powers], k.column(part, rows), lambda a: a.astype("f8").sum(1, keepdims=True), scratch=scratch)
        k.operation("tmul", [row(total), row(factor)], row(total), MULTIPLY)
        k.operation("tadd", [row(total), row(part)], row(total), ADD)
        k.operation("tmaxs", [row(larger), k.constant(-1e30, "f32")], row(maximum), numpy.maximum)
    with k.loop(0, 3) as i:
        left, count, t = block(i)
        k.operation("trowexpandsub", [t, k.column(maximum, rows)], t, SUBTRACT)
        k.operation("texp", [t], t, EXP)
        k.operation("trowexpanddiv", [t, k.column(total, rows)], t, DIVIDE)
        k.store(t, k.part(y, (0, left), (rows, count)))
    k.tolerance["y"] = "rel=3e-6"
    return k


def quantize():
    """Scale of each row from its largest value; f32 to i32 to f32 to f16 to i8 at one address."""
    rows, width, tiles = 8, 96, 2
    k = Kernel("quantize", "Quantization of rows: a chain of conversions at one address, also with tails (96 columns)")
    k.buffer("x", "bf16", bf16(random(7).normal(0, 2, (rows * tiles, width))))
    k.buffer("y", "i8", numpy.zeros((rows * tiles, width)))
    k.buffer("scale", "f32", numpy.zeros((1, rows * tiles)))
    x, y, scale = k.view("x", (rows * tiles, width)), k.view("y", (rows * tiles, width)), k.view("scale", (1, rows * tiles))
    with k.loop(0, tiles) as i:
        top = k.times(i, rows)
        stored, t, absolute = k.tile("bf16", 4096, rows, width), k.tile("f32", 0, rows, width), k.tile("f32", 4096, rows, width)
        k.load(k.part(x, (top, 0), (rows, width)), stored)
        k.operation("tcvt", [stored], t, widened, ROUND)
        k.operation("tabs", [t], absolute, numpy.abs)
        k.operation("trowmax", [absolute], k.column(12288, rows), lambda a: a.max(1, keepdims=True), scratch=k.tile("f32", 8192, rows, width))
        largest, inverse = k.tile("f32", 12288, 1, rows), k.tile("f32", 12352, 1, rows)
        k.operation("tmaxs", [largest, k.constant(1e-4, "f32")], largest, numpy.maximum)
        k.operation("tdivs", [k.constant(127.0, "f32"), largest], inverse, DIVIDE)
        k.operation("trowexpandmul", [t, k.column(12352, rows)], t, MULTIPLY)
        whole, back = k.tile("i32", 0, rows, width), k.tile("f32", 0, rows, width)
        half, byte = k.tile("f16", 0, rows, width), k.tile("i8", 0, rows, width)
        k.operation("tcvt", [t], whole, numpy.rint, NEAREST)
        k.operation("tcvt", [whole], back, lambda a: a, " {rmode = #pto<round_mode NONE>}")
        k.operation("tcvt", [back], half, lambda a: a, ROUND)
        k.operation("tcvt", [half], byte, lambda a: a, TRUNCATE)
        k.store(byte, k.part(y, (top, 0), (rows, width)))
        k.operation("tdivs", [largest, k.constant(127.0, "f32")], largest, DIVIDE)
        k.store(largest, k.part(scale, (0, top), (1, rows)))
    return k


def cache_rows():
    """Rows go to slots that GM names, a negative slot is left out; then all slots are read again, clamped to 0."""
    tokens, width, slots = 5, 100, 12
    k = Kernel("cache_rows", "Rows scattered to slots that the scalar unit reads, and read again: stores before loads of one buffer")
    k.buffer("x", "bf16", bf16(random(8).normal(0, 2, (tokens, width))))
    k.buffer("slots", "i32", [7, -1, 0, 11, 3])
    k.buffer("cache", "bf16", bf16(random(9).normal(0, 2, (slots, width))))
    k.buffer("y", "bf16", numpy.zeros((tokens, width)))
    x, cache, y = k.view("x", (tokens, width)), k.view("cache", (slots, width)), k.view("y", (tokens, width))
    k.emit("pto.cmo.cacheinvalid all #pto.address_space<gm>")
    with k.loop(0, tokens) as i:
        slot = k.load_scalar("slots", i)
        with k.when(k.compare("sge", slot, 0, lambda a, b: a >= b)):
            t = k.tile("bf16", 0, 1, 112, 1, width)
            k.load(k.part(x, (i, 0), (1, width)), t)
            k.store(t, k.part(cache, (k.cast(slot, "index"), 0), (1, width)))
    k.emit("pto.fence.barrier_all #pto.fence_scope<gm>")
    with k.loop(0, tokens) as i:
        t = k.tile("bf16", 0, 1, 112, 1, width)
        k.load(k.part(cache, (k.cast(k.load_scalar("slots", i), "index"), 0), (1, width)), t)
        k.store(t, k.part(y, (i, 0), (1, width)))
    return k


def routing():
    """Tokens are counted for each expert in a local array; a token keeps its number within its expert."""
    tokens, experts = 16, 8
    k = Kernel("routing", "Counting of tokens for experts: elements of tiles on the scalar unit, a local array, a carried sum")
    k.buffer("experts", "i32", random(10).integers(0, experts, (1, tokens)))
    k.buffer("number", "i32", numpy.zeros((1, tokens)))
    k.buffer("counts", "i32", numpy.zeros((1, experts)))
    k.buffer("sum", "i32", numpy.zeros(2))
    t, numbers, counts = k.tile("i32", 0, 1, tokens), k.tile("i32", 64, 1, tokens), k.tile("i32", 128, 1, experts)
    k.load(k.part(k.view("experts", (1, tokens)), (0, 0), (1, tokens)), t)
    array = "!pto.local_array<%dxi32>" % experts
    k.emit("%%a = pto.declare_local_array -> %s" % array, lambda m: m.values.__setitem__("%a", [0] * experts))

    def put(index, value):
        k.emit("pto.local_array_set %%a[%s], %s : %s, i32" % (index, value, array),
               lambda m: m.values["%a"].__setitem__(index.of(m), value.of(m)))

    def get(index):
        return k.scalar("i32", "pto.local_array_get %%a[%s] : %s -> i32" % (index, array), lambda m: m.values["%a"][index.of(m)])

    with k.loop(0, experts) as i:
        put(i, k.constant(0, "i32"))
    loop = k.loop(0, tokens).carry(k.constant(0, "i32"))
    with loop:
        expert = k.get(t, loop.index)
        place = k.cast(expert, "index")
        count = get(place)
        put(place, k.plus(count, 1))
        k.set(numbers, loop.index, count)
        loop.give(k.plus(loop.values[0], expert))
    k.emit("pto.store_scalar %s, %%sum[%s] : !pto.ptr<i32>, i32" % (loop.results[0], k.constant(1)),
           lambda m: m.buffers["sum"].__setitem__(1, loop.results[0].of(m)))
    with k.loop(0, experts) as i:
        k.set(counts, i, get(i))
    k.operation("tmuls", [counts, k.constant(3, "i32")], counts, numpy.multiply)
    k.store(numbers, k.part(k.view("number", (1, tokens)), (0, 0), (1, tokens)))
    k.store(counts, k.part(k.view("counts", (1, experts)), (0, 0), (1, experts)))
    return k


def transpose():
    """Blocks of 8 x 16 are turned and stored; the result is put beside itself by tconcat."""
    rows, columns = 24, 32
    k = Kernel("transpose", "A matrix is turned in blocks of 8x16, two of which are put side by side")
    k.buffer("x", "f32", random(11).normal(0, 1, (rows, columns)))
    k.buffer("y", "f32", numpy.zeros((columns, 2 * rows)))
    x, y = k.view("x", (rows, columns)), k.view("y", (columns, 2 * rows))
    with k.loop(0, rows // 8) as i:
        with k.loop(0, columns // 16) as j:
            top, left = k.times(i, 8), k.times(j, 16)
            t, turned, both = k.tile("f32", 0, 8, 16), k.tile("f32", 512, 16, 8), k.tile("f32", 1024, 16, 16)
            k.load(k.part(x, (top, left), (8, 16)), t)
            k.operation("ttrans", [t], turned, numpy.transpose, scratch=k.tile("f32", 2048, 8, 16))
            k.operation("tconcat", [turned, turned], both, lambda a, b: numpy.concatenate([a, b], 1))
            k.store(both, k.part(y, (left, k.times(top, 2)), (16, 16)))
    return k


def partial_sums():
    """24 blocks share 50 rows in strides and add what they have to one row."""
    rows, width = 50, 100
    k = Kernel("partial_sums", "Blocks take every 24th row and add to one result", blocks=24)
    k.buffer("x", "i32", random(12).integers(-1000, 1000, (rows, width)))
    k.buffer("y", "i32", numpy.zeros((1, width)))
    block, blocks = k.block_numbers()
    x, y = k.view("x", (rows, width)), k.view("y", (1, width))
    with k.loop(block, rows, blocks) as i:
        t = k.tile("i32", 0, 1, 104, 1, width)
        k.load(k.part(x, (i, 0), (1, width)), t)
        k.store(t, k.part(y, (0, 0), (1, width)), atomic=numpy.add)
    return k


def valid_regions():
    """Extents chosen at run time, in both arms of a conditional; two of the kernel's paths are empty."""
    rows, width = 8, 64
    k = Kernel("valid_regions", "Valid regions that only the run knows, set in both arms of a conditional; empty ones do nothing")
    k.buffer("x", "f32", random(13).normal(0, 1, (rows, width)))
    k.buffer("y", "f32", numpy.full((rows, width), 7))
    high, wide = k.number("rows", "index", 3), k.number("columns", "index", 33)
    x, y = k.view("x", (rows, width)), k.view("y", (rows, width))
    whole = lambda view: k.part(view, (0, 0), (rows, width))
    t, nothing = k.tile("f32", 0, rows, width), k.tile("f32", 2048, rows, width, 0, 0)
    k.load(whole(x), t)
    k.operation("tmuls", [nothing, k.constant(2.0, "f32")], nothing, MULTIPLY)
    k.store(nothing, whole(y))
    for factor, bound in ((0.5, 2), (-2.0, 5)):
        with k.when(k.compare("sgt", high, bound, lambda a, b: a > b)) as arms:
            k.set_valid(t, high, wide)
            arms.otherwise()
            k.set_valid(t, 1, 9)
        k.operation("tmuls", [t, k.constant(factor, "f32")], t, MULTIPLY)
    k.store(t, whole(y))
    return k


def counted_while():
    """Rows are added in the order that a helper reads from a table until it names row 5."""
    width = 64
    k = Kernel("counted_while", "A while loop with two carried values, tile operations and a helper in its body")
    k.buffer("x", "f32", random(14).integers(-9, 10, (8, width)))
    k.buffer("order", "i64", [3, 8, 1, 11, 5, 9, 2, 6])
    k.buffer("y", "f32", numpy.zeros((1, width)))
    limit = k.number("limit", "index", 7)
    k.helpers.append("""  func.func private @row(%table: !pto.ptr<i64>, %i: index) -> index {
    %entry = pto.load_scalar %table[%i] : !pto.ptr<i64> -> i64
    %place = arith.index_cast %entry : i64 to index
    %c7 = arith.constant 7 : index
    %row = arith.remsi %place, %c7 : index
    return %row : index
  }""")
    total = k.tile("f32", 0, 1, width)
    k.operation("texpands", [k.constant(0.0, "f32")], total, lambda a: a)
    x, zero = k.view("x", (8, width)), k.constant(0)
    k.emit("%yes = arith.constant true")
    k.emit("%%w:2 = scf.while (%%i = %s, %%go = %%yes) : (index, i1) -> (index, i1) {" % zero)
    k.emit("  %%less = arith.cmpi slt, %%i, %s : index" % limit)
    k.emit("  %on = arith.andi %less, %go : i1")
    k.emit("  scf.condition(%on) %i, %go : index, i1")
    k.emit("} do {")
    k.emit("^bb0(%j: index, %was: i1):")
    k.stack.append(k.steps)
    k.steps = []
    row = k.scalar("index", "func.call @row(%order, %j) : (!pto.ptr<i64>, index) -> index",
                   lambda m: int(m.buffers["order"][m.values["%j"]]) % 7)
    t = k.tile("f32", 256, 1, width)
    k.load(k.part(x, (row, 0), (1, width)), t)
    k.operation("tadd", [total, t], total, ADD)
    following = k.plus(Scalar("%j", "index"), 1)
    more = k.compare("ne", row, 5, lambda a, b: a != b)
    k.emit("scf.yield %s, %s : index, i1" % (following, more))
    body, k.steps = k.steps, k.stack.pop()

    def run(machine):
        index, go = 0, 1
        while index < limit.of(machine) and go:
            machine.values["%j"] = index
            for step in body:
                step(machine)
            index, go = following.of(machine), more.of(machine)
    k.emit("}", run)
    k.store(total, k.part(k.view("y", (1, width)), (0, 0), (1, width)))
    return k


def shared_memory():
    """Tiles of different types and shapes at one address, in a loop: only byte ranges tell who waits for whom."""
    size = 2048
    k = Kernel("shared_memory", "Tiles of several types over the same bytes, through GM and back in a loop")
    k.buffer("x", "i16", random(15).integers(-999, 999, (16, 64)))
    k.buffer("y", "i16", random(16).integers(-999, 999, (16, 64)))
    x, y = k.view("x", (16, 64)), k.view("y", (16, 64))
    k.load(k.part(y, (0, 0), (16, 64)), k.tile("i16", 0, 16, 64))
    with k.loop(0, 5) as i:
        low, word, long_row = k.tile("i16", 512, 4, 64), k.tile("i32", 544, 2, 32), k.tile("i16", 512, 1, 256)
        k.load(k.part(x, (i, 0), (4, 64)), low)
        k.operation("tadds", [word, k.constant(65537, "i32")], word, numpy.add)
        k.operation("tmul", [long_row, long_row], long_row, numpy.multiply)
        k.store(k.tile("i16", 576, 3, 64), k.part(y, (k.plus(i, 2), 0), (3, 64)))
        k.load(k.part(y, (i, 0), (4, 32)), k.tile("i16", 1024, 4, 32))
        k.operation("tcolmax", [k.tile("i16", 1024, 4, 32)], k.tile("i16", 1536, 1, 32),
                    lambda a: a.max(0, keepdims=True))
        k.operation("tcolexpand", [k.tile("i16", 1536, 1, 32)], k.tile("i16", 1344, 2, 32), lambda a: numpy.repeat(a, 2, 0))
    k.store(k.tile("i16", 0, 1, size // 2), k.part(k.view("x", (1, size // 2)), (0, 0), (1, size // 2)))
    return k


KERNELS = (rms_norm, rotary, softmax, quantize, cache_rows, routing, transpose, partial_sums, valid_regions, counted_while, shared_memory)


def write(kernel):
    name = kernel.name.replace("_", "-")
    results = kernel.run()
    data, arguments, expected = os.path.join(ROOT, "data"), [], []
    os.makedirs(data, exist_ok=True)
    for place, argument in enumerate(kernel.arguments):
        if isinstance(argument, tuple):
            arguments.append("--arg %s:%s" % argument[1:])
            continue
        element, array = kernel.data[argument]
        if array.any():
            numpy.save(os.path.join(data, "%s-%s.npy" % (name, argument)), array)
            arguments.append("--arg %%d/data/%s-%s.npy" % (name, argument))
        else:
            arguments.append("--arg zeros:%s:%s" % (element, "x".join(map(str, array.shape))))
        if not numpy.array_equal(results[argument], array.reshape(-1)):
            numpy.save(os.path.join(data, "%s-%s-expected.npy" % (name, argument)), results[argument].reshape(array.shape))
            expected.append("--expect %d=%%d/data/%s-%s-expected.npy" % (place, name, argument))
    tolerance = " --tol " + next(iter(kernel.tolerance.values())) if kernel.tolerance else ""
    blocks = " --blocks %d" % kernel.blocks if kernel.blocks > 1 else ""
    lines = ["// %s." % kernel.comment]
    for profile in ("a5", "a2a3"):
        lines.append("// RUN: run %%s --profile %s --check sync,uninitialized,modes%s %s %s%s"
                     % (profile, blocks, " ".join(arguments), " ".join(expected), tolerance))
    with open(os.path.join(ROOT, name + ".pto"), "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n" + kernel.text())


if __name__ == "__main__":
    for make in KERNELS:
        if not sys.argv[1:] or make.__name__ in sys.argv[1:]:
            write(make())
