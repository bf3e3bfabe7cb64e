"""Importing logs through the real store: idempotent, bounded, and never past a forget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.shell.errors import MemorySchemaError, NotFoundError
from sayso.shell.importing import (
    ImportOptions,
    ImportProgress,
    import_paths,
)
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import World, fail_with, remember, whole_turn
from tests.records import NOON_US, SECOND_US
from tests.shell.logkit import (
    ANYWHERE,
    HERE,
    by_name,
    claude_line,
    counts,
    turns_of,
    write_log,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"
TABS = "From now on always indent with tabs."


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder with time, ids and a canned model."""
    project = tmp_path / "project"
    project.mkdir()
    return World(project)


@pytest.fixture
def memory(world: World) -> Iterator[Memory]:
    """Give the project's memory on the embedded model."""
    assert world.folder is not None
    with Memory.open(world.folder, model=EmbeddedModel(), ports=world.ports) as opened:
        yield opened


def test_importing_twice_adds_nothing(memory: Memory, tmp_path: Path) -> None:
    """The second import of the same log, also of a copy elsewhere, knows every turn."""
    log = write_log(tmp_path / "a" / "log.jsonl", {"user": TABS}, {"user": "Now fix the test."})
    first = import_paths(memory, [log], HERE)
    assert (counts(first), first.memories, first.files) == ((2, 0), 1, 1)
    copy = tmp_path / "b" / "log.jsonl"
    copy.parent.mkdir()
    copy.write_bytes(log.read_bytes())
    for path in (log, copy):
        again = import_paths(memory, [path], HERE)
        assert (counts(again), again.memories, again.refusals) == ((0, 2), 0, 0)
    assert len(turns_of(memory)) == 2
    assert len(memory.list()) == 1


def test_a_grown_log_adds_its_new_turns_to_the_same_thread(memory: Memory, tmp_path: Path) -> None:
    """Only what is new goes in, with the next places of the thread and the source's time."""
    one = {"user": "One.", "at": 1_600_000_000}
    log = write_log(tmp_path / "log.jsonl", one)
    import_paths(memory, [log], HERE)
    write_log(log, one, {"user": "Two.", "assistant": "Yes?", "at": 1_600_000_060})
    assert counts(import_paths(memory, [log], HERE)) == (1, 1)
    first, second = turns_of(memory)
    assert (first.thread_id, first.sequence) == (second.thread_id, 1)
    assert (second.sequence, second.said_at_us) == (2, 1_600_000_060 * SECOND_US)
    assert (second.user_text, second.assistant_text, second.origin) == (
        "Two.",
        "Yes?",
        "import",
    )


def test_two_logs_without_session_names_stay_apart(memory: Memory, tmp_path: Path) -> None:
    """Each file is a thread of its own, also when both number their turns from one."""
    logs = [
        write_log(
            tmp_path / name,
            {"id": 1, "user": f"Hello from {name}"},
            {"id": 2, "user": "Go"},
        )
        for name in ("a.jsonl", "b.jsonl")
    ]
    assert counts(import_paths(memory, logs, HERE)) == (4, 0)
    assert len({turn.thread_id for turn in turns_of(memory)}) == 2
    assert memory.status().threads == 3


def test_a_resumed_session_brings_only_what_is_new(memory: Memory, tmp_path: Path) -> None:
    """Claude Code's copies of earlier turns are known by their ids, whatever the session."""
    folder = memory.store.path.parent.parent if memory.store.path else Path()
    old = write_log(tmp_path / "s1.jsonl", claude_line("u1", "One.", folder))
    new = write_log(
        tmp_path / "s2.jsonl",
        claude_line("u1", "One.", folder, "s2"),
        claude_line("u2", "Two.", folder, "s2"),
    )
    assert counts(import_paths(memory, [old], HERE)) == (1, 0)
    dry = import_paths(memory, [old, new], ImportOptions(dry_run=True))
    assert counts(dry) == (1, 2)
    assert counts(import_paths(memory, [new], HERE)) == (1, 1)


def test_every_format_is_imported(memory: Memory) -> None:
    """The fixtures of all formats go in, and every left-out line has a reason."""
    report = import_paths(memory, [FIXTURES], ANYWHERE)
    assert by_name(report.formats) == {
        "aider": 2,
        "chatgpt": 2,
        "claude-code": 2,
        "codex": 2,
        "copilot": 2,
        "plain": 1,
        "specstory": 3,
    }
    assert report.files == 14
    assert report.turns > 10
    assert report.pending == 0
    assert by_name(report.skipped)["meta"] > 0
    assert report.faults == ()


def test_a_dry_run_writes_nothing(world: World, tmp_path: Path) -> None:
    """It counts what would go in, with a store, and without one creates none."""
    log = write_log(tmp_path / "log.jsonl", {"user": TABS}, {"user": TABS})
    dry = ImportOptions(dry_run=True, project=world.folder)
    assert counts(import_paths(None, [log], dry)) == (2, 0)
    assert not world.path.exists()
    with world.open() as memory:
        before = memory.status()
        report = import_paths(memory, [log], dry)
        assert (counts(report), report.memories, report.pending) == ((2, 0), 0, 0)
        assert memory.status() == before


def test_sessions_go_in_by_time_not_by_name(memory: Memory, tmp_path: Path) -> None:
    """What was said later comes later, whatever the files are called; no time counts as first."""
    for name, said_at in (("a", 1_600_000_300), ("b", None), ("c", 1_600_000_100)):
        write_log(
            tmp_path / "logs" / f"{name}.jsonl",
            {"user": f"File {name}.", "at": said_at},
        )
    import_paths(memory, [tmp_path / "logs"], HERE)
    words = [turn.user_text for turn in turns_of(memory)]
    assert words == ["File b.", "File c.", "File a."]


def test_a_long_import_is_worked_off_on_the_way(memory: Memory, tmp_path: Path) -> None:
    """Many turns go in piece by piece, with progress that only grows and reaches its end."""
    log = write_steps(tmp_path / "log.jsonl", 450)
    seen: list[ImportProgress] = []
    report = import_paths(memory, [log], HERE, seen.append)
    assert (report.turns, report.pending) == (450, 0)
    assert [turn.sequence for turn in turns_of(memory)] == list(range(1, 451))
    learning = [one for one in seen if one.what == "learning"]
    assert [one.done for one in learning] == sorted(one.done for one in learning)
    assert (learning[-1].done, learning[-1].total) == (450, 450)
    assert seen[:2] == [
        ImportProgress(done=0, total=1, what="reading"),
        ImportProgress(done=1, total=1, what="reading"),
    ]


def test_a_failing_model_keeps_the_turns_and_is_asked_no_further(
    tmp_path: Path,
) -> None:
    """When everything fails, the rest is stored and left to a later run."""
    fault = ModelFault(kind="network", message="down")
    world = World(None, *(fail_with(fault) for _ in range(500)))
    log = write_steps(tmp_path / "log.jsonl", 450)
    with world.open() as memory:
        report = import_paths(memory, [log], HERE)
        assert (report.turns, report.pending, report.memories) == (450, 450, 0)
        assert len(world.model.asked) == 1


def test_only_what_these_sessions_gave_is_counted(tmp_path: Path) -> None:
    """Older turns that wait in the queue are worked off too, but are no part of the report."""
    world = World(None, remember("Use spaces"), remember("Use tabs", "Nobody said this"))
    log = write_log(tmp_path / "log.jsonl", {"user": "We decided: Use tabs."})
    with world.open() as memory:
        memory.record(whole_turn("We decided: Use spaces."))
        report = import_paths(memory, [log], HERE)
        assert (report.memories, report.pending) == (1, 0)
        assert len(memory.list()) == 2


def test_refusals_are_counted(tmp_path: Path) -> None:
    """A proposal that the checks refuse is part of the report."""
    world = World(None, remember("Maybe use tabs"))
    log = write_log(tmp_path / "log.jsonl", {"user": "Maybe use tabs? Not sure yet."})
    with world.open() as memory:
        report = import_paths(memory, [log], HERE)
    assert (report.memories, report.refusals) == (0, 1)


def test_a_degraded_store_says_so_before_anything_is_read(world: World, tmp_path: Path) -> None:
    """Nothing goes into a damaged store."""
    world.open().close()
    world.path.write_bytes(b"damaged" * 1000)
    log = write_log(tmp_path / "log.jsonl", {"user": "One."})
    with world.open() as memory, pytest.raises(MemorySchemaError):
        import_paths(memory, [log], HERE)


def test_a_missing_store_is_not_made_by_a_dry_run(world: World) -> None:
    """Opening without creating tells that there is none; a dry run then goes without."""
    with pytest.raises(NotFoundError):
        world.open(create=False)


def forget_tabs(memory: Memory, tmp_path: Path) -> Path:
    """Import a log that leads to one memory, and forget it; gives the log."""
    log = write_log(
        tmp_path / "log.jsonl",
        {"user": TABS, "at": NOON_US // SECOND_US - 1_000, "id": "one"},
    )
    assert import_paths(memory, [log], HERE).memories == 1
    memory.forget(memory.list()[0].item_id)
    return log


def test_a_forgotten_memory_does_not_come_back_by_import(
    memory: Memory, tmp_path: Path, world: World
) -> None:
    """Neither the same log again, nor a copy, nor an older or timeless log with the statement."""
    log = forget_tabs(memory, tmp_path)
    world.clock.advance(3_600)
    past = NOON_US // SECOND_US - 5_000
    logs = [
        log,
        write_log(tmp_path / "copy.jsonl", {"user": TABS, "at": past + 4_000, "id": "one"}),
        write_log(tmp_path / "older.jsonl", {"user": TABS, "at": past, "session": "older"}),
        write_log(tmp_path / "timeless.jsonl", {"user": TABS, "session": "timeless"}),
    ]
    report = import_paths(memory, logs, HERE)
    assert (counts(report), report.memories) == ((3, 1), 0)
    assert memory.list() == ()
    assert memory.search("tabs") == ()


def test_the_statement_said_anew_after_the_forget_is_remembered(
    memory: Memory, tmp_path: Path, world: World
) -> None:
    """A log turn of a time after the forget lifts it."""
    forget_tabs(memory, tmp_path)
    world.clock.advance(3_600)
    later = NOON_US // SECOND_US + 60
    log = write_log(tmp_path / "later.jsonl", {"user": TABS, "at": later, "session": "later"})
    assert import_paths(memory, [log], HERE).memories == 1
    assert len(memory.search("tabs")) == 1


def test_after_clear_the_past_is_open_again(memory: Memory, tmp_path: Path) -> None:
    """An explicit clear lets the same log be imported like the first time."""
    log = forget_tabs(memory, tmp_path)
    memory.clear(confirm=True)
    report = import_paths(memory, [log], HERE)
    assert (counts(report), report.memories) == ((1, 0), 1)
