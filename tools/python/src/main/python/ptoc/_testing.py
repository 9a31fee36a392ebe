"""Checks of kernels for any test framework."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Union

import numpy

from ._device import Buffer
from ._errors import ArgumentError
from ._program import Function, Program, Result, _array


def assert_kernel(
    kernel: Union[Program, Function],
    *args: Any,
    expect: Mapping[Union[str, int], Any],
    rtol: float = 0.0,
    atol: float = 0.0,
    check: Any = True,
    cycles: Optional[int] = None,
    **options: Any,
) -> Result:
    """Runs a kernel, and fails unless it does what is expected.

    :param args: arguments as of a call; arrays are changed in place
    :param expect: wanted contents of parameters, by name or number from 0
    :param rtol: relative tolerance, 0 for equal bits of numbers
    :param atol: absolute tolerance
    :param check: checks of the run that must find nothing; False for none
    :param cycles: most cycles of the chosen timing model
    """
    if isinstance(kernel, Program):
        if len(kernel.functions) != 1:
            raise ArgumentError(f"choose a function of {', '.join(kernel.functions)}")
        kernel = next(iter(kernel))
    out = options.pop("out", None)
    values = {index: _array(each) for index, each in kernel._bind(args, out, options)[0].items()}
    names = {each.name: each.index for each in kernel.parameters}
    for key in expect:
        if not isinstance(values.get(names.get(key, key)), (numpy.ndarray, Buffer)):
            arrays = ", ".join(str(each) for each in kernel.parameters if each.pointer)
            raise ArgumentError(f"{kernel.name} has no array {key!r} to compare; it has {arrays}")
    result = kernel(*args, out=out, check=check, **options)
    assert result.ok, "the checks have found something:\n" + "\n".join(map(str, result.findings))
    for key, wanted in expect.items():
        got = values[names.get(key, key)]
        _compare(kernel, key, got.get() if isinstance(got, Buffer) else got, wanted, rtol, atol)
    if cycles is not None:
        assert result.cycles <= cycles, (
            f"{kernel.name} takes {result.cycles} cycles, {cycles} are allowed"
        )
    return result


def _compare(
    kernel: Function, key: Union[str, int], got: Any, wanted: Any, rtol: float, atol: float
) -> None:
    wanted = numpy.asarray(wanted)
    numpy.testing.assert_equal(got.shape, wanted.shape, f"shape of {key} of {kernel.name}")
    numpy.testing.assert_allclose(
        numpy.asarray(got, numpy.float64) if got.dtype.kind not in "iub" else got,
        wanted,
        rtol=rtol,
        atol=atol,
        err_msg=f"{key} of {kernel.name}",
    )
