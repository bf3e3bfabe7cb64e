"""What this machine has of other tools' logs: where, how many, of this folder, from when to when.

Nothing is imported, and nothing of what anybody said is kept. Places are those that the tools
use, moved as their own environment variables move them. Of a log only start and end are looked
at, so that gigabytes take seconds; the two histories that lie in the project are read whole.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.glancing import Glance, glance
from sayso.core.transcripts.reading import (
    AIDER,
    CLAUDE_CODE,
    CODEX,
    COPILOT,
    SPECSTORY,
    read_entries,
)
from sayso.shell.logfiles import Pieces, folder_beside
from sayso.shell.logsessions import FolderRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

_LOOKED_AT_BYTES: Final = 64 * 1024  # at the start of a log, and at its end
FOUND: Final = "found"
MISSING: Final = "missing"
UNREADABLE: Final = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Where to look: the user's home, the environment, the project's folder, the system's name."""

    home: Path
    environment: Mapping[str, str]
    project: Path
    system: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place where a tool keeps logs; `pattern` finds them below it, '' when it is one itself."""

    tool: str
    path: Path
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a place holds. `here` counts logs that name the project's folder, or none.

    `state` is 'found', 'missing' or 'unreadable'; `unreadable` counts logs that are. Times are
    microseconds since the epoch, None where no log names one.
    """

    tool: str
    path: Path
    state: str
    logs: int = 0
    here: int = 0
    unreadable: int = 0
    first_us: int | None = None
    last_us: int | None = None


def places_of(machine: Machine) -> tuple[Place, ...]:
    """Give every place to look at, in the order of the tools' names."""

    def moved(variable: str, usual: Path) -> Path:
        told = machine.environment.get(variable, "").strip()
        return machine.project / told if told else usual  # a relative one is from the project

    home, project = machine.home, machine.project
    codex = moved("CODEX_HOME", home / ".codex")
    claude = moved("CLAUDE_CONFIG_DIR", home / ".claude")
    copilot = moved("COPILOT_HOME", home / ".copilot")
    aider = moved("AIDER_CHAT_HISTORY_FILE", project / ".aider.chat.history.md")
    editor = _editor_settings(machine) / "Code" / "User" / "workspaceStorage"
    transcripts = "*/GitHub.copilot-chat/transcripts/*.jsonl"
    return (
        Place(tool=AIDER, path=aider, pattern=""),
        Place(tool=CLAUDE_CODE, path=claude / "projects", pattern="*/*.jsonl"),
        Place(tool=CODEX, path=codex / "sessions", pattern="**/*.jsonl"),
        Place(tool=CODEX, path=codex / "archived_sessions", pattern="**/*.jsonl"),
        Place(tool=COPILOT, path=copilot / "session-state", pattern="*/events.jsonl"),
        Place(tool=COPILOT, path=editor, pattern=transcripts),
        Place(tool=SPECSTORY, path=project / ".specstory" / "history", pattern="*.md"),
    )


def discover(machine: Machine, show: Callable[[int, int], None]) -> tuple[Found, ...]:
    """Look at every place; `show` is told (places looked at, places there are)."""
    places = places_of(machine)
    rule = FolderRule(project=machine.project, any_folder=False)
    found = []
    for done, place in enumerate(places):
        show(done, len(places))
        found.append(_look(place, rule))
    show(len(places), len(places))
    return tuple(found)


def _editor_settings(machine: Machine) -> Path:
    """Give the folder below which editors of the VS Code family keep what they know."""
    if machine.system == "darwin":
        return machine.home / "Library" / "Application Support"
    told = machine.environment.get("XDG_CONFIG_HOME", "").strip()
    return machine.project / told if told else machine.home / ".config"


def _look(place: Place, rule: FolderRule) -> Found:
    try:
        logs = sorted(_logs(place))
    except (FileNotFoundError, NotADirectoryError):
        return Found(tool=place.tool, path=place.path, state=MISSING)
    except OSError:
        return Found(tool=place.tool, path=place.path, state=UNREADABLE)
    here = unreadable = 0
    times: list[int] = []
    for log in logs:
        try:
            seen = _glance(log, place.tool)
        except OSError:
            unreadable += 1
            continue
        named = seen.folders or {folder_beside(log)}
        here += any(rule.takes(folder) for folder in named)
        times += [at_us for at_us in (seen.first_us, seen.last_us) if at_us is not None]
    return Found(
        tool=place.tool,
        path=place.path,
        state=FOUND,
        logs=len(logs),
        here=here,
        unreadable=unreadable,
        first_us=min(times, default=None),
        last_us=max(times, default=None),
    )


def _logs(place: Place) -> Iterator[Path]:
    """Give the logs of a place; raises OSError when it is not there or closed to us."""
    if not place.pattern:
        place.path.stat()
        yield place.path
        return
    with os.scandir(place.path):
        pass
    for log in place.path.glob(place.pattern):
        # Claude Code keeps what its sub-agents did beside the sessions, under names of their own.
        if not log.name.startswith("agent-") and log.is_file():
            yield log


def _glance(log: Path, tool: str) -> Glance:
    """Look at one log; raises OSError."""
    size_bytes = log.stat().st_size
    if tool in (AIDER, SPECSTORY):
        return _read_times(log, tool, size_bytes)
    with log.open("rb") as file:
        pieces = [file.read(_LOOKED_AT_BYTES)]
        if size_bytes > _LOOKED_AT_BYTES:
            # A break between the two, since what lies in between is not looked at.
            file.seek(max(_LOOKED_AT_BYTES, size_bytes - _LOOKED_AT_BYTES))
            pieces += [b"\n", file.read(_LOOKED_AT_BYTES)]
    return glance(pieces)


def _read_times(log: Path, tool: str, size_bytes: int) -> Glance:
    pieces = Pieces(opening=lambda: log.open("rb"), size_bytes=size_bytes)
    entries = read_entries(tool, log.name, pieces)
    said = [one.at_us for one in entries if isinstance(one, Exchange) and one.at_us is not None]
    return Glance(
        folders=frozenset(), first_us=min(said, default=None), last_us=max(said, default=None)
    )
