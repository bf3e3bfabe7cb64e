"""What is derived is mended by what it is off, and only where it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sayso.core.indexing import plan_count
from sayso.core.mending import (
    Marks,
    endings_of,
    plan_endings,
    plan_sizes,
    plan_sweep,
    plan_tallies,
    sizes_of,
)


@given(st.lists(st.integers(min_value=-5, max_value=9_000)))
def test_a_number_is_new_once(numbers: list[int]) -> None:
    """Marks tell the same as a set of all numbers would."""
    marks, seen = Marks(), set[int]()
    for number in numbers:
        assert marks.is_new(number) is (number not in seen)
        seen.add(number)


def test_a_document_counts_once() -> None:
    """A scope is as large as its documents, however many words each has."""
    assert sizes_of([(1, 14, 5), (1, 15, 2), (1, 14, 5), (2, 16, 3)]) == {1: (2, 7), 2: (1, 3)}


def test_counts_are_corrected_by_what_they_are_off() -> None:
    """A scope that is right is left alone; one without documents is counted out."""
    plan = plan_sizes({1: (2, 7), 2: (1, 3)}, {1: (2, 7), 2: (4, 1), 3: (1, 9)})
    assert plan == (plan_count(2, -3, 2), plan_count(3, -1, -9))


def test_tallies_are_corrected_by_what_they_are_off() -> None:
    """Only wrong ones change; a state that nothing is in any more goes to nothing."""
    true = {("turns", "open"): 2, ("jobs", "pending"): 1}
    told = {("turns", "open"): 2, ("jobs", "leased"): 4}
    changed = [one.params for one in plan_tallies(true, told)]
    assert changed == [
        {"subject": "jobs", "state": "leased", "number": -4},
        {"subject": "jobs", "state": "pending", "number": 1},
    ]


def test_endings_and_strays_are_given_by_their_keys() -> None:
    """Rows go into a statement as a list of keys."""
    rows = endings_of([(7, 1, "ci 配")])
    assert rows == [(1, "ci 配", 7), (1, "i 配", 7), (1, "配", 7)]
    (write,) = plan_endings(rows[:1])
    assert write.params == {"rows": '[[1,"ci 配",7]]'}
    (gone,) = plan_sweep("postings/drop_rows", [(3, 14)])
    assert (gone.statement, gone.params) == ("postings/drop_rows", {"rows": "[[3,14]]"})
