"""One consolidation: withdrawals first, then the operations, as one plan under one fence."""

import json
from collections.abc import Mapping

import pytest

from sayso.core.items import Candidate, Item, Source
from sayso.core.jobs import JobKind, JobStatus
from sayso.core.outcome import is_failure
from sayso.core.project.consolidation import Action, Operation
from sayso.core.project.merging import (
    MergeInput,
    MergeState,
    clear_ground,
    plan_merge,
)
from sayso.core.project.retracting import RetractState
from sayso.core.speech.withdrawals import Withdrawal, find_withdrawals
from sayso.core.subjects import subject_hashes, subject_terms
from sayso.core.turns import Origin, Role, Turn
from sayso.core.withdrawing import WithdrawalTarget
from tests.records import (
    NOON_US,
    build,
    make_candidate,
    make_item,
    make_job,
    make_source,
    make_tombstone,
    make_turn,
    written,
)

KEY = b"k" * 32
TABS = make_turn(2, "Use tabs for indentation.")
LOGS = make_turn(3, "Write logs as JSON.")
FORGET = make_turn(4, "Forget what I said about tabs.")
JOB = make_job(
    9,
    kind=JobKind.CONSOLIDATION,
    turn_id=None,
    status=JobStatus.LEASED,
    lease_owner="me",
    lease_token=1,
    lease_expires_at_us=NOON_US + 9,
)
OLD = make_item(7, "Use tabs for indentation", row_id=17)


def said(number: int, turn: Turn) -> Candidate:
    """Give a candidate made of a whole turn."""
    words = turn.user_text.rstrip(".")
    return make_candidate(number, words, sources=(make_source(words, turn.id),))


def state(*candidates: Candidate, **changes: object) -> MergeState:
    """Give what a consolidation depends on."""
    turns = changes.pop("turns", (TABS, LOGS, FORGET))
    withdrawals = changes.get("withdrawals", ())
    items = changes.pop("items", ())
    previous = changes.pop("previous", {})
    assert isinstance(turns, tuple)
    plain: dict[str, object] = {
        "scope_id": 1,
        "thread_id": 1,
        "subject_key": KEY,
        "candidates": candidates,
        "turns": {turn.id: turn for turn in turns},
        "tombstones": (),
        "withdrawals": withdrawals,
        "retract": build(
            RetractState,
            {"candidates": candidates, "items": items, "previous_turns": previous},
        ),
    }
    return build(MergeState, plain | changes)


def found(
    related: tuple[Item, ...] = (),
    forgotten: Mapping[int, tuple[Item, tuple[Source, ...]]] | None = None,
) -> MergeInput:
    """Give what was read for the plan."""
    return MergeInput(related=related, forgotten=forgotten or {}, next_row_id=20, now_us=NOON_US)


def keep(*ids: int) -> Operation:
    """Give the operation that makes an item of candidates."""
    return Operation(
        action=Action.CREATE,
        candidate_ids=ids,
        target_id=None,
        title="Logs",
        content="Logs as JSON",
        synopsis="Logs as JSON",
    )


def standing(item: Item, turn_id: int) -> WithdrawalTarget:
    """Give an item as something that can be withdrawn."""
    return WithdrawalTarget(
        key=item.item_id,
        title=item.title,
        aliases=(),
        content=item.content,
        sources=(make_source(item.content, turn_id),),
    )


WITHDRAWN: tuple[Withdrawal, ...] = find_withdrawals(FORGET)


def test_a_merge_closes_its_job_first_and_notes_the_success() -> None:
    """The fence stands before every change, the store's success after them."""
    plan, merged = plan_merge(JOB, (keep(1),), state(said(1, LOGS)), found()).unwrap()
    assert plan[0].statement == "jobs/succeed"
    assert (plan[0].params["id"], plan[0].params["status"]) == (9, "succeeded")
    assert plan[-1].statement == "store/succeeded"
    assert merged.applied.created == (20,)
    assert (merged.forgotten, merged.withdrawn_candidates, merged.unmatched) == ((), 0, 0)


def test_rejecting_everything_is_a_success_without_output() -> None:
    """Nothing was made, and the job is over all the same."""
    reject = Operation(action=Action.REJECT, candidate_ids=(1,), target_id=None)
    plan, _ = plan_merge(JOB, (reject,), state(said(1, LOGS)), found()).unwrap()
    assert plan[0].params["status"] == "succeeded_no_output"


def test_one_illegal_operation_fails_the_whole_merge() -> None:
    """There is no plan at all, not even for the withdrawals (A178)."""
    given = state(said(1, LOGS), withdrawals=WITHDRAWN, items=(standing(OLD, 2),))
    outcome = plan_merge(
        JOB, (keep(1, 99),), given, found(forgotten={7: (OLD, (make_source("Use", 2),))})
    )
    assert "c99" in outcome.failure()


def test_a_withdrawal_forgets_the_item_by_its_turn() -> None:
    """The withdrawing turn is the evidence and the end of what the tombstone covers (5.5)."""
    source = make_source("Use tabs for indentation", 2)
    given = state(said(1, LOGS), withdrawals=WITHDRAWN, items=(standing(OLD, 2),))
    plan, merged = plan_merge(
        JOB, (keep(1),), given, found(forgotten={7: (OLD, (source,))})
    ).unwrap()
    assert merged.forgotten == (7,)
    assert written(plan, "items/forget")[0]["by_turn_id"] == 4
    (stone,) = written(plan, "items/insert_tombstone")
    assert (stone["turn_id"], stone["last_turn_id"]) == (2, 4)
    assert stone["forgotten_at"] == FORGET.said_at_us
    assert plan[0].params["status"] == "succeeded"


def test_a_withdrawing_turn_without_a_time_counts_as_now() -> None:
    """A log without times still gives a tombstone a moment."""
    turn = make_turn(4, FORGET.user_text, origin=Origin.IMPORT, said_at_us=None)
    given = state(turns=(TABS, LOGS, turn), withdrawals=WITHDRAWN, items=(standing(OLD, 2),))
    plan, _ = plan_merge(
        JOB, (), given, found(forgotten={7: (OLD, (make_source("Use", 2),))})
    ).unwrap()
    assert written(plan, "items/insert_tombstone")[0]["forgotten_at"] == NOON_US


def test_a_withdrawn_item_is_no_target_any_more() -> None:
    """What is forgotten in the same transaction cannot be revised in it."""
    given = state(said(1, TABS), withdrawals=(), turns=(TABS,))
    texts = {"title": "Tabs", "content": "Tabs", "synopsis": "Tabs"}
    revise = build(
        Operation, {"action": Action.REVISE, "candidate_ids": (1,), "target_id": 7} | texts
    )
    assert not is_failure(plan_merge(JOB, (revise,), given, found(related=(OLD,))))
    later = make_turn(5, "Use tabs for indentation after all.")
    withdrawn = state(
        said(1, later),
        withdrawals=WITHDRAWN,
        items=(standing(OLD, 2),),
        turns=(TABS, FORGET, later),
    )
    forgotten = {7: (OLD, (make_source("Use tabs for indentation", 2),))}
    outcome = plan_merge(JOB, (revise,), withdrawn, found(related=(OLD,), forgotten=forgotten))
    assert "m7 is not among the related" in outcome.failure()


def test_a_withdrawn_candidate_never_becomes_an_item() -> None:
    """It is suppressed with tombstones of its own, and stage 2 is not asked about it."""
    given = state(said(1, TABS), said(2, LOGS), withdrawals=WITHDRAWN)
    cleared = clear_ground(given)
    assert [one.id for one in cleared.candidates] == [2]
    plan, merged = plan_merge(JOB, (keep(2),), given, found()).unwrap()
    assert merged.withdrawn_candidates == 1
    assert written(plan, "items/suppress_candidate") == [{"id": 1, "now": NOON_US}]
    assert written(plan, "items/insert_tombstone")[0]["turn_id"] == 2
    assert "c1 is not pending" in plan_merge(JOB, (keep(1, 2),), given, found()).failure()


@pytest.mark.parametrize(("number", "count"), [(3, 1), (6, 0)])
def test_a_restatement_before_the_withdrawal_goes_with_it(number: int, count: int) -> None:
    """Forgetting an item buries what the same batch said of it before, not what came after."""
    again = make_turn(number, "Use tabs for indentation.")
    given = state(
        said(1, again),
        withdrawals=WITHDRAWN,
        items=(standing(OLD, 2),),
        turns=(TABS, FORGET, again),
    )
    cleared = clear_ground(given)
    assert cleared.forgotten_ids == {7}
    assert len(cleared.buried) == count


def test_an_earlier_restatement_of_a_withdrawn_candidate_goes_too() -> None:
    """Of two candidates that say the same, withdrawing one does not leave the other."""
    first, second = make_turn(2, "Use tabs."), make_turn(3, "Use tabs, please.")
    candidates = (said(1, first), said(2, second))
    pointing = Withdrawal(turn_id=4, start=0, end=11, quote="Forget that", anaphoric=True)
    given = state(
        *candidates,
        withdrawals=(pointing,),
        turns=(first, second, make_turn(4, "Forget that.")),
        previous={4: 3},
    )
    cleared = clear_ground(given)
    assert cleared.retraction.candidates == ((2, 4),)
    assert [one.id for one in cleared.buried] == [1]


def test_imported_turns_without_times_count_as_said_before() -> None:
    """Where a log has no times, a withdrawal in it buries all of the subject in its batch."""
    forget = make_turn(4, FORGET.user_text, origin=Origin.IMPORT, said_at_us=None)
    again = make_turn(6, "Use tabs for indentation.", origin=Origin.IMPORT, said_at_us=None)
    given = state(
        said(1, again),
        withdrawals=WITHDRAWN,
        items=(standing(OLD, 2),),
        turns=(TABS, forget, again),
    )
    assert len(clear_ground(given).buried) == 1


def test_an_unmatched_withdrawal_is_a_refusal_with_its_words() -> None:
    """The user can see that nothing was forgotten, and why."""
    plan, merged = plan_merge(JOB, (), state(withdrawals=WITHDRAWN), found()).unwrap()
    assert merged.unmatched == 1
    (refusal,) = written(plan, "items/insert_refusal")
    assert (refusal["kind"], refusal["reason"]) == ("withdrawal", "withdrawal-unmatched")
    assert refusal["turn_id"] == 4
    assert json.loads(str(refusal["quotes"])) == ["Forget what I said about tabs"]
    assert plan[0].params["status"] == "succeeded_no_output"


def buried_state(candidate: Candidate, *turns: Turn) -> MergeState:
    """Give a state in which the memory about tabs was forgotten after turn 3."""
    hashes = subject_hashes(subject_terms("Use tabs for indentation", ()), KEY)
    stone = make_tombstone(turn_id=2, start=0, end=24, subject=hashes, last_turn_id=3)
    return state(candidate, turns=(TABS, LOGS, *turns), tombstones=(stone,))


def test_a_candidate_that_was_forgotten_since_is_suppressed() -> None:
    """A forget between both stages holds; no trace of the text stays (A183)."""
    given = buried_state(said(1, TABS))
    assert [one.id for one in clear_ground(given).buried] == [1]
    plan, merged = plan_merge(JOB, (), given, found()).unwrap()
    assert written(plan, "items/suppress_candidate") == [{"id": 1, "now": NOON_US}]
    assert merged.applied.created == ()
    assert "c1" in plan_merge(JOB, (keep(1),), given, found()).failure()


def test_a_candidate_said_anew_is_not_suppressed() -> None:
    """A later turn of the user may bring the subject back (A185)."""
    later = make_turn(5, "Use tabs for indentation.")
    assert clear_ground(buried_state(said(1, later), later)).buried == ()


@pytest.mark.parametrize(("turn_id", "count"), [(3, 1), (5, 0), (None, 1)])
def test_the_newest_word_of_the_user_decides(turn_id: int | None, count: int) -> None:
    """An old proposal counts for nothing when the user agreed later, else by its own turn."""
    sources = [make_source("Tabs", 3, role=Role.ASSISTANT)]
    if turn_id is not None:
        sources.append(make_source("Agreed", turn_id))
    candidate = make_candidate(1, "Use tabs for indentation", sources=tuple(sources))
    given = buried_state(candidate, make_turn(5, "Agreed."))
    assert len(clear_ground(given).buried) == count


def test_withdrawing_twice_in_one_batch_forgets_once() -> None:
    """The second of two equal withdrawals is unmatched, and the plan still holds together."""
    again = make_turn(5, "Forget what I said about tabs.")
    given = state(
        withdrawals=(*WITHDRAWN, *find_withdrawals(again)),
        items=(standing(OLD, 2),),
        turns=(TABS, FORGET, again),
    )
    forgotten = {7: (OLD, (make_source("Use tabs for indentation", 2),))}
    plan, merged = plan_merge(JOB, (), given, found(forgotten=forgotten)).unwrap()
    assert (merged.forgotten, merged.unmatched) == ((7,), 1)
    assert len(written(plan, "items/forget")) == 1
