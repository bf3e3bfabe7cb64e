"""The real `sayso hook`: light, silent about faults, and a whole session through it."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sayso.shell.agents.journal import read_journal
from sayso.shell.entrances import hooks
from sayso.shell.entrances.hooks import named
from sayso.shell.entrances.later import put_off

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Sayso

# What only a command line, a model, a failure, a copy or a memory as a whole needs (decision 30).
HEAVY = (
    *("httpx", "rich", "typer", "pydantic"),
    *("orjson", "returns", "ast", "tempfile", "random", "sayso.core.salvage"),
    *("sayso.core.jobs", "sayso.core.speech", "sayso.core.transcripts.records"),
    *("sayso.shell.memory", "sayso.shell.store.checks", "sayso.shell.worker"),
)
MODULES_MAX = 200  # about 170, of which 80 are Python's
RUN = """
import sys
from sayso.shell.entrances.hooks import hook
code = hook(sys.argv[2:])
sys.stderr.write(" ".join(name for name in %r if name in sys.modules))
if len(sys.modules) > %d:
    sys.stderr.write(f"{len(sys.modules)} modules")
sys.exit(code)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a project of its own, below a path with a blank, with a home of its own."""
    folder = tmp_path / "Ann Bell" / "p"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SAYSO_BACKGROUND", "0")
    return folder


def send(event: str, folder: Path, session: str = "s1", **fields: object) -> str:
    """Run the command as an agent does; gives its output, after looking at what it loaded."""
    payload = {"session_id": session, "cwd": str(folder), "hook_event_name": event} | fields
    run = subprocess.run(
        [sys.executable, "-c", RUN % (HEAVY, MODULES_MAX), "hook", event],
        input=json.dumps(payload).encode(),
        capture_output=True,
        check=True,
    )
    assert run.stderr == b""
    return run.stdout.decode()


def test_a_whole_session_through_the_command(project: Path) -> None:
    """Start, prompt, stop, work: the next session is told the memory, and none of it loaded what a
    command line or a model needs.
    """
    said = "From now on always use pnpm for packages."
    assert send("SessionStart", project, source="startup") == ""
    assert send("UserPromptSubmit", project, prompt=said) == ""
    assert send("Stop", project, last_assistant_message="Noted.") == ""
    from sayso.shell.memory import Memory

    with Memory.open(project) as memory:
        memory.work()
    told = json.loads(send("SessionStart", project, session="s2", source="startup"))
    text = told["hookSpecificOutput"]["additionalContext"]
    assert "m1 From now on always use pnpm for packages" in text
    assert "it ended with: Noted." in text


def test_a_hook_that_fails_is_silent_and_ends_well(project: Path) -> None:
    """What no other place caught: the agent sees nothing, the journal has it."""
    code = (
        "import sayso.shell.agents.hooking as h\n"
        "def broken(*_): raise KeyboardInterrupt\n"
        "h.answer_hook = broken\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code + RUN % ((), MODULES_MAX), "hook", "Stop", "--host=codex"],
        input=b"{}",
        capture_output=True,
        check=True,
    )
    assert (run.stdout, run.stderr) == (b"", b"")
    (fault,) = read_journal(project).faults
    assert (fault.host, fault.event) == ("codex", "Stop")
    assert "KeyboardInterrupt" in fault.fault


@pytest.mark.parametrize(
    ("arguments", "event", "host"),
    [
        (["Stop"], "Stop", "claude-code"),
        (["--host", "codex", "Stop"], "Stop", "codex"),
        (["stop", "--host=cursor", "--new", "more"], "stop", "cursor"),
        (["--host"], "", "claude-code"),
        ([], "", "claude-code"),
    ],
)
def test_arguments_are_read_leniently(arguments: list[str], event: str, host: str) -> None:
    """Whatever else a newer set-up passes is passed over."""
    assert named(arguments) == (event, host)


def test_a_payload_comes_in_pieces_and_an_endless_one_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of it is read, so that the agent's pipe never breaks; no more is kept than any has."""
    given = [b"x" * hooks.PIECE_BYTES] * 40 + [b""]
    monkeypatch.setattr(os, "read", lambda _file, _size: given.pop(0))
    kept = hooks.read_all(0)
    assert given == []
    assert 33 * 1024 * 1024 < len(kept) <= 34 * 1024 * 1024


def test_a_pipe_takes_an_answer_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is written whole, however little a pipe takes at a time."""
    taken: list[bytes] = []

    def write(_file: int, text: bytes) -> int:
        taken.append(text[:3])
        return len(text[:3])

    monkeypatch.setattr(os, "write", write)
    hooks.write_all(1, b"12345678")
    assert b"".join(taken) == b"12345678"


def test_a_module_that_is_put_off_is_loaded_when_it_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two imports of it load nothing, its first name all of it, and then it is like any other."""
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    put_off("colorsys")
    put_off("no_such_module")
    colorsys = importlib.import_module("colorsys")
    assert importlib.import_module("colorsys") is colorsys
    kind = type(colorsys)
    assert "rgb_to_hsv" not in vars(colorsys)
    assert colorsys.rgb_to_hsv(0, 0, 0) == (0, 0, 0)
    assert (type(colorsys), colorsys.__name__) == (type(sys), "colorsys")
    assert kind is not type(sys)
    put_off("colorsys")
    assert sys.modules["colorsys"] is colorsys
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(colorsys, "no_such_name")  # noqa: B009 - as a stranger asks
    assert "no_such_module" not in sys.modules


def test_the_envelope_is_refused(sayso: Sayso) -> None:
    """Asked through the command line, a hook has no envelope: its answer is the agent's own."""
    told = sayso("hook", "Stop", "--json")
    assert told.code == 2
    assert "a hook answers as its agent wants it" in told.error["message"]
    asked = sayso("hook", "Stop", stdin=b"{}")
    assert (asked.code, asked.out, asked.err) == (0, "", "")


def test_status_tells_how_hooks_fare(sayso: Sayso, project: Path) -> None:
    """Which hooks fired and what went wrong, for people on a line each and for programs."""
    payload = {"session_id": "a", "cwd": str(project), "prompt": "Use tabs."}
    sayso("hook", "UserPromptSubmit", stdin=json.dumps(payload).encode())
    payload["prompt"] = "\ud800"
    sayso("hook", "UserPromptSubmit", "--host", "codex", stdin=json.dumps(payload).encode())
    lines = sayso("--project", str(project), "status").out.splitlines()
    hooks_told = [line for line in lines if line.startswith("hook")]
    assert hooks_told[0].startswith("hooks       claude-code: UserPromptSubmit 2")
    assert hooks_told[1].startswith("hooks       codex: UserPromptSubmit 2")  # it did fire
    assert "codex UserPromptSubmit 2" in hooks_told[2]
    assert "lone surrogate" in hooks_told[2]
    told = sayso("--project", str(project), "status", "--json").answer["hooks"]
    assert [one["host"] for one in told["fired"]] == ["claude-code", "codex"]
    assert [one["host"] for one in told["faults"]] == ["codex"]
