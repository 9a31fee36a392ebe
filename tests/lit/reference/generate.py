"""Writes the test files of tests/lit/cases/vector/ops and their data. Run it in this directory: python3 generate.py"""
import os
import sys
import conversions
import lanewise
import memory
import mixtures
import predicates
import programs
import registers
import scalars
import sorting
import streams
import transfers
import traps

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases", "vector", "ops")

if __name__ == "__main__":
    words = sys.argv[1:]
    for module in (lanewise, registers, conversions, predicates, memory, transfers, sorting, scalars, traps, programs,
                   mixtures, streams):
        if not words or module.__name__ in words:
            module.generate(ROOT)
