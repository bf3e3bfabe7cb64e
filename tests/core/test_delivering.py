"""What a session has been told is noted once, and let go of in time."""

from sayso.core import limits
from sayso.core.project.delivering import plan_delivered, plan_untold

NOW_US = 10 * limits.DELIVERIES_KEPT_US


def test_what_was_told_is_one_list_each_once() -> None:
    """Revisions are noted sorted and once, and older notes of any session go at the same time."""
    insert, old = plan_delivered("host:a", [7, 3, 7], NOW_US)
    assert insert.params == {"session": "host:a", "item_row_ids": "[3,7]", "now": NOW_US}
    assert old.params == {"before": 9 * limits.DELIVERIES_KEPT_US}
    assert (insert.expect_rows, old.expect_rows) == (None, None)


def test_nothing_told_is_nothing_to_note() -> None:
    """Without a memory there is no transaction."""
    assert plan_delivered("host:a", [], NOW_US) == ()


def test_a_session_begins_anew() -> None:
    """All of one session goes, and what is old of any."""
    forget, old = plan_untold("host:a", NOW_US)
    assert (forget.statement, forget.params) == (
        "deliveries/forget_session",
        {"session": "host:a"},
    )
    assert old.statement == "deliveries/drop_old"
