"""Element types: lane bits to values and back, with every rounding mode, by exact integer arithmetic."""
import math
from fractions import Fraction

EVEN, AWAY, FLOOR, CEIL, ZERO, ODD = "R", "A", "F", "C", "Z", "O"
MODES = (EVEN, AWAY, FLOOR, CEIL, ZERO, ODD)


def round_fraction(magnitude, negative, mode):
    """A non-negative fraction to an integer; the sign decides F and C."""
    whole = magnitude.numerator // magnitude.denominator
    rest = magnitude - whole
    if rest == 0:
        return whole
    half = Fraction(1, 2)
    if mode == EVEN:
        up = rest > half or (rest == half and whole % 2 == 1)
    elif mode == AWAY:
        up = rest >= half
    elif mode == FLOOR:
        up = negative
    elif mode == CEIL:
        up = not negative
    elif mode == ZERO:
        up = False
    else:
        up = whole % 2 == 0
    return whole + 1 if up else whole


def round_integer(value, mode):
    """A finite number to an integer."""
    exact = Fraction(value)
    whole = round_fraction(abs(exact), exact < 0, mode)
    return -whole if exact < 0 else whole


class Type:
    """An element type by its spelling."""

    def __init__(self, name, bits, kind):
        self.name, self.bits, self.kind = name, bits, kind
        self.bytes = bits // 8
        self.lanes = 2048 // bits
        self.mask = (1 << bits) - 1
        self.granularity = "b%d" % min(bits, 32)

    @property
    def vreg(self):
        return "!pto.vreg<%dx%s>" % (self.lanes, self.name)

    @property
    def pred(self):
        return "!pto.mask<%s>" % self.granularity

    @property
    def is_float(self):
        return self.kind == "f"

    @property
    def unsigned(self):
        """The unsigned type of the same width, to compare bits."""
        return TYPES["ui%d" % self.bits]

    def __repr__(self):
        return self.name


class Integer(Type):
    def __init__(self, name, bits, signed):
        super().__init__(name, bits, "s" if signed else "u")
        self.signed = signed
        self.low = -(1 << bits - 1) if signed else 0
        self.high = (1 << bits - 1) - 1 if signed else (1 << bits) - 1

    def value(self, bits):
        bits &= self.mask
        return bits - (1 << self.bits) if self.signed and bits >> self.bits - 1 else bits

    def encode(self, value):
        return value & self.mask

    def clamp(self, value):
        return min(max(value, self.low), self.high)


class Float(Type):
    def __init__(self, name, exponent, mantissa, infinity=True):
        super().__init__(name, 1 + exponent + mantissa, "f")
        self.exponent, self.mantissa, self.infinity = exponent, mantissa, infinity
        self.bias = (1 << exponent - 1) - 1
        self.top = (1 << exponent) - 1
        self.sign = 1 << self.bits - 1
        if infinity:
            self.inf = self.top << mantissa
            self.nan = self.inf | 1 << mantissa - 1
            self.max = self.inf - 1
        else:
            self.inf = None
            self.nan = self.mask >> 1
            self.max = self.nan - 1

    def value(self, bits):
        """As a Python float, which holds every value of these formats exactly."""
        bits &= self.mask
        sign = -1.0 if bits & self.sign else 1.0
        e = bits >> self.mantissa & self.top
        m = bits & (1 << self.mantissa) - 1
        if self.infinity and e == self.top:
            return math.nan if m else sign * math.inf
        if not self.infinity and bits & self.mask >> 1 == self.nan:
            return math.nan
        if e == 0:
            return sign * math.ldexp(m, 1 - self.bias - self.mantissa)
        return sign * math.ldexp(m + (1 << self.mantissa), e - self.bias - self.mantissa)

    def encode(self, value, mode=EVEN, saturate=False):
        """A float or fraction to bits. NaN becomes the canonical NaN, or 0 when it saturates."""
        if isinstance(value, float):
            if math.isnan(value):
                return 0 if saturate else self.nan
            if math.isinf(value):
                return self.beyond(value < 0, EVEN, saturate)
            if value == 0:
                return self.sign if math.copysign(1, value) < 0 else 0
        exact = Fraction(value)
        if exact == 0:
            return 0
        negative = exact < 0
        magnitude = abs(exact)
        e = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        if Fraction(2) ** e > magnitude:
            e -= 1
        unit = max(e, 1 - self.bias) - self.mantissa
        whole = round_fraction(magnitude / Fraction(2) ** unit, negative, mode)
        if whole == 0:
            return self.sign if negative else 0
        if whole * Fraction(2) ** unit > Fraction(self.value(self.max)):
            return self.beyond(negative, mode, saturate)
        if whole >> self.mantissa + 1:
            whole, unit = whole >> 1, unit + 1
        field = unit + self.mantissa + self.bias if whole >> self.mantissa else 0
        bits = field << self.mantissa | whole & (1 << self.mantissa) - 1
        return bits | self.sign if negative else bits

    def beyond(self, negative, mode, saturate):
        """Overflow: the largest finite value where the mode rounds towards zero, else infinity."""
        sign = self.sign if negative else 0
        inward = mode in (ZERO, ODD) or mode == FLOOR and not negative or mode == CEIL and negative
        if saturate or inward:
            return self.max | sign
        return (self.inf if self.infinity else self.nan) | sign

    def is_nan(self, bits):
        return math.isnan(self.value(bits))


TYPES = {}
for width in (8, 16, 32, 64):
    for prefix, signed in (("i", True), ("si", True), ("ui", False)):
        TYPES[prefix + str(width)] = Integer(prefix + str(width), width, signed)
TYPES["f16"] = Float("f16", 5, 10)
TYPES["bf16"] = Float("bf16", 8, 7)
TYPES["f32"] = Float("f32", 8, 23)
TYPES["f8E4M3FN"] = Float("f8E4M3FN", 4, 3, infinity=False)
TYPES["f8E5M2"] = Float("f8E5M2", 5, 2)


def types(text):
    return [TYPES[name] for name in text.split()]
