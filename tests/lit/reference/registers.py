"""Operations on whole registers: reductions, rearrangements, materialization, index generation."""
from formats import TYPES, types
from kernel import File, spell
from lanewise import add, label_of, parse_scalar, vmax, vmin
from samples import (REGISTERS, active, bits_array, edges, few_masks, image_bytes, lanes_of, reduction_lanes,
                     reduction_masks)

ALL = "i8 si8 ui8 i16 si16 ui16 i32 si32 ui32 f16 bf16 f32"
FORMS = ("canon", "paren", "bare")


class Case:
    """
    A kernel that applies one text to each of some registers.

    sources: (role, type, bits, label); results: types, or "b8" and the like for predicates; function: (register lists...,
    mask image, register number) to a tuple of result lists or images; mask: granularity of %m or empty; lines: texts with
    %va, %vb, %m and results %r0, %r1.
    """

    def __init__(self, file, name, sources, results, function, lines, mask="", images=None, scalars=(), extra="",
                 count=4):
        kernel = file.kernel(name)
        images = images or few_masks()
        loads, registers = [], []
        for role, t, bits, label in sources:
            pointer = kernel.input(role, t, bits, label)
            loads.append("%%v%s = pto.vlds %s[%%i%d] : !pto.ptr<%s, ub> -> %s" % (
                role, pointer, t.lanes, t.name, t.vreg))
            registers.append((t, bits))
        for scalar in scalars:
            kernel.scalar(*scalar)
        if mask:
            label = "masks-reduction" if images == reduction_masks() else "masks-few"
            kernel.input("masks", TYPES["ui8"], image_bytes(images), label)
            loads.append('%%m = pto.plds %%masks[%%at], "NORM" : !pto.ptr<ui8, ub>, index -> !pto.mask<%s>' % mask)
        values = [[] for _ in results]
        for k in range(count):
            lists = [[int(x) for x in bits[k * t.lanes:(k + 1) * t.lanes]] for t, bits in registers]
            out = function(*lists, images[k], k)
            for to, value in zip(values, out):
                to.append(value)
        stores = []
        for i, (t, value) in enumerate(zip(results, values)):
            label = "%s-%s%s" % (file.name, name, "-%d" % i if i else "")
            if isinstance(t, str):
                pointer = kernel.output("o%d" % i, TYPES["ui8"], image_bytes(value), label)
                stores.append('pto.psts %%r%d, %s[%%at], "NORM" : !pto.mask<%s>, !pto.ptr<ui8, ub>, index' % (
                    i, pointer, t))
                continue
            pointer = kernel.output("o%d" % i, t, bits_array([x for reg in value for x in reg], t.bits), label)
            stores.append("pto.vsts %%r%d, %s[%%i%d], %%all%d : %s, !pto.ptr<%s, ub>, %s" % (
                i, pointer, t.lanes, t.bits, t.vreg, t.name, t.pred))
        body = kernel.body
        kinds = [t for _, t, _, _ in sources] + [t for t in results if not isinstance(t, str)]
        for bits in sorted({t.bits for t in results if not isinstance(t, str)}):
            u = TYPES["ui%d" % bits]
            body.append('%%all%d = pto.pset_%s "PAT_ALL" : %s' % (bits, u.granularity, u.pred))
        body.append("scf.for %%k = %s to %s step %s {" % (kernel.index(0), kernel.index(count), kernel.index(1)))
        for lanes in sorted({t.lanes for t in kinds}):
            body.append("  %%i%d = arith.muli %%k, %s : index" % (lanes, kernel.index(lanes)))
        if mask or any(isinstance(t, str) for t in results):
            body.append("  %%at = arith.muli %%k, %s : index" % kernel.index(32))
        self.kernel = kernel
        text = lines(kernel) if callable(lines) else lines
        body += ["  " + line for line in loads + text + stores] + ["}"]
        kernel.finish(extra)


def on(image, t, lane):
    return active(image, t, lane)


def tree(t, values):
    while len(values) > 1:
        values = [add(t, values[i], values[i + 1]) for i in range(0, len(values), 2)]
    return values[0]


def total(t, out, values):
    if t.is_float:
        return tree(t, values)
    return out.encode(sum(t.value(x) for x in values))


def wider(t):
    if t.is_float or t.bits == 32:
        return t
    return TYPES[t.name.rstrip("0123456789") + str(2 * t.bits)]


def vcadd(t):
    out = wider(t)

    def function(a, image, k):
        kept = [x if on(image, t, i) else 0 for i, x in enumerate(a)]
        return ([total(t, out, kept)] + [0] * (out.lanes - 1),)
    return function


def extreme(t, sign, values):
    """The extremum of bits, for none the neutral element."""
    pick = vmax if sign > 0 else vmin
    if not values:
        if t.is_float:
            return t.inf | (t.sign if sign > 0 else 0)
        return t.encode(t.low if sign > 0 else t.high)
    best = values[0] if not t.is_float or not t.is_nan(values[0]) else t.nan
    for x in values[1:]:
        best = pick(t, best, x)
    return best


def vcextreme(t, sign):
    def function(a, image, k):
        lanes = [i for i in range(t.lanes) if on(image, t, i)]
        best = extreme(t, sign, [a[i] for i in lanes])
        if t.is_float and t.is_nan(best):
            where = [i for i in lanes if t.is_nan(a[i])]
        else:
            where = [i for i in lanes if t.value(a[i]) == t.value(best)]
        return ([best, where[0] if where else 0] + [0] * (t.lanes - 2),)
    return function


def with_mask(t, sign):
    def function(a, image, k):
        lanes = [i for i in range(t.lanes) if on(image, t, i)]
        best = extreme(t, sign, [a[i] for i in lanes])
        equal = sum(1 << i * t.bytes for i in lanes if t.value(a[i]) == t.value(best))
        return [best] + [0] * (t.lanes - 1), equal
    return function


def grouped(t, reduce):
    size = 32 // t.bytes

    def function(a, image, k):
        groups = [[(a[i], on(image, t, i)) for i in range(g * size, (g + 1) * size)] for g in range(8)]
        return ([reduce(group) for group in groups] + [0] * (t.lanes - 8),)
    return function


def vcgadd(t):
    return grouped(t, lambda group: total(t, t, [x if m else 0 for x, m in group]))


def vcgextreme(t, sign):
    return grouped(t, lambda group: extreme(t, sign, [x for x, m in group if m]))


def vcpadd(t):
    def function(a, image, k):
        kept = [x if on(image, t, i) else 0 for i, x in enumerate(a)]
        return ([add(t, kept[2 * i], kept[2 * i + 1]) for i in range(t.lanes // 2)] + [0] * (t.lanes // 2),)
    return function


REDUCTIONS = {"vcadd": vcadd, "vcmax": lambda t: vcextreme(t, 1), "vcmin": lambda t: vcextreme(t, -1),
              "vcgadd": vcgadd, "vcgmax": lambda t: vcgextreme(t, 1), "vcgmin": lambda t: vcgextreme(t, -1),
              "vcpadd": vcpadd}


def reductions(open_file):
    for name, make in REDUCTIONS.items():
        file = open_file(name)
        names = "f16 f32" if name == "vcpadd" else "i8 si8 ui8 i16 ui16 si32 ui32 f16 f32"
        for n, t in enumerate(types(names)):
            out = wider(t) if name == "vcadd" else t
            text = spell(FORMS[n % 3], name, ["%r0"], ["%va", "%m"], [t.vreg, t.pred], [out.vreg], bare=t.vreg)
            label = "reduce-" + label_of(t, "a")
            Case(file, t.name, [("a", t, reduction_lanes(t), label)], [out], make(t), [text], t.granularity,
                 reduction_masks(), count=REGISTERS)


def source(t, role):
    return role, t, lanes_of(t, role), label_of(t, role)


def interleave(a, b):
    z = [x for pair in zip(a, b) for x in pair]
    return z[:len(a)], z[len(a):]


def deinterleave(a, b):
    z = a + b
    return z[0::2], z[1::2]


def squeeze(t):
    def function(a, image, k):
        kept = [x for i, x in enumerate(a) if on(image, t, i)]
        return (kept + [0] * (t.lanes - len(kept)),)
    return function


def unsqueeze(t):
    def function(a, image, k):
        count, out = 0, []
        for i in range(t.lanes):
            out.append(count & t.mask)
            count += on(image, t, i)
        return (out,)
    return function


def rearrangements(open_file):
    for n, t in enumerate(types("si8 ui8 i16 ui16 i32 si32 f16 bf16 f32")):
        form = FORMS[n % 2]
        pair = [source(t, "a"), source(t, "b")]
        two, v = [t.vreg, t.vreg], [t.vreg]
        for name, function in (("vintlv", interleave), ("vdintlv", deinterleave)):
            Case(open_file(name), t.name, pair, [t, t], lambda a, b, m, k, f=function: f(a, b),
                 [spell(form, name, ["%r0", "%r1"], ["%va", "%vb"], two, two)])
            for part, position in (("LOWER", 0), ("HIGHER", 1)):
                Case(open_file(name + "v2"), (t.name + "_" + part).lower(), pair, [t],
                     lambda a, b, m, k, f=function, p=position: (f(a, b)[p],),
                     [spell(form, name + "v2", ["%r0"], ["%va", "%vb", '"%s"' % part], two, v)])
    for n, t in enumerate(types(ALL)):
        text = spell(FORMS[n % 3], "vsqz", ["%r0"], ["%va", "%m"], [t.vreg, t.pred], [t.vreg])
        Case(open_file("vsqz"), t.name, [source(t, "a")], [t], squeeze(t), [text], t.granularity)
        index = TYPES["ui%d" % t.bits] if n % 3 == 0 else TYPES["i%d" % t.bits] if n % 3 == 1 else TYPES["si%d" % t.bits]
        text = spell(FORMS[n % 3], "vselr", ["%r0"], ["%va", "%vb"], [t.vreg, index.vreg], [t.vreg], bare=t.vreg)
        Case(open_file("vselr"), t.name, [source(t, "a"), ("b",) + source(index, "c")[1:]], [t],
             lambda a, b, m, k, t=t: ([a[x % t.lanes] for x in b],), [text])
        for name in ("vperm", "vselrv2"):
            text = spell("canon", name, ["%r0"], ["%va", "%vb"], [t.vreg, index.vreg], [t.vreg])
            Case(open_file(name), t.name, [source(t, "a"), ("b",) + source(index, "c")[1:]], [t],
                 lambda a, b, m, k, t=t: ([a[x % t.lanes] for x in b],), [text])
    for n, t in enumerate(types("i8 ui16 si32 f16 bf16 f32")):
        for label, amount in (("first", 0), ("next", 1), ("middle", t.lanes // 2 + 3), ("last", t.lanes - 1), ("end", t.lanes)):
            text = spell(FORMS[n % 2], "vslide", ["%r0"], ["%va", "%vb", "%amount"], [t.vreg, t.vreg, "i16"], [t.vreg])
            Case(open_file("vslide"), t.name + "_" + label, [source(t, "a"), source(t, "b")], [t],
                 lambda a, b, m, k, s=amount: ((b + a)[s:s + len(a)],),
                 ["%%amount = arith.constant %d : i16" % amount, text])
        Case(open_file("vslide"), t.name + "_moving", [source(t, "a"), source(t, "b")], [t],
             lambda a, b, m, k: ((b + a)[5 * k:5 * k + len(a)],),
             ["%five = arith.constant 5 : i16", "%pass = arith.index_cast %k : index to i16",
              "%amount = arith.muli %pass, %five : i16", text])
    for n, t in enumerate(types("i8 ui8 i16 ui16 si32 ui32 f16 f32")):
        for name, sign in (("vcbmax", 1), ("vcbmin", -1)):
            text = spell("canon", name, ["%r0", "%r1"], ["%va", "%m"], [t.vreg, t.pred], [t.vreg, t.pred])
            label = "reduce-" + label_of(t, "a")
            Case(open_file(name), t.name, [("a", t, reduction_lanes(t), label)], [t, t.granularity], with_mask(t, sign), [text],
                 t.granularity, reduction_masks(), count=4)
    for n, t in enumerate(types("i8 si8 i16 si16 i32 si32")):
        texts = {"canon": "%%r0 = pto.vusqz %%va, %%m : %s, %s -> %s" % (t.vreg, t.pred, t.vreg),
                 "manual": "%%r0 = pto.vusqz %%m : %s -> %s" % (t.pred, t.vreg), "bare": "vusqz %r0, %m"}
        for form, text in texts.items():
            if form == "bare" and t.name.startswith("si"):
                continue
            Case(open_file("vusqz"), t.name + "_" + form, [source(t, "a")], [t], unsqueeze(t), [text], t.granularity)


def packing(open_file):
    for w, u in (("i32", "ui16"), ("si32", "ui16"), ("ui32", "ui16"), ("i16", "ui8"), ("si16", "ui8"), ("ui16", "ui8")):
        t, out = TYPES[w], TYPES[u]
        for part in ("LOWER", "HIGHER"):
            def pack(a, m, k, low=part == "LOWER", out=out):
                half, rest = [x & out.mask for x in a], [0] * len(a)
                return (half + rest if low else rest + half,)
            text = spell(FORMS[part == "HIGHER"], "vpack", ["%r0"], ["%va", '"%s"' % part], [t.vreg], [out.vreg])
            Case(open_file("vpack"), (t.name + "_" + part).lower(), [source(t, "a")], [out], pack, [text])
        text = "%%r0 = pto.vpack %%va, %%vb, %%part : %s, %s, index -> %s" % (t.vreg, t.vreg, out.vreg)
        Case(open_file("vpack"), t.name + "_two", [source(t, "a"), source(t, "b")], [out],
             lambda a, b, m, k, out=out: ([x & out.mask for x in a + b],),
             lambda kernel, text=text: ["%part = arith.constant 0 : index", text])
    for name, signed in (("vsunpack", True), ("vzunpack", False)):
        for n, (s, w) in enumerate((("i8", "i16"), ("ui8", "ui16"), ("i16", "i32"), ("ui16", "ui32"))):
            t, out = TYPES[s], TYPES[w]
            for part in (0, 1):
                def unpack(a, m, k, part=part, signed=signed, t=t, out=out):
                    half = a[part * len(a) // 2:][:len(a) // 2]
                    return ([TYPES["i%d" % t.bits].value(x) & out.mask if signed else x for x in half],)
                texts = ["%%r0 = pto.%s %%va, %%part : %s -> %s" % (name, t.vreg, out.vreg),
                         "%%r0 = pto.%s %%va, %%part : %s, index -> %s" % (name, t.vreg, out.vreg),
                         "%s %%r0, %%va, %%part" % name]
                text = texts[(n + part) % 3]
                Case(open_file(name), "%s_part%d" % (t.name, part), [source(t, "a")], [out], unpack,
                     ["%%part = arith.constant %d : index" % part, text])


def histograms(open_file):
    counts, source_type = TYPES["ui16"], TYPES["ui8"]
    signature = [counts.vreg, source_type.vreg, source_type.pred, "i32"]
    for name, counted in (("chistv2", lambda x, bin: x <= bin), ("dhistv2", lambda x, bin: x == bin)):
        for half in (0, 1):
            def histogram(a, b, m, k, counted=counted, half=half):
                active = [x for i, x in enumerate(b) if on(m, source_type, i)]
                return ([(x + sum(counted(y, 128 * half + i) for y in active)) & 0xFFFF for i, x in enumerate(a)],)
            text = spell(FORMS[half], name, ["%r0"], ["%va", "%vb", "%m", "%bin"], signature, [counts.vreg])
            Case(open_file(name), "bin%d" % half, [source(counts, "a"), source(source_type, "b")], [counts], histogram,
                 lambda kernel, half=half, text=text: ["%%bin = arith.constant %d : i32" % half, text], source_type.granularity)


def materialization(open_file):
    for n, t in enumerate(types(ALL)):
        texts = ["-1.5", "0x%X" % (t.nan | t.sign | 5)] if t.is_float else (["-77", str(t.low)] if t.signed else ["200", str(t.high)])
        for j, text in enumerate(texts):
            bits = parse_scalar(t, text)
            declared = t if t.is_float or (n + j) % 2 else TYPES["i%d" % t.bits]
            given = text if t.is_float else str(declared.value(bits))
            scalars = [("s", declared, given)]
            Case(open_file("vbr"), "%s_%d" % (t.name, j), [], [t], lambda m, k, b=bits, t=t: ([b] * t.lanes,),
                 [spell(FORMS[(n + j) % 2], "vbr", ["%r0"], ["%s"], [declared.name], [t.vreg])], scalars=scalars)
            Case(open_file("vdup"), "%s_scalar%d" % (t.name, j), [], [t],
                 lambda m, k, b=bits, t=t: ([b if on(m, t, i) else 0 for i in range(t.lanes)],),
                 [spell(FORMS[(n + j) % 2], "vdup", ["%r0"], ["%s", "%m"], [declared.name, t.pred], [t.vreg])],
                 t.granularity, scalars=scalars)
        for position, lane in (("LOWEST", 0), ("HIGHEST", t.lanes - 1), ("", 0)):
            attributes = '{position = "%s"}' % position if position else ""
            Case(open_file("vdup"), ("%s_%s" % (t.name, position or "default")).lower(), [source(t, "b")], [t],
                 lambda b, m, k, t=t, lane=lane: ([b[lane] if on(m, t, i) else 0 for i in range(t.lanes)],),
                 [spell(FORMS[n % 2], "vdup", ["%r0"], ["%vb", "%m"], [t.vreg, t.pred], [t.vreg], attributes)],
                 t.granularity)
    for n, t in enumerate(types("i8 si8 ui8 i16 si16 ui16 i32 si32 ui32 f16 f32")):
        starts = ["-3.25", "2040", "65504", "0.1"] if t.is_float else (["-5", str(t.high - 3)] if t.signed else ["3", str(t.high - 3)])
        for j, start in enumerate(starts):
            for order in ("ASC", "DESC", ""):
                step = -1 if order == "DESC" else 1
                bits = parse_scalar(t, start)
                base = t.value(bits)
                declared = t if t.is_float or j else TYPES["i%d" % t.bits]
                given = start if t.is_float else str(declared.value(bits))
                attributes = '{order = "%s"}' % order if order else ""
                Case(open_file("vci"), ("%s_%d_%s" % (t.name, j, order or "default")).lower(), [], [t],
                     lambda m, k, t=t, base=base, step=step: ([t.encode(base + step * i) for i in range(t.lanes)],),
                     [spell("canon", "vci", ["%r0"], ["%s"], [declared.name], [t.vreg], attributes)],
                     scalars=[("s", declared, given)])


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "pto.%s: each type, special values, masks and textual forms." % name)
        return files[name]
    reductions(open_file)
    rearrangements(open_file)
    packing(open_file)
    histograms(open_file)
    materialization(open_file)
    for file in files.values():
        file.write()
