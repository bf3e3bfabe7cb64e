"""The facade: binding, threads and sessions, listing, reading, searching, status and clear."""

from pathlib import Path

import apsw
import pytest

from sayso.core.items import Kind
from sayso.core.turns import Role
from sayso.shell.errors import NotFoundError, RefusedError, RequestError
from sayso.shell.memory import Memory
from sayso.shell.reporting import ItemCounts, TurnCounts
from tests.kit import (
    World,
    candidate_of,
    column,
    extraction_text,
    remember,
    say,
    whole_turn,
)

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
TALK = "Which cache would fit here?"


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def learn(world: World, memory: Memory, kind: Kind = Kind.DECISION) -> None:
    """Let one turn become a memory of some kind."""
    said, quote = (TALK, TALK) if kind is Kind.DISCUSSION else (SAID, QUOTE)
    memory.record(whole_turn(said))
    world.model.script = [remember(quote, kind=kind)]
    memory.work()


def users(memory: Memory, session: str = "") -> list[str]:
    """Give the user's side of the history that the next request of a session would get."""
    history = memory.context(session).history
    return [message.text for message in history if message.role is Role.USER]


def test_a_request_stays_with_its_thread(world: World) -> None:
    """After `new`, a request that was under way sees and keeps its own thread (A137-A140)."""
    with world.open() as memory:
        learn(world, memory, Kind.DISCUSSION)
        before = memory.context()
        turn = memory.turn("Still there?")
        assert memory.new_thread() == 2
        assert turn.history == before.history
        assert turn.context == before.text != ""
        assert turn.read("m1").title == TALK
        assert [hit.item_id for hit in turn.search("cache")] == [1]
        turn.finish("Yes.")
        assert column(memory, "thread_id", "turns") == [1, 1]
        assert memory.context().history == ()


def test_a_new_thread_starts_clean_and_keeps_what_was_decided(world: World) -> None:
    """Discussions, history and summary stay behind; decisions come along (A43-A47)."""
    with world.open() as memory:
        learn(world, memory)
        learn(world, memory, Kind.DISCUSSION)
        assert [one.item_id for one in memory.list()] == [2, 1]
        memory.new_thread()
        assert [one.item_id for one in memory.list()] == [1]
        context = memory.context()
        assert context.history == ()
        assert "So far." not in context.text
        assert QUOTE in context.text
        assert TALK not in context.text
        assert memory.search("cache") == ()
        with pytest.raises(RefusedError, match="another thread"):
            memory.read("m2")
        assert memory.show("m2").item.title == TALK
        assert column(memory, "user_text", "turns") == [SAID, TALK]


def test_new_gives_the_old_threads_jobs_one_chance(world: World) -> None:
    """What is pending is worked off first, so that nothing decided is lost on the way (A40)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE)]
        memory.new_thread()
        assert [one.title for one in memory.list()] == [QUOTE]
        assert column(memory, "status", "threads") == ["archived", "active"]


def test_history_belongs_to_a_session(world: World) -> None:
    """Sessions side by side don't see each other's turns (design 5.6)."""
    with world.open() as memory:
        memory.record(whole_turn("In a.", session="a"))
        memory.record(whole_turn("In b.", session="b"))
        memory.record(whole_turn("In a again.", session="a"))
        assert users(memory, "a") == ["In a.", "In a again."]
        assert users(memory, "b") == ["In b."]


def test_a_new_session_gets_the_history_of_the_latest_finished_one(world: World) -> None:
    """A session in which a turn is still open is not finished, so the one before counts."""
    with world.open() as memory:
        assert users(memory, "new") == []
        memory.record(whole_turn("In a.", session="a"))
        memory.record(whole_turn("In b.", session="b"))
        assert users(memory, "new") == ["In b."]
        turn = memory.turn("Wait.", session="b")
        assert users(memory, "new") == ["In a."]
        turn.finish("Done.")
        assert users(memory, "new") == ["In b.", "Wait."]
        assert users(memory) == ["In b.", "Wait."]


def test_a_turn_is_not_part_of_its_own_history(world: World) -> None:
    """What is being asked, and what came after it, is not history yet."""
    with world.open() as memory:
        memory.record(whole_turn("First."))
        turn = memory.turn("Second?")
        memory.record(whole_turn("Third."))
        assert [one.text for one in turn.history if one.role is Role.USER] == ["First."]


def test_failed_and_interrupted_turns_are_no_history(world: World) -> None:
    """Only completed exchanges are handed on (A214)."""
    with world.open() as memory:
        memory.record(whole_turn("Good."))
        memory.turn("Bad.").fail()
        memory.turn("Lost.")
        world.clock.advance(121)
        memory.work()
        assert users(memory) == ["Good."]


def test_eight_turns_are_history(world: World) -> None:
    """Of many turns the last eight come back, oldest first."""
    with world.open() as memory:
        for number in range(12):
            memory.record(whole_turn(f"Turn {number}."))
        assert users(memory) == [f"Turn {number}." for number in range(4, 12)]


def test_a_memory_is_read_with_its_proof(world: World) -> None:
    """Number as text or integer; the excerpt is what the user said (A190)."""
    with world.open() as memory:
        learn(world, memory)
        for number in ("m1", 1, "1"):
            reading = memory.read(number)
            assert (reading.item_id, reading.content, reading.non_factual) == (1, QUOTE, False)
            assert [(one.turn_id, one.quote) for one in reading.sources] == [(1, QUOTE)]


@pytest.mark.parametrize("number", ["", "m", "m-1", "m0", "m01", "x1", "m1 ", "m" + "9" * 30, 0])
def test_what_is_no_memory_id_is_refused(world: World, number: str | int) -> None:
    """A malformed id is the caller's error, not a missing memory."""
    with world.open() as memory:
        for use in (memory.read, memory.show, memory.forget):
            with pytest.raises(RequestError, match="no memory id"):
                use(number)


def test_a_number_that_was_never_handed_out_is_not_found(world: World) -> None:
    """Reading, showing and forgetting say so."""
    with world.open() as memory:
        for use in (memory.read, memory.show, memory.forget):
            with pytest.raises(NotFoundError, match="m999"):
                use("m999")


def test_looking_changes_nothing(world: World) -> None:
    """Status, list, show, read, search and context write no transaction (A52-A56)."""
    with world.open() as memory:
        learn(world, memory)
        with memory.store.reading() as reading:
            before = reading.row("store/meta")
        world.clock.advance(60)
        memory.status()
        memory.list()
        memory.show("m1")
        memory.read("m1")
        memory.search("pnpm")
        memory.context()
        with memory.store.reading() as reading:
            assert reading.row("store/meta") == before


def test_a_query_may_hold_anything(world: World) -> None:
    """Patterns, quotes, control and lone surrogate characters are just text (X08)."""
    with world.open() as memory:
        learn(world, memory)
        for query in ("", "  ", "%", "_", "*", '"', "'; DROP", "NEAR(", "\0", "\ud800", "x" * 257):
            assert memory.search(query) == ()
        assert memory.search("PNPM")[0].item_id == 1


def test_a_session_name_that_cannot_be_stored_is_refused(world: World) -> None:
    """The context of such a session is the caller's error, as its turn would be."""
    with world.open() as memory:
        for session in ("\ud800", "s" * 201):
            with pytest.raises(RequestError, match="session"):
                memory.context(session)


def test_a_long_summary_leaves_the_index_whole(world: World) -> None:
    """Fifteen index lines stand before a summary of 4,000 characters, within 4,000 (A217-A223)."""
    with world.open() as memory:
        quotes = [f"use tool number {number} for step {number}" for number in range(7)]
        kinds = (Kind.PREFERENCE, Kind.DECISION, Kind.DISCUSSION)
        for kind in kinds:
            memory.record(whole_turn("\n".join(f"From now on we {quote}." for quote in quotes)))
            turn_id = int(str(column(memory, "id", "turns")[-1]))
            found = [candidate_of(turn_id, quote, kind=kind) for quote in quotes]
            world.model.script = [say(extraction_text(*found, compaction="z" * 4_000))]
            memory.work()
        context = memory.context().text
        assert len(context) <= 4_000
        assert sum(line.startswith("- m") for line in context.splitlines()) == 15
        assert "zzzz" in context


def test_status_counts_what_there_is(world: World) -> None:
    """Threads, turns, jobs, items, refusals, model and generation."""
    with world.open() as memory:
        learn(world, memory)
        memory.turn("Open.")
        report = memory.status()
        assert report.turns == TurnCounts(total=2, open=1, completed=1)
        assert report.jobs.succeeded == 2
        assert report.items == ItemCounts(active=1)
        assert (report.model, report.generation, report.path) == ("canned", 1, None)


def test_a_clear_empties_everything(tmp_path: Path) -> None:
    """No row, no text in file or log; the next numbers go on (A64-A66, S35)."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
        memory.turn("Open secret zebra.")
        with pytest.raises(RequestError, match="clear deletes"):
            memory.clear(confirm=False)
        assert memory.status().turns.total == 2
        assert memory.clear(confirm=True) == 2
        report = memory.status()
        assert (report.threads, report.turns.total, report.items.active) == (1, 0, 0)
        assert report.jobs.total == 0
        for name in ("memory.db", "memory.db-wal"):
            content = (world.path.parent / name).read_bytes()
            assert b"pnpm" not in content
            assert b"zebra" not in content
        assert memory.record(whole_turn("Anew.")) == 3


def test_a_clear_works_beside_a_reader(tmp_path: Path) -> None:
    """A reader that holds an old snapshot delays the cutting of the log, not the clear (S35)."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
        reader = apsw.Connection(str(world.path), flags=apsw.SQLITE_OPEN_READONLY)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turns").fetchall()
        memory.store._connection.set_busy_handler(None)  # noqa: SLF001 - no waiting in a test
        assert memory.clear(confirm=True) == 2
        reader.close()
        assert memory.status().turns.total == 0


def test_memory_in_memory_needs_a_folder_to_export_to(world: World, tmp_path: Path) -> None:
    """Without a file there is no place beside it."""
    with world.open() as memory:
        with pytest.raises(RequestError, match="folder"):
            memory.export()
        assert memory.export(tmp_path).parent == tmp_path


def test_the_embedded_model_serves_by_default() -> None:
    """Without a model and ports everything still works, with no key and no network."""
    with Memory.in_memory() as memory:
        memory.record(whole_turn("From now on answer in tables."))
        memory.work()
        assert memory.status().model == "rules"
        assert memory.ports.clock.now_us() > 0
        assert [one.kind for one in memory.list()] == [Kind.PREFERENCE]
