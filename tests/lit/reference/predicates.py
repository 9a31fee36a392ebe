"""Predicates: generation, logic, rearrangement, load and store."""
import random
from formats import TYPES
from kernel import File
from samples import image_bytes

ONES = (1 << 256) - 1
PATTERNS = {"PAT_ALL": lambda i, n: True, "PAT_M3": lambda i, n: i % 3 == 0, "PAT_M4": lambda i, n: i % 4 == 0,
            "PAT_H": lambda i, n: i < n // 2, "PAT_Q": lambda i, n: i < n // 4, "PAT_ALLF": lambda i, n: False}
for length in (1, 2, 3, 4, 8, 16, 32, 64, 128):
    PATTERNS["PAT_VL%d" % length] = lambda i, n, k=length: i < k
STEPS = {"b8": 1, "b16": 2, "b32": 4}


def image(active, step):
    return sum(1 << i * step for i in range(256 // step) if active(i))


def image_set(name, count):
    rng = random.Random(name)
    special = [ONES, 0, int("1" * 64, 16), int("5" * 64, 16)]
    return special + [rng.getrandbits(256) for _ in range(count - len(special))]


def store(kernel, value, pointer, row, g):
    kernel.body.append('pto.psts %s, %s[%s], "NORM" : !pto.mask<%s>, !pto.ptr<ui8, ub>, index' % (
        value, pointer, kernel.index(32 * row), g))


def finish(kernel, images, pointer_name="o"):
    kernel.finish()


def generation(open_file):
    ui8 = TYPES["ui8"]
    for op in ("pset", "pge"):
        for g, step in STEPS.items():
            file = open_file("%s_%s" % (op, g))
            for form in ("canon", "outs") if op == "pset" else ("canon",):
                kernel = file.kernel(form)
                images = [image(lambda i, f=f: f(i, 256 // step), step) for f in PATTERNS.values()]
                pointer = kernel.output("o", ui8, image_bytes(images), "patterns-" + g)
                for row, pattern in enumerate(PATTERNS):
                    if form == "canon":
                        kernel.body.append('%%p%d = pto.%s_%s "%s" : !pto.mask<%s>' % (row, op, g, pattern, g))
                    else:
                        kernel.body.append('pto.%s_%s "%s" outs(%%p%d : !pto.mask<%s>)' % (op, g, pattern, row, g))
                    store(kernel, "%%p%d" % row, pointer, row, g)
                kernel.finish()
    counts = [0, 1, 5, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 2147483647, -1, -2147483648]
    for g, step in STEPS.items():
        lanes = 256 // step
        kernel = open_file("plt_" + g).kernel("plt")
        unsigned = [x & 0xFFFFFFFF for x in counts]
        pointer = kernel.output("o", ui8, image_bytes([image(lambda i, n=n: i < n, step) for n in unsigned]), "plt-" + g)
        from samples import bits_array
        rests = kernel.output("rest", TYPES["ui32"], bits_array([0 if n < lanes else n - lanes for n in unsigned], 32),
                              "plt-%s-rest" % g)
        kernel.heads.append("%%signed = pto.castptr %s : !pto.ptr<ui32, ub> -> !pto.ptr<i32, ub>" % rests)
        for row, n in enumerate(counts):
            kernel.scalar("n%d" % row, TYPES["i32"], str(n))
            kernel.body.append("%%p%d, %%left%d = pto.plt_%s %%n%d : i32 -> !pto.mask<%s>, i32" % (row, row, g, row, g))
            store(kernel, "%%p%d" % row, pointer, row, g)
            kernel.body.append("pto.store_scalar %%left%d, %%signed[%s] : !pto.ptr<i32, ub>, i32" % (row, kernel.index(row)))
        kernel.finish()
        kernel = open_file("pltm_" + g).kernel("pltm")
        pairs = [(0, 0), (0, 5), (1, lanes + 3), (2, lanes), (3, 4 * lanes - 1), (0, -1), (-1, -1), (-1, 65535 * lanes + 9)]
        images = [image(lambda i, k=k, n=n: i + (k & 0xFFFF) * lanes < n & 0xFFFFFFFF, step) for k, n in pairs]
        pointer = kernel.output("o", ui8, image_bytes(images), "pltm-" + g)
        for row, (k, n) in enumerate(pairs):
            kernel.scalar("k%d" % row, TYPES["i16"], str(k))
            kernel.scalar("n%d" % row, TYPES["i32"], str(n))
            kernel.body.append("%%p%d = pto.pltm_%s %%k%d, %%n%d : i16, i32 -> !pto.mask<%s>" % (row, g, row, row, g))
            store(kernel, "%%p%d" % row, pointer, row, g)
        kernel.finish()


def lanes_of_image(x, step):
    return [x >> i * step & (1 << step) - 1 for i in range(256 // step)]


def join(lanes, step):
    return sum(x << i * step for i, x in enumerate(lanes))


def interleaved(step):
    def function(a, b, c):
        z = [x for pair in zip(lanes_of_image(a, step), lanes_of_image(b, step)) for x in pair]
        return join(z[:256 // step], step), join(z[256 // step:], step)
    return function


def deinterleaved(step):
    def function(a, b, c):
        z = lanes_of_image(a, step) + lanes_of_image(b, step)
        return join(z[0::2], step), join(z[1::2], step)
    return function


def packed(offset):
    return lambda a, b, c: (sum((a >> 2 * j & 1) << offset + j for j in range(128)),)


def unpacked(offset):
    return lambda a, b, c: (sum((a >> offset + j & 1) << 2 * j for j in range(128)),)


def logic(open_file):
    rows = []
    for g, step in STEPS.items():
        m = "!pto.mask<%s>" % g
        for name, f in (("pand", lambda a, b, c: (a & b & c,)), ("por", lambda a, b, c: ((a | b) & c,)),
                        ("pxor", lambda a, b, c: ((a ^ b) & c,)), ("psel", lambda a, b, c: (a & c | b & ~c,))):
            rows.append((name, g, g, "%%r0 = pto.%s %%a, %%b, %%c : %s, %s, %s -> %s" % (name, m, m, m, m), f, g))
            rows.append((name, g + "_paren", g, "%%r0 = pto.%s %%a, %%b, %%c : (%s, %s, %s) -> %s" % (name, m, m, m, m), f, g))
            rows.append((name, g + "_bare", g, "%s %%r0, %%a, %%b, %%c" % name, f, g))
        rows.append(("pnot", g, g, "%%r0 = pto.pnot %%a, %%c : %s, %s -> %s" % (m, m, m), lambda a, b, c: (~a & ONES & c,), g))
        for name, f in (("pintlv", interleaved(step)), ("pdintlv", deinterleaved(step))):
            rows.append((name + "_" + g, "canon", g, "%%r0, %%r1 = pto.%s_%s %%a, %%b : %s, %s -> %s, %s" % (name, g, m, m, m, m), f, g))
            rows.append((name + "_" + g, "bare", g, "%s_%s %%r0, %%r1, %%a, %%b" % (name, g), f, g))
        for other in STEPS:
            rows.append(("pbitcast", g + "_" + other, g, "%%r0 = pto.pbitcast %%a : %s -> !pto.mask<%s>" % (m, other),
                         lambda a, b, c: (a,), other))
    for part, offset in (("LOWER", 0), ("HIGHER", 128)):
        for s, d in (("b8", "b8"), ("b16", "b16"), ("b32", "b32"), ("b32", "b16"), ("b16", "b8")):
            name = ("%s_%s_%s" % (s, d, part)).lower()
            rows.append(("ppack", name, s, '%%r0 = pto.ppack %%a, "%s" : !pto.mask<%s> -> !pto.mask<%s>' % (part, s, d),
                         packed(offset), d))
            rows.append(("punpack", name, d, '%%r0 = pto.punpack %%a, "%s" : !pto.mask<%s> -> !pto.mask<%s>' % (part, d, s),
                         unpacked(offset), s))
    data = [image_set(role, 8) for role in "abc"]
    ui8 = TYPES["ui8"]
    for name, kernel_name, g, text, f, result in rows:
        kernel = open_file(name).kernel(kernel_name)
        outs = [f(a, b, c) for a, b, c in zip(*data)]
        used = [r for r in "abc" if "%" + r in text]
        for role in used:
            kernel.input("in_" + role, ui8, image_bytes(data["abc".index(role)]), "images-" + role)
        pointers = [kernel.output("o%d" % i, ui8, image_bytes([o[i] for o in outs]), "%s-%s%s" % (name, kernel_name, "-second" * i))
                    for i in range(len(outs[0]))]
        kernel.body.append("scf.for %%k = %s to %s step %s {" % (kernel.index(0), kernel.index(8), kernel.index(1)))
        kernel.body.append("  %%at = arith.muli %%k, %s : index" % kernel.index(32))
        for role in used:
            kernel.body.append('  %%%s = pto.plds %%in_%s[%%at], "NORM" : !pto.ptr<ui8, ub>, index -> !pto.mask<%s>' % (role, role, g))
        kernel.body.append("  " + text)
        for i, pointer in enumerate(pointers):
            kernel.body.append('  pto.psts %%r%d, %s[%%at], "NORM" : !pto.mask<%s>, !pto.ptr<ui8, ub>, index' % (i, pointer, result))
        kernel.body.append("}")
        kernel.finish()


LOADS = {"NORM": lambda m, k: m >> k & 1, "US": lambda m, k: m >> k // 2 & 1, "DS": lambda m, k: m >> 2 * k & 1}


def transfers(open_file):
    ui8 = TYPES["ui8"]
    memory = image_set("memory", 16)
    content = image_bytes(memory)
    flat = int.from_bytes(content.tobytes(), "little")
    for n, dist in enumerate(("NORM", "US", "DS")):
        unit = {"NORM": 32, "US": 16, "DS": 32}[dist]
        g = ("b8", "b16", "b32")[n]
        for t in ("ui8", "f32", "i16"):
            for op, forms in (("plds", ("canon", "post")), ("pldi", ("canon", "post"))):
                for form in forms:
                    kernel = open_file(op).kernel(("%s_%s_%s" % (dist, t, form)).lower())
                    base = kernel.input("memory", ui8, content, "images-memory")
                    kernel.heads.append("%%p = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (base, t))
                    rows, pointer = [], "%p"
                    address = 0
                    lines = []
                    for row, step in enumerate((0, 2, 5)):
                        offset = step * unit if op == "plds" else step
                        at = address + step * unit if form == "canon" else address
                        value = sum(LOADS[dist](flat >> 8 * at, k) << k for k in range(256))
                        rows.append(value)
                        second = ", %%q%d" % row if form == "post" else ""
                        tail = ", !pto.ptr<%s, ub>" % t if form == "post" else ""
                        lines.append('%%m%d%s = pto.%s %s[%s], "%s" : !pto.ptr<%s, ub>, index -> !pto.mask<%s>%s' % (
                            row, second, op, pointer, kernel.index(offset), dist, t, g, tail))
                        if form == "post":
                            address += step * unit
                            pointer = "%%q%d" % row
                    out = kernel.output("o", ui8, image_bytes(rows), "%s-%s-%s" % (op, dist.lower(), form))
                    kernel.body += lines
                    for row in range(3):
                        store(kernel, "%%m%d" % row, out, row, g)
                    kernel.finish()
    images = image_set("stores", 8)[3:6]
    for n, dist in enumerate(("NORM", "PK")):
        unit = 32 if dist == "NORM" else 16
        for g in ("b8", "b32"):
            for t in ("ui8", "f32"):
                for op in ("psts", "psti"):
                    for form in ("canon", "post"):
                        kernel = open_file(op).kernel(("%s_%s_%s_%s" % (dist, g, t, form)).lower())
                        source = kernel.input("images", ui8, image_bytes(images), "images-stores")
                        after = bytearray(content.tobytes()[:256])
                        for row in range(3):
                            kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> !pto.mask<%s>' % (
                                row, source, kernel.index(32 * row), g))
                        address, pointer = 0, "%p"
                        for row, step in enumerate((0, 2, 3)):
                            offset = step * unit if op == "psts" else step
                            at = address + step * unit if form == "canon" else address
                            if form == "canon" and row == 0:
                                at, offset = address + 5 * unit, 5 * unit if op == "psts" else 5
                            value = images[row] if dist == "NORM" else sum((images[row] >> 2 * k & 1) << k for k in range(128))
                            after[at:at + unit] = value.to_bytes(unit, "little")
                            left = "%%q%d = " % row if form == "post" else ""
                            tail = " -> !pto.ptr<%s, ub>" % t if form == "post" else ""
                            kernel.body.append('%spto.%s %%m%d, %s[%s], "%s" : !pto.mask<%s>, !pto.ptr<%s, ub>, index%s' % (
                                left, op, row, pointer, kernel.index(offset), dist, g, t, tail))
                            if form == "post":
                                address += step * unit
                                pointer = "%%q%d" % row
                        import numpy
                        base = kernel.inout("memory", ui8, content[:256], numpy.frombuffer(bytes(after), dtype=numpy.uint8),
                                            "images-memory-short", "%s-%s-%s" % (op, dist.lower(), form))
                        kernel.heads.append("%%p = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (base, t))
                        kernel.finish()


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "pto.%s: images of all 256 bits." % name)
        return files[name]
    generation(open_file)
    logic(open_file)
    transfers(open_file)
    for file in files.values():
        file.write()
