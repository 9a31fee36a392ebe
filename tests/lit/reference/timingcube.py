"""What the words of the cube core cost on their pipes (docs/spec/60, 7.1 and 5.4)."""
import re
from fractions import Fraction
from timingtables import Text, plain

FRACTAL = 512
BLOCK = 32
SIDE = 16
PIPES = {"mad": "M", "mad_mx": "M", "gm_to_l1": "MTE2", "gm_to_l1_nd2nz": "MTE2", "l1_fill": "MTE2", "l1_to_bt": "MTE1", "l1_to_l0a": "MTE1",
         "l1_to_l0a_t": "MTE1", "l1_to_l0b": "MTE1", "l1_to_l0b_t": "MTE1", "l1_to_l0a_mx": "MTE1", "l1_to_l0b_mx": "MTE1", "l0c_to_gm": "FIX",
         "l0c_to_l1": "FIX", "l1_to_gm": "MTE3"}
BITS = {"f32": 32, "i32": 32, "f16": 16, "bf16": 16, "i16": 16, "i8": 8, "e4m3": 8, "e5m2": 8, "e2m1x2": 4, "e8m0": 8}
# Bytes of a unit of the length in a word of l1_to_bt (3.6; 5.4 for A2/A3).
BIAS_UNIT = {"a5": 32, "a2a3": 64}


def up(number, divisor):
    """The quotient rounded up."""
    quotient = Fraction(number) / divisor
    return -(-quotient.numerator // quotient.denominator)


def bits(value, high, low):
    return value >> low & (1 << (high - low + 1)) - 1


class CubeTable:
    """The formulas of 7.1: a part that does not depend on sizes, loads of the hardware, and bytes in a cycle."""

    def __init__(self):
        text = Text("60-cube.md")
        self.rows = {cells[0]: cells[1:] for cells in text.tables("7.1")[0][1:]}
        self.wide = re.search(r"c = 1 for (.*?), 2 for (\w+)", text.section("7.1")).group(2)
        self.nibbles = int(re.search(r"ceil\(k/(\d+)\)`, c = (\d)", " ".join(text.section("7.1").split())).group(1))

    def formula(self, row, profile, calibrated):
        documented, a2a3, a5 = (plain(cell) if "cd(" not in cell else re.sub(r" \[[A-Z]\]", "", cell) for cell in self.rows[row])
        fitted = a5 if profile == "a5" else a2a3
        # The loads of scales have fitted numbers only.
        return fitted if calibrated or documented == "-" else documented

    def row(self, name):
        if name.endswith("_mx") and name.startswith("l1_to"):
            return "l1_to_*_mx"
        for title in self.rows:
            spelled = title.replace("(_t)", "").split(", ")
            if name.replace("_t", "") in [one.replace("_t", "") for one in spelled] or "nd2nz" in spelled and name.startswith("gm_to_l1"):
                return title
        raise KeyError(name)

    def cycles(self, word, profile, calibrated, values, registers):
        formula = self.formula(self.row(word.name), profile, calibrated)
        if word.name.startswith("mad"):
            return int(re.match(r"(\d+) \+ B", formula).group(1)) + self.steps(word, values)
        rates = re.findall(r"cd\([a-z ]+,([\d.]+)\)", formula)
        rate = Fraction(rates[1] if word.name == "l1_to_l0b_mx" else rates[0])
        each = re.match(r"(\d+)\*H", formula)
        loads = int(each.group(1)) * self.loads(word, values) if each else 0
        return loads + up(self.size(word, profile, values, registers), rate)

    def steps(self, word, values):
        config = values[3]
        m, k, n = bits(config, 11, 0), bits(config, 23, 12), bits(config, 35, 24)
        width = BITS[word.types[0]]
        deep = up(k, self.nibbles) if width == 4 else up(k * width // 8, BLOCK)
        return up(m, SIDE) * up(n, SIDE) * deep * (2 if width == 4 or word.types[0] == self.wide else 1)

    @staticmethod
    def loads(word, values):
        """Instructions of the A2/A3 hardware for one word (5.4)."""
        rows, columns = bits(values[2], 39, 32), bits(values[2], 47, 40)
        single = word.name.startswith("l1_to_l0a") or word.name.endswith("_t") and BITS[word.types[0]] > 8
        return 1 if single else min(rows, columns)

    @staticmethod
    def size(word, profile, values, registers):
        """Bytes that a word moves."""
        name, config = word.name, values[2]
        if name.startswith("l1_to_l0"):
            fractals = bits(config, 39, 32) * bits(config, 47, 40)
            return fractals * (BLOCK if name.endswith("_mx") else FRACTAL)
        if name == "gm_to_l1_nd2nz":
            groups = bits(registers["MTE2_NZ_PARA"], 15, 0)
            return groups * bits(config, 63, 48) * bits(values[3], 20, 0) * BITS[word.types[0]] // 8
        if name.startswith("l0c_to"):
            return bits(config, 15, 4) * bits(config, 31, 16) * BITS[word.types[1]] // 8
        if name == "l1_fill":
            return bits(values[1], 14, 0) * bits(values[1], 30, 16) * BLOCK
        if name == "gm_to_l1" and profile == "a5":
            return bits(config, 24, 4) * bits(config, 45, 25)
        return bits(config, 15, 4) * bits(config, 31, 16) * (BIAS_UNIT[profile] if name == "l1_to_bt" else BLOCK)
