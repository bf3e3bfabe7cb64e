"""Applying operations: every one legal, or no plan at all (A174-A182)."""

from dataclasses import replace

import pytest

from sayso.core.items import Candidate, Item, Kind
from sayso.core.outcome import is_failure
from sayso.core.project.applying import ApplyState, plan_operations
from sayso.core.project.consolidation import Action, Operation
from tests.records import NOON_US, build, make_candidate, make_item, make_source, written

FIRST = make_candidate(1, "Use tabs")
SECOND = make_candidate(2, "Use tabs in Makefiles")
TALK = make_candidate(3, "Which cache", kind=Kind.DISCUSSION)
OTHER_TALK = replace(TALK, id=4, thread_id=2)
TASTE = make_candidate(5, "Answer in tables", kind=Kind.PREFERENCE)
STANDING = make_item(7, "Use tabs everywhere", row_id=17, revision=2, replaces_id=3)
UNLIKE = make_item(8, "Deploy on Fridays")
STANDING_TALK = make_item(9, "Which cache", kind=Kind.DISCUSSION, thread_id=1)
TEXTS = {
    "title": "Tabs, cache, tables",
    "content": "Use tabs, a cache and tables",
    "synopsis": "Tabs, a cache and tables",
}


def state(*candidates: Candidate, related: tuple[Item, ...] = ()) -> ApplyState:
    """Give what a store holds at commit."""
    return ApplyState(
        scope_id=1,
        candidates={one.id: one for one in candidates},
        related={one.item_id: one for one in related},
        next_row_id=20,
        now_us=NOON_US,
    )


def operation(action: Action, *ids: int, target: int | None = None, **changes: object) -> Operation:
    """Give an operation with texts, except for a reject."""
    texts = {} if action is Action.REJECT else TEXTS
    plain = {"action": action, "candidate_ids": ids, "target_id": target}
    return build(Operation, plain | texts | changes)


def reason(given: ApplyState, *operations: Operation) -> str:
    """Give why operations are refused."""
    return plan_operations(operations, given).failure()


def test_create_stages_links_and_activates_a_first_revision() -> None:
    """A new item takes the next row's number, rests on its candidates, then becomes active."""
    plan, applied = plan_operations(
        (operation(Action.CREATE, 1, 2),), state(FIRST, SECOND)
    ).unwrap()
    assert (applied.created, applied.revised, applied.superseded) == ((20,), (), ())
    (staged,) = written(plan, "items/stage")
    assert (staged["id"], staged["item_id"], staged["revision"]) == (20, 20, 1)
    assert (staged["thread_id"], staged["non_factual"], staged["replaces_id"]) == (None, 0, None)
    assert written(plan, "items/link_candidate") == [
        {"row_id": 20, "candidate_id": 1},
        {"row_id": 20, "candidate_id": 2},
    ]
    assert [one["status"] for one in written(plan, "items/settle_candidate")] == [
        "consolidated"
    ] * 2
    names = [write.statement for write in plan]
    assert names.index("items/stage") < names.index("items/link_candidate")
    assert names.index("items/link_candidate") < names.index("items/activate")
    assert not written(plan, "items/retire")


def test_revise_adds_a_revision_to_the_same_item() -> None:
    """The number stays, the revision grows, proof is inherited, the old row is retired (A180)."""
    given = state(SECOND, related=(STANDING,))
    plan, applied = plan_operations((operation(Action.REVISE, 2, target=7),), given).unwrap()
    assert (applied.created, applied.revised, applied.superseded) == ((), (7,), ())
    (staged,) = written(plan, "items/stage")
    assert (staged["id"], staged["item_id"], staged["revision"]) == (20, 7, 3)
    assert staged["replaces_id"] == 3
    assert written(plan, "items/inherit_candidates") == [{"row_id": 20, "from_row_id": 17}]
    assert written(plan, "items/retire") == [{"row_id": 17, "replaced_by_id": None, "now": NOON_US}]


def test_supersede_makes_a_new_item_that_replaces_the_old() -> None:
    """Old and new know each other, and the new one rests on its own words alone (A181)."""
    given = state(SECOND, related=(STANDING,))
    plan, applied = plan_operations((operation(Action.SUPERSEDE, 2, target=7),), given).unwrap()
    assert (applied.created, applied.revised, applied.superseded) == ((), (), (20,))
    (staged,) = written(plan, "items/stage")
    assert (staged["item_id"], staged["revision"], staged["replaces_id"]) == (20, 1, 7)
    assert written(plan, "items/retire")[0]["replaced_by_id"] == 20
    assert not written(plan, "items/inherit_candidates")


def test_reject_only_closes_its_candidates() -> None:
    """Nothing becomes an item; the candidates are settled as rejected."""
    plan, applied = plan_operations((operation(Action.REJECT, 1),), state(FIRST)).unwrap()
    assert [write.statement for write in plan] == ["items/settle_candidate"]
    assert plan[0].params["status"] == "rejected"
    assert (applied.created, applied.revised, applied.superseded) == ((), (), ())


def test_a_discussion_is_bound_to_its_thread_and_non_factual() -> None:
    """Thread and flag follow from the kind, whatever the model says (A165-A166)."""
    plan, _ = plan_operations((operation(Action.CREATE, 3),), state(TALK)).unwrap()
    (staged,) = written(plan, "items/stage")
    assert (staged["thread_id"], staged["non_factual"]) == (1, 1)


def test_several_operations_take_rows_one_after_another() -> None:
    """Rejects take no row; the others count up."""
    given = state(FIRST, SECOND, TASTE)
    operations = (
        operation(Action.CREATE, 1),
        operation(Action.REJECT, 2),
        operation(Action.CREATE, 5),
    )
    plan, applied = plan_operations(operations, given).unwrap()
    assert applied.created == (20, 21)
    assert [one["id"] for one in written(plan, "items/stage")] == [20, 21]


def test_nothing_to_handle_is_an_empty_plan() -> None:
    """A job whose candidates are all gone plans nothing."""
    plan, applied = plan_operations((), state()).unwrap()
    assert plan == ()
    assert applied.created == ()


def test_every_candidate_is_handled_exactly_once() -> None:
    """Missing, foreign and doubled candidates refuse the whole (A174)."""
    given = state(FIRST, SECOND)
    one, both = operation(Action.CREATE, 1), operation(Action.CREATE, 1, 2)
    assert reason(given, one) == "candidate c2 is not handled"
    assert reason(given) == "candidate c1 is not handled"
    assert reason(given, both, operation(Action.REJECT, 9)) == (
        "candidate c9 is not pending in this job"
    )
    assert reason(given, both, one) == "a candidate is handled twice"
    assert reason(given, operation(Action.CREATE, 1, 1, 2)) == "a candidate is handled twice"


def test_an_operation_does_not_mix_kinds_or_threads() -> None:
    """Preferences, decisions and the discussions of two threads stay apart."""
    assert "mixes" in reason(state(FIRST, TASTE), operation(Action.CREATE, 1, 5))
    assert "mixes" in reason(state(TALK, OTHER_TALK), operation(Action.CREATE, 3, 4))
    assert "mixes" in reason(state(FIRST, TALK), operation(Action.REJECT, 1, 3))


def test_decisions_of_two_threads_may_be_merged() -> None:
    """A kind that reaches the whole project has no thread to mix."""
    elsewhere = replace(SECOND, thread_id=2)
    given = state(FIRST, elsewhere)
    assert plan_operations((operation(Action.CREATE, 1, 2),), given).unwrap()[1].created == (20,)


@pytest.mark.parametrize(
    ("action", "target", "said"),
    [
        (Action.CREATE, 7, "create has a target"),
        (Action.REJECT, 7, "reject has a target"),
        (Action.REVISE, None, "revise has no target"),
        (Action.SUPERSEDE, None, "supersede has no target"),
    ],
)
def test_a_target_stands_where_one_belongs(action: Action, target: int | None, said: str) -> None:
    """Create and reject have none, revise and supersede need one."""
    assert reason(state(FIRST, related=(STANDING,)), operation(action, 1, target=target)) == said


@pytest.mark.parametrize("action", [Action.REVISE, Action.SUPERSEDE])
def test_a_target_must_be_related_and_of_the_same_kind_and_reach(action: Action) -> None:
    """An unknown or unrelated number, another kind and another thread are refused (A174-A175)."""
    related = (STANDING, STANDING_TALK)
    assert "not among the related" in reason(
        state(FIRST, related=related), operation(action, 1, target=99)
    )
    assert "not among the related" in reason(
        state(FIRST, related=related), operation(action, 1, target=0)
    )
    assert "another kind or reach" in reason(
        state(TASTE, related=related), operation(action, 5, target=7)
    )
    assert "another kind or reach" in reason(
        state(OTHER_TALK, related=related), operation(action, 4, target=9)
    )


def test_supersede_needs_a_common_subject() -> None:
    """What has nothing to do with the old decision does not replace it (design 5.9)."""
    given = state(FIRST, related=(UNLIKE,))
    assert "no subject term" in reason(given, operation(Action.SUPERSEDE, 1, target=8))
    assert plan_operations((operation(Action.REVISE, 1, target=8),), given).unwrap()


def test_old_words_do_not_replace_newer_ones() -> None:
    """What a log says of an earlier time never turns round what was said since (A182)."""
    newer = replace(STANDING, said_at_us=NOON_US)
    for said_at_us, is_legal in ((NOON_US - 1, False), (NOON_US, True), (NOON_US + 1, True)):
        given = state(replace(FIRST, said_at_us=said_at_us), related=(newer,))
        outcome = plan_operations((operation(Action.SUPERSEDE, 1, target=7),), given)
        assert is_failure(outcome) is not is_legal
        if not is_legal:
            assert "said later" in outcome.failure()


@pytest.mark.parametrize("field", ["title", "content", "synopsis"])
@pytest.mark.parametrize("action", [Action.CREATE, Action.REVISE, Action.SUPERSEDE])
def test_an_item_needs_all_its_texts(action: Action, field: str) -> None:
    """Title, content and synopsis are all there or the whole is refused."""
    target = None if action is Action.CREATE else 7
    empty = operation(action, 1, target=target, **{field: ""})
    assert "needs a title" in reason(state(FIRST, related=(STANDING,)), empty)


@pytest.mark.parametrize("field", ["title", "content", "synopsis"])
@pytest.mark.parametrize("text", ["The password is hunter2", "Deploy on Fridays", "!"])
def test_no_text_is_about_something_else_than_its_candidates(field: str, text: str) -> None:
    """Stage 2 writes nothing over a proof that says something else (L16)."""
    made_up = operation(Action.CREATE, 1, target=None, **{field: text})
    assert f"the {field} shares no word" in reason(state(FIRST), made_up)


@pytest.mark.parametrize(
    ("action", "is_legal"),
    [(Action.REVISE, True), (Action.SUPERSEDE, False), (Action.CREATE, False)],
)
def test_only_a_revision_may_speak_of_its_target(action: Action, is_legal: bool) -> None:
    """It rests on the target's words as well; what replaces the target does not."""
    target = None if action is Action.CREATE else 7
    given = state(FIRST, related=(replace(STANDING, content="Use tabs in YAML"),))
    told = operation(action, 1, target=target, title="YAML", content="YAML", synopsis="YAML")
    outcome = plan_operations((told,), given)
    assert is_failure(outcome) is not is_legal


def test_the_words_quoted_count_as_well() -> None:
    """A memory may be told in the user's words instead of the first stage's."""
    quoted = replace(FIRST, sources=(make_source("No spaces in Makefiles"),))
    told = operation(Action.CREATE, 1, title="Makefiles", content="Makefiles", synopsis="Makefiles")
    assert not is_failure(plan_operations((told,), state(quoted)))


def test_a_candidate_without_a_single_word_binds_nothing() -> None:
    """A discussion may be about signs alone; there is nothing to compare its texts with."""
    signs = replace(TALK, content="?!", sources=())
    assert not is_failure(plan_operations((operation(Action.CREATE, 3),), state(signs)))


def test_one_target_is_named_once() -> None:
    """Two operations on one item would race within their own transaction."""
    given = state(FIRST, SECOND, related=(STANDING,))
    operations = (
        operation(Action.REVISE, 1, target=7),
        operation(Action.SUPERSEDE, 2, target=7),
    )
    assert reason(given, *operations) == "two operations name the same target"


def test_one_illegal_operation_refuses_all_of_them() -> None:
    """The legal ones before it leave no trace (A178)."""
    given = state(FIRST, TASTE, related=(STANDING,))
    operations = (operation(Action.CREATE, 5), operation(Action.REVISE, 1, target=99))
    assert "m99" in reason(given, *operations)
