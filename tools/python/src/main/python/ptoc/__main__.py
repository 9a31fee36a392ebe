"""``python -m ptoc``, and the commands ``ptoc`` and ``ptoas`` of an installed wheel."""

from __future__ import annotations

import os
import sys
from typing import List, NoReturn

from ._errors import ToolchainError
from ._server import launcher


def _replace(words: List[str]) -> NoReturn:
    try:
        command = launcher()
    except ToolchainError as problem:
        print(f"ptoc: error: {problem}", file=sys.stderr)
        sys.exit(2)
    os.execvp(command[0], [*command, *words])


def main() -> NoReturn:
    """``ptoc``."""
    _replace(sys.argv[1:])


def ptoas() -> NoReturn:
    """``ptoas``: the command line of the public assembler."""
    _replace(["ptoas", *sys.argv[1:]])


if __name__ == "__main__":
    main()
