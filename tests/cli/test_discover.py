"""`sayso import --discover` lists logs and imports nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.told import contents
from tests.shell.logkit import claude_line, write_log

if TYPE_CHECKING:
    from tests.cli.conftest import Sayso


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a made-up home, with none of the variables that move the tools' places."""
    home = tmp_path / "somebody"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("AIDER_CHAT_HISTORY_FILE", raising=False)
    return home


def test_what_is_there_is_listed_and_nothing_is_written(
    sayso: Sayso, project: Path, home: Path
) -> None:
    """Two lines for each place, in text and as JSON; neither home nor project has changed."""
    write_log(home / ".claude" / "projects" / "a" / "s1.jsonl", claude_line("u1", "x", project))
    write_log(home / ".claude" / "projects" / "b" / "s2.jsonl", claude_line("u2", "y", "/else"))
    before = contents(home) | contents(project)
    told = sayso("import", "--discover")
    assert told.code == 0
    shown = told.out.splitlines()
    at = shown.index(f"claude-code  {home}/.claude/projects")
    assert shown[at + 1] == f"{'':13}2 logs, 1 of this folder, 2023-11-01 to 2023-11-01"
    assert f"{'':13}not there" in shown
    assert shown[-2].startswith("chatgpt      no place of its own")
    assert shown[-1].startswith("nothing was imported")
    answer = sayso("import", "--discover", "--json").answer
    (claude,) = (one for one in answer["places"] if one["tool"] == "claude-code")
    assert claude == {
        "tool": "claude-code",
        "path": f"{home}/.claude/projects",
        "state": "found",
        "logs": 2,
        "here": 1,
        "unreadable": 0,
        "first_at": 1_698_832_800_000_000,
        "last_at": 1_698_832_800_000_000,
    }
    assert contents(home) | contents(project) == before
    assert [path.name for path in project.iterdir()] == [".git"]


def test_logs_without_times_and_logs_that_are_closed_are_told(
    sayso: Sayso, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A date is shown only where a log names one."""
    log = write_log(home / ".codex" / "sessions" / "r.jsonl", {"type": "x"})
    shown = sayso("import", "--discover").out.splitlines()
    assert f"{'':13}1 log, 1 of this folder" in shown
    usual = Path.open

    def closed(path: Path, *arguments: object) -> object:
        if path == log:
            raise PermissionError(13, "Permission denied")
        return usual(path, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", closed)
    shown = sayso("import", "--discover").out.splitlines()
    assert f"{'':13}1 log, 0 of this folder, 1 cannot be read" in shown


def test_a_path_is_wanted_exactly_when_there_is_something_to_import(
    sayso: Sayso, tmp_path: Path
) -> None:
    """Without one the command says what to give; with --discover it would be left unread."""
    told = sayso("import")
    assert (told.code, told.err.partition(" — ")[0]) == (2, "sayso: no PATH to import")
    told = sayso("import", "--discover", str(tmp_path))
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("sayso: --discover looks at places it knows")
