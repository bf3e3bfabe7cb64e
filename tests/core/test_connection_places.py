"""Where each host is told of Sayso, what stands there, and how the command is spelt."""

from __future__ import annotations

import pytest

from sayso.core.agents.connections.commands import (
    hook_command,
    is_our_command,
    read_hook_command,
    shell_word,
)
from sayso.core.agents.connections.hosts import (
    EVENTS,
    Host,
    Scope,
    connect_text,
    targets_of,
)
from sayso.core.agents.connections.presence import Presence, ServerLine, presence_in
from sayso.core.outcome import is_failure
from tests.connections import (
    KINDS,
    NEW,
    ROOTS,
    connected,
    wanted,
)


@pytest.mark.parametrize(
    ("program", "word"),
    [
        ("sayso", "sayso"),
        ("D:/Li Hua/sayso.exe", '"D:/Li Hua/sayso.exe"'),
        ("/srv/李华/bin/sayso", '"/srv/李华/bin/sayso"'),
        ("/a$(b)/sayso", "'/a$(b)/sayso'"),
        ("/it's/sayso", '"/it\'s/sayso"'),
        ("/`a`'s/sayso", "'/`a`'\"'\"'s/sayso'"),
        ("", '""'),
    ],
)
def test_a_command_is_read_back_only_as_it_is_written(program: str, word: str) -> None:
    """Every path is one word of a shell, and no other command passes for one of ours."""
    assert shell_word(program) == word
    command = hook_command(program, "Stop", "codex")
    assert command == f"{word} hook Stop --host codex"
    assert read_hook_command(command) == (program, "Stop", "codex")
    for other in (f"{command}; x", f"{command} ", f"A=b {command}", f"'{command}", f"{command}(1)"):
        assert read_hook_command(other) is None
    assert read_hook_command("$(x)/sayso hook Stop --host codex") is None
    assert read_hook_command("sayso hook --help --host codex") is None


@pytest.mark.parametrize(
    "program",
    [
        *("sayso", "sayso.exe", "/opt/a b/sayso", "/a$(b)/sayso", "/a\nb/sayso", "/`a`'s/sayso"),
        *("D:/Li Hua/sayso.exe", "/opt/{a}/sayso"),
    ],
)
def test_what_we_write_is_ours(program: str) -> None:
    """Every path that a shell needs quoted is known again, as are other ways to write it."""
    assert is_our_command(hook_command(program, "Stop", "claude-code"))


@pytest.mark.parametrize(
    ("command", "is_ours"),
    [
        *((f"{word} hook Stop", True) for word in ("sayso", "'sayso'", "./sayso", "~/bin/sayso")),
        ("sayso  hook\tStop --host  codex ", True),
        ('"C:\\Li Hua\\sayso.exe" hook Stop --host codex', True),
        ("C:\\bin\\sayso.exe hook Stop", True),
        ("logger 'ran sayso hook Stop'", False),
        ("/usr/local/bin/audit --ignore 'sayso hook Stop'", False),
        ("python3 check.py # after sayso hook Stop", False),
        ("echo sayso hook Stop", False),
        ("make lint && sayso hook Stop", False),
        ("sayso hook Stop --host claude-code; make lint", False),
        ("sayso hook Stop --host claude-code;", False),
        ("sayso hook Stop --host claude-code # mine", False),
        *(
            (f"sayso hook Stop{more}", False)
            for more in (" #", " > log", "|x", "&", "\nmake", " x")
        ),
        ("sayso hook Stop --host", False),
        ("sayso hook Stop --project x", False),
        ("sayso hook --help", False),
        ("sayso hook", False),
        ("A=b sayso hook Stop", False),
        ("A=b/sayso hook Stop", False),
        ("A=b/sayso hook Stop --host codex", False),
        ("make\n/bin/sayso hook Stop", False),
        ("$(make)/sayso hook Stop", False),
        ("`make`/sayso hook Stop", False),
        ("#/sayso hook Stop", False),
        ("mysayso hook Stop --host codex", False),
        ("'sayso hook Stop", False),
    ],
)
def test_a_command_is_ours_as_a_whole_or_not_at_all(command: str, is_ours: bool) -> None:
    """A command that does or says anything besides belongs to somebody else."""
    assert is_our_command(command) is is_ours


def test_each_host_has_its_files() -> None:
    """Scopes and places of every host; one that has no such scope says what there is."""
    told = {
        f"{host} {scope}": (
            outcome.failure()
            if is_failure(outcome)
            else [one.path.removeprefix("/srv/李 华/") for one in outcome.unwrap()]
        )
        for host in Host
        for scope in Scope
        for outcome in (targets_of(host, scope, ROOTS, "sayso"),)
    }
    none = "{} has no file for one user in one project: without a flag its files in the project "
    none += "are written, with --user those of the user"
    assert told == {
        "claude-code project": ["项目/.claude/settings.json", "项目/.mcp.json"],
        "claude-code local": ["项目/.claude/settings.local.json", ".claude.json"],
        "claude-code user": [".claude/settings.json", ".claude.json"],
        "codex project": ["项目/.codex/hooks.json", "项目/.codex/config.toml"],
        "codex local": none.format("codex"),
        "codex user": [".codex/hooks.json", ".codex/config.toml"],
        "cursor project": ["项目/.cursor/hooks.json", "项目/.cursor/mcp.json"],
        "cursor local": none.format("cursor"),
        "cursor user": [".cursor/hooks.json", ".cursor/mcp.json"],
    }


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_is_found_by_a_look(kind: str) -> None:
    """Hooks and server are told as they stand there; other files have nothing of ours."""
    host, _, place = KINDS[kind]
    present = presence_in(connected(kind, None), wanted(kind)).unwrap()
    if place:
        assert present == Presence(server=ServerLine(command=NEW, arguments=("mcp",)))
    else:
        lines = tuple((event, hook_command(NEW, event, host)) for event in EVENTS[host])
        assert present == Presence(hooks=lines)
    assert presence_in("" if kind == "table" else "[]", wanted(kind)).unwrap() == Presence()
    assert is_failure(presence_in("{", wanted(kind)))


def test_hooks_in_two_forms_are_told() -> None:
    """Codex warns of hooks in config.toml beside hooks.json; its notes of trust are none."""
    text = "[[hooks.Stop]]\n"
    edit = connect_text(text, wanted("table")).unwrap()
    assert edit.notes == (
        "it has [hooks] of its own: Codex runs them beside hooks.json, and says so at start",
    )
    assert edit.text is not None
    assert connect_text(edit.text, wanted("table")).unwrap().notes == edit.notes
    for quiet in ("[hooks.state.x]\n", "hooks = 1\n"):
        assert connect_text(quiet, wanted("table")).unwrap().notes == ()


def test_a_switch_that_turns_hooks_off_is_found() -> None:
    """Claude Code and Codex can be told to run no hooks at all."""
    off = presence_in('{"disableAllHooks": true}', wanted("grouped hooks")).unwrap().off
    assert off == "disableAllHooks is true"
    for name in ("hooks", "codex_hooks"):
        off = presence_in(f"[features]\n{name} = false", wanted("table")).unwrap().off
        assert off == "its feature of hooks is false"
