"""Data and expected result of the layernorm example, by NumPy in double precision. Run it from the root of the repository."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
random = np.random.default_rng(2)
x = random.normal(3, 5, (37, 200)).astype("f2")
x[4] = 2  # no variance: epsilon alone is left, and the result is beta
x[36] *= 8  # the last row of the tail
gamma = random.uniform(0.5, 1.5, (1, 200)).astype("f4")
beta = random.normal(0, 1, (1, 200)).astype("f4")

wide = x.astype("f8")
mean = wide.mean(axis=1, keepdims=True)
variance = ((wide - mean) ** 2).mean(axis=1, keepdims=True)
y = (wide - mean) / np.sqrt(variance + np.float32(1e-5)) * gamma + beta
np.save(HERE / "x.npy", x)
np.save(HERE / "gamma.npy", gamma)
np.save(HERE / "beta.npy", beta)
np.save(HERE / "expected.npy", y.astype("f2"))
