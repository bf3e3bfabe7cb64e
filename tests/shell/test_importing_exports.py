"""An export goes in again: after a clear, from a salvaged file, and never into its own memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.salvaging import salvage_store
from tests.kit import World, column, remember, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.importing import ImportReport
    from sayso.shell.memory import Memory

SAID = ("We decided: use pnpm for packages.", "We decided: use Rust for the parser.", "And now?")
QUOTES = ("use pnpm for packages", "use Rust for the parser")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a memory of three turns and two decisions, of which one is forgotten."""
    world = World(tmp_path)
    with world.open() as memory:
        for text in SAID:
            memory.record(whole_turn(text, f"On: {text}"))
        world.model.script = [remember(*QUOTES)]
        memory.work()
        assert memory.forget(next(one.item_id for one in memory.list() if one.title == QUOTES[1]))
    return world


def take(memory: Memory, *paths: Path) -> ImportReport:
    """Import some files."""
    return import_paths(memory, paths, ImportOptions())


def test_an_export_goes_in_after_a_clear(world: World, tmp_path: Path) -> None:
    """The turns come back with their answers, learn again, and twice adds nothing."""
    with world.open() as memory:
        path = memory.export(tmp_path / "out")
        memory.clear(confirm=True)
        world.model.script = [remember(*QUOTES)]
        report = take(memory, path)
        assert (report.turns, report.known, report.faults) == (2, 0, ())
        assert [(one.name, one.count) for one in report.skipped] == [("forgotten", 1)]
        assert [(one.name, one.count) for one in report.formats] == [("sayso", 1)]
        assert column(memory, "user_text", "turns") == [SAID[0], SAID[2]]
        assert column(memory, "assistant_text", "turns") == [f"On: {SAID[0]}", f"On: {SAID[2]}"]
        assert [one.title for one in memory.list()] == [QUOTES[0]]
        again = take(memory, path)
        assert (again.turns, again.known) == (0, 2)


def test_a_salvaged_file_goes_in_with_its_intact_turns(world: World, tmp_path: Path) -> None:
    """What damage changed stays out; the rest comes back after the clear of the damaged store."""
    content = bytes(4096) + world.path.read_bytes()[4096:]
    at = content.index(SAID[2].encode(), 8 * 4096)
    world.path.write_bytes(content[:at] + b"?" + content[at + 1 :])
    salvaged = salvage_store(tmp_path, tmp_path / "out", world.ports)
    assert (salvaged.gained.intact, salvaged.gained.damaged) == (2, 1)
    with world.open() as memory:
        memory.clear(confirm=True)
        report = take(memory, salvaged.path)
        assert column(memory, "user_text", "turns") == [SAID[0]]
    assert [(one.name, one.count) for one in report.skipped] == [("damaged", 1), ("forgotten", 1)]


def test_an_export_of_the_memory_itself_is_refused(world: World, tmp_path: Path) -> None:
    """Its turns are there already, and would be there twice."""
    with world.open() as memory:
        path = memory.export(tmp_path / "out")
        report = take(memory, path)
        assert [(one.reason, report.turns) for one in report.faults] == [("own-export", 0)]
        assert len(column(memory, "id", "turns")) == len(SAID)
    elsewhere = World(None)
    elsewhere.ids.drawn = 100
    with elsewhere.open() as other:
        assert take(other, path).turns == 2
