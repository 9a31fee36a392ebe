"""Reads the constants of the cycle models from the text of the document of cycles (docs/spec/30) and of the cube core (docs/spec/60)."""
import os
import re
from fractions import Fraction

SPEC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "spec")
FLOATS = ("f16", "f32", "bf16")
INTEGERS = ("i8", "u8", "i16", "u16", "i32", "u32")


def read(name):
    with open(os.path.join(SPEC, name), encoding="utf-8") as file:
        return file.read()


class Text:
    """Sections and tables of a document."""

    def __init__(self, name):
        self.text = read(name)

    def section(self, number):
        return re.search(r"^##+ %s\.? .*?\n(.*?)(?=^## |^### |\Z)" % re.escape(number), self.text, re.S | re.M).group(1)

    def tables(self, number):
        """The tables of a section: lists of rows, each a list of cells; the first row is the header."""
        found, rows = [], []
        for line in self.section(number).splitlines() + [""]:
            if line.startswith("|"):
                rows.append([cell.strip().replace("`", "") for cell in line.replace("\\|", "/").split("|")[1:-1]])
            elif rows:
                found.append([rows[0]] + rows[2:])
                rows = []
        return found


def integers(text):
    return [int(number) for number in re.findall(r"-?\d+", text)]


def plain(text):
    """A cell without remarks in brackets."""
    return re.sub(r"\([^)]*\)|\[[A-Z]\]", "", text).strip()


def names(cell):
    """vadd*, vsub* or vcmpv_ge as a list of names; a star or a stroke at the end stands for what follows."""
    return [name for name in re.split(r"[,\s]+", plain(cell).replace("*", "")) if name]


class RepeatTable:
    """Startup, completion, cycles of a repeat and interval of an A2/A3 vector instruction (3.1)."""

    # Spellings of the words that differ from the table's.
    OTHER = {"vdup": "vector_dup", "vnchwconv": "scatter_vnchwconv_", "vconv": "vconv_", "vcmpv": "vcmpv_", "vcmpvs": "vcmpvs_"}

    def __init__(self, text):
        self.rows, last = [], []
        for instruction, types, *numbers in text.tables("3.1")[0][1:]:
            last = last if instruction == "same" else names(instruction)
            groups = [plain(group) for group in self.group(types)]
            for index, group in enumerate(groups):
                cells = [re.split(r" / ", plain(cell)) for cell in numbers[:4]]
                self.rows.append((last, group, [integers(cell[min(index, len(cell) - 1)])[0] for cell in cells]))

    @staticmethod
    def group(types):
        return re.split(r" / ", types.replace("by destination:", ""))

    def find(self, mnemonic, type_name):
        name = self.OTHER.get(mnemonic, mnemonic)
        fallback = None
        for row_names, group, numbers in self.rows:
            if name in row_names:
                fallback = fallback or numbers
                if self.holds(group, type_name):
                    return numbers
        assert fallback, mnemonic
        return fallback

    @staticmethod
    def holds(group, type_name):
        listed = group.split()
        return (group == "all" or type_name in listed or "fp" in listed and type_name in FLOATS
                or group.startswith("int") and type_name in INTEGERS
                or type_name in INTEGERS and type_name.replace("u", "i") in listed
                or "f16" in listed and "f32" in listed and type_name == "bf16")


class LineTable:
    """Head, slope and tail of an A2/A3 vector instruction (3.4)."""

    OTHER = dict(RepeatTable.OTHER, vconv="vconv_")

    def __init__(self, text):
        self.rows, self.rest = [], None
        for cells in text.tables("3.4")[0][1:]:
            numbers = [integers(cell)[0] for cell in cells[1:4]]
            recommended = re.search(r"recommends head (\d+), tail (\d+)", cells[4])
            if recommended:
                numbers[0], numbers[2] = (int(number) for number in recommended.groups())
            starred = [name.strip().rstrip("*") for name in plain(cells[0]).split(",") if name.strip().endswith("*")]
            self.rows.append((names(cells[0]), numbers, starred))
            if "other compares" in cells[0]:
                self.rest = numbers

    def find(self, mnemonic, comparison=None):
        """(head, slope, tail), and whether a partial mask costs more."""
        name = self.OTHER.get(mnemonic, mnemonic)
        if mnemonic in ("vcmpv", "vcmpvs"):
            name += comparison.lower()
        for row_names, numbers, starred in self.rows:
            if name in row_names:
                return numbers, name in starred
        return self.rest, False


class Latencies:
    """Latency, units and kind of an A5 micro-operation (7), and the two sets of the conflict rule."""

    def __init__(self, text):
        compute, memory = text.tables("7")
        self.types = compute[0][1:6]
        self.rows = {}
        for cells in compute[1:]:
            for name in self.spelled(cells[0]):
                self.rows[name] = cells
        self.memory = {}
        for cells in memory[1:]:
            for name in re.findall(r"\bv\w+|\bp(?:lds|ldi|sts|sti)\b", cells[0]):
                self.memory.setdefault(name, cells)
        rule = re.search(r"`documented` \(default; S/M.*?: (.*?)\)", text.section("7").replace("\n", " ")).group(1)
        self.stated = {}
        for part in rule.split(", "):
            listed, numbers = part.split(" ")
            for name in listed.split("/"):
                self.stated[name] = [int(number) for number in numbers.split("/")]

    @staticmethod
    def spelled(cell):
        inside = re.search(r"\((pset.*?)\)", cell)
        if inside:
            return inside.group(1).split(", ")
        if cell.startswith("vcvt"):
            return [cell.split(" ", 1)[1] if "↔" in cell else "other pairs"]
        return [re.sub(r"_\*$", "", name) for name in plain(cell).split(", ")]

    def row(self, uop):
        if uop.name != "vcvt":
            return self.rows[uop.name]
        pair = sorted(name.replace("i", "s").replace("u", "s") if name[-2:] == "32" and name[0] in "iu" else name for name in uop.types)
        for title in ("f32↔f16", "f32↔s32"):
            if sorted(title.split("↔")) == pair:
                return self.rows[title]
        return self.rows["other pairs"]

    def column(self, type_name):
        name = type_name.replace("u", "i").replace("bf16", "f16")
        return self.types.index(name) if name in self.types else 0

    def latency(self, uop, documented):
        if uop.name in self.memory:
            return integers(plain(self.memory[uop.name][1]))[0]
        row = self.row(uop)
        column = self.column(uop.types[0])
        # vcmin and vcgmin stand in the rows of vcmax and vcgmax, vcgadd in that of vcgmax.
        for name, stated in self.stated.items():
            if documented and column < 2 and uop.name in self.family(name):
                return stated[min(column, len(stated) - 1)]
        if documented and uop.name in self.stated:
            return self.stated[uop.name][-1 if len(self.stated[uop.name]) == 1 else 0]
        return self.cell(row, column)

    @staticmethod
    def family(name):
        return {"vcmax": ("vcmax", "vcmin"), "vcgmax": ("vcgmax", "vcgmin", "vcgadd")}.get(name, (name,))

    @staticmethod
    def cell(row, column):
        """The number of a type; types without one have that of the first type that has."""
        listed = [integers(cell) for cell in row[1:6]]
        numbers = listed[column] or next(number for number in listed if number)
        return numbers[0]

    def units(self, uop):
        return [int(unit) for unit in re.findall(r"\b[01]\b", self.row(uop)[6])]

    def special(self, uop):
        return "SFU" in self.row(uop)[6]

    def interval(self, uop):
        """Cycles between two of the kind on a unit, by type."""
        numbers = integers(self.row(uop)[7])
        return numbers[min(self.column(uop.types[0]) == 1, len(numbers) - 1)]


class Forwarding:
    """The cycles from the start of a producer to that of a consumer (8, rule 6)."""

    # vneg runs as vmuls (7); both comparisons make a mask.
    OTHER = {"vneg": "vmuls", "vcmps": "vcmp"}

    def __init__(self, text):
        table = text.tables("8")[0]
        self.columns = {}
        for index, title in enumerate(table[0][1:], 1):
            for name in re.findall(r"\bv\w+", title):
                self.columns[name] = index
        self.rows = []
        for cells in table[1:]:
            listed = cells[0].split(":", 1)[-1]
            produced = []
            for name in re.findall(r"\bv\w+(?:\(s\)|/\w+(?:/\w+)*)?", listed):
                if name.endswith("(s)"):
                    produced += [name[:-3], name[:-3] + "s"]
                else:
                    first, *rest = name.split("/")
                    produced += [first] + ["v" + other for other in rest]
            self.rows.append((produced, cells))
        self.exceptions = re.search(r"Exceptions: (.*?)\. Default", text.section("8").replace("\n", " ")).group(1)
        self.special = []
        for part in re.sub(r"\s+", " ", self.exceptions).split("; "):
            kind, producers, consumers, rule = re.match(r"(f16 )?(\S+) → (\S+) (.*)", part).groups()
            self.special.append((kind, producers.split("/"), consumers.split("/"), rule))

    def distance(self, producer, consumer, latency, load):
        name = self.OTHER.get(producer.name, producer.name)
        for kind, producers, consumers, rule in self.special:
            if producer.name in producers and consumer.name in consumers and (not kind or "f16" in producer.types[:1]):
                return self.value(rule, latency)
        for produced, cells in self.rows:
            if name in produced or load and "vgather" not in name and "vlds" in produced:
                cell = cells[self.columns.get("vsts" if consumer.store else consumer.name, len(cells) - 1)]
                if cell == "—":
                    cell = cells[-1]
                if load and "into vdup" in cell:
                    return integers(cell)[consumer.name == "vdup"]
                return self.value(cell, latency)
        # Rule 5 for stores, the default of rule 6 for all others.
        return max(0, latency - (2 if consumer.store else 3))

    @staticmethod
    def value(rule, latency):
        number = integers(rule.replace("−", "-").replace("- ", "-"))[0]
        return latency + number if "lat" in rule else number


class Intervals:
    """The cycles between two starts on one unit (8, rule 7)."""

    def __init__(self, text):
        self.pairs = {}
        for previous, cell in text.tables("8")[1][1:]:
            halves = previous.startswith("[")
            plain_name = previous.strip("[]")
            for name in plain_name.replace(" f16", "").split(", "):
                for part in re.split(r", (?![^\[]*\])", re.sub(r"\(.*?\)$", "", cell)):
                    self.add(name, part, halves)

    def add(self, previous, part, halves):
        inside = part.startswith("[")
        found = re.finditer(r"(any vcvt|v\w+(?:\(s\))?(?:/v\w+(?:\(s\))?)*) (\d+)(?: \[(\d+)\])?", part)
        for listed, number, half in (match.groups() for match in found):
            for name in listed.replace("any ", "").split("/"):
                spelled = [name[:-3], name[:-3] + "s"] if name.endswith("(s)") else [name]
                for current in spelled:
                    if not inside and not halves:
                        self.pairs[previous, current, False] = int(number)
                        self.pairs[previous, current, True] = int(half or number)
                    else:
                        self.pairs[previous, current, True] = int(number)


class Parameters:
    """Numbers of the A5 pipeline (9)."""

    def __init__(self, text):
        rows = {row[0]: row[1] for row in text.tables("9")[0][1:]}

        def first(prefix, index=0):
            return integers(next(value for name, value in rows.items() if name.startswith(prefix)))[index]

        self.startup = first("startup")
        self.gate = first("dispatch gate")
        self.first_loop = first("first loop opens")
        self.body_delay = first("loop body open delay")
        self.drain = first("drain")
        self.window, self.width = first("decode window"), first("decode window", 1)
        self.to_rename = first("dispatch → rename")
        self.to_queue = first("rename →")
        self.credits = first("compute queue depth")
        self.entries, self.entry_delay, self.entry_rate = (first("execution queue per EXU", index) for index in range(3))
        self.in_flight = first("uops in flight")
        self.loads, self.stores, self.units = (first("load slots", index) for index in range(3))
        self.registers = first("physical registers")
        self.release = first("source register released")
        self.reentry, self.distance = first("inner-loop re-entry"), first("inner-loop re-entry", 1)
        store = integers(next(value for name, value in rows.items() if name.startswith("store latency")))
        self.store_latency, self.store_latency_of_half_abs = store[0], store[1]


class Transfers:
    """Startup and bytes in a cycle of copies (5)."""

    def __init__(self, text):
        rows = {row[0]: row[1] for row in text.tables("5.1")[0][1:]}
        self.bandwidth = {path: integers(cell)[0] for path, cell in rows.items()}
        section = " ".join(text.section("5.1").split())
        self.startup, self.in_bandwidth = integers(re.search(r"costs `(.*?)` cycles", section).group(1))
        found = re.search(r"UB→GM `calibrated`: same shape, start-up (\d+) `\[P\]`, (\d+) bytes/cycle", section)
        self.out_startup, self.out_bandwidth = (int(number) for number in found.groups())
        self.local_startup = int(re.search(r"UB→UB copies: .*?start-up (\d+)", section).group(1))
        a5 = " ".join(text.section("5.2").split())
        found = re.search(r"start-up (\d+), (\d+) bytes/cycle; UB→UB.*? (\d+) bytes/cycle, start-up (\d+)", a5)
        self.a5_startup, self.a5_bandwidth, self.a5_local_bandwidth, self.a5_local_startup = map(int, found.groups())

    def cycles(self, path, size, profile, calibrated):
        startup, bandwidth = self.constants(path, profile, calibrated)
        return startup + -(-size // bandwidth)

    def constants(self, path, profile, calibrated):
        local = path == "UB → UB"
        if profile == "a5":
            return (self.a5_local_startup, self.a5_local_bandwidth) if local else (self.a5_startup, self.a5_bandwidth)
        if local:
            return self.local_startup, self.bandwidth[path]
        if not calibrated:
            return 0, self.bandwidth[path]
        return (self.startup, self.in_bandwidth) if path == "GM → UB" else (self.out_startup, self.out_bandwidth)


class Merge:
    """Cycles of merges by records (4), without the head of the table of lines."""

    def __init__(self, text):
        section = " ".join(text.section("4").split())
        found = re.search(r"measured (\d+) cycles per repeat for four lists .*?\((\d+) eight-byte records\), start", section)
        cycles, records = (int(number) for number in found.groups())
        # The 0.61 of the document is this quotient.
        self.each = Fraction(cycles, records)

    def cycles(self, records):
        product = self.each * records
        return -(-product.numerator // product.denominator)


class Constants:
    def __init__(self):
        text = Text("30-cycle-model.md")
        self.repeats, self.lines = RepeatTable(text), LineTable(text)
        self.latencies, self.forwarding, self.intervals = Latencies(text), Forwarding(text), Intervals(text)
        # Imported here because the module takes its reader of tables from this one.
        from timingcube import CubeTable
        self.cube = CubeTable()
        self.parameters, self.transfers, self.merge = Parameters(text), Transfers(text), Merge(text)
        mask = re.search(r"\(partial mask \? (\d+) : 0", text.section("3.4"))
        self.partial_mask = int(mask.group(1))
