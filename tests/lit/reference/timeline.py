"""The event algorithm of a core (docs/spec/30, 6), and how long each word takes on its pipe (3 to 5)."""
import timingcube
from timingregion import ListSchedule, OutOfOrder
from timingwords import BYTES, MASK64, rows

PIPES = ("S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX")
SCALAR = ("movi", "movhi", "addi", "mov_spr_x", "spr_bit_hi", "end")
COPIES = {"gm_to_ub": ("MTE2", "GM → UB"), "ub_to_gm": ("MTE3", "UB → GM"), "ub_to_ub": ("V", "UB → UB"),
          "gm_to_ub_align": ("MTE2", "GM → UB"), "ub_to_gm_align": ("MTE3", "UB → GM")}
COUNTER_BIT = 56
BLOCK = 32
REPEAT_BYTES = 256


def bits(value, high, low):
    return value >> low & (1 << (high - low + 1)) - 1


class Core:
    def __init__(self, constants, profile, model, rules):
        self.constants, self.profile, self.model, self.rules = constants, profile, model, rules
        self.x = [0] * 32
        self.registers = {"CTRL": 0, "MASK0": MASK64, "MASK1": MASK64}
        self.free = dict.fromkeys(PIPES, 0)
        self.last_done = dict.fromkeys(PIPES, 0)
        self.flags, self.buffers = {}, {}
        self.open, self.groups = False, 0

    def run(self, words):
        position = 0
        while position < len(words):
            word = words[position]
            self.free["S"] += 1
            if word.name == "vf_begin":
                size = int(word.operands[0])
                self.region(words[position + 1:position + size])
                position += size + 1
                continue
            if word.name == "const":
                self.constant(word)
                position += 1
                continue
            self.execute(word)
            position += 1
        return max(list(self.free.values()) + list(self.last_done.values()))

    # Scalar state.

    def value(self, operand):
        return self.x[int(operand[1:])] if operand[1:].isdigit() else 0

    def constant(self, word):
        """A constant of 64 bits, which the tests write as movi and movhi."""
        self.x[int(word.operands[0][1:])] = int(word.operands[1], 0)
        self.free["S"] += 3

    def scalar(self, word):
        operands = word.operands
        if word.name == "movi":
            self.x[int(operands[0][1:])] = int(operands[1], 0) & MASK64
        elif word.name == "movhi":
            self.x[int(operands[0][1:])] = self.value(operands[1]) & 0xFFFFFFFF | (int(operands[2], 0) & 0xFFFFFFFF) << 32
        elif word.name == "addi":
            self.x[int(operands[0][1:])] = self.value(operands[1]) + int(operands[2]) & MASK64
        elif word.name == "mov_spr_x":
            self.registers[operands[0]] = self.value(operands[1])
        elif word.name == "spr_bit_hi":
            bit = 32 + int(operands[1])
            self.registers[operands[0]] = self.registers[operands[0]] & ~(1 << bit) | int(operands[2]) << bit

    # Pipes.

    def execute(self, word):
        if word.name in SCALAR:
            self.scalar(word)
            self.free["S"] += 1
        elif word.name == "set_flag":
            source, target, event = word.operands
            time = max(self.free[source], self.free["S"]) + 1
            self.free[source] = time
            self.flags.setdefault((source, target, event), []).append(time)
        elif word.name == "wait_flag":
            source, target, event = word.operands
            time = self.flags[source, target, event].pop(0)
            self.free[target] = max(self.free[target], self.free["S"], time) + 1
            if target == "V":
                self.open = False
        elif word.name == "barrier":
            self.barrier(word.operands[0])
        elif word.name == "get_buf":
            pipe, number = word.operands[:2]
            released = max((time for other, time in self.buffers.get(number, {}).items() if other != pipe), default=0)
            self.free[pipe] = max(self.free[pipe], self.free["S"], released) + 1
        elif word.name == "rls_buf":
            pipe, number = word.operands[:2]
            self.free[pipe] = max(self.free[pipe], self.free["S"], self.last_done[pipe]) + 1
            self.buffers.setdefault(number, {})[pipe] = self.free[pipe]
        else:
            self.work(word)

    def barrier(self, pipe):
        if pipe == "ALL":
            latest = max(list(self.free.values()) + list(self.last_done.values())) + 1
            self.free = dict.fromkeys(PIPES, latest)
        else:
            self.free[pipe] = max(self.free[pipe], self.last_done[pipe]) + 1
        if pipe in ("V", "ALL"):
            self.open = False

    def occupy(self, pipe, duration, occupancy=None):
        start = max(self.free[pipe], self.free["S"])
        self.free[pipe] = start + (duration if occupancy is None else occupancy)
        self.last_done[pipe] = max(self.last_done[pipe], start + duration)

    def work(self, word):
        if word.name in timingcube.PIPES:
            values = [self.value(operand) for operand in word.operands]
            calibrated = self.model == "calibrated"
            self.occupy(timingcube.PIPES[word.name], self.constants.cube.cycles(word, self.profile, calibrated, values, self.registers))
            return
        if word.name in COPIES:
            pipe, path = COPIES[word.name]
            self.occupy(pipe, self.copy(word, path))
            return
        repeat, partial = self.repeats(word)
        if not repeat:
            self.occupy("V", 1)
            return
        model = "grouped" if self.profile == "a5" else self.model
        if model == "documented":
            startup, completion, each, interval = self.constants.repeats.find(word.name, self.type_of(word))
            cycles = startup + completion + repeat * each + (repeat - 1) * interval
        elif model == "grouped":
            startup, completion, each, interval = self.constants.repeats.find(word.name, self.type_of(word))
            cycles = repeat * each
            if not self.open:
                cycles += startup + completion + (interval if self.groups else 0)
                self.groups += 1
                self.open = True
        else:
            cycles = self.line(word, repeat, partial)
        self.occupy("V", cycles)

    def line(self, word, repeat, partial):
        (head, slope, tail), starred = self.constants.lines.find(word.name, word.operands[-1] if word.name.startswith("vcmp") else None)
        cycles = self.constants.merge.cycles(self.records(word)) if word.name == "vmrgsort4" else slope * repeat
        if not self.open:
            cycles += head + tail
            self.open = True
        return cycles + (self.constants.partial_mask if starred and partial else 0)

    @staticmethod
    def type_of(word):
        return word.types[-1]

    def repeats(self, word):
        """Repeats of a vector word, and whether its mask is not full."""
        if word.name == "vmrgsort4":
            return bits(self.value(word.operands[3]), 7, 0), False
        config = next(operand for operand in reversed(word.operands) if operand.startswith("X"))
        repeat = bits(self.value(config), 63, 56)
        counting = self.registers["CTRL"] >> COUNTER_BIT & 1
        lanes = REPEAT_BYTES // max(BYTES[name.lstrip("bfiu")] for name in word.types)
        if counting and word.name != "vbitsort":
            return -(-self.registers["MASK0"] // lanes), True
        full = (1 << lanes) - 1
        mask = self.registers["MASK1"] << 64 | self.registers["MASK0"]
        return repeat, mask & full != full

    def records(self, word):
        """Records that a merge takes: those of all lists, or those until the first list is empty; all keys are equal."""
        lengths, config = self.value(word.operands[2]), self.value(word.operands[3])
        used = [bits(lengths, 16 * list_ + 15, 16 * list_) for list_ in range(4) if config >> (8 + list_) & 1]
        return used[0] if config >> 12 & 1 else sum(used) * bits(config, 7, 0)

    def copy(self, word, path):
        config = self.value(word.operands[2])
        if self.profile == "a5":
            size = self.a5_size(word, config)
        elif word.name.endswith("_align"):
            size = bits(config, 15, 4) * bits(config, 36, 16)
        else:
            size = bits(config, 15, 4) * bits(config, 31, 16) * BLOCK
        return self.constants.transfers.cycles(path, size, self.profile, self.model == "calibrated")

    @staticmethod
    def a5_size(word, config):
        """Bytes of a copy: each burst counts in blocks of 32 bytes."""
        if word.name == "ub_to_ub":
            return bits(config, 15, 0) * bits(config, 31, 16) * BLOCK
        return bits(config, 24, 4) * -(-bits(config, 45, 25) // BLOCK) * BLOCK

    def region(self, words):
        self.free["S"] += 1
        model = ListSchedule(self.rules) if self.model == "scoreboard" else OutOfOrder(self.rules)
        self.occupy("V", model.cycles(rows(words, self)))
        self.open = False
