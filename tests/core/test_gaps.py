"""A gap in a session is a mark at the turns before it."""

from sayso.core.plans import Write
from sayso.core.project.gaps import plan_gap


def test_every_turn_that_is_named_gets_the_mark() -> None:
    """One write marks all of them or fails; where there is none, nothing is written."""
    assert plan_gap([3, 5]) == (
        Write(statement="turns/mark_gap", params={"ids": "[3,5]"}, expect_rows=2),
    )
    assert plan_gap([]) == ()
