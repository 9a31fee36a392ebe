"""Makes the data of the example: random rows, their elements in MX and the scales of their groups of 32."""

import numpy as np

random = np.random.default_rng(1)
x = (random.standard_normal((8, 1024)) * 2.0 ** random.integers(-20, 20, (8, 32)).repeat(32, axis=1)).astype(np.float32)
x[0, :32] = 0  # the smallest scale
np.save("x.npy", x)

# The positive values of f8E4M3FN in the order of their patterns, 0 to 126.
patterns = np.arange(127)
exponents, fractions = patterns >> 3, patterns & 7
values = np.where(exponents == 0, fractions * 2.0**-9, (1 + fractions / 8) * 2.0 ** (exponents - 7.0))


def nearest(number):
    """The pattern nearest to a number that is not above the largest value; ties have an even pattern."""
    below = np.searchsorted(values, number, side="right") - 1
    above = np.minimum(below + 1, 126)
    middle = (values[below] + values[above]) / 2
    up = (number > middle) | ((number == middle) & (below % 2 == 1))
    return np.where(up, above, below)


groups = x.astype(np.float64).reshape(-1, 32)
largest = np.abs(groups).max(axis=1)
_, exponent = np.frexp(largest)  # largest = f * 2 ** exponent, 0.5 <= f < 1
scale = np.where(largest == 0, 0, np.maximum(exponent - 1 + 127 - 8, 0))
scaled = groups / 2.0 ** (scale[:, None] - 127)
elements = nearest(np.minimum(np.abs(scaled), 448)) | np.where(np.signbit(groups), 0x80, 0)
np.save("elements.npy", elements.astype(np.uint8).reshape(8, 1024))
np.save("scales.npy", scale.astype(np.uint8).reshape(8, 32))
