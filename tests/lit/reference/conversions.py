"""Conversions: every legal pair with every rounding, saturation and part, and the fused operations that convert."""
import math
from formats import MODES, TYPES, round_integer, types
from kernel import File
from lanewise import add, exponential, label_of, product, relu, vmax
from registers import Case, on
from samples import edges, lanes_of

ALL_MODES = "RAFCZO"
# source, destination, rounding modes, saturation, parts: - none, p EVEN and ODD, 4 P0 to P3
PAIRS = [
    ("f32", "f16", ALL_MODES, True, "p"), ("f32", "bf16", ALL_MODES, True, "p"), ("f32", "si16", ALL_MODES, True, "p"),
    ("f32", "si64", ALL_MODES, True, "p"), ("f32", "si32", ALL_MODES, True, "-"),
    ("f32", "f8E4M3FN", "RAZ", True, "4"), ("f32", "f8E5M2", "RAZ", True, "4"),
    ("f16", "f32", "", False, "p"), ("f16", "si32", ALL_MODES, False, "p"), ("f16", "si16", ALL_MODES, True, "-"),
    ("f16", "si8", ALL_MODES, True, "p"), ("f16", "ui8", ALL_MODES, True, "p"),
    ("f16", "f8E4M3FN", "RAFZC", True, "p"), ("f16", "f8E5M2", "RAFZC", True, "p"),
    ("bf16", "f32", "", False, "p"), ("bf16", "f16", ALL_MODES, True, "-"), ("bf16", "si32", ALL_MODES, True, "p"),
    ("bf16", "f8E4M3FN", "RAFZC", True, "p"), ("bf16", "f8E5M2", "RAFZC", True, "p"),
    ("ui8", "f16", "", False, "p"), ("ui8", "ui16", "", False, "p"), ("ui8", "ui32", "", False, "4"),
    ("si8", "f16", "", False, "p"), ("si8", "si16", "", False, "p"), ("si8", "si32", "", False, "4"),
    ("ui16", "ui8", "", True, "p"), ("ui16", "ui32", "", False, "p"),
    ("si16", "f16", ALL_MODES, False, "-"), ("si16", "f32", "", False, "p"), ("si16", "ui8", "", True, "p"),
    ("si16", "ui32", "", False, "p"), ("si16", "si32", "", False, "p"),
    ("ui32", "ui8", "", True, "4"), ("ui32", "ui16", "", True, "p"), ("ui32", "si16", "", True, "p"),
    ("si32", "f32", ALL_MODES, False, "-"), ("si32", "ui8", "", True, "4"), ("si32", "ui16", "", True, "p"),
    ("si32", "si16", "", True, "p"), ("si32", "si64", "", False, "p"),
    ("si64", "f32", ALL_MODES, False, "p"), ("si64", "si32", "", True, "p"),
    ("f8E4M3FN", "f32", "", False, "4"), ("f8E5M2", "f32", "", False, "4"),
    # signless spellings count as signed
    ("f32", "i16", "R", True, "p"), ("f16", "i8", "Z", True, "p"), ("i32", "f32", "R", False, "-"),
    ("i16", "f16", "A", False, "-"), ("i8", "i32", "", False, "4"), ("i64", "i32", "", True, "p"),
]
PARTS = {"-": [""], "p": ["EVEN", "ODD"], "4": ["P0", "P1", "P2", "P3"]}
LONG = {"R": "ROUND_R", "A": "ROUND_A", "F": "ROUND_F", "C": "ROUND_C", "Z": "ROUND_Z", "O": "ROUND_O", True: "RS_ENABLE",
        False: "RS_DISABLE"}


def convert(s, d, bits, mode, saturate):
    x = s.value(bits)
    if not s.is_float:
        if d.is_float:
            return d.encode(x, mode or "R") if x else 0
        return d.encode(d.clamp(x) if saturate else x)
    if d.is_float:
        return d.encode(x, mode or "R", bool(saturate))
    if math.isnan(x):
        return 0
    between = d if saturate else TYPES["si64" if d.bits == 64 else "si32"]
    if math.isinf(x):
        return d.encode(between.high if x > 0 else between.low)
    return d.encode(between.clamp(round_integer(x, mode)))


def place(s, d, a, image, part, masked, mode, saturate):
    """One vcvt of a register."""
    n = PARTS["p"].index(part) if part in PARTS["p"] else PARTS["4"].index(part) if part else 0
    conv = [convert(s, d, x, mode, saturate) if not masked or on(image, s, i) else 0 for i, x in enumerate(a)]
    if d.lanes <= s.lanes:
        return conv[n::s.lanes // d.lanes]
    out = [0] * d.lanes
    out[n::d.lanes // s.lanes] = conv
    return out


def attributes(mode, saturate, part, long):
    words = []
    if mode:
        words.append('round_mode = "%s"' % LONG[mode] if long else 'rnd = "%s"' % mode)
    if saturate is not None:
        words.append('sat = "%s"' % (LONG[saturate] if long else "SAT" if saturate else "NOSAT"))
    if part:
        words.append('part = "%s"' % ("PART_" + part if long else part))
    if long:
        words.reverse()
    return " {" + ", ".join(words) + "}" if words else ""


def vcvt(open_file):
    for n, (source, destination, modes, sat, part_kind) in enumerate(PAIRS):
        s, d = TYPES[source], TYPES[destination]
        bits = lanes_of(s, "b") if s.bits == 8 and not s.is_float else edges(s)
        label = label_of(s, "b" if s.bits == 8 and not s.is_float else "edges")
        file = open_file("vcvt_" + source)
        for mode in modes or [""]:
            for saturate in ((True, False) if sat else (None,)):
                texts, results = [], []
                long = len(PARTS[part_kind]) < 4 and (n + MODES.index(mode or "R")) % 3 == 1
                masked = not (long and saturate is not True)
                for i, part in enumerate(PARTS[part_kind]):
                    text = "%%r%d = pto.vcvt %%va%s%s : %s%s -> %s" % (
                        i, ", %m" if masked else "", attributes(mode, saturate, part, long), s.vreg,
                        ", " + s.pred if masked else "", d.vreg)
                    texts.append(text)
                    results.append(d)
                name = "_".join(x for x in (destination, mode, "" if saturate is None else "sat" if saturate else "nosat")
                                if x).lower()
                Case(file, name, [("a", s, bits, label)], results,
                     lambda a, m, k, s=s, d=d, mode=mode, saturate=saturate, masked=masked, parts=PARTS[part_kind]: tuple(
                         place(s, d, a, m, part, masked, mode, saturate) for part in parts),
                     texts, s.granularity if masked else "")


def expdif(t, x, y):
    """exp of the difference that is rounded to f32, rounded to f32."""
    f32 = TYPES["f32"]
    d = f32.value(f32.encode(t.value(x) - t.value(y)))
    return f32.encode(exponential(d))


def vexpdif(open_file):
    file = open_file("vexpdif")
    f32 = TYPES["f32"]
    for t in types("f16 f32"):
        sources = [("a", t, lanes_of(t, "a"), label_of(t, "a")), ("c", t, lanes_of(t, "c"), label_of(t, "c"))]
        v = t.vreg

        def plain(a, c, m, k, t=t):
            return ([t.encode(f32.value(expdif(t, x, y))) for x, y in zip(a, c)],)
        texts = {"plain": "%%r0 = pto.vexpdif %%va, %%vc : %s, %s -> %s" % (v, v, v),
                 "alias": "%%r0 = pto.vexpdiff %%va, %%vc : %s, %s -> %s" % (v, v, v),
                 "paren": "%%r0 = pto.vexpdif %%va, %%vc : (%s, %s) -> %s" % (v, v, v),
                 "bare": "vexpdif %r0, %va, %vc"}
        for name, text in texts.items():
            Case(file, t.name + "_" + name, sources, [t], plain, [text], extra="--tol abs=1,rel=0")
        for part, p in (("EVEN", 0), ("ODD", 1)):
            for mnemonic in ("vexpdif", "vexpdiff"):
                def widened(a, c, m, k, t=t, p=p):
                    pick = range(64) if t.bits == 32 else range(p, 128, 2)
                    return ([expdif(t, a[j], c[j]) if on(m, t, j) else 0 for j in pick],)
                text = '%%r0 = pto.%s %%va, %%vc, %%m, "%s" : %s, %s, %s -> %s' % (mnemonic, part, v, v, t.pred, f32.vreg)
                Case(file, "%s_%s_%s" % (t.name, mnemonic, part.lower()), sources, [f32], widened, [text], t.granularity,
                     extra="--tol abs=1,rel=0")


def fused_sum(s, d):
    """Sum, maximum with zero, conversion of vaddreluconv."""
    def function(x, y):
        if not s.is_float:
            return d.clamp(max(s.value(x) + s.value(y), 0))
        work = TYPES["f32"] if d.bits == 32 else s
        r = relu(work, work.encode(s.value(x) + s.value(y)))
        return r if d.bits == work.bits else convert(work, d, r, "R", True)
    return function


def fused_product(s, d):
    def function(x, y):
        exact = product(s.value(x), s.value(y))
        if math.isnan(exact):
            return 0
        return d.encode(d.clamp(round_integer(exact, "R"))) if math.isfinite(exact) else d.encode(
            d.high if exact > 0 else d.low)
    return function


def fused(open_file):
    rows = [("vaddreluconv", fused_sum, (("f32", "f16"), ("f16", "i8"), ("i16", "i8"), ("f16", "f32"))),
            ("vmulconv", fused_product, (("f16", "i8"), ("f16", "ui8")))]
    for name, make, pairs in rows:
        for source, destination in pairs:
            s, d = TYPES[source], TYPES[destination]
            function = make(s, d)
            lanes = min(s.lanes, d.lanes)
            sources = [("a", s, lanes_of(s, "a"), label_of(s, "a")), ("b", s, lanes_of(s, "b"), label_of(s, "b"))]
            if s.is_float:
                sources[1] = ("b", s, edges(s), label_of(s, "edges"))
            v, m = s.vreg, s.pred
            for masked in (False, True):
                def apply(a, b, image, k, function=function, masked=masked, lanes=lanes, s=s, d=d):
                    low = [function(x, y) if not masked or on(image, s, i) else 0
                           for i, (x, y) in enumerate(zip(a, b))][:lanes]
                    return (low + [0] * (d.lanes - lanes),)
                operands, types_ = ("%va, %vb, %m", "%s, %s, %s" % (v, v, m)) if masked else ("%va, %vb", "%s, %s" % (v, v))
                shapes = {"": d.vreg, "_short": "!pto.vreg<%dx%s>" % (s.lanes, d.name)}
                for suffix, result in shapes.items():
                    if suffix and result == d.vreg:
                        continue
                    for form in ("canon", "paren"):
                        signature = types_ if form == "canon" else "(%s)" % types_
                        text = "%%r0 = pto.%s %s : %s -> %s" % (name, operands, signature, result)
                        kernel = "%s_%s_%s%s%s" % (source, destination, form, "_masked" if masked else "", suffix)
                        if suffix and s.lanes > d.lanes:
                            continue
                        case_short(open_file(name), kernel, sources, d, apply, text, m, masked, suffix, s.lanes, result)


def case_short(file, name, sources, d, apply, text, mask, masked, suffix, lanes, result):
    """A fused conversion; the short result type is stored with its own type, and only its lanes are compared."""
    if not suffix:
        Case(file, name, sources, [d], apply, [text], mask.split("<")[1][:-1] if masked else "")
        return
    case = ShortCase(file, name, sources, d, apply, text, mask, masked, lanes, result)
    assert case.kernel


class ShortCase:
    """Stores a short register type to consecutive rows."""

    def __init__(self, file, name, sources, d, apply, text, mask, masked, lanes, result):
        from samples import bits_array, few_masks, image_bytes
        kernel = file.kernel(name)
        self.kernel = kernel
        s = sources[0][1]
        loads = []
        for role, t, bits, label in sources:
            pointer = kernel.input(role, t, bits, label)
            loads.append("%%v%s = pto.vlds %s[%%i] : !pto.ptr<%s, ub> -> %s" % (role, pointer, t.name, t.vreg))
        if masked:
            kernel.input("masks", TYPES["ui8"], image_bytes(few_masks()), "masks-few")
            loads.append('%%m = pto.plds %%masks[%%at], "NORM" : !pto.ptr<ui8, ub>, index -> %s' % mask)
        values = []
        for k in range(4):
            rows = [[int(x) for x in bits[k * t.lanes:(k + 1) * t.lanes]] for _, t, bits, _ in sources]
            values += apply(*rows, few_masks()[k], k)[0][:lanes]
        pointer = kernel.output("o0", d, bits_array(values, d.bits), file.name + "-" + name)
        body = kernel.body
        body.append('%%all = pto.pset_%s "PAT_ALL" : %s' % (d.granularity, d.pred))
        body.append("scf.for %%k = %s to %s step %s {" % (kernel.index(0), kernel.index(4), kernel.index(1)))
        body.append("  %%i = arith.muli %%k, %s : index" % kernel.index(lanes))
        body.append("  %%at = arith.muli %%k, %s : index" % kernel.index(32))
        body += ["  " + line for line in loads + [text]]
        body.append("  pto.vsts %%r0, %s[%%i], %%all : %s, !pto.ptr<%s, ub>, %s" % (pointer, result, d.name, d.pred))
        body.append("}")
        kernel.finish()


def vmulscvt(open_file):
    """Product, rounded to f32, then to f16 with ties away."""
    file = open_file("vmulscvt")
    f32, f16 = TYPES["f32"], TYPES["f16"]
    for part, p in (("EVEN", 0), ("ODD", 1)):
        for n, scalar in enumerate(("1.0", "-0.37", "4096.0")):
            def scaled(a, m, k, p=p, s=f32.encode(float(scalar))):
                out = [0] * 128
                out[p::2] = [f16.encode(f32.value(f32.encode(product(f32.value(x), f32.value(s)))), "A") if on(m, f32, i) else 0 for i, x in enumerate(a)]
                return (out,)
            text = '%%r0 = pto.vmulscvt %%va, %%s, %%m, "A", "%s" : %s, f32, %s -> %s' % (part, f32.vreg, f32.pred, f16.vreg)
            Case(file, "%s_%d" % (part.lower(), n), [("a", f32, edges(f32), label_of(f32, "edges"))], [f16], scaled, [text], "b32",
                 scalars=[("s", f32, scalar)])


def vbitcast(open_file):
    file = open_file("vbitcast")
    for s, d in (("f32", "i32"), ("ui8", "f16"), ("i64", "bf16"), ("f16", "ui32"), ("f32", "si8"), ("i16", "ui64")):
        s, d = TYPES[s], TYPES[d]

        def same(a, m, k, s=s, d=d):
            image = sum(x << s.bits * i for i, x in enumerate(a))
            return ([image >> d.bits * i & d.mask for i in range(d.lanes)],)
        Case(file, s.name + "_" + d.name, [("a", s, lanes_of(s, "b"), label_of(s, "b"))], [d], same,
             ["%%r0 = pto.vbitcast %%va : %s -> %s" % (s.vreg, d.vreg)])


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "pto.%s: each pair, rounding, saturation and part." % name.split("_")[0])
        return files[name]
    vcvt(open_file)
    vexpdif(open_file)
    fused(open_file)
    vbitcast(open_file)
    vmulscvt(open_file)
    for file in files.values():
        file.write()
