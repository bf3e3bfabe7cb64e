"""A request that is begun again under its operation id gets the turn it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import outcome
from sayso.core.plans import Write
from sayso.core.project.binding import Binding
from sayso.core.states import TurnState

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.ending import LeasedTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A request that has its turn already; an answered one is over."""

    binding: Binding
    plan: Plan
    is_answered: bool


def plan_begin_again(leased: LeasedTurn, times_us: tuple[int, int]) -> outcome.Result[Begun, str]:
    """Bind a request that is begun again under its operation id to the turn it has (J09).

    An open turn gets a fresh lease; its owner stays, so that whoever began it may end it too. One
    that was taken for dead may still be completed, one that was answered gives its answer. A
    failed one is no use to anybody, which is better told before a model is asked.
    """
    now_us, expires_at_us = times_us
    place = leased.place
    if leased.state is TurnState.FAILED or leased.owner is None:
        return outcome.Failure(
            f"turn t{place.turn_id} of this operation id has failed: choose a new id"
        )
    binding = Binding(
        scope_id=place.scope_id,
        thread_id=place.thread_id,
        session=place.session,
        sequence=place.sequence,
        turn_id=place.turn_id,
        owner=leased.owner,
    )
    renew = Write(
        statement="turns/renew",
        params={
            "id": place.turn_id,
            "owner": leased.owner,
            "expires_at": expires_at_us,
            "now": now_us,
        },
    )
    return outcome.Success(
        Begun(
            binding=binding,
            plan=(renew,) if leased.state is TurnState.OPEN else (),
            is_answered=leased.state is TurnState.COMPLETED,
        )
    )
