"""Lane-wise operations: one row per operation with its reference function on the bits of a lane."""
import math
from fractions import Fraction
from formats import TYPES, round_integer, types
from kernel import File, spell
from samples import REGISTERS, active, bits_array, image_bytes, lanes_of, masks

INT8_32 = "si8 ui8 i16 ui16 si32 ui32"
INT64 = "i64 ui64"
FLOATS = "f16 bf16 f32"


def add(t, a, b):
    return t.encode(t.value(a) + t.value(b))


def sub(t, a, b):
    return t.encode(t.value(a) - t.value(b))


def product(x, y):
    if math.isnan(x) or math.isnan(y) or math.isinf(x) and y == 0 or math.isinf(y) and x == 0:
        return math.nan
    return x * y


def mul(t, a, b):
    x, y = t.value(a), t.value(b)
    return t.encode(product(x, y) if t.is_float else x * y)


def div(t, a, b):
    x, y = t.value(a), t.value(b)
    if not t.is_float:
        return t.encode((abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1) if y else -1)
    if math.isnan(x) or math.isnan(y):
        return t.nan
    sign = math.copysign(1, x) * math.copysign(1, y)
    if y == 0:
        return t.nan if x == 0 else t.encode(sign * math.inf)
    if math.isinf(x):
        return t.nan if math.isinf(y) else t.encode(sign * math.inf)
    if math.isinf(y) or x == 0:
        return t.encode(math.copysign(0.0, sign))
    return t.encode(Fraction(x) / Fraction(y))


def extremum(sign):
    def function(t, a, b):
        x, y = t.value(a), t.value(b)
        if t.is_float:
            if math.isnan(x) or math.isnan(y):
                return t.nan
            if x == 0 and y == 0:
                return a if (a >> t.bits - 1 == 0) == (sign > 0) else b
        return t.encode(x if sign * x >= sign * y else y)
    return function


vmax, vmin = extremum(1), extremum(-1)


def shl(t, a, b):
    return t.encode(a << b) if b < t.bits else 0


def shr(t, a, b):
    return t.encode(t.value(a) >> min(b, t.bits - 1)) if t.signed or b < t.bits else 0


def fma(t, x, y, z):
    """x * y + z with one rounding, on bits."""
    if not t.is_float:
        return t.encode(x * y + z)
    u, v, w = t.value(x), t.value(y), t.value(z)
    if any(math.isnan(k) for k in (u, v, w)):
        return t.nan
    if any(math.isinf(k) for k in (u, v, w)):
        return t.encode(product(u, v) + w)
    exact = Fraction(u) * Fraction(v) + Fraction(w)
    if exact == 0:
        negative = math.copysign(1, u) * math.copysign(1, v) < 0
        both = (u == 0 or v == 0) and w == 0 and negative == (math.copysign(1, w) < 0)
        return t.encode(-0.0) if both and negative else 0
    return t.encode(exact)


def leaky(t, a, alpha):
    return a if t.value(a) >= 0 else mul(t, a, alpha)


def relu(t, a):
    return vmax(t, a, 0)


def neg(t, a):
    return a ^ t.sign if t.is_float else t.encode(-a)


def absolute(t, a):
    return a & ~t.sign if t.is_float else t.encode(abs(t.value(a)))


def exponential(x):
    if math.isnan(x):
        return math.nan
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def exp(t, a):
    return t.encode(exponential(t.value(a)))


def ln(t, a):
    x = t.value(a)
    if math.isnan(x) or x < 0:
        return t.nan
    return t.encode(-math.inf if x == 0 else math.log(x))


def sqrt(t, a):
    x = t.value(a)
    if math.isnan(x) or x < 0:
        return t.nan
    return a if x == 0 else t.encode(math.sqrt(x))


def reciprocal_root(t, a):
    x = t.value(a)
    if math.isnan(x) or x < 0:
        return t.nan
    if x == 0:
        return t.encode(math.copysign(math.inf, x))
    return 0 if math.isinf(x) else t.encode(1 / math.sqrt(x))


def integral(mode):
    def function(t, a):
        x = t.value(a)
        if math.isnan(x):
            return t.nan
        if math.isinf(x):
            return a
        whole = round_integer(x, mode)
        return a & t.sign if whole == 0 else t.encode(float(whole))
    return function


def compare(mode):
    tests = {"eq": lambda x, y: x == y, "ne": lambda x, y: x != y, "lt": lambda x, y: x < y,
             "le": lambda x, y: x <= y, "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y}
    return lambda t, a, b: int(tests[mode](t.value(a), t.value(b)))


def carry(t, a, b, c=0):
    return a + b + c & t.mask, a + b + c >> t.bits


def borrow(t, a, b, c=0):
    return a - b - c & t.mask, int(a < b + c)


def wide(t, a, b):
    exact = t.value(a) * t.value(b)
    return exact & t.mask, exact >> t.bits & t.mask


class Row:
    """
    One operation.

    name: mnemonic without prefix; operands: V vector, S scalar, H 16-bit shift count, C carry mask; results: V or M;
    keep: the vector operand that an inactive lane keeps; bare: tail of the bare form; tail: tokens behind the mask;
    scalars: scalar texts per type name or for all.
    """

    def __init__(self, name, operands, type_names, function, results="V", keep=None, bare="", tail=(), unmasked=False,
                 scalars=None, file=None, suffix="", options="", tolerance=""):
        self.name, self.operands, self.types, self.function = name, operands, types(type_names), function
        self.results, self.keep, self.bare, self.tail, self.unmasked = results, keep, bare, tail, unmasked
        self.scalars, self.file, self.suffix = scalars or {}, file or name, suffix
        self.options, self.tolerance = options, tolerance


LEAK = {"f16": ["0.1", "-2.5", "0x7E01", "0x7C00"], "f32": ["0.1", "-2.5", "0x7FC00001", "0x7F800000"]}
def scalar_set(t):
    """Scalars for a vector-scalar operation: some number, an extreme one and a NaN or zero."""
    if t.is_float:
        return ["-0.3", "0x%X" % t.max, "0x%X" % (t.nan | t.sign | 1), "0x%X" % t.sign]
    if t.signed:
        return ["-7", str(t.low), str(t.high), "0"]
    return ["7", str(t.high), str(t.high // 2 + 1), "0"]


def parse_scalar(t, text):
    if text.startswith("0x"):
        return int(text, 16)
    return t.encode(float(text)) if t.is_float else t.encode(int(text))


SHIFTS = ["0", "1", "W-1", "W", "-1"]

ROWS = [
    Row("vadd", "VV", INT8_32 + " " + INT64 + " " + FLOATS, add, bare="V"),
    Row("vsub", "VV", "i8 ui8 si16 ui16 i32 ui32 si64 ui64 " + FLOATS, sub, bare="V"),
    Row("vmul", "VV", "i16 ui16 si32 ui32 " + FLOATS, mul, bare="V"),
    Row("vdiv", "VV", "f16 f32 i16 si16 i32 si32", div, bare="V"),
    Row("vmax", "VV", INT8_32 + " " + FLOATS, vmax, bare="V"),
    Row("vmin", "VV", "i8 ui8 si16 ui16 i32 ui32 " + FLOATS, vmin, bare="V"),
    Row("vand", "VV", INT8_32 + " si64 " + FLOATS, lambda t, a, b: a & b, bare="V"),
    Row("vor", "VV", "i8 ui8 si16 ui16 i32 ui32 ui64 " + FLOATS, lambda t, a, b: a | b, bare="V"),
    Row("vxor", "VV", INT8_32 + " i64 " + FLOATS, lambda t, a, b: a ^ b, bare="V"),
    Row("vshl", "VV", "i8 si8 ui8 i16 si16 ui16 i32 si32 ui32", shl, bare="V"),
    Row("vshr", "VV", "i8 si8 ui8 i16 si16 ui16 i32 si32 ui32", shr, bare="V"),
    Row("vaddc", "VV", "i32 si32 ui32", carry, results="VM", bare="V"),
    Row("vsubc", "VV", "i32 si32 ui32", borrow, results="VM", bare="V"),
    Row("vsubc", "VV", "i32 si32 ui32", lambda t, a, b: (a - b & t.mask, int(a >= b)), results="VM", bare="V",
        suffix="_no_borrow", options="--vsubc-polarity no_borrow"),
    Row("vaddcs", "VVC", "i32 si32 ui32", carry, results="VM", bare="V, M"),
    Row("vsubcs", "VVC", "i32 si32 ui32", borrow, results="VM", bare="V, M"),
    Row("vsubcs", "VVC", "i32 si32 ui32", lambda t, a, b, c: (a - b - 1 + c & t.mask, int(a >= b + 1 - c)),
        results="VM", bare="V, M", suffix="_no_borrow", options="--vsubc-polarity no_borrow"),
    Row("vlrelu", "VS", "f16 f32", leaky, bare="V, T", scalars=LEAK),
    Row("vprelu", "VV", "f16 f32", leaky, bare="V"),
    Row("vprelu", "VV", "f16 f32", leaky, bare="V", unmasked=True, suffix="_unmasked"),
    Row("vaddrelu", "VV", "f16 f32", lambda t, a, b: relu(t, add(t, a, b)), bare="V"),
    Row("vaddrelu", "VV", "f16 f32", lambda t, a, b: relu(t, add(t, a, b)), bare="V", unmasked=True,
        suffix="_unmasked"),
    Row("vsubrelu", "VV", "f16 f32", lambda t, a, b: relu(t, sub(t, a, b)), bare="V"),
    Row("vsubrelu", "VV", "f16 f32", lambda t, a, b: relu(t, sub(t, a, b)), bare="V", unmasked=True,
        suffix="_unmasked"),
    Row("vaxpy", "VVS", "f16 f32", lambda t, x, y, s: fma(t, s, x, y), bare="V, T", keep=1),
    Row("vaxpy", "VVS", "f16 f32", lambda t, x, y, s: fma(t, s, x, y), bare="V, T", unmasked=True,
        suffix="_unmasked"),
    Row("vmull", "VV", "i32 si32 ui32", wide, results="VV", bare="V"),
    Row("vmula", "VVV", "i16 ui16 si32 ui32 " + FLOATS, lambda t, c, a, b: fma(t, a, b, c), bare="V", keep=0),
    Row("vmadd", "VVV", FLOATS, lambda t, c, a, b: fma(t, a, c, b), bare="V", keep=0),
    Row("vabs", "V", "i8 si8 ui8 si16 ui16 i32 ui32 f16 f32", absolute),
    Row("vneg", "V", INT8_32 + " " + FLOATS, neg),
    Row("vexp", "V", "f16 f32", exp, tolerance="--tol abs=1,rel=0"),
    Row("vln", "V", "f16 f32", ln, tolerance="--tol abs=1,rel=0"),
    Row("vsqrt", "V", "f16 f32", sqrt),
    Row("vrelu", "V", "i32 si32 f16 f32", relu),
    Row("vnot", "V", INT8_32, lambda t, a: ~a & t.mask),
    Row("vadds", "VS", INT8_32 + " " + FLOATS, add, bare="V, T"),
    Row("vmuls", "VS", "si16 ui16 i32 ui32 " + FLOATS, mul, bare="V, T"),
    Row("vmaxs", "VS", INT8_32 + " " + FLOATS, vmax, bare="V, T"),
    Row("vmins", "VS", "i8 ui8 si16 ui16 i32 ui32 " + FLOATS, vmin, bare="V, T"),
    Row("vshls", "VH", "i8 ui8 si16 ui16 i32 si32 ui32", shl, bare="V, i16"),
    Row("vshrs", "VH", "i8 si8 ui8 i16 si16 ui16 i32 si32 ui32", shr, bare="V, i16"),
    Row("vsel", "VV", INT8_32 + " si64 " + FLOATS, lambda t, a, b: a, bare="V", keep=1),
]
ROWS += [
    Row("vsubs", "VS", INT8_32 + " " + FLOATS, sub, bare="V, T"),
    Row("vands", "VS", INT8_32, lambda t, a, b: a & b, bare="V, T"),
    Row("vors", "VS", INT8_32, lambda t, a, b: a | b, bare="V, T"),
    Row("vxors", "VS", INT8_32, lambda t, a, b: a ^ b, bare="V, T"),
    Row("vrec", "V", "f16 f32", lambda t, a: div(t, t.bias << t.mantissa, a), tolerance="--tol abs=1,rel=0"),
    Row("vrsqrt", "V", "f16 f32", reciprocal_root, tolerance="--tol abs=1,rel=0"),
    Row("vbcnt", "V", INT8_32, lambda t, a: bin(a).count("1")),
    Row("vmov", "V", INT8_32 + " si64 " + FLOATS, lambda t, a: a),
    Row("vmov", "V", INT8_32 + " " + FLOATS, lambda t, a: a, unmasked=True, suffix="_unmasked"),
]
for token in ("R", "A", "F", "C", "Z"):
    ROWS.append(Row("vtrc", "V", FLOATS, integral(token), tail=('"%s"' % token,), suffix="_" + token))
ROWS.append(Row("vtrc", "V", FLOATS, integral("Z"), tail=('"ROUND_Z"',), suffix="_long"))
ROWS.append(Row("vtrc", "V", FLOATS, integral("F"), tail=("F",), suffix="_word"))
ROWS.append(Row("vtrc", "V", FLOATS, integral("C"), tail=('"ROUND_C"',), suffix="_unmasked", unmasked=True))
for token in ("eq", "ne", "lt", "le", "gt", "ge"):
    ROWS.append(Row("vcmp", "VV", INT8_32 + " " + FLOATS, compare(token), results="M", tail=('"%s"' % token,),
                    suffix="_" + token, bare="V"))
    ROWS.append(Row("vcmps", "VS", INT8_32 + " " + FLOATS, compare(token), results="M", tail=('"%s"' % token,),
                    suffix="_" + token, bare="V, T"))

FORMS = ("canon", "paren", "bare")


def label_of(t, role):
    """Signed spellings of a width share their data."""
    return "int%d-%s" % (t.bits, role) if t.kind == "s" else "%s-%s" % (t.name, role)


def scalar_texts(row, t, form):
    """The scalar type, its declared type and the texts of the scalars."""
    if "H" in row.operands:
        texts = [str(t.bits - 1) if x == "W-1" else str(t.bits) if x == "W" else x for x in SHIFTS]
        return TYPES["i16"], texts
    texts = row.scalars.get(t.name) or scalar_set(t)
    if t.is_float or t.kind == "u" and form != "paren":
        return t, texts
    signless = TYPES["i%d" % t.bits]
    return signless, [str(signless.value(int(x))) for x in texts]


def evaluate(row, t, sources, scalar_of, images):
    """Per result and register the values of the lanes."""
    results = [[[] for _ in range(REGISTERS)] for _ in row.results]
    for k in range(REGISTERS):
        for lane in range(t.lanes):
            arguments = []
            for kind, source in zip(row.operands, sources):
                if kind == "V":
                    arguments.append(int(source[k * t.lanes + lane]))
                else:
                    arguments.append(active(source[k], t, lane) if kind == "C" else scalar_of(k))
            if row.unmasked or active(images[k], t, lane):
                value = row.function(t, *arguments)
                values = value if isinstance(value, tuple) else (value,)
            else:
                values = (arguments[row.keep],) if row.keep is not None else (0,) * len(row.results)
            for result, value in zip(results, values):
                result[k].append(value)
    return results


def result_bits(t, kind, registers):
    if kind == "V":
        return t, bits_array([v for register in registers for v in register], t.bits)
    images = [sum(v << lane * t.bytes for lane, v in enumerate(register)) for register in registers]
    return TYPES["ui8"], image_bytes(images)


def emit(file, row, t, form):
    kernel = file.kernel((t.name + row.suffix).lower())
    images = masks()
    sources, operands, signature, loads, scalars = [], [], [], [], []
    roles = iter("abc" if row.operands.count("V") > 1 else "b")
    for kind in row.operands:
        if kind == "V":
            role = next(roles)
            bits = lanes_of(t, role)
            pointer = kernel.input(role, t, bits, label_of(t, role))
            loads.append("%%v%s = pto.vlds %s[%%i] : !pto.ptr<%s, ub> -> %s" % (role, pointer, t.name, t.vreg))
            operands.append("%v" + role)
            signature.append(t.vreg)
            sources.append(bits)
        elif kind == "C":
            carries = images[3:] + images[:3]
            kernel.input("carries", TYPES["ui8"], image_bytes(carries), "carries")
            loads.append("%%cin = pto.plds %%carries[%%at], \"NORM\" : !pto.ptr<ui8, ub>, index -> %s" % t.pred)
            operands.append("%cin")
            signature.append(t.pred)
            sources.append(carries)
        else:
            scalar_type, texts = scalar_texts(row, t, form)
            scalars = [parse_scalar(scalar_type, text) & scalar_type.mask for text in texts]
            for j, text in enumerate(texts):
                kernel.scalar("s%d" % j, scalar_type, text)
            operands.append("%s0")
            signature.append(scalar_type.name)
            sources.append(None)
    if not row.unmasked:
        kernel.input("masks", TYPES["ui8"], image_bytes(images), "masks")
        loads.append("%%m = pto.plds %%masks[%%at], \"NORM\" : !pto.ptr<ui8, ub>, index -> %s" % t.pred)
        operands.append("%m")
        signature.append(t.pred)
    operands += row.tail
    names = ["%%r%d" % i for i in range(len(row.results))]
    result_types = [t.vreg if r == "V" else t.pred for r in row.results]
    scalar_name = signature[max(row.operands.find("S"), 0)]
    bare = row.bare.replace("V", t.vreg).replace("M", t.pred).replace("T", scalar_name)
    results = evaluate(row, t, sources, lambda k: scalars[k % len(scalars)], images)
    stores = []
    for position, kind in enumerate(row.results):
        u, bits = result_bits(t, kind, results[position])
        label = "%s-%s%s" % (file.name, kernel.name, "-second" if position else "")
        pointer = kernel.output("o%d" % position, u, bits, label)
        if kind == "V":
            stores.append("pto.vsts %s, %s[%%i], %%all : %s, !pto.ptr<%s, ub>, %s" % (
                names[position], pointer, t.vreg, t.name, t.pred))
        else:
            stores.append('pto.psts %s, %s[%%at], "NORM" : %s, !pto.ptr<ui8, ub>, index' % (
                names[position], pointer, t.pred))
    total, step, image_step = kernel.index(REGISTERS), kernel.index(t.lanes), kernel.index(32)
    kernel.body.append('%%all = pto.pset_%s "PAT_ALL" : %s' % (t.granularity, t.pred))
    # With several scalars each has a loop of its own: scalar j works on the registers j, j + n, ...
    for j in range(max(1, len(scalars))):
        used = [("%%s%d" % j if x == "%s0" else x) for x in operands]
        kernel.body.append("scf.for %%k = %s to %s step %s {" % (
            kernel.index(j), total, kernel.index(max(1, len(scalars)))))
        kernel.body.append("  %%i = arith.muli %%k, %s : index" % step)
        kernel.body.append("  %%at = arith.muli %%k, %s : index" % image_step)
        kernel.body += ["  " + line for line in loads]
        kernel.body.append("  " + spell(form, row.name, names, used, signature, result_types, bare=bare))
        kernel.body += ["  " + line for line in stores] + ["}"]
    kernel.finish(" ".join(x for x in (row.options, row.tolerance) if x))


def generate(directory):
    files = {}
    forms = {}
    for row in ROWS:
        if row.file not in files:
            files[row.file] = File(directory, row.file, "pto.%s: each type, special values, masks and textual forms." % row.file)
        for t in row.types:
            n = forms.get(row.file, 0)
            forms[row.file] = n + 1
            emit(files[row.file], row, t, FORMS[n % 3])
    for file in files.values():
        file.write()
