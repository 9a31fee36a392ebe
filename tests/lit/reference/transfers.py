"""Copies between global memory and UB: rows, loops, padding, both families of forms."""
import numpy
from formats import TYPES
from kernel import File
from memory import array, noise

UI8 = TYPES["ui8"]
GM = noise("global memory", 4096)
UB = noise("unified buffer", 4096)


def round_up(n):
    return (n + 31) // 32 * 32


def nest(loops):
    """Offsets (source, destination) of all passes; the first loop is the innermost."""
    passes = [(0, 0)]
    for count, source, destination in loops:
        passes = [(s + k * source, d + k * destination) for k in range(count) for s, d in passes]
    return passes


def copy_in(ub, source, to, length, rows, loops=(), pad=None):
    count, source_stride, stride = rows
    for s, d in nest(loops):
        for r in range(count):
            row, data = to + d + r * stride, source + s + r * source_stride
            left = right = b""
            if pad:
                value, before, after = pad
                width = len(value)
                end = before * width + length
                total = round_up(end + after * width)
                left = (value * 64)[:before * width]
                right = bytes(value[i % width] for i in range(end, total))
            block = left + GM[data:data + length] + right
            ub[row:row + len(block)] = block


def copy_out(gm, ub, source, to, length, rows, loops=()):
    count, source_stride, stride = rows
    for s, d in nest(loops):
        for r in range(count):
            at, data = to + d + r * stride, source + s + r * source_stride
            gm[at:at + length] = ub[data:data + length]


class Plan:
    """A kernel with pointers %gm, %ub (filled from the data) and %out; `ub` and `gm` are the model."""

    def __init__(self, file, name, t="ui8", out_type=None):
        self.kernel = file.kernel(name)
        self.t, self.file = TYPES[t], file
        self.ub, self.out = bytearray(UB), bytearray(4096)
        self.lines = []

    def c(self, value, type_name="i64"):
        return self.kernel.constant(value, type_name)

    def many(self, values):
        return ", ".join(v if isinstance(v, str) else self.c(v) for v in values)

    def load(self, source, to, length, rows, loops=(), pad=None, pad_text="", pad_types="", word="loop", dynamic=None):
        g, u = "!pto.ptr<%s, gm>" % self.t.name, "!pto.ptr<%s, ub>" % self.t.name
        n = self.t.bytes
        k = len(self.lines)
        self.lines.append("%%gs%d = pto.addptr %%gm, %s : %s -> %s" % (k, self.c(source // n, "index"), g, g))
        self.lines.append("%%ud%d = pto.addptr %%ub, %s : %s -> %s" % (k, self.c(to // n, "index"), u, u))
        operands = dynamic or [self.c(length)] + [self.c(x) for x in rows]
        text = "pto.mte_gm_ub %%gs%d, %%ud%d, %s, %s nburst(%s)" % (k, k, self.c(0), operands[0], ", ".join(operands[1:]))
        types_ = "%s, %s, i64, i64, i64, i64, i64" % (g, u)
        for i, loop in enumerate(loops):
            text += " %s(%s)" % (word if word == "loop" else "loop%d" % (i + 1), self.many(loop))
            types_ += ", loop i64, i64, i64"
        if pad:
            text += " pad(%s)" % pad_text
            types_ += ", pad " + pad_types
        self.lines.append("%s : %s" % (text, types_))
        copy_in(self.ub, source, to, length, rows, loops, pad)

    def finish(self, label):
        """The whole UB window goes to the output."""
        t, kernel = self.t, self.kernel
        kernel.parameters = ["%%gm: !pto.ptr<%s, gm>" % t.name, "%before: !pto.ptr<ui8, gm>", "%out: !pto.ptr<ui8, gm>"] + kernel.parameters
        kernel.arguments = ["--arg " + self.file.data("gm-bytes" + ("" if t.bytes == 1 else "-%s" % t.name), typed(GM, t)),
                            "--arg " + self.file.data("ub-bytes", array(UB)), "--arg zeros:ui8:4096"] + kernel.arguments
        kernel.expected = ["--expect 2=" + self.file.data(label, array(self.ub))]
        kernel.ub("ub", t, 4096, address=0)
        kernel.heads.append("%%ub8 = pto.castptr %%ub : !pto.ptr<%s, ub> -> !pto.ptr<ui8, ub>" % t.name)
        size, one, zero = self.c(4096), self.c(1), self.c(0)
        kernel.ins = ["pto.mte_gm_ub %%before, %%ub8, %s, %s nburst(%s, %s, %s) : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, "
                      "i64, i64, i64" % (zero, size, one, zero, zero), 'pto.pipe_barrier "PIPE_MTE2"'] + self.lines
        kernel.outs = ["pto.mte_ub_gm %%ub8, %%out, %s nburst(%s, %s, %s) : !pto.ptr<ui8, ub>, !pto.ptr<ui8, gm>, i64, i64, i64, i64" % (
            size, one, zero, zero)]
        kernel.finish()


def typed(data, t):
    kinds = {"f32": "<f4", "f16": "<f2", "bf16": "<u2"}
    return numpy.frombuffer(bytes(data), dtype=kinds.get(t.name, ("<i%d" if t.kind == "s" else "<u%d") % t.bytes))


def inward(open_file):
    file = open_file("mte_gm_ub")
    shapes = {"rows": (0, 0, 224, (5, 300, 256)), "tail": (7, 64, 33, (3, 50, 64)), "one": (1, 32, 1, (1, 0, 0)),
              "none": (0, 0, 64, (0, 64, 64)), "same_row": (16, 96, 40, (4, 0, 96)), "packed": (0, 0, 32, (20, 32, 32))}
    for name, (source, to, length, rows) in shapes.items():
        plan = Plan(file, name)
        plan.load(source, to, length, rows)
        plan.finish("mte-in-" + name)
    loops = {"loop1": ((3, 100, 256),), "loop2": ((2, 40, 128), (3, 500, 512)), "loop3": ((2, 40, 128), (2, 300, 512), (2, 900, 1024)),
             "loop4": ((2, 33, 96), (2, 300, 192), (2, 700, 512), (2, 1500, 2048)), "empty_loop": ((0, 40, 128),),
             "empty_outer": ((2, 40, 128), (3, 1, 32), (0, 5, 64))}
    for name, nest_ in loops.items():
        for word in ("loop", "loop1") if len(nest_) <= 2 else ("loop",):
            plan = Plan(file, name + ("" if word == "loop" else "_numbered"))
            plan.load(5, 32, 30, (2, 31, 32), nest_, word=word)
            plan.finish("mte-in-" + name)
    pads = {"i8": ("-3", b"\xfd"), "i16": ("-300", b"\xd4\xfe"), "i32": ("-70000", (-70000).to_bytes(4, "little", signed=True)),
            "f16": ("1.5", b"\x00\x3e"), "bf16": ("-2.0", b"\x00\xc0"), "f32": ("1.0", b"\x00\x00\x80\x3f")}
    for t, (text, value) in pads.items():
        size = TYPES[t].bytes
        for name, (left, right) in {"both": (1, 3), "right": (0, 8), "left": (4, 0), "full": (32 // size, 32 // size), "plain": (0, 0)}.items():
            plan = Plan(file, "pad_%s_%s" % (t, name), t)
            value_name = plan.c(text, t)
            if name == "plain":
                plan.load(4, 64, 20 * size, (3, 200, 256), pad=(value, 0, 0), pad_text=value_name, pad_types=t)
            else:
                plan.load(4, 64, 11 * size, (3, 200, 256), pad=(value, left, right), pad_text="%s, %s, %s" % (
                    value_name, plan.c(left), plan.c(right)), pad_types="%s, i64, i64" % t)
            plan.finish("mte-pad-%s-%s" % (t, name))
    plan = Plan(file, "pad_loops", "f32")
    plan.load(0, 0, 44, (2, 48, 64), ((2, 400, 256), (2, 1000, 512), (2, 2000, 1024)), pad=(b"\x00\x00\x80\x3f", 2, 1),
              pad_text="%s, %s, %s" % (plan.c("1.0", "f32"), plan.c(2), plan.c(1)), pad_types="f32, i64, i64")
    plan.finish("mte-pad-loops")
    plan = Plan(file, "two_pads", "i16")
    for k, (text, value) in enumerate((("7", b"\x07\0"), ("-1", b"\xff\xff"))):
        plan.load(100 * k, 512 * k, 26, (2, 64, 64), pad=(value, 1, 1), pad_text="%s, %s, %s" % (
            plan.c(text, "i16"), plan.c(1), plan.c(1)), pad_types="i16, i64, i64")
    plan.finish("mte-pad-two")
    # operands that only the launch knows
    plan = Plan(file, "dynamic")
    names = []
    for name, value in (("length", 50), ("count", 4), ("ss", 70), ("ds", 96)):
        plan.kernel.parameters.append("%%%s: i64" % name)
        plan.kernel.arguments.append("--arg i64:%d" % value)
        names.append("%" + name)
    plan.load(3, 64, 50, (4, 70, 96), dynamic=names)
    plan.finish("mte-in-dynamic")
    plan = Plan(file, "dynamic_loops")
    values = (("c1", 2), ("s1", 40), ("d1", 128), ("c2", 2), ("s2", 300), ("d2", 512), ("c3", 2), ("s3", 900), ("d3", 1024))
    for name, value in values:
        plan.kernel.parameters.append("%%%s: i64" % name)
        plan.kernel.arguments.append("--arg i64:%d" % value)
    model = ((2, 40, 128), (2, 300, 512), (2, 900, 1024))
    copy_in(plan.ub, 5, 32, 30, (2, 31, 32), model)
    before = bytes(plan.ub)
    plan.load(5, 32, 30, (0, 31, 32), (("%c1", "%s1", "%d1"),) and ())
    plan.lines[-1] = plan.lines[-1].replace(plan.c(0) + ", " + plan.c(31), plan.c(2) + ", " + plan.c(31)).replace(
        " : ", " loop(%c1, %s1, %d1) loop(%c2, %s2, %d2) loop(%c3, %s3, %d3) : ", 1) + ", loop i64, i64, i64" * 3
    plan.ub = bytearray(before)
    plan.finish("mte-in-loop3")


def outward(open_file):
    file = open_file("mte_ub_gm")
    cases = {"rows": (0, 0, 200, (5, 256, 300), ()), "tail": (64, 7, 33, (3, 64, 50), ()), "overlap": (32, 3, 40, (4, 96, 10), ()),
             "none": (0, 0, 64, (0, 64, 64), ()), "loop1": (32, 5, 30, (2, 32, 31), ((3, 256, 100),)),
             "loop2": (32, 5, 30, (2, 32, 31), ((2, 128, 70), (3, 512, 500))),
             "loop3": (32, 5, 30, (2, 32, 31), ((2, 128, 70), (2, 512, 300), (2, 1024, 900))), "cache": (0, 0, 64, (2, 64, 64), ())}
    for name, (source, to, length, rows, loops) in cases.items():
        for t in ("ui8", "f32") if name == "rows" else ("ui8",):
            kernel = file.kernel(name if t == "ui8" else name + "_" + t)
            c = kernel.constant
            kernel.parameters = ["%%before: !pto.ptr<ui8, gm>", "%%out: !pto.ptr<ui8, gm>"]
            kernel.parameters = ["%before: !pto.ptr<ui8, gm>", "%out: !pto.ptr<ui8, gm>"]
            after = bytearray(GM)
            copy_out(after, UB, source, to, length, rows, loops)
            kernel.arguments = ["--arg " + file.data("ub-bytes", array(UB)), "--arg " + file.data("gm-bytes", array(GM))]
            kernel.expected = ["--expect 1=" + file.data("mte-out-" + name, array(after))]
            kernel.ub("ub", UI8, 4096, address=0)
            kernel.ins = ["pto.mte_gm_ub %%before, %%ub, %s, %s nburst(%s, %s, %s) : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, "
                          "i64" % (c(0), c(4096), c(1), c(0), c(0))]
            u, g = "!pto.ptr<%s, ub>" % t, "!pto.ptr<%s, gm>" % t
            size = TYPES[t].bytes
            kernel.heads.append("%%ut = pto.castptr %%ub : !pto.ptr<ui8, ub> -> %s" % u)
            kernel.heads.append("%%gt = pto.castptr %%out : !pto.ptr<ui8, gm> -> %s" % g)
            kernel.outs = ["%%us = pto.addptr %%ut, %s : %s -> %s" % (c(source // size, "index"), u, u),
                           "%%gd = pto.addptr %%gt, %s : %s -> %s" % (c(to // size, "index"), g, g)]
            text = "pto.mte_ub_gm %%us, %%gd, %s nburst(%s)" % (c(length), ", ".join(c(x) for x in rows))
            types_ = "%s, %s, i64, i64, i64, i64" % (u, g)
            if name == "cache":
                text += " l2_cache_ctl(%s)" % c(5)
                types_ += ", i64"
            for loop in loops:
                text += " loop(%s)" % ", ".join(c(x) for x in loop)
                types_ += ", loop i64, i64, i64"
            kernel.outs.append("%s : %s" % (text, types_))
            kernel.finish()


def within(open_file):
    file = open_file("mte_ub_ub")
    for name, (source, to, length, count, source_gap, gap) in {"rows": (0, 2048, 2, 3, 1, 2), "packed": (64, 1024, 4, 5, 0, 0),
                                                                "overlap": (0, 32, 1, 6, 0, 0), "none": (0, 1024, 3, 0, 0, 0)}.items():
        plan = Plan(file, name)
        for r in range(count):
            row = bytes(plan.ub[source + r * (length + source_gap) * 32:][:length * 32])
            at = to + r * (length + gap) * 32
            plan.ub[at:at + len(row)] = row
        u = "!pto.ptr<ui8, ub>"
        plan.lines = ["pto.barrier #pto.pipe<PIPE_ALL>",
                      "%%us = pto.addptr %%ub, %s : %s -> %s" % (plan.c(source, "index"), u, u),
                      "%%ud = pto.addptr %%ub, %s : %s -> %s" % (plan.c(to, "index"), u, u),
                      "pto.mte_ub_ub %%us, %%ud, %s nburst(%s) : %s, %s, i64, i64, i64, i64" % (
                          plan.c(length), plan.many((count, source_gap, gap)), u, u)]
        plan.finish("mte-within-" + name)


def registers_in(plan, sizes, inner, outer):
    plan.lines += ["pto.set_loop_size_outtoub %s : i64, i64" % plan.many((sizes[1], sizes[0])),
                   "pto.set_loop1_stride_outtoub %s : i64, i64" % plan.many(inner),
                   "pto.set_loop2_stride_outtoub %s : i64, i64" % plan.many(outer)]


def older(open_file):
    file = open_file("copy_gm_to_ubuf")
    g, u = "!pto.ptr<ui8, gm>", "!pto.ptr<ui8, ub>"

    def copy(plan, source, to, n, length, left, right, pad, ss, ds):
        k = len(plan.lines)
        on = "%%on%d" % k
        plan.lines += ["%%gs%d = pto.addptr %%gm, %s : %s -> %s" % (k, plan.c(source, "index"), g, g),
                       "%%ud%d = pto.addptr %%ub, %s : %s -> %s" % (k, plan.c(to, "index"), u, u),
                       "%s = arith.constant %s : i1" % (on, "true" if pad else "false"),
                       "pto.copy_gm_to_ubuf %%gs%d, %%ud%d, %s, %s, %s : %s, %s, i64, i64, i64, i64, i64, i1, i64, i64, i64" % (
                           k, k, plan.many((0, n, length, left, right)), on, plan.many((0, ss, ds)), g, u)]
    plan = Plan(file, "rows")
    copy(plan, 5, 64, 3, 50, 0, 0, False, 70, 96)
    copy_in(plan.ub, 5, 64, 50, (3, 70, 96))
    plan.finish("copy-in-rows")
    plan = Plan(file, "loops")
    registers_in(plan, (2, 3), (70, 128), (500, 512))
    copy(plan, 5, 32, 2, 30, 0, 0, False, 31, 32)
    copy_in(plan.ub, 5, 32, 30, (2, 31, 32), ((2, 70, 128), (3, 500, 512)))
    # the registers stay; only the inner strides change
    plan.lines.append("pto.set_loop1_stride_outtoub %s : i64, i64" % plan.many((33, 64)))
    copy(plan, 9, 2048, 1, 20, 0, 0, False, 0, 0)
    copy_in(plan.ub, 9, 2048, 20, (1, 0, 0), ((2, 33, 64), (3, 500, 512)))
    plan.finish("copy-in-loops")
    plan = Plan(file, "pads")
    plan.lines.append("pto.set_mov_pad_val %s : i8" % plan.c("-7", "i8"))
    copy(plan, 5, 64, 3, 50, 4, 9, True, 70, 96)
    copy_in(plan.ub, 5, 64, 50, (3, 70, 96), (), (b"\xf9", 4, 9))
    plan.finish("copy-in-pads")
    plan = Plan(file, "single_pass_behind")
    # strides without sizes: a transfer without loops makes one pass
    plan.lines += ["pto.set_loop1_stride_outtoub %s : i64, i64" % plan.many((64, 64)),
                   "pto.set_loop2_stride_outtoub %s : i64, i64" % plan.many((64, 64))]
    plan.load(3, 96, 40, (2, 50, 64))
    plan.finish("mte-in-single-pass")
    file = open_file("copy_ubuf_to_gm")
    for name, sizes, inner, outer in (("rows", None, None, None), ("loops", (2, 3), (70, 128), (500, 512))):
        kernel = file.kernel(name)
        c = kernel.constant
        kernel.parameters = ["%before: !pto.ptr<ui8, gm>", "%out: !pto.ptr<ui8, gm>"]
        after = bytearray(GM)
        loops = ((sizes[0], inner[1], inner[0]), (sizes[1], outer[1], outer[0])) if sizes else ()
        copy_out(after, UB, 32, 5, 30, (2, 32, 31), loops)
        kernel.arguments = ["--arg " + file.data("ub-bytes", array(UB)), "--arg " + file.data("gm-bytes", array(GM))]
        kernel.expected = ["--expect 1=" + file.data("copy-out-" + name, array(after))]
        kernel.ub("ub", UI8, 4096, address=0)
        kernel.ins = ["pto.mte_gm_ub %%before, %%ub, %s, %s nburst(%s, %s, %s) : !pto.ptr<ui8, gm>, !pto.ptr<ui8, ub>, i64, i64, i64, i64, "
                      "i64" % (c(0), c(4096), c(1), c(0), c(0))]
        if sizes:
            # the first operand is the stride in global memory
            kernel.outs += ["pto.set_loop_size_ubtoout %s, %s : i64, i64" % (c(sizes[1]), c(sizes[0])),
                            "pto.set_loop1_stride_ubtoout %s, %s : i64, i64" % (c(inner[0]), c(inner[1])),
                            "pto.set_loop2_stride_ubtoout %s, %s : i64, i64" % (c(outer[0]), c(outer[1]))]
        kernel.outs += ["%%us = pto.addptr %%ub, %s : %s -> %s" % (c(32, "index"), u, u),
                        "%%gd = pto.addptr %%out, %s : %s -> %s" % (c(5, "index"), g, g),
                        "pto.copy_ubuf_to_gm %%us, %%gd, %s : %s, %s, i64, i64, i64, i64, i64, i64" % (
                            ", ".join(c(x) for x in (0, 2, 30, 0, 31, 32)), u, g)]
        kernel.finish()


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "pto.%s: every byte of its target." % name)
        return files[name]
    for part in (inward, outward, within, older):
        part(open_file)
    for file in files.values():
        file.write()
