"""Scalar arithmetic: every arith operation on every type, in a loop over pairs of values in global memory."""
import math
import random
from fractions import Fraction
from formats import TYPES, round_integer
from kernel import File, stored
from lanewise import add, div, mul, sub
from samples import bits_array, float_specials, int_specials, near_tie

COUNT = 320


def unsigned(t, x):
    return x & t.mask


def quotient(rounding):
    def function(t, a, b):
        exact = Fraction(t.value(a), t.value(b))
        return t.encode({"zero": math.trunc, "up": math.ceil, "down": math.floor}[rounding](exact))
    return function


def remainder(t, a, b):
    x, y = t.value(a), t.value(b)
    return t.encode(x - y * math.trunc(Fraction(x, y)))


def pick(best, signed):
    return lambda t, a, b: t.encode(best(t.value(a), t.value(b))) if signed else best(a, b)


INTEGERS = {
    "addi": lambda t, a, b: t.encode(a + b), "subi": lambda t, a, b: t.encode(a - b), "muli": lambda t, a, b: t.encode(a * b),
    "divsi": quotient("zero"), "remsi": remainder, "divui": lambda t, a, b: a // b, "remui": lambda t, a, b: a % b,
    "ceildivsi": quotient("up"), "floordivsi": quotient("down"), "ceildivui": lambda t, a, b: -(-a // b),
    "andi": lambda t, a, b: a & b, "ori": lambda t, a, b: a | b, "xori": lambda t, a, b: a ^ b,
    "shli": lambda t, a, b: t.encode(a << b), "shrui": lambda t, a, b: a >> b, "shrsi": lambda t, a, b: t.encode(t.value(a) >> b),
    "minsi": pick(min, True), "maxsi": pick(max, True), "minui": pick(min, False), "maxui": pick(max, False),
}
INTEGER_TESTS = {"eq": lambda t, a, b: a == b, "ne": lambda t, a, b: a != b, "ult": lambda t, a, b: a < b, "ule": lambda t, a, b: a <= b,
                 "ugt": lambda t, a, b: a > b, "uge": lambda t, a, b: a >= b,
                 "slt": lambda t, a, b: t.value(a) < t.value(b), "sle": lambda t, a, b: t.value(a) <= t.value(b),
                 "sgt": lambda t, a, b: t.value(a) > t.value(b), "sge": lambda t, a, b: t.value(a) >= t.value(b)}


def extremum(sign, ignores):
    def function(t, a, b):
        x, y = t.value(a), t.value(b)
        if math.isnan(x) or math.isnan(y):
            if not ignores or math.isnan(x) and math.isnan(y):
                return t.nan
            return t.encode(y if math.isnan(x) else x)
        if x == 0 and y == 0:
            return a if (a < b) == (sign > 0) else b
        return a if sign * x >= sign * y else b
    return function


FLOATS = {"addf": add, "subf": sub, "mulf": mul, "divf": div, "maximumf": extremum(1, False), "minimumf": extremum(-1, False),
          "maxnumf": extremum(1, True), "minnumf": extremum(-1, True)}


def float_tests():
    tests = {"eq": lambda x, y: x == y, "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y, "lt": lambda x, y: x < y,
             "le": lambda x, y: x <= y, "ne": lambda x, y: x != y}
    out = {"ord": lambda x, y: not (math.isnan(x) or math.isnan(y)), "uno": lambda x, y: math.isnan(x) or math.isnan(y),
           "true": lambda x, y: True, "false": lambda x, y: False}
    for name, f in tests.items():
        out["o" + name] = lambda x, y, f=f: not (math.isnan(x) or math.isnan(y)) and f(x, y)
        out["u" + name] = lambda x, y, f=f: math.isnan(x) or math.isnan(y) or f(x, y)
    return out


def pairs(t, kind):
    rng = random.Random("scalar %s %s" % (t.name, kind))
    special = float_specials(t) if t.is_float else int_specials(t)
    out = [(a, b) for a in special for b in special]
    while len(out) < COUNT:
        out.append(tuple(near_tie(t, rng) if t.is_float else rng.getrandbits(rng.randint(1, t.bits)) for _ in "ab"))
    if kind == "divide":
        out = [(a, b if b and (a, b) != (1 << t.bits - 1, t.mask) else 3) for a, b in out]
    if kind == "shift":
        out = [(a, b % t.bits) for a, b in out]
    return out[:COUNT]


def kernel_of(file, name, t, data, label, result, expected, lines):
    """%x and %y are loaded, %z is stored."""
    kernel = file.kernel(name)
    a, b = (bits_array(column, t.bits) for column in zip(*data))
    plain = result.unsigned if result.is_float else result
    kernel.parameters = ["%%a: !pto.ptr<%s, gm>" % t.name, "%%b: !pto.ptr<%s, gm>" % t.name, "%%raw: !pto.ptr<%s, gm>" % plain.name]
    out = bits_array(expected, result.bits)
    kernel.arguments = ["--arg " + file.data("scalar-%s-a" % label, stored(t, a)), "--arg " + file.data("scalar-%s-b" % label, stored(t, b)),
                        "--arg zeros:%s:%d" % (plain.name, len(expected))]
    kernel.expected = ["--expect 2=" + file.data("%s-%s" % (file.name, name), stored(plain, out))]
    kernel.before = ["%%out = pto.castptr %%raw : !pto.ptr<%s, gm> -> !pto.ptr<%s, gm>" % (plain.name, result.name),
                     "scf.for %%i = %s to %s step %s {" % (kernel.index(0), kernel.index(len(expected)), kernel.index(1)),
                     "  %%x = pto.load_scalar %%a[%%i] : !pto.ptr<%s, gm> -> %s" % (t.name, t.name),
                     "  %%y = pto.load_scalar %%b[%%i] : !pto.ptr<%s, gm> -> %s" % (t.name, t.name)]
    kernel.before += ["  " + line for line in lines]
    kernel.before += ["  pto.store_scalar %%z, %%out[%%i] : !pto.ptr<%s, gm>, %s" % (result.name, result.name), "}"]
    kernel.finish()


def integers(open_file):
    for name, function in INTEGERS.items():
        kind = "shift" if name.startswith("sh") else "divide" if "div" in name or "rem" in name else "plain"
        for t in (TYPES[x] for x in ("i8", "i16", "i32", "i64")):
            data = pairs(t, kind)
            kernel_of(open_file("arith_integers"), "%s_%s" % (name, t.name), t, data, "%s-%s" % (t.name, kind), t,
                      [function(t, a, b) for a, b in data], ["%%z = arith.%s %%x, %%y : %s" % (name, t.name)])
    for name, test in INTEGER_TESTS.items():
        for t in (TYPES[x] for x in ("i8", "i16", "i32", "i64")):
            data = pairs(t, "plain")
            kernel_of(open_file("arith_compare"), "cmpi_%s_%s" % (name, t.name), t, data, "%s-plain" % t.name, t,
                      [a if test(t, a, b) else b for a, b in data],
                      ["%%c = arith.cmpi %s, %%x, %%y : %s" % (name, t.name), "%%z = arith.select %%c, %%x, %%y : %s" % t.name])
    i1 = TYPES["i8"]
    data = pairs(i1, "plain")
    kernel_of(open_file("arith_compare"), "extui_i1", i1, data, "i8-plain", TYPES["i32"], [int(a < b) for a, b in data],
              ["%c = arith.cmpi ult, %x, %y : i8", "%z = arith.extui %c : i1 to i32"])
    kernel_of(open_file("arith_compare"), "extsi_i1", i1, data, "i8-plain", TYPES["i32"], [0xFFFFFFFF * (a < b) for a, b in data],
              ["%c = arith.cmpi ult, %x, %y : i8", "%z = arith.extsi %c : i1 to i32"])
    kernel_of(open_file("arith_compare"), "logic_i1", i1, data, "i8-plain", TYPES["i32"],
              [int((a < b) != (i1.value(a) < i1.value(b)) or a == b) for a, b in data],
              ["%c = arith.cmpi ult, %x, %y : i8", "%d = arith.cmpi slt, %x, %y : i8", "%e = arith.xori %c, %d : i1",
               "%f = arith.cmpi eq, %x, %y : i8", "%g = arith.ori %e, %f : i1", "%z = arith.extui %g : i1 to i32"])


def floats(open_file):
    for t in (TYPES[x] for x in ("f16", "bf16", "f32")):
        data = pairs(t, "plain")
        for name, function in FLOATS.items():
            kernel_of(open_file("arith_floats"), "%s_%s" % (name, t.name), t, data, t.name + "-plain", t,
                      [function(t, a, b) for a, b in data], ["%%z = arith.%s %%x, %%y : %s" % (name, t.name)])
        kernel_of(open_file("arith_floats"), "negf_" + t.name, t, data, t.name + "-plain", t, [a ^ t.sign for a, b in data],
                  ["%%z = arith.negf %%x : %s" % t.name])
        for name, test in float_tests().items():
            kernel_of(open_file("arith_compare"), "cmpf_%s_%s" % (name, t.name), t, data, t.name + "-plain", TYPES["i32"],
                      [int(test(t.value(a), t.value(b))) for a, b in data],
                      ["%%c = arith.cmpf %s, %%x, %%y : %s" % (name, t.name), "%z = arith.extui %c : i1 to i32"])


def casts(open_file):
    file = open_file("arith_casts")
    ints = [TYPES[x] for x in ("i8", "i16", "i32", "i64")]
    for s in ints:
        data = pairs(s, "plain")
        label = s.name + "-plain"
        for d in ints:
            if d.bits > s.bits:
                kernel_of(file, "extsi_%s_%s" % (s, d), s, data, label, d, [d.encode(s.value(a)) for a, b in data],
                          ["%%z = arith.extsi %%x : %s to %s" % (s, d)])
                kernel_of(file, "extui_%s_%s" % (s, d), s, data, label, d, [a for a, b in data],
                          ["%%z = arith.extui %%x : %s to %s" % (s, d)])
            if d.bits < s.bits:
                kernel_of(file, "trunci_%s_%s" % (s, d), s, data, label, d, [a & d.mask for a, b in data],
                          ["%%z = arith.trunci %%x : %s to %s" % (s, d)])
        for word, value in (("index_cast", lambda t, a: t.value(a)), ("index_castui", lambda t, a: a)):
            kernel_of(file, "%s_%s" % (word, s), s, data, label, TYPES["i64"], [TYPES["i64"].encode(value(s, a)) for a, b in data],
                      ["%%w = arith.%s %%x : %s to index" % (word, s), "%%z = arith.%s %%w : index to i64" % word])
            kernel_of(file, "%s_back_%s" % (word, s), s, data, label, s, [a for a, b in data],
                      ["%%w = arith.%s %%x : %s to index" % (word, s), "%%z = arith.%s %%w : index to %s" % (word, s)])
        for d in (TYPES[x] for x in ("f16", "bf16", "f32")):
            kernel_of(file, "sitofp_%s_%s" % (s, d), s, data, label, d, [d.encode(s.value(a)) for a, b in data],
                      ["%%z = arith.sitofp %%x : %s to %s" % (s, d)])
            kernel_of(file, "uitofp_%s_%s" % (s, d), s, data, label, d, [d.encode(a) for a, b in data],
                      ["%%z = arith.uitofp %%x : %s to %s" % (s, d)])
    for s in (TYPES[x] for x in ("f16", "bf16", "f32")):
        data = pairs(s, "plain")
        label = s.name + "-plain"
        for d in ints:
            u = d.unsigned
            for word, t in (("fptosi", d), ("fptoui", u)):
                def convert(a, s=s, t=t):
                    x = s.value(a)
                    if math.isnan(x):
                        return 0
                    return t.encode(t.clamp(round_integer(x, "Z")) if math.isfinite(x) else t.high if x > 0 else t.low)
                kernel_of(file, "%s_%s_%s" % (word, s, d), s, data, label, d, [convert(a) for a, b in data],
                          ["%%z = arith.%s %%x : %s to %s" % (word, s, d)])
        for d in (TYPES[x] for x in ("f16", "bf16", "f32")):
            if d.bits > s.bits:
                kernel_of(file, "extf_%s_%s" % (s, d), s, data, label, d, [d.encode(s.value(a)) for a, b in data],
                          ["%%z = arith.extf %%x : %s to %s" % (s, d)])
            if d.bits < s.bits:
                kernel_of(file, "truncf_%s_%s" % (s, d), s, data, label, d, [d.encode(s.value(a)) for a, b in data],
                          ["%%z = arith.truncf %%x : %s to %s" % (s, d)])
        bits = TYPES["i%d" % s.bits]
        kernel_of(file, "bitcast_%s_%s" % (s, bits), s, data, label, bits, [a for a, b in data],
                  ["%%z = arith.bitcast %%x : %s to %s" % (s, bits)])
        kernel_of(file, "bitcast_%s_%s" % (bits, s), bits, pairs(bits, "plain"), bits.name + "-plain", s,
                  [a for a, b in pairs(bits, "plain")], ["%%z = arith.bitcast %%x : %s to %s" % (bits, s)])


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "Scalar arithmetic on pairs of values in global memory.")
        return files[name]
    integers(open_file)
    floats(open_file)
    casts(open_file)
    for file in files.values():
        file.write()
