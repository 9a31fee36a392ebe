"""Data and expected values of the GELU example, by NumPy in double precision. Run it from the root of the repository."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
x = np.random.default_rng(4).normal(0, 2, (1, 10_000)).astype("f4")
x[0, :6] = [0, -0.0, 8, -8, 1e-6, -1e-6]  # nothing, nearly all, nearly nothing
wide = x.astype("f8")
expected = wide * (1 + np.tanh(np.sqrt(2 / np.pi) * (wide + 0.044715 * wide**3))) / 2
np.save(HERE / "x.npy", x)
np.save(HERE / "expected.npy", expected.astype("f4"))
