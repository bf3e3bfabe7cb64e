"""A prompt: its turn is stored, and the agent is told what memory holds of it.

What is relevant is looked for before anything is written, so that one transaction stores the turn,
gives up what the session left open and notes what it was told. A fault of the search costs the
context alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.agents.payloads import PROMPT
from sayso.core.agents.prompting import (
    choose_hits,
    looked_at,
    may_be_pasted,
    own_words,
    plan_queries,
)
from sayso.core.agents.telling import (
    ROUTING_ROW,
    parts_of_hits,
    render_answer,
    render_parts,
    rows_told,
)
from sayso.core.agents.turning import plan_sweep
from sayso.core.project.admission import Skipped, TurnRequest
from sayso.core.project.delivering import plan_delivered
from sayso.core.project.intents import GENERAL_CHAT
from sayso.shell.admitting import Lease, admit, beginning
from sayso.shell.agents.sweeping import open_turns, pending_jobs
from sayso.shell.agents.visiting import opened
from sayso.shell.delivering import delivered_to
from sayso.shell.searching import Place, find_hits

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.context import ContextInput
    from sayso.shell.agents.visiting import Visit
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


def take_prompt(visit: Visit) -> tuple[str, int]:
    """Store a prompt; gives the answer for its host, and how many jobs wait."""
    arrived = visit.arrived
    request = TurnRequest(user_text=arrived.text, intent=_intent(visit), session=arrived.session)
    admitted = admit(request)
    with opened(visit, create_missing=not visit.is_trial) as store:
        if store is None:
            return "", 0
        if isinstance(admitted, Skipped):
            from sayso.shell.gaps import mark_gap

            if not visit.is_trial:
                mark_gap(store, arrived.session)
            return "", 0
        texts, rows = _recall(visit, store)
        if visit.is_trial:
            return render_answer(arrived.host, PROMPT, texts), 0
        lease = Lease(owner=arrived.owner, duration_us=limits.TURN_LEASE_LONG_US)
        begin = beginning(visit.ports, admitted, lease, arrived.op_id)

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
            left = open_turns(reading, arrived.owner, arrived.owner)
            plan, begun = begin(reading, guard)
            sweep = plan_sweep(left, visit.now_us, but=begun.binding.turn_id)
            told = plan_delivered(arrived.session, rows, visit.now_us)
            return (*sweep, *plan, *told), None

        store.transact(work, is_repeatable=arrived.op_id is not None)
        return render_answer(arrived.host, PROMPT, texts), pending_jobs(store)


def _intent(visit: Visit) -> str:
    """Tell what kind of request a prompt is."""
    del visit
    return GENERAL_CHAT


def _recall(visit: Visit, store: Store) -> tuple[tuple[str, ...], frozenset[int]]:
    """Look for what is relevant now; gives the texts and the revisions they show."""
    try:
        shown, rows = _relevant(visit, store)
        if not any(map(rows_told, shown)) and not any(parts.compaction for parts in shown):
            return (), rows
        from sayso.shell.context import context_words

        words = context_words()
        return tuple(render_parts(parts, words) for parts in shown), rows
    except Exception as error:  # noqa: BLE001 - what the user said is stored all the same
        visit.note(error)
        return (), frozenset()


def _relevant(visit: Visit, store: Store) -> tuple[tuple[ContextInput, ...], frozenset[int]]:
    """Read what a prompt asks for; where nobody told the session where things stand, that too."""
    session = visit.arrived.session
    with store.reading() as reading:
        guard = reading.guard()
        place = Place(scope_id=guard.scope_id, thread_id=guard.thread_id, session=session)
        told = delivered_to(reading, session)
        shown: list[ContextInput] = []
        rows: frozenset[int] = frozenset()
        if not told:
            from sayso.shell.context import routing_parts

            shown.append(routing_parts(reading, place))
            told = rows = rows_told(shown[0]) | {ROUTING_ROW}
        queries = plan_queries(_own_parts(visit.arrived.text))
        found = [(query, find_hits(reading, query.text, place)) for query in queries]
    shown.append(parts_of_hits(choose_hits(found, told)))
    return tuple(shown), rows | rows_told(shown[-1])


def _own_parts(prompt: str) -> list[str]:
    """Give the user's own words of a prompt; what tells them is loaded where it is needed."""
    parts = []
    for part in looked_at(prompt):
        if not may_be_pasted(part):
            parts.append(part)
            continue
        from sayso.core.speech.clauses import plain_copy
        from sayso.core.speech.regions import foreign_spans

        parts.append(own_words(part, foreign_spans(plain_copy(part))))
    return parts
