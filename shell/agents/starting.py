"""A session's start: what memory holds, and where the last session stopped.

A session that begins anew has been told nothing; one that is resumed still knows what it was told,
and is told what is new. What other sessions left open is given up; the last turn is read before.
Where a conversation is cleared, what follows answers nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.agents.payloads import CURSOR, SESSION_START
from sayso.core.agents.telling import (
    ROUTING_ROW,
    render_answer,
    render_parts,
    render_stop,
    rows_told,
    untold,
)
from sayso.core.agents.turning import OWNERS_FROM, OWNERS_TO, plan_sweep
from sayso.core.project.delivering import plan_delivered, plan_untold
from sayso.shell.agents.sweeping import open_turns, pending_jobs
from sayso.shell.agents.visiting import opened
from sayso.shell.context import routing_parts
from sayso.shell.delivering import delivered_to
from sayso.shell.fixed_words import context_words, hook_words
from sayso.shell.gaps import mark_gap
from sayso.shell.masks import read_masks
from sayso.shell.searching import Place
from sayso.shell.store.turn_rows import turn_of

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.shell.agents.visiting import Visit
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store

RESUMED = "resume"
COMPACTED = "compact"
CLEARED = "clear"


def start_session(visit: Visit) -> tuple[str, int]:
    """Tell a session where things stand; gives the answer for its host, and how many jobs wait."""
    with opened(visit) as store:
        if store is None:
            return "", 0
        texts, rows = _told(visit, store)
        answer = render_answer(visit.arrived.host, SESSION_START, texts)
        if visit.is_trial:
            return answer, 0
        arrived = visit.arrived

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, bool]:
            del guard
            is_first = not (_is_resumed(visit) and rows <= delivered_to(reading, arrived.session))
            left = open_turns(reading, OWNERS_FROM, OWNERS_TO)
            if arrived.detail == COMPACTED:  # its agent is at work
                left = tuple(turn for turn in left if turn.owner != arrived.owner)
            anew = () if _is_resumed(visit) else plan_untold(arrived.session, visit.now_us)
            told = plan_delivered(arrived.session, rows, visit.now_us)
            return (*plan_sweep(left, visit.now_us), *anew, *told), is_first

        is_first = store.transact(work, is_repeatable=True)
        if arrived.detail == CLEARED:
            mark_gap(store, arrived.session)
        return answer if is_first else "", pending_jobs(store)


def _is_resumed(visit: Visit) -> bool:
    """Tell whether a session knows what it was told.

    Cursor's begin once each, and where it runs two sets of hooks the second one has been told.
    """
    return visit.arrived.detail == RESUMED or visit.arrived.host == CURSOR


def _told(visit: Visit, store: Store) -> tuple[tuple[str, ...], frozenset[int]]:
    """Read what a session is told, and which revisions that shows."""
    session = visit.arrived.session
    with store.reading() as reading:
        guard = reading.guard()
        place = Place(scope_id=guard.scope_id, thread_id=guard.thread_id, session=session)
        known = delivered_to(reading, session) if _is_resumed(visit) else frozenset()
        parts = untold(routing_parts(reading, place), known)
        is_new = not known and visit.arrived.detail != COMPACTED
        stopped = _last_stop(visit, reading, place) if is_new else ""
    texts = (render_parts(parts, context_words()), stopped)
    return texts, rows_told(parts) | {ROUTING_ROW}


def _last_stop(visit: Visit, reading: Reading, place: Place) -> str:
    """Tell where the latest other session stopped, '' where there is none."""
    row = reading.row(
        "turns/stopped",
        thread_id=place.thread_id,
        session=place.session,
        begun_before=visit.now_us - limits.HOOK_ALIVE_US,
    )
    if row is None:
        return ""
    turn = turn_of(row)
    return render_stop(turn, read_masks(reading, (turn,)), hook_words())
