"""Compile PTO kernels and run them on NumPy arrays, in the emulator.

>>> import numpy, ptoc
>>> k = ptoc.compile("relu.pto", profile="a5")
>>> x = numpy.linspace(-1, 1, 64, dtype="float32")
>>> y = numpy.zeros_like(x)
>>> r = k(x, y, 64)
>>> r.cycles, float(y[-1])

The compiler and the emulator run in one Java process, which starts with the first call and ends
with Python. See docs/python.md.
"""

from __future__ import annotations

from ._arrays import array, empty, ndarray, zeros
from ._device import Buffer, Device, Record, compare, device
from ._errors import (
    ArgumentError,
    BoundsError,
    CallTimeout,
    CompileError,
    Diagnostic,
    Fix,
    Note,
    PtocError,
    ToolchainError,
    TrapError,
)
from ._program import (
    Completed,
    Function,
    Parameter,
    Program,
    Result,
    check,
    command,
    compile,
    context,
    shutdown,
    sweep,
    window,
)
from ._testing import assert_kernel

__all__ = [
    "ArgumentError",
    "BoundsError",
    "Buffer",
    "CallTimeout",
    "CompileError",
    "Completed",
    "Device",
    "Diagnostic",
    "Fix",
    "Function",
    "Note",
    "Parameter",
    "Program",
    "PtocError",
    "Record",
    "Result",
    "ToolchainError",
    "TrapError",
    "array",
    "assert_kernel",
    "check",
    "command",
    "compare",
    "compile",
    "context",
    "device",
    "empty",
    "ndarray",
    "shutdown",
    "sweep",
    "window",
    "zeros",
]

__version__ = "0.1.0"


def load_ipython_extension(shell) -> None:
    """``%load_ext ptoc``: the cell magic ``%%pto``."""
    from ._notebook import register

    register(shell)
