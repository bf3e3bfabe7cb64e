"""The doctor finds what is wrong whatever became of a store, and changes nothing at all."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import Degraded
from sayso.core.checkup.findings import About, Severity
from sayso.shell import doctor
from sayso.shell.doctor import check_up
from sayso.shell.errors import MemorySchemaError, NotFoundError
from sayso.shell.memory import Memory
from sayso.shell.store.trust import known_stores, sayso_home
from sayso.shell.store.witness import mark_path
from tests.kit import FAULT, World, fail_with, whole_turn
from tests.shell.calm import calm_and_warm
from tests.shell.damages import DAMAGES, in_a_log, in_use
from tests.shell.lifekit import begun
from tests.shell.lived import GENERATION, lived_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.doctor import Checkup

Looks = dict[str, tuple[bytes, int, int]]


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder for temporary files, on a machine without a finding of its own."""
    return calm_and_warm(monkeypatch, tmp_path_factory.mktemp("temporary"))


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own, on whose work a day has not passed."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


def look(world: World) -> Checkup:
    """Let the doctor look, in the world's own time."""
    assert world.folder is not None
    return check_up(world.folder, world.ports)


def told(world: World) -> list[tuple[Severity, About, str]]:
    """Give what it finds."""
    return [(one.severity, one.about, one.what) for one in look(world).findings]


def everything(*folders: Path) -> Looks:
    """Give every file and folder with its bytes, rights and time of the last change."""
    return {
        str(path): (
            path.read_bytes() if path.is_file() and not path.is_symlink() else b"",
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
        )
        for folder in folders
        for path in (folder, *sorted(folder.rglob("*")))
    }


def test_a_sound_store_has_no_finding(world: World) -> None:
    """A store with a past, closed or open, is sound, and the doctor says whose it is."""
    checkup = look(world)
    assert checkup.findings == ()
    assert checkup.has_file
    assert checkup.standing is not None
    assert checkup.standing.generation == GENERATION
    with world.open() as memory:
        memory.record(whole_turn("Meanwhile."))
        assert look(world).findings == ()
        assert memory.status().health == "healthy"


def test_no_store_is_no_finding(tmp_path: Path) -> None:
    """Where no memory has begun nothing is wrong, and nothing is made."""
    (tmp_path / ".git").mkdir()
    checkup = check_up(tmp_path)
    assert (checkup.has_file, checkup.standing, checkup.findings) == (False, None, ())
    assert [path.name for path in tmp_path.iterdir()] == [".git"]
    with pytest.raises(NotFoundError):
        check_up(tmp_path / "missing")


@pytest.mark.parametrize("name", DAMAGES)
def test_every_damage_is_found_and_nothing_changes(world: World, name: str) -> None:
    """Whatever became of the store, the doctor tells it as damage and leaves every byte and time.

    What opening finds is among its findings, but for what it can tell more exactly.
    """
    DAMAGES[name](world.path)
    assert world.folder is not None
    home = sayso_home()
    before = everything(world.folder, home)
    checkup = look(world)
    assert everything(world.folder, home) == before
    assert checkup.findings[0].severity is Severity.DAMAGE
    assert all(one.advice for one in checkup.findings)
    with world.open(create=False) as memory:
        health = memory.health
    assert isinstance(health, Degraded)
    known = {what for what in health.findings if not what.startswith("the file is damaged: ")}
    assert known <= {one.what for one in checkup.findings}


def test_a_lost_log_is_found_by_the_mark(world: World) -> None:
    """Commits that the mark has seen and the store has not are told as lost (S15)."""
    before = world.path.read_bytes()
    with world.open() as memory:
        memory.record(whole_turn("Soon lost."))
    world.path.write_bytes(before)
    ((severity, about, what),) = told(world)
    assert (severity, about) == (Severity.DAMAGE, About.MARK)
    assert "1 saved change is gone" in what


def test_a_flipped_bit_is_found(world: World) -> None:
    """The doctor reads every word, and holds it against its hash (S13)."""
    with world.open() as memory:
        memory.store.checkpoint()
    content = bytearray(world.path.read_bytes())
    content[content.index(b"Later?")] ^= 1
    world.path.write_bytes(content)
    assert next(what for _, about, what in told(world) if about is About.STORE).startswith("t3")


def test_a_store_that_came_with_the_folder(world: World) -> None:
    """A memory of another user is damage only until it is trusted."""
    standing = look(world).standing
    assert standing is not None
    known_stores().forget(standing.store_id)
    assert [(severity, about) for severity, about, _ in told(world)] == [
        (Severity.DAMAGE, About.TRUST)
    ]
    known_stores().remember(standing.store_id)
    assert told(world) == []


@pytest.mark.parametrize(
    "kind", ["foreign", "link", "folder", "pipe", "blank", "zeros", "linked folder"]
)
def test_what_is_no_store(world: World, tmp_path: Path, kind: str) -> None:
    """A stranger's database, a link, a folder, a pipe are told and left alone."""
    shutil.rmtree(world.path.parent)
    world.path.parent.mkdir(mode=0o700)
    if kind == "foreign":
        with closing(apsw.Connection(str(world.path))) as connection:
            connection.execute("CREATE TABLE customers (name)")
    elif kind == "link":
        world.path.symlink_to(tmp_path / "elsewhere")
    elif kind == "folder":
        world.path.mkdir()
    elif kind == "pipe":
        os.mkfifo(world.path)
    elif kind == "linked folder":
        world.path.parent.rmdir()
        world.path.parent.symlink_to(tmp_path)
    else:
        world.path.write_bytes(b"" if kind == "blank" else b"\0" * 4096)
    found = [severity for severity, about, _ in told(world) if about is About.STORE]
    assert found == ([] if kind == "blank" else [Severity.DAMAGE])


def test_an_unreadable_and_a_missing_mark(world: World) -> None:
    """Both are told, and neither is damage."""
    mark = mark_path(world.path)
    mark.write_bytes(b"x" * 512)
    ((severity, about, _),) = told(world)
    assert (severity, about) == (Severity.WARNING, About.MARK)
    mark.unlink()
    ((severity, about, _),) = told(world)
    assert (severity, about) == (Severity.HINT, About.MARK)


def test_leases_of_the_dead_and_of_wrong_clocks(world: World) -> None:
    """Jobs and turns whose holder is gone, or whose lease no clock of today gave, are counted."""
    with world.open() as memory:
        begun(memory)
        memory.record(whole_turn("Held."))
        in_use(
            "UPDATE memory_jobs SET status = 'leased', lease_owner = 'gone', "
            f"lease_expires_at = {world.clock.now_us() + 1}"
        )(world.path)
    assert told(world) == []
    world.clock.advance(limits.TURN_LEASE_US / limits.SECOND_US + 1)
    found = {what.partition(":")[0] for _, _, what in told(world)}
    assert found == {
        "jobs held by a worker that is gone",
        "turns that are open though their host is gone",
    }
    in_use(
        "UPDATE memory_jobs SET lease_expires_at = 9e15 WHERE status = 'leased'",
        "UPDATE turns SET lease_expires_at = 9e15 WHERE state = 'open'",
    )(world.path)
    found = {what.partition(":")[0] for _, _, what in told(world)}
    assert found == {
        "jobs held until a time that a wrong clock gave",
        "turns that are open until a time that a wrong clock gave",
    }


def test_jobs_that_fail_are_parked_or_wait(world: World) -> None:
    """Failing, parked and forgotten jobs each have their finding."""
    with world.open() as memory:
        for attempt in range(12):
            world.model.script = [fail_with(FAULT)] * 2
            memory.work()
            if attempt == 7:
                assert any("fail again and again" in what for _, _, what in told(world))
            world.clock.advance(3_600)
        assert any("parked: 1" in what for _, _, what in told(world))
        memory.record(whole_turn("Nobody works."))
    world.clock.advance(25 * 3_600)
    assert any("more than a day: 1" in what for _, _, what in told(world))
    in_use("UPDATE memory_jobs SET generation = 1")(world.path)
    assert any("generation that is over: 1" in what for _, _, what in told(world))


def test_a_clock_that_was_set_back(world: World) -> None:
    """Rows that are newer than now show it."""
    world.clock.advance(-2_000)
    assert [about for _, about, _ in told(world)] == [About.CLOCK]


def test_a_log_that_somebody_holds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log beyond the bound is told with the process that reads an old state of it."""
    monkeypatch.setattr("sayso.shell.doctor.limits.LOG_LARGE_BYTES", 0)
    monkeypatch.setattr(
        doctor,
        "CHILD",
        doctor.CHILD.replace(
            "main(", "from sayso.core import limits\nlimits.LOG_LARGE_BYTES = 0\nmain("
        ),
    )
    with world.open() as memory, closing(apsw.Connection(str(world.path))) as reader:
        memory.record(whole_turn("In the log."))
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turns").fetchall()
        (found,) = [what for _, about, what in told(world) if about is About.DISK]
    assert f"held by process {os.getpid()}" in found


def test_the_doctor_takes_no_lock_away(world: World) -> None:
    """What this process has locked stays locked while its doctor looks."""
    with world.open() as memory:
        with closing(apsw.Connection(str(world.path))) as writer:
            writer.execute("BEGIN IMMEDIATE")
            assert look(world).findings == ()
            writer.execute("UPDATE memory_meta SET commit_counter = commit_counter + 1")
            writer.execute("COMMIT")
        assert memory.record(whole_turn("Goes on.")) is not None


def test_a_catalogue_full_of_strangers(world: World) -> None:
    """However many objects somebody added, the answer stays short."""
    in_a_log(*(f"CREATE TABLE extra_{number} (x)" for number in range(200)))(world.path)
    found = told(world)
    assert len(found) == limits.CHECKUP_FINDINGS_MAX + 1
    assert found[-1][2] == "and 150 more of this kind"


def test_names_without_end(world: World) -> None:
    """A name in the catalogue may be of any length; what is told of it is short."""
    in_use(f'CREATE TABLE "{"x" * 100_000}" (y)')(world.path)
    ((_, _, what),) = told(world)
    assert what.startswith("unexpected table xxx")
    assert len(what) <= limits.CHECKUP_FINDING_MAX_CHARS


def test_a_store_without_a_name_of_ours(world: World) -> None:
    """An id that could lead elsewhere is damage, and never gets into the mark."""
    in_use("UPDATE memory_meta SET store_id = '../../evil'")(world.path)
    found = told(world)
    assert (Severity.DAMAGE, About.STORE) in {(severity, about) for severity, about, _ in found}
    assert look(world).standing is None
    assert world.folder is not None
    with pytest.raises(MemorySchemaError, match="none that Sayso gives"):
        doctor.accept(world.folder, world.ports)


def test_a_memory_in_use_is_not_disturbed(world: World) -> None:
    """A doctor beside a writer sees one moment and leaves the writer alone."""
    with world.open() as memory:
        for number in range(3):
            memory.record(whole_turn(f"Said {number}."))
            assert look(world).findings == ()
    with Memory.open(world.path.parent.parent, create=False, ports=world.ports) as memory:
        assert memory.status().turns.total == 5
