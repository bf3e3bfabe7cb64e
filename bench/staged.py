"""The stages of our search, timed one by one; what benches of search share."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.search import NO_THREAD, Hit, MatchType, add_hits, next_read, plan_search
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import apsw

    from sayso.core.plans import Value

ROUNDS: Final = 3
STAGES: Final = {
    "search/exact": "stage 1 exact, prefix",
    "search/substring": "stage 2 substring",
    "search/long_substring": "stage 2 substring",
    "search/content": "stage 3 content",
    "search/characters": "stage 3 content",
}
WHOLE: Final = "whole search"

Times = dict[str, list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One query in the place of a scope, or of the scope and its thread."""

    text: str
    scope: int
    thread: int = NO_THREAD


def time_ours(db: apsw.Connection, asked: list[Question]) -> Times:
    """Time our search, each stage for the queries it runs for, and the whole of it."""
    spent: Times = {stage: [] for stage in (*STAGES.values(), WHOLE)}
    for one in asked:
        search = plan_search(one.text, one.scope, one.thread)
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
