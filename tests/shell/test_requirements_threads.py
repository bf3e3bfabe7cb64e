"""Document A on threads and requests: where they come from, what stays, what a request sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.catalog import Healthy
from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput
from sayso.shell.errors import RefusedError
from sayso.shell.memory import Memory
from sayso.shell.store.bootstrap import manifest
from tests.kit import (
    FAULT,
    World,
    candidate_of,
    extraction_text,
    fail_with,
    remember,
    while_asked,
    whole_turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.kit import Question

DECIDED = "From now on we use PostgreSQL for every store."
TALK = "We are comparing Redis with Memcached for the session cache."


def discuss(quote: str) -> Callable[[Question], str]:
    """Give a step of a script that proposes one discussion context."""

    def answer(question: Question) -> str:
        assert isinstance(question, ExtractionInput)
        found = [
            candidate_of(turn.id, quote, kind=Kind.DISCUSSION)
            for turn in question.turns
            if quote in turn.user_text
        ]
        return extraction_text(*found, compaction=f"They said: {quote}")

    return answer


def talked(folder: Path, *more: Callable[[Question], str]) -> World:
    """Give a world in which a decision and a discussion were kept."""
    world = World(folder, remember(DECIDED[:-1]), *more)
    with world.open() as memory:
        memory.record(whole_turn(DECIDED))
        memory.work()
        world.model.script.append(discuss(TALK[:-1]))
        memory.record(whole_turn(TALK))
        memory.work()
        assert {one.kind for one in memory.list()} == {Kind.DECISION, Kind.DISCUSSION}
    return world


def test_the_next_run_knows_what_was_agreed(tmp_path: Path) -> None:
    """A store that was closed gives memory, history and summary to the next process."""
    world = talked(tmp_path)
    with world.open() as memory:
        context = memory.context()
        assert [hit.title for hit in memory.search("PostgreSQL")] == [DECIDED[:-1]]
        assert [one.text for one in context.history] == [DECIDED, "Fine.", TALK, "Fine."]
        assert "PostgreSQL" in context.text
        assert f"They said: {TALK[:-1]}" in context.text
        assert memory.status().threads == 1


@pytest.mark.parametrize("said", [TALK, "会话缓存在 Redis 和 Memcached 之间犹豫，各有什么优点？"])
def test_weighing_options_leaves_a_trace_by_the_rules_too(said: str) -> None:
    """Without any model the thread goes on knowing what is compared, and decides nothing (A5)."""
    with Memory.in_memory(ports=World(None).ports) as memory:
        memory.record(whole_turn(said, "Both are fast."))
        memory.work()
        assert said.rstrip(".") in memory.context().text
        assert memory.list() == ()
        memory.new_thread()
        assert memory.context().text == ""


def test_a_turn_of_an_earlier_run_is_still_worked_off(tmp_path: Path) -> None:
    """A host that ends without working leaves its jobs to whoever comes next (A136, A147)."""
    world = World(tmp_path)
    with world.open() as memory, memory.turn(DECIDED) as turn:
        turn.finish("Noted.")
    world.model.script = [remember(DECIDED[:-1])]
    with world.open() as memory:
        assert memory.status().jobs.pending == 1
        memory.work()
        assert [one.title for one in memory.list()] == [DECIDED[:-1]]


def test_new_gives_its_chance_before_it_switches(tmp_path: Path) -> None:
    """While the old thread's jobs are worked off there is no other thread yet (A40)."""
    world = World(tmp_path)
    with world.open() as memory:
        seen: list[int] = []
        look = while_asked(lambda: seen.append(memory.status().threads), remember(DECIDED[:-1]))
        world.model.script = [look, while_asked(lambda: seen.append(memory.status().threads))]
        memory.record(whole_turn(DECIDED))
        assert memory.new_thread() == 2
        assert seen == [1, 1]
        assert [one.title for one in memory.list()] == [DECIDED[:-1]]


def test_new_gives_one_chance_and_no_more(tmp_path: Path) -> None:
    """A job that fails is tried once, doesn't hold `new` up, and is worked off later (A40)."""
    world = World(tmp_path, fail_with(FAULT))
    with world.open() as memory:
        memory.record(whole_turn(DECIDED))
        assert memory.new_thread() == 2
        assert len(world.model.asked) == 1
        assert memory.status().jobs.retry_wait == 1
        world.clock.advance(5)
        world.model.script = [remember(DECIDED[:-1])]
        memory.work()
        assert [one.title for one in memory.list()] == [DECIDED[:-1]]


def test_new_keeps_what_is_lasting_and_hides_the_discussion(tmp_path: Path) -> None:
    """RAW turns, decisions, exports and the history file stay; history and discussion go."""
    world = talked(tmp_path)
    history = world.path.parent / "history"
    history.write_text("/new\n", encoding="utf-8")
    with world.open() as memory:
        exported = memory.export()
        before = exported.read_bytes()
        old = memory.store.look("turns/thread", id=1)[0]
        memory.new_thread()
        assert memory.status().threads == 2
        assert memory.status().turns.total == 2
        assert [one.kind for one in memory.list()] == [Kind.DECISION]
        assert memory.search("Redis") == ()
        assert memory.context().history == ()
        assert "Redis" not in memory.context().text
        assert "PostgreSQL" in memory.context().text
        assert (old[2], memory.store.look("turns/thread", id=1)[0][2]) == ("active", "archived")
        assert exported.read_bytes() == before
    assert history.read_text(encoding="utf-8") == "/new\n"


def test_clear_leaves_one_empty_thread_and_foreign_files(tmp_path: Path) -> None:
    """Everything in the store goes; exports and the history file are not the store."""
    world = talked(tmp_path)
    history = world.path.parent / "history"
    history.write_text("/clear\n", encoding="utf-8")
    with world.open() as memory:
        exported = memory.export()
        before = exported.read_bytes()
        memory.clear(confirm=True)
        status = memory.status()
        assert (status.threads, status.turns.total, status.items.active) == (1, 0, 0)
        assert status.jobs.total == 0
        assert memory.context().history == ()
        assert memory.context().text == ""
        assert exported.read_bytes() == before
    assert history.read_text(encoding="utf-8") == "/clear\n"


def test_a_clear_leaves_no_business_row(tmp_path: Path) -> None:
    """Every table of the schema is empty but for the new thread and what outlives a clear (A64)."""
    world = talked(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("Hello?", op_id="op-1"))
        world.model.script = [remember("Hello?")]
        memory.work()
        memory.forget("m1")
        others_write(world, LATER_ROWS)
        assert [name for name, count in rows_by_table(world).items() if not count] == []
        memory.clear(confirm=True)
        left = {name: count for name, count in rows_by_table(world).items() if count}
        assert left == {
            "index_editions": 2,
            "memory_meta": 1,
            "model_usage": 1,
            "operations": 1,
            "scopes": 1,
            "threads": 1,
        }


# A row for each table that no turn writes to.
LATER_ROWS = """
INSERT INTO notes VALUES (1, 1, 'k', 'mem0', 'Likes tea.', NULL, 'active', 1, 1);
INSERT OR IGNORE INTO job_models SELECT min(id), 'embedded' FROM memory_jobs;
INSERT INTO deliveries VALUES ('host:s', 1, 1);
INSERT OR IGNORE INTO recall_words VALUES (1, 1, 'x');
INSERT OR IGNORE INTO recall_postings VALUES (1, 2, 1, 1);
INSERT OR IGNORE INTO recall_scopes VALUES (1, 1, 1);
INSERT OR IGNORE INTO index_editions VALUES ('memory', 1, NULL), ('recall', 1, NULL);
"""


def others_write(world: World, statements: str) -> None:
    """Write rows past our own code."""
    connection = apsw.Connection(str(world.path))
    connection.execute(statements)
    connection.close()


def rows_by_table(world: World) -> dict[str, int]:
    """Count the rows of every table of the schema, past our own code."""
    tables = sorted(one.name for one in manifest() if one.type == "table")
    connection = apsw.Connection(str(world.path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return {
            name: int(str(connection.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0]))
            for name in tables
        }
    finally:
        connection.close()


def test_a_request_keeps_its_thread_while_another_process_starts_a_new_one(
    tmp_path: Path,
) -> None:
    """History, context, search and read of an admitted request never see the newer thread."""
    world = talked(tmp_path)
    with world.open() as host, world.open() as other:
        turn = host.turn("And what about it?")
        other.new_thread()
        later = "We are comparing Kafka with RabbitMQ for the event queue."
        world.model.script.append(discuss(later[:-1]))
        other.record(whole_turn(later))
        other.work()
        assert [one.title for one in other.search("Kafka")] == [later[:-1]]
        number = other.search("Kafka")[0].item_id
        assert [one.text for one in turn.history] == [DECIDED, "Fine.", TALK, "Fine."]
        assert f"They said: {TALK[:-1]}" in turn.context
        assert "Kafka" not in turn.context
        assert turn.search("Kafka") == ()
        with pytest.raises(RefusedError, match="another thread"):
            turn.read(number)
        turn.finish("It depends.")
        leased = host.store.look("turns/leased", id=turn.id or 0)[0]
        assert 1 in leased


def test_projects_share_nothing(tmp_path: Path) -> None:
    """What one project knows, another finds neither by search nor in its context."""
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    talked(folders[0])
    with World(folders[1]).open() as memory:
        memory.record(whole_turn("Hello."))
        memory.work()
        assert memory.search("PostgreSQL") == ()
        assert memory.list() == ()
        assert "PostgreSQL" not in memory.context().text
        assert isinstance(memory.health, Healthy)
