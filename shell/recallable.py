"""Which turns recall may give: those of a period, and never the one in which it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.recall.meaning import is_the_question
from sayso.shell.masks import intact
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from sayso.core.recall.asking import RecallRequest
    from sayso.core.recall.dates import Period
    from sayso.shell.store.reading import Reading

NO_TURN: Final = 2**61  # after every turn


def turns_of_period(
    reading: Reading, request: RecallRequest, period: Period | None
) -> tuple[int, ...]:
    """Give the newest turns of the period that a question names, within the request's bounds."""
    since = [request.since_us, None if period is None else period.since_us]
    until = [request.until_us, None if period is None else period.until_us]
    rows = reading.rows(
        "recall/period",
        scope_id=reading.guard().scope_id,
        thread_id=request.thread_id,
        since_us=max((one for one in since if one is not None), default=None),
        until_us=min((one for one in until if one is not None), default=None),
        before_turn_id=NO_TURN if request.before_turn_id is None else request.before_turn_id,
        turns_max=limits.RECALL_PERIOD_TURNS_MAX,
        limit_rows=request.limit + limits.RECALL_POOL_MIN,
    )
    return tuple(row[0] for row in rows)


def turns_asking(reading: Reading, query: str) -> frozenset[int]:
    """Give the open turns in which the user asks this very question."""
    rows = reading.rows(
        "recall/open",
        scope_id=reading.guard().scope_id,
        limit_rows=limits.RECALL_OPEN_TURNS_MAX,
    )
    if not rows:
        return frozenset()
    turns = intact(
        reading, reading.rows("turns/by_ids", ids=json_of(sorted(row[0] for row in rows)))
    )
    return frozenset(turn.id for turn in turns if is_the_question(turn.user_text, query))
