"""The resident Java process: found, started, asked, ended."""

from __future__ import annotations

import atexit
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from ._errors import CallTimeout, ToolchainError

try:
    import fcntl
except ImportError:  # no POSIX: directories of dead processes stay
    fcntl = None  # type: ignore[assignment]

_SHARED = "/dev/shm"
_PREFIX = "ptoc-"
_LOCK = "lock"
_ERRORS = "stderr.txt"
_START_SECONDS = 60.0
_END_SECONDS = 5.0
_LONGEST_WAIT = 3600.0  # of one call of select, which takes no arbitrary number


def launcher() -> List[str]:
    """The words that start ptoc: ``PTOC_COMMAND``, that of this package, or the one on PATH."""
    given = os.environ.get("PTOC_COMMAND")
    if given:
        try:
            return shlex.split(given)
        except ValueError as problem:
            raise ToolchainError(f"PTOC_COMMAND is {given!r}: {problem}") from None
    here = Path(__file__).resolve().parent
    for script in (here / "_toolchain/bin/ptoc", here.parent.parent / "bin/ptoc"):
        if script.is_file():
            return ["sh", str(script)]
    found = shutil.which("ptoc")
    if found:
        return [found]
    raise ToolchainError(
        "the command ptoc was not found: install the wheel that holds it, put ptoc on PATH, or "
        "set PTOC_COMMAND"
    )


def current_directory() -> str:
    """Where Python is; empty when that has been removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return ""


def _word(text: str) -> str:
    """A word as one line of printable ASCII."""
    if not text:
        return "\\e"
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text
    units = text.encode("utf-16-be", "surrogatepass")
    line = []
    for at in range(0, len(units), 2):
        unit = units[at] << 8 | units[at + 1]
        plain = 0x20 <= unit < 0x7F and unit != 0x5C
        line.append(chr(unit) if plain else f"\\u{unit:04x}")
    return "".join(line)


def _object(line: bytes) -> Dict[str, Any]:
    """The answer of a line."""
    try:
        answer = json.loads(line)
        if isinstance(answer, dict):
            return answer
    except (ValueError, RecursionError):
        pass
    raise ToolchainError(f"no answer of ptoc: {line[:200]!r}; see PTOC_COMMAND")


class Scratch:
    """A private directory of this process that goes away with it, in memory where that is big."""

    def __init__(self, base: str):
        self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=base))
        self._lock = open(self.path / _LOCK, "w")
        if fcntl:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    @classmethod
    def make(cls) -> "Scratch":
        for base in (_SHARED, tempfile.gettempdir()):
            if os.path.isdir(base) and os.access(base, os.W_OK):
                _sweep(base)
                try:
                    return cls(base)
                except OSError:
                    continue
        raise ToolchainError(f"no directory for temporary files: {tempfile.gettempdir()}")

    def remove(self) -> None:
        self._lock.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def forget(self) -> None:
        """In a child process: the directory belongs to the parent."""
        # The lock is shared with the parent as long as both have the file open: close, not unlock.
        self._lock.close()


def _sweep(base: str) -> None:
    """Removes directories of processes that were killed together with their Java process."""
    if not fcntl:
        return
    with os.scandir(base) as listed:
        entries = list(listed)
    for entry in entries:
        try:
            if not entry.name.startswith(_PREFIX) or not entry.is_dir(follow_symlinks=False):
                continue
            if entry.stat(follow_symlinks=False).st_uid != os.getuid():
                continue
            with open(os.path.join(entry.path, _LOCK)) as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(entry.path, ignore_errors=True)
        except OSError:
            continue  # in use, or gone


class Server:
    """One Java process at a time. Calls of several threads are answered one after another."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.generation = 0
        self.directory = ""
        self._process: Optional[subprocess.Popen] = None
        self._scratch: Optional[Scratch] = None
        self._forgotten: List[Sequence[str]] = []
        self._buffer = b""

    @property
    def scratch(self) -> Path:
        """The directory for files that both processes see."""
        with self.lock:
            if self._scratch is None or not self._scratch.path.is_dir():
                self._scratch = Scratch.make()
            return self._scratch.path

    def running(self) -> int:
        """The number of the start of the process that runs; 0 for none."""
        with self.lock:
            alive = self._process is not None and self._process.poll() is None
            return self.generation if alive else 0

    def ready(self) -> int:
        """Starts the process unless it runs; the number of starts so far."""
        with self.lock:
            if not self.running():
                self.kill()
                self._start()
            return self.generation

    def call(self, *words: str, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Asks and waits for the answer. Whatever interrupts that ends the process."""
        with self.lock:
            self.ready()
            text = "\n".join(map(_word, words)) + "\n\n"
            while self._forgotten:
                gone = self._forgotten.pop()
                self._exchange("\n".join(map(_word, gone)) + "\n\n", timeout)
            return self._exchange(text, timeout)

    def forget(self, *words: str) -> None:
        """Tells the other process before the next call that a file or program is gone."""
        self._forgotten.append(words)  # from the garbage collector: nothing else may happen here

    def _exchange(self, text: str, timeout: Optional[float]) -> Dict[str, Any]:
        try:
            try:
                self._write(text.encode("ascii"))
            except BrokenPipeError:
                raise self._death() from None
            return _object(self._read(timeout))
        except BaseException:
            # An answer that nobody waits for would be taken for that of the next call.
            self.kill()
            raise

    def _write(self, data: bytes) -> None:
        assert self._process is not None and self._process.stdin is not None
        fd = self._process.stdin.fileno()
        while data:
            data = data[os.write(fd, data) :]

    def _read(self, timeout: Optional[float]) -> bytes:
        assert self._process is not None and self._process.stdout is not None
        fd = self._process.stdout.fileno()
        end = None if timeout is None else time.monotonic() + timeout
        parts = [self._buffer]
        while b"\n" not in parts[-1]:
            if end is not None:
                left = end - time.monotonic()
                if left <= 0:
                    raise CallTimeout(f"no answer within {timeout} s; the Java process was ended")
                if not select.select([fd], [], [], min(left, _LONGEST_WAIT))[0]:
                    continue
            part = os.read(fd, 1 << 16)
            if not part:
                raise self._death()
            parts.append(part)
        line, _, self._buffer = b"".join(parts).partition(b"\n")
        return line

    def _start(self) -> None:
        command = launcher()
        scratch = self.scratch
        self._buffer = b""
        self._forgotten = []
        self.directory = current_directory()
        with open(scratch / _ERRORS, "wb") as errors:
            try:
                # A group of its own: an interrupt at the terminal is for Python, and the end of
                # the group is the end of a launcher and its Java.
                self._process = subprocess.Popen(
                    [*command, "serve", "--scratch", str(scratch)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    bufsize=0,
                    start_new_session=True,
                    cwd=self.directory or str(scratch),
                )
            except OSError as problem:
                raise ToolchainError(f"cannot start {command[0]}: {problem}") from problem
        self.generation += 1
        try:
            greeting = _object(self._read(_START_SECONDS))
        except BaseException:
            self.kill()
            raise
        if greeting.get("protocol") != 1:
            self.kill()
            raise ToolchainError(f"{command[0]} is of another release: {greeting}")

    def _death(self) -> ToolchainError:
        """What is known about the end of the process."""
        assert self._process is not None
        try:
            status: Any = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            status = "no status"
        how = f"signal {-status}" if isinstance(status, int) and status < 0 else f"status {status}"
        said = ""
        try:
            said = (self.scratch / _ERRORS).read_text(errors="replace").strip()
        except OSError:
            pass
        return ToolchainError(f"the Java process has ended ({how})" + (f": {said}" if said else ""))

    def kill(self) -> None:
        """Ends the process; the next call starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            try:
                # Before its input ends, at which it would remove the scratch directory.
                os.killpg(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe:
                    pipe.close()
            except OSError:
                pass
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            pass

    def close(self) -> None:
        """The end of Python: nothing stays, also when a run is under way in another thread."""
        self.kill()
        scratch, self._scratch = self._scratch, None
        if scratch:
            scratch.remove()

    def leave(self) -> None:
        """In a child process: leaves everything to the parent."""
        process, self._process = self._process, None
        if process:
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    pipe.close()
            process.returncode = 0  # not ours to wait for
        if self._scratch:
            self._scratch.forget()


_server = Server()


def server() -> Server:
    """That of this process."""
    return _server


def _end() -> None:
    _server.close()


def _after_fork() -> None:
    global _server
    old, _server = _server, Server()
    old.leave()


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

if sys.platform == "win32":  # pragma: no cover
    raise ToolchainError("ptoc needs a POSIX system; use the subsystem for Linux")
