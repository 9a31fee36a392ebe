"""Makes the inputs and the expected results of the example, in double precision."""
import numpy as np

rng = np.random.default_rng(11)
x = rng.standard_normal((128, 64)).astype(np.float16)
gate = (rng.standard_normal((2, 64)) / 8).astype(np.float32)
first, second = ((rng.standard_normal((2, 64, 64)) / 8).astype(np.float16) for _ in range(2))
wide = x.astype(np.float64)
scores = wide @ gate.astype(np.float64).T
results = np.stack([np.maximum(wide @ w1, 0) @ w2 for w1, w2 in zip(first.astype(np.float64), second.astype(np.float64))], 1)
for name, data in (("x", x), ("gate", gate), ("first", first), ("second", second)):
    np.save(name + ".npy", data)
for k in (1, 2):
    kept = np.where(np.argsort(np.argsort(-scores, axis=1), axis=1) < k, np.exp(scores), 0)
    weights = kept / kept.sum(axis=1, keepdims=True)
    np.save(f"expected-top{k}.npy", np.einsum("te,tej->tj", weights, results).astype(np.float32))
