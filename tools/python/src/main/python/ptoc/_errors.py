"""What goes wrong, as exceptions that carry the diagnostics of the toolchain."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Optional, Tuple


def printable(text: str, lines: bool = False) -> str:
    """The text with control characters and halves of characters as escapes.

    :param lines: whether line ends and tabulators stay
    """
    if text.isprintable():
        return text
    kept = "\n\t" if lines else ""
    return "".join(
        each if each.isprintable() or each in kept else each.encode("unicode_escape").decode()
        for each in text
    )


_HELP = re.compile(r"'ptoc ([a-z-]+) --help'")
_PROFILE = re.compile(r"--profile (a5|a2a3)\b")
# Not one that a call in Python quotes; with the place of its value: --ranks N.
_OPTION = re.compile(r"(?<![\w\"-])--([a-z][a-z-]*)(?: (?=[A-Z]\b))?")


def in_python(message: str) -> str:
    """A message about options of the command line, as Python writes them: ``blocks=``."""
    if "--" not in message:
        return message
    message = _HELP.sub(r'ptoc.command("\1", "--help").out', message)
    message = _PROFILE.sub(r'profile="\1"', message)
    return _OPTION.sub(lambda option: option[1].replace("-", "_") + "=", message)


def report_in_python(text: str) -> str:
    """The same for the lines of a report, except for those of the source."""
    return "\n".join(
        line if line.startswith("  ") else in_python(line) for line in text.splitlines()
    )


@dataclass(frozen=True)
class Note:
    """Something more about a diagnostic, mostly another place."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Fix:
    """A change of the text: ``length`` columns from ``column`` on become ``replacement``."""

    message: str
    file: str
    line: int
    column: int
    length: int
    replacement: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding. ``line`` is 0 where there is no place; columns count UTF-16 units from 1."""

    code: str
    severity: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    length: int = 0
    notes: Tuple[Note, ...] = ()
    fixes: Tuple[Fix, ...] = ()

    @classmethod
    def of(cls, json: Dict[str, Any], names: Optional[Dict[str, str]] = None) -> "Diagnostic":
        """From the JSON of the toolchain; ``names`` says how the user calls a file."""

        def place(each: Dict[str, Any]) -> Dict[str, Any]:
            file = each.get("file", "")
            return {
                "file": (names or {}).get(file, file),
                "line": each.get("line", 0),
                "column": each.get("column", 0),
            }

        return cls(
            code=json["code"],
            severity=json["severity"],
            message=in_python(json["message"]),
            length=json.get("length", 0),
            notes=tuple(
                Note(in_python(each["message"]), **place(each)) for each in json.get("notes", ())
            ),
            fixes=tuple(
                Fix(
                    each["message"],
                    length=each.get("length", 0),
                    replacement=each["replacement"],
                    **place(each),
                )
                for each in json.get("fixes", ())
            ),
            **place(json),
        )

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        lines = [f"{_place(self)}{self.severity}: {self.message} [{self.code}]"]
        lines += [f"{_place(note)}note: {note.message}" for note in self.notes]
        lines += [f"{_place(fix)}fix: {fix.message}" for fix in self.fixes]
        return "\n".join(lines)


def _place(thing) -> str:
    return f"{thing.file}:{thing.line}:{thing.column}: " if thing.line else ""


class PtocError(Exception):
    """What all exceptions of this package are."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()):
        super().__init__(printable(message, lines=True))
        self.diagnostics: Tuple[Diagnostic, ...] = tuple(diagnostics)


class CompileError(PtocError):
    """The program was rejected; ``diagnostics`` say where, why and what would be right."""


class ArgumentError(PtocError, ValueError):
    """An argument or option does not fit; nothing ran and no array has changed."""


class TrapError(PtocError):
    """The kernel did what the machine forbids, or never ended; no array has changed."""


class BoundsError(TrapError, ValueError):
    """The kernel went outside of an array, which is shorter than it thinks; no array has changed."""


class ToolchainError(PtocError, RuntimeError):
    """The Java process cannot start, has died, or met a defect; the next call starts another."""


class CallTimeout(ToolchainError):
    """A call took longer than it was given; the Java process was ended."""
