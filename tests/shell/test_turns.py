"""The life of a turn in the store: begun, ended once, recovered, bound, and left alone."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from sayso.core import limits
from sayso.core.turns import Role
from sayso.shell.errors import (
    MemoryLeaseError,
    NotFoundError,
    RefusedError,
    RequestError,
)
from sayso.shell.memory import Memory
from sayso.shell.store.turn_rows import turn_of
from tests.kit import World, whole_turn

AWKWARD = "a\0b\r\n\u202e עברית 😀 e\u0301 ＡＢ \u200d"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


def state_of(memory: Memory, turn_id: int | None) -> str:
    """Give the state a turn is stored in."""
    assert turn_id is not None
    with memory.store.reading() as reading:
        rows = reading.rows("turns/leased", id=turn_id)
    return str(rows[0][5])


def jobs(memory: Memory) -> dict[str, int]:
    """Give how many jobs there are in each state, without the empty ones."""
    return {name: count for name, count in asdict(memory.status().jobs).items() if count}


def test_the_users_words_are_stored_before_anything_else(world: World) -> None:
    """Once a turn is begun, another process sees its RAW text, byte for byte (A130)."""
    with world.open() as memory, world.open() as other:
        turn = memory.turn(AWKWARD)
        with other.store.reading() as reading:
            (row,) = reading.rows("turns/by_ids", ids=f"[{turn.id}]")
        assert turn_of(row).user_text == AWKWARD
        assert state_of(other, turn.id) == "open"
        assert jobs(other) == {}


def test_a_finished_turn_is_complete_and_queued(world: World) -> None:
    """The answer the user saw is stored with exactly one extraction job (A132, A136)."""
    with world.open() as memory:
        with memory.turn("Hello?") as turn:
            turn.finish(AWKWARD)
        assert state_of(memory, turn.id) == "completed"
        assert memory.context().history[-1].text == AWKWARD
        assert jobs(memory) == {"pending": 1}


def test_finishing_twice_with_the_same_answer_is_one_end(world: World) -> None:
    """A host that retries changes nothing; one that changes its mind is refused."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        turn.finish("Hi.")
        turn.finish("Hi.")
        with pytest.raises(MemoryLeaseError, match="already ended"):
            turn.finish("Something else.")
        with pytest.raises(MemoryLeaseError, match="already ended"):
            turn.fail()
        assert state_of(memory, turn.id) == "completed"
        assert jobs(memory) == {"pending": 1}


def test_a_failing_request_keeps_the_words_and_the_error(world: World) -> None:
    """The turn is failed and queued, and the host's own exception goes on its way (A133)."""
    with world.open() as memory:
        with pytest.raises(ZeroDivisionError), memory.turn("Hello?") as turn:
            _ = 1 // 0
        assert state_of(memory, turn.id) == "failed"
        assert jobs(memory) == {"pending": 1}
        assert memory.context().history == ()


def test_the_hosts_error_is_not_hidden_by_ours(world: World) -> None:
    """When the turn cannot be ended, the reason the request failed still comes first."""

    def late(memory: Memory) -> None:
        with memory.turn("Hello?"):
            memory.clear(confirm=True)
            _ = 1 // 0

    with world.open() as memory, pytest.raises(ZeroDivisionError) as caught:
        late(memory)
    assert "turn t1 is not there any more" in caught.value.__notes__[0]


def test_leaving_without_an_answer_is_a_failure(world: World) -> None:
    """A block that just ends has no answer, so the turn is failed."""
    with world.open() as memory:
        with memory.turn("Hello?") as turn:
            pass
        assert state_of(memory, turn.id) == "failed"


def test_an_answer_that_cannot_be_stored_is_refused(world: World) -> None:
    """A lone surrogate is refused with its offset; leaving the block then fails the turn."""
    with world.open() as memory:
        with pytest.raises(RequestError, match="character 2"), memory.turn("Hello?") as turn:
            turn.finish("ab\ud800")
        assert state_of(memory, turn.id) == "failed"


def test_an_empty_answer_completes_a_turn(world: World) -> None:
    """The user may have seen nothing; that is an end too."""
    with world.open() as memory:
        with memory.turn("Hello?") as turn:
            turn.finish("")
        assert state_of(memory, turn.id) == "completed"


@pytest.mark.parametrize("text", ["", "  \n", "a\ud800"])
def test_a_text_that_says_nothing_stores_nothing(world: World, text: str) -> None:
    """A refused request leaves no turn behind."""
    with world.open() as memory:
        with pytest.raises(RequestError):
            memory.turn(text)
        with pytest.raises(RequestError):
            memory.record(whole_turn(text))
        assert memory.status().turns.total == 0


def test_a_text_over_the_limit_stores_nothing(world: World) -> None:
    """8 MiB go in whole, one byte more is refused."""
    with world.open() as memory:
        memory.record(whole_turn("x" * limits.TURN_MAX_BYTES, "y" * limits.TURN_MAX_BYTES))
        for turn in (
            whole_turn("x" * (limits.TURN_MAX_BYTES + 1)),
            whole_turn("x", "y" * (limits.TURN_MAX_BYTES + 1)),
        ):
            with pytest.raises(RequestError, match="shorten"):
                memory.record(turn)
        assert memory.status().turns.total == 1


def test_an_expired_lease_cannot_be_renewed_but_the_answer_is_kept(world: World) -> None:
    """After 120 s without a heartbeat others may give the turn up; its owner may still end it.

    The user saw the answer, so it is stored whether or not somebody recovered the turn first.
    """
    with world.open() as memory:
        turn = memory.turn("Hello?")
        world.clock.advance(119)
        turn.heartbeat()
        world.clock.advance(119)
        turn.heartbeat()
        world.clock.advance(120)
        with pytest.raises(MemoryLeaseError, match="t1 is over"):
            turn.heartbeat()
        turn.finish("Late.")
        assert state_of(memory, turn.id) == "completed"
        assert [one.text for one in memory.context().history] == ["Hello?", "Late."]


def test_a_second_memory_recovers_only_what_is_expired(world: World) -> None:
    """A turn of a living host stays open, a dead host's is interrupted and queued (A235-A236)."""
    with world.open() as memory, world.open() as other:
        living, dead = memory.turn("I live."), memory.turn("I die.")
        world.clock.advance(100)
        living.heartbeat()
        other.work()
        assert state_of(other, dead.id) == "open"
        world.clock.advance(20)
        other.work()
        assert state_of(other, dead.id) == "interrupted"
        assert state_of(other, living.id) == "open"
        assert len(world.model.extractions) == 1
        assert [turn.id for turn in world.model.extractions[0].turns] == [dead.id]


def test_recovery_is_done_once(world: World) -> None:
    """A second round finds nothing to recover and makes no second job."""
    with world.open() as memory:
        memory.turn("I die.")
        world.clock.advance(120)
        memory.work()
        memory.work()
        assert jobs(memory) == {"succeeded": 1}


def test_an_interrupted_turn_may_still_be_finished_by_its_owner(world: World) -> None:
    """The user did see the answer, so it is stored; there is still one job (design 5.7)."""
    with world.open() as memory, world.open() as other:
        turn = memory.turn("Hello?")
        world.clock.advance(121)
        other.work()
        assert state_of(other, turn.id) == "interrupted"
        turn.finish("Hi.")
        assert state_of(other, turn.id) == "completed"
        assert sum(jobs(other).values()) == 1


def test_a_lease_in_the_far_future_counts_as_expired(world: World) -> None:
    """A clock that jumped ahead does not hold a turn open for years (T01)."""
    with world.open() as memory:
        world.clock.advance(100 * 365 * 86_400)
        turn = memory.turn("From the future.")
        world.clock.advance(-100 * 365 * 86_400)
        memory.work()
        assert state_of(memory, turn.id) == "interrupted"


@pytest.mark.parametrize("lease_us", [0, -1, limits.TURN_LEASE_LONG_US + 1])
def test_a_lease_that_could_never_hold_is_refused(world: World, lease_us: int) -> None:
    """A lease of no length, or longer than any lease lasts, would be void from the start."""
    with world.open() as memory:
        with pytest.raises(RequestError, match="lease"):
            memory.turn("Hello?", lease_us=lease_us)
        assert memory.status().turns.total == 0


def test_a_hook_may_hold_a_turn_for_twelve_hours(world: World) -> None:
    """A host that cannot send heartbeats asks for a long lease (design 5.7)."""
    with world.open() as memory, world.open() as other:
        turn = memory.turn("Hello?", lease_us=limits.TURN_LEASE_LONG_US)
        world.clock.advance(12 * 3_600 - 1)
        other.work()
        turn.finish("Hi.")
        assert state_of(other, turn.id) == "completed"


def test_an_unknown_intent_is_refused(world: World) -> None:
    """The table of intents is closed."""
    with world.open() as memory, pytest.raises(RequestError, match="unknown intent"):
        memory.turn("Hello?", intent="chat")


@pytest.mark.parametrize("end", [lambda turn: turn.finish("Hi."), lambda turn: turn.fail()])
def test_tools_end_with_the_request(world: World, end: Callable[[object], None]) -> None:
    """The binding is gone when the request is over, however it ended (A141)."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        assert [one.name for one in turn.tools] == ["memory_search", "memory_read"]
        assert turn.search("anything") == ()
        end(turn)
        for use in (
            lambda: turn.search("pnpm"),
            lambda: turn.read("m1"),
            turn.heartbeat,
            lambda: turn.call_tool("memory_search", '{"query": "pnpm"}'),
        ):
            with pytest.raises(RefusedError, match="over"):
                use()


def test_a_turn_survives_a_clear_as_an_error(world: World) -> None:
    """Clearing during a request leaves nothing to finish or to show, and says so."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        memory.clear(confirm=True)
        with pytest.raises(NotFoundError, match="not there any more"):
            _ = turn.context
        assert turn.search("Hello") == ()
        with pytest.raises(NotFoundError, match="not there any more"):
            turn.finish("Hi.")
        assert memory.status().turns.total == 0


def test_both_sides_of_a_turn_are_history(world: World) -> None:
    """What was said and answered comes back in order, with the turn's number."""
    with world.open() as memory:
        number = memory.record(whole_turn("Hello?", "Hi."))
        history = memory.context().history
        assert [(one.role, one.text, one.turn_id) for one in history] == [
            (Role.USER, "Hello?", number),
            (Role.ASSISTANT, "Hi.", number),
        ]
