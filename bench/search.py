"""Memory search beside FTS5 trigram and a LIKE scan, at 1,000 and 100,000 items in one project.

Prints one table: what each stage of a search took, the whole search, and the two alternatives on
the same queries. The mix of queries is 40 % keywords or prefixes of one, 20 % substrings of 2 to
6 characters, 30 % two to four words of one item, 10 % misses. A time is the best of three with a
warm cache; a stage counts the queries it ran for. FTS5 trigram cannot find what is shorter than
three characters: those queries it answers at once, with nothing.
"""

from __future__ import annotations

import os
import platform
import statistics
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from bench.filling import SCOPE, bench_statement, fill
from bench.memories import Writer
from sayso.core.items import Kind
from sayso.core.search import Hit, MatchType, add_hits, next_read, plan_search
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.plans import Value

SIZES: Final = (1_000, 100_000)
QUERIES: Final = 300
SCAN_QUERIES: Final = 60  # a scan of everything takes long
ROUNDS: Final = 3
SEED: Final = 20_240_607
STAGES: Final = {
    "search/exact": "stage 1 exact, prefix",
    "search/substring": "stage 2 substring",
    "search/long_substring": "stage 2 substring",
    "search/content": "stage 3 content",
    "search/characters": "stage 3 content",
}
WHOLE: Final = "whole search"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; times in milliseconds."""

    items: int
    what: str
    queries: int
    p50_ms: float
    p95_ms: float


def main() -> None:
    """Measure both sizes and print the table."""
    print(f"Memory search. {machine()}. Best of {ROUNDS}, warm cache, one project.")
    rows: list[Row] = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            rows += measure(size, Path(folder) / "bench.db")
    print(f"{'items':>8}  {'what':<22}{'queries':>8}{'p50 ms':>9}{'p95 ms':>9}{'p95 / ours':>12}")
    ours_ms = {row.items: row.p95_ms for row in rows if row.what == WHOLE}
    for row in rows:
        print(
            f"{row.items:>8,}  {row.what:<22}{row.queries:>8}{row.p50_ms:>9.2f}"
            f"{row.p95_ms:>9.2f}{row.p95_ms / ours_ms[row.items]:>12.2f}"
        )


def machine() -> str:
    """Say what the figures were taken on."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, SQLite {apsw.sqlite_lib_version()}"
    )


def measure(size: int, path: Path) -> list[Row]:
    """Fill a store and time all ways of searching it."""
    writer = Writer(SEED)
    memories = writer.memories(size)
    queries = writer.queries(memories, QUERIES)
    db = apsw.Connection(str(path))
    try:
        db.pragma("synchronous", 0)
        db.pragma("cache_size", -400_000)
        db.pragma("temp_store", 2)
        fill(db, memories)
        for name in ("fts_create", "fts_fill"):
            db.execute(bench_statement(name)).fetchall()
        spent = time_ours(db, queries)
        spent["FTS5 trigram"] = time_trigram(db, queries)
        spent["LIKE scan"] = time_scan(db, queries[:SCAN_QUERIES])
    finally:
        db.close()
    return [row_of(size, what, times) for what, times in spent.items()]


def row_of(size: int, what: str, times: list[float]) -> Row:
    """Sum up the times of one way of searching."""
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return Row(items=size, what=what, queries=len(times), p50_ms=cuts[9], p95_ms=cuts[18])


def time_ours(db: apsw.Connection, queries: list[str]) -> dict[str, list[float]]:
    """Time our search, each stage for the queries it runs for, and the whole of it."""
    spent: dict[str, list[float]] = {stage: [] for stage in (*STAGES.values(), WHOLE)}
    for query in queries:
        search = plan_search(query, SCOPE)
        total_ms = 0.0
        while search is not None and (read := next_read(search)) is not None:
            took_ms = time_ms(partial(fetch, db, read.statement, read.params))
            spent[STAGES[read.statement]].append(took_ms)
            total_ms += took_ms
            search = add_hits(search, fetch(db, read.statement, read.params))
        spent[WHOLE].append(total_ms)
    return spent


def fetch(db: apsw.Connection, name: str, params: Mapping[str, Value]) -> tuple[Hit, ...]:
    """Run one stage."""
    return tuple(
        Hit(
            row_id=row_id,
            item_id=item_id,
            kind=Kind(kind),
            title=title,
            synopsis=synopsis,
            match_type=MatchType(match_type),
        )
        for row_id, item_id, kind, title, synopsis, match_type in db.execute(
            statement(name), params
        )
    )


def time_trigram(db: apsw.Connection, queries: list[str]) -> list[float]:
    """Time the trigram index, asked for every word of three characters or more."""
    text = bench_statement("fts_match")
    times = []
    for query in queries:
        match = " AND ".join(f'"{word}"' for word in query.split() if len(word) > 2)
        params: dict[str, Value] = {"match": match, "scope": SCOPE}
        times.append(time_ms(partial(rows, db, text, params)) if match else 0.0)
    return times


def time_scan(db: apsw.Connection, queries: list[str]) -> list[float]:
    """Time reading item by item."""
    text = bench_statement("like_scan")
    return [
        time_ms(partial(rows, db, text, {"pattern": f"%{query}%", "scope": SCOPE}))
        for query in queries
    ]


def rows(db: apsw.Connection, text: str, params: Mapping[str, Value]) -> list[tuple[object, ...]]:
    """Run a statement to its end."""
    return db.execute(text, params).fetchall()


def time_ms(act: Callable[[], object]) -> float:
    """Give the best of three runs."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
    return best * 1000
