"""Data and expected result of the softmax example, by NumPy in double precision. Run it from the root of the repository."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
x = np.random.default_rng(1).normal(0, 4, (37, 200)).astype("f4")
x[3] = 7  # a row of equal values: 1/200 everywhere
x[5] += 1000  # exp(x) alone would overflow
x[8, 17] = 300  # one value beside which all others vanish
x[36, 199] = -np.inf  # masked out: 0; it is the last element of the tail

wide = x.astype("f8")
e = np.exp(wide - wide.max(axis=1, keepdims=True))
np.save(HERE / "x.npy", x)
np.save(HERE / "expected.npy", (e / e.sum(axis=1, keepdims=True)).astype("f4"))
