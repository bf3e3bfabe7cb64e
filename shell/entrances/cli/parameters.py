"""Parameters that several commands share, and the check of text that comes from arguments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sayso.core.text import lone_surrogate_at
from sayso.shell.errors import RequestError

MemoryId = Annotated[str, typer.Argument(metavar="ID", help="A memory, such as m12.")]
JobId = Annotated[str, typer.Argument(metavar="JOB", help="A job, such as j3.")]
Session = Annotated[
    str, typer.Option("--session", metavar="S", help="The host's session; none is the default one.")
]

OpId = Annotated[
    str | None,
    typer.Option("--op-id", metavar="ID", help="Repeating the same id gives the first answer."),
]


def checked_path(text: str, what: str) -> Path:
    """Check a path of an argument; an empty one, as an unset variable gives, is refused."""
    return Path(checked_text(text, what, may_be_empty=False))


def checked_text(text: str, what: str, *, may_be_empty: bool) -> str:
    """Check text of an argument; raises RequestError when it is empty or was no UTF-8."""
    if not may_be_empty and not text.strip():
        raise RequestError(f"{what} is empty", "give some text")
    at = lone_surrogate_at(text)
    if at is not None:
        raise RequestError(
            f"{what} holds a lone surrogate or a byte that is not UTF-8 at character {at}",
            "encode it as UTF-8",
        )
    return text
