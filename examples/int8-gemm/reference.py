"""Data and expected product of the int8 example, by NumPy. Run it from the root of the repository."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
random = np.random.default_rng(6)
a = random.integers(-128, 128, (64, 128), "i1")
b = random.integers(-128, 128, (128, 64), "i1")
# A scale keeps the sign, the exponent and ten bits of the fraction of an f32; bit 46 asks for a signed result.
scale = random.uniform(1e-4, 2e-3, 64).astype("f4")
bits = scale.view("u4") & np.uint32(0xFFFFE000)
words = bits.astype("u8") | np.uint64(1 << 46)
sums = a.astype("i4") @ b.astype("i4")
scaled = np.maximum(sums, 0).astype("f4") * bits.view("f4")
np.save(HERE / "a.npy", a)
np.save(HERE / "b.npy", b)
np.save(HERE / "scales.npy", words.reshape(1, 64))
np.save(HERE / "expected.npy", np.clip(np.rint(scaled), -128, 127).astype("i1"))
