"""Restores while others have the store open, work on it, or restore too: nothing late lands."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from sayso.core.catalog import Healthy
from sayso.shell import restoring
from sayso.shell.errors import MemoryStorageError, NotFoundError
from sayso.shell.remains import read_remains
from sayso.shell.restoring import restore
from tests.kit import CannedModel, World, column, remember, while_asked, whole_turn
from tests.shell.damages import in_use, left_in
from tests.shell.lived import GENERATION, LAST_ITEM, LAST_TURN, SAID, lived_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.project.lifecycle import Remains
    from sayso.shell.worker import Step

LATER = "We decided: deploy on Fridays."
LATER_QUOTE = "deploy on Fridays"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


@pytest.fixture
def backup(world: World, tmp_path: Path) -> Path:
    """Give a backup of it."""
    with world.open() as memory:
        return memory.backup(tmp_path / "backup.db").path


def put_back(world: World, backup: Path) -> restoring.Restored:
    """Restore with the world's own time."""
    assert world.folder is not None
    return restore(backup, world.folder, confirm=True, ports=world.ports)


def test_a_late_result_of_the_replaced_state_never_lands(world: World, backup: Path) -> None:
    """A worker that asked its model before the restore and commits after it changes nothing."""
    with world.open() as memory:
        memory.record(whole_turn(LATER))
        world.clock.advance(100)
        world.model.script = [
            while_asked(lambda: put_back(world, backup), remember(LATER_QUOTE)),
        ]
        steps: list[Step] = []
        report = memory.work(steps.append)
        assert any(step.stale for step in steps)
        assert report.succeeded == 0
        assert [one.item_id for one in memory.list()] == [LAST_ITEM]
    with world.open() as memory:
        assert column(memory, "user_text", "turns") == [SAID, "Later?"]
        assert column(memory, "quote", "candidate_sources") == ["use pnpm for packages"]


def test_a_late_result_for_a_job_of_the_backup_never_lands_either(
    tmp_path: Path,
) -> None:
    """The job is in the backup as well, and even held: the old result fails, the job runs anew."""
    world = World(tmp_path)

    def back_up_and_restore() -> None:
        with world.open() as other:
            held = other.backup(tmp_path / "held.db").path
        put_back(world, held)

    with world.open() as memory:
        memory.record(whole_turn(LATER))
        world.model.script = [
            while_asked(back_up_and_restore, remember(LATER_QUOTE)),
        ]
        memory.worker().step(None, force=True)
        assert memory.list() == ()
        assert column(memory, "status") == ["pending"]
        assert column(memory, "generation") == [2]
        world.model = CannedModel(script=[remember(LATER_QUOTE)])
    with world.open() as memory:
        memory.work()
        assert [one.title for one in memory.list()] == [LATER_QUOTE]


def test_whoever_has_the_store_open_goes_on_with_the_restored(world: World, backup: Path) -> None:
    """An open memory reads and writes the restored store, without a loss and without damage."""
    with world.open() as other:
        other.record(whole_turn("Said later."))
        put_back(world, backup)
        assert column(other, "user_text", "turns") == [SAID, "Later?"]
        assert other.record(whole_turn("After it.")) == LAST_TURN + 2
        assert other.status().health == "healthy"
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert column(memory, "user_text", "turns") == [SAID, "Later?", "After it."]


def test_an_answer_of_the_replaced_state_finds_no_turn(world: World, backup: Path) -> None:
    """A host that was bound to a turn of the replaced state is told that it is gone."""
    with world.open() as memory:
        turn = memory.turn("Asked before the restore.")
        put_back(world, backup)
        with pytest.raises(NotFoundError):
            turn.finish("Answered after it.")
        assert column(memory, "assistant_text", "turns") == ["Fine.", "Fine."]


def test_what_others_wrote_meanwhile_is_seen(
    world: World, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change between reading and replacing makes it begin anew: its number is not given again."""
    reads: list[Path] = []

    def read_and_be_overtaken(path: Path) -> Remains:
        remains = read_remains(path)
        reads.append(path)
        if len(reads) == 1:
            in_use("UPDATE sqlite_sequence SET seq = 70 WHERE name = 'turns'")(path)
        return remains

    monkeypatch.setattr(restoring, "read_remains", read_and_be_overtaken)
    put_back(world, backup)
    assert len(reads) == 2
    with world.open() as memory:
        assert memory.record(whole_turn("After it.")) == 71


def test_restores_at_once_begin_generations_of_their_own(world: World, backup: Path) -> None:
    """Whoever restores at the same time as others succeeds, one after the other."""
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda _number: put_back(world, backup), range(3)))
    begun = sorted(one.generation for one in done)
    assert begun == [GENERATION + 1, GENERATION + 2, GENERATION + 3]
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert memory.status().generation == begun[-1]


def test_a_store_that_others_keep_writing_to(
    world: World, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a few tries the error says so, and nothing is replaced."""
    monkeypatch.setattr(restoring, "replace_content", lambda *_given: False)
    before = left_in(world.path.parent)
    with pytest.raises(MemoryStorageError, match="others keep writing"):
        put_back(world, backup)
    assert left_in(world.path.parent) == before
