"""Proposing: only the user's exact words, through the same gate, and never twice."""

from dataclasses import replace

import pytest

from sayso.core import limits
from sayso.core.items import CandidateStatus, ItemStatus, Kind
from sayso.core.jobs import Job, JobStatus
from sayso.core.plans import Plan
from sayso.core.project.extraction import ExtractionInput
from sayso.core.project.keeping import ExtractionState
from sayso.core.project.proposing import (
    NOT_CAPTURED,
    SET_ASIDE,
    Outcome,
    PointedAt,
    Proposed,
    Standing,
    plan_proposal,
)
from sayso.core.speech.withdrawals import find_withdrawals
from tests.records import NOON_US, make_job, make_turn, written

SAID = "Thanks! From now on answer in tables. And please fix the bug."
DONE = make_job(1, status=JobStatus.SUCCEEDED_NO_OUTPUT)
RESTING = Standing(
    status=CandidateStatus.CONSOLIDATED,
    start=8,
    end=36,
    item_id=4,
    item_status=ItemStatus.ACTIVE,
)


def pointed(
    said: str = SAID, *standing: Standing, job: Job | None = DONE, number: int = 1
) -> PointedAt:
    """Give a turn that was extracted without a find, in a store with nothing else."""
    turn = make_turn(number, said)
    state = ExtractionState(
        scope_id=1,
        thread_id=1,
        turns=(turn,),
        previous=None,
        tombstones=(),
        subject_key=b"k" * 32,
        tombstone_mark=0,
        asked_mark=0,
        next_candidate_id=5,
        next_job_id=9,
    )
    asked = ExtractionInput(thread_id=1, compaction="", previous=None, turns=(turn,))
    return PointedAt(turn=turn, job=job, state=state, asked=asked, standing=standing)


def propose(quote: str, *turns: PointedAt) -> tuple[Plan, Proposed]:
    """Propose at noon."""
    return plan_proposal(quote, turns, NOON_US)


def test_what_is_stored_is_the_users_clause_and_not_the_agents_choice_of_it() -> None:
    """Kind, title, content and quote are what the rules find around the words pointed at."""
    plan, proposed = propose("answer in tables", pointed())
    assert proposed.outcome is Outcome.ACCEPTED
    assert proposed.kept == ("From now on answer in tables",)
    (candidate,) = written(plan, "items/insert_candidate")
    assert (candidate["id"], candidate["job_id"], candidate["kind"]) == (5, 1, Kind.PREFERENCE)
    assert candidate["content"] == "From now on answer in tables"
    (source,) = written(plan, "items/insert_source")
    assert (source["start_char"], source["end_char"]) == (8, 36)
    (job,) = written(plan, "jobs/insert")
    assert job["payload"] == '{"candidates":[5],"withdrawals":[]}'
    assert (job["id"], job["idempotency_key"]) == (9, "consolidation:proposed:5")


def test_all_statements_of_the_slice_are_taken() -> None:
    """A slice that spans two statements makes two candidates, each merged by itself."""
    said = "From now on answer in tables. We decided to use pnpm for packages."
    plan, proposed = propose(said, pointed(said))
    assert proposed.kept == ("From now on answer in tables", "We decided to use pnpm for packages")
    assert [one["id"] for one in written(plan, "items/insert_candidate")] == [5, 6]
    assert [one["id"] for one in written(plan, "jobs/insert")] == [9, 10]


@pytest.mark.parametrize(
    ("said", "kind"),
    [("I prefer tabs", Kind.PREFERENCE), ("let's go with pnpm then", Kind.DECISION)],
)
def test_words_the_rules_pass_over_are_held_against_the_gate_as_they_are(
    said: str, kind: Kind
) -> None:
    """Where no clause is found, the whole sentence is the content, if the gate lets it."""
    plan, proposed = propose(said.rsplit(maxsplit=1)[-1], pointed(f"Hm. {said}. Thanks!"))
    assert proposed.outcome is Outcome.ACCEPTED
    (candidate,) = written(plan, "items/insert_candidate")
    assert (candidate["kind"], candidate["content"]) == (kind, said)


def test_sentences_beyond_the_limit_of_a_quote_are_left_at_the_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the sentences around are too much for a quote, only what was pointed at is judged."""
    said, quote = "Please look at the test. Then tell me why it is red.", "the test. Then tell"
    (widened,) = written(propose(quote, pointed(said))[0], "items/insert_refusal")
    assert widened["quotes"] == f'["{said.rstrip(".")}"]'
    monkeypatch.setattr(limits, "QUOTE_MAX_CHARS", 40)
    (row,) = written(propose(quote, pointed(said))[0], "items/insert_refusal")
    assert row["quotes"] == f'["{quote}"]'


@pytest.mark.parametrize(
    ("said", "quote", "reason"),
    [
        ("Please fix the bug.", "fix the bug", "no-proposal-to-confirm"),
        ("can you use tabs?", "use tabs", "not-explicit"),
        ("ok, great, do that", "great", "no-proposal-to-confirm"),
        ("```\nfrom now on use tabs\n```", "from now on use tabs", "pasted-text"),
        ("He said: from now on use tabs", "from now on use tabs", "reported-speech"),
    ],
)
def test_what_the_gate_refuses_is_refused_and_recorded_once(
    said: str, quote: str, reason: str
) -> None:
    """A refusal has the gate's reason and a row; the same one again adds no second row."""
    plan, proposed = propose(quote, pointed(said))
    assert (proposed.outcome, proposed.reason) == (Outcome.REFUSED, reason)
    (row,) = written(plan, "items/insert_refusal")
    assert (row["turn_id"], row["reason"]) == (1, reason)
    told = frozenset({(str(row["reason"]), str(row["quotes"]))})
    again, same = propose(quote, replace(pointed(said), refusals=told))
    assert (again, same) == ((), proposed)


def test_words_that_no_turn_holds_are_refused_without_a_trace() -> None:
    """What the user never said leaves nothing behind: an agent cannot fill the store with it."""
    told = Proposed(outcome=Outcome.REFUSED, reason=NOT_CAPTURED)
    assert propose("use tabs") == ((), told)


@pytest.mark.parametrize(
    "job",
    [
        None,
        *(
            replace(DONE, status=status)
            for status in (
                JobStatus.PENDING,
                JobStatus.LEASED,
                JobStatus.RETRY_WAIT,
                JobStatus.PARKED,
            )
        ),
    ],
)
def test_a_turn_whose_extraction_is_to_come_is_left_to_it(job: Job | None) -> None:
    """An open turn, or one that still waits, answers pending and stores nothing twice."""
    plan, proposed = propose("answer in tables", pointed(job=job))
    assert (plan, proposed.outcome, proposed.turn_id) == ((), Outcome.PENDING, 1)


def test_a_refusal_comes_before_waiting() -> None:
    """What cannot pass is told at once, even while the turn is open."""
    assert propose("fix the bug", pointed(job=None))[1].outcome is Outcome.REFUSED


@pytest.mark.parametrize(
    ("changes", "outcome", "reason", "item_id"),
    [
        ({}, Outcome.KNOWN, "", 4),
        ({"item_status": ItemStatus.SUPERSEDED}, Outcome.KNOWN, "", 4),
        ({"item_status": ItemStatus.FORGOTTEN}, Outcome.REFUSED, "forgotten", None),
        ({"status": CandidateStatus.PENDING}, Outcome.WAITING, "", None),
        ({"status": CandidateStatus.REJECTED}, Outcome.REFUSED, SET_ASIDE, None),
    ],
)
def test_words_that_something_rests_on_make_nothing_new(
    changes: dict[str, object], outcome: Outcome, reason: str, item_id: int | None
) -> None:
    """Proposing the same again tells what there is: a memory, a candidate, or its end."""
    if "status" in changes:
        changes = {**changes, "item_id": None, "item_status": None}
    resting = replace(RESTING, **changes)  # type: ignore[arg-type]  # fields by name
    plan, proposed = propose("answer in tables", pointed(SAID, resting))
    assert plan == ()
    assert (proposed.outcome, proposed.reason) == (outcome, reason)
    assert proposed.item_id == item_id


def test_an_active_memory_is_told_before_its_older_revisions() -> None:
    """Of several memories that rest on the words the one in use is named."""
    old = replace(RESTING, item_id=3, item_status=ItemStatus.SUPERSEDED)
    assert propose("answer in tables", pointed(SAID, old, RESTING))[1].item_id == 4


@pytest.mark.parametrize(
    ("withdrawing", "outcome"),
    [
        ("Forget what I said about tables.", Outcome.REFUSED),
        ("Forget what I said about the cache.", Outcome.ACCEPTED),
    ],
)
def test_a_later_withdrawal_stands_against_words_it_means(
    withdrawing: str, outcome: Outcome
) -> None:
    """What the user took back since is set aside, as if it had been a memory by then."""
    found = find_withdrawals(make_turn(2, withdrawing))
    assert found
    one = replace(pointed(), taken_back=tuple((each, None) for each in found))
    plan, proposed = propose("answer in tables", one)
    assert proposed.outcome is outcome
    assert (plan == ()) is (outcome is Outcome.REFUSED)
    assert proposed.reason in ("", SET_ASIDE)


def test_what_rests_on_other_words_does_not_count() -> None:
    """A memory of another clause of the same message stands in nobody's way."""
    elsewhere = replace(RESTING, start=38, end=60)
    assert propose("answer in tables", pointed(SAID, elsewhere))[1].outcome is Outcome.ACCEPTED


def test_the_newest_turn_that_carries_the_words_counts() -> None:
    """A newer question with the same words hides no older order; a refusal is of the newest."""
    asking, telling = pointed("can you use tabs?", number=2), pointed("From now on use tabs")
    assert propose("use tabs", asking, telling)[1].turn_id == 1
    both = propose("use tabs", asking, pointed("should I use tabs?"))[1]
    assert (both.outcome, both.turn_id) == (Outcome.REFUSED, 2)
