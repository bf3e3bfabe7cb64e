"""The doctor's child process, and what lies around a store."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.checkup.content import MEBIBYTE
from sayso.core.checkup.findings import About, Severity
from sayso.shell import doctor, examining
from sayso.shell.doctor import check_up
from sayso.shell.errors import MemorySchemaError
from sayso.shell.store import files
from sayso.shell.store.trust import known_stores
from tests.shell.calm import calm
from tests.shell.lived import lived_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.checkup.findings import Finding
    from tests.kit import World


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder for temporary files, on a machine without a finding of its own."""
    return calm(monkeypatch, tmp_path_factory.mktemp("temporary"))


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


def found(world: World) -> list[Finding]:
    """Give what the doctor finds."""
    assert world.folder is not None
    return list(check_up(world.folder, world.ports).findings)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import signal; signal.pause()", "had not ended after"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), 40)", "was ended by "),
        ("raise MemoryError('two\\nlines')", "the reading failed: lines"),
        ("import sys; sys.exit(3)", "the reading failed: no answer"),
        ("print('[]')", "the reading failed: no answer"),
        ("print('{\"standing\": null}')", "the reading failed: no answer"),
    ],
)
def test_a_child_that_does_not_answer_is_a_finding(
    world: World, monkeypatch: pytest.MonkeyPatch, program: str, reason: str
) -> None:
    """A reader that hangs, crashes, fails or talks nonsense is damage, told in one line."""
    monkeypatch.setattr(doctor, "CHILD", program)
    if "pause" in program:
        monkeypatch.setattr(limits, "CHECKUP_BASE_US", 200_000)
    (finding,) = [one for one in found(world) if one.severity is Severity.DAMAGE]
    assert finding.about is About.STORE
    assert reason in finding.what
    assert "'sayso restore FILE'" in finding.advice


def test_a_larger_store_is_given_more_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit grows with the store's size: a sound one is never called damaged for its size."""
    small = doctor._patience_s(world.path)  # noqa: SLF001 - no test reads a store of gigabytes
    os.truncate(world.path, 1024 * MEBIBYTE)
    large = doctor._patience_s(world.path)  # noqa: SLF001 - the same
    assert small == limits.CHECKUP_BASE_US / limits.SECOND_US
    assert large == small + 1024 * limits.CHECKUP_MEBIBYTE_US / limits.SECOND_US


def test_a_child_that_is_killed_leaves_no_copy(
    world: World, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a child had copied goes with the folder it was given."""
    monkeypatch.setattr(
        doctor,
        "CHILD",
        "import os, signal, tempfile; tempfile.mkdtemp(); os.kill(os.getpid(), signal.SIGKILL)",
    )
    assert any("SIGKILL" in one.what for one in found(world))
    assert list(temporary.iterdir()) == []


def test_the_child_takes_no_module_from_the_project(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of the project that is named like a module is not run."""
    assert world.folder is not None
    monkeypatch.chdir(world.folder)
    for name in ("apsw", "json", "sayso"):
        (world.folder / f"{name}.py").write_text("raise SystemExit('taken over')")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert found(world) == []


def test_rights_links_and_leftovers(world: World, tmp_path: Path, temporary: Path) -> None:
    """What others may read, other names of the file, and half-written files are told."""
    folder = world.path.parent
    folder.chmod(0o755)
    world.path.chmod(0o644)
    os.link(world.path, tmp_path / "another.db")
    exports = folder / files.EXPORTS_NAME
    exports.mkdir(mode=0o700)
    (exports / "memory-1.json").touch(mode=0o600)
    (exports / "memory-2.json").touch()
    (exports / "memory-2.json").chmod(0o640)
    copy = temporary / f"{files.COPY_PREFIX}abc"
    hidden = exports / ".memory-abc.tmp"
    copy.mkdir()
    hidden.touch()
    for path in (copy, hidden):
        os.utime(path, ns=(0, 0))
    assert {one.what for one in found(world)} == {
        f"{folder} is open to other users (mode 755)",
        f"{world.path} is open to other users (mode 644)",
        f"{exports / 'memory-2.json'} is open to other users (mode 640)",
        f"{world.path} has 2 names (hard links)",
        f"{copy} is what a killed process left",
        f"{hidden} is what a killed process left",
    }


def test_what_belongs_to_another_user(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of somebody else are told; his leftovers are his own."""
    (world.path.parent / ".memory-abc.tmp").touch()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    whats = [one.what for one in found(world)]
    assert whats
    assert all(what.endswith("belongs to another user") for what in whats)


def test_a_disk_that_is_nearly_full(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room and an unsafe file system are told; what the system does not tell is not."""
    monkeypatch.setattr(limits, "DISK_FREE_MIN_BYTES", 2**60)
    mounts = world.path.parent.parent / "mounts"
    mounts.write_text("22 1 0:21 / / rw - nfs4 host:/ rw\n")
    monkeypatch.setattr(doctor, "MOUNTS", mounts)
    assert [one.about for one in found(world)] == [About.DISK, About.DISK]

    def fail(_path: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "statvfs", fail)
    mounts.unlink()
    assert found(world) == []


def test_settings_that_make_no_model(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken configuration, and a key in one that others can read, are told."""
    home = tmp_path / "home"
    home.mkdir()
    store_id = check_up(world.path.parent.parent, world.ports).standing
    assert store_id is not None
    monkeypatch.setenv("SAYSO_HOME", str(home))
    known_stores().remember(store_id.store_id)
    config = home / "config.toml"
    config.write_text('api_key = "secret"\nprovider = "elsewhere"\n')
    config.chmod(0o644)
    assert [one.what for one in found(world)] == [
        "unknown provider 'elsewhere'",
        f"{config} holds a key and is open to other users",
    ]
    config.chmod(0o600)
    config.write_text("provider = ")
    (only,) = found(world)
    assert "config.toml" in only.what


def test_an_old_sqlite_and_a_store_that_may_only_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both keep the memory from working; the store itself is read all the same."""
    monkeypatch.setattr(examining, "SQLITE_NEEDED", (99, 0, 0))
    monkeypatch.setattr(examining, "unwritable_part", lambda path: path)
    content = examining.examine(world.path, world.clock.now_us())
    assert [(one.about, one.severity) for one in content.verdicts] == [
        (About.SETTINGS, Severity.DAMAGE),
        (About.ACCESS, Severity.DAMAGE),
    ]
    assert content.standing is not None


def test_no_room_for_a_copy(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A doctor that cannot look says so and calls nothing damaged; nor is that accepted."""

    def fail(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_copy_file", fail)
    content = examining.examine(world.path, world.clock.now_us())
    (only,) = content.verdicts
    assert (only.severity, only.about) == (Severity.WARNING, About.DISK)
    assert only.what.startswith("the store could not be looked at: cannot copy ")
    monkeypatch.setattr(doctor, "_examined", lambda *_given: (content, ""))
    assert world.folder is not None
    with pytest.raises(MemorySchemaError, match="could not be looked at"):
        doctor.accept(world.folder, world.ports)


def test_a_store_that_may_not_be_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the right to read there is one finding, with what to do."""
    monkeypatch.setattr(os, "access", lambda *_given, **_named: False)
    content = examining.examine(world.path, world.clock.now_us())
    (only,) = content.verdicts
    assert "may not be read" in only.what
    assert content.standing is None


def test_a_folder_that_may_not_be_looked_into(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system forbids is a finding with its own words."""

    def fail(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(examining, "traces_of", fail)
    (only,) = examining.examine(world.path, world.clock.now_us()).verdicts
    assert (only.about, only.what) == (About.ACCESS, f"{world.path}: Permission denied")
