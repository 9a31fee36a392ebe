"""Data and expected sums of the scan example, by NumPy. Run it from the root of the repository."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
x = np.random.default_rng(5).normal(0, 1, (32, 128)).astype("f4")
np.save(HERE / "x.npy", x)
np.save(HERE / "expected.npy", np.cumsum(x, axis=1, dtype="f4"))  # one after the other, as the kernel adds
