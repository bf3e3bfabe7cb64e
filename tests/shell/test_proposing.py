"""Memory.propose: an agent points at words of the user, and the store decides."""

from pathlib import Path

import pytest

from sayso.core.project.proposing import NOT_CAPTURED, SET_ASIDE, Outcome
from sayso.shell.errors import RequestError
from tests.kit import World, column, learn, operation_of, operations_text, say, whole_turn

SAID = "Thanks! From now on answer in tables."
WORDS = "answer in tables"


def test_an_accepted_proposal_becomes_a_memory_and_is_known_then(tmp_path: Path) -> None:
    """Words that stage 1 passed over wait for stage 2, become a memory, and are never doubled."""
    with World(tmp_path).open() as memory:
        turn_id = memory.record(whole_turn(SAID))
        assert memory.propose(WORDS).outcome is Outcome.PENDING
        memory.work()
        assert memory.list() == ()
        accepted = memory.propose(WORDS)
        assert (accepted.outcome, accepted.turn_id) == (Outcome.ACCEPTED, turn_id)
        assert memory.propose(WORDS).outcome is Outcome.WAITING
        memory.work()
        (listed,) = memory.list()
        known = memory.propose(WORDS)
        assert (known.outcome, known.item_id) == (Outcome.KNOWN, listed.item_id)
        (source,) = memory.show(listed.item_id).sources
        assert source.quote == "From now on answer in tables"
        (proposal,) = memory.why(listed.item_id).proposals
        assert (proposal.is_pointed_at, proposal.model) == (True, None)
        assert len(column(memory, "id", "memory_candidates")) == 1


def test_the_open_turn_counts_as_captured(tmp_path: Path) -> None:
    """The prompt that is being answered is known already, and its own extraction is to come."""
    with World(tmp_path).open() as memory, memory.turn(SAID) as turn:
        assert memory.propose(WORDS).outcome is Outcome.PENDING
        turn.finish("Fine.")


def test_only_the_users_words_of_the_live_thread_count(tmp_path: Path) -> None:
    """An answer, an archived thread, and what nobody said are not captured words."""
    with World(tmp_path).open() as memory:
        memory.record(whole_turn(SAID, "From now on I will add charts."))
        memory.work()
        assert memory.propose("add charts").reason == NOT_CAPTURED
        assert memory.propose("Answer in tables").reason == NOT_CAPTURED
        memory.new_thread()
        assert memory.propose(WORDS).reason == NOT_CAPTURED
        assert column(memory, "id", "refusals") == []


def test_a_refusal_of_captured_words_is_kept_once(tmp_path: Path) -> None:
    """What the gate refuses shows in the status, and asking again adds nothing."""
    with World(tmp_path).open() as memory:
        memory.record(whole_turn("Please fix the bug."))
        memory.work()
        for _ in range(2):
            assert memory.propose("fix the bug").reason == "no-proposal-to-confirm"
        assert column(memory, "reason", "refusals") == ["no-proposal-to-confirm"]


def test_forgotten_words_stay_forgotten(tmp_path: Path) -> None:
    """What was forgotten cannot be pointed at again; only saying it anew helps."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
        memory.forget(memory.list()[0].item_id)
        again = memory.propose("use pnpm")
        assert (again.outcome, again.reason) == (Outcome.REFUSED, "forgotten")


@pytest.mark.parametrize(
    ("later", "outcome"),
    [
        ("Forget what I said about pnpm.", Outcome.REFUSED),
        ("Forget that, please.", Outcome.REFUSED),
        ("Forget what I said about yarn.", Outcome.ACCEPTED),
    ],
)
def test_what_the_user_took_back_since_is_not_proposed(
    tmp_path: Path, later: str, outcome: Outcome
) -> None:
    """A withdrawal counts although nothing was remembered yet; one of something else does not."""
    said = "let's go with pnpm then"
    with World(tmp_path).open() as memory:
        memory.record(whole_turn(said))
        memory.record(whole_turn(later))
        memory.work()
        assert memory.propose(said).outcome is outcome


def test_what_stage_two_rejected_is_not_proposed_for_ever(tmp_path: Path) -> None:
    """A proposal that was merged away is told to be set aside."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        memory.propose(WORDS)
        world.model.script = [say(operations_text(operation_of("reject", [1])))]
        memory.work()
        assert memory.propose(WORDS).reason == SET_ASIDE


@pytest.mark.parametrize("quote", ["", "  \n", "x" * 2_001, "tabs \ud800", 7])
def test_what_can_be_no_slice_is_a_request_error(tmp_path: Path, quote: str) -> None:
    """Nothing, too much, and what is no text are mistakes of the caller."""
    with World(None).open() as memory, pytest.raises(RequestError):
        memory.propose(quote)
