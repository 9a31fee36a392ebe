"""Reads the document of the binary encoding as text: formats, rows, neutral values, tables of codes."""
import re


class Field:
    """A bit field of a format."""

    def __init__(self, lsb, width, signed):
        self.lsb, self.width, self.signed = lsb, width, signed

    def put(self, word, value):
        low = -(1 << (self.width - 1)) if self.signed else 0
        # Slot numbers are unsigned in a signed field (section 7.4).
        assert low <= value < 1 << self.width, value
        mask = (1 << self.width) - 1
        return word & ~(mask << self.lsb) | (value & mask) << self.lsb


class Row:
    """An instruction: operands are pairs of what it is and the field that holds it."""

    def __init__(self, line):
        self.format, profiles, number, self.mnemonic, operands, self.note = line.split(",", 5)
        self.profiles = profiles.split(";")
        self.number = int(number, 16)
        # A note such as "sp=4" gives an unlisted field its value.
        self.fixed = {name: int(value) for name, value in re.findall(r"\b(\w+)(?:=| must be )(\d+)", self.note)}
        self.operands = [(name.split("@")[0], name.split("@")[-1]) for name in operands.split()]


class Document:
    def __init__(self, path, cube):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        with open(cube, encoding="utf-8") as file:
            self.cube = file.read()
        self.classes, self.fields = {}, {}
        header = "format,class,field,lsb,width,signed"
        for line in self.csv(header) + block(self.cube, header + "\n"):
            name, number, field, lsb, width, signed = line.split(",")
            self.classes[name] = int(number)
            self.fields.setdefault(name, {})[field] = Field(int(lsb), int(width), signed == "1")
        for name, fields in self.fields.items():
            bits = sorted(bit for field in fields.values() for bit in range(field.lsb, field.lsb + field.width))
            assert bits == list(range(64)), name
        self.rows = [Row(line) for line in self.csv("format,profiles,op,mnemonic,operands,note")]
        self.cube_rows = [Row(line) for line in block(self.cube.split("### 6.2")[1], "")]
        self.neutral = self.read_neutral()

    def csv(self, header):
        return block(self.text, header + "\n")

    def section(self, number):
        """The text of a section such as 7.3."""
        return re.search(r"^##+ %s\.? .*?\n(.*?)(?=^##|\Z)" % re.escape(number), self.text, re.S | re.M).group(1)

    def cell(self, number, label, column=1):
        """A cell of the table row that begins with label, in a section."""
        for line in self.section(number).splitlines():
            cells = [cell.strip().replace("`", "") for cell in line.split("|")[1:-1]]
            if cells and cells[0] == label:
                return cells[column]
        raise KeyError(label)

    def codes(self, number, label):
        """A table of codes written NAME NUMBER, NAME NUMBER in a cell."""
        return pairs(self.cell(number, label))

    def sentence(self, number, label):
        """A table of codes written NAME NUMBER or NUMBER NAME behind a label and up to a full stop."""
        text = " ".join(self.section(number).split())
        return re.sub(r"\([^)]*\)", "", re.search(re.escape(label) + r":? (.*?)[.]", text).group(1))

    def read_neutral(self):
        """(format, field) -> value of fields that a row does not list (section 10.2)."""
        neutral = {(name, field): 0 for name, fields in self.fields.items() for field in fields}
        found = re.findall(r"^\| ((?:`\w+`(?:, )?)+)(?: in class(?:es)? ([A-Z, ]+?))? \| (\d+) \|$",
                           self.section("10.2"), re.M)
        assert len(found) == 4, found
        for names, formats, value in found:
            for name in re.findall(r"\w+", names):
                for format in re.findall("[A-Z]", formats) or self.fields:
                    if name in self.fields[format]:
                        neutral[format, name] = int(value)
        return neutral

    def word(self, row, values):
        """The bits of a row whose operands have the given codes by field."""
        fields = self.fields[row.format]
        listed = {field for _, field in row.operands}
        word = 0
        for name, field in fields.items():
            if name == "cls":
                value = self.classes[row.format]
            elif name == "op":
                value = row.number
            elif name in listed:
                value = values[name]
            else:
                value = row.fixed.get(name, self.neutral[row.format, name])
            word = field.put(word, value)
        return word

    def types(self):
        """Spelling in assembly text -> code of a data type (sections 2 and 7.2)."""
        codes = pairs(re.search(r"DataType codes: (.*?);", " ".join(self.section("2").split())).group(1))
        codes.update(pairs(re.search(r"Data types added to the field codes: (.*?) \(", self.cube).group(1)))
        return {spelling(name): code for name, code in codes.items()}


def block(text, header):
    """The lines of a fenced table that begins with a header."""
    return re.search("```csv\n" + re.escape(header) + "(.*?)```", text, re.S).group(1).splitlines()


def spelling(name):
    """FP32 is f32 in assembly text, S32 i32, U32 u32, E4M3 e4m3."""
    return re.sub(r"^s(?=\d)", "i", re.sub(r"^fp", "f", name.lower()))


def pairs(text):
    """NAME NUMBER, NAME or OTHER NUMBER as a table."""
    table = {}
    for entry in re.split(r"[,;] ", text):
        names, code = re.fullmatch(r"(.+?) (\d+)", entry.strip()).groups()
        for name in names.split(" or "):
            table[name] = int(code)
    return table


def swapped(text):
    """NUMBER NAME, NUMBER NAME as a table."""
    return {name: int(code) for code, name in re.findall(r"(\d+) (\w+)", text)}
