"""UB-to-UB helpers: block sort, merge, plain sort, transposition."""
import functools
import math
import random
import struct
from formats import TYPES
from kernel import File
from memory import array
from samples import bits_array, float_specials

UI8 = TYPES["ui8"]


def rank(t, bits):
    x = t.value(bits)
    if math.isnan(x):
        return -1 if bits & t.sign else 1, 0.0
    return 0, x


def stable_descending(t, keys):
    def compare(i, j):
        a, b = rank(t, keys[i]), rank(t, keys[j])
        return -1 if a > b else 1 if a < b else i - j
    return sorted(range(len(keys)), key=functools.cmp_to_key(compare))


def record(t, bits, index):
    return struct.pack("<II", bits, index) if t.bits == 32 else struct.pack("<HHI", bits, 0, index)


def keys(t, name, count):
    """Random, repeated and special values."""
    rng = random.Random("%s %s" % (t.name, name))
    some = [t.encode(rng.uniform(-4, 4)) for _ in range(6)]
    special = float_specials(t) + [t.nan | t.sign | 3, t.nan | 2]
    return [rng.choice((rng.choice(some), rng.choice(special), t.encode(rng.gauss(0, 100)))) for _ in range(count)]


def bit_sort(open_file):
    file = open_file("vbitsort")
    for t in (TYPES["f32"], TYPES["f16"]):
        for name, blocks, dest, index, form in (("one", 1, t.name, "ui32", "canon"), ("seven", 7, "ui32", "i32", "paren"),
                                                ("seed", 3, t.name, t.name, "canon"), ("most", 60, t.name, "si32", "canon"),
                                                ("dynamic", 5, t.name, "ui32", "canon"), ("nothing", 0, t.name, "ui32", "dynamic")):
            kernel = file.kernel("%s_%s" % (t.name, name))
            count = 32 * max(blocks, 1)
            values = keys(t, "bitsort", 32 * 60)[:count]
            rng = random.Random("indices")
            indices = [rng.choice((rng.getrandbits(32), rng.getrandbits(4))) for _ in range(32 * 60)][:count]
            out = b""
            for b in range(blocks):
                block = values[32 * b:32 * b + 32]
                out += b"".join(record(t, block[k], indices[32 * b + k]) for k in stable_descending(t, block))
            out = out or bytes(256)
            source = kernel.input("src", t, bits_array(values, t.bits), "sort-%s-%d" % (t.name, count))
            numbers = kernel.input("indices", TYPES["ui32"], bits_array(indices, 32), "sort-indices-%d" % count)
            target = kernel.output("dest", UI8, array(out), "vbitsort-%s-%d" % (t.name, blocks), cleared=not blocks)
            u = "!pto.ptr<%s, ub>"
            kernel.heads += ["%%numbers = pto.castptr %s : !pto.ptr<ui32, ub> -> !pto.ptr<%s, ub>" % (numbers, index),
                             "%%target = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (target, dest)]
            if name in ("dynamic", "nothing"):
                kernel.parameters.append("%repeat: i64")
                kernel.arguments.append("--arg i64:%d" % blocks)
                kernel.heads.append("%times = arith.index_cast %repeat : i64 to index")
            times = "%times" if name in ("dynamic", "nothing") else kernel.index(blocks)
            types_ = "%s, %s, %s, index" % (u % dest, u % t.name, u % index)
            signature = "(%s) -> ()" % types_ if form == "paren" else types_
            kernel.after = ["pto.vbitsort %%target, %s, %%numbers, %s : %s" % (source, times, signature)]
            kernel.ins.append("pto.barrier #pto.pipe<PIPE_ALL>")
            kernel.finish()


def merge(t, lists, counts, mask, exhausted):
    """Records of one merge and the four consumed counts."""
    taken, out = [0] * 4, []
    if exhausted and any(mask >> k & 1 and counts[k] == 0 for k in range(4)):
        return out, taken
    size = t.bytes
    while True:
        heads = [k for k in range(4) if mask >> k & 1 and taken[k] < counts[k]]
        if not heads:
            return out, taken
        value = {k: rank(t, int.from_bytes(lists[k][taken[k]][:size], "little")) for k in heads}
        best = max(value.values())
        pick = min(k for k in heads if value[k] == best)
        out.append(lists[pick][taken[pick]])
        taken[pick] += 1
        if exhausted and taken[pick] == counts[pick]:
            return out, taken


def merge_sort(open_file):
    file = open_file("vmrgsort4")
    full = (32, 32, 32, 32)
    cases = {"four": (full, 0b1111, 0, 1), "uneven": ((5, 32, 1, 17), 0b1111, 0, 1), "two": ((20, 9, 0, 0), 0b0011, 0, 1),
             "three": ((8, 31, 16, 0), 0b0111, 0, 1), "zero_list": ((8, 0, 16, 3), 0b1111, 0, 1),
             "exhausted": (full, 0b1111, 1, 1), "exhausted_uneven": ((5, 32, 1, 17), 0b1111, 1, 1),
             "exhausted_two": ((20, 9, 0, 0), 0b0011, 1, 1), "exhausted_zero": ((8, 0, 16, 3), 0b1111, 1, 1),
             "exhausted_one_each": ((1, 1, 1, 1), 0b1111, 1, 1), "ignored_lists": ((6, 7, 8, 9), 0b0011, 0, 1),
             "repeats": ((4, 4, 4, 4), 0b1111, 0, 5)}
    for t in (TYPES["f32"], TYPES["f16"]):
        for n, (name, (counts, mask, exhausted, repeat)) in enumerate(cases.items()):
            for spelling in ("vmrgsort4", "vmrgsort") if name in ("four", "exhausted") else ("vmrgsort4",):
                kernel = file.kernel("%s_%s%s" % (t.name, name, "" if spelling == "vmrgsort4" else "_alias"))
                stride = counts[0] if repeat > 1 else 32
                total = stride * 4 * repeat
                memory = []
                for k in range(total // stride):
                    values = keys(t, "list %d" % k, stride)
                    order = stable_descending(t, values)
                    memory += [record(t, values[i], 1000 * k + i) for i in order]
                # the list operands may lie in any order
                places = [0, 1, 2, 3] if repeat > 1 else [2, 0, 3, 1]
                data = [b""] * 4
                result, taken = [], []
                for r in range(repeat):
                    lists = [memory[(r * 4 + places[k]) * stride:][:stride] for k in range(4)]
                    out, taken = merge(t, lists, counts, mask, exhausted)
                    result += out
                blob = b"".join(memory)
                source = kernel.input("lists", UI8, array(blob), "merge-%s-%d-%d" % (t.name, stride, repeat))
                for k in range(4):
                    kernel.heads.append("%%at%d = pto.addptr %s, %s : !pto.ptr<ui8, ub> -> !pto.ptr<ui8, ub>" % (
                        k, source, kernel.index(places[k] * stride * 8)))
                    kernel.heads.append("%%list%d = pto.castptr %%at%d : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (k, k, t.name))
                body = b"".join(result) or bytes(8)
                target = kernel.output("dest", UI8, array(body), "vmrgsort4-%s-%s" % (t.name, name), cleared=not result)
                kernel.heads.append("%%target = pto.castptr %s : !pto.ptr<ui8, ub> -> !pto.ptr<%s, ub>" % (target, t.name))
                status = kernel.output("status", TYPES["ui16"], bits_array(taken, 16), "vmrgsort4-%s-%s-status" % (t.name, name))
                kernel.heads.append("%%status16 = pto.castptr %s : !pto.ptr<ui16, ub> -> !pto.ptr<i16, ub>" % status)
                # room for records that the instruction may write behind the compared ones
                kernel.address += 4096
                word = sum(c << 16 * k for k, c in enumerate(counts))
                config = repeat | mask << 8 | exhausted << 12
                u = "!pto.ptr<%s, ub>" % t.name
                sources = ", ".join([u] * 4) if n % 3 else u + " x4"
                line = "pto.%s %%target, %%list0, %%list1, %%list2, %%list3, %s, %s : %s, %s, i64, i64" % (
                    spelling, kernel.constant(word), kernel.constant(config), u, sources)
                if n % 4 == 3:
                    line = line[4:].replace(sources, ", ".join([u] * 4))
                kernel.after = [line, 'pto.set_flag["PIPE_V", "PIPE_S", "EVENT_ID0"]', 'pto.wait_flag["PIPE_V", "PIPE_S", "EVENT_ID0"]',
                                "%n0, %n1, %n2, %n3 = pto.get_vms4_sr : i16, i16, i16, i16"]
                for k in range(4):
                    kernel.after.append("pto.store_scalar %%n%d, %%status16[%s] : !pto.ptr<i16, ub>, i16" % (k, kernel.index(k)))
                kernel.finish()
    kernel = file.kernel("status_before")
    status = kernel.output("status", TYPES["ui16"], bits_array([0, 0, 0, 0], 16), "vmrgsort4-status-before")
    kernel.heads.append("%%status16 = pto.castptr %s : !pto.ptr<ui16, ub> -> !pto.ptr<i16, ub>" % status)
    kernel.after = ["%n0, %n1, %n2, %n3 = pto.get_vms4_sr : i16, i16, i16, i16"]
    for k in range(4):
        kernel.after.append("pto.store_scalar %%n%d, %%status16[%s] : !pto.ptr<i16, ub>, i16" % (k, kernel.index(k)))
    kernel.finish()


def plain_sort(open_file):
    for t in (TYPES["f32"], TYPES["f16"]):
        for name, repeat, same in (("one", 0, False), ("three", 3, False), ("in_place", 2, True)):
            for form in ("canon", "bare") if name == "three" else ("canon",):
                kernel = open_file("vsort32").kernel("%s_%s_%s" % (t.name, name, form))
                count = 32 * max(repeat, 1)
                values = keys(t, "sort32", count)
                out = []
                for b in range(0, count, 32):
                    out += [values[b + k] for k in stable_descending(t, values[b:b + 32])]
                label = "vsort32-%s-%s" % (t.name, name)
                if same:
                    plain = t.unsigned
                    source = target = kernel.inout("values", plain, bits_array(values, t.bits), bits_array(out, t.bits),
                                                   "sort32-%s-%d" % (t.name, count), label)
                else:
                    plain = t.unsigned
                    source = kernel.input("src", plain, bits_array(values, t.bits), "sort32-%s-%d" % (t.name, count))
                    target = kernel.output("dest", plain, bits_array(out, t.bits), label)
                u = "!pto.ptr<%s, ub>" % t.name
                kernel.heads.append("%%s = pto.castptr %s : !pto.ptr<%s, ub> -> %s" % (source, plain.name, u))
                kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<%s, ub> -> %s" % (target, plain.name, u))
                config = kernel.constant(signed(repeat << 56))
                kernel.after = ["pto.vsort32 %%d, %%s, %s : %s, %s, i64" % (config, u, u) if form == "canon" else
                                "vsort32 %%d, %%s, %s" % config]
                kernel.finish()


def signed(word):
    return word - (1 << 64) if word >> 63 else word


def transposition(open_file):
    for t in (TYPES["f16"], TYPES["i16"], TYPES["ui16"], TYPES["bf16"], TYPES["si16"]):
        for name, repeat, ds, ss, same in (("one", 0, 0, 0, False), ("three", 3, 0, 0, False), ("strides", 2, 3, 2, False),
                                           ("in_place", 2, 1, 1, True)):
            kernel = open_file("vtranspose").kernel("%s_%s" % (t.name, name))
            blocks = 4
            rng = random.Random("transpose")
            values = [rng.getrandbits(16) for _ in range(256 * blocks)]
            out = list(values) if same else [0] * (256 * blocks)
            for b in range(max(repeat, 1)):
                d, s = b * max(ds, 1) * 256, b * max(ss, 1) * 256
                for r in range(16):
                    for c in range(16):
                        out[d + 16 * c + r] = values[s + 16 * r + c]
            plain = TYPES["ui16"]
            label = "vtranspose-%s" % name
            if same:
                source = target = kernel.inout("values", plain, bits_array(values, 16), bits_array(out, 16), "transpose", label)
            else:
                source = kernel.input("src", plain, bits_array(values, 16), "transpose")
                target = kernel.output("dest", plain, bits_array(out, 16), label, cleared=len(values) > 256 * max(repeat, 1))
            u = "!pto.ptr<%s, ub>" % t.name
            kernel.heads.append("%%s = pto.castptr %s : !pto.ptr<ui16, ub> -> %s" % (source, u))
            kernel.heads.append("%%d = pto.castptr %s : !pto.ptr<ui16, ub> -> %s" % (target, u))
            config = kernel.constant(signed(repeat << 56 | ds << 32 | ss << 40))
            kernel.after = ["pto.vtranspose %%d, %%s, %s : %s, %s, i64" % (config, u, u) if name != "three" else
                            "vtranspose %%d, %%s, %s" % config]
            kernel.finish()


def generate(directory):
    files = {}

    def open_file(name):
        if name not in files:
            files[name] = File(directory, name, "pto.%s: order, ties, special values, control words." % name)
        return files[name]
    for part in (bit_sort, merge_sort, plain_sort, transposition):
        part(open_file)
    for file in files.values():
        file.write()
