"""What a run must have tried and done to count as a pass, per hundred conversations.

Each is about a third of what a hundred conversations come to, so that neither chance nor a change
of the rules falls below it, but a run that exercises nothing does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PER_HUNDRED: Final[Mapping[str, int]] = {
    "active user_preference": 45,
    "active project_decision": 50,
    "active discussion_context": 10,
    "asked": 500,
    "created": 130,
    "revised": 2,
    "superseded": 2,
    "forgotten": 25,
    "withdrawn": 4,
    "meanwhile": 10,
    "disk was full": 6,
    "failed jobs": 120,
    "spoilt": 25,
    "fault": 30,
    "right": 190,
    "odd_kind": 20,
    "odd_title": 35,
    "altered": 30,
    "cut": 40,
    "odd_turn": 20,
    "earlier": 25,
    "foreign": 10,
    "swapped_role": 25,
    "assistant_only": 18,
    "pasted": 4,
    "bare_yes": 25,
    "rebuilt": 15,
    "rebuilt by stage 2": 6,
    "summary of forgotten words": 16,
    "odd target": 12,
    "together operation": 6,
    "Repair": 13,
    "Log": 10,
    "refused: quote-not-verbatim": 70,
    "refused: unknown-turn": 60,
    "refused: no-user-quote": 25,
    "refused: no-proposal-to-confirm": 15,
    "refused: not-explicit": 10,
    "refused: pasted-text": 9,
    "refused: question": 8,
    "refused: content-not-in-quote": 6,
    "refused: forgotten": 5,
    "refused: injected-memory": 2,
}


def shortfalls(tally: Mapping[str, int], conversations: int) -> list[str]:
    """Give what was tried or done too seldom to have proven anything."""
    least = {name: count * conversations // 100 for name, count in PER_HUNDRED.items()}
    return [
        f"{name}: {tally.get(name, 0)} instead of at least {count}"
        for name, count in least.items()
        if tally.get(name, 0) < count
    ]
