"""Forgetting: everything that must be written so that a memory is gone and stays away."""

import json

import pytest

from sayso.core.items import ItemStatus, Kind
from sayso.core.plans import Plan
from sayso.core.project.forgetting import Forgetting, plan_forget, plan_suppress
from sayso.core.turns import Role
from tests.records import NOON_US, make_candidate, make_item, make_source, written

HOW = Forgetting(
    scope_id=1,
    subject_key=b"k" * 32,
    by_turn_id=9,
    last_turn_id=12,
    forgotten_at_us=NOON_US + 5,
    now_us=NOON_US + 6,
)
SOURCES = (
    make_source("Use tabs?", 3, role=Role.ASSISTANT),
    make_source("Agreed", 4),
    make_source("Agreed", 4),
)


def statements(plan: Plan) -> list[str]:
    """Give the statements of a plan in order."""
    return [write.statement for write in plan]


def test_an_active_memory_leaves_search_and_all_its_revisions() -> None:
    """Postings go, and every revision is forgotten, counted so that none is missed."""
    plan = plan_forget(make_item(7, "Use tabs", revision=3), SOURCES, HOW)
    assert any(name.startswith("items/terms_delete") for name in statements(plan))
    (forget,) = [write for write in plan if write.statement == "items/forget"]
    assert forget.expect_rows == 3
    assert forget.params == {"item_id": 7, "by_turn_id": 9, "now": NOON_US + 6}
    assert written(plan, "items/suppress_candidates") == [{"item_id": 7, "now": NOON_US + 6}]


def test_every_source_leaves_one_tombstone_without_text() -> None:
    """Place, keyed subject and moment are kept; no word of the memory is."""
    plan = plan_forget(make_item(7, "Use tabs"), SOURCES, HOW)
    stones = written(plan, "items/insert_tombstone")
    assert [(one["turn_id"], one["role"], one["end_char"]) for one in stones] == [
        (3, "assistant", 9),
        (4, "user", 6),
    ]
    assert {one["last_turn_id"] for one in stones} == {12}
    assert {one["forgotten_at"] for one in stones} == {NOON_US + 5}
    kept = json.dumps(stones).lower()
    assert "tab" not in kept
    assert "agreed" not in kept
    assert json.loads(str(stones[0]["subject"]))


def test_the_same_words_hash_differently_under_another_key() -> None:
    """Whoever has the file but not the key cannot test guesses against a tombstone."""
    other = Forgetting(
        scope_id=1,
        subject_key=b"x" * 32,
        by_turn_id=None,
        last_turn_id=12,
        forgotten_at_us=NOON_US,
        now_us=NOON_US,
    )
    ours, theirs = (
        {str(one["subject"]) for one in written(plan_forget(make_item(7), SOURCES, how), STONE)}
        for how in (HOW, other)
    )
    assert not ours & theirs


STONE = "items/insert_tombstone"


def test_what_was_derived_from_the_words_is_emptied() -> None:
    """Summaries and refusals of the turns concerned lose their text, and all checkpoints.

    So do summaries and refusals that repeat the words, and candidates that cite the places.
    """
    plan = plan_forget(make_item(7), SOURCES, HOW)
    assert written(plan, "items/blank_compactions") == [
        {"turn_ids": "[3,4]", "statements": '["Use tabs?"]'}
    ]
    assert written(plan, "items/blank_checkpoints") == [{}]
    assert written(plan, "items/blank_refusals") == [
        {"turn_ids": "[3,4]", "quotes": '["Agreed","Use tabs?"]'}
    ]
    assert written(plan, "items/suppress_places") == [
        {"places": '[[3,"assistant",0,9],[4,"user",0,6]]', "now": NOON_US + 6}
    ]


@pytest.mark.parametrize("kind", list(Kind))
def test_a_superseded_memory_has_no_postings_to_take_back(kind: Kind) -> None:
    """A superseded item can be forgotten too; it was out of search already."""
    item = make_item(7, status=ItemStatus.SUPERSEDED, kind=kind)
    plan = plan_forget(item, SOURCES, HOW)
    assert not any(name.startswith("items/terms") for name in statements(plan))
    assert "items/forget" in statements(plan)


def test_forgetting_twice_is_nothing() -> None:
    """A memory that is forgotten stays as it is."""
    assert plan_forget(make_item(7, status=ItemStatus.FORGOTTEN), SOURCES, HOW) == ()


def test_a_discussion_leaves_the_reach_of_its_thread() -> None:
    """Postings of a thread-bound memory are taken back where they were made."""
    talk = make_item(7, kind=Kind.DISCUSSION, thread_id=4)
    reaches = {
        write.params["reach"]
        for write in plan_forget(talk, SOURCES, HOW)
        if "reach" in write.params
    }
    assert reaches == {-4}


def test_a_withdrawn_candidate_leaves_tombstones_of_its_own() -> None:
    """Before it became an item its words are forgotten all the same, under no item number."""
    candidate = make_candidate(5, "Use tabs", sources=(make_source("Use tabs", 2),))
    plan = plan_suppress(candidate, HOW)
    assert plan[0].statement == "items/suppress_candidate"
    assert (plan[0].params["id"], plan[0].expect_rows) == (5, 1)
    (stone,) = written(plan, STONE)
    assert (stone["item_id"], stone["turn_id"], stone["end_char"]) == (0, 2, 8)
    blanked = {"turn_ids": "[2]", "statements": '["Use tabs"]'}
    assert written(plan, "items/blank_compactions") == [blanked]
