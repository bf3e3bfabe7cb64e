"""What is wrong with what is derived is a warning with one command, what is behind a hint."""

from __future__ import annotations

from typing import Any

from sayso.core.checkup.findings import About, Severity
from sayso.core.checkup.indexes import MAKE_ANEW, Indexes, of_indexes


def test_nothing_wrong_is_nothing_found() -> None:
    """An index that is what it should be has no finding."""
    assert list(of_indexes(Indexes())) == []


def test_each_fault_is_told_with_its_number() -> None:
    """Every kind has a line of its own and the same command."""
    faults = Indexes.__slots__[3:]
    told: dict[str, Any] = dict.fromkeys(faults, 4)
    found = list(of_indexes(Indexes(**told)))
    assert len({one.what for one in found}) == len(faults)
    assert all(one.what.endswith(": 4") for one in found)
    assert {(one.severity, one.about, one.advice) for one in found} == {
        (Severity.WARNING, About.INDEX, MAKE_ANEW)
    }


def test_what_is_behind_is_a_hint() -> None:
    """How much is left is told, and what does it."""
    (one,) = of_indexes(Indexes(is_behind=True, left_turns=3, left_memories=1))
    assert one.severity is Severity.HINT
    assert one.what == "not all is indexed yet: turns 3, memories 1"
