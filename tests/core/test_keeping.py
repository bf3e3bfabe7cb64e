"""What one extraction keeps: all of it fenced, good and bad candidates apart (A152-A170)."""

import json

import pytest

from sayso.core.evidence import Reason
from sayso.core.items import Kind
from sayso.core.jobs import Job, JobStatus
from sayso.core.project.extraction import ExtractionReply
from sayso.core.project.keeping import ExtractionState, plan_extraction_commit
from sayso.core.proposals import Proposal, Quote
from sayso.core.subjects import subject_hashes, subject_terms
from sayso.core.turns import Origin, Role, Turn
from tests.records import NOON_US, build, make_job, make_tombstone, make_turn, written

PNPM = make_turn(2, "We decided: use pnpm for packages.")
CHAT = make_turn(3, "How do I list files?")
KEY = b"k" * 32


def proposal(quote: str, turn_id: int = 2, kind: Kind = Kind.DECISION, **texts: object) -> Proposal:
    """Give a proposal that rests on one quote of the user."""
    plain: dict[str, object] = {
        "kind": kind,
        "title": quote,
        "content": quote,
        "aliases": ("alias",),
        "quotes": (Quote(turn_id=turn_id, role=Role.USER, quote=quote),),
    }
    return build(Proposal, plain | texts)


def state(*turns: Turn, **changes: object) -> ExtractionState:
    """Give what the store holds at commit."""
    plain: dict[str, object] = {
        "scope_id": 1,
        "thread_id": 1,
        "turns": turns or (PNPM, CHAT),
        "previous": None,
        "tombstones": (),
        "subject_key": KEY,
        "tombstone_mark": 0,
        "asked_mark": 0,
        "next_candidate_id": 40,
        "next_job_id": 50,
    }
    return build(ExtractionState, plain | changes)


def reply(*proposals: Proposal) -> ExtractionReply:
    """Give an answer of stage 1."""
    return ExtractionReply(compaction="So far.", proposals=proposals)


def leased(number: int) -> Job:
    """Give a job that is being worked off."""
    return make_job(
        number,
        status=JobStatus.LEASED,
        session="s",
        lease_owner="me",
        lease_token=2,
        generation=3,
        lease_expires_at_us=NOON_US + 9,
    )


JOBS = (leased(2), leased(3))
USE_PNPM = proposal("We decided: use pnpm for packages")


def test_no_candidate_ends_every_job_without_output() -> None:
    """The batch is done for good, the summary is kept, and no further job is made (A168-A170)."""
    plan, kept = plan_extraction_commit(JOBS, reply(), state(), NOON_US)
    assert [write.statement for write in plan] == [
        "jobs/succeed",
        "jobs/succeed",
        "turns/compact",
        "store/succeeded",
    ]
    assert {one["status"] for one in written(plan, "jobs/succeed")} == {"succeeded_no_output"}
    assert kept.consolidation_id is None


def test_the_summary_covers_the_last_turn_of_the_batch() -> None:
    """The rolling summary moves to the newest sequence, unless a later batch was there first."""
    plan, _ = plan_extraction_commit(JOBS, reply(), state(), NOON_US)
    (write,) = [one for one in plan if one.statement == "turns/compact"]
    assert write.params == {"thread_id": 1, "compaction": "So far.", "sequence": 3}
    assert write.expect_rows is None


def test_a_candidate_is_kept_with_exact_sources_and_a_job_to_merge_it() -> None:
    """Quote, offsets and role go in one row each; one consolidation job names the candidates."""
    plan, kept = plan_extraction_commit(JOBS, reply(USE_PNPM), state(), NOON_US)
    assert {one["status"] for one in written(plan, "jobs/succeed")} == {"succeeded"}
    (candidate,) = written(plan, "items/insert_candidate")
    assert (candidate["id"], candidate["job_id"], candidate["non_factual"]) == (40, 2, 0)
    assert json.loads(str(candidate["aliases"])) == ["alias"]
    (source,) = written(plan, "items/insert_source")
    start, end = int(str(source["start_char"])), int(str(source["end_char"]))
    assert PNPM.user_text[start:end] == source["quote"]
    assert (source["candidate_id"], source["turn_id"], source["role"]) == (40, 2, "user")
    (job,) = written(plan, "jobs/insert")
    assert (job["id"], job["kind"], job["thread_id"]) == (50, "consolidation", 1)
    assert job["turn_id"] is None
    assert json.loads(str(job["payload"])) == {"candidates": [40], "withdrawals": []}
    assert kept.consolidation_id == 50


def test_every_job_of_the_batch_is_fenced() -> None:
    """The fences stand before anything is written, one for each job (A238-A240)."""
    plan, _ = plan_extraction_commit(JOBS, reply(USE_PNPM), state(), NOON_US)
    assert [write.statement for write in plan[:2]] == ["jobs/succeed"] * 2
    assert all(write.expect_rows == 1 for write in plan[:2])
    assert [(one.params["id"], one.params["token"]) for one in plan[:2]] == [(2, 2), (3, 2)]


def test_a_bad_candidate_is_refused_alone() -> None:
    """Its reason is kept; its siblings and the summary stand (A167)."""
    bad = proposal("use yarn for packages")
    plan, kept = plan_extraction_commit(JOBS, reply(bad, USE_PNPM), state(), NOON_US)
    assert [one.id for one in kept.accepted] == [40]
    assert [one.reason for one in kept.refused] == [Reason.NOT_VERBATIM]
    (refusal,) = written(plan, "items/insert_refusal")
    assert (refusal["reason"], refusal["kind"]) == ("quote-not-verbatim", "project_decision")
    assert (refusal["turn_id"], refusal["title"]) == (2, "use yarn for packages")
    assert json.loads(str(refusal["quotes"])) == ["use yarn for packages"]
    assert written(plan, "turns/compact")


@pytest.mark.parametrize("turn_id", [99, 10**30])
def test_a_refusal_names_only_turns_that_were_asked_about(turn_id: int) -> None:
    """A turn the model made up never reaches the store, however large its number."""
    plan, _ = plan_extraction_commit(JOBS, reply(proposal("x", turn_id)), state(), NOON_US)
    assert written(plan, "items/insert_refusal")[0]["turn_id"] is None


def test_candidates_are_numbered_one_after_another() -> None:
    """Refused ones take no number."""
    talk = proposal("list files", 3, Kind.DISCUSSION)
    plan, kept = plan_extraction_commit(
        JOBS, reply(proposal("nowhere"), USE_PNPM, talk), state(), NOON_US
    )
    assert [one.id for one in kept.accepted] == [40, 41]
    assert [one["non_factual"] for one in written(plan, "items/insert_candidate")] == [0, 1]


def test_a_withdrawal_alone_makes_a_job_too() -> None:
    """Taking something back is merged in turn order, even without a candidate (design 5.5)."""
    turn = make_turn(3, "Forget what I said about tabs.")
    plan, kept = plan_extraction_commit(JOBS, reply(), state(PNPM, turn), NOON_US)
    (job,) = written(plan, "jobs/insert")
    (noted,) = json.loads(str(job["payload"]))["withdrawals"]
    assert turn.user_text[noted["start"] : noted["end"]] == "Forget what I said about tabs"
    assert noted["turn_id"] == 3
    assert kept.consolidation_id == 50
    assert {one["status"] for one in written(plan, "jobs/succeed")} == {"succeeded"}


def test_a_discussion_of_an_imported_thread_is_refused() -> None:
    """Such a thread is archived from the start, so nobody could ever read it (design 5.6)."""
    logged = make_turn(3, CHAT.user_text, origin=Origin.IMPORT)
    talk = proposal("list files", 3, Kind.DISCUSSION)
    decided = make_turn(2, PNPM.user_text, origin=Origin.IMPORT)
    _, kept = plan_extraction_commit(JOBS, reply(talk, USE_PNPM), state(decided, logged), NOON_US)
    assert [one.reason for one in kept.refused] == [Reason.ARCHIVED]
    assert [one.kind for one in kept.accepted] == [Kind.DECISION]


def forgotten_meanwhile() -> ExtractionState:
    """Give a state in which the memory about pnpm was forgotten during the model call."""
    terms = subject_terms(USE_PNPM.title, USE_PNPM.aliases)
    stone = make_tombstone(
        5,
        turn_id=2,
        start=0,
        end=len(PNPM.user_text),
        subject=subject_hashes(terms, KEY),
        last_turn_id=3,
    )
    return state(tombstones=(stone,), tombstone_mark=5, asked_mark=0)


def test_a_forget_during_the_model_call_holds() -> None:
    """No candidate comes back and no summary made from the forgotten words is written."""
    plan, kept = plan_extraction_commit(JOBS, reply(USE_PNPM), forgotten_meanwhile(), NOON_US)
    assert [one.reason for one in kept.refused] == [Reason.FORGOTTEN]
    assert not written(plan, "turns/compact")
    assert not written(plan, "items/insert_candidate")
    assert not written(plan, "jobs/insert")


@pytest.mark.parametrize(
    "texts",
    [
        {"title": "Use  tabs for indentation, then spaces"},
        {"content": "use spaces where we use tabs for indentation"},
        {"aliases": ("indentation", "use tabs for indentation")},
    ],
)
def test_words_that_no_question_showed_do_not_come_back_in_a_proposal(
    texts: dict[str, object],
) -> None:
    """Said anew, a subject may be remembered, but not in the words that were forgotten of it."""
    old = make_turn(1, "Use tabs for indentation.")
    said = make_turn(2, "We decided: use spaces for indentation.")
    subject = subject_hashes(subject_terms("Use tabs for indentation", ()), KEY)
    stone = make_tombstone(5, turn_id=1, start=0, end=24, subject=subject, last_turn_id=1)
    given = state(said, tombstones=(stone,), buried_turns=(old,), tombstone_mark=5, asked_mark=5)
    anew = proposal("use spaces for indentation")
    _, fine = plan_extraction_commit(JOBS, reply(anew), given, NOON_US)
    assert [one.title for one in fine.accepted] == ["use spaces for indentation"]
    leaking = build(proposal, {"quote": "use spaces for indentation"} | texts)
    plan, kept = plan_extraction_commit(JOBS, reply(leaking), given, NOON_US)
    assert kept.accepted == ()
    assert [(one.reason, one.turn_id) for one in kept.refused] == [(Reason.FORGOTTEN, 2)]
    (refusal,) = written(plan, "items/insert_refusal")
    assert (refusal["title"], refusal["quotes"]) == ("", "[]")


def test_a_refusal_of_forgotten_words_keeps_none_of_them() -> None:
    """The refusal says that something was forgotten, not what (design 5.8)."""
    plan, _ = plan_extraction_commit(JOBS, reply(USE_PNPM), forgotten_meanwhile(), NOON_US)
    (refusal,) = written(plan, "items/insert_refusal")
    assert (refusal["reason"], refusal["title"], refusal["quotes"]) == ("forgotten", "", "[]")


def test_no_refusal_keeps_text_that_was_asked_for_before_a_forget() -> None:
    """A proposal refused for another reason may hold the forgotten words as well."""
    said = proposal("use pnpm for whatever")
    plan, _ = plan_extraction_commit(JOBS, reply(said), forgotten_meanwhile(), NOON_US)
    (refusal,) = written(plan, "items/insert_refusal")
    assert (refusal["reason"], refusal["title"], refusal["quotes"]) == (
        "quote-not-verbatim",
        "",
        "[]",
    )
