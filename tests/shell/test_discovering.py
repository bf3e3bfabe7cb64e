"""Discovering lists what a machine has of logs, tool by tool, and says what it does not have."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from sayso.shell.discovering import Found, Machine, discover
from sayso.shell.importing import ImportOptions, import_paths
from tests.shell.logkit import claude_line, write_log

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"
DAY_US = 24 * 3600 * 1_000_000


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Give a machine with a home and a project, and nothing in either."""
    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    return Machine(
        home=tmp_path / "home", environment={}, project=tmp_path / "project", system="linux"
    )


def found_by(machine: Machine) -> dict[tuple[str, str], Found]:
    """Discover, and give each place by tool and last part of its path."""
    shown: list[tuple[int, int]] = []
    found = discover(machine, lambda done, total: shown.append((done, total)))
    assert shown == [(done, len(found)) for done in range(len(found) + 1)]
    return {(one.tool, one.path.name): one for one in found}


def codex_row(folder: Path) -> dict[str, object]:
    """Give the first line of a rollout."""
    meta = {"id": "c1", "cwd": str(folder)}
    return {"timestamp": "2026-02-03T09:00:00Z", "type": "session_meta", "payload": meta}


def test_an_empty_machine_says_so(machine: Machine) -> None:
    """Every place is named, with its whole path, and none is there."""
    found = found_by(machine)
    assert {one.state for one in found.values()} == {"missing"}
    assert [str(one.path.relative_to(machine.home.parent)) for one in found.values()] == [
        "project/.aider.chat.history.md",
        "home/.claude/projects",
        "home/.codex/sessions",
        "home/.codex/archived_sessions",
        "home/.copilot/session-state",
        "home/.config/Code/User/workspaceStorage",
        "project/.specstory/history",
    ]
    assert all((one.logs, one.here, one.first_us) == (0, 0, None) for one in found.values())


def test_logs_are_counted_by_folder_and_dated(machine: Machine) -> None:
    """Logs of this folder are told from others; what sub-agents left is none."""
    sessions = machine.home / ".claude" / "projects"
    here = claude_line("u1", "One.", machine.project / "src")
    later = claude_line("u2", "Two.", "/elsewhere") | {"timestamp": "2023-12-24T10:00:00Z"}
    write_log(sessions / "a" / "s1.jsonl", here)
    write_log(sessions / "b" / "s2.jsonl", later)
    write_log(sessions / "b" / "agent-7.jsonl", here)
    write_log(sessions / "b" / "s2" / "subagents" / "agent-8.jsonl", here)
    (sessions / "b" / "notes.txt").write_text("x")
    rollouts = machine.home / ".codex" / "sessions" / "2026" / "02" / "03"
    write_log(rollouts / "rollout-1.jsonl", codex_row(machine.project))
    found = found_by(machine)
    claude = found["claude-code", "projects"]
    assert (claude.state, claude.logs, claude.here, claude.unreadable) == ("found", 2, 1, 0)
    assert claude.first_us is not None
    assert claude.last_us is not None
    assert (claude.last_us - claude.first_us) == 53 * DAY_US
    codex = found["codex", "sessions"]
    assert (codex.logs, codex.here) == (1, 1)
    assert codex.first_us == codex.last_us == 1_770_109_200_000_000


def test_histories_in_the_project_are_dated_by_their_turns(machine: Machine) -> None:
    """They name no folder, and an import takes them."""
    shutil.copy(FIXTURES / "aider_en.md", machine.project / ".aider.chat.history.md")
    history = machine.project / ".specstory" / "history"
    history.mkdir(parents=True)
    for name in ("specstory_claude_en.md", "specstory_early.md"):
        shutil.copy(FIXTURES / name, history / name)
    found = found_by(machine)
    aider = found["aider", ".aider.chat.history.md"]
    assert (aider.logs, aider.here) == (1, 1)
    assert (aider.first_us, aider.last_us) == (1_772_615_700_000_000, 1_772_704_800_000_000)
    specstory = found["specstory", "history"]
    assert (specstory.logs, specstory.here) == (2, 2)
    assert specstory.first_us == 1_774_999_959_000_000


def test_only_start_and_end_of_a_large_log_are_looked_at(machine: Machine) -> None:
    """The folder of the beginning and the time of the end are seen over any size in between."""
    first = claude_line("u1", "One.", machine.project)
    middle = claude_line("u2", "x" * 300_000, "/elsewhere") | {"timestamp": "2001-01-01T00:00:00Z"}
    last = claude_line("u3", "Three.", machine.project) | {"timestamp": "2023-11-02T10:00:00Z"}
    write_log(machine.home / ".claude" / "projects" / "a" / "s.jsonl", first, middle, last)
    claude = found_by(machine)["claude-code", "projects"]
    assert claude.first_us is not None
    assert claude.last_us == claude.first_us + DAY_US


def test_the_tools_own_variables_move_the_places(machine: Machine, tmp_path: Path) -> None:
    """Each tool is looked for where it would look itself; an empty variable moves nothing."""
    moved = Machine(
        home=machine.home,
        project=machine.project,
        system="linux",
        environment={
            "AIDER_CHAT_HISTORY_FILE": "notes/history.md",
            "CLAUDE_CONFIG_DIR": str(tmp_path / "claude"),
            "CODEX_HOME": str(tmp_path / "codex"),
            "COPILOT_HOME": " ",
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
    )
    write_log(tmp_path / "claude" / "projects" / "a" / "s.jsonl", claude_line("u", "x", "/a"))
    paths = [str(one.path.relative_to(tmp_path)) for one in found_by(moved).values()]
    assert paths == [
        "project/notes/history.md",
        "claude/projects",
        "codex/sessions",
        "codex/archived_sessions",
        "home/.copilot/session-state",
        "config/Code/User/workspaceStorage",
        "project/.specstory/history",
    ]
    assert found_by(moved)["claude-code", "projects"].logs == 1
    on_a_mac = Machine(home=machine.home, project=machine.project, system="darwin", environment={})
    editor = found_by(on_a_mac)["copilot", "workspaceStorage"].path
    assert editor.is_relative_to(machine.home / "Library" / "Application Support" / "Code")


def editors_log(machine: Machine, number: str, folder: str | None) -> Path:
    """Write a transcript of an editor, and the file that says which folder it is for."""
    place = machine.home / ".config" / "Code" / "User" / "workspaceStorage" / number
    log = place / "GitHub.copilot-chat" / "transcripts" / f"t{number}.jsonl"
    asked: dict[str, object] = {
        "type": "user.message",
        "data": {"content": f"Words {number}."},
        "id": "1",
    }
    write_log(log, asked)
    if folder is not None:
        (place / "workspace.json").write_text(folder)
    return log


def test_an_editors_transcript_belongs_to_the_folder_it_was_kept_for(machine: Machine) -> None:
    """The file above it names it; an address of another machine is no folder here."""
    spaced = machine.project / "my src"
    logs = [
        editors_log(machine, "1", json.dumps({"folder": spaced.as_uri()})),
        editors_log(machine, "2", json.dumps({"folder": "file:///elsewhere"})),
        editors_log(machine, "3", json.dumps({"folder": "vscode-remote://ssh/srv/app"})),
        editors_log(machine, "4", json.dumps({"folder": 7})),
        editors_log(machine, "5", "broken"),
        editors_log(machine, "6", None),
    ]
    editor = found_by(machine)["copilot", "workspaceStorage"]
    assert (editor.logs, editor.here) == (6, 4)
    options = ImportOptions(dry_run=True, project=machine.project)
    taken = [import_paths(None, [log], options).turns for log in logs]
    assert taken == [1, 0, 0, 1, 1, 1]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_closed_place_and_a_closed_log_are_told(machine: Machine) -> None:
    """Neither is taken for a place that is not there."""
    projects = machine.home / ".claude" / "projects"
    log = write_log(projects / "a" / "s.jsonl", claude_line("u1", "One.", machine.project))
    log.chmod(0)
    sessions = machine.home / ".codex" / "sessions"
    sessions.mkdir(parents=True)
    sessions.chmod(0)
    found = found_by(machine)
    sessions.chmod(0o700)
    assert found["codex", "sessions"].state == "unreadable"
    claude = found["claude-code", "projects"]
    assert (claude.logs, claude.unreadable, claude.here) == (1, 1, 0)


def test_a_fault_of_the_disk_is_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that cannot be listed and a log that cannot be read are no missing places."""
    write_log(machine.home / ".claude" / "projects" / "a" / "s.jsonl", {"user": "One."})
    (machine.home / ".codex" / "sessions").mkdir(parents=True)
    scan, opened = os.scandir, Path.open

    def failing_scan(path: str | Path) -> object:
        if Path(path).name == "sessions":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    def failing_open(path: Path, *arguments: object) -> object:
        if path.name == "s.jsonl":
            raise OSError(5, "Input/output error")
        return opened(path, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr("sayso.shell.discovering.os.scandir", failing_scan)
    monkeypatch.setattr(Path, "open", failing_open)
    found = found_by(machine)
    assert found["codex", "sessions"].state == "unreadable"
    claude = found["claude-code", "projects"]
    assert (claude.state, claude.logs, claude.unreadable) == ("found", 1, 1)
