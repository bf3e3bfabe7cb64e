"""What a run leaves beside the store: half exports, lines of a log, the witness (23, 27, 29)."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from sayso.core.limits import WITNESS_LINE_BYTES as LINE
from sayso.core.witness import read_sighting
from tests.sim.speech import MARKER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.core.witness import Sighting
    from tests.sim.world import World


class _Listener(logging.Handler):
    """Keeps everything that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextmanager
def listening() -> Iterator[list[str]]:
    """Give what is logged meanwhile, by anybody."""
    listener = _Listener()
    logging.getLogger().addHandler(listener)
    try:
        yield listener.lines
    finally:
        logging.getLogger().removeHandler(listener)


def log_faults(lines: list[str]) -> Iterator[str]:
    """Check that no log tells what somebody said, or who holds a lease (29)."""
    for line in lines:
        if MARKER.search(line) or "worker-" in line or "host-" in line:
            yield f"29: a log says {line!r}"


def file_faults(world: World) -> Iterator[str]:
    """Check that no half export is left where nobody was killed over one (23)."""
    kills = ("kill", "machine_crash", "crash_before_commit", "crash_after_commit")
    folder = world.path.parent / "exports"
    if folder.is_dir() and not any(world.injected[kind] for kind in kills):
        for path in folder.iterdir():
            if path.suffix != ".json" or path.name.startswith("."):
                yield f"23: {path.name} was left behind"


def sighting_in(path: Path) -> Sighting | None:
    """Read what the mark beside a store says it saw last; None where there is no mark yet."""
    try:
        file = os.open(f"{path}.mark", os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        return _meaning(os.read(file, LINE))
    finally:
        os.close(file)


@lru_cache(maxsize=8)
def _meaning(line: bytes) -> Sighting:
    """Read a line; it is looked at after every step and seldom changes."""
    found = read_sighting(line)
    assert not isinstance(found, str), found
    return found


def witness_faults(world: World) -> Iterator[str]:
    """Check that the mark is never ahead of the store, nor one of another store (27)."""
    meta, seen = world.judge.rows.meta, sighting_in(world.path)
    if meta is None or seen is None:
        return
    is_its_own = seen.store_id == meta.store_id
    if seen.commits > meta.commits if is_its_own else seen.heir != meta.store_id:
        yield f"27: the mark says {seen}, the store {meta}"


def unnoted_faults(world: World, owed: tuple[str, int]) -> Iterator[str]:
    """Check that who goes on after a commit has noted it in the mark (27)."""
    store_id, commits = owed
    seen = sighting_in(world.path)
    if seen is None or (seen.store_id == store_id and seen.commits < commits):
        yield f"27: commit {commits} is not in the mark: {seen}"
