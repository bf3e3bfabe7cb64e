"""All rows of a store as plain values, read past the code under test, with the ways between them.

Rows are dictionaries by column name. Nothing here judges; `tests.oracle` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.shell.memory import Memory

Row = dict[str, Any]

TABLES = (
    "memory_meta",
    "scopes",
    "threads",
    "turns",
    "memory_jobs",
    "memory_candidates",
    "candidate_sources",
    "memory_items",
    "memory_item_candidates",
    "refusals",
    "tombstones",
    "notes",
    "job_models",
    "deliveries",
    "memory_terms",
    "memory_content_terms",
    "memory_words",
    "recall_words",
    "recall_postings",
    "recall_scopes",
    "index_editions",
    "tallies",
    "operations",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The rows of one store, by number where a table has numbers."""

    tables: Mapping[str, list[Row]]
    turns: Mapping[int, Row]
    jobs: Mapping[int, Row]
    candidates: Mapping[int, Row]
    items: Mapping[int, Row]
    sources: Mapping[int, list[Row]]
    revisions: Mapping[int, list[Row]]

    @property
    def links(self) -> list[tuple[int, int]]:
        """Which revision rests on which candidate, as pairs of row numbers."""
        rows = self.tables["memory_item_candidates"]
        return [(row["item_row_id"], row["candidate_id"]) for row in rows]

    @property
    def tombstones(self) -> list[Row]:
        """What forgetting left."""
        return self.tables["tombstones"]

    @property
    def refusals(self) -> list[Row]:
        """What did not pass."""
        return self.tables["refusals"]

    @property
    def active(self) -> list[Row]:
        """The active revisions, oldest first."""
        return [row for row in self.items.values() if row["status"] == "active"]

    @property
    def thread_id(self) -> int:
        """The active thread."""
        threads = self.tables["threads"]
        return next(int(row["id"]) for row in threads if row["status"] == "active")

    @property
    def current_turns(self) -> list[Row]:
        """The turns of the active thread."""
        return [row for row in self.turns.values() if row["thread_id"] == self.thread_id]

    def is_in_reach(self, item: Row) -> bool:
        """Tell whether the active thread may see an item."""
        return item["thread_id"] is None or item["thread_id"] == self.thread_id

    def behind(self, item: Row) -> list[Row]:
        """Give the candidates that a revision rests on."""
        return [self.candidates[number] for row, number in self.links if row == item["id"]]

    def sources_behind(self, item: Row) -> list[Row]:
        """Give the sources that a revision rests on."""
        return [source for one in self.behind(item) for source in self.sources.get(one["id"], [])]

    def before(self, turn: Row, at_us: int | None = None) -> Row | None:
        """Give the nearest earlier completed turn of a turn's session, as it was at a moment."""
        earlier = [
            one
            for one in self.turns.values()
            if (one["thread_id"], one["session"]) == (turn["thread_id"], turn["session"])
            and one["sequence"] < turn["sequence"]
            and one["state"] == "completed"
            and one["origin"] != "edit"
            and (at_us is None or one["updated_at"] <= at_us)
        ]
        return max(earlier, key=lambda one: int(one["sequence"]), default=None)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Give every text of the store with the column it stands in, as `table.column`."""
        for table, rows in self.tables.items():
            for row in rows:
                for name, value in row.items():
                    if isinstance(value, str):
                        yield f"{table}.{name}", value


def facts_of(memory: Memory) -> Facts:
    """Read the rows of a memory's store, through a connection of its own where there is a file."""
    path = memory.store.path
    if path is None:
        # A store in memory has no second door.
        return read_facts(memory.store._connection)  # noqa: SLF001
    eyes = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return read_facts(eyes)
    finally:
        eyes.close()


def read_facts(eyes: apsw.Connection) -> Facts:
    """Read everything in one go."""
    tables = {table: list(_rows(eyes, table)) for table in TABLES}
    sources: dict[int, list[Row]] = {}
    for row in tables["candidate_sources"]:
        sources.setdefault(row["candidate_id"], []).append(row)
    revisions: dict[int, list[Row]] = {}
    for row in tables["memory_items"]:
        revisions.setdefault(row["item_id"], []).append(row)
    return Facts(
        tables=tables,
        turns={row["id"]: row for row in tables["turns"]},
        jobs={row["id"]: row for row in tables["memory_jobs"]},
        candidates={row["id"]: row for row in tables["memory_candidates"]},
        items={row["id"]: row for row in tables["memory_items"]},
        sources=sources,
        revisions=revisions,
    )


def _rows(eyes: apsw.Connection, table: str) -> Iterator[Row]:
    cursor = eyes.execute(f"SELECT * FROM {table}")
    for row in cursor:
        names = (column[0] for column in cursor.description)
        yield dict(zip(names, row, strict=True))
