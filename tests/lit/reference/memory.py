"""Vector loads and stores: every distribution, post-update, strided blocks, unaligned streams, gather and scatter."""
import random
import numpy
from formats import TYPES
from kernel import File
from samples import bits_array, few_masks, image_bytes

UI8 = TYPES["ui8"]
SIZE = 2048


def noise(name, count=SIZE):
    rng = random.Random(name)
    return bytes(rng.getrandbits(8) for _ in range(count))


MEMORY = noise("memory")
BEFORE = noise("before")


def array(data):
    return numpy.frombuffer(bytes(data), dtype=numpy.uint8)


def unit(data, at, width):
    return data[at:at + width]


def vlds(dist, m, a):
    """256 bytes that a load with a distribution gives."""
    def units(width, address, pad=0):
        return b"".join(unit(m, address(i), width) + b"\0" * pad for i in range(256 // (width + pad)))
    rules = {
        "NORM": lambda: m[a:a + 256],
        "BRC_B8": lambda: units(1, lambda i: a), "BRC_B16": lambda: units(2, lambda i: a),
        "BRC_B32": lambda: units(4, lambda i: a),
        "US_B8": lambda: units(1, lambda i: a + i // 2), "US_B16": lambda: units(2, lambda i: a + 2 * (i // 2)),
        "DS_B8": lambda: units(1, lambda i: a + 2 * i), "DS_B16": lambda: units(2, lambda i: a + 4 * i),
        "UNPK_B8": lambda: units(1, lambda i: a + i, 1), "UNPK_B16": lambda: units(2, lambda i: a + 2 * i, 2),
        "UNPK_B32": lambda: units(4, lambda i: a + 4 * i, 4), "UNPK4": lambda: units(1, lambda i: a + i, 3),
        "BRC_BLK": lambda: m[a:a + 32] * 8,
        "E2B_B16": lambda: units(2, lambda i: a + 2 * (i // 16)), "E2B_B32": lambda: units(4, lambda i: a + 4 * (i // 8)),
    }
    return rules[dist]()


ALIGNMENT = {"BRC_B8": 1, "BRC_B16": 2, "BRC_B32": 4, "E2B_B16": 16, "E2B_B32": 32}


def prologue(kernel, t, content, label, name="memory"):
    base = kernel.input(name, UI8, array(content), label)
    kernel.heads.append("%%p = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (base, t.name))
    return "%p"


def rows_out(kernel, t, rows, label, address_name="o"):
    """Stores %v0, %v1, ... to consecutive rows of an output of bytes."""
    out = kernel.output(address_name, UI8, array(b"".join(rows)), label)
    kernel.heads.append("%%po = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (out, t.name))
    kernel.body.append('%%all = pto.pset_%s "PAT_ALL" : %s' % (t.granularity, t.pred))
    for row in range(len(rows)):
        kernel.body.append("pto.vsts %%v%d, %%po[%s], %%all : %s, !pto.ptr<%s, ub>, %s" % (
            row, kernel.index(row * t.lanes), t.vreg, t.name, t.pred))


def loads(open_file):
    own = {"8": ("ui8", "si8"), "16": ("f16", "bf16", "i16"), "32": ("f32", "ui32")}
    dists = {"NORM": ("ui8", "i16", "f32", "i64"), "BRC_B8": ("ui8", "f32"), "BRC_B16": ("f16", "f32", "ui8"),
             "BRC_B32": ("f32", "i16"), "US_B8": ("ui8", "f32"), "US_B16": ("bf16", "ui8"), "DS_B8": ("si8", "f32"),
             "DS_B16": ("f16", "f32"), "UNPK_B8": ("ui8", "i16"), "UNPK_B16": ("f16", "f32"), "UNPK_B32": ("f32", "i64"),
             "UNPK4": ("ui8", "si8"), "BRC_BLK": ("f32", "i8", "f16"), "E2B_B16": ("f16", "i16"), "E2B_B32": ("f32", "i32")}
    file, turn = open_file("vlds"), 0
    for n, (dist, names) in enumerate(dists.items()):
        for t in (TYPES[x] for x in names):
            step = max(ALIGNMENT.get(dist, 32), t.bytes)
            attributes = [' {dist = "%s"}' % dist] + ([""] if dist == "NORM" else [])
            for j, attribute in enumerate(attributes):
                turn += 1
                for form in (("canon", "paren")[turn % 2], "post"):
                    kernel = file.kernel(("%s_%s_%s%s" % (dist, t.name, form, j or "")).lower())
                    pointer = prologue(kernel, t, MEMORY, "memory")
                    address, rows = 0, []
                    for row, count in enumerate((0, 1, 7, 3)):
                        bytes_ = count * step
                        rows.append(vlds(dist, MEMORY, address if form == "post" else bytes_))
                        index = kernel.index(bytes_ // t.bytes)
                        p = "!pto.ptr<%s, ub>" % t.name
                        if form == "post":
                            kernel.body.append("%%v%d, %%q%d = pto.vlds %s[%s]%s : %s -> %s, %s" % (
                                row, row, pointer, index, attribute, p, t.vreg, p))
                            pointer = "%%q%d" % row
                            address += bytes_
                        else:
                            kernel.body.append("%%v%d = pto.vlds %s[%s]%s : %s -> %s" % (
                                row, pointer, index, attribute, p if form == "canon" else "(%s)" % p, t.vreg))
                    rows_out(kernel, t, rows, ("vlds-%s-%s-%d" % (dist, "post" if form == "post" else "at", step)).lower())
                    kernel.finish()
    # a loop carries the pointer
    kernel = file.kernel("post_loop")
    t = TYPES["f32"]
    pointer = prologue(kernel, t, MEMORY, "memory")
    out = kernel.output("o", UI8, array(b"".join(MEMORY[k * 96:k * 96 + 256] for k in range(4))), "vlds-loop")
    kernel.heads.append("%%po = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<f32, ub>" % out)
    kernel.body += ['%all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>',
                    "%%e1, %%e2 = scf.for %%k = %s to %s step %s iter_args(%%q = %%p, %%w = %%po) -> (!pto.ptr<f32, ub>, !pto.ptr<f32, ub>) {" % (
                        kernel.index(0), kernel.index(4), kernel.index(1)),
                    "  %%v, %%q2 = pto.vlds %%q[%s] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>, !pto.ptr<f32, ub>" % kernel.index(24),
                    "  %%w2 = pto.vsts %%v, %%w[%s], %%all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32> -> !pto.ptr<f32, ub>" % kernel.index(64),
                    "  scf.yield %q2, %w2 : !pto.ptr<f32, ub>, !pto.ptr<f32, ub>", "}"]
    kernel.finish()


def double_loads(open_file):
    file = open_file("vldsx2")
    for dist, width in (("DINTLV_B8", 1), ("DINTLV_B16", 2), ("DINTLV_B32", 4), ("BDINTLV", 32)):
        for name in {1: ("ui8", "f32"), 2: ("f16", "f32"), 4: ("f32", "i16"), 32: ("f32", "ui8", "bf16")}[width]:
            t = TYPES[name]
            for form in ("canon", "paren"):
                kernel = file.kernel(("%s_%s_%s" % (dist, name, form)).lower())
                pointer = prologue(kernel, t, MEMORY, "memory")
                rows, p = [], "!pto.ptr<%s, ub>" % name
                for row, at in enumerate((0, 96, 1536)):
                    window = [MEMORY[at + i:at + i + width] for i in range(0, 512, width)]
                    rows += [b"".join(window[0::2]), b"".join(window[1::2])]
                    index = kernel.index(at // t.bytes)
                    names = "%%v%d, %%v%d" % (2 * row, 2 * row + 1)
                    signature = "%s, index" % p if form == "canon" else "(%s, index)" % p
                    kernel.body.append('%s = pto.vldsx2 %s[%s], "%s" : %s -> %s, %s' % (
                        names, pointer, index, dist, signature, t.vreg, t.vreg))
                rows_out(kernel, t, rows, ("vldsx2-%s" % dist).lower())
                kernel.finish()


def vsts(dist, memory, a, v, image):
    """The bytes that a store with a distribution writes."""
    def write(at, data):
        memory[at:at + len(data)] = data
    kind, _, width = dist.partition("_B")
    w = int(width or 8) // 8
    if kind == "NORM":
        for i in range(256 // w):
            if image >> i * w & 1:
                write(a + i * w, v[i * w:(i + 1) * w])
    elif kind == "1PT":
        write(a, v[:w])
    else:
        kept = 1 if kind == "PK4" else w // 2
        for i in range(256 // w):
            if image >> i * w & 1:
                write(a + i * kept, v[i * w:i * w + kept])


def stores(open_file):
    file, turn = open_file("vsts"), 0
    rows = {"": ("ui8", "f16", "f32", "i64"), "NORM_B8": ("ui8", "si8"), "NORM_B16": ("f16", "ui16"), "NORM_B32": ("f32", "i32"),
            "1PT_B8": ("ui8", "i8"), "1PT_B16": ("f16", "i16"), "1PT_B32": ("f32", "ui32"), "PK_B16": ("i16", "ui16", "f16"),
            "PK_B32": ("f32", "i32", "f16"), "PK_B64": ("i64", "f32"), "PK4_B32": ("i32", "ui8", "f32")}
    images = few_masks()
    for dist, names in rows.items():
        for t in (TYPES[x] for x in names):
            g = {"PK_B16": "b16", "PK_B32": "b32", "PK_B64": "b32", "PK4_B32": "b32"}.get(dist, t.granularity)
            effective = dist or "NORM_B%d" % min(t.bits, 32)
            unit_size = {"1PT_B8": 1, "1PT_B16": 2, "1PT_B32": 4}.get(dist, 32)
            step = max(unit_size, t.bytes)
            attribute = ' {dist = "%s"}' % dist if dist else ""
            turn += 1
            for form in (("canon", "paren", "bare")[turn % 3], "post"):
                kernel = file.kernel(("%s_%s_%s" % (dist or "default", t.name, form)).lower().replace("1pt", "onept"))
                prologue(kernel, t, MEMORY, "memory", "source")
                masks = kernel.input("masks", UI8, image_bytes(images), "masks-few")
                after, address = bytearray(BEFORE), 0
                pointer = "%d"
                p, m = "!pto.ptr<%s, ub>" % t.name, "!pto.mask<%s>" % g
                for row, image in enumerate(images):
                    kernel.body.append("%%v%d = pto.vlds %%p[%s] : %s -> %s" % (row, kernel.index(row * t.lanes), p, t.vreg))
                    kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> %s' % (
                        row, masks, kernel.index(32 * row), m))
                    bytes_ = (1, 5, 12, 37)[row] * step
                    at = address if form == "post" else bytes_
                    vsts(effective, after, at, MEMORY[row * 256:row * 256 + 256], image)
                    index = kernel.index(bytes_ // t.bytes)
                    operands = "%%v%d, %s[%s], %%m%d%s" % (row, pointer, index, row, attribute)
                    types_ = "%s, %s, %s" % (t.vreg, p, m)
                    if form == "bare":
                        kernel.body.append("vsts " + operands)
                    elif form == "post":
                        kernel.body.append("%%q%d = pto.vsts %s : %s -> %s" % (row, operands, types_, p))
                        pointer = "%%q%d" % row
                        address += bytes_
                    else:
                        kernel.body.append("pto.vsts %s : %s" % (operands, types_ if form == "canon" else "(%s) -> ()" % types_))
                base = kernel.inout("before", UI8, array(BEFORE), array(after), "before",
                                    ("vsts-%s-%s-%d" % (effective, "post" if form == "post" else "at", step)).lower())
                kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
                kernel.finish()


def double_stores(open_file):
    file = open_file("vstsx2")
    for dist, width in (("INTLV_B8", 1), ("INTLV_B16", 2), ("INTLV_B32", 4)):
        for name in {1: ("ui8", "f32"), 2: ("f16", "f32"), 4: ("f32", "i16")}[width]:
            t = TYPES[name]
            for form in ("canon", "paren", "bare"):
                kernel = file.kernel(("%s_%s_%s" % (dist, name, form)).lower())
                prologue(kernel, t, MEMORY, "memory", "source")
                after = bytearray(BEFORE)
                p = "!pto.ptr<%s, ub>" % name
                kernel.body.append('%%m = pto.pset_%s "PAT_VL1" : %s' % (t.granularity, t.pred))
                for row, at in enumerate((32, 1024)):
                    for half in (0, 1):
                        kernel.body.append("%%v%d = pto.vlds %%p[%s] : %s -> %s" % (
                            2 * row + half, kernel.index((2 * row + half) * t.lanes), p, t.vreg))
                    a, b = MEMORY[512 * row:512 * row + 256], MEMORY[512 * row + 256:512 * row + 512]
                    after[at:at + 512] = b"".join(a[i:i + width] + b[i:i + width] for i in range(0, 256, width))
                    operands = '%%v%d, %%v%d, %%d[%s], "%s", %%m' % (2 * row, 2 * row + 1, kernel.index(at // t.bytes), dist)
                    types_ = "%s, %s, %s, index, %s" % (t.vreg, t.vreg, p, t.pred)
                    if form == "bare":
                        kernel.body.append("vstsx2 " + operands)
                    else:
                        kernel.body.append("pto.vstsx2 %s : %s" % (
                            operands, types_ if form == "canon" else "(%s) -> ()" % types_))
                base = kernel.inout("before", UI8, array(BEFORE), array(after), "before", ("vstsx2-%s" % dist).lower())
                kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
                kernel.finish()


def blocks(open_file):
    images = [(1 << 256) - 1, 0x11101011 | 0xFFFF0000 << 32, 0x01000110, 0]
    cases = ((1, 0), (2, 4), (5, 1), (0, 3))
    for t in (TYPES[x] for x in ("f32", "i32")):
        p, m = "!pto.ptr<%s, ub>" % t.name, "!pto.mask<b32>"
        for form in ("canon", "post"):
            for op in ("vsldb", "vsstb"):
                kernel = open_file(op).kernel("%s_%s" % (t.name, form))
                pointer = prologue(kernel, t, MEMORY, "memory", "source") if op == "vsldb" else "%d"
                if op == "vsstb":
                    prologue(kernel, t, MEMORY, "memory", "source")
                masks = kernel.input("masks", UI8, image_bytes(images), "masks-blocks")
                after, rows, address = bytearray(BEFORE), [], 0
                for row, ((bs, rs), image) in enumerate(zip(cases, images)):
                    a, b = kernel.constant(bs, "i16"), kernel.constant(rs, "i16")
                    kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> %s' % (
                        row, masks, kernel.index(32 * row), m))
                    start = address if form == "post" else 32 * rs
                    held = bytearray(256)
                    for blk in range(8):
                        if image >> 4 * blk & 1:
                            at = start + 32 * blk * bs
                            held[32 * blk:32 * blk + 32] = MEMORY[at:at + 32]
                            after[at:at + 32] = MEMORY[row * 256 + 32 * blk:row * 256 + 32 * blk + 32]
                    rows.append(bytes(held))
                    second = ", %%q%d" % row if form == "post" else ""
                    if op == "vsldb":
                        kernel.body.append("%%v%d%s = pto.vsldb %s, %s, %s, %%m%d : %s, i16, i16, %s -> %s%s" % (
                            row, second, pointer, a, b, row, p, m, t.vreg, ", " + p if second else ""))
                    else:
                        kernel.body.append("%%v%d = pto.vlds %%p[%s] : %s -> %s" % (row, kernel.index(row * t.lanes), p, t.vreg))
                        kernel.body.append("%spto.vsstb %%v%d, %s, %s, %s, %%m%d : %s, %s, i16, i16, %s%s" % (
                            second[2:] + " = " if second else "", row, pointer, a, b, row, t.vreg, p, m,
                            " -> " + p if second else ""))
                    if form == "post":
                        pointer, address = "%%q%d" % row, address + 32 * rs
                if op == "vsldb":
                    rows_out(kernel, t, rows, "vsldb-" + form)
                else:
                    base = kernel.inout("before", UI8, array(BEFORE), array(after), "before", "vsstb-" + form)
                    kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
                kernel.finish()


def unaligned(open_file):
    for t in (TYPES[x] for x in ("ui8", "i16", "bf16", "f32")):
        p = "!pto.ptr<%s, ub>" % t.name
        for form in ("canon", "post"):
            kernel = open_file("vldus").kernel("%s_%s" % (t.name, form))
            prologue(kernel, t, MEMORY, "memory")
            kernel.body.append("%%q0 = pto.addptr %%p, %s : %s -> %s" % (kernel.index(5), p, p))
            kernel.body.append("%%al0 = pto.vldas %%q0 : %s -> !pto.align" % p)
            at, rows = 5 * t.bytes, []
            for row, step in enumerate((t.lanes, 3, t.lanes - 1, 1)):
                rows.append(MEMORY[at:at + 256])
                if form == "canon":
                    kernel.body.append("%%v%d, %%al%d = pto.vldus %%q%d, %%al%d : %s, !pto.align -> %s, !pto.align" % (
                        row, row + 1, row, row, p, t.vreg))
                    kernel.body.append("%%q%d = pto.addptr %%q%d, %s : %s -> %s" % (row + 1, row, kernel.index(step), p, p))
                else:
                    kernel.body.append("%%v%d, %%al%d, %%q%d = pto.vldus %%q%d, %%al%d, %s : %s, !pto.align, index -> %s, !pto.align, %s" % (
                        row, row + 1, row + 1, row, row, kernel.index(step), p, t.vreg, p))
                at += step * t.bytes
            rows_out(kernel, t, rows, "vldus-%d" % t.bits)
            kernel.finish()
        for form in ("canon", "post", "vstar"):
            kernel = open_file("vstus").kernel("%s_%s" % (t.name, form))
            prologue(kernel, t, MEMORY, "memory", "source")
            after, at = bytearray(BEFORE), 3 * t.bytes
            kernel.body.append("%%w0 = pto.addptr %%d, %s : %s -> %s" % (kernel.index(3), p, p))
            kernel.body.append("%al0 = pto.init_align : !pto.align")
            counts = (3, t.lanes, 0, 17, 1)
            for row, n in enumerate(counts):
                kernel.body.append("%%v%d = pto.vlds %%p[%s] : %s -> %s" % (row, kernel.index(row * t.lanes), p, t.vreg))
                count = kernel.constant(n, "i32")
                after[at:at + n * t.bytes] = MEMORY[row * 256:row * 256 + n * t.bytes]
                at += n * t.bytes
                line = "pto.vstus %%al%d, %s, %%v%d, %%w%d : !pto.align, i32, %s, %s -> !pto.align" % (
                    row, count, row, row, t.vreg, p)
                if form == "canon":
                    kernel.body.append("%%al%d = %s" % (row + 1, line))
                    kernel.body.append("%%w%d = pto.addptr %%w%d, %s : %s -> %s" % (row + 1, row, kernel.index(n), p, p))
                else:
                    kernel.body.append("%%al%d, %%w%d = %s, %s" % (row + 1, row + 1, line, p))
            last = len(counts)
            if form == "vstar":
                kernel.body.insert(0, 'pto.sprclr "AR"')
                kernel.body.append("pto.vstar %%al%d, %%w%d : !pto.align, %s" % (last, last, p))
            elif form == "post":
                kernel.body.append("pto.vstas %%al%d, %%w%d, %s : !pto.align, %s, i32" % (last, last, kernel.constant(0, "i32"), p))
            else:
                # the pointer and count of the last append
                kernel.body.append("pto.vstas %%al%d, %%w%d, %s : !pto.align, %s, i32" % (
                    last, last - 1, kernel.constant(counts[-1], "i32"), p))
            base = kernel.inout("before", UI8, array(BEFORE), array(after), "before", "vstus-%d" % t.bits)
            kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
            kernel.finish()
        squeezed(open_file, t, p)


def squeezed(open_file, t, p):
    """vsqz sets SQZN, vstur appends SQZN bytes at AR."""
    images = few_masks()
    for form in ("post", "none"):
        kernel = open_file("vstur").kernel("%s_%s" % (t.name, form))
        prologue(kernel, t, MEMORY, "memory", "source")
        masks = kernel.input("masks", UI8, image_bytes(images), "masks-few")
        after, at = bytearray(BEFORE), 3 * t.bytes
        body = kernel.body
        body.append("%%w = pto.addptr %%d, %s : %s -> %s" % (kernel.index(3), p, p))
        body += ["%al0 = pto.init_align : !pto.align", 'pto.sprclr "AR"']
        for row, image in enumerate(images):
            body.append("%%v%d = pto.vlds %%p[%s] : %s -> %s" % (row, kernel.index(row * t.lanes), p, t.vreg))
            body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> %s' % (
                row, masks, kernel.index(32 * row), t.pred))
            body.append("%%z%d = pto.vsqz %%v%d, %%m%d : %s, %s -> %s" % (row, row, row, t.vreg, t.pred, t.vreg))
            kept = b"".join(MEMORY[row * 256 + i * t.bytes:row * 256 + (i + 1) * t.bytes] for i in range(t.lanes)
                            if image >> i * t.bytes & 1)
            after[at:at + len(kept)] = kept
            word = "POST_UPDATE" if form == "post" else "NO_POST_UPDATE"
            if form == "none" and row:
                # AR stays, so every append goes to the place of the first one: only the last row is checked here
                body[-3:] = []
                after = bytearray(after)
                after[at:at + len(kept)] = BEFORE[at:at + len(kept)] if row else kept
                continue
            if form == "post":
                at += len(kept)
            body.append('%%al%d = pto.vstur %%al%d, %%z%d, %%w, "%s" : !pto.align, %s, %s -> !pto.align' % (
                row + 1, row, row, word, t.vreg, p))
        if form == "none":
            image = images[0]
            after = bytearray(BEFORE)
            after[at:at + 256] = MEMORY[:256]
            body.append("%%c256 = arith.constant %d : index" % t.lanes)
            body.append("%%wend = pto.addptr %%w, %%c256 : %s -> %s" % (p, p))
            body.append("pto.vstar %%al1, %%wend : !pto.align, %s" % p)
        else:
            body.append("pto.vstar %%al%d, %%w : !pto.align, %s" % (len(images), p))
        base = kernel.inout("before", UI8, array(BEFORE), array(after), "before", "vstur-%d-%s" % (t.bits, form))
        kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
        kernel.finish()


def indexed(open_file):
    rng = random.Random("offsets")
    images = few_masks()
    for source, result in (("i8", "i16"), ("ui8", "ui16"), ("si8", "si16"), ("i16", "i16"), ("f16", "f16"), ("bf16", "bf16"),
                           ("ui16", "ui16"), ("i32", "i32"), ("f32", "f32"), ("ui32", "ui32")):
        s, r = TYPES[source], TYPES[result]
        o = TYPES["ui%d" % r.bits]
        rng = random.Random("offsets-%d-%d" % (s.bits, r.bits))
        offsets = [[rng.randrange(SIZE // s.bytes) for _ in range(r.lanes)] for _ in images]
        bits = bits_array([x for row in offsets for x in row], o.bits)
        for op in ("vgather2", "vgather2_bc"):
            if op == "vgather2_bc" and s.bits != 32:
                continue
            for form in ("canon", "bare", "count"):
                if form == "count" and op != "vgather2":
                    continue
                kernel = open_file(op).kernel("%s_%s" % (s.name, form))
                prologue(kernel, s, MEMORY, "memory")
                spelled = o if form == "canon" else TYPES["i%d" % o.bits]
                kernel.input("offsets", spelled, bits, "offsets-%d-%d%s" % (s.bits, r.bits, "" if form == "canon" else "-int"))
                masks = kernel.input("masks", UI8, image_bytes(images), "masks-few") if form != "count" else ""
                rows = []
                for row, image in enumerate(images):
                    kernel.body.append("%%x%d = pto.vlds %%offsets[%s] : !pto.ptr<%s, ub> -> %s" % (
                        row, kernel.index(row * r.lanes), spelled.name, spelled.vreg))
                    count = (0, 1, r.lanes, 37)[row]
                    lanes = []
                    for i, offset in enumerate(offsets[row]):
                        active = i < count if form == "count" else image >> i * r.bytes & 1
                        data = MEMORY[offset * s.bytes:(offset + 1) * s.bytes] if active else b""
                        lanes.append(data.ljust(r.bytes, b"\0"))
                    rows.append(b"".join(lanes))
                    p = "!pto.ptr<%s, ub>" % s.name
                    if form != "count":
                        kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> %s' % (
                            row, masks, kernel.index(32 * row), r.pred))
                    if form == "count":
                        kernel.body.append("%%v%d = pto.%s %%p, %%x%d, %s : %s, %s, index -> %s" % (
                            row, op, row, kernel.index(count), p, spelled.vreg, r.vreg))
                    elif form == "canon":
                        kernel.body.append("%%v%d = pto.%s %%p, %%x%d, %%m%d : %s, %s, %s -> %s" % (
                            row, op, row, row, p, spelled.vreg, r.pred, r.vreg))
                    else:
                        kernel.body.append("%%v%d = pto.%s %%p, %%x%d, %%m%d : (%s, %s, %s) -> %s" % (
                            row, op, row, row, p, spelled.vreg, r.pred, r.vreg))
                rows_out(kernel, r, rows, "vgather2-%d-%d%s" % (s.bits, r.bits, "-count" if form == "count" else ""))
                kernel.finish()
    block_images = [(1 << 256) - 1, 0x01101011 | 0xFFFF << 40, 0, 0x10000001]
    rng = random.Random("block offsets")
    offsets = [[32 * rng.randrange(SIZE // 32) if i < 8 else rng.getrandbits(32) for i in range(64)] for _ in block_images]
    bits = bits_array([x for row in offsets for x in row], 32)
    for t in (TYPES[x] for x in ("ui8", "f16", "f32", "bf16", "i64")):
        kernel = open_file("vgatherb").kernel(t.name)
        prologue(kernel, t, MEMORY, "memory")
        kernel.input("offsets", TYPES["ui32"], bits, "offsets-blocks")
        masks = kernel.input("masks", UI8, image_bytes(block_images), "masks-gatherb")
        rows = []
        for row, image in enumerate(block_images):
            kernel.body.append("%%x%d = pto.vlds %%offsets[%s] : !pto.ptr<ui32, ub> -> !pto.vreg<64xui32>" % (row, kernel.index(64 * row)))
            kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> !pto.mask<b32>' % (
                row, masks, kernel.index(32 * row)))
            kernel.body.append("%%v%d = pto.vgatherb %%p, %%x%d, %%m%d : !pto.ptr<%s, ub>, !pto.vreg<64xui32>, !pto.mask<b32> -> %s" % (
                row, row, row, t.name, t.vreg))
            rows.append(b"".join(MEMORY[x:x + 32] if image >> 4 * g & 1 else b"\0" * 32 for g, x in enumerate(offsets[row][:8])))
        rows_out(kernel, t, rows, "vgatherb")
        kernel.finish()
    for t in (TYPES[x] for x in ("ui8", "i8", "f16", "i16", "f32", "ui32", "si32")):
        o = TYPES["ui%d" % max(16, t.bits)]
        rng = random.Random("scatter %d" % t.bits)
        # few places, so that lanes collide and the highest one wins
        offsets = [[rng.randrange(64 if row == 1 else SIZE // t.bytes) for _ in range(o.lanes)] for row in range(4)]
        bits = bits_array([x for row in offsets for x in row], o.bits)
        for form in ("canon", "count"):
            kernel = open_file("vscatter").kernel("%s_%s" % (t.name, form))
            prologue(kernel, t, MEMORY, "memory", "source")
            kernel.input("offsets", o, bits, "offsets-scatter-%d" % t.bits)
            masks = kernel.input("masks", UI8, image_bytes(images), "masks-few") if form == "canon" else ""
            after = bytearray(BEFORE)
            p = "!pto.ptr<%s, ub>" % t.name
            for row, image in enumerate(images):
                kernel.body.append("%%v%d = pto.vlds %%p[%s] : %s -> %s" % (row, kernel.index(row * t.lanes), p, t.vreg))
                kernel.body.append("%%x%d = pto.vlds %%offsets[%s] : !pto.ptr<%s, ub> -> %s" % (
                    row, kernel.index(row * o.lanes), o.name, o.vreg))
                count = (0, o.lanes, 1, 11)[row]
                for i, offset in enumerate(offsets[row]):
                    if image >> i * o.bytes & 1 if form == "canon" else i < count:
                        at = row * 256 + (2 * i if t.bits == 8 else i * t.bytes)
                        after[offset * t.bytes:(offset + 1) * t.bytes] = MEMORY[at:at + t.bytes]
                if form == "canon":
                    kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> %s' % (
                        row, masks, kernel.index(32 * row), o.pred))
                    kernel.body.append("pto.vscatter %%v%d, %%d, %%x%d, %%m%d : %s, %s, %s, %s" % (
                        row, row, row, t.vreg, p, o.vreg, o.pred))
                else:
                    kernel.body.append("pto.vscatter %%v%d, %%d, %%x%d, %s : %s, %s, %s, index" % (
                        row, row, kernel.index(count), t.vreg, p, o.vreg))
            base = kernel.inout("before", UI8, array(BEFORE), array(after), "before", "vscatter-%d-%s" % (t.bits, form))
            kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
            kernel.finish()


def packed_predicates(open_file):
    images = few_masks() + few_masks()[1:2]
    for g, step, names in (("b16", 2, ("ui16", "i16")), ("b32", 4, ("ui32", "i32"))):
        for name in names:
            kernel = open_file("pstu").kernel("%s_%s" % (g, name))
            p = "!pto.ptr<%s, ub>" % name
            size = 32 // step
            masks = kernel.input("masks", UI8, image_bytes(images), "masks-pstu")
            after, at = bytearray(BEFORE), 8 * step
            kernel.body.append("%%w0 = pto.addptr %%d, %s : %s -> %s" % (kernel.index(8), p, p))
            kernel.body.append("%al0 = pto.init_align : !pto.align")
            for row, image in enumerate(images):
                kernel.body.append('%%m%d = pto.plds %s[%s], "NORM" : !pto.ptr<ui8, ub>, index -> !pto.mask<%s>' % (
                    row, masks, kernel.index(32 * row), g))
                dense = sum((image >> i * step & 1) << i for i in range(256 // step))
                after[at:at + size] = dense.to_bytes(size, "little")
                at += size
                kernel.body.append("%%al%d, %%w%d = pto.pstu %%al%d, %%m%d, %%w%d : !pto.align, !pto.mask<%s>, %s -> !pto.align, %s" % (
                    row + 1, row + 1, row, row, row, g, p, p))
            n = len(images)
            kernel.body.append("pto.vstas %%al%d, %%w%d, %s : !pto.align, %s, i32" % (n, n, kernel.constant(0, "i32"), p))
            base = kernel.inout("before", UI8, array(BEFORE), array(after), "before", "pstu-" + g)
            kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui8, ub> -> %s" % (base, p))
            kernel.finish()


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "pto.%s: the bytes that it reads or writes." % name)
        return files[name]
    for part in (loads, double_loads, stores, double_stores, blocks, unaligned, indexed, packed_predicates):
        part(open_file)
    for file in files.values():
        file.write()
