"""What tests of importing share: logs to write, and a look at what went in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sayso.shell.gathering import read_turns
from sayso.shell.importing import ImportOptions, ImportReport

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sayso.core.turns import Turn
    from sayso.shell.logs import NamedCount
    from sayso.shell.memory import Memory

ANYWHERE = ImportOptions(any_folder=True)
HERE = ImportOptions()


def write_log(path: Path, *turns: dict[str, object]) -> Path:
    """Write a plain log."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(turn, ensure_ascii=False) for turn in turns)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_steps(path: Path, count: int) -> Path:
    """Write a plain log of many turns in which nothing lasting is said."""
    steps: list[dict[str, object]] = [{"user": f"Step {number}."} for number in range(count)]
    return write_log(path, *steps)


def claude_line(uuid: str, user: str, cwd: Path | str, session: str = "s1") -> dict[str, object]:
    """Give one prompt of a Claude Code log."""
    return {
        "type": "user",
        "uuid": uuid,
        "sessionId": session,
        "cwd": str(cwd),
        "timestamp": "2023-11-01T10:00:00Z",
        "message": {"role": "user", "content": user},
    }


def turns_of(memory: Memory) -> list[Turn]:
    """Read every stored turn in the order of its number."""
    with memory.store.reading() as reading:
        return sorted(read_turns(reading, list(range(1, 500))), key=lambda turn: turn.id)


def by_name(counts: Iterable[NamedCount]) -> dict[str, int]:
    """Give the counts of a report by their names."""
    return {one.name: one.count for one in counts}


def counts(report: ImportReport) -> tuple[int, int]:
    """Give (turns, known)."""
    return report.turns, report.known
