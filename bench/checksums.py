"""What the checksum VFS costs: the same work on two files, one with a checksum on each page."""

from __future__ import annotations

import statistics
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from bench.filling import SCOPE, fill
from bench.memories import Writer
from bench.search import QUERIES, SEED
from bench.staged import fetch
from bench.transactions import Bare
from sayso.core.search import add_hits, next_read, plan_search
from sayso.shell.memory import Memory
from sayso.shell.store.connection import use_durable_wal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMMITS: Final = 1_000
MEMORIES: Final = 10_000
PASSES: Final = 5
CHECKSUMS: Final = "cksmvfs"
PLAIN: Final = "unix"


def costs() -> Iterator[str]:
    """Give a table: a durable commit and a search, with and without; the VFS must be loaded."""
    with tempfile.TemporaryDirectory() as folder:
        commits = _commits(Path(folder))
        warm, cold = _searches(Path(folder))
    yield f"{'median ms':38}{'without':>12}{'with':>12}{'ratio':>8}"
    for name, (without, with_) in (
        (f"durable commit ({COMMITS:,} turns)", commits),
        (f"search of {MEMORIES:,}, warm", warm),
        (f"search of {MEMORIES:,}, nothing cached", cold),
    ):
        yield f"{name:38}{without:12.3f}{with_:12.3f}{with_ / without:8.2f}"


def _commits(folder: Path) -> tuple[float, float]:
    """Commit in turn to both, so that a machine that slows down slows down both."""
    bare = [Bare(_store(folder / vfs, vfs), posts=False) for vfs in (PLAIN, CHECKSUMS)]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(COMMITS):
        for one, spent in zip(bare, times, strict=True):
            spent.append(_time(one.ready()["record"]))
    for one in bare:
        one.connection.close()
    return statistics.median(times[0]), statistics.median(times[1])


def _store(project: Path, vfs: str) -> apsw.Connection:
    project.mkdir()
    Memory.open(project).close()
    path = project / ".sayso" / "memory.db"
    if vfs == CHECKSUMS:
        _add_checksums(path)
    connection = apsw.Connection(str(path), vfs=vfs)
    use_durable_wal(connection)
    return connection


def _searches(folder: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    writer = Writer(SEED)
    memories = writer.memories(MEMORIES)
    queries = writer.queries(memories, QUERIES)
    paths = {vfs: folder / f"{vfs}.db" for vfs in (PLAIN, CHECKSUMS)}
    for vfs, path in paths.items():
        if vfs == CHECKSUMS:
            _add_checksums(path)
        with closing(apsw.Connection(str(path), vfs=vfs)) as connection:
            connection.pragma("synchronous", 0)
            fill(connection, memories)
    warm: dict[str, list[float]] = {vfs: [] for vfs in paths}
    cold: dict[str, list[float]] = {vfs: [] for vfs in paths}
    for query in queries:
        for vfs, path in paths.items():
            with closing(apsw.Connection(str(path), vfs=vfs)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
                look = partial(_search, connection, query)
                cold[vfs].append(_time(look))
                warm[vfs].append(min(_time(look) for _ in range(PASSES)))
    return _medians(warm), _medians(cold)


def _search(connection: apsw.Connection, query: str) -> None:
    under_way = plan_search(query, SCOPE)
    while under_way is not None and (read := next_read(under_way)) is not None:
        under_way = add_hits(under_way, fetch(connection, read.statement, read.params))


def _medians(times: dict[str, list[float]]) -> tuple[float, float]:
    return statistics.median(times[PLAIN]), statistics.median(times[CHECKSUMS])


def _add_checksums(path: Path) -> None:
    """Leave 8 bytes at the end of each page of a small file, and write it anew with checksums.

    A large one gets pages without them where the cache is too small to hold it: page 1, which
    turns them on, is written last.
    """
    with closing(apsw.Connection(str(path), vfs=CHECKSUMS)) as connection:
        connection.pragma("journal_mode", "delete")
        connection.reserve_bytes(reserve=8)
        connection.execute("VACUUM")
    with closing(apsw.Connection(str(path), vfs=CHECKSUMS)) as connection:
        if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise AssertionError(f"{path} did not take checksums")


def _time(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000
