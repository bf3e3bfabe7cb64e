"""A turn that is already over when it is told: stored whole, and queued at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.project.admission import AdmissionState, Admitted, Opening, insert_write
from sayso.core.project.ending import TurnPlace, extraction_job_write
from sayso.core.recall.postings import post, sides
from sayso.core.states import TurnState

if TYPE_CHECKING:
    from sayso.core.plans import Plan


def plan_recorded(
    admitted: Admitted, state: AdmissionState, assistant_text: str, by: tuple[str, int]
) -> tuple[Plan, int]:
    """Store a turn that is already over, with its extraction job; `by` is (owner, now)."""
    owner, now_us = by
    opening = Opening(
        state=TurnState.COMPLETED,
        owner=owner,
        expires_at_us=None,
        now_us=now_us,
        assistant_text=assistant_text,
    )
    job = extraction_job_write(
        TurnPlace(
            scope_id=state.scope_id,
            thread_id=state.thread_id,
            session=admitted.request.session,
            sequence=state.next_sequence,
            turn_id=state.next_turn_id,
        ),
        now_us,
    )
    said = sides(state.next_turn_id, admitted.request.user_text, assistant_text)
    insert = insert_write(admitted.request, state, opening)
    return (insert, job, *post(state.scope_id, said)), state.next_turn_id
