"""Test data: special values against each other first, then random ones. Eight registers of each type."""
import random
import numpy
from formats import TYPES

REGISTERS = 8


def bits_array(values, bits):
    return numpy.array(values, dtype=numpy.uint64).astype("<u%d" % (bits // 8))


def float_specials(t):
    one = t.bias << t.mantissa
    base = [0, one, t.inf, t.nan | 1, 1, (1 << t.mantissa) - 1, t.max, one + (1 << t.mantissa - 1)]
    return [bits | sign for bits in base for sign in (0, t.sign)]


def int_specials(t):
    w = t.bits
    return [x & t.mask for x in (0, 1, 2, 3, -1, -2, 1 << w - 1, (1 << w - 1) - 1, (1 << w - 1) + 1, w - 1, w, w + 1,
                                 5, -5, 85, 170 << w - 8)]


def random_float(t, rng):
    if rng.random() < 0.3:
        return rng.getrandbits(t.bits)
    span = min(12, t.bias - 1)
    e = t.bias + rng.randint(-span, span)
    return rng.getrandbits(1) << t.bits - 1 | e << t.mantissa | rng.getrandbits(t.mantissa)


def random_int(t, rng):
    if rng.random() < 0.5:
        return rng.randint(-t.bits - 3, t.bits + 3) & t.mask
    return rng.getrandbits(t.bits)


def lanes_of(t, role):
    """Bits of the lanes of operand `a`, `b` or `c`."""
    rng = random.Random("%s/%s" % (t.name.lstrip("su") if not t.is_float else t.name, role))
    count = t.lanes * REGISTERS
    special = float_specials(t) if t.is_float else int_specials(t)
    n = len(special)
    if role == "a":
        values = [special[i // n % n] for i in range(n * n)]
    elif role == "b":
        values = [special[i % n] for i in range(n * n)]
    else:
        values = [special[rng.randrange(n)] for _ in range(n * n)]
    make = random_float if t.is_float else random_int
    values += [make(t, rng) for _ in range(max(0, count - len(values)))]
    return bits_array(values[:count], t.bits)


def fill(t, values, role, make):
    rng = random.Random("%s/%s" % ("i%d" % t.bits if t.kind == "s" else t.name, role))
    count = t.lanes * REGISTERS
    values = [x & t.mask for x in values][:count]
    return bits_array(values + [make(t, rng) for _ in range(count - len(values))], t.bits)


def boundary_lanes(t):
    """Floats at ties, at the ends of the integer ranges and at the overflow of narrower formats."""
    numbers = [k / 4 for k in range(14)]
    for width in (7, 8, 11, 15, 16, 31, 32, 63):
        numbers += [2.0 ** width + d for d in (-1, -0.5, 0, 0.5, 1)]
    numbers += [65504, 65519, 65520, 65536, 448, 463, 464, 465, 480, 57344, 61439, 61440, 61441, 240, 248, 2.0 ** -24,
                2.0 ** -25, 3 * 2.0 ** -26, 2.0 ** -14, 2.0 ** -9, 2.0 ** -10, 3 * 2.0 ** -11, 2.0 ** -16, 2.0 ** -17]
    seen, values = set(), float_specials(t)
    for x in numbers:
        for bits in (t.encode(float(x)), t.encode(-float(x))):
            if bits not in seen:
                seen.add(bits)
                values.append(bits)
    return fill(t, values, "e", near_tie)


def near_tie(t, rng):
    """Random numbers whose low mantissa bits are near a tie of some narrower format."""
    e = t.bias + rng.randint(-28 if t.exponent > 5 else -14, 18 if t.exponent > 5 else 15)
    keep = rng.randint(0, t.mantissa - 1)
    low = 1 << t.mantissa - keep - 1
    m = (rng.getrandbits(t.mantissa) & ~(2 * low - 1)) + low + rng.choice((0, 0, -1, 1))
    return rng.getrandbits(1) << t.bits - 1 | e << t.mantissa | m & (1 << t.mantissa) - 1


def range_lanes(t):
    """Integers around the ends of all ranges."""
    values = [0, 1, -1]
    for width in (7, 8, 15, 16, 24, 25, 31, 32, 53, 62, 63):
        values += [sign * ((1 << width) + d) for d in (-1, 0, 1, 2, 3) for sign in (1, -1)]
    values = [x for x in values if abs(x) <= t.mask]

    def make(u, rng):
        return rng.getrandbits(rng.randint(1, u.bits)) * rng.choice((1, -1)) & u.mask
    return fill(t, values, "e", make)


def edges(t):
    if t.is_float and t.bits == 8:
        return bits_array(list(range(256)) * REGISTERS, 8)
    return boundary_lanes(t) if t.is_float else range_lanes(t)


def reduction_lanes(t):
    """Registers for reductions: plain ones, equal ones, zeros of both signs, one infinity, one NaN."""
    rng = random.Random("reduction/" + ("i%d" % t.bits if t.kind == "s" else t.name))
    registers = []
    for k in range(REGISTERS):
        if not t.is_float:
            some = [rng.getrandbits(t.bits) for _ in range(t.lanes)]
            register = [[t.mask >> 1] * t.lanes, [1 << t.bits - 1] * t.lanes][k % 2] if k in (3, 7) else some
        else:
            wide = k == 6
            register = [rng.getrandbits(1) << t.bits - 1 | (t.bias + (0 if wide else rng.randint(-5, 3))) << t.mantissa
                        | rng.getrandbits(t.mantissa) for _ in range(t.lanes)]
            if k == 3:
                register = [rng.getrandbits(1) << t.bits - 1 for _ in range(t.lanes)]
            if k == 4:
                register[t.lanes // 3] = t.nan | t.sign | 1
            if k == 5:
                register[t.lanes // 2] = t.inf
            if k == 7:
                register = [t.encode(-2.5)] * t.lanes
        registers += register
    return bits_array(registers, t.bits)


def reduction_masks():
    rng = random.Random("reduction masks")
    full = (1 << 256) - 1
    return [full, rng.getrandbits(256), rng.getrandbits(256) & rng.getrandbits(256), rng.getrandbits(256), full, full,
            0, (1 << 100) - 1 << 8]


def masks():
    """One 256-bit image per register, as 32 bytes each."""
    rng = random.Random("masks")
    images = [(1 << 256) - 1] * 3
    images.append(sum(1 << 4 * i for i in range(64)))
    images.append(rng.getrandbits(256))
    images.append((1 << 100) - 1)
    images.append(1 | 1 << 252 | 1 << 248)
    images.append(rng.getrandbits(256) & rng.getrandbits(256))
    return images


def few_masks():
    images = masks()
    return [images[0], images[4], images[5], images[7]]


def image_bytes(images):
    return numpy.frombuffer(b"".join(x.to_bytes(32, "little") for x in images), dtype=numpy.uint8)


def active(image, t, lane):
    return image >> lane * t.bytes & 1
