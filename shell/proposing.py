"""Proposing: words an agent points at, judged and stored in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sayso.core import limits
from sayso.core.items import CandidateStatus, ItemStatus
from sayso.core.project.ending import extraction_key
from sayso.core.project.proposing import PointedAt, Proposed, Standing, plan_proposal
from sayso.core.speech.withdrawals import find_withdrawals
from sayso.core.text import lone_surrogate_at
from sayso.shell.errors import RequestError
from sayso.shell.gathering import extraction_input, previous_turns, state_of_turns
from sayso.shell.given import text_of
from sayso.shell.store.job_rows import job_of
from sayso.shell.store.turn_rows import turn_of

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.speech.withdrawals import Withdrawal
    from sayso.core.turns import Turn
    from sayso.shell.ports import Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store

# A withdrawal with the sequence of its turn, and the turn before that in its session.
_Since: TypeAlias = "tuple[int, Withdrawal, int | None]"


def propose(store: Store, ports: Ports, quote: str) -> Proposed:
    """Judge an exact slice of what the user said in the active thread, and store what passes.

    Raises RequestError for what can be no slice of anything.
    """
    words = _checked(quote)
    now_us = ports.clock.now_us()
    withdrawals: dict[int, tuple[Withdrawal, ...]] = {}

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, Proposed]:
        rows = reading.rows(
            "turns/holding",
            thread_id=guard.thread_id,
            quote=words,
            limit_read=limits.PROPOSAL_TURNS_READ,
            limit_rows=limits.PROPOSAL_TURNS_MAX,
        )
        turns = [turn_of(row) for row in rows]
        later = _later(reading, turns[-1], withdrawals) if turns else ()
        pointed = tuple(_pointed_at(reading, guard, turn, later) for turn in turns)
        return plan_proposal(words, pointed, now_us)

    # Once without holding anybody up: what was said since is looked through for withdrawals, and
    # that is known then when it counts.
    with store.reading() as reading:
        work(reading, reading.guard())
    return store.transact(work, is_repeatable=True)


def _later(
    reading: Reading, turn: Turn, withdrawals: dict[int, tuple[Withdrawal, ...]]
) -> tuple[_Since, ...]:
    """Read the withdrawals after a turn; words never change, so what was found stays found."""
    rows = reading.rows(
        "turns/later",
        thread_id=turn.thread_id,
        sequence=turn.sequence,
        limit_rows=limits.PROPOSAL_TURNS_READ,
    )
    turns = [turn_of(row) for row in rows]
    for one in turns:
        if one.id not in withdrawals:
            withdrawals[one.id] = find_withdrawals(one)
    withdrawing = [one for one in turns if withdrawals[one.id]]
    before = previous_turns(reading, withdrawing)
    return tuple(
        (one.sequence, found, before.get(one.id))
        for one in withdrawing
        for found in withdrawals[one.id]
    )


def _checked(quote: str) -> str:
    words = text_of(quote, "the quote")
    if not words.strip():
        raise RequestError("the quote is empty", "give words the user said, exactly")
    if len(words) > limits.QUOTE_MAX_CHARS:
        raise RequestError(
            f"the quote is over {limits.QUOTE_MAX_CHARS:,} characters", "give the one clause"
        )
    at = lone_surrogate_at(words)
    if at is not None:
        raise RequestError(f"the quote holds a lone surrogate at character {at}", "use UTF-8")
    return words


def _pointed_at(
    reading: Reading, guard: Guarded, turn: Turn, later: tuple[_Since, ...]
) -> PointedAt:
    job = reading.row("jobs/by_key", key=extraction_key(turn.id))
    state = state_of_turns(reading, guard, (turn,), None)
    return PointedAt(
        turn=turn,
        job=None if job is None else job_of(job),
        state=state,
        asked=extraction_input(state, ""),
        standing=tuple(
            Standing(
                status=CandidateStatus(row[0]),
                start=row[1],
                end=row[2],
                item_id=row[3],
                item_status=None if row[4] is None else ItemStatus(row[4]),
            )
            for row in reading.rows("items/resting_on", turn_id=turn.id)
        ),
        refusals=frozenset(
            (row[0], row[1]) for row in reading.rows("items/refusals_of_turn", turn_id=turn.id)
        ),
        taken_back=tuple((found, before) for at, found, before in later if at > turn.sequence),
    )
