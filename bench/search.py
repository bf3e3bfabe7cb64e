"""Memory search beside FTS5 trigram and a LIKE scan, at 1,000 and 100,000 items in one project.

The mix of queries is 40 % keywords or prefixes of one, 20 % substrings of 2 to 6 characters, 30 %
two to four words of one item, 10 % misses. A time is the best of three with a warm cache; a stage
counts the queries it ran for. FTS5 trigram cannot find what is shorter than three characters:
those queries it answers at once, with nothing.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from bench.filling import SCOPE, bench_statement, fill
from bench.memories import Writer
from bench.staged import WHOLE, Question, rows, time_ms, time_ours
from bench.tables import OURS, Figure, taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.staged import Times
    from sayso.core.plans import Value

SUBJECT: Final = "Memory search in one project, best of three with a warm cache, and its stages."
SIZES: Final = (1_000, 100_000)
QUERIES: Final = 300
SCAN_QUERIES: Final = 60  # a scan of everything takes long
SEED: Final = 20_240_607


def figures(quick: bool) -> Iterator[Figure]:
    """Measure both sizes."""
    for size in SIZES[:1] if quick else SIZES:
        with tempfile.TemporaryDirectory() as folder:
            spent = measure(size, Path(folder) / "bench.db")
        for who, times_ms in spent.items():
            times_s = [one / 1e3 for one in times_ms]
            yield taken(
                times_s,
                subject="memory search",
                who=who,
                size=size,
                note=f"{len(times_s)} queries",
            )


def measure(size: int, path: Path) -> Times:
    """Fill a store and time all ways of searching it; ours as a whole comes first."""
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
        stages = time_ours(db, [Question(text=query, scope=SCOPE) for query in queries])
        return {
            OURS: stages.pop(WHOLE),
            **{f"{OURS} {stage}": times for stage, times in stages.items()},
            "FTS5 trigram": time_trigram(db, queries),
            "LIKE scan": time_scan(db, queries[:SCAN_QUERIES]),
        }
    finally:
        db.close()


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
