"""Writes a row with the codes of its operands as assembly text (docs/object-format.md and the page of the words)."""
from encoding import pairs, swapped

# Operands whose place in the text is not their place in the list of the row.
ORDER = {
    "cache": "kind [x]", "print": "[x]", "sync_count": "kind [x] id", "gm_wait": "kind [x] id", "atomadd": "xd [xb xo imm24]", "renew": "xd [xb xo imm24]",
    "ld": "xd [xb xo imm24] sp", "st": "xd [xb xo imm24] sp", "cvt": "xd xa", "mov_x_spr": "x spr",
    "vlds": "vd [xb xo imm10] dist post", "vldsx2": "vd ve [xb xo imm10] dist post", "vldas": "al [xb imm10]",
    "vldus": "vd al [xb xo] post", "vsldb": "vd [xb] xo pg post", "vgather2": "vd [xb] ve pg",
    "vgatherb": "vd [xb] ve pg", "vgather2_bc": "vd [xb] ve pg", "vscatter": "vd [xb] ve pg",
    "vsts": "vd [xb xo imm10] pg dist post", "vstsx2": "vd ve [xb xo imm10] pg dist", "vstus": "vd al [xb] xo post",
    "vstas": "al [xb xo] post", "vstar": "al [xb]", "vstur": "vd al [xb] post", "vsstb": "vd [xb] xo pg post",
    "plt": "pd xb -> xo", "pld": "pd [xb xo imm10] dist", "pst": "pd [xb xo imm10] dist", "pstu": "pd xo [xb]",
}
ORDER.update({"mad": "xd xa xb xt xc sm tf nd", "mad_mx": "xd xa xb xt xc sm nd"})
ORDER.update(dict.fromkeys(("l0c_to_gm", "l0c_to_l1", "l0c_to_ub"), "xd xs xm xt xq xr xc sm"))
# Registers behind a word, which are not written when they are the constant one.
WORDS = {"mad xc": "bias", "mad_mx xc": "bias"}
WORDS.update({"l0c_to_%s %s" % (to, field): word for to in ("gm", "l1", "ub")
              for field, word in (("xq", "quant"), ("xr", "relu"), ("xc", "clip"))})
# The special registers of spec/70, 6.2, which nothing writes.
RANKS = {"CORE_KIND": 0x80, "RANK": 0x81, "RANK_NUM": 0x82, "LAUNCH": 0x83}
SUFFIXES = ("w", "w2", "gr", "dt", "dt2", "dt3")
FLAGS = {"nd": "N_DIR", "mrg": "MRG", "sat": "SAT", "post": "POST"}
CONSTANT = {"X": (31, "XZR"), "P": (15, "PT")}


class Names:
    """The tables of codes of the document, by the field of a row."""

    def __init__(self, document):
        self.types, part = document.types(), document.codes("1.8", "Part of a conversion")
        widths = swapped(document.cell("7.1", "w (3 bits)"))
        rounding = swapped(document.sentence("7.3", "Rounding"))
        self.rounding = {name: code for name, code in rounding.items() if name != "default"}
        self.comparison = swapped(document.sentence("7.3", "Comparison"))
        granularity = swapped(document.section("7.4").split("`gr` ")[1].split(", 3 reserved")[0])
        self.half = {name: part[name] for name in ("LOWER", "HIGHER")}
        self.part = {name: part[name] for name in ("EVEN", "ODD", "P2", "P3")}
        self.fields = {
            "w": widths, "w2": swapped(document.cell("7.1", "w2 (2 bits)")), "gr": granularity,
            "cond": swapped(document.cell("7.1", "cond (4 bits)")), "dt": self.types, "dt2": self.types, "dt3": self.types,
            "sm": {"CTRL": 0, "SAT": 1, "NOSAT": 2, "SAT_NAN": 3},
            "tf": {"TF32_NONE": 0, "TF32_EVEN": 1, "TF32_AWAY": 2, "TF32_CTRL": 3},
            "p1": document.codes("1.8", "Pipe"), "p2": document.codes("1.8", "Pipe"),
            "pat": document.codes("1.8", "Predicate pattern"), "spr": registers(document), "sp": spaces(document),
        }
        self.rows = {
            "mem_bar": pairs(document.sentence("7.5", "`mem_bar`")), "dsb": pairs(document.sentence("7.5", "`dsb`")),
            "gm_wait": {"EQ": 0, "NE": 1, "LT": 2, "GT": 3, "LE": 4, "GE": 5},
            "fence": {"local": 0, "gm": 1, "all": 2},
            "xset": {"all": 0, "subblocks": 1, "block": 2, "directed": 3}, "xwait": {"all": 0, "subblocks": 1, "block": 2, "directed": 3},
            "sync_all": {"aiv_only": 0, "aic_only": 1, "mix": 2}, "sync_count": {"aiv_only": 0, "aic_only": 1, "mix": 2},
            "pipe_trap": {"held": 1, "not_popped": 2, "released": 3, "not_pushed": 4, "not_allocated": 5},
            "cache": {"all": 0, "line": 1, "clean_all": 2, "clean_line": 3},
            "pld": document.codes("1.8", "Predicate load"), "pst": document.codes("1.8", "Predicate store"),
            "vlds": document.codes("1.8", "Vector load distribution"),
            "vsts": document.codes("1.8", "Vector store distribution"),
            "vci": document.codes("1.8", "vci order"),
            # The words are those of the note of the row and of the decision on the second result.
            "vdupl": {"LOWEST": 0, "HIGHEST": 1}, "vsubc": {"BORROW": 0, "NO_BORROW": 1},
            "cvt from": widths,
            # The document has no table of these.
            "vcmax": {"VALUE_INDEX": 0, "INDEX_VALUE": 1, "VALUE": 2, "INDEX": 3},
        }

    def of(self, row, field):
        """Name -> code of an operand that is written by name; empty for another operand."""
        same = {"vldsx2": "vlds", "vstsx2": "vsts", "vsubcs": "vsubc", "vcmin": "vcmax"}
        name = row.mnemonic
        if field in ("kind", "dist", "ord", "m3", "part"):
            if name in ("vpack", "vsunpack", "vzunpack", "ppack", "punpack"):
                return self.half
            if field == "m3" and name.startswith("vcmp"):
                return self.comparison
            if field == "m3" and name not in ("vcmax", "vcmin"):
                return self.rounding
            if field == "part" and name != "vdupl":
                return self.part
            return self.rows.get(same.get(name, name), {})
        return self.rows["cvt from"] if (name, field) == ("cvt", "cond") else self.fields.get(field, {})


def registers(document):
    """The special registers of section 7.6."""
    table = {}
    for line in document.section("7.6").splitlines()[3:]:
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 4:
            table.update(zip(cells[1].split(", "), map(int, cells[0].split(", "))))
    table.update(RANKS)
    return table


def spaces(document):
    """The memory spaces of section 5.3 that scalar loads and stores reach."""
    lines = [line.split("|") for line in document.section("5.3").splitlines() if "`ld`, `st`" in line]
    return {cells[2].strip(): int(cells[1]) for cells in lines}


class Text:
    """One line of assembly text."""

    def __init__(self, names, row, values):
        self.names, self.row, self.values = names, row, values
        self.kinds = {field: kind for kind, field in row.operands}

    def write(self):
        order = ORDER.get(self.row.mnemonic) or " ".join(field for _, field in self.row.operands)
        text, between, sum_ = self.mnemonic(), " ", []
        for token in order.split():
            field = token.strip("[]")
            if token == "->":
                between = " -> "
                continue
            if token.startswith("[") or sum_:
                sum_.append(field)
                if not token.endswith("]"):
                    continue
                operand, sum_ = self.address(sum_), []
            else:
                operand = self.operand(field)
            if operand:
                text, between = text + between + operand, ", "
        return text

    def mnemonic(self):
        suffixes = [self.name(field) for field in SUFFIXES if field in self.kinds]
        if self.row.mnemonic == "cvt":
            suffixes.insert(0, self.name("cond"))
        if self.signed() and self.values["sg"]:
            suffixes.append("s")
        return ".".join([self.row.mnemonic] + [suffix for suffix in suffixes if suffix])

    def signed(self):
        return "sg" in self.kinds and "w" in self.kinds

    def name(self, field):
        """The name of a code; none where the type or the mode is that of the operation."""
        code = self.values[field]
        for name, other in self.names.of(self.row, field).items():
            if other == code:
                return name
        assert (field, code) in (("dt2", 31), ("m3", 0)), (self.row.mnemonic, field, code)
        return ""

    def register(self, field):
        file = "AL" if field == "al" or self.row.mnemonic == "pstu" and field == "xo" else self.kinds[field][0].upper()
        file = "X" if file == "C" or self.kinds[field] in ("count", "wanted") else "P" if self.kinds[field] == "pg" else file
        code = self.values[field]
        return CONSTANT[file][1] if file in CONSTANT and code == CONSTANT[file][0] else file + str(code)

    def address(self, fields):
        text = self.register(fields[0])
        for field in fields[1:]:
            code = self.values[field]
            if field == "xo":
                text += " + " + self.register(field) if code != 31 else ""
            elif code:
                text += " %s %d" % ("-" if code < 0 else "+", abs(code))
        return "[" + text + "]"

    def operand(self, field):
        code, mnemonic = self.values[field], self.row.mnemonic
        if field in SUFFIXES or field == "dyn" or field == "sg" and self.signed():
            return ""
        if field == "pg" and code == 15:
            # Without it P2 and P3, the parts, would be read as the predicate.
            return "PT" if "part" in self.kinds and self.name("part") in ("P2", "P3") else ""
        if field in ("id", "x") and "dyn" in self.kinds:
            return "" if (field == "x") != bool(self.values["dyn"]) else self.register("x") if field == "x" else str(code)
        if field == "mode" and mnemonic.endswith("_buf"):
            return "mode %d" % code
        if (mnemonic, field) in (("vshrs", "sat"), ("vsqz", "ord")):
            return {"sat": "ROUND", "ord": "STORE_HINT"}[field] if code else ""
        if field in FLAGS:
            return FLAGS[field] if code else ""
        word = WORDS.get(mnemonic + " " + field)
        if word:
            return word + " " + self.register(field) if code != 31 else ""
        if field in ("sm", "tf") and code == 0:
            return ""
        if self.names.of(self.row, field):
            return self.name(field)
        if field[:3] in ("imm", "lvl") or field in ("id", "mode", "sg") and self.kinds[field] not in ("count", "wanted"):
            return str(code)
        return self.register(field)
