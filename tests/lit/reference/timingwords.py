"""Assembly text as the models see it: words with operands, and the micro-operations of a region in the order of their execution."""
import re

BYTES = {"8": 1, "16": 2, "32": 4}
TWO_RESULTS = ("vintlv", "vdintlv", "vmull", "vldsx2", "vaddc", "vsubc")
STORES = ("vsts", "vstsx2", "vscatter")
LOADS = ("vlds", "vldsx2", "vgather2", "vgatherb")
PREDICATES = ("pset", "plt", "pge", "pand", "por", "pxor", "pnot", "psel")
MASK64 = (1 << 64) - 1


class Word:
    def __init__(self, text):
        self.text = text
        head, _, rest = text.partition(" ")
        self.name, *self.types = head.split(".")
        self.operands = [operand.strip() for operand in re.split(r",(?![^\[]*\])", rest)] if rest else []

    def __repr__(self):
        return self.text


class Uop:
    """A micro-operation: what it reads and writes, and where it belongs in the loops."""

    def __init__(self, word, machine):
        self.name, self.types = word.name, word.types or ["i32"]
        self.key = (self.name, *self.types)
        self.load, self.store = self.name in LOADS, self.name in STORES
        self.predicate, self.barrier = self.name in PREDICATES, self.name == "mem_bar"
        self.compute = not (self.load or self.store or self.predicate or self.barrier)
        registers = re.findall(r"\b[VP]\d+\b", word.text)
        written = 0 if self.store or self.barrier else 2 if self.name in TWO_RESULTS else 1
        self.writes, self.reads = registers[:written], registers[written:]
        self.range = self.bytes(word, machine)

    def bytes(self, word, machine):
        """The bytes of UB that a load or store of consecutive elements touches."""
        found = re.search(r"\[(X\d+)(?: \+ (-?\d+))?\]", word.text)
        if not found or self.name not in ("vlds", "vldsx2", "vsts", "vstsx2"):
            return None
        register, offset = found.group(1), int(found.group(2) or 0) * BYTES[self.types[0][1:]]
        base = machine.x[int(register[1:])]
        if "POST" in word.operands:
            machine.x[int(register[1:])] = base + offset
        else:
            base += offset
        return base, base + (512 if self.name.endswith("x2") else 256)


class Row:
    """One execution of an innermost loop, or of straight code between loops: the loops around it by (position, iteration)."""

    def __init__(self, loops, innermost):
        self.loops, self.innermost, self.iterations = loops, innermost, []


def rows(words, machine):
    """The rows of a region, each a list of iterations, each a list of micro-operations."""
    found = []

    def straight(body):
        return not any(word.name == "loop" for word in body)

    def walk(start, end, loops):
        open_row, position = None, start
        while position < end:
            word = words[position]
            if word.name != "loop":
                if open_row is None:
                    open_row = Row(loops, False)
                    open_row.iterations.append([])
                    found.append(open_row)
                open_row.iterations[0].append(Uop(word, machine))
                position += 1
                continue
            count, size = machine.x[int(word.operands[1][1:])], int(word.operands[2])
            body, position = position + 1, position + 1 + size
            if count != 1 or not straight(words[body:body + size]):
                open_row = None
            if count > 1 and straight(words[body:body + size]):
                row = Row(loops + ((body, 0),), True)
                found.append(row)
                for _ in range(count):
                    row.iterations.append([Uop(one, machine) for one in words[body:body + size]])
            else:
                for iteration in range(count):
                    walk(body, body + size, loops + ((body, iteration),))

    walk(0, len(words), ())
    return [row for row in found if any(row.iterations)]
