"""Computes the expected cycles of the timing tests from the document of cycles: python3 cycles.py [--check]

The programs stand in the files with their totals; the totals are computed anew. With --check nothing is written: a difference is printed, and
the status is 1.
"""
import os
import sys
import digest
from timeline import Core
from timingregion import Rules
from timingtables import Constants
from timingwords import Word

FILES = {
    "a5": ("documented", "calibrated", "scoreboard"),
    "a2a3": ("documented", "grouped", "calibrated"),
    "cube-a5": ("documented", "calibrated"),
    "cube-a2a3": ("documented", "calibrated"),
}


def totals(constants, rules, name, program):
    words = [Word(text) for text in program.split("; ")]
    profile = name.split("-")[-1]
    return [Core(constants, profile, model, rules[model == "documented"]).run(words) for model in FILES[name]]


def lines(constants, name, text):
    """The lines of a file with the totals as they are computed now."""
    rules = [Rules(constants, documented) for documented in (False, True)]
    for line in text.splitlines():
        if line.startswith("#"):
            yield line
        else:
            program = line.split(" | ", 1)[1]
            yield " ".join(map(str, totals(constants, rules, name, program))) + " | " + program


def main(check):
    constants, different = Constants(), 0
    for name in FILES:
        path = digest.cycles_file(name)
        with open(path, encoding="utf-8") as file:
            old = file.read()
        new = list(lines(constants, name, old))
        for number, (before, after) in enumerate(zip(old.splitlines(), new), 1):
            if before != after:
                different += 1
                computed, stands = after.split(" | ")[0], before.split(" | ")[0]
                print("%s:%d: %s computed, %s stands there" % (os.path.basename(path), number, computed, stands))
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(new) + "\n")
    return digest.end(check, different)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
