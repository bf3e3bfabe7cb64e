"""A prompt: its turn is stored, and the agent is told what memory holds of it.

What is relevant is looked for before anything is written, so that one transaction stores the turn,
gives up what the session left open and notes what it was told. A fault of the search costs the
context alone.
"""

from __future__ import annotations

import os
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
from sayso.shell.admitting import Lease, admit, beginning
from sayso.shell.agents.sweeping import give_up, open_turns, pending_jobs
from sayso.shell.agents.visiting import opened
from sayso.shell.delivering import delivered_to
from sayso.shell.errors import SaysoError
from sayso.shell.searching import Place, find_hits, find_names
from sayso.shell.store.trust import sayso_home

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.admission import Admitted
    from sayso.core.project.context import ContextInput
    from sayso.shell.agents.visiting import Visit
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


def take_prompt(visit: Visit) -> tuple[str, int]:
    """Store a prompt; gives the answer for its host, and how many jobs wait."""
    arrived = visit.arrived
    has_words = bool(arrived.text)
    with opened(visit, create_missing=has_words and not visit.is_trial) as store:
        if store is None:
            return "", 0
        if not has_words:
            _part(visit, store)
            return "", pending_jobs(store)
        request = TurnRequest(
            user_text=arrived.text, intent=_intent(visit, store), session=arrived.session
        )
        admitted = admit(request)
        if isinstance(admitted, Skipped):
            _part(visit, store)
            return "", 0
        texts, rows = _recall(visit, store)
        answer = render_answer(arrived.host, PROMPT, texts)
        if visit.is_trial:
            return answer, 0
        is_first = _begin(visit, store, admitted, rows)
        return answer if is_first else "", pending_jobs(store)


def _begin(visit: Visit, store: Store, admitted: Admitted, rows: frozenset[int]) -> bool:
    """Store the turn, give up what its session left open, and note what it is told.

    False where somebody else has told it all meanwhile: an agent may run two sets of hooks at once.
    """
    arrived = visit.arrived
    lease = Lease(owner=arrived.owner, duration_us=limits.TURN_LEASE_LONG_US)
    begin = beginning(visit.ports, admitted, lease, arrived.op_id)

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, bool]:
        left = open_turns(reading, arrived.owner, arrived.owner)
        is_first = not rows or not rows <= delivered_to(reading, arrived.session)
        plan, begun = begin(reading, guard)
        sweep = plan_sweep(left, visit.now_us, but=begun.binding.turn_id)
        told = plan_delivered(arrived.session, rows, visit.now_us)
        return (*sweep, *plan, *told), is_first

    return store.transact(work, is_repeatable=arrived.op_id is not None)


def _part(visit: Visit, store: Store) -> None:
    """Let what follows a prompt that is not stored answer nothing before it.

    What the session left open is given up as by any prompt: the stop to come is not for that.
    """
    if visit.is_trial:
        return
    from sayso.shell.gaps import mark_gap

    give_up(visit, store)
    mark_gap(store, visit.arrived.session)


def _intent(visit: Visit, store: Store) -> str:
    """Tell what kind of request a prompt is; a configured model is asked where rules can't."""
    from sayso.core.project.classifying import guess_intent

    text = visit.arrived.text
    guess = guess_intent(text, _may_last)
    if guess.is_sure or visit.is_trial or not _has_settings():
        return guess.intent
    from sayso.shell.classifying import classify
    from sayso.shell.metered import Meter
    from sayso.shell.settings import load_settings

    try:
        settings = load_settings()
        meter = Meter(store, visit.ports, settings.daily)
        deadline_us = limits.CLASSIFICATION_HOOK_US
        classified = classify(text, meter, deadline_us=deadline_us, settings=settings)
    except SaysoError as error:
        visit.note(error)
        return guess.intent
    if classified.reason:
        visit.note(f"what kind of request it is, rules said: {classified.reason}")
    return classified.intent


def _may_last(text: str) -> bool:
    from sayso.core.speech.lasting import may_last  # with it comes the whole gate: 0.1 s

    return may_last(text, opens_with_request=True)


def _has_settings() -> bool:
    """Tell whether the user has set anything, so that there may be a model."""
    if os.environ.get("SAYSO_PROVIDER"):
        return True
    return os.path.exists(f"{sayso_home()}/config.toml")  # noqa: PTH110 - light


def _recall(visit: Visit, store: Store) -> tuple[tuple[str, ...], frozenset[int]]:
    """Look for what is relevant now; gives the texts and the revisions they show."""
    try:
        shown, rows = _relevant(visit, store)
        if not any(map(rows_told, shown)) and not any(parts.compaction for parts in shown):
            return (), rows
        from sayso.shell.fixed_words import context_words

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
        found = [
            (query, (find_names if query.is_name else find_hits)(reading, query.text, place))
            for query in queries
        ]
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
