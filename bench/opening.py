"""What opening a large store costs: ours beside a plain connection with the same settings.

The store holds 100,000 memories and as many turns, and a worker has checked it as a whole, as it
does once a week. Both openings run in turn in one process, so that their difference holds while
the machine's speed drifts; where others keep it busy, the CPU's own time tells more. The check
itself is timed as well.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from bench.filling import bench_statement, fill_items
from bench.memories import Writer
from bench.tables import OURS, Figure, one_number, taken
from sayso.core.raw import text_sha256
from sayso.shell.checking import check_if_due
from sayso.shell.memory import Memory
from sayso.shell.store.connection import open_existing, use_durable_wal
from sayso.shell.store.opening import store_path
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import apsw

    from sayso.core.witness import Check

T = TypeVar("T")
Took = tuple[float, float]  # seconds by the clock, seconds of the CPU

SUBJECT: Final = "Opening a large store that was checked; size is its memories and its turns."
SIZE: Final = 100_000
SIZE_QUICK: Final = 10_000  # a smaller store is checked whole at each opening
ROUNDS: Final = 200
ROUNDS_QUICK: Final = 20
SEED: Final = 11
USER_TEXT = "We decided: use pnpm for packages, and leave the lock file to it. " * 3
ANSWER = "Done; the lock file is written by pnpm from now on. " * 3
QUOTE = "We decided: use pnpm for packages"


def figures(quick: bool) -> Iterator[Figure]:
    """Fill a store, let it be checked, and open it in both ways in turn."""
    size, rounds = (SIZE_QUICK, ROUNDS_QUICK) if quick else (SIZE, ROUNDS)
    took: dict[str, list[Took]] = {OURS: [], "bare apsw": []}
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        fill_project(project, size)
        path = store_path(project)
        file_mb = path.stat().st_size / 1e6
        check_s, checked = _check(project)
        for _ in range(rounds):
            connection, once = _timed(lambda: _open_bare(path))
            took["bare apsw"].append(once)
            connection.close()
            memory, once = _timed(lambda: Memory.open(project))
            took[OURS].append(once)
            if memory.store.beside is None or memory.store.beside.check != checked:
                raise RuntimeError("the store is not the one that was checked")
            memory.close()
    for who, times in took.items():
        wall_s, cpu_s = zip(*times, strict=True)
        yield taken(wall_s, subject="opening, by the clock", who=who, size=size)
        yield taken(cpu_s, subject="opening, time of the CPU", who=who, size=size)
    whole = "the check of a whole store"
    yield one_number(check_s, subject=whole, who=OURS, size=size, unit="s")
    yield one_number(file_mb, subject=whole, who=OURS, size=size, unit="MB")


def fill_project(project: Path, size: int) -> None:
    """Make a project's store with so many memories and turns."""
    Memory.open(project).close()
    with closing(open_existing(store_path(project))) as db:
        db.pragma("synchronous", "off")
        with db:
            db.executemany(statement("turns/insert"), map(_turn, range(1, size + 1)))
            db.execute(bench_statement("proof"), {"quote": QUOTE}).fetchall()
        fill_items(db, Writer(SEED).memories(size))


def _turn(number: int) -> dict[str, str | int | bytes | None]:
    user_text = USER_TEXT + str(number)
    return {
        "id": number,
        "thread_id": 1,
        "session": "bench",
        "sequence": number,
        "intent": "general_chat",
        "origin": "live",
        "source_key": None,
        "user_text": user_text,
        "user_sha256": text_sha256(user_text),
        "assistant_text": ANSWER,
        "assistant_sha256": text_sha256(ANSWER),
        "state": "completed",
        "lease_owner": None,
        "lease_expires_at": None,
        "said_at": number,
        "now": number,
    }


def _check(project: Path) -> tuple[float, Check | None]:
    with Memory.open(project) as memory:
        started = time.perf_counter()
        if not check_if_due(memory.store, memory.ports):
            raise RuntimeError("there was nothing to check")
        took_s = time.perf_counter() - started
        return took_s, None if memory.store.beside is None else memory.store.beside.check


def _open_bare(path: Path) -> apsw.Connection:
    connection = open_existing(path)
    use_durable_wal(connection)
    return connection


def _timed(call: Callable[[], T]) -> tuple[T, Took]:
    started, worked = time.perf_counter(), time.thread_time()
    result = call()
    return result, (time.perf_counter() - started, time.thread_time() - worked)
