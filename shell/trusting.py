"""Trusting a store that somebody else's Sayso made: looked at as a whole, then known by its id.

Nothing is known that deviates from its contract, holds a text that is not what was stored, or a
memory that its quotes do not prove. What people wrote in it is theirs to judge: a sound store may
still say what this user never said.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core.catalog import Degraded, Healthy
from sayso.shell.diagnosis import copied_store
from sayso.shell.memory import Memory
from sayso.shell.store.opening import find_project, store_path
from sayso.shell.store.trust import STRANGER, known_stores

if TYPE_CHECKING:
    from sayso.shell.ports import Ports


@dataclass(frozen=True, slots=True, kw_only=True)
class Trusted:
    """Which store it was, what is in it, and what came of the check.

    `changed` is False where it was known before or cannot be trusted; `findings` then say why, and
    `remedy` what to do.
    """

    path: Path
    turns: int
    memories: int
    changed: bool
    findings: tuple[str, ...]
    remedy: str


def trust_store(folder: str | Path = ".", ports: Ports | None = None) -> Trusted:
    """Take over the memory of the project that a folder belongs to, if it is sound.

    Raises NotFoundError where there is none, ForeignStoreError for a file that is no store of
    Sayso's, MemoryStorageError where it cannot be noted that the store is trusted.
    """
    with Memory.open(folder, create=False, ports=ports) as memory:
        health, report = memory.health, memory.status()
    path = store_path(find_project(Path(folder)))
    changed, findings, remedy = _judge(path, health)
    if changed:
        with Memory.open(folder, create=False, ports=ports) as memory:
            findings, remedy = _told(memory.health)
    return Trusted(
        path=path,
        turns=report.turns.total,
        memories=report.items.active,
        changed=changed,
        findings=findings,
        remedy=remedy,
    )


def _judge(path: Path, health: Healthy | Degraded) -> tuple[bool, tuple[str, ...], str]:
    """Look at a whole copy, and know the store where that finds nothing wrong."""
    findings, remedy = _told(health)
    is_stranger = findings == (STRANGER,)
    if findings and not is_stranger:
        return False, findings, remedy
    with copied_store(path) as diagnosis:
        diagnosis.check()
        row = diagnosis.row("store/store_id")
        doubts = diagnosis.findings
    if doubts:
        return False, doubts, Degraded(findings=doubts).remedy
    if is_stranger:
        known_stores().remember("" if row is None else str(row[0]))
    return is_stranger, (), ""


def _told(health: Healthy | Degraded) -> tuple[tuple[str, ...], str]:
    match health:
        case Degraded(findings=findings, remedy=remedy):
            return findings, remedy
        case Healthy():
            return (), ""
