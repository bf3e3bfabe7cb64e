"""Forgetting masks the echo of an assistant too, and nothing else of what it said."""

from __future__ import annotations

import pytest

from sayso.core.project.context import MASK, masked_text
from sayso.core.turns import Role
from tests.records import make_tombstone, make_turn


@pytest.mark.parametrize(
    ("user", "answer", "masked"),
    [
        (
            "From now on, answer in tables.",
            "Sure. I will answer in tables from now on. The tests pass.",
            f"Sure. {MASK} The tests pass.",
        ),
        ("以后回答都用表格。", "好的，以后回答都用表格。测试通过了。", f"{MASK}测试通过了。"),
        ("From now on, answer in tables.", "The tests pass.", "The tests pass."),
        ("From now on, answer in tables.", "", ""),
    ],
)
def test_an_echo_of_what_was_forgotten_is_masked(user: str, answer: str, masked: str) -> None:
    """A sentence that says the forgotten statement again goes; the others stay."""
    turn = make_turn(1, user, assistant_text=answer)
    stone = make_tombstone(start=0, end=len(user) - 1)
    assert masked_text(turn, Role.ASSISTANT, (stone,)) == masked


def test_without_a_tombstone_nothing_is_an_echo() -> None:
    """Another turn's tombstone masks nothing here."""
    turn = make_turn(1, "Answer in tables.", assistant_text="I will answer in tables.")
    assert masked_text(turn, Role.ASSISTANT, ()) == turn.assistant_text
    elsewhere = make_tombstone(turn_id=2)
    assert masked_text(turn, Role.ASSISTANT, (elsewhere,)) == turn.assistant_text
