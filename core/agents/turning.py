"""The turns of hooks: whose is ended by a stop, and what is given up for interrupted.

A hook cannot tell whether its agent still lives, so a new prompt gives up what its session left
open, an ending session what is open of it, and a starting one what any session of a hook left. The
owner of such a turn may still complete it: an agent that lives on loses nothing. A stop that ends
no turn belongs to an exchange that is not stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.project.binding import Binding
from sayso.core.states import TurnState

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentTurn:
    """One of a session's newest turns, by the hash of its words; a gap parts it from what follows.

    `is_named` says that a stop names it by the id that the host gave its prompt.
    """

    leased: LeasedTurn
    user_sha256: bytes
    is_parted: bool
    is_named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """What a stop is about: the turn that it ends, or the one that had ended before it.

    `is_late` says that a newer turn has its answer already, so that what was said last does not
    stand last.
    """

    ends: Binding | None = None
    ended: LeasedTurn | None = None
    is_late: bool = False


def read_stop(
    open_turns: Iterable[LeasedTurn], recent: Sequence[RecentTurn], owner: str
) -> Stopped:
    """Choose the turn that a stop ends: the one it names, also where that was given up too early.

    Where it names none that is known: the newest open one, else the newest of all if that was given
    up and no gap follows it. A turn that has ended needs no second ending.
    """
    named = next((turn.leased for turn in recent if turn.is_named), None)
    if named is not None and _may_end(named, owner):
        newest = recent[0].leased
        is_late = newest is not named and newest.state is TurnState.COMPLETED
        return Stopped(ends=_binding(named, owner), is_late=is_late)
    if named is not None:
        return Stopped(ended=named)
    for turn in open_turns:
        return Stopped(ends=_binding(turn, owner))
    if not recent:
        return Stopped()
    last = recent[0]
    if _may_end(last.leased, owner) and not last.is_parted:
        return Stopped(ends=_binding(last.leased, owner))
    return Stopped(ended=last.leased)


def _may_end(turn: LeasedTurn, owner: str) -> bool:
    return turn.owner == owner and turn.state in (TurnState.OPEN, TurnState.INTERRUPTED)


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
