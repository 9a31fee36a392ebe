"""Builds the text of a test file: kernels, their data files and the RUN lines."""
import os
import numpy
from formats import TYPES

NPY = {"f16": "<f2", "f32": "<f4"}


def stored(t, bits):
    """The array that a data file holds: floats as floats where NumPy knows the type, else the bits."""
    return bits.view(NPY[t.name]) if t.name in NPY else bits.view("<i%d" % t.bytes) if t.kind == "s" else bits


class File:
    """One test file with the kernels of an operation; writes its data files beside it."""

    def __init__(self, directory, name, comment):
        self.directory, self.name, self.comment = directory, name, comment
        self.kernels, self.runs, self.names = [], [], set()

    def data(self, label, array):
        path = os.path.join(self.directory, "data", label + ".npy")
        if os.path.exists(path) and label in WRITTEN:
            assert numpy.array_equal(numpy.load(path).view(numpy.uint8), array.view(numpy.uint8)), label
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            numpy.save(path, array)
            WRITTEN.add(label)
        return "%d/data/" + label + ".npy"

    def kernel(self, name):
        assert name not in self.names, name
        self.names.add(name)
        return Kernel(self, name)

    def write(self):
        """Few kernels a file: each run reads its file whole."""
        for first in range(0, len(self.kernels), KERNELS_PER_FILE):
            chosen = slice(first, first + KERNELS_PER_FILE)
            lines = ["// " + line for line in self.comment.split("\n")] + self.runs[chosen]
            lines.append('module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {')
            lines += ["  " + line for kernel in self.kernels[chosen] for line in kernel]
            lines.append("}")
            part = "" if first == 0 else "-%d" % (first // KERNELS_PER_FILE + 1)
            os.makedirs(self.directory, exist_ok=True)
            write(os.path.join(self.directory, self.name + part + ".pto"), lines)


def write(path, lines):
    """Writes a test file. The line that names checks which find what the file means to do was put there by hand, and stays."""
    findings = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as old:
            findings = [line.rstrip("\n") for line in old if line.startswith("// FINDINGS:")]
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(lines + findings) + "\n")


KERNELS_PER_FILE = 8
WRITTEN = set()


class Kernel:
    """One kernel: buffers in, the lines of a vector scope (and lines outside of it), buffers out."""

    def __init__(self, file, name):
        self.file, self.name = file, name
        self.parameters, self.arguments, self.expected = [], [], []
        self.constants, self.heads, self.ins, self.outs = {}, [], [], []
        self.before, self.body, self.after = [], [], []
        self.address = 0
        self.options = ""

    def index(self, value):
        return self.constant(value, "index")

    def constant(self, value, type_name="i64"):
        text = str(value).replace("-", "m").replace(".", "p").replace("+", "")
        name = "%%%s_%s" % ({"index": "x", "i64": "c"}.get(type_name, type_name), text)
        self.constants[name] = "%s = arith.constant %s : %s" % (name, value, type_name)
        return name

    def ub(self, name, t, size, align=256, address=None):
        if address is None:
            address = (self.address + align - 1) // align * align
            self.address = address + size
        at = self.constant(address)
        self.heads.append("%%%s = pto.castptr %s : i64 -> !pto.ptr<%s, ub>" % (name, at, t.name))
        return "%" + name

    def input(self, name, t, bits, label, size=None):
        """A parameter with data, copied whole to UB. Returns the UB pointer."""
        self.parameters.append("%%g_%s: !pto.ptr<%s, gm>" % (name, t.name))
        self.arguments.append("--arg " + self.file.data(label, stored(t, bits)))
        ub = self.ub(name, t, bits.nbytes)
        length, one, zero = self.constant(size or bits.nbytes), self.constant(1), self.constant(0)
        self.ins.append("pto.mte_gm_ub %%g_%s, %s, %s, %s nburst(%s, %s, %s) : !pto.ptr<%s, gm>, !pto.ptr<%s, ub>, "
                        "i64, i64, i64, i64, i64" % (name, ub, zero, length, one, zero, zero, t.name, t.name))
        return ub

    def scalar(self, name, t, text, declared=None):
        declared = declared or t.name
        self.parameters.append("%%%s: %s" % (name, declared))
        self.arguments.append("--arg %s:%s" % (declared, text))
        return "%" + name

    def output(self, name, t, bits, label, address=None, cleared=False):
        """A parameter that is compared, bits for floats, copied whole from UB; cleared says that UB holds its zeros before."""
        plain = t.unsigned if t.is_float else t
        size = bits.nbytes
        self.parameters.append("%%g_%s: !pto.ptr<%s, gm>" % (name, plain.name))
        position = len(self.parameters) - 1
        self.arguments.append("--arg zeros:%s:%d" % (plain.name, size // plain.bytes))
        expected = bits.view("<u%d" % plain.bytes)
        self.expected.append("--expect %d=%s" % (position, self.file.data(label, stored(plain, expected))))
        ub = self.ub(name, t, size, address=address)
        length, one, zero = self.constant(size), self.constant(1), self.constant(0)
        if cleared:
            self.ins.append("pto.mte_gm_ub %%g_%s, %s, %s, %s nburst(%s, %s, %s) : !pto.ptr<%s, gm>, !pto.ptr<%s, ub>, "
                            "i64, i64, i64, i64, i64" % (name, ub, zero, length, one, zero, zero, plain.name, t.name))
        self.outs.append("pto.mte_ub_gm %s, %%g_%s, %s nburst(%s, %s, %s) : !pto.ptr<%s, ub>, !pto.ptr<%s, gm>, "
                         "i64, i64, i64, i64" % (ub, name, length, one, zero, zero, t.name, plain.name))
        return ub

    def inout(self, name, t, before, after, before_label, label):
        """A parameter that is copied to UB, changed there, copied back and compared. Returns the UB pointer."""
        ub = self.input(name, t, before, before_label)
        position = len(self.parameters) - 1
        self.expected.append("--expect %d=%s" % (position, self.file.data(label, stored(t, after))))
        length, one, zero = self.constant(before.nbytes), self.constant(1), self.constant(0)
        self.outs.append("pto.mte_ub_gm %s, %%g_%s, %s nburst(%s, %s, %s) : !pto.ptr<%s, ub>, !pto.ptr<%s, gm>, "
                         "i64, i64, i64, i64" % (ub, name, length, one, zero, zero, t.name, t.name))
        return ub

    def finish(self, extra=""):
        scope = []
        if self.body:
            scope = ["pto.vecscope {"] + ["  " + line for line in self.body] + ["}"]
        sync = ["pto.barrier #pto.pipe<PIPE_ALL>"]
        lines = list(self.constants.values()) + self.heads + self.before + self.ins + sync + scope + self.after
        lines += sync + self.outs + ["return"]
        head = "func.func @%s(%s) attributes {pto.aicore} {" % (self.name, ", ".join(self.parameters))
        self.file.kernels.append([head] + ["  " + line for line in lines] + ["}"])
        run = ["// RUN: run %s --kernel", self.name] + self.arguments + self.expected + ([extra] if extra else [])
        self.file.runs.append(" ".join(run))


def spell(form, mnemonic, results, operands, signature, result_types, attributes="", bare=""):
    """One operation in a textual form: canon, paren or bare (with the tail that its block lists)."""
    name = mnemonic if mnemonic.startswith("pto.") else "pto." + mnemonic
    extra = " " + attributes if attributes else ""
    if form == "bare":
        return "%s %s%s%s" % (name[4:], ", ".join(results + operands), extra, " : " + bare if bare else "")
    left = ", ".join(results) + " = " if results else ""
    types = ", ".join(signature)
    if form == "paren":
        right = " : (%s) -> %s" % (types, ", ".join(result_types) if result_types else "()")
    elif signature:
        right = " : " + types + (" -> " + ", ".join(result_types) if result_types else "")
    else:
        right = " : " + ", ".join(result_types)
    return left + name + " " + ", ".join(operands) + extra + right
