"""What a host hands in, held against what it must be: a mistake is one RequestError.

Types are hints in Python; without these checks a wrong one would come out as a TypeError of some
line far inside.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from sayso.core.text import clip
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
SHOWN_MAX_CHARS: Final = 60


def shown(value: object) -> str:
    """Give a value as a short part of one line, whatever it is."""
    if isinstance(value, int) and value.bit_length() > SHOWN_MAX_CHARS:
        return "a number that long"
    return clip(repr(value), SHOWN_MAX_CHARS) if isinstance(value, str | int) else _kind(value)


def text_of(value: object, what: str) -> str:
    """Give a text, which may hold anything; raises RequestError for what is none."""
    if not isinstance(value, str):
        raise RequestError(f"{what} is {_kind(value)}", "give text")
    return value


def path_of(value: object, what: str) -> Path:
    """Give a path; raises RequestError for what names none."""
    if not isinstance(value, str | Path):
        raise RequestError(f"{what} is {_kind(value)}", "give a path as text or Path")
    if "\0" in os.fspath(value):
        raise RequestError(f"{what} holds a NUL character", "no path has one")
    return Path(value)


def one_of(value: object, kind: type[T], what: str) -> T:
    """Give a value of a kind; raises RequestError for any other."""
    if not isinstance(value, kind):
        raise RequestError(f"{what} is {_kind(value)}", f"give {_article(kind.__name__)}")
    return value


def hearer_of(report: Callable[[T], None] | None, what: str) -> Callable[[T], None] | None:
    """Give a function to tell of steps, or None; raises RequestError for what cannot be called."""
    if report is not None and not callable(report):
        raise RequestError(f"{what} is {_kind(report)}", "give a function, or None")
    return report


def _kind(value: object) -> str:
    return "None" if value is None else _article(type(value).__name__)


def _article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"
