"""Writes the words of the encoding tests from the text of the documents of the encoding and of the cube core: python3 words.py [--check]

A line of src/test/resources/org/ptoc/encoding/words-PROFILE.txt is a word in hexadecimal digits and the assembly text of it. Every row
of the document has lines enough for all its types and names: one with the lowest numbers, one with the highest, the others with different
registers and numbers that use most bits of their fields.
"""
import os
import sys
import digest
import legal
from assembly import RANKS, Names, Text
from encoding import Document, Row

HERE = os.path.dirname(os.path.abspath(__file__))
DOCUMENTS = [os.path.join(HERE, "..", "..", "..", "docs", "spec", name) for name in ("40-binary-encoding.md", "60-cube.md")]
# The decision on the second result of a subtraction: a bit of the word says what it means.
POLARITY = ("vsubc", "vsubcs")
# Rows that the document does not have: those of spec/70, 6.1, and those of docs/object-format.md.
OTHER_ROWS = """\
C,A5;A2A3,0x200,xset,p1 id dyn x kind,0 to 15; 0 to 31 for directed
C,A5;A2A3,0x201,xwait,p1 id dyn x kind,as xset
C,A5;A2A3,0x202,sync_all,kind,0 aiv_only; 1 aic_only; 2 mix
C,A5;A2A3,0x207,sync_count,kind x count@id,the counter at X[x] of GM and for how many
C,A5;A2A3,0x208,pipe_trap,kind held@id,1 held; 2 not_popped; 3 released; 4 not_pushed; 5 not_allocated
C,A5;A2A3,0x203,gm_wait,kind x wanted@id,waits until the i32 at X[x] of GM compares with X[id]
C,A5;A2A3,0x204,fence,kind,0 local; 1 gm; 2 all
C,A5;A2A3,0x205,cache,kind x,0 all; 1 line; 2 and 3 the same with write-back; x is XZR for all
C,A5;A2A3,0x300,print_value,x,a value for the next print
C,A5;A2A3,0x301,print,x,the record at X[x] of the constant section
M,A5;A2A3,0x200,atomadd,xd xb xo imm24 w,sp=0
M,A5;A2A3,0x300,renew,xd xb xo imm24,sp=2
"""
LIMITS = {"trap": 15, "alspill": 255, "alfill": 255, "pspill": 255, "pfill": 255, "vspill": 127, "vfill": 127}


class Values:
    """The codes of the operands of one line."""

    def __init__(self, names, profile, row, index):
        self.names, self.profile, self.row, self.index, self.codes = names, profile, row, index, {}
        self.fields = [field for _, field in row.operands]

    def all(self, document):
        for position, (kind, field) in enumerate(self.row.operands):
            self.codes[field] = self.code(document.fields[self.row.format][field], kind, field, position)
        self.types()
        self.products()
        self.scalars()
        self.rules()
        return self.codes

    def corner(self, low, high, ordinary):
        return {1: low, 2: high}.get(self.index, ordinary)

    def pick(self, choices):
        return choices[self.index % len(choices)]

    def code(self, field, kind, name, position):
        """The first choice, before the rules between operands."""
        index, number = self.index, self.row.number
        if kind == "al" or (self.row.mnemonic, name) == ("pstu", "xo"):
            return self.corner(0, 3, index % 3 + 1)
        if kind in ("pa", "pb", "pc", "pd", "pe", "pg"):
            return self.corner(0, 14 if kind in ("pd", "pe") else 15, (3 * position + index + number) % 13 + 1)
        if kind in ("imm10", "imm24", "imm32"):
            return self.immediate(field)
        names = self.choices(name)
        if names:
            return self.pick(names)
        if field.width <= 4:
            return index % (1 << field.width)
        if name == "id":
            return self.corner(0, LIMITS.get(self.row.mnemonic, 31), (index * 7 + 3) % 16)
        return self.corner(0, 31, (11 * position + 5 * index + number) % 29 + 1)

    def immediate(self, field):
        low, high = -(1 << (field.width - 1)), (1 << (field.width - 1)) - 1
        if self.row.mnemonic in LIMITS:
            low, high = 0, LIMITS[self.row.mnemonic]
        if self.row.format == "R" or self.row.mnemonic in ("ldp", "ldc"):
            low = 1
        spread = (self.index + 1) * 0x2545F491 + self.row.number * 0x01E3779B
        return self.corner(low, high, low + spread % (high - low))

    def choices(self, field):
        """The codes of an operand that is written by name and does not depend on others."""
        table = dict(self.names.of(self.row, field))
        mnemonic = self.row.mnemonic
        if field == "dist" and self.row.format == "L":
            paired = legal.PAIRED_LOADS + legal.PAIRED_STORES
            table = {name: code for name, code in table.items()
                     if name not in legal.NO_DISTRIBUTIONS and (name in paired) == (mnemonic in ("vldsx2", "vstsx2"))}
        if field == "spr":
            reserved = ("BLOCK_IDX", "BLOCK_NUM", "SUBBLOCK_IDX", "SUBBLOCK_NUM", "CLOCK", *RANKS)
            other = ("MASK", "CMPMASK") if self.profile == "a5" else ("LOOP", "AR")
            table = {name: code for name, code in table.items()
                     if not name.startswith(other) and (mnemonic == "mov_x_spr" or name not in reserved)}
        if field == "cond" and self.row.format in "IB":
            table = {name: code for name, code in table.items() if code < 10}
        return list(table.values())

    def types(self):
        if "dt" not in self.fields:
            return
        table = self.names.types
        found = legal.conversions(self.profile, self.row.mnemonic)
        if not found:
            self.codes["dt"] = table[self.pick(legal.types(self.profile, self.row.mnemonic))]
            return
        source, result, modes, saturates, parts = self.pick(found)
        turn = self.index // len(found)
        self.codes["dt"] = table[source]
        for field, code in (
                ("dt2", 31 if result == "-" else table[result]), ("sat", turn % 2 if saturates else 0),
                ("m3", self.names.rounding[modes[(turn - 1) % len(modes)]] if modes and turn else 0)):
            if field in self.fields:
                self.codes[field] = code
        if "part" in self.fields and self.row.mnemonic not in ("vpack", "vsunpack", "vzunpack"):
            self.codes["part"] = turn % parts

    def products(self):
        """What goes with the types of a product: the accumulator, saturation of floats, rounding of f32."""
        if "dt3" not in self.fields:
            return
        names = {code: name for name, code in self.names.types.items()}
        source = names[self.codes["dt"]]
        self.codes["dt3"] = self.names.types["i32" if source == "i8" else "f32"]
        self.codes["sm"] = 0 if source == "i8" else self.codes["sm"] % 3
        if "tf" in self.fields and source != "f32":
            self.codes["tf"] = 0

    def scalars(self):
        """Types of scalar operations: ordered conditions with floats, signs with integers."""
        if "w" not in self.fields:
            return
        widths = list(self.names.fields["w"].items())
        integers = [code for name, code in widths if name[0] == "i"]
        floats = [code for name, code in widths if name[0] != "i"]
        width = self.pick(integers if self.row.mnemonic in legal.INTEGER_SCALARS else [code for _, code in widths])
        if self.row.mnemonic == "atomadd":
            width = self.pick([code for name, code in widths if name not in ("i1", "i8", "i16")])
        if self.row.mnemonic == "cvt":
            self.codes["cond"] = (width + 1 + self.index // 8) % 8
        elif "cond" in self.fields:
            width = (integers if self.codes["cond"] < 10 else floats)[self.index % 3]
        if "sg" in self.fields:
            self.codes["sg"] = (self.index // len(integers) + self.index) % 2 if width in integers else 0
        self.codes["w"] = width

    def rules(self):
        codes, mnemonic = self.codes, self.row.mnemonic
        if "dyn" in self.fields:
            codes["dyn"] = self.index % 2
            most = 16 if mnemonic in ("xset", "xwait") else 32 if mnemonic.endswith("_buf") else 8
            codes["id"] = 0 if codes["dyn"] else codes["id"] % most
            if mnemonic in ("xset", "xwait") and codes["kind"] == 3 and codes["id"]:
                codes["id"] += 16 * (self.index // 8 % 2)
            codes["x"] = codes["x"] if codes["dyn"] else 0
        if mnemonic == "pipe_trap":
            codes["id"] %= 16
        if mnemonic == "cache" and codes["kind"] % 2 == 0:
            codes["x"] = 31
        if mnemonic in ("shli", "shrui", "shrsi"):
            width = 8 << codes["w2"]
            codes["imm32"] = self.corner(0, width - 1, codes["imm32"] % width)
        if mnemonic in ("mov", "vmov") and codes[self.fields[0]] == codes[self.fields[1]]:
            codes[self.fields[0]] ^= 1
        accumulator = {"vmula": "vc", "vmadd": "vc", "vaxpy": "vb"}.get(mnemonic)
        if accumulator and codes.get("mrg"):
            codes[accumulator] = codes["vd"]
        if mnemonic == "vlds" and codes["dist"] == self.names.of(self.row, "dist")["UNPK4"]:
            codes["dt"] = self.names.types["e4m3"]


def adapted(row, profile):
    """The row of a profile: A2A3 copies have one configuration word; polarity."""
    if profile == "a2a3" and row.mnemonic in ("gm_to_ub", "ub_to_gm", "gm_to_l1"):
        row.operands = [operand for operand in row.operands if operand[1] != "c1"]
    if row.mnemonic in POLARITY:
        row.operands = row.operands + [("ord", "ord")]
    return row


def count(names, profile, row):
    """Lines of a row: three and enough for each type and each name, each mode and part of each pair of types."""
    fields = [field for _, field in row.operands]
    values = Values(names, profile, row, 0)
    lengths = [3] + [len(values.choices(field)) for field in fields if field not in ("dt", "dt2", "dt3", "w", "m3", "part")]
    if "dt" in fields:
        found = legal.conversions(profile, row.mnemonic)
        turns = max([1] + [max(len(modes) + 1, parts, 1 + saturates) for _, _, modes, saturates, parts in found])
        lengths.append(len(found) * turns or len(legal.types(profile, row.mnemonic)))
    if "w" in fields:
        lengths.append(16)
    if fields and fields[-1] == "m3" or "m3" in fields and not legal.conversions(profile, row.mnemonic):
        lengths.append(len(names.of(row, "m3")))
    return max(lengths) if fields else 1


def generate(document, profile):
    names = Names(document)
    lines = {}
    for row in document.rows + document.cube_rows + [Row(line) for line in OTHER_ROWS.splitlines()]:
        if profile.upper() in row.profiles:
            adapted(row, profile)
            for index in range(count(names, profile, row)):
                values = Values(names, profile, row, index).all(document)
                lines[Text(names, row, values).write()] = document.word(row, values)
    yield "# Words of profile %s and their assembly text, made by tests/lit/reference/words.py.\n" % profile
    yield from ("%016X %s\n" % (word, text) for text, word in lines.items())


def main(check):
    different = 0
    for profile in ("a5", "a2a3"):
        path, new = digest.words_file(profile), list(generate(Document(*DOCUMENTS), profile))
        with open(path, encoding="utf-8") as file:
            old = file.readlines()
        for line in sorted(set(new) ^ set(old)):
            different += 1
            print("%s: %s %s" % (os.path.basename(path), "new" if line in new else "gone", line.rstrip()))
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(new)
    return digest.end(check, different)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
