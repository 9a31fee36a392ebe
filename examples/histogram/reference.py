"""Data and expected counts of the histogram example, by NumPy. Run it from the root of the repository."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
LOW, HIGH, BINS, BLOCKS, TILE = -4.0, 4.0, 32, 2, 128
x = np.random.default_rng(3).normal(0, 1.5, (1, 1000)).astype("f4")
x[0, :4] = [LOW, HIGH, -1e30, 1e30]  # both borders, and far outside
x[0, 4:8] = [0.25, 0.2499, -0.25, 0]  # on the edges of bins, and a little below one

# A bin is 0.25 wide, so that the borders are exact in single precision. Values outside count in the first and the last bin.
edges = np.linspace(LOW, HIGH, BINS + 1)
inside = np.clip(x[0].astype("f8"), LOW, np.nextafter(HIGH, LOW))
counts = np.zeros((BLOCKS, BINS), "i4")
for tile in range(0, x.size, TILE):
    counts[tile // TILE % BLOCKS] += np.histogram(inside[tile : tile + TILE], edges)[0].astype("i4")
np.save(HERE / "x.npy", x)
np.save(HERE / "expected.npy", counts)
