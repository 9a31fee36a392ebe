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


def image_bytes(images):
    return numpy.frombuffer(b"".join(x.to_bytes(32, "little") for x in images), dtype=numpy.uint8)


def active(image, t, lane):
    return image >> lane * t.bytes & 1
