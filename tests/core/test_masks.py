"""Forgetting masks the echo of an assistant too, and nothing else of what it said."""

from __future__ import annotations

import pytest

from sayso.core import limits
from sayso.core.project.masks import MASK, UNMASKED, Masks, masked_text, masks_of
from sayso.core.turns import Origin, Role
from tests.records import NOON_US, make_tombstone, make_turn

ZEBRA = "From now on, answer in zebra French."
AGAIN = "As you said, from now on I answer in zebra French. Also tabs."


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
    assert masked_text(turn, Role.ASSISTANT, Masks(stones=(stone,))) == masked


def test_without_a_tombstone_nothing_is_an_echo() -> None:
    """A tombstone whose turn is not known masks nothing here."""
    turn = make_turn(1, "Answer in tables.", assistant_text="I will answer in tables.")
    assert masked_text(turn, Role.ASSISTANT, UNMASKED) == turn.assistant_text
    elsewhere = masks_of([make_tombstone(turn_id=2)], [turn])
    assert masked_text(turn, Role.ASSISTANT, elsewhere) == turn.assistant_text


def zebra(item_id: int = 1) -> Masks:
    """Give what hides a statement of turn 1 that was forgotten after turn 5."""
    stone = make_tombstone(item_id=item_id, end=len(ZEBRA) - 1, last_turn_id=5)
    return masks_of([stone], [make_turn(1, ZEBRA)])


@pytest.mark.parametrize("number", [2, 5])
def test_what_a_later_answer_repeats_is_masked(number: int) -> None:
    """Up to the newest turn that the forget covers; the user's own words there stay."""
    turn = make_turn(number, ZEBRA, assistant_text=AGAIN)
    assert masked_text(turn, Role.ASSISTANT, zebra()) == f"{MASK} Also tabs."
    assert masked_text(turn, Role.USER, zebra()) == ZEBRA
    assert masked_text(turn, Role.ASSISTANT, zebra(item_id=7).apart_from(7)) == AGAIN


@pytest.mark.parametrize("said_at_us", [None, NOON_US - 1, NOON_US, NOON_US + 1])
def test_an_imported_copy_of_what_was_forgotten_is_masked(said_at_us: int | None) -> None:
    """What a log brings in again was said before the forget, unless its own time is later."""
    text = f"Well. {ZEBRA} And {ZEBRA}"
    copy = make_turn(9, text, origin=Origin.IMPORT, said_at_us=said_at_us)
    stone = make_tombstone(end=len(ZEBRA) - 1, last_turn_id=5, forgotten_at_us=NOON_US)
    masks = masks_of([stone], [make_turn(1, ZEBRA), copy])
    is_later = said_at_us is not None and said_at_us > NOON_US
    hidden = text if is_later else f"Well. {MASK}. And {MASK}."
    assert masked_text(copy, Role.USER, masks, hides_copies=True) == hidden
    assert masked_text(copy, Role.USER, masks) == text
    other = make_turn(10, "Other words.", origin=Origin.IMPORT, said_at_us=None)
    assert masked_text(other, Role.USER, masks, hides_copies=True) == "Other words."


def test_after_the_forget_an_answer_is_shown_as_it_is() -> None:
    """A later turn may speak of it anew: a live one by its number, an imported one by its time."""
    later = make_turn(6, "Zebra French again.", assistant_text=AGAIN)
    assert masked_text(later, Role.ASSISTANT, zebra()) == AGAIN
    log = make_turn(6, "Hm.", assistant_text=AGAIN, origin=Origin.IMPORT, said_at_us=NOON_US - 1)
    assert masked_text(log, Role.ASSISTANT, zebra()) == f"{MASK} Also tabs."


@pytest.mark.parametrize(
    "answer", ["The answer is 42.", "Tables are done.", "The zebra test passes now."]
)
def test_one_word_of_many_is_no_echo(answer: str) -> None:
    """A sentence of another turn that shares a single word of three stays."""
    turn = make_turn(2, "Go on.", assistant_text=answer)
    assert masked_text(turn, Role.ASSISTANT, zebra()) == answer


def test_an_agreed_offer_is_repeated_by_its_own_words_and_not_by_the_yes() -> None:
    """Of an offer and the reply to it, the offer says what was forgotten."""
    offer = "Shall I keep the queue in MySQL?"
    first = make_turn(1, "Hm.", assistant_text=offer)
    second = make_turn(2, "Yes, option two.")
    marks = [(1, Role.ASSISTANT, len(offer)), (2, Role.USER, len(second.user_text))]
    stones = [
        make_tombstone(turn_id, item_id=1, turn_id=turn_id, role=role, end=end, last_turn_id=3)
        for turn_id, role, end in marks
    ]
    masks = masks_of(stones, [first, second])
    said = "Option two it is. As agreed, MySQL holds the queue."
    third = make_turn(3, "Go on.", assistant_text=said)
    assert masked_text(third, Role.ASSISTANT, masks) == f"Option two it is. {MASK}"


def test_only_the_newest_tombstones_are_looked_for_elsewhere() -> None:
    """What very many forgets have left stays bounded; a place itself is always masked."""
    most = limits.MASK_TOMBSTONES_MAX
    old = make_tombstone(1, end=len(ZEBRA) - 1, last_turn_id=5)
    newer = [make_tombstone(n, turn_id=9, end=1, last_turn_id=9) for n in range(2, most + 2)]
    turns = [make_turn(1, ZEBRA), make_turn(9, "x")]
    turn = make_turn(2, "Go on.", assistant_text=AGAIN)
    assert masked_text(turn, Role.ASSISTANT, masks_of([old, *newer], turns)) == AGAIN
    assert MASK in masked_text(turn, Role.ASSISTANT, masks_of([old, *newer[1:]], turns))
    assert masked_text(turns[0], Role.USER, masks_of([old, *newer], turns)) == f"{MASK}."
