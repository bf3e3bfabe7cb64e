"""Which plans make the indexes anew."""

from __future__ import annotations

import pytest

from sayso.core.indexing import (
    ALL_DONE,
    CURRENT,
    NO_EDITION,
    Editions,
    Posted,
    marks_of,
    plan_begin,
    plan_begin_items,
    plan_items,
    plan_turns,
    posted_of,
)
from sayso.core.items import Item, ItemStatus, Tombstone
from sayso.core.kinds import Kind
from sayso.core.plans import Write
from sayso.core.recall.postings import post, repost
from sayso.core.recall.striking import strike_out, turns_struck
from sayso.core.recall.words import RECALL_VERSION, document
from sayso.core.states import Role
from sayso.core.terms import TERMS_VERSION
from sayso.core.turns import Origin, Turn, TurnState


def turn(number: int, user: str, assistant: str) -> Turn:
    """Give a completed turn."""
    return Turn(
        id=number,
        thread_id=1,
        session="",
        sequence=number,
        intent="general_chat",
        origin=Origin.LIVE,
        user_text=user,
        assistant_text=assistant,
        state=TurnState.COMPLETED,
        said_at_us=0,
        created_at_us=0,
    )


def item(row_id: int) -> Item:
    """Give an active preference."""
    return Item(
        row_id=row_id,
        item_id=row_id,
        revision=1,
        kind=Kind.PREFERENCE,
        thread_id=None,
        title="Tabs",
        content="Use tabs.",
        synopsis="Use tabs.",
        aliases=(),
        keywords=("tabs",),
        status=ItemStatus.ACTIVE,
        replaces_id=None,
        replaced_by_id=None,
        created_at_us=0,
        updated_at_us=0,
        said_at_us=0,
    )


def stone(turn_id: int, role: Role, start: int, end: int) -> Tombstone:
    """Give a tombstone on a place of a turn."""
    return Tombstone(
        id=1,
        item_id=1,
        turn_id=turn_id,
        role=role,
        start=start,
        end=end,
        subject=frozenset(),
        last_turn_id=9,
        forgotten_at_us=1,
    )


def laid(turn_id: int, role: Role, start: int, end: int) -> Write:
    """Give the write that lays a tombstone."""
    return Write(
        statement="items/insert_tombstone",
        params={
            "scope_id": 3,
            "turn_id": turn_id,
            "role": role,
            "start_char": start,
            "end_char": end,
        },
    )


@pytest.mark.parametrize(
    ("editions", "is_current"),
    [
        (Editions(), False),
        (CURRENT, True),
        (Editions(memory=TERMS_VERSION, recall=RECALL_VERSION, through=4), False),
        (Editions(memory=TERMS_VERSION - 1, recall=RECALL_VERSION), False),
    ],
)
def test_what_is_behind(editions: Editions, is_current: bool) -> None:
    """An index is behind by its version, or by turns that are still to be done."""
    assert editions.is_current is is_current


def test_making_anew_begins_with_what_is_there() -> None:
    """Nothing goes before its own portion: only where to begin is noted."""
    (turns,), (items,) = plan_begin(8), plan_begin_items()
    assert turns.params == {"name": "recall", "version": RECALL_VERSION, "through": 8}
    assert items.params == {"name": "memory", "version": NO_EDITION, "through": ALL_DONE}


def test_a_portion_takes_the_place_of_what_stands() -> None:
    """Each side that has words, without what is forgotten of it; only what is new is counted."""
    turns = (turn(7, "Use tabs.", "..."), turn(8, "Use ruff.", "Fine."))
    documents = posted_of(turns, {7: 1, 8: 2}, [stone(8, Role.USER, 4, 8)])
    assert documents == (
        Posted(scope_id=1, doc_id=14, made=document("Use tabs.")),
        Posted(scope_id=2, doc_id=16, made=document("Use \n.")),
        Posted(scope_id=2, doc_id=17, made=document("Fine.")),
    )
    assert marks_of(documents) == '[[1,"use",14],[2,"use",16],[2,"fine",17]]'
    plan = plan_turns(documents, frozenset({14, 17}), [(3, 14), (4, 99)], 7)
    assert [one.statement for one in plan] == [
        "postings/drop_rows",
        *("postings/insert_words", "postings/drop_again", "postings/insert"),
        *("postings/insert_words", "postings/drop_again", "postings/insert", "postings/count"),
        "postings/insert_edition",
    ]
    assert plan[0].params == {"rows": "[[3,14],[4,99]]"}
    assert plan[1] == post(1, [(14, "Use tabs.")])[0]
    assert plan[2].params == plan[3].params == post(1, [(14, "Use tabs.")])[1].params
    assert plan[7].params == {"scope_id": 2, "docs": 1, "length": document("Use \n.").length}
    assert plan[-1].params["through"] == 7
    assert plan_turns((), frozenset(), (), 7) == plan[-1:]


def test_memories_are_posted_anew_by_their_reaches() -> None:
    """Words of each reach go in one look, and every revision is noted as today's."""
    items = [(item(row_id=5), 1), (item(row_id=6), -2), (item(row_id=7), 1)]
    plan = plan_items(items)
    rows, values = (
        [one.params for one in plan if one.statement == f"items/terms_delete_{what}"]
        for what in ("rows", "values")
    )
    assert rows == values == [{"reach": 1, "row_ids": "[5,7]"}, {"reach": -2, "row_ids": "[6]"}]
    noted = [one.params for one in plan if one.statement == "items/refresh_terms_version"]
    assert [one["row_id"] for one in noted] == [5, 7, 6]
    assert {one["terms_version"] for one in noted} == {TERMS_VERSION}
    assert not {"items/terms_delete_content", "items/terms_delete_older"} & {
        one.statement for one in plan
    }


def test_a_forget_strikes_its_places_out() -> None:
    """Both sides of a turn are posted anew, on top of what was struck out before."""
    said = turn(7, "Use tabs and ruff.", "Tabs it is.")
    plan = (
        laid(7, Role.USER, 4, 8),
        Write(statement="items/forget", params={}),
        laid(7, Role.ASSISTANT, 0, 4),
    )
    assert turns_struck(plan) == (7,)
    before = [stone(7, Role.USER, 13, 17)]
    assert strike_out(plan, [said], before) == (
        *plan,
        *repost(3, 14, said.user_text, [(13, 17)], [(4, 8), (13, 17)]),
        *repost(3, 15, said.assistant_text, [], [(0, 4)]),
    )
    assert turns_struck(plan[1:2]) == ()
