"""Programs, their functions, and what a run has given."""

from __future__ import annotations

import json
import os
import weakref
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _arrays
from ._device import Buffer
from ._errors import (
    ArgumentError,
    BoundsError,
    CompileError,
    Diagnostic,
    PtocError,
    ToolchainError,
    TrapError,
    printable,
    report_in_python,
)
from ._server import current_directory, server

Source = Union[str, bytes, "os.PathLike[str]"]

# Exit statuses of ptoc.
_OK, _REJECTED, _USAGE, _TRAPPED, _CHECK_FAILED = range(5)
_BAD_ARGUMENT = "PTO6004"
_OUT_OF_RANGE = "PTO6008"
_STDIN = "<stdin>"

# Options of ``ptoc compile`` that ``ptoc run`` does not have, or that the object says.
_COMPILE_ONLY = {"profile", "kernel", "emit", "output", "print_after", "verbose", "c", "o", "v"}


def _option_words(options: Mapping[str, Any]) -> List[str]:
    """``check=True, timing="none", W=["error"]`` as the command line has them.

    False is the same as no option, but ``runtime_checks=False`` is ``--no-runtime-checks``.
    """
    words: List[str] = []
    for name, value in options.items():
        option = ("--" if len(name) > 1 else "-") + name.replace("_", "-")
        for each in value if isinstance(value, (list, tuple)) else [value]:
            if each is False and name == "runtime_checks":
                words.append("--no-runtime-checks")
            if each is None or each is False:
                continue
            if each is True:
                words.append(option)
            else:
                words.append(f"{option}={each}" if len(name) > 1 else f"{option}{each}")
    return words


def _fail(answer: Dict[str, Any], diagnostics: Sequence[Diagnostic], text: str) -> PtocError:
    """The exception of a status."""
    kinds = {_REJECTED: CompileError, _USAGE: ArgumentError, _TRAPPED: TrapError}
    kind = kinds.get(answer["status"], ToolchainError)
    if any(each.code == _OUT_OF_RANGE and each.severity == "error" for each in diagnostics):
        kind = BoundsError
    if any(each.code == _BAD_ARGUMENT for each in diagnostics):
        kind = ArgumentError
    return kind(report_in_python(text.strip()) or f"status {answer['status']}", diagnostics)


def _path(source: Any) -> str:
    """The name of a file, which the file system may hold."""
    path = os.fsdecode(os.fspath(source))
    if not path:
        raise ArgumentError("the source is empty; give the name of a file or a text")
    try:
        if "\0" in path:
            raise ValueError
        os.fsencode(path)
    except ValueError:
        raise ArgumentError(f"{path!r} is not a file name") from None
    return path


@dataclass(frozen=True)
class _Text:
    """A source: what the user calls it, the word of the command line, and the text itself."""

    name: str
    word: str
    input: str
    text: Optional[str]
    words: Tuple[str, ...] = ()

    @classmethod
    def of(cls, source: Source, name: Optional[str]) -> "_Text":
        name = printable(str(name)) if name else ""
        if isinstance(source, bytes):
            try:
                source = source.decode("utf-8")
            except UnicodeDecodeError as problem:
                raise ArgumentError(f"the source is not a text in UTF-8: {problem}") from None
        if isinstance(source, str) and ("\n" in source or "{" in source):
            return cls(name or "<text>", "-", source, source)
        path = _path(source)
        whole = os.path.abspath(path)
        if os.path.isdir(whole):
            raise ArgumentError(f"{path} is a directory; give a file or a text")
        try:
            text = Path(whole).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            text = None  # the toolchain says what is wrong
        root = () if os.path.isabs(path) else (f"--source-root={current_directory()}",)
        return cls(name or path, whole, "", text, root)

    def names(self) -> Dict[str, str]:
        return {_STDIN: self.name, self.word: self.name}

    def named(self, text: str) -> str:
        """A text in which files are called as the user does."""
        for theirs, ours in self.names().items():
            if theirs != "-":
                text = text.replace(theirs + ":", ours + ":")
                text = text.replace("cannot read " + theirs, "cannot read " + ours)
        return text


def _command(
    command: str, text: _Text, options: Mapping[str, Any], more: Sequence[str] = ()
) -> Tuple[Dict[str, Any], List[Diagnostic]]:
    """A command over a source; its answer and diagnostics."""
    host = server()
    with host.lock:
        found = host.scratch / "diagnostics.json"
        answer = host.call(
            "call",
            text.input,
            command,
            text.word,
            *more,
            *_option_words(options),
            "--diagnostic-format=json",
            f"--diagnostics-output={found}",
        )
        diagnostics = []
        if found.exists():
            for line in found.read_text(encoding="utf-8").splitlines():
                diagnostics.append(Diagnostic.of(json.loads(line), text.names()))
            found.unlink()
        elif answer["status"] not in (_OK, _REJECTED):
            # The command line itself was wrong, before there was a file.
            lines = [line for line in answer["err"].splitlines() if line.startswith("{")]
            diagnostics = [Diagnostic.of(json.loads(line), text.names()) for line in lines]
            if diagnostics:
                answer["err"] = "\n".join(map(str, diagnostics))
    return answer, diagnostics


def compile(
    source: Source,
    profile: Optional[str] = None,
    *,
    kernel: Optional[str] = None,
    name: Optional[str] = None,
    **options: Any,
) -> "Program":
    """Compiles a file or a text.

    :param source: path of a ``.pto`` or ``.o`` file, a text (anything with a line end or a brace),
        or the bytes of an object
    :param profile: ``a5`` or ``a2a3``; None takes what the module says, else ``a5``
    :param kernel: only this function; others may be wrong
    :param name: what messages call the source
    :param options: any other option of ``ptoc compile``, with underscores: ``sync="auto"``,
        ``infer_vecscope=True``, ``f=["no-fuse"]``
    :raises CompileError: the program was rejected
    :raises ArgumentError: an option is wrong, or the file cannot be read
    """
    if isinstance(source, bytes) and source[:4] == b"\x7fELF":
        return Program(source)
    if not isinstance(source, bytes) and str(source).endswith(".o"):
        path = _path(source)
        try:
            return Program(Path(path).read_bytes(), name=path)
        except OSError as problem:
            raise ArgumentError(f"cannot read {path}: {problem.strerror}") from None
    text = _Text.of(source, name)
    host = server()
    with host.lock:
        output = host.scratch / "compiled.o"
        more = [f"--output={output}", *text.words]
        chosen = {"profile": profile, "kernel": kernel, **options}
        answer, diagnostics = _command("compile", text, chosen, more)
        if answer["status"] != _OK:
            raise _fail(answer, diagnostics, text.named(answer["err"]))
        contents = output.read_bytes()
        output.unlink()
    kept = {name: value for name, value in options.items() if name not in _COMPILE_ONLY}
    return Program(contents, text, diagnostics, options=kept)


def check(
    source: Source, profile: Optional[str] = None, *, name: Optional[str] = None, **options: Any
) -> List[Diagnostic]:
    """What is wrong with a program: its diagnostics, errors and warnings, without an exception."""
    text = _Text.of(source, name)
    answer, diagnostics = _command("check", text, {"profile": profile, **options})
    if answer["status"] not in (_OK, _REJECTED):
        raise _fail(answer, diagnostics, text.named(answer["err"]))
    return diagnostics


@dataclass(frozen=True)
class Completed:
    """How a command has ended."""

    status: int
    out: str
    err: str


def command(*words: str, input: str = "") -> Completed:
    """Runs any command line of ``ptoc`` in the resident process.

    >>> print(ptoc.command("isa", "vadd").out)
    """
    if not isinstance(input, str):
        raise ArgumentError(f"input= is a text, not {type(input).__name__}")
    host = server()
    with host.lock:
        if host.generation and host.directory != current_directory():
            host.kill()  # names of files are relative to where Python is now
        answer = host.call("call", input, *map(str, words))
    return Completed(answer["status"], answer["out"], answer["err"])


def sweep(plan: Union[Source, Mapping[str, Any]], **options: Any) -> List[Dict[str, Any]]:
    """Runs the items of a plan with ``ptoc sweep``; a record for each.

    A record is a dictionary as ``pandas.DataFrame`` takes a list of; the cycles of a model stand in
    ``cycles.documented``.

    :param plan: path of a plan, or its contents
    :param options: options of ``ptoc sweep``: ``where="profile == a5"``, ``cache="results"``
    """
    host = server()
    with host.lock:
        if isinstance(plan, Mapping):
            path = os.path.join(current_directory(), f".ptoc-plan-{os.getpid()}.json")
            try:
                Path(path).write_text(json.dumps(plan), encoding="utf-8")
            except (TypeError, ValueError, RecursionError) as problem:
                raise ArgumentError(f"the plan cannot be written as JSON: {problem}") from None
            except OSError as problem:
                raise ArgumentError(f"cannot write {path}: {problem.strerror}") from None
        else:
            path = os.path.abspath(_path(plan))
        output = host.scratch / "results.jsonl"
        chosen = {"output": output, **options, "format": "jsonl"}
        try:
            done = command("sweep", path, *_option_words(chosen))
        finally:
            if isinstance(plan, Mapping):
                os.unlink(path)
            if output.exists():
                output.unlink()
    if done.status not in (_OK, _REJECTED, _TRAPPED, _CHECK_FAILED) or not done.out.strip():
        said = report_in_python(done.err.strip())
        if isinstance(plan, Mapping):
            said = said.replace(path, "<plan>")
        raise ArgumentError(said or f"status {done.status}")
    return [_flat(json.loads(line)) for line in done.out.splitlines() if line.startswith("{")]


def _flat(record: Mapping[str, Any]) -> Dict[str, Any]:
    """Objects in an object as fields with a point: ``cycles.documented``."""
    flat: Dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            flat.update({f"{name}.{inner}": each for inner, each in value.items()})
        else:
            flat[name] = value
    return flat


def shutdown() -> None:
    """Ends the Java process now; the next call starts another."""
    server().kill()


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel.

    ``accepts`` maps names of NumPy element types to those of the toolchain; ``launch`` says what
    the launch itself gives, empty for what the caller gives. ``read`` and ``written`` say what the
    kernel may do with an array. ``view`` is the name of the
    first view that the kernel makes of the array, ``shape`` and ``strides`` are those of the view
    in elements, None for extents that only a call knows; they are empty without a view. Nothing
    of this is known where the source of the kernel is not.
    """

    index: int
    name: str
    pointer: bool
    type: str
    accepts: Mapping[str, str]
    launch: str = ""
    read: bool = False
    written: bool = False
    view: str = ""
    shape: Tuple[Optional[int], ...] = ()
    strides: Tuple[Optional[int], ...] = ()

    @property
    def span(self) -> Optional[int]:
        """Elements from the first of the view to its last; None where that is not known."""
        if not self.shape or len(self.shape) != len(self.strides):
            return None
        span = 1
        for extent, stride in zip(self.shape, self.strides):
            if extent is None or stride is None:
                return None
            span += (extent - 1) * stride
        return span

    def __str__(self) -> str:
        name = self.name or f"argument {self.index}"
        return f"{name}: {'array of ' if self.pointer else ''}{self.type}"

    def problem(self, text: str) -> ArgumentError:
        name = f" ({self.name})" if self.name else ""
        return ArgumentError(f"parameter {self.index}{name}: {text}")


@dataclass(frozen=True)
class window:
    """An array that other ranks may touch, as an argument: ``kernel(ptoc.window(x), ranks=4)``."""

    array: Any


class _Context(Enum):
    CONTEXT = "ptoc.context"


#: The argument for what a rank knows of the others: its number and where their windows begin.
context = _Context.CONTEXT


def _array(value: Any) -> Any:
    """The array of a window; any other value as it is."""
    return value.array if isinstance(value, window) else value


def _of_rank(parameter: "Parameter", value: Any, rank: int, ranks: int) -> Any:
    """What a rank gets of an argument of all ranks."""
    if isinstance(value, window):
        return window(_of_rank(parameter, value.array, rank, ranks))
    if isinstance(value, numpy.ndarray) and value.ndim:
        parts, part = len(value), value[rank : rank + 1].reshape(value.shape[1:])
    elif isinstance(value, (list, tuple)):
        parts, part = len(value), value[rank] if rank < len(value) else None
    else:
        return value
    if parts != ranks:
        raise parameter.problem(
            f"has {parts} parts for {ranks} ranks; the first dimension of an array is the rank, "
            "and a list has a value for each rank"
        )
    return part


class Program:
    """A compiled file. Its functions are called by name, or the program itself if it has one."""

    def __init__(
        self,
        contents: bytes,
        text: Optional[_Text] = None,
        diagnostics: Sequence[Diagnostic] = (),
        name: str = "<object>",
        options: Optional[Mapping[str, Any]] = None,
    ):
        self.object = contents
        self._name = printable(name)
        self.diagnostics: Tuple[Diagnostic, ...] = tuple(diagnostics)
        self._text = text
        #: How the source was compiled: checks that compile it again do the same.
        self._options: Mapping[str, Any] = options or {}
        self._known: Tuple[int, int, int] = (0, 0, 0)
        answer = self._load()
        self.profile: str = answer["profile"]
        self._names = {answer["source"]: text.name} if text else {}
        self.functions: Dict[str, Function] = {
            each["name"]: Function(self, each) for each in answer["kernels"]
        }

    def _load(self) -> Dict[str, Any]:
        host = server()
        with host.lock:
            host.ready()
            file = host.scratch / "loaded.o"
            file.write_bytes(self.object)
            source = [self._text.text] if self._text and self._text.text is not None else []
            answer = host.call("load", str(file), *source)
            file.unlink()
            if answer["status"] != _OK:
                names = {str(file): self._name}
                found = [Diagnostic.of(each, names) for each in answer["diagnostics"]]
                raise _fail(answer, found, answer["err"].replace(str(file), self._name))
            self._known = (os.getpid(), host.generation, answer["program"])
            weakref.finalize(self, _unload, self._known).atexit = False
        return answer

    def _number(self) -> int:
        """What the Java process of now calls this program."""
        if self._known[:2] != (os.getpid(), server().ready()):
            self._load()
        return self._known[2]

    def save(self, path: "Union[str, os.PathLike[str]]") -> None:
        """Writes the object file, for ``ptoc run`` or another program."""
        Path(path).write_bytes(self.object)

    def __getitem__(self, name: str) -> "Function":
        try:
            return self.functions[name]
        except KeyError:
            raise KeyError(f"no function {name!r}; there are {', '.join(self.functions)}") from None

    def __iter__(self) -> Iterator["Function"]:
        return iter(self.functions.values())

    def __call__(self, *args: Any, **options: Any) -> "Result":
        """Runs the only function; see :meth:`Function.__call__`."""
        if len(self.functions) != 1:
            names = ", ".join(self.functions)
            raise ArgumentError(f"choose a function by name, as in program[name]: {names}")
        return next(iter(self))(*args, **options)

    def __repr__(self) -> str:
        name = f"{self._text.name} " if self._text else ""
        return f"<ptoc.Program {name}for {self.profile}: {', '.join(self.functions)}>"


def _unload(known: Tuple[int, int, int]) -> None:
    if known[:2] == (os.getpid(), server().generation):
        server().forget("unload", str(known[2]))


class Function:
    """A kernel that is called with NumPy arrays and numbers."""

    def __init__(self, program: Program, description: Mapping[str, Any]):
        self.program = program
        self.name: str = description["name"]
        #: Blocks that a launch must have; 0 for any number.
        self.blocks: int = description["blocks"]
        self._parameters: Tuple[Parameter, ...] = tuple(
            Parameter(
                index,
                each["name"],
                each["pointer"],
                each["type"],
                each["accepts"],
                each.get("launch", ""),
            )
            for index, each in enumerate(description["parameters"])
        )
        self._described = False

    @property
    def parameters(self) -> Tuple[Parameter, ...]:
        """The parameters, with the views that the kernel makes of its arrays."""
        if not self._described:
            host = server()
            with host.lock:
                answer = host.call("views", str(self.program._number()), self.name)
            known = [
                replace(
                    each,
                    read=each.index in answer.get("read", ()),
                    written=each.index in answer.get("written", ()),
                )
                for each in self._parameters
            ]
            for view in answer.get("views", ()):
                parameter = known[view["parameter"]]
                if not parameter.shape:
                    known[parameter.index] = replace(
                        parameter,
                        view=view["name"],
                        shape=tuple(None if n < 0 else n for n in view["shape"]),
                        strides=tuple(None if n < 0 else n for n in view["strides"]),
                    )
            self._parameters = tuple(known)
            self._described = True
        return self._parameters

    def __repr__(self) -> str:
        return f"<ptoc.Function {self.name}({', '.join(map(str, self._parameters))})>"

    def __call__(
        self,
        *args: Any,
        out: Any = None,
        options: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
        bounds: bool = True,
        **named: Any,
    ) -> "Result":
        """Runs the kernel; arrays are changed in place once it has reached its end.

        :param args: arrays and numbers in the order of the parameters
        :param out: the last array, or a tuple of the last arrays, that are not given otherwise
        :param named: arguments by the names of their parameters; any other name is an option of
            ``ptoc run``: ``blocks=8, check=True, timing="calibrated", threads=1``. An array may
            also be named like the view that the kernel makes of it. ``grid={"row": range(100)}``
            launches the kernel once for each number, in one call; with ``cores=8`` on so many cores.
            ``ranks=4`` runs the kernel on so many devices: the first dimension of each array is
            the rank, or a list has an array for each rank; ``ptoc.window(x)`` is an array that
            other ranks may touch, ``ptoc.context`` the context
        :param options: options whose names are those of parameters too
        :param timeout: seconds after which the Java process is ended
        :param bounds: whether an access outside of an array is an exception; False is the option
            ``allow_out_of_range=True``: reads past the end give zero, writes there are lost
        :raises ArgumentError: an argument does not fit; nothing ran
        :raises TrapError: the kernel trapped or did not end; no array has changed
        :raises BoundsError: an array is shorter than what the kernel reads or writes
        """
        timeout = _seconds(timeout)
        values, chosen = self._bind(args, out, named)
        chosen.update(options or {})
        arrays = map(_array, values.values())
        devices = {each.device for each in arrays if isinstance(each, Buffer)}
        if len(devices) > 1:
            raise ArgumentError(f"the buffers of {self.name} lie on {len(devices)} devices")
        for each in devices:
            chosen = {**each.options, **chosen}
        page = bool(chosen.pop("html", False))
        result = self._run(values, chosen, page, timeout, bounds)
        for each in devices:
            for record in each._records:
                record._add(result)
        return result

    def _bind(
        self, args: Sequence[Any], out: Any, named: Mapping[str, Any]
    ) -> Tuple[Dict[int, Any], Dict[str, Any]]:
        """Values by the number of their parameter, and what of the names are options."""
        names = {each.name: each.index for each in self._parameters if each.name}
        values: Dict[int, Any] = {}
        options: Dict[str, Any] = {}
        for name, value in named.items():
            if name not in names and isinstance(_array(value), (numpy.ndarray, Buffer)):
                # An array is no option: it is named like the view of its parameter.
                views = {each.view: each.index for each in self.parameters if each.view}
                if name not in views:
                    raise ArgumentError(
                        f"{self.name} has no parameter or view {name!r}; it has "
                        + ", ".join([*names, *views])
                    )
                names[name] = views[name]
            if name in names:
                if names[name] in values:
                    raise self._parameters[names[name]].problem("is given twice")
                values[names[name]] = value
            else:
                options[name] = value
        gridded = options.get("grid") or {}
        if gridded:
            options["grid"] = _grid(self.name, self._parameters, gridded)
        if out is not None and "out" in names:
            values[names["out"]] = out
        else:
            self._outputs(values, out)
        self._positional(values, args, gridded)
        return values, options

    def _outputs(self, values: Dict[int, Any], out: Any) -> None:
        if out is None:
            return
        arrays = out if isinstance(out, (tuple, list)) else (out,)
        open_ = [each.index for each in self._parameters if each.pointer]
        open_ = [index for index in open_ if index not in values]
        if len(open_) < len(arrays):
            raise ArgumentError(f"{self.name} has no {len(arrays)} arrays left for out=")
        for index, array in zip(open_[len(open_) - len(arrays) :], arrays):
            values[index] = array

    def _positional(
        self, values: Dict[int, Any], args: Sequence[Any], gridded: Mapping[str, Any]
    ) -> None:
        open_ = [
            each
            for each in self._parameters
            if each.index not in values and each.name not in gridded and not each.launch
        ]
        if len(args) != len(open_):
            wanted = ", ".join(map(str, open_)) or "nothing"
            more = " more" if values else ""
            raise ArgumentError(
                f"{self.name} takes {len(open_)}{more} arguments ({wanted}), {len(args)} are given"
            )
        for parameter, value in zip(open_, args):
            values[parameter.index] = value

    def _run(
        self,
        values: Mapping[int, Any],
        options: Dict[str, Any],
        page: bool,
        timeout: Optional[float],
        bounds: bool,
    ) -> "Result":
        host = server()
        with host.lock:
            number = self.program._number()
            file = host.scratch / "report.html"
            if page:
                options["html"] = file
            if not bounds:
                options["allow_out_of_range"] = True
            words = _option_words({**self.program._options, **options})
            ranks = _count("ranks", options.get("ranks"))
            borrowed: Dict[int, Tuple[_arrays.Region, numpy.ndarray, numpy.ndarray]] = {}
            try:
                arguments = [
                    self._argument(
                        each,
                        values[each.index]
                        if ranks is None
                        else _of_rank(each, values[each.index], rank, ranks),
                        rank * len(self._parameters) + each.index,
                        borrowed,
                    )
                    for rank in range(ranks or 1)
                    for each in self._parameters
                    if each.index in values
                ]
                answer = host.call(
                    "run",
                    str(number),
                    self.name,
                    str(len(words)),
                    *words,
                    *arguments,
                    timeout=timeout,
                )
                for number in answer.get("changed", ()):
                    if number in borrowed:
                        _, mapped, array = borrowed[number]
                        array[...] = mapped
            finally:
                for region, _, _ in borrowed.values():
                    _arrays.pool().give(region)
            html = file.read_text(encoding="utf-8") if page and file.exists() else ""
            if html:
                file.unlink()
        return self._result(answer, html)

    def _result(self, answer: Dict[str, Any], html: str) -> "Result":
        names = self.program._names
        diagnostics = [Diagnostic.of(each, names) for each in answer["diagnostics"]]
        said = "\n".join(map(str, diagnostics))
        if answer["status"] not in (_OK, _CHECK_FAILED):
            raise _fail(answer, diagnostics, said)
        return Result(self, answer, diagnostics, html)

    def _argument(
        self,
        parameter: Parameter,
        value: Any,
        number: int,
        borrowed: Dict[int, Tuple[_arrays.Region, numpy.ndarray, numpy.ndarray]],
    ) -> str:
        """The argument as the server takes it, which calls it by a number when it has changed."""
        if isinstance(value, window):
            if not parameter.pointer:
                raise parameter.problem("is a number, which is no window")
            return "window:" + self._argument(parameter, value.array, number, borrowed)
        if value is context:
            return "ctx"
        if not parameter.pointer:
            text = _number(parameter, value)
            return f"{parameter.name}={text}" if parameter.launch else text
        if isinstance(value, Buffer):
            return self._resident(parameter, value, number)
        if not isinstance(value, numpy.ndarray):
            raise parameter.problem(
                f"is an array of {parameter.type}, not {type(value).__name__}; "
                "the kernel works in place, so give it a numpy array"
            )
        kind = _element_type(parameter, value)
        if not value.flags.c_contiguous:
            how = "in Fortran order" if value.flags.f_contiguous else "not contiguous"
            raise parameter.problem(f"the array is {how}; use numpy.ascontiguousarray(...)")
        place = _arrays.find(value)
        if place is None:
            region = _arrays.pool().take(value.nbytes)
            mapped = region.view(value.shape, value.dtype)
            mapped[...] = value
            borrowed[number] = (region, mapped, value)
            place = (region.path, 0)
        return _place(number, "w" if value.flags.writeable else "r", kind, value, place)

    def _resident(self, parameter: Parameter, buffer: Buffer, number: int) -> str:
        """A buffer, which holds at least as much as the view of the kernel spans."""
        kind = _element_type(parameter, buffer._array)
        span = self.parameters[parameter.index].span
        if span is not None and buffer.size < span:
            view = self.parameters[parameter.index]
            raise parameter.problem(
                f"its view {view.view} has the shape {view.shape} with strides {view.strides} and "
                f"so spans {span} elements; the buffer of shape {buffer.shape} has {buffer.size}"
            )
        whole = f"d{buffer._root.nbytes}"
        return _place(number, whole, kind, buffer._array, buffer._place())


def _place(
    number: int, mode: str, kind: str, array: numpy.ndarray, place: Tuple[str, int]
) -> str:
    """A mapped array as the server takes it."""
    shape = "x".join(map(str, array.shape))
    return f"map:{number}:{mode}:{kind}:{shape}:{place[1]}:{array.nbytes}:{place[0]}"


def _grid(name: str, parameters: Sequence[Parameter], grid: Any) -> List[str]:
    """The words of ``grid={"row": range(100)}``."""
    if not isinstance(grid, Mapping):
        raise ArgumentError("grid= maps names of parameters to their numbers, one for each task")
    numbers = {each.name for each in parameters if not each.pointer}
    words = []
    for parameter, values in grid.items():
        if parameter not in numbers:
            raise ArgumentError(
                f"{name} has no number {parameter!r} for grid=; it has {', '.join(sorted(numbers))}"
            )
        tasks = [int(each) for each in values]
        if not tasks:
            raise ArgumentError(f"grid= has no task: {parameter!r} takes no number")
        words.append(f"{parameter}=" + ",".join(map(str, tasks)))
    return words


def _count(name: str, value: Any) -> Optional[int]:
    """What an option with a number says; None without it."""
    if value is None or isinstance(value, (int, numpy.integer)) and value >= 1:
        return value
    raise ArgumentError(f"{name}= is a number from 1 on, not {value!r}")


def _seconds(timeout: Any) -> Optional[float]:
    """What ``timeout=`` says; None for no limit."""
    if timeout is None:
        return None
    try:
        seconds = float(timeout)
    except (TypeError, ValueError):
        seconds = -1.0
    if not seconds > 0:
        raise ArgumentError(f"timeout= is a positive number of seconds, not {timeout!r}")
    return None if seconds == float("inf") else seconds


def _element_type(parameter: Parameter, array: numpy.ndarray) -> str:
    kind = parameter.accepts.get(array.dtype.name)
    if kind is None:
        wanted = " or ".join(parameter.accepts)
        first = next(iter(parameter.accepts), "uint8")
        raise parameter.problem(
            f"is an array of {parameter.type} ({wanted}), not of {array.dtype}; "
            f"use .astype({first!r})"
        )
    if not array.dtype.isnative or array.dtype.byteorder == ">":
        raise parameter.problem("the array is big-endian; use .astype(a.dtype.newbyteorder('<'))")
    return kind


def _number(parameter: Parameter, value: Any) -> str:
    if isinstance(value, numpy.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, numpy.generic):
        value = value.item()
    integer = parameter.type.lstrip("u").startswith("i")
    if isinstance(value, bool):
        value = int(value)
    if integer and isinstance(value, int):
        return f"{parameter.type}:{value}"
    if not integer and isinstance(value, (int, float)):
        return f"{parameter.type}:{float(value)!r}"
    raise parameter.problem(f"is a number of type {parameter.type}, not {type(value).__name__}")


class Result:
    """What a run has given besides the arrays."""

    def __init__(
        self,
        function: Function,
        answer: Mapping[str, Any],
        diagnostics: Sequence[Diagnostic],
        html: str,
    ):
        self.function = function
        #: Cycles of each timing model, the chosen one first.
        self.totals: Dict[str, int] = dict(answer["cycles"])
        self.diagnostics: Tuple[Diagnostic, ...] = tuple(diagnostics)
        #: What the kernel has printed.
        self.printed: str = answer["out"]
        self._run = answer["run"]
        self._known = (server().generation, os.getpid())
        self._html = html
        self._report: Optional[Dict[str, Any]] = None

    @property
    def cycles(self) -> int:
        """Cycles of the chosen timing model."""
        return next(iter(self.totals.values()), 0)

    @property
    def findings(self) -> Tuple[Diagnostic, ...]:
        """What the checks of ``check=`` have found."""
        return tuple(each for each in self.diagnostics if each.is_error)

    @property
    def ok(self) -> bool:
        """Whether the checks have found nothing."""
        return not self.findings

    @property
    def report(self) -> Dict[str, Any]:
        """Where the cycles went, as docs/cycles.md describes it; kept for the last runs."""
        if self._report is None:
            if self._known != (server().running(), os.getpid()):
                raise ToolchainError("the process that knew this run has ended; run it again")
            answer = server().call("report", str(self._run))
            if answer["status"] != _OK:
                raise _fail(answer, (), answer["err"])
            self._report = json.loads(answer["out"])
        return self._report

    @property
    def html(self) -> str:
        """The whole report as a page, for a run with ``html=True``."""
        return self._html

    def __repr__(self) -> str:
        totals = ", ".join(f"{count} cycles ({model})" for model, count in self.totals.items())
        found = f", {len(self.findings)} findings" if self.findings else ""
        return f"<ptoc.Result {self.function.name}: {totals or 'not timed'}{found}>"

    def _repr_html_(self) -> str:
        from ._notebook import result_html

        return result_html(self)
