"""How a turn ends: once, by its owner, with its extraction queued (A132-A136, A235-A236)."""

import hashlib
from dataclasses import replace

import pytest

from sayso.core.outcome import is_failure
from sayso.core.project.ending import (
    Binding,
    Ending,
    LeasedTurn,
    TurnPlace,
    is_abandoned,
    plan_finish,
    plan_finish_open,
    plan_interrupt,
)
from sayso.core.raw import text_sha256
from sayso.core.recall.postings import post
from sayso.core.turns import TurnState
from tests.records import NOON_US, SECOND_US

PLACE = TurnPlace(scope_id=1, thread_id=4, session="s", sequence=3, turn_id=9)
BINDING = Binding(scope_id=1, thread_id=4, session="s", sequence=3, turn_id=9, owner="me")
COMPLETED = Ending(state=TurnState.COMPLETED, assistant_text="Done.")
FAILED = Ending(state=TurnState.FAILED)


def leased(
    state: TurnState = TurnState.OPEN, lease_s: int | None = 60, text: str = ""
) -> LeasedTurn:
    """Give a turn of owner 'me' whose lease ends some seconds after noon."""
    expires = None if lease_s is None else NOON_US + lease_s * SECOND_US
    return LeasedTurn(
        place=PLACE,
        state=state,
        assistant_sha256=text_sha256(text),
        owner="me",
        expires_at_us=expires,
    )


@pytest.mark.parametrize("ending", [COMPLETED, FAILED])
def test_an_end_is_written_with_its_job(ending: Ending) -> None:
    """Completed and failed turns are closed under the owner's fence and queued (A132-A136)."""
    finish, job, *posted = plan_finish(leased(), ending, "me", NOON_US).unwrap()
    assert tuple(posted) == post(1, [(19, ending.assistant_text)])
    assert (finish.statement, finish.expect_rows) == ("turns/finish", 1)
    assert (finish.params["before"], finish.params["owner"]) == (TurnState.OPEN, "me")
    assert finish.params["state"] == ending.state
    assert (
        finish.params["assistant_sha256"] == hashlib.sha256(ending.assistant_text.encode()).digest()
    )
    assert (job.statement, job.expect_rows) == ("jobs/insert", None)


def test_repeating_an_end_changes_nothing() -> None:
    """Finishing twice with the same answer, or failing twice, is one end."""
    done = leased(TurnState.COMPLETED, text="Done.")
    assert plan_finish(done, COMPLETED, "me", NOON_US).unwrap() == ()
    assert plan_finish(leased(TurnState.FAILED), FAILED, "me", NOON_US).unwrap() == ()


@pytest.mark.parametrize(
    ("turn", "ending"),
    [
        (leased(TurnState.COMPLETED, text="Other."), COMPLETED),
        (leased(TurnState.COMPLETED, text="Done."), FAILED),
        (leased(TurnState.FAILED), COMPLETED),
    ],
)
def test_another_end_after_the_end_is_refused(turn: LeasedTurn, ending: Ending) -> None:
    """What the user saw is not replaced afterwards."""
    assert "already ended" in plan_finish(turn, ending, "me", NOON_US).failure()


@pytest.mark.parametrize("state", [TurnState.OPEN, TurnState.INTERRUPTED])
def test_only_the_owner_may_end_a_turn(state: TurnState) -> None:
    """Somebody else's turn stays theirs, whether open or interrupted."""
    assert "another owner" in plan_finish(leased(state), COMPLETED, "you", NOON_US).failure()


@pytest.mark.parametrize("lease_s", [0, -1, None, 12 * 3_600 + 1, 10**9])
def test_an_open_turn_without_a_live_lease_is_abandoned_but_not_lost(lease_s: int | None) -> None:
    """An expired lease, none, and one further ahead than any lasts are over (T01).

    Others may give the turn up; as long as nobody did, its owner still ends it.
    """
    turn = leased(lease_s=lease_s)
    assert is_abandoned(turn, NOON_US)
    assert not is_failure(plan_finish(turn, COMPLETED, "me", NOON_US))


@pytest.mark.parametrize("lease_s", [1, 120, 12 * 3_600])
def test_a_live_lease_keeps_a_turn(lease_s: int) -> None:
    """Up to twelve hours ahead a lease holds."""
    assert not is_abandoned(leased(lease_s=lease_s), NOON_US)
    assert not is_failure(plan_finish(leased(lease_s=lease_s), COMPLETED, "me", NOON_US))


@pytest.mark.parametrize("ending", [COMPLETED, FAILED])
def test_an_interrupted_turn_may_still_be_ended_by_its_owner(ending: Ending) -> None:
    """The lease is over, but the user did see the answer (design 5.7)."""
    turn = leased(TurnState.INTERRUPTED, lease_s=-99)
    finish, *_ = plan_finish(turn, ending, "me", NOON_US).unwrap()
    assert finish.params["before"] == TurnState.INTERRUPTED


def test_an_abandoned_turn_is_interrupted_and_queued() -> None:
    """The user's words go to extraction even when the host died (A236)."""
    finish, job = plan_interrupt(leased(lease_s=-1), NOON_US)
    assert finish.params["state"] == TurnState.INTERRUPTED
    assert finish.params["owner"] == "me"
    assert job.params["turn_id"] == 9


@pytest.mark.parametrize("state", [TurnState.COMPLETED, TurnState.FAILED, TurnState.INTERRUPTED])
def test_a_turn_that_is_over_is_not_abandoned(state: TurnState) -> None:
    """Only open turns are waited for."""
    assert not is_abandoned(replace(leased(state), expires_at_us=None), NOON_US)


@pytest.mark.parametrize("ending", [COMPLETED, FAILED])
def test_a_live_request_ends_in_one_fenced_write(ending: Ending) -> None:
    """The write that ends an open turn demands the owner itself, and queues the turn."""
    finish, job, *posted = plan_finish_open(BINDING, ending, NOON_US)
    assert tuple(posted) == post(1, [(19, ending.assistant_text)])
    assert (finish.statement, finish.expect_rows) == ("turns/finish_open", 1)
    assert (finish.params["id"], finish.params["owner"]) == (9, "me")
    assert (finish.params["state"], finish.params["assistant_text"]) == (
        ending.state,
        ending.assistant_text,
    )
    assert (job.params["thread_id"], job.params["session"]) == (4, "s")
    assert (job.params["sequence"], job.params["turn_id"]) == (3, 9)
