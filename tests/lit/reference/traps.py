"""Programs that go wrong when they run: each stops with its trap, at the line of the operation."""
import os

HEAD = '''func.func @NAME(%p: !pto.ptr<f32, gm>, %n: i64) attributes {pto.aicore} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %i64_64 = arith.constant 64 : i64
  %i64_256 = arith.constant 256 : i64
  %i64_4096 = arith.constant 4096 : i64
  %i = arith.index_cast %n : i64 to index
  %u = pto.castptr %zero : i64 -> !pto.ptr<f32, ub>
  %w = pto.castptr %i64_4096 : i64 -> !pto.ptr<f32, ub>'''
SCOPE = '''pto.vecscope {
  %m = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
  %e = pto.pset_b8 "PAT_ALL" : !pto.mask<b8>
  %one32 = arith.constant 1 : i32
  %v = pto.vbr %one32 : i32 -> !pto.vreg<64xi32>
  %f = pto.vbitcast %v : !pto.vreg<64xi32> -> !pto.vreg<64xf32>'''
F, M, V, X = "!pto.ptr<f32, ub>", "!pto.mask<b32>", "!pto.vreg<64xf32>", "!pto.vreg<64xi32>"
IN = "!pto.ptr<f32, gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64"
OUT = "!pto.ptr<f32, ub>, !pto.ptr<f32, gm>, i64, i64, i64, i64"

# name, values of %n that trap, a value that does not, text in front, the operation, in a vector scope, trap
ROWS = [
    ("vlds_misaligned", (1, 7), 8, "", "%r = pto.vlds %u[%i] : F -> V", True, "0x5"),
    ("vlds_beyond", (65536 - 56, 1 << 40, -8), 65536 - 64, "", "%r = pto.vlds %u[%i] : F -> V", True, "0x5"),
    ("vlds_broadcast", (65536, -1), 65535, "", '%r = pto.vlds %u[%i] {dist = "BRC_B32"} : F -> V', True, "0x5"),
    ("vlds_interleaved", (65536 - 120, 4), 65536 - 128, "", '%r, %s = pto.vldsx2 %u[%i], "DINTLV_B32" : F, index -> V, V', True, "0x5"),
    ("vsts_misaligned", (3,), 16, "", "pto.vsts %f, %u[%i], %m : V, F, M", True, "0x5"),
    ("vsts_beyond", (65536 - 8, -64), 65536 - 64, "", "pto.vsts %f, %u[%i], %m : V, F, M", True, "0x5"),
    ("vstsx2_beyond", (65536 - 64,), 65536 - 128, "", 'pto.vstsx2 %f, %f, %u[%i], "INTLV_B32", %m : V, V, F, index, M', True, "0x5"),
    ("vsldb_beyond", (32767,), 8191, "%s16 = arith.trunci %n : i64 to i16\n%none = arith.constant 0 : i16",
     "%r = pto.vsldb %u, %none, %s16, %m : F, i16, i16, M -> V", True, "0x5"),
    ("vgather2_beyond", (65536, -1), 65535, "%o32 = arith.trunci %n : i64 to i32\n%o = pto.vbr %o32 : i32 -> X",
     "%r = pto.vgather2 %u, %o, %m : F, X, M -> V", True, "0x5"),
    ("vgatherb_misaligned", (4, 262144), 262112, "%o32 = arith.trunci %n : i64 to i32\n%o = pto.vbr %o32 : i32 -> X",
     "%r = pto.vgatherb %u, %o, %m : F, X, M -> V", True, "0x5"),
    ("vscatter_beyond", (65536,), 65535, "%o32 = arith.trunci %n : i64 to i32\n%o = pto.vbr %o32 : i32 -> X",
     "pto.vscatter %f, %u, %o, %m : V, F, X, M", True, "0x5"),
    ("plds_misaligned", (16,), 32, "", '%r = pto.plds %u[%i], "NORM" : F, index -> M', True, "0x5"),
    ("psts_beyond", (262144 - 8, 262144), 262144 - 16, "", 'pto.psts %m, %u[%i], "PK" : M, F, index', True, "0x5"),
    ("vldus_beyond", (65536 - 63,), 65536 - 64, "%q = pto.addptr %u, %i : F -> F\n%al = pto.vldas %u : F -> !pto.align",
     "%r, %al2 = pto.vldus %q, %al : F, !pto.align -> V, !pto.align", True, "0x5"),
    ("scalar_load_beyond", (65536, -1), 65535, "", "%r = pto.load_scalar %u[%i] : F -> f32", False, "0x5"),
    ("scalar_store_beyond", (65536,), 65535, "%x = arith.constant 1.0 : f32", "pto.store_scalar %x, %u[%i] : F, f32", False, "0x5"),
    ("dma_ub_misaligned", (4, 16), 32, "%a = pto.castptr %n : i64 -> F",
     "pto.mte_gm_ub %p, %a, %zero, %i64_64 nburst(%one, %zero, %zero) : IN", False, "0x5"),
    ("dma_ub_beyond", (262144 - 32,), 262144 - 64, "%a = pto.castptr %n : i64 -> F",
     "pto.mte_gm_ub %p, %a, %zero, %i64_64 nburst(%one, %zero, %zero) : IN", False, "0x5"),
    ("dma_stride_misaligned", (68,), 64, "%two = arith.constant 2 : i64",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%two, %zero, %n) : IN", False, "0x5"),
    ("dma_gm_beyond", (1 << 30, -(1 << 20)), 0, "%g = pto.addptr %p, %i : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>",
     "pto.mte_gm_ub %g, %u, %zero, %i64_64 nburst(%one, %zero, %zero) : IN", False, "0x6"),
    ("dma_length_too_large", ((1 << 21) + 64, -1, 1 << 39), 256, "",
     "pto.mte_gm_ub %p, %u, %zero, %n nburst(%one, %zero, %zero) : IN", False, "0x8"),
    ("dma_count_too_large", ((1 << 21) + 1, -1), 2, "",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%n, %zero, %zero) : IN", False, "0x8"),
    ("dma_source_stride_too_large", ((1 << 40) + 64, -64), 64, "",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%one, %n, %zero) : IN", False, "0x8"),
    ("dma_stride_too_large", ((1 << 21) + 64, -32), 64, "",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%one, %zero, %n) : IN", False, "0x8"),
    ("dma_loop_too_large", ((1 << 21) + 2, -1), 2, "",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%one, %zero, %zero) loop(%n, %zero, %zero) : IN, loop i64, i64, i64", False, "0x8"),
    ("dma_loop_stride_too_large", ((1 << 21) + 64,), 64, "",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%one, %zero, %zero) loop(%one, %zero, %n) : IN, loop i64, i64, i64", False, "0x8"),
    ("dma_pad_too_large", (9, 64 + 1, -1), 8, "%x = arith.constant 1.0 : f32",
     "pto.mte_gm_ub %p, %u, %zero, %i64_64 nburst(%one, %zero, %zero) pad(%x, %zero, %n) : IN, pad f32, i64, i64", False, "0x8"),
    ("dma_out_length_too_large", ((1 << 21) + 64, -1), 256, "",
     "pto.mte_ub_gm %u, %p, %n nburst(%one, %zero, %zero) : OUT", False, "0x8"),
    ("dma_out_stride_too_large", ((1 << 21) + 64,), 64, "",
     "pto.mte_ub_gm %u, %p, %i64_64 nburst(%one, %n, %zero) : OUT", False, "0x8"),
    ("dma_within_too_large", (65536 + 1, -1), 3, "",
     "pto.mte_ub_ub %u, %w, %n nburst(%one, %zero, %zero) : F, F, i64, i64, i64, i64", False, "0x8"),
    ("copy_count_too_large", ((1 << 21) + 1,), 1, "%off = arith.constant false",
     "pto.copy_gm_to_ubuf %p, %u, %zero, %n, %i64_64, %zero, %zero, %off, %zero, %zero, %zero : !pto.ptr<f32, gm>, F, i64, i64, i64, i64, i64, i1, i64, i64, i64",
     False, "0x8"),
    ("copy_out_length_too_large", ((1 << 21) + 64,), 64, "",
     "pto.copy_ubuf_to_gm %u, %p, %zero, %one, %n, %zero, %zero, %zero : F, !pto.ptr<f32, gm>, i64, i64, i64, i64, i64, i64", False, "0x8"),
    ("vbitsort_repeat", (256, 65536 + 1, -1), 255, "%b = arith.constant 131072 : i64\n%far = pto.castptr %b : i64 -> F",
     "pto.vbitsort %far, %u, %u, %i : F, F, F, index", False, "0x8"),
    ("vbitsort_misaligned", (4, 36), 32768, "%far = pto.castptr %n : i64 -> F\n%three = arith.constant 3 : index",
     "pto.vbitsort %far, %u, %u, %three : F, F, F, index", False, "0x5"),
    ("vbitsort_overlap", (0, 96), 128, "%far = pto.castptr %n : i64 -> F\n%single = arith.constant 1 : index",
     "pto.vbitsort %far, %u, %u, %single : F, F, F, index", False, "0x5"),
    ("vmrgsort4_lists", (0x0501, 0x0901, 0x0101, 0x2F01, 0x0F02), 0x0301, "%counts = arith.constant 0x0008000700060005 : i64",
     "pto.vmrgsort4 %w, %u, %u, %u, %u, %counts, %n : F, F x4, i64, i64", False, "0x8"),
    ("vmrgsort4_misaligned", (4, 524288 + 8), 64, "%a = pto.castptr %n : i64 -> F\n%counts = arith.constant 0x0001000100010001 : i64\n"
     "%all = arith.constant 0x0F01 : i64", "pto.vmrgsort4 %w, %u, %u, %u, %a, %counts, %all : F, F x4, i64, i64", False, "0x8"),
    ("vsort32_reserved", (1, 2, 1 << 40), 0, "", "pto.vsort32 %w, %u, %n : F, F, i64", False, "0x8"),
    ("vtranspose_reserved", (1, 1 << 31), 0, "%h = pto.castptr %zero : i64 -> !pto.ptr<f16, ub>\n%d = pto.castptr %i64_4096 : i64 -> !pto.ptr<f16, ub>",
     "pto.vtranspose %d, %h, %n : !pto.ptr<f16, ub>, !pto.ptr<f16, ub>, i64", False, "0x8"),
    ("wait_without_set", (5,), None, "", 'pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID3"]', False, "0x9"),
    ("dynamic_wait_without_set", (3,), None, "", 'pto.wait_flag_dyn["PIPE_MTE2", "PIPE_V", %i] : index', False, "0x9"),
]
ARITHMETIC = [
    ("division_by_zero", "divsi", (0,), 3), ("division_overflow", "divsi", (-1,), 1), ("remainder_by_zero", "remsi", (0, -1), 3),
    ("unsigned_division", "divui", (0,), 3), ("unsigned_remainder", "remui", (0,), 3),
    ("floor_division", "floordivsi", (0,), -3),
    ("ceiling_division", "ceildivsi", (0,), -3), ("unsigned_ceiling", "ceildivui", (0,), 3),
]


def full(text):
    for short, long in (("IN", IN), ("OUT", OUT)):
        text = text.replace(": " + short, ": " + long)
    words = {"F": F, "M": M, "V": V, "X": X}
    left, colon, right = text.rpartition(" : ")
    for short, long in words.items():
        right = " ".join(long + w[len(short):] if w.rstrip(",") == short else w for w in right.split(" "))
    return left + colon + right


def generate(directory):
    target = os.path.join(directory, "..", "traps")
    os.makedirs(target, exist_ok=True)
    rows = list(ROWS)
    for name, op, bad, good in ARITHMETIC:
        rows.append((name, bad, good, "%least = arith.constant -9223372036854775808 : i64\n"
                     "%g = pto.castptr %p : !pto.ptr<f32, gm> -> !pto.ptr<i64, gm>",
                     "%r = arith." + op + " %least, %n : i64", False, "arithmetic"))
    for part in range(0, len(rows), 8):
        write(target, rows[part:part + 8], "run-time%s.pto" % ("-%d" % (part // 8 + 1) if part else ""))


def write(target, rows, file):
    lines, runs = [], []
    for name, bad, good, front, operation, scoped, trap in rows:
        body = HEAD.replace("NAME", name).split("\n")
        inner = SCOPE.split("\n") if scoped else []
        inner += [("  " if scoped else "") + full(x) for x in front.split("\n") if x]
        indent = "    " if scoped else "  "
        body += ["  " + x for x in inner]
        at = len(lines) + len(body)
        body.append(indent + full(operation))
        # the result is used, or it would be dead code
        if operation.startswith("%r"):
            result = {"V": "pto.vsts %%r, %%w[%%c0], %%m : %s, %s, %s" % (V, F, M),
                      "M": 'pto.psts %%r, %%w[%%c0], "NORM" : %s, %s, index' % (M, F)}
            kind = full(operation).split("->")[-1].split(",")[0].strip()
            if kind == V:
                body.append(indent + result["V"])
            elif kind == M:
                body.append(indent + result["M"])
            elif trap == "arithmetic":
                body.append(indent + "pto.store_scalar %r, %g[%c0] : !pto.ptr<i64, gm>, i64")
            else:
                body.append(indent + "pto.store_scalar %%r, %%w[%%c0] : %s, f32" % F)
        body += ["  }"] if scoped else []
        body += ["  return", "}"]
        for value in bad:
            runs.append((3, name, value, at, trap))
        if good is not None:
            runs.append((0, name, good, at, ""))
        lines += body
    head = ["// Faults that only show at run time stop the program at their line; the value beside them is still legal."]
    offset = len(head) + sum(3 if status else 1 for status, *_ in runs) + 1
    for status, name, value, at, trap in runs:
        run = "// RUN%s: run %%s --kernel %s --arg zeros:f32:1024 --arg i64:%d" % ("(3)" if status else "", name, value)
        head.append(run + (" | CHECK" if status else ""))
        if status:
            head.append("// CHECK: %s:%d:" % (file, offset + 1 + at))
            head.append("// CHECK-SAME: trap %s" % (trap if trap != "arithmetic" else "0xb"))
    head.append('module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {')
    assert len(head) == offset
    with open(os.path.join(target, file), "w", encoding="utf-8") as out:
        out.write("\n".join(head + lines + ["}"]) + "\n")
