"""Fills a store with memories, turns and jobs by the million, in one scope or in many.

Row by row the product would take hours. Here the same rows are gathered for some thousands of
items and written in the order of their keys; a test holds them to what the plans of the core
write. Item, turn and job n belong to scope (n - 1) % scopes + 1, whose only thread has the same
number, so that the rows of a scope lie apart as they do when many scopes are used by turns. Of
twenty items of a scope nine are decisions, seven preferences and four discussions. The newest
tenth of the jobs is still to be done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from bench.filling import bench_statement, item_of
from sayso.core.items import Item, Kind, reach_of
from sayso.core.postings import posted_terms, posted_words
from sayso.core.project.applying import stage_write
from sayso.core.raw import text_sha256
from sayso.core.terms import endings
from sayso.shell.store.bootstrap import add_tables
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import apsw

    from bench.memories import Memory

BATCH: Final = 10_000
PENDING_SHARE: Final = 10  # one job of so many waits
QUOTE: Final = "We decided: use pnpm for packages"
USER_TEXT: Final = f"{QUOTE}, and leave the lock file to it. As said in turn "
ANSWER: Final = "Done; the lock file is written by pnpm from now on. " * 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An item with all it is posted under, worked out once for several stores."""

    item: Item
    memory: Memory
    terms: tuple[tuple[str, int], ...]
    words: tuple[str, ...]


class Mass:
    """A store that is being filled; batches come in the order of their items."""

    def __init__(self, db: apsw.Connection, scopes: int) -> None:
        """Make the tables and the scopes of an empty store."""
        self.db = db
        self.scopes = scopes
        self._word_ids: dict[tuple[int, str], int] = {}
        add_tables(db, 0)
        face = "project" if scopes == 1 else "companion"
        db.execute(bench_statement("scale_meta"), {"face": face}).fetchall()
        with db:
            for number in range(1, scopes + 1):
                db.execute(bench_statement("scale_scope"), {"number": number}).fetchall()

    def add(self, batch: list[Said]) -> None:
        """Store a batch: turns, jobs, items with their proof, postings."""
        placed = [self._placed(said) for said in batch]
        with self.db:
            numbers = [item.row_id for item, _ in placed]
            self.db.executemany(statement("turns/insert"), map(self._turn, numbers))
            self.db.executemany(statement("jobs/insert"), map(self._job, numbers))
            self.db.executemany(
                bench_statement("scale_proof"),
                ({"number": one, "quote": QUOTE} for one in numbers if one <= self.scopes),
            )
            self.db.executemany(
                statement("items/stage"),
                (stage_write(item, self.scope_of(item.row_id)).params for item, _ in placed),
            )
            self.db.executemany(
                statement("items/link_candidate"),
                ({"row_id": one, "candidate_id": self.scope_of(one)} for one in numbers),
            )
            self.db.executemany(statement("items/activate"), ({"row_id": one} for one in numbers))
            self._post(placed)

    def settle(self, count: int) -> None:
        """Let all but the newest jobs have been done."""
        upto_id = count - count // PENDING_SHARE
        self.db.execute(bench_statement("scale_settle"), {"upto_id": upto_id}).fetchall()

    def scope_of(self, number: int) -> int:
        """Tell whose an item, turn or job is."""
        return (number - 1) % self.scopes + 1

    def _placed(self, said: Said) -> tuple[Item, Said]:
        number = said.item.row_id
        kind = kind_of((number - 1) // self.scopes)
        thread_id = self.scope_of(number) if kind is Kind.DISCUSSION else None
        return replace(said.item, kind=kind, thread_id=thread_id), said

    def _turn(self, number: int) -> dict[str, object]:
        text = f"{USER_TEXT}{number}."
        return {
            "id": number,
            "thread_id": self.scope_of(number),
            "session": "bench",
            "sequence": (number - 1) // self.scopes + 1,
            "intent": "general_chat",
            "origin": "live",
            "source_key": None,
            "user_text": text,
            "user_sha256": text_sha256(text),
            "assistant_text": ANSWER,
            "assistant_sha256": text_sha256(ANSWER),
            "state": "completed",
            "lease_owner": None,
            "lease_expires_at": None,
            "said_at": number,
            "now": number,
        }

    def _job(self, number: int) -> dict[str, object]:
        scope = self.scope_of(number)
        return {
            "id": number,
            "kind": "extraction",
            "scope_id": scope,
            "thread_id": scope,
            "session": "bench",
            "sequence": (number - 1) // self.scopes + 1,
            "turn_id": number,
            "payload": "{}",
            "idempotency_key": f"extraction:{number}",
            "now": number,
        }

    def _post(self, placed: list[tuple[Item, Said]]) -> None:
        """Post a batch, each table in the order of its key."""
        metadata: list[tuple[int, str, int, int]] = []
        content: list[tuple[int, str, int]] = []
        new: dict[tuple[int, str], int] = {}
        for item, said in placed:
            reach = reach_of(self.scope_of(item.row_id), item.thread_id)
            metadata += ((reach, term, field, item.row_id) for term, field in said.terms)
            content += ((reach, word, item.row_id) for word in said.words)
            for term, _ in said.terms:
                if (reach, term) not in self._word_ids:
                    number = len(self._word_ids) + 1
                    self._word_ids[reach, term] = new[reach, term] = number
        parts = [
            (reach, ending, number)
            for (reach, term), number in new.items()
            for ending in endings(term)
        ]
        for name, rows in (
            ("post_word", ((number, *word) for word, number in sorted(new.items()))),
            ("post_metadata", sorted(metadata)),
            ("post_ending", sorted(parts)),
            ("post_content", sorted(content)),
        ):
            self.db.executemany(bench_statement(name), rows)


def kind_of(place: int) -> Kind:
    """Give the kind of the n-th item of a scope."""
    in_twenty = place % 20
    if in_twenty < 9:
        return Kind.DECISION
    return Kind.PREFERENCE if in_twenty < 16 else Kind.DISCUSSION


def batches(memories: Iterable[Memory]) -> Iterator[list[Said]]:
    """Work out what memories are posted under, some thousands at a time."""
    numbered = enumerate(memories, start=1)
    while some := list(islice(numbered, BATCH)):
        yield [_said(number, memory) for number, memory in some]


def _said(number: int, memory: Memory) -> Said:
    item = item_of(number, memory)
    return Said(item=item, memory=memory, terms=posted_terms(item), words=posted_words(item))
