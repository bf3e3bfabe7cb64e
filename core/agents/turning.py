"""The turns of hooks: whose is ended by a stop, and what is given up for interrupted.

A hook cannot tell whether its agent still lives, so a new prompt gives up what its session left
open, an ending session what is open of it, and a starting one what any session of a hook left. The
owner of such a turn may still complete it: an agent that lives on loses nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.project.binding import Binding
from sayso.core.states import TurnState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.plans import Plan
    from sayso.core.project.ending import LeasedTurn

OWNERS_FROM = "hook:"
OWNERS_TO = "hook:\U0010ffff"


def plan_sweep(open_turns: Iterable[LeasedTurn], now_us: int, but: int | None = None) -> Plan:
    """Interrupt open turns and queue them, all but one."""
    lost = [turn for turn in open_turns if turn.place.turn_id != but]
    if not lost:
        return ()
    from sayso.core.project.ending import plan_interrupt  # noqa: PLC0415 - most hooks lose nothing

    return tuple(write for turn in lost for write in plan_interrupt(turn, now_us))


def turn_to_finish(
    open_turns: Iterable[LeasedTurn], newest: LeasedTurn | None, owner: str
) -> Binding | None:
    """Choose the turn that a stop ends: the newest open one, else one that was given up too early.

    `newest` is the session's newest turn of all; a turn that has ended needs no second ending.
    """
    for turn in open_turns:
        return _binding(turn, owner)
    if newest is None or newest.owner != owner or newest.state is not TurnState.INTERRUPTED:
        return None
    return _binding(newest, owner)


def _binding(turn: LeasedTurn, owner: str) -> Binding:
    place = turn.place
    return Binding(
        scope_id=place.scope_id,
        thread_id=place.thread_id,
        session=place.session,
        sequence=place.sequence,
        turn_id=place.turn_id,
        owner=owner,
    )
