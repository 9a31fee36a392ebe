"""Notebooks: the magic ``%%pto`` and results as HTML."""

from __future__ import annotations

import html
import shlex
from typing import TYPE_CHECKING, Any, Dict, List

from ._errors import ArgumentError, CompileError

if TYPE_CHECKING:
    from ._program import Result


def _options(words: List[str]) -> Dict[str, Any]:
    """``--profile a5 --check`` as keywords; a word that begins with a dash is no value."""
    options: Dict[str, Any] = {}
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            raise ArgumentError(f"{word!r} is no option; write %%pto NAME --option value")
        name, equals, value = word[2:].partition("=")
        if equals:
            options[name.replace("-", "_")] = value
        elif words and not words[0].startswith("-"):
            options[name.replace("-", "_")] = words.pop(0)
        else:
            options[name.replace("-", "_")] = True
    return options


def pto(shell: Any, line: str, cell: str) -> Any:
    """``%%pto NAME [--profile a5] [--OPTION VALUE]...``: the compiled cell becomes NAME."""
    from ._program import compile

    try:
        words = shlex.split(line)
    except ValueError as problem:
        raise ArgumentError(f"%%pto {line}: {problem}") from None
    name = words.pop(0) if words and not words[0].startswith("-") else ""
    try:
        program = compile(cell, name=f"<{name or 'cell'}>", **_options(words))
    except CompileError as error:
        # The message is for the author of the cell; the stack of this package says nothing more.
        print(error)
        return None
    if not name:
        return program
    shell.user_ns[name] = program
    return None


def register(shell: Any) -> None:
    """Adds the magic to a shell of IPython."""
    shell.register_magic_function(
        lambda line, cell: pto(shell, line, cell), magic_kind="cell", magic_name="pto"
    )


def _row(cells: List[Any], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(str(each))}</{tag}>" for each in cells) + "</tr>"


def result_html(result: "Result") -> str:
    """A page in a frame when there is one, else cycles, pipes and findings as tables."""
    if result.html:
        page = html.escape(result.html, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0"></iframe>'
    parts = [f"<b>{html.escape(result.function.name)}</b>"]
    parts.append(
        "<table>"
        + _row(["timing model", "cycles"], "th")
        + "".join(_row([model, count]) for model, count in result.totals.items())
        + "</table>"
    )
    try:
        pipes = result.report.get("pipes", [])
    except Exception:  # a picture of an old run is no reason for an error
        pipes = []
    if pipes:
        parts.append(
            "<table>"
            + _row(["pipe", "busy", "idle", "instructions"], "th")
            + "".join(
                _row([each["pipe"], each["busy"], each["idle"], each["instructions"]])
                for each in pipes
            )
            + "</table>"
        )
    if result.findings:
        parts.append("<pre>" + html.escape("\n".join(map(str, result.findings))) + "</pre>")
    return "".join(parts)
