"""A doctor tries what agents are told to call: exactly that, bounded, and nothing foreign."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.agents.connections.hosts import Host, Scope
from sayso.shell.agents.connected import check_connections
from sayso.shell.agents.connecting import Order, connect
from sayso.shell.agents.journal import note_fault, note_fired
from sayso.shell.errors import RefusedError
from sayso.shell.ports import system_ports

if TYPE_CHECKING:
    from pathlib import Path

GREETED = '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{"name":"sayso"}}}'
WORKS = f"""\
#!/bin/sh
echo "$SAYSO_PROBE $(pwd) $*" >> "$0.calls"
case "$1" in
hook) cat >> "$0.told"; echo '{{}}' ;;
mcp) read -r line; echo "$line" >> "$0.told"; echo '{GREETED}'; cat > /dev/null ;;
esac
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project with a memory's folder, where hooks note that they fired."""
    folder = tmp_path / "我的 project"
    (folder / ".sayso").mkdir(parents=True, mode=0o700)
    return folder


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a program that answers as Sayso does, installed in a home of its own."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "李 华"))
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    program = tmp_path / "李 华" / "bin" / "sayso"
    program.parent.mkdir(parents=True)
    write(program, WORKS)
    monkeypatch.setattr(sys, "argv", [str(program)])
    return program


def write(program: Path, script: str) -> None:
    """Put a script in the program's place."""
    program.write_text(script, encoding="utf-8")
    program.chmod(0o755)


def told(project: Path) -> list[tuple[str, str]]:
    """Give severity and text of what a doctor finds about agents."""
    _, findings = check_connections(project)
    return [(one.severity.value, one.what) for one in findings]


def test_every_command_is_tried_as_a_host_would(project: Path, program: Path) -> None:
    """Each hook gets a payload of its event, the server a greeting, all of them in the project."""
    connect(project, Order(host=Host.CLAUDE_CODE, scope=Scope.LOCAL))
    note_fired(project, "claude-code", "Stop")
    found, findings = check_connections(project)
    assert findings == ()
    (one,) = found.connected
    assert one.fired_at_us is not None
    calls = (program.parent / "sayso.calls").read_text("utf-8").splitlines()
    events = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
    hooks = [f"1 {project} hook {event} --host claude-code" for event in events]
    assert calls == [*hooks, f"1 {project} mcp"]
    lines = (program.parent / "sayso.told").read_text("utf-8").splitlines()
    payloads = [json.loads(line) for line in lines]
    assert [one.get("hook_event_name") for one in payloads] == [*events, None]
    assert payloads[0]["cwd"] == str(project)
    assert payloads[-1]["method"] == "initialize"


@pytest.mark.parametrize(
    ("script", "faults"),
    [
        (
            "#!/bin/sh\necho 'No such command' >&2\nexit 2\n",
            (
                "ends with exit code 2: No such command",
                "does not answer a client's greeting (exit code 2): No such command",
            ),
        ),
        (
            "#!/bin/sh\necho hello\n",
            ("answers something that is no JSON object", "does not answer a client's greeting"),
        ),
        ("#!/bin/sh\nexec tail -f /dev/null\n", ("had not ended after 0 s", "had not answered")),
        ("no script", ("ends with exit code 127: ", "cannot be run (Exec format error)")),
    ],
)
def test_a_broken_command_is_told_with_what_it_said(
    project: Path,
    program: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    faults: tuple[str, str],
) -> None:
    """A program that fails, babbles, hangs or is none is a warning for each thing it breaks."""
    connect(project, Order(host=Host.CURSOR, scope=Scope.USER))
    write(program, script)
    if "tail" in script:
        monkeypatch.setattr(limits, "PROBE_US", 50_000)
    found = told(project)
    assert [severity for severity, _ in found] == ["warning"] * 5 + ["hint"]
    assert all(faults[0] in what for _, what in found[:4])
    assert faults[1] in found[4][1]


def test_a_program_that_is_gone_is_not_run(project: Path, program: Path) -> None:
    """What is missing is named, once for each command that names it."""
    connect(project, Order(host=Host.CODEX, scope=Scope.PROJECT))
    program.unlink()
    found = told(project)
    assert len(found) == 6
    assert f"names {program}, which is not there or cannot be run" in found[0][1]


def test_nothing_that_came_with_a_folder_is_run(
    project: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other commands, relative programs and programs inside the project are told, never tried."""
    connect(project, Order(host=Host.CURSOR, scope=Scope.PROJECT))
    hooks, servers = project / ".cursor" / "hooks.json", project / ".cursor" / "mcp.json"
    inside = project / "sayso"
    write(inside, WORKS)
    monkeypatch.setenv("PATH", f"{project}:{os.environ['PATH']}")
    usual, server = hooks.read_text("utf-8"), servers.read_text("utf-8")
    servers.write_text(server.replace(str(program), str(inside)), encoding="utf-8")
    for text, why in (
        (usual.replace("--host cursor", " --host cursor"), "is not as Sayso writes it"),
        (usual.replace(str(program), str(inside)), "which is not this installation"),
        (usual.replace(f'\\"{program}\\"', "./sayso"), "names ./sayso, which is not there"),
        (usual.replace(f'\\"{program}\\"', "sayso"), "which is not this installation"),
    ):
        assert text != usual
        hooks.write_text(text, encoding="utf-8")
        found = told(project)
        assert [why in what for _, what in found[:4]] == [True] * 4
        assert f"the MCP server names {inside}, which is not this installation" in found[4][1]
    hooks.write_text(usual.replace("--host cursor", "--host cursor; touch evil"), encoding="utf-8")
    assert (
        "has no hook for sessionStart, beforeSubmitPrompt, stop, sessionEnd" in told(project)[0][1]
    )
    assert sorted(one.name for one in project.iterdir()) == [".cursor", ".sayso", "sayso"]


def test_files_switches_and_the_journal_are_looked_at(project: Path, program: Path) -> None:
    """An unreadable file that names Sayso, a switch that is off, and faults of the last day."""
    assert [severity for severity, _ in told(project)] == ["hint"]
    connect(project, Order(host=Host.CLAUDE_CODE, scope=Scope.PROJECT))
    (project / ".claude" / "settings.local.json").write_text('{"disableAllHooks": true}')
    (project / ".cursor").mkdir()
    (project / ".cursor" / "mcp.json").write_text('{"sayso": }')
    (project / ".cursor" / "hooks.json").write_bytes(b"sayso \xff")
    now_us = system_ports().clock.now_us()
    note_fault(project, "claude-code", "Stop", "the disk is full", now_us - 1)
    note_fault(project, "claude-code", "Stop", "long ago", now_us - 25 * limits.HOUR_US)
    found = [what for severity, what in told(project) if severity == "warning"]
    assert found == [
        f"{project}/.cursor/hooks.json: it is no UTF-8",
        f"{project}/.cursor/mcp.json: it is no strict JSON at line 1, column 11 (Expecting value)",
        "claude-code runs no hooks: disableAllHooks is true",
        "a hook failed within the last day: claude-code Stop: the disk is full",
    ]


def test_a_pipe_is_told_and_not_waited_for(project: Path, program: Path) -> None:
    """A configuration file that is no plain file is named, and nobody has to write into it."""
    pipes = [project / ".claude" / "settings.json", project / ".cursor" / "hooks.json"]
    for pipe in pipes:
        pipe.parent.mkdir()
        os.mkfifo(pipe)
    connect(project, Order(host=Host.CLAUDE_CODE, scope=Scope.LOCAL))
    found = [what for severity, what in told(project) if severity == "warning"]
    assert found == [f"{pipe}: it is no plain file" for pipe in pipes]
    with pytest.raises(RefusedError, match="is no plain file; nothing was changed"):
        connect(project, Order(host=Host.CURSOR, scope=Scope.PROJECT))
    assert program.is_file()


def test_in_a_home_the_user_s_files_are_looked_at_once(program: Path) -> None:
    """A project's places and the user's are the same there."""
    home = program.parents[1]
    (home / ".sayso").mkdir()
    connect(home, Order(host=Host.CURSOR, scope=Scope.USER))
    found, _ = check_connections(home)
    assert [one.scope for one in found.connected] == ["user"]
    assert os.environ["HOME"] == str(home)
