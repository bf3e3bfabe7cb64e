"""What a run leaves beside the store: half exports, lines of a log, the witness (23, 27, 29)."""

from __future__ import annotations

import importlib
import importlib.util
import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.sim.speech import MARKER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sim.world import World

WITNESS = "sayso.core.witness"


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


def witness_faults(world: World) -> Iterator[str]:
    """Check that the witness is never ahead of the store (27), once there is one."""
    path = world.path.with_name(f"{world.path.name}.mark")
    meta = world.judge.rows.meta
    if meta is None or importlib.util.find_spec(WITNESS) is None or not path.exists():
        return
    mark = importlib.import_module(WITNESS).read_mark(path.read_bytes()).unwrap()
    if mark.store_id != meta.store_id or mark.commits > meta.commits:
        yield f"27: the witness says {mark}, the store {meta}"
