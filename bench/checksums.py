"""What the checksum VFS costs: the same work on two files, one with a checksum on each page."""

from __future__ import annotations

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
from bench.tables import OURS, Figure, taken
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


def costs() -> Iterator[Figure]:
    """Give a durable commit and a search, with and without; the VFS must be loaded."""
    with tempfile.TemporaryDirectory() as folder:
        commits = _commits(Path(folder))
        warm, cold = _searches(Path(folder))
    for subject, size, spent in (
        ("checksums: a durable commit", COMMITS, commits),
        ("checksums: a search, warm", MEMORIES, warm),
        ("checksums: a search, nothing cached", MEMORIES, cold),
    ):
        for vfs, who in ((PLAIN, OURS), (CHECKSUMS, "with a checksum on each page")):
            yield taken(spent[vfs], subject=subject, who=who, size=size)


def _commits(folder: Path) -> dict[str, list[float]]:
    """Commit in turn to both, so that a machine that slows down slows down both."""
    bare = {vfs: Bare(_store(folder / vfs, vfs), posts=False) for vfs in (PLAIN, CHECKSUMS)}
    times: dict[str, list[float]] = {vfs: [] for vfs in bare}
    for _ in range(COMMITS):
        for vfs, one in bare.items():
            times[vfs].append(_time(one.ready()["record"]))
    for one in bare.values():
        one.connection.close()
    return times


def _store(project: Path, vfs: str) -> apsw.Connection:
    project.mkdir()
    Memory.open(project).close()
    path = project / ".sayso" / "memory.db"
    if vfs == CHECKSUMS:
        _add_checksums(path)
    connection = apsw.Connection(str(path), vfs=vfs)
    use_durable_wal(connection)
    return connection


def _searches(folder: Path) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
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
    return warm, cold


def _search(connection: apsw.Connection, query: str) -> None:
    under_way = plan_search(query, SCOPE)
    while under_way is not None and (read := next_read(under_way)) is not None:
        under_way = add_hits(under_way, fetch(connection, read.statement, read.params))


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
    return time.perf_counter() - started
