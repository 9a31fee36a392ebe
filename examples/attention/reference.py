"""Makes the inputs and the expected result of the example: softmax(Q K^T / 8) V in double precision."""
import numpy as np

rng = np.random.default_rng(7)
q, k, v = (rng.standard_normal((rows, 64)).astype(np.float16) for rows in (64, 256, 256))
scores = q.astype(np.float64) @ k.astype(np.float64).T / 8
weights = np.exp(scores - scores.max(axis=1, keepdims=True))
weights /= weights.sum(axis=1, keepdims=True)
for name, data in (("q", q), ("k", k), ("v", v), ("expected", (weights @ v.astype(np.float64)).astype(np.float32))):
    np.save(name + ".npy", data)
