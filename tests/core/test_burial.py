"""Burial: what a tombstone stands against, and what lifts it (A183-A185)."""

import pytest

from sayso.core.burial import is_buried, is_lifted
from sayso.core.items import Source
from sayso.core.turns import Origin, Role, Turn
from tests.records import NOON_US, make_source, make_tombstone, make_turn

SUBJECT = frozenset({"tabs", "indent"})


def span(start: int, end: int, turn_id: int = 1, role: Role = Role.USER) -> tuple[Source, ...]:
    """Give one source at some place."""
    return (make_source("x" * (end - start), turn_id, start=start, end=end, role=role),)


@pytest.mark.parametrize(
    ("sources", "buried"),
    [
        (span(10, 20), True),
        (span(12, 13), True),
        (span(0, 11), True),
        (span(19, 30), True),
        (span(0, 40), True),
        (span(0, 10), False),
        (span(20, 30), False),
        (span(10, 20, turn_id=2), False),
        (span(10, 20, role=Role.ASSISTANT), False),
        ((), False),
    ],
)
def test_overlap_with_a_forgotten_span_buries(sources: tuple[Source, ...], buried: bool) -> None:
    """One shared character is enough; neighbours, other turns and the other side are not."""
    stone = make_tombstone(turn_id=1, start=10, end=20, last_turn_id=5)
    later = make_turn(9)
    assert is_buried(sources, frozenset(), later, (stone,)) is buried


def test_the_same_subject_said_before_the_forget_is_buried() -> None:
    """Other words of an earlier turn about the forgotten thing stay away too."""
    stone = make_tombstone(turn_id=1, subject=SUBJECT, last_turn_id=5)
    for number in (2, 5):
        assert is_buried(span(0, 4, turn_id=number), SUBJECT, make_turn(number), (stone,))


def test_the_same_subject_said_anew_is_not_buried() -> None:
    """A live turn after the forget may speak of the subject again (A62, A185)."""
    stone = make_tombstone(turn_id=1, subject=SUBJECT, last_turn_id=5)
    assert not is_buried(span(0, 4, turn_id=6), SUBJECT, make_turn(6), (stone,))


def test_new_words_do_not_lift_a_forgotten_span() -> None:
    """A memory that rests partly on the forgotten words stays buried whoever confirms it later."""
    stone = make_tombstone(turn_id=1, start=0, end=8, subject=SUBJECT, last_turn_id=5)
    sources = (*span(0, 8, turn_id=1), *span(0, 4, turn_id=6))
    assert is_buried(sources, SUBJECT, make_turn(6), (stone,))


def test_another_subject_is_not_buried() -> None:
    """Less than half of the smaller subject in common is another subject."""
    stone = make_tombstone(turn_id=1, subject=frozenset({"a", "b", "c"}), last_turn_id=5)
    said = span(0, 4, turn_id=2)
    assert not is_buried(said, frozenset({"a", "x", "y"}), make_turn(2), (stone,))
    assert is_buried(said, frozenset({"a", "b", "y"}), make_turn(2), (stone,))
    assert not is_buried(said, frozenset(), make_turn(2), (stone,))


def test_any_one_of_many_tombstones_is_enough() -> None:
    """Tombstones are held against a memory one by one."""
    stones = (
        make_tombstone(1, turn_id=7),
        make_tombstone(2, turn_id=1, subject=SUBJECT, last_turn_id=5),
    )
    assert is_buried(span(0, 4, turn_id=2), SUBJECT, make_turn(2), stones)
    assert not is_buried(span(0, 4, turn_id=2), SUBJECT, make_turn(2), ())


@pytest.mark.parametrize(
    ("turn", "lifted"),
    [
        (make_turn(5), False),
        (make_turn(6), True),
        (make_turn(6, said_at_us=NOON_US - 99), True),
        (make_turn(6, origin=Origin.EDIT), True),
        (make_turn(9, origin=Origin.IMPORT, said_at_us=NOON_US), False),
        (make_turn(9, origin=Origin.IMPORT, said_at_us=NOON_US + 1), True),
        (make_turn(4, origin=Origin.IMPORT, said_at_us=NOON_US + 1), True),
        (make_turn(9, origin=Origin.IMPORT, said_at_us=None), False),
    ],
)
def test_what_was_said_later_lifts_a_tombstone(turn: Turn, lifted: bool) -> None:
    """A live turn counts by its number, an imported one by its own time, none being earlier."""
    stone = make_tombstone(last_turn_id=5, forgotten_at_us=NOON_US)
    assert is_lifted(stone, turn) is lifted
