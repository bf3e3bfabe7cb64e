"""Admission: which requests are taken, and what is stored of them (A130-A136)."""

import hashlib
from dataclasses import replace

import pytest

from sayso.core import limits
from sayso.core.project.admission import (
    AdmissionState,
    Admitted,
    Skipped,
    TurnRequest,
    check_admission,
    lease_fault,
    plan_begin,
)
from sayso.core.project.begun import plan_begin_again
from sayso.core.project.ending import LeasedTurn, TurnPlace
from sayso.core.project.intents import INTENTS
from sayso.core.project.recorded import plan_recorded
from sayso.core.recall.postings import post
from sayso.core.turns import TurnState
from tests.records import NOON_US

STATE = AdmissionState(scope_id=1, thread_id=4, next_sequence=3, next_turn_id=9, latest_said_us=0)


def request(
    text: str = "Use tabs.", intent: str = "general_chat", session: str = ""
) -> TurnRequest:
    """Give a request."""
    return TurnRequest(user_text=text, intent=intent, session=session)


def admitted(session: str = "s") -> Admitted:
    """Give a request that is taken."""
    found = check_admission(request(session=session)).unwrap()
    assert isinstance(found, Admitted)
    return found


@pytest.mark.parametrize("intent", ["general_chat", "code_explain"])
def test_an_ordinary_request_is_admitted_with_its_tools(intent: str) -> None:
    """Both ordinary intents are stored and get what their policy says."""
    found = check_admission(request(intent=intent)).unwrap()
    assert isinstance(found, Admitted)
    assert found.policy == INTENTS[intent]


@pytest.mark.parametrize("intent", ["code_audit", "patch_explain", "patch_revise"])
def test_a_repair_request_is_kept_out_of_memory(intent: str) -> None:
    """Memory keeps out of repair flows without an error (A11-A13)."""
    assert isinstance(check_admission(request(intent=intent)).unwrap(), Skipped)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (request(intent="chat"), "unknown intent"),
        (request(text=""), "the user text is empty"),
        (request(text=" \n\u3000"), "the user text is empty"),
        (request(text="ab\ud800"), "lone surrogate at character 2"),
        (request(text="x" * (limits.TURN_MAX_BYTES + 1)), "8388609 bytes"),
        (request(text="中" * (limits.TURN_MAX_BYTES // 3 + 1)), "bytes"),
        (request(session="\ud800"), "the session name holds a lone surrogate"),
        (request(session="s" * 201), "the session name is longer than 200"),
        (request(text="", intent="code_audit"), "the user text is empty"),
    ],
)
def test_an_unusable_request_is_refused_with_a_reason(asked: TurnRequest, reason: str) -> None:
    """Every refusal says what is wrong, also for intents that would be skipped."""
    assert reason in check_admission(asked).failure()


def test_a_turn_begins_open_with_its_hash_and_its_lease() -> None:
    """One durable insert holds the user's words, their SHA-256 and the owner's lease."""
    plan, binding = plan_begin(admitted(), STATE, "me", (NOON_US, NOON_US + 7))
    write, *posted = plan
    assert tuple(posted) == post(1, [(18, "Use tabs.")])
    params = write.params
    assert (write.statement, write.expect_rows) == ("turns/insert", 1)
    assert (params["id"], params["thread_id"], params["sequence"]) == (9, 4, 3)
    assert params["user_sha256"] == hashlib.sha256(b"Use tabs.").digest()
    assert params["assistant_sha256"] == hashlib.sha256(b"").digest()
    assert (params["state"], params["lease_owner"]) == ("open", "me")
    assert (params["now"], params["lease_expires_at"], params["said_at"]) == (
        NOON_US,
        NOON_US + 7,
        NOON_US,
    )
    assert (binding.scope_id, binding.thread_id, binding.session) == (1, 4, "s")
    assert (binding.turn_id, binding.sequence, binding.owner) == (9, 3, "me")


def test_a_recorded_turn_is_complete_and_queued_at_once() -> None:
    """A whole turn comes with its extraction job in one plan (A136, A147)."""
    (turn, job, *posted), number = plan_recorded(admitted(), STATE, "Fine.", ("me", NOON_US))
    assert tuple(posted) == post(1, [(18, "Use tabs."), (19, "Fine.")])
    assert number == turn.params["id"] == 9
    assert (turn.params["state"], turn.params["assistant_text"]) == ("completed", "Fine.")
    assert turn.params["assistant_sha256"] == hashlib.sha256(b"Fine.").digest()
    assert turn.params["lease_expires_at"] is None
    assert (job.statement, job.params["turn_id"], job.params["sequence"]) == ("jobs/insert", 9, 3)
    assert (job.params["thread_id"], job.params["session"]) == (4, "s")
    assert job.params["idempotency_key"] == "extraction:9"


@pytest.mark.parametrize("lease_us", [1, limits.TURN_LEASE_US, limits.TURN_LEASE_LONG_US])
def test_a_lease_within_its_bounds_is_taken(lease_us: int) -> None:
    """Anything up to twelve hours can hold."""
    assert lease_fault(lease_us) is None


@pytest.mark.parametrize("lease_us", [0, -1, limits.TURN_LEASE_LONG_US + 1, 1.5, True])
def test_a_lease_that_could_never_hold_is_refused(lease_us: int) -> None:
    """An empty lease, or one that would count as a clock's error, is void from the start."""
    assert "cannot hold" in str(lease_fault(lease_us))


@pytest.mark.parametrize(("now_us", "said_us"), [(400, 500), (500, 500), (600, 600)])
def test_a_turn_is_never_said_before_the_one_before(now_us: int, said_us: int) -> None:
    """A clock that went back does not put a turn in front of what was said already (T01)."""
    state = replace(STATE, latest_said_us=500)
    plan, _ = plan_recorded(admitted(), state, "", ("owner", now_us))
    assert plan[0].params["said_at"] == said_us
    assert plan[0].params["now"] == now_us


def begun_before(state: TurnState, owner: str | None = "me") -> LeasedTurn:
    """Give a turn that an operation id has already."""
    return LeasedTurn(
        place=TurnPlace(scope_id=1, thread_id=4, session="s", sequence=3, turn_id=9),
        state=state,
        assistant_sha256=b"",
        owner=owner,
        expires_at_us=NOON_US,
    )


@pytest.mark.parametrize(
    "before", [begun_before(TurnState.FAILED), begun_before(TurnState.COMPLETED, owner=None)]
)
def test_a_turn_nobody_can_end_is_not_begun_again(before: LeasedTurn) -> None:
    """Who repeats the id of a failed turn, or of one without owner, is told to choose another."""
    told = plan_begin_again(before, (NOON_US, NOON_US + 7)).failure()
    assert told == "turn t9 of this operation id has failed: choose a new id"


@pytest.mark.parametrize(
    ("state", "renewed", "answered"),
    [
        (TurnState.OPEN, True, False),
        (TurnState.INTERRUPTED, False, False),
        (TurnState.COMPLETED, False, True),
    ],
)
def test_a_turn_begun_again_stays_where_and_whose_it_was(
    state: TurnState, renewed: bool, answered: bool
) -> None:
    """Only an open one gets a fresh lease, and only an answered one is over (J09)."""
    begun = plan_begin_again(begun_before(state), (NOON_US, NOON_US + 7)).unwrap()
    assert (begun.binding.turn_id, begun.binding.sequence, begun.binding.owner) == (9, 3, "me")
    assert (begun.binding.thread_id, begun.binding.session) == (4, "s")
    renewal = {"id": 9, "owner": "me", "expires_at": NOON_US + 7, "now": NOON_US}
    assert [write.params for write in begun.plan] == ([renewal] if renewed else [])
    assert begun.is_answered is answered
