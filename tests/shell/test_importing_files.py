"""Which files and sessions an import takes, and what it says of those it leaves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.importing import (
    ImportOptions,
    import_paths,
)
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import World
from tests.shell.logkit import ANYWHERE, HERE, by_name, claude_line, counts, turns_of, write_log

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


def test_a_session_from_another_folder_is_left_out(
    memory: Memory, tmp_path: Path, world: World
) -> None:
    """Folders are compared resolved; subfolders count as inside, names that begin alike don't."""
    assert world.folder is not None
    link = tmp_path / "link"
    link.symlink_to(world.folder)
    folders: list[tuple[Path | str, bool]] = [
        (world.folder / "src", True),
        (link, True),
        (tmp_path / "project-two", False),
        (tmp_path, False),
        ("C:\\work\\project", False),
        (".", False),
        ("/nul\0", False),
    ]
    for number, (folder, _) in enumerate(folders):
        lines = claude_line(f"u{number}", f"Words {number}.", folder, f"s{number}")
        write_log(tmp_path / "logs" / f"{number}.jsonl", lines)
    report = import_paths(memory, [tmp_path / "logs"], HERE)
    assert by_name(report.skipped) == {"other-folder": 5}
    assert [turn.user_text for turn in turns_of(memory)] == ["Words 0.", "Words 1."]
    assert counts(import_paths(memory, [tmp_path / "logs"], ANYWHERE)) == (5, 2)


def test_without_a_project_no_folder_is_inside(tmp_path: Path) -> None:
    """A memory without a file takes a session that names a folder only when told so."""
    log = write_log(tmp_path / "s1.jsonl", claude_line("u1", "One.", tmp_path))
    with World(None).open() as memory:
        assert counts(import_paths(memory, [log], HERE)) == (0, 0)
        given = ImportOptions(project=tmp_path)
        assert counts(import_paths(memory, [log], given)) == (1, 0)


def test_faults_of_named_files_stop_nothing(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each unreadable file is a fault with a reason; the good one beside them goes in."""
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "binary.jsonl").write_bytes(b"\0\1\2\xff")
    (tmp_path / "notes.md").write_text("# Notes\n", encoding="utf-8")
    (tmp_path / "large.jsonl").write_text('{"user": "x"}' + " " * 100, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    good = write_log(tmp_path / "good.jsonl", {"user": "One."})
    monkeypatch.setattr(limits, "IMPORT_FILE_MAX_BYTES", 80)
    names = (
        "empty.jsonl",
        "binary.jsonl",
        "notes.md",
        "large.jsonl",
        "pipe",
        "none",
        "n\0l",
    )
    report = import_paths(memory, [*(tmp_path / name for name in names), good], HERE)
    assert [fault.reason for fault in report.faults] == [
        "empty-file",
        "binary-file",
        "unknown-format",
        "too-large",
        "not-a-file",
        "not-found",
        "unreadable",
    ]
    assert all(fault.hint.endswith(".") for fault in report.faults)
    assert (report.turns, report.files) == (1, 1)


def test_a_folder_is_walked_with_care(memory: Memory, tmp_path: Path) -> None:
    """Hidden and linked folders are not entered, `.specstory` is; what is no log is counted."""
    root = tmp_path / "root"
    write_log(root / "deep" / "log.jsonl", {"user": "One."})
    write_log(root / ".hidden" / "log.jsonl", {"user": "Hidden."})
    write_log(tmp_path / "elsewhere" / "log.jsonl", {"user": "Linked."})
    (root / "link").symlink_to(tmp_path / "elsewhere")
    (root / "README.md").write_text("# Read me\n", encoding="utf-8")
    (root / "empty.jsonl").write_bytes(b"")
    (root / "table.csv").write_text("user,assistant\n", encoding="utf-8")
    (root / "gone.jsonl").symlink_to(root / "nowhere.jsonl")
    history = root / ".specstory" / "history"
    history.mkdir(parents=True)
    (history / "talk.md").write_text("_**User**_\n\nTwo.\n\n---\n", encoding="utf-8")
    report = import_paths(memory, [root, root / "deep"], HERE)
    assert sorted(turn.user_text for turn in turns_of(memory)) == ["One.", "Two."]
    assert by_name(report.skipped) == {"unknown-format": 1, "empty-file": 1}
    assert report.faults == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every folder")
def test_a_folder_without_permission_is_a_fault(memory: Memory, tmp_path: Path) -> None:
    """A folder that cannot be listed, or looked into, is told and stops nothing."""
    closed = tmp_path / "root" / "closed"
    closed.mkdir(parents=True)
    closed.chmod(0)
    report = import_paths(memory, [tmp_path / "root", closed / "log.jsonl"], HERE)
    closed.chmod(0o700)
    assert [fault.reason for fault in report.faults] == ["unreadable", "unreadable"]


def test_a_broken_line_costs_only_itself(memory: Memory, tmp_path: Path) -> None:
    """Broken lines and unknown intents are counted by reason beside the turns that go in."""
    log = write_log(
        tmp_path / "log.jsonl",
        {"user": "One.", "at": "yesterday"},
        {"user": "Two.", "intent": "cooking"},
        {"user": "Three.", "intent": "code_audit"},
        {"user": "Four.", "intent": "code_explain"},
    )
    with log.open("a", encoding="utf-8") as file:
        file.write('{"user": "broken\n')
    report = import_paths(memory, [log], HERE)
    assert report.turns == 2
    assert by_name(report.skipped) == {
        "broken-json": 1,
        "repair-intent": 1,
        "unknown-intent": 1,
    }
    assert by_name(report.notices) == {"bad-time": 1}
    assert [turn.intent for turn in turns_of(memory)] == [
        "general_chat",
        "code_explain",
    ]
