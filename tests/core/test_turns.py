"""Turns: what may follow on what, and which text is whose."""

import pytest

from sayso.core.turns import Role, TurnState, is_turn_transition
from tests.records import make_turn

FINAL = (TurnState.COMPLETED, TurnState.FAILED)


@pytest.mark.parametrize("before", list(TurnState))
@pytest.mark.parametrize("after", list(TurnState))
def test_a_turn_only_moves_towards_its_end(before: TurnState, after: TurnState) -> None:
    """An open turn may end in any way, an interrupted one may still end; an end is final."""
    is_legal = (before is TurnState.OPEN and after is not TurnState.OPEN) or (
        before is TurnState.INTERRUPTED and after in FINAL
    )
    assert is_turn_transition(before, after) is is_legal


def test_each_side_of_a_turn_has_its_text() -> None:
    """The user's role gives the user's words and the assistant's the answer."""
    turn = make_turn(user="Question?", assistant_text="Answer.")
    assert turn.text_of(Role.USER) == "Question?"
    assert turn.text_of(Role.ASSISTANT) == "Answer."
