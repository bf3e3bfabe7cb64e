"""What opening a large store costs: ours beside a plain connection with the same settings.

The store holds 100,000 memories and as many turns, and a worker has checked it as a whole, as it
does once a week. Both openings run in turn in one process, so that their difference holds while
the machine's speed drifts; where others keep it busy, the CPU's own time tells more. The check
itself is timed as well.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bench.filling import bench_statement, fill_items
from bench.memories import Writer
from sayso.core.raw import text_sha256
from sayso.shell.checking import check_if_due
from sayso.shell.memory import Memory
from sayso.shell.store.connection import open_existing, use_durable_wal
from sayso.shell.store.opening import store_path
from sayso.shell.store.statements import statement
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Callable

    import apsw

    from sayso.core.witness import Check

T = TypeVar("T")
Took = tuple[float, float]  # seconds by the clock, seconds of the CPU

SIZE = 100_000
ROUNDS = 200
SEED = 11
USER_TEXT = "We decided: use pnpm for packages, and leave the lock file to it. " * 3
ANSWER = "Done; the lock file is written by pnpm from now on. " * 3
QUOTE = "We decided: use pnpm for packages"


def main() -> None:
    """Print one table: median and 95th percentile of both openings, and what is between them."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        fill_project(project, SIZE)
        path = store_path(project)
        print(f"{SIZE:,} memories and {SIZE:,} turns, {path.stat().st_size / 1e6:,.0f} MB, on disk")
        seconds, checked = _check(project)
        print(f"a check of the whole file: {seconds:.1f} s")
        ours: list[Took] = []
        bare: list[Took] = []
        for _ in range(ROUNDS):
            connection, took = _timed(lambda: _open_bare(path))
            bare.append(took)
            connection.close()
            memory, took = _timed(lambda: Memory.open(project))
            ours.append(took)
            if memory.store.beside is None or memory.store.beside.check != checked:
                raise RuntimeError("the store is not the one that was checked")
            memory.close()
    print(f"{'':10} {'median ms':>10} {'95 % ms':>10} {'CPU ms':>10}")
    mine, theirs = _figures(ours), _figures(bare)
    more = tuple(one - other for one, other in zip(mine, theirs, strict=True))
    for name, figures in (("ours", mine), ("bare apsw", theirs), ("difference", more)):
        print(f"{name:10} " + " ".join(f"{figure:10.2f}" for figure in figures))


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


def _figures(times: list[Took]) -> tuple[float, float, float]:
    """Give median and 95th percentile of the wall times, and the median of the CPU's, in ms."""
    wall = sorted(seconds for seconds, _ in times)
    high_s = wall[len(wall) * 95 // 100]
    cpu_s = statistics.median(seconds for _, seconds in times)
    return statistics.median(wall) * 1e3, high_s * 1e3, cpu_s * 1e3


if __name__ == "__main__":
    use_own_home()
    main()
