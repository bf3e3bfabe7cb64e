"""What an edit of another tool's file comes to, and the check that nothing else changed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVER: Final = "sayso"  # the name of the MCP server, in every host
_PROGRAM: Final = re.compile(r"(?:.*[\\/])?sayso(?:\.exe)?", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A file's text afterwards, None for no file; notes tell what is not seen in the text."""

    text: str | None
    notes: tuple[str, ...] = ()


def runs_sayso(command: str) -> bool:
    """Tell whether a program's name or path is Sayso's.

    >>> runs_sayso("/opt/a b/sayso"), runs_sayso("sayso.exe"), runs_sayso("npx")
    (True, True, False)
    """
    return _PROGRAM.fullmatch(command) is not None


def confirmed(edit: Edit, before: object, after: object) -> Result[Edit, str]:
    """Give an edit if what is not ours is the same value before and after, in the same order.

    The edit cuts text; this compares what the texts mean, so that neither trusts the other.
    """
    if json.dumps(before) == json.dumps(after):
        return Success(edit)
    return Failure("an edit would change more than Sayso's own entries")


def our_server(entry: object) -> Mapping[str, Any] | None:
    """Give an MCP entry if it starts Sayso's server."""
    match entry:
        case {"command": str(command), "args": ["mcp", *_]} if isinstance(entry, dict):
            return entry if runs_sayso(command) else None
        case _:
            return None


def extras_note(
    place: str, entry: Mapping[str, object], wanted: Mapping[str, object], fate: str
) -> tuple[str, ...]:
    """Say what somebody added to an entry of ours, and what becomes of it."""
    added = ", ".join(
        key for key in entry if key not in wanted or (key == "args" and entry[key] != wanted[key])
    )
    return (f"{place} has more than Sayso writes ({added}): {fate}",) if added else ()
