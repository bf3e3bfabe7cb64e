"""Long input is cut to what the model takes, and nothing of it is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput, ExtractionReply
from sayso.core.project.windows import OVERLAP_CHARS, merge_replies, split_question
from sayso.core.proposals import Proposal
from tests.records import make_turn

if TYPE_CHECKING:
    from sayso.core.turns import Turn

MAX_CHARS = 5_000


def ask(*turns: Turn, previous: Turn | None = None) -> ExtractionInput:
    """Ask about some turns."""
    return ExtractionInput(thread_id=1, compaction="c", previous=previous, turns=turns)


def long_turn(number: int, user_chars: int, assistant_chars: int = 0) -> Turn:
    """Give a turn with two sides of some length."""
    return make_turn(number, "u" * user_chars, assistant_text="a" * assistant_chars)


def test_what_fits_is_asked_as_it_is() -> None:
    """The usual batch is one question, untouched, however long the turn before it is."""
    question = ask(long_turn(2, 100), long_turn(3, 100), previous=long_turn(1, 10**6))
    assert split_question(question, MAX_CHARS) == (question,)
    assert split_question(ask(), MAX_CHARS) == (ask(),)


def test_turns_are_grouped_whole_and_in_order() -> None:
    """Each further question shows the turn before it as the adjacent one."""
    turns = tuple(long_turn(number, 2_000) for number in range(1, 6))
    parts = split_question(ask(*turns), MAX_CHARS)
    assert [[turn.id for turn in part.turns] for part in parts] == [[1, 2], [3, 4], [5]]
    assert [part.previous and part.previous.id for part in parts] == [None, 2, 4]


def test_a_long_turn_is_shown_in_overlapping_windows() -> None:
    """Any 2,000 characters of either side stand whole in some window."""
    turn = make_turn(2, "".join(chr(0x4E00 + at % 5_000) for at in range(12_000)))
    turn = replace(turn, assistant_text=turn.user_text[::-1])
    parts = split_question(ask(make_turn(1), turn, make_turn(3)), MAX_CHARS)
    for side in ("user_text", "assistant_text"):
        text = getattr(turn, side)
        shown = [getattr(one, side) for part in parts for one in part.turns if one.id == 2]
        for start in range(0, len(text) - OVERLAP_CHARS, 997):
            assert any(text[start : start + OVERLAP_CHARS] in window for window in shown)
    assert [part.turns[0].id for part in parts] == [1, 2, 2, 2, 2, 2, 2, 2, 2, 3]


def test_a_neighbour_that_is_too_long_is_not_shown() -> None:
    """The adjacent turn is context only, and the bound holds for it too."""
    question = ask(long_turn(2, 4_000), long_turn(3, 4_000), previous=long_turn(1, 9_000))
    first, second = split_question(question, MAX_CHARS)
    assert first.previous is None
    assert second.previous is not None


@given(st.lists(st.tuples(st.integers(1, 9_000), st.integers(0, 9_000)), max_size=4))
def test_no_part_is_too_long_and_none_is_empty(sizes: list[tuple[int, int]]) -> None:
    """Whatever the turns, every question fits, and every turn is shown."""
    turns = tuple(long_turn(at + 1, *size) for at, size in enumerate(sizes))
    parts = split_question(ask(*turns), MAX_CHARS)
    for part in parts:
        shown = sum(len(one.user_text) + len(one.assistant_text) for one in part.turns)
        assert shown <= MAX_CHARS
        assert part.turns or not turns
    assert {one.id for part in parts for one in part.turns} == {turn.id for turn in turns}


def test_answers_are_put_together_once_each() -> None:
    """A statement in two windows is one proposal; the newest summary stands."""
    proposals = tuple(
        Proposal(kind=Kind.DECISION, title=f"{at}", content="c", aliases=(), quotes=())
        for at in range(limits.PROPOSALS_MAX + 3)
    )
    first = ExtractionReply(compaction="old", proposals=proposals[:2])
    second = ExtractionReply(compaction="new", proposals=proposals[1:])
    merged = merge_replies((first, second))
    assert merged.compaction == "new"
    assert merged.proposals == proposals[: limits.PROPOSALS_MAX]


def test_a_long_turn_without_an_answer_shows_words_alone() -> None:
    """Where there is no answer there is no window of it."""
    parts = split_question(
        ask(long_turn(1, 3 * limits.MODEL_INPUT_CHARS)), limits.MODEL_INPUT_CHARS
    )
    assert len(parts) > 2
    assert not any(turn.assistant_text for part in parts for turn in part.turns)
