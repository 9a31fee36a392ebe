"""Arrays in files that Python and the Java process have both mapped."""

from __future__ import annotations

import bisect
import mmap
import os
import threading
import weakref
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy

from ._errors import ArgumentError
from ._server import server

_PAGE = 4096
_MOST_KEPT = 256 << 20


class Region:
    """A mapped file; it goes when the last array in it does."""

    def __init__(self, size: int):
        self.size = max(_PAGE, -(-size // _PAGE) * _PAGE)
        self.path, self.map = _make(self.size)
        view = numpy.frombuffer(self.map, numpy.uint8)
        self.address = view.__array_interface__["data"][0]
        # The map lives as long as an array needs it; this object may go earlier.
        gone = weakref.finalize(self.map, _release, self.path, self.address, os.getpid())
        gone.atexit = False  # the whole directory goes then
        with _lock:
            bisect.insort(_addresses, self.address)
            _places[self.address] = (self.size, self.path)

    def view(self, shape: Tuple[int, ...], dtype: numpy.dtype) -> numpy.ndarray:
        """Its first bytes as an array."""
        return numpy.ndarray(shape, dtype, self.map)


_lock = threading.RLock()
_addresses: List[int] = []
_places: Dict[int, Tuple[int, str]] = {}
_made = 0


def _make(size: int) -> Tuple[str, mmap.mmap]:
    global _made
    with _lock:
        _made += 1
        number = _made
    path = os.path.join(server().scratch, f"array-{number}")
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        # Reserved at once: a memory file system that is full would otherwise end Python when
        # the array is filled.
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(fd, 0, size)
        else:
            os.ftruncate(fd, size)
        return path, mmap.mmap(fd, size)
    except (OSError, OverflowError) as problem:
        os.unlink(path)
        raise MemoryError(
            f"no room for {size} bytes in {os.path.dirname(path)}: {problem}; in a container "
            "give it more shared memory (--shm-size)"
        ) from problem
    finally:
        os.close(fd)


def _release(path: str, address: int, owner: int) -> None:
    with _lock:
        if _places.pop(address, None):
            _addresses.remove(address)
    if owner == os.getpid():
        server().forget("drop", path)
        try:
            os.unlink(path)
        except OSError:
            pass


def find(array: numpy.ndarray) -> Optional[Tuple[str, int]]:
    """The file and offset that hold a whole array; None for memory that is not mapped."""
    address = array.__array_interface__["data"][0]
    with _lock:
        at = bisect.bisect(_addresses, address) - 1
        if at < 0:
            return None
        start = _addresses[at]
        size, path = _places[start]
    return (path, address - start) if address + array.nbytes <= start + size else None


class Pool:
    """Regions for arrays that lie elsewhere, used again and again."""

    def __init__(self) -> None:
        self._free: Dict[int, List[Region]] = {}
        self._bytes = 0

    def take(self, size: int) -> Region:
        size = max(_PAGE, -(-size // _PAGE) * _PAGE)
        regions = self._free.get(size)
        if regions:
            self._bytes -= size
            return regions.pop()
        return Region(size)

    def give(self, region: Region) -> None:
        if self._bytes + region.size <= _MOST_KEPT:
            self._free.setdefault(region.size, []).append(region)
            self._bytes += region.size
        elif region.size <= _MOST_KEPT:
            self._free = {region.size: [region]}
            self._bytes = region.size


_pool: Tuple[int, Pool] = (0, Pool())


def pool() -> Pool:
    """That of this process."""
    global _pool
    if _pool[0] != os.getpid():
        _pool = (os.getpid(), Pool())
    return _pool[1]


class ndarray(numpy.ndarray):
    """A NumPy array in memory that the emulator reads and writes itself.

    Any NumPy array can be given to a kernel; this one is not copied on the way there. Slices are
    such arrays too, results of arithmetic are ordinary ones.
    """

    def __new__(cls, shape: Union[int, Sequence[int]], dtype: Any = "float32") -> "ndarray":
        dtype = numpy.dtype(dtype)
        if dtype.hasobject:
            raise ArgumentError(f"an array of {dtype} cannot be shared; choose a type of numbers")
        extents = (shape,) if isinstance(shape, (int, numpy.integer)) else tuple(shape)
        size = dtype.itemsize
        for extent in extents:
            if int(extent) < 0:
                raise ArgumentError(f"the shape {extents} has a negative extent")
            size *= int(extent)
        return super().__new__(cls, extents, dtype, Region(size).map)

    def __array_wrap__(self, array, context=None, return_scalar=False):
        plain = numpy.asarray(array)
        return plain[()] if return_scalar else plain

    def __reduce__(self):
        return numpy.array(self, subok=False).__reduce__()


def empty(shape: Union[int, Sequence[int]], dtype: Any = "float32") -> ndarray:
    """A mapped array; at first it holds zeros."""
    return ndarray(shape, dtype)


def zeros(shape: Union[int, Sequence[int]], dtype: Any = "float32") -> ndarray:
    """A mapped array of zeros."""
    return ndarray(shape, dtype)


def array(values: Any, dtype: Any = None) -> ndarray:
    """A mapped copy of an array, a list or a number."""
    source = numpy.asarray(values, dtype)
    mapped = ndarray(source.shape, source.dtype)
    mapped[...] = source
    return mapped
