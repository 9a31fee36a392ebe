"""A small decoder layer as a chain of kernels, checked against NumPy: python3 layer.py [a5|a2a3]."""
import pathlib
import sys

import numpy as np

import ptoc

HERE = pathlib.Path(__file__).parent
TOKENS, HIDDEN, INNER, HEADS = 16, 128, 256, 2


def inputs():
    """The stream, weights, angles and the mask, by name."""
    random = np.random.default_rng(4)
    shapes = {"q": (HIDDEN, HIDDEN), "k": (HIDDEN, HIDDEN), "v": (HIDDEN, HIDDEN), "o": (HIDDEN, HIDDEN),
              "gate": (HIDDEN, INNER), "up": (HIDDEN, INNER), "down": (INNER, HIDDEN)}
    data = {name: (random.normal(0, shape[0] ** -0.5, shape)).astype("f2") for name, shape in shapes.items()}
    angles = np.outer(np.arange(TOKENS), 10_000.0 ** (-np.arange(32) / 32))
    data |= {"cos": np.cos(angles).astype("f4"), "sin": np.sin(angles).astype("f4")}
    data |= {name: random.uniform(0.5, 1.5, HIDDEN).astype("f4") for name in ("attention_norm", "mlp_norm")}
    data["mask"] = np.triu(np.full((TOKENS, TOKENS), -1e30, "f4"), 1)
    data["x"] = random.normal(0, 1, (TOKENS, HIDDEN)).astype("f4")
    return data


def layer(dev, k, b):
    """The launches of the kernels k on buffers b of a device: the stream in b["x"] is replaced."""
    rows, heads = {"row": range(0, TOKENS, 8)}, {"head": range(HEADS)}
    work = {n: dev.empty((TOKENS, w), "f4") for n, w in
            {"q": HIDDEN, "k": HIDDEN, "v": HIDDEN, "o": HIDDEN, "gate": INNER, "up": INNER, "down": HIDDEN}.items()}
    half = {n: dev.empty((TOKENS, HIDDEN), "f2") for n in ("normed", "q", "k", "v", "heads")}
    scores, parts, inner = dev.empty((32, 16), "f4"), dev.empty((32, 16), "f2"), dev.empty((TOKENS, INNER), "f2")

    def project(source, name):
        depth, columns = b[name].shape
        k["project"](source, b[name], work[name], depth, columns, grid={"column": range(0, columns, 64)})

    k["norm"](b["x"], b["attention_norm"], half["normed"], grid=rows)
    for name in "qkv":
        project(half["normed"], name)
    for name in "qk":
        k["rope"](work[name], b["cos"], b["sin"], half[name], grid=heads)
    k["narrow"](work["v"], half["v"], grid=rows)
    k["scores"](half["q"], half["k"], scores, grid=heads)
    k["softmax"](scores, b["mask"], parts, grid=heads)
    k["values"](parts, half["v"], work["q"], grid=heads)
    k["narrow"](work["q"], half["heads"], grid=rows)
    project(half["heads"], "o")
    k["add"](b["x"], work["o"], grid=rows)
    k["norm"](b["x"], b["mlp_norm"], half["normed"], grid=rows)
    for name in ("gate", "up"):
        project(half["normed"], name)
    k["silu"](work["gate"], work["up"], inner, grid={**rows, "column": (0, 128)})
    project(inner, "down")
    k["add"](b["x"], work["down"], grid=rows)


def reference(data):
    """The stream after the layer, in double precision without any rounding between."""
    d = {name: array.astype("f8") for name, array in data.items()}

    def norm(x, weight):
        return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5) * weight

    def rope(x):
        x = x.reshape(TOKENS, HEADS, 2, 32)
        a, b, cos, sin = x[:, :, 0], x[:, :, 1], d["cos"][:, None], d["sin"][:, None]
        return np.concatenate([a * cos - b * sin, b * cos + a * sin], axis=2)

    n = norm(d["x"], d["attention_norm"])
    q, k, v = rope(n @ d["q"]), rope(n @ d["k"]), (n @ d["v"]).reshape(TOKENS, HEADS, 64)
    s = np.einsum("ihd,jhd->hij", q, k) / 8 + d["mask"]
    p = np.exp(s - s.max(axis=2, keepdims=True))
    p /= p.sum(axis=2, keepdims=True)
    x = d["x"] + np.einsum("hij,jhd->ihd", p, v).reshape(TOKENS, HIDDEN) @ d["o"]
    n = norm(x, d["mlp_norm"])
    gate = n @ d["gate"]
    return x + (gate / (1 + np.exp(-gate)) * (n @ d["up"])) @ d["down"]


if __name__ == "__main__":
    data = inputs()
    dev = ptoc.device(sys.argv[1] if len(sys.argv) > 1 else "a5", check=True, cores=2)
    kernels = dev.compile(HERE / "decoder-layer.pto")
    buffers = {name: dev.put(array) for name, array in data.items()}
    with dev.record("A decoder layer") as record:
        layer(dev, kernels, buffers)
    assert record.ok, record.findings
    # Operands of products are rounded to f16, 11 bits; so are the sums, as a whole.
    ptoc.compare(buffers["x"], reference(data), delta=0.004)
    print(record)
    print("the stream equals the reference")
