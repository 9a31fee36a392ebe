"""Memory that stays between launches, and what a chain of launches costs."""

from __future__ import annotations

import itertools
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy

from . import _arrays
from ._errors import ArgumentError, ToolchainError
from ._server import server

_names = itertools.count(1)


class Buffer:
    """An array in the memory of a device.

    Kernels read and write it where it lies: nothing is copied but by :meth:`put` and :meth:`get`.
    ``buffer[3]`` and ``buffer[2:4]`` are parts of it, ``buffer.reshape(...)`` the same elements;
    all of them share its memory.
    """

    def __init__(self, device: "Device", array: numpy.ndarray, root: "Optional[Buffer]" = None):
        self.device = device
        self._array = array
        self._root = root or self

    @property
    def shape(self) -> Tuple[int, ...]:
        return self._array.shape

    @property
    def dtype(self) -> numpy.dtype:
        return self._array.dtype

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._array.size

    @property
    def nbytes(self) -> int:
        return self._array.nbytes

    def _place(self) -> Tuple[str, int]:
        """The file and offset that hold it."""
        place = _arrays.find(self._array)
        assert place is not None
        return place

    def get(self) -> numpy.ndarray:
        """A copy of the contents."""
        return numpy.array(self._array, subok=False)

    def put(self, values: Any) -> "Buffer":
        """Replaces the contents; a number goes to all elements.

        :raises ArgumentError: the values have another shape
        """
        values = numpy.asarray(values)
        if values.ndim and values.shape != self.shape:
            raise ArgumentError(f"the buffer has the shape {self.shape}, not {values.shape}")
        self._array[...] = values
        self.device._written(self)
        return self

    def __getitem__(self, key: Any) -> "Buffer":
        keys = key if isinstance(key, tuple) else (key,)
        if not all(isinstance(each, (int, numpy.integer, slice)) for each in keys):
            raise ArgumentError("a part of a buffer is chosen by numbers and slices")
        # The dots keep a single element an array.
        part = self._array[(*keys, ...)]
        if not part.flags.c_contiguous:
            raise ArgumentError(
                "this part does not lie in one piece; choose rows of the first dimension, or pass "
                "the whole buffer and let the kernel choose"
            )
        return Buffer(self.device, part, self._root)

    def reshape(self, *shape: Any) -> "Buffer":
        """The same elements in another shape."""
        return Buffer(self.device, self._array.reshape(*shape), self._root)

    def __array__(self, dtype: Any = None, copy: Any = None) -> numpy.ndarray:
        values = self.get()
        return values if dtype is None else values.astype(dtype)

    def __len__(self) -> int:
        return len(self._array)

    def __repr__(self) -> str:
        return f"<ptoc.Buffer of {self.dtype}, shape {self.shape}>"


class Device:
    """The memory of a device, and the options of all launches that use it.

    >>> dev = ptoc.device("a5", check=True)
    >>> w = dev.put(weights)
    >>> y = dev.zeros((16, 64), "float32")
    >>> k = dev.compile("layer.pto")["project"]
    >>> with dev.record() as layer:
    ...     k(w, y, grid={"row": range(16)}, cores=8)
    >>> print(layer)
    """

    def __init__(self, profile: Optional[str] = None, **options: Any):
        self.profile = profile
        #: Options of every launch, such as ``check=True`` or ``timing="calibrated"``.
        self.options: Dict[str, Any] = options
        self._records: List["Record"] = []

    def compile(self, source: Any, **options: Any) -> Any:
        """As :func:`ptoc.compile`, for the profile of the device."""
        from ._program import compile

        return compile(source, self.profile, **options)

    def put(self, values: Any, dtype: Any = None) -> Buffer:
        """A buffer with a copy of an array, a list or a number."""
        values = numpy.asarray(values, dtype)
        buffer = self.zeros(values.shape, values.dtype)
        buffer._array[...] = values
        return buffer

    def zeros(self, shape: Union[int, Sequence[int]], dtype: Any = "float32") -> Buffer:
        """A buffer of zeros."""
        return Buffer(self, _arrays.zeros(shape, dtype))

    def empty(self, shape: Union[int, Sequence[int]], dtype: Any = "float32") -> Buffer:
        """A buffer whose elements have no values: ``check=True`` finds launches that read one
        before a put or a launch has written it. Without checks they are zeros."""
        buffer = self.zeros(shape, dtype)
        server().call("empty", buffer._place()[0], str(buffer.nbytes))
        return buffer

    def _written(self, buffer: Buffer) -> None:
        path, offset = buffer._place()
        end = offset + buffer.nbytes
        server().call("written", path, str(buffer._root.nbytes), str(offset), str(end))

    def record(self, title: str = "Cycles of a chain of launches") -> "Record":
        """Adds up the cycles of the launches on buffers of this device, in a ``with`` block."""
        return Record(self, title)

    def __repr__(self) -> str:
        return f"<ptoc.Device {self.profile or 'of any profile'}>"


def device(profile: Optional[str] = None, **options: Any) -> Device:
    """A device with empty memory.

    :param profile: ``a5`` or ``a2a3``, for :meth:`Device.compile`
    :param options: options of every launch on its buffers
    """
    return Device(profile, **options)


class Record:
    """What the launches of a ``with`` block cost: cycles by kernel and timing model.

    Launches follow each other, and the tasks of a grid are spread over ``cores=``. ``print`` shows
    the table, ``html`` is the same as a page with all launches, ``save(path)`` writes it.
    """

    def __init__(self, device: Device, title: str):
        self._device = device
        self._title = title
        self._name = f"record-{next(_names)}"
        self._generation = 0
        self._answer: Optional[Dict[str, Any]] = None
        #: Results of the launches in order.
        self.results: List[Any] = []

    def __enter__(self) -> "Record":
        self._generation = server().ready()
        self._device._records.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        self._device._records.remove(self)
        if self._generation == server().running():
            self._answer = server().call("logged", self._name, self._title)

    def _add(self, result: Any) -> None:
        self.results.append(result)
        server().call("log", self._name, str(result._run))

    @property
    def findings(self) -> Tuple[Any, ...]:
        """What the checks of ``check=`` have found in all launches."""
        return tuple(found for each in self.results for found in each.findings)

    @property
    def ok(self) -> bool:
        """Whether the checks have found nothing."""
        return not self.findings

    @property
    def _report(self) -> Dict[str, Any]:
        if self._answer is None:
            raise ToolchainError("the record has not ended, or the Java process has been replaced")
        return self._answer

    @property
    def kernels(self) -> List[Dict[str, Any]]:
        """A record for each kernel: launches, tasks, and for each model cycles, serial, parallel."""
        return self._report["kernels"]

    @property
    def total(self) -> Dict[str, Any]:
        """The same of all kernels together."""
        return self._report["total"]

    def _sum(self, name: str) -> int:
        models = [each for each in self.total.values() if isinstance(each, dict)]
        return models[0][name] if models else 0

    @property
    def cycles(self) -> int:
        """Cycles of the chosen timing model, one launch after another."""
        return self._sum("cycles")

    @property
    def serial(self) -> int:
        """Cycles with all tasks on one core."""
        return self._sum("serial")

    @property
    def parallel(self) -> int:
        """Cycles with a core for each task."""
        return self._sum("parallel")

    @property
    def html(self) -> str:
        return self._report["html"]

    def save(self, path: Any) -> None:
        """Writes the page."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def __str__(self) -> str:
        return self._report["text"].rstrip("\n")

    def _repr_html_(self) -> str:
        return self.html


def compare(got: Any, want: Any, delta: float = 0.0) -> None:
    """Fails unless every element of ``got`` is a rounding of what is wanted, give or take delta.

    ``want`` holds exact values, as of a reference in float64. An element is accepted if it lies
    between the roundings of ``want - delta`` and ``want + delta`` to the type of ``got``: so where
    the exact value lies close to the middle of two neighbours, either of them is right.

    :param delta: how far the exact value may be off before it is rounded: a number or an array
    :raises AssertionError: with the first elements that differ
    """
    got = got.get() if isinstance(got, Buffer) else numpy.asarray(got)
    exact = numpy.asarray(want, numpy.float64)
    if got.shape != exact.shape:
        raise AssertionError(f"the shape is {got.shape}, wanted is {exact.shape}")
    low, high = (_rounded(exact + sign * numpy.asarray(delta), got.dtype) for sign in (-1, 1))
    values = got.astype(numpy.float64)
    good = (values >= low) & (values <= high) | numpy.isnan(values) & numpy.isnan(exact)
    if good.all():
        return
    places = numpy.argwhere(~good)
    lines = [f"{len(places)} of {got.size} elements differ by more than a rounding of +-{delta}"]
    for place in map(tuple, places[:10]):
        index = ",".join(map(str, place))
        lines.append(f"[{index}] got {got[place]!r}, wanted {low[place]!r} to {high[place]!r}")
    raise AssertionError("\n".join(lines))


def _rounded(exact: numpy.ndarray, dtype: numpy.dtype) -> numpy.ndarray:
    if dtype.kind in "iub":
        exact = numpy.rint(exact)
        if dtype.kind == "b":
            return exact
        limits = numpy.iinfo(dtype)
        return numpy.clip(exact, limits.min, limits.max)
    with numpy.errstate(over="ignore"):
        return exact.astype(dtype).astype(numpy.float64)
