"""Makes the data of the example: random rows and their softmax, in double precision."""

import numpy as np

random = np.random.default_rng(2)
x = (random.standard_normal((6, 1000)) * 4).astype(np.float32)
np.save("x.npy", x)
e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
np.save("expected.npy", (e / e.sum(axis=1, keepdims=True)).astype(np.float32))
