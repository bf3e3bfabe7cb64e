"""What `sayso import --discover` found, as fields for JSON and as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.lines import moment, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.shell.discovering import Found

_DATE_CHARS: Final = len("2026-01-05")
_STATES: Final = {"missing": "not there", "unreadable": "cannot be read: check its rights"}
_CHATGPT: Final = "no place of its own: export your data there, and import the ZIP"
_END: Final = "nothing was imported: 'sayso import PATH' takes in the logs of this folder"


def place_fields(found: Found) -> dict[str, object]:
    """Give one place as fields."""
    return {
        "tool": found.tool,
        "path": str(found.path),
        "state": found.state,
        "logs": found.logs,
        "here": found.here,
        "unreadable": found.unreadable,
        "first_at": found.first_us,
        "last_at": found.last_us,
    }


def place_lines(places: Iterable[Found]) -> Iterator[str]:
    """Lay places out: the tool and where, and below it what is there."""
    for found in places:
        yield f"{found.tool:<13}{visible_line(str(found.path))}"
        yield f"{'':13}{_told(found)}"
    yield f"{'chatgpt':<13}{_CHATGPT}"
    yield _END


def _told(found: Found) -> str:
    if found.state in _STATES:
        return _STATES[found.state]
    parts = [plural(found.logs, "log"), f"{found.here} of this folder"]
    if found.unreadable:
        parts.append(f"{found.unreadable} cannot be read")
    if found.first_us is not None and found.last_us is not None:
        dates = (moment(at_us)[:_DATE_CHARS] for at_us in (found.first_us, found.last_us))
        parts.append(" to ".join(dates))
    return ", ".join(parts)
