"""Memory search beside FTS5 trigram and a LIKE scan, at 1,000 and 100,000 items in one project.

Prints one table: what each stage of a search took, the whole search, and the two alternatives on
the same queries. The mix of queries is 40 % keywords or prefixes of one, 20 % substrings of 2 to
6 characters, 30 % two to four words of one item, 10 % misses. A time is the best of three with a
warm cache; a stage counts the queries it ran for. FTS5 trigram cannot find what is shorter than
three characters, and those queries cost it nothing.
"""

from __future__ import annotations

import os
import platform
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

import sayso.sql
from bench.memories import Writer
from sayso.core.items import Item, ItemStatus, Kind
from sayso.core.search import Hit, MatchType, add_hits, next_read, plan_search, write_postings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bench.memories import Memory
    from sayso.core.plans import Value

SIZES: Final = (1_000, 10_000)
QUERIES: Final = 300
SCAN_QUERIES: Final = 60  # a scan of everything takes long
ROUNDS: Final = 3
SEED: Final = 20_240_607
SCOPE: Final = 1
STAGES: Final = {
    "search/exact": "exact",
    "search/substring": "substring",
    "search/content": "content",
    "search/characters": "content",
}
_OURS: Final = Path(next(iter(sayso.sql.__path__)))
_HERE: Final = Path(__file__).parent / "sql"


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
    print(f"# memory search · {machine()} · best of {ROUNDS}, warm cache")
    rows: list[Row] = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            rows += measure(size, Path(folder) / "bench.db")
    print(f"{'items':>8}  {'what':<24}{'queries':>8}{'p50 ms':>9}{'p95 ms':>9}  p95 / ours")
    ours = {row.items: row.p95_ms for row in rows if row.what == "whole search"}
    for row in rows:
        print(
            f"{row.items:>8,}  {row.what:<24}{row.queries:>8}{row.p50_ms:>9.2f}{row.p95_ms:>9.2f}"
            f"  {row.p95_ms / ours[row.items]:>9.1f}x"
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
        fill(db, memories)
        spent = ours(db, queries)
        spent["FTS5 trigram"] = [
            time_ms(lambda query=query: trigram(db, query)) for query in queries
        ]
        spent["LIKE scan"] = [
            time_ms(lambda query=query: scan(db, query)) for query in queries[:SCAN_QUERIES]
        ]
    finally:
        db.close()
    return [row_of(size, what, times) for what, times in spent.items()]


def row_of(size: int, what: str, times: list[float]) -> Row:
    """Sum up the times of one way of searching."""
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return Row(items=size, what=what, queries=len(times), p50_ms=cuts[9], p95_ms=cuts[18])


def statement(folder: Path, name: str) -> str:
    """Read one statement."""
    return (folder / f"{name}.sql").read_text("utf-8")


def fill(db: apsw.Connection, memories: list[Memory]) -> None:
    """Make a store with these items, all active and posted, and the trigram index beside it."""
    db.pragma("synchronous", 0)
    db.pragma("cache_size", -400_000)
    db.pragma("temp_store", 2)
    db.execute(statement(_OURS, "schema/project")).fetchall()
    db.execute(statement(_HERE, "seed")).fetchall()
    texts: dict[str, str] = {}
    with db:
        for number, memory in enumerate(memories, start=1):
            add(db, texts, item_of(number, memory))
    for name in ("fts_create", "fts_fill"):
        db.execute(statement(_HERE, name)).fetchall()


def add(db: apsw.Connection, texts: dict[str, str], item: Item) -> None:
    """Stage, prove, activate and post one item, as a consolidation does."""

    def run(name: str, params: Mapping[str, Value]) -> None:
        text = texts.get(name) or texts.setdefault(name, statement(_OURS, name))
        db.execute(text, params)

    run("items/stage", staged(item))
    run("items/link_candidate", {"row_id": item.row_id, "candidate_id": 1})
    run("items/activate", {"row_id": item.row_id})
    for write in write_postings(item, SCOPE):
        run(write.statement, write.params)


def item_of(number: int, memory: Memory) -> Item:
    """Make the only revision of an item."""
    return Item(
        row_id=number,
        item_id=number,
        revision=1,
        kind=Kind.DECISION,
        thread_id=None,
        title=memory.title,
        content=memory.content,
        synopsis=memory.content[:120],
        aliases=memory.aliases,
        keywords=memory.keywords,
        status=ItemStatus.ACTIVE,
        replaces_id=None,
        replaced_by_id=None,
        created_at_us=number,
        updated_at_us=number,
    )


def staged(item: Item) -> dict[str, Value]:
    """Give the parameters under which an item is staged."""
    return {
        "id": item.row_id,
        "item_id": item.item_id,
        "revision": item.revision,
        "scope_id": SCOPE,
        "thread_id": None,
        "kind": item.kind,
        "title": item.title,
        "content": item.content,
        "synopsis": item.synopsis,
        "aliases": "\n".join(item.aliases),
        "keywords": "\n".join(item.keywords),
        "non_factual": 0,
        "replaces_id": None,
        "terms_version": 1,
        "now": item.created_at_us,
    }


def ours(db: apsw.Connection, queries: list[str]) -> dict[str, list[float]]:
    """Time our search, each stage for the queries it runs for, and the whole of it."""
    texts = {name: statement(_OURS, name) for name in STAGES}
    spent: dict[str, list[float]] = {f"stage {stage}": [] for stage in STAGES.values()}
    spent["whole search"] = []
    for query in queries:
        search = plan_search(query, SCOPE)
        total = 0.0
        while search is not None and (read := next_read(search)) is not None:
            text, params = texts[read.statement], read.params
            took = time_ms(lambda text=text, params=params: fetch(db, text, params))
            spent[f"stage {STAGES[read.statement]}"].append(took)
            total += took
            search = add_hits(search, fetch(db, text, params))
        spent["whole search"].append(total)
    return spent


def fetch(db: apsw.Connection, text: str, params: Mapping[str, Value]) -> tuple[Hit, ...]:
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
        for row_id, item_id, kind, title, synopsis, match_type in db.execute(text, params)
    )


def trigram(db: apsw.Connection, query: str) -> list[tuple[object, ...]]:
    """Ask the trigram index for items that hold every word of three characters or more."""
    words = [f'"{word}"' for word in query.split() if len(word) > 2]
    if not words:
        return []
    match = statement_cached("fts_match")
    return db.execute(match, {"match": " AND ".join(words), "scope": SCOPE}).fetchall()


def scan(db: apsw.Connection, query: str) -> list[tuple[object, ...]]:
    """Read item by item."""
    return db.execute(
        statement_cached("like_scan"), {"pattern": f"%{query}%", "scope": SCOPE}
    ).fetchall()


_TEXTS: dict[str, str] = {}


def statement_cached(name: str) -> str:
    """Read a statement of the alternatives once."""
    return _TEXTS.get(name) or _TEXTS.setdefault(name, statement(_HERE, name))


def time_ms(act: Callable[[], object]) -> float:
    """Give the best of three runs."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
    return best * 1000
