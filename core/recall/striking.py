"""What a forget strikes out of the documents of recall.

A plan that lays tombstones in; with the turns these lie on and what lay there before, out comes
the plan that also posts those turns anew. Invariant: what a forget takes is under no word, as far
as it stands at the forgotten places; RAW turns stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.recall.postings import doc_id, repost
from sayso.core.states import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.items import Tombstone
    from sayso.core.plans import Plan, Value
    from sayso.core.turns import Turn

_LAYS: Final = "items/insert_tombstone"


def turns_struck(plan: Plan) -> tuple[int, ...]:
    """Give the turns on which a plan lays tombstones, in order."""
    laid = (write.params["turn_id"] for write in plan if write.statement == _LAYS)
    return tuple(sorted({number for number in laid if isinstance(number, int)}))


def strike_out(plan: Plan, turns: Iterable[Turn], stones: Iterable[Tombstone]) -> Plan:
    """Give a plan with what its tombstones change in the postings of their turns."""
    before = {(one.turn_id, one.role.value, one.start, one.end) for one in stones}
    laid = [write.params for write in plan if write.statement == _LAYS]
    after = before | {
        (one["turn_id"], one["role"], one["start_char"], one["end_char"]) for one in laid
    }
    scopes = {one["turn_id"]: one["scope_id"] for one in laid}
    return (
        *plan,
        *(
            write
            for turn in turns
            for role in Role
            for write in repost(
                _number(scopes[turn.id]),
                doc_id(turn.id, role),
                turn.text_of(role),
                _spans(before, turn.id, role),
                _spans(after, turn.id, role),
            )
        ),
    )


def _spans(
    places: Iterable[tuple[Value, Value, Value, Value]], turn_id: int, role: Role
) -> list[tuple[int, int]]:
    return [
        (_number(start), _number(end))
        for turn, side, start, end in places
        if turn == turn_id and side == role
    ]


def _number(value: Value) -> int:
    return int(str(value))
