"""A dream makes fresh what it went through: all by a model that saw all, else less."""

import pytest

from sayso.core.knowledge.dream_history import (
    history_by_model,
    history_by_rules,
    history_scopes,
    is_tracked,
)
from sayso.core.knowledge.freshness import Drift, Freshness, Published, Reason, Untold, Unusable
from sayso.core.knowledge.learning import Outcome

PATTERNS = (
    {"_id": "a1", "function": "brake"},
    {"_id": "a2", "function": "BRAKE "},
    {"_id": "b1", "function": "horn"},
    {"_id": "c1", "function": ""},
    "no pattern",
)
NOW = {"case_history": "all", "case_history:BRAKE": "b", "case_history:HORN": "h"}
DRIFT = Drift(causes=frozenset({"code"}))


def test_patterns_are_known_by_their_functions() -> None:
    """Names count in capitals; a pattern of no function is of the whole alone."""
    assert history_scopes(PATTERNS) == {
        "case_history:BRAKE": {"a1", "a2"},
        "case_history:HORN": {"b1"},
    }


def test_a_model_that_saw_all_makes_all_fresh() -> None:
    """The category is published, and each function whose sources are known."""
    made = history_by_model(PATTERNS, frozenset({"a1", "a2", "b1", "c1"}), NOW)
    assert (made.outcome, made.published) == (Outcome.LEARNED, NOW)
    del_horn = {key: value for key, value in NOW.items() if not key.endswith("HORN")}
    every = frozenset({"a1", "a2", "b1", "c1"})
    assert history_by_model(PATTERNS, every, del_horn).published == del_horn


def test_what_a_model_did_not_see_stays_as_it_is() -> None:
    """A function counts only when all its patterns were shown."""
    made = history_by_model(PATTERNS, frozenset({"a1", "b1"}), NOW)
    assert made.published == {"case_history:HORN": "h"}
    assert history_by_model(PATTERNS, frozenset({"a1"}), NOW).outcome is Outcome.ABSENT


def test_rules_keep_fresh_what_is_usable() -> None:
    """Without drift that is every function with known sources; under drift those alone whose own
    sources are as they were published.
    """
    assert history_by_rules(PATTERNS, Freshness(summary=Drift()), NOW).published == {
        "case_history:BRAKE": "b",
        "case_history:HORN": "h",
    }
    published = {
        "case_history:BRAKE": Published(is_fresh=True, signature="b"),
        "case_history:HORN": Published(is_fresh=True, signature="before"),
    }
    facts = Freshness(summary=DRIFT, signatures=NOW, published=published)
    assert history_by_rules(PATTERNS, facts, NOW).published == {"case_history:BRAKE": "b"}


@pytest.mark.parametrize(
    ("facts", "tracked"),
    [
        (Freshness(summary=Untold()), False),
        (Freshness(summary=Drift()), True),
        (Freshness(published={"x": Published(is_fresh=True, signature="x")}), True),
        (
            Freshness(
                summary=Unusable(reason=Reason.SUMMARY_UNREADABLE),
                published={"x": Published(is_fresh=True, signature="x")},
            ),
            False,
        ),
    ],
)
def test_nothing_is_published_that_nobody_watches(facts: Freshness, *, tracked: bool) -> None:
    """Somebody has told of drift or published something, in a way that can be read."""
    assert is_tracked(facts) is tracked
