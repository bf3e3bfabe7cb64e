"""Entries of ours that somebody changed, moved or mixed with others; nothing of it is silent."""

from __future__ import annotations

import json

import pytest

from sayso.core.agents.connections.commands import hook_command
from sayso.core.agents.connections.edits import Edit, confirmed
from sayso.core.agents.connections.hosts import (
    connect_text,
    disconnect_text,
)
from sayso.core.outcome import Failure, is_failure
from tests.connections import (
    NEW,
    OLD,
    connected,
    disconnected,
    wanted,
)


def test_a_handler_among_others_is_taken_out_alone() -> None:
    """What a user put together with ours stays, also when the file was laid out anew since."""
    ours = hook_command(NEW, "Stop", "claude-code")
    mixed = {"hooks": {"Stop": [{"hooks": [{"command": "a"}, {"command": ours}]}, {"x": 1}, 5]}}
    left = disconnected("grouped hooks", json.dumps(mixed, separators=(",", ":")))
    assert left == '{"hooks":{"Stop":[{"hooks":[{"command":"a"}]},{"x":1},5]}}'
    first = {"hooks": {"Stop": [{"command": ours}, {"command": "b"}]}, "version": 1}
    after = disconnected("flat hooks", json.dumps(first))
    assert after == '{"hooks": {"Stop": [{"command": "b"}]}, "version": 1}'
    only = {"hooks": {"stop": [{"command": ours}]}, "version": 1, "more": 2}
    assert disconnected("flat hooks", json.dumps(only)) == '{"version": 1, "more": 2}'


def test_what_a_user_changed_in_our_entry_stays_and_is_told() -> None:
    """An entry that starts the same is left as it is; taken out or replaced, it is not silent."""
    text = connected("grouped hooks", None).replace('"timeout": 10', '"timeout": 60', 1)
    edit = connect_text(text, wanted("grouped hooks")).unwrap()
    what = "hooks.SessionStart is not as this version of Sayso writes it: "
    assert edit == Edit(text=text, notes=(f"{what}it stays",))
    edit = disconnect_text(text, wanted("grouped hooks")).unwrap()
    assert edit == Edit(text=None, notes=(f"{what}removed with it",))
    # Another program's place is no change; another form of the command is.
    moved = connected("grouped hooks", None, OLD)
    assert disconnect_text(moved, wanted("grouped hooks")).unwrap().notes == ()
    odd = moved.replace("SessionEnd --host", "SessionEnd  --host")
    assert len(disconnect_text(odd, wanted("grouped hooks")).unwrap().notes) == 1
    gone = '{"hooks": {"PreCompact": [{"hooks": [{"command": "sayso hook PreCompact"}]}]}}'
    edit = connect_text(gone, wanted("grouped hooks")).unwrap()
    assert edit.text == connected("grouped hooks", None)
    assert edit.notes == ("hooks.PreCompact had an entry of Sayso already: replaced",)
    older = gone.replace("PreCompact", "PreCompact --host claude-code", 1)
    assert len(disconnect_text(older, wanted("grouped hooks")).unwrap().notes) == 1


@pytest.mark.parametrize(
    "handler",
    [
        {"command": "logger 'ran sayso hook Stop'"},
        {"command": "sayso hook Stop --host claude-code; make lint"},
        {"command": "sayso hook Stop", "args": ["--verbose"]},
    ],
)
@pytest.mark.parametrize("kind", ["grouped hooks", "flat hooks"])
def test_a_foreign_hook_that_names_sayso_stays(kind: str, handler: dict[str, object]) -> None:
    """It is told and left alone to the byte, both ways, also where nothing was ever connected."""
    element = handler if kind == "flat hooks" else {"hooks": [handler]}
    text = json.dumps({"hooks": {"Stop": [element], "PreToolUse": 1, "x": [{"command": "x"}]}})
    told = "hooks.Stop has another command that names sayso hook too; left as it is"
    assert disconnect_text(text, wanted(kind)).unwrap() == Edit(text=text, notes=(told,))
    edit = connect_text(text, wanted(kind)).unwrap()
    assert edit.notes == (told,)
    assert edit.text is not None
    assert json.dumps(element) in edit.text
    assert connect_text(edit.text, wanted(kind)).unwrap() == edit
    assert disconnected(kind, edit.text) == text


def test_further_arguments_of_our_server_are_told() -> None:
    """What a user gave the server besides is not lost in silence."""
    text = connected("servers", None).replace('"mcp"', '"mcp", "--aliases"')
    what = "mcpServers.sayso has more than Sayso writes (args): "
    assert disconnect_text(text, wanted("servers")).unwrap().notes == (f"{what}removed with it",)
    notes = connect_text(text, wanted("servers")).unwrap().notes
    assert notes[1:] == (f"{what}gone with the old entry",)


@pytest.mark.parametrize(
    "other",
    [
        'x = """\n[mcp_servers.sayso]\n"""\n',
        "x = '''\n[mcp_servers.sayso]\n\"\"\"'''\n# it's\n",
        'x = """\\"""\n[mcp_servers.sayso]\n""""" # """\ny = "#\\""\n',
        "[b]\nx = [\n  [\n['mcp_servers'], # [\n  ]\n]\n",
    ],
)
def test_headers_within_strings_are_none(other: str) -> None:
    """A value over several lines is passed over, before our table, behind it, and without it."""
    ours = connected("table", None)
    after = connected("table", other)
    assert after == f"{other}\n{ours}"
    assert disconnected("table", after) == other
    assert disconnected("table", other) == other
    assert disconnected("table", f"{ours}[c]\n{other}") == f"[c]\n{other}"
    assert (
        disconnected("table", f"{ours}env = {{A = '''\n[x]\n'''}}\n[c]\n{other}") == f"[c]\n{other}"
    )


@pytest.mark.parametrize(
    ("kind", "place", "with_more"),
    [
        ("servers", "mcpServers.sayso", '"env": {"A": "b"}, "command"'),
        ("table", "mcp_servers.sayso", 'env = {A = "b"}\ncommand'),
    ],
)
def test_what_a_user_added_to_the_server_stays_and_is_told(
    kind: str, place: str, with_more: str
) -> None:
    """More than we write stays while the command is the same, and else is told."""
    spelt = '"command"' if kind == "servers" else "command"
    text = connected(kind, None).replace(spelt, with_more)
    what = f"{place} has more than Sayso writes (env): "
    assert connect_text(text, wanted(kind)).unwrap() == Edit(text=text, notes=(f"{what}it stays",))
    assert disconnect_text(text, wanted(kind)).unwrap().notes == (f"{what}removed with it",)
    edit = connect_text(text, wanted(kind, OLD)).unwrap()
    assert edit.text == connected(kind, None, OLD)
    assert edit.notes == (f"{place} was there already: replaced", f"{what}gone with the old entry")
    other = text.replace(f'{NEW}"', 'npx"')
    assert disconnect_text(other, wanted(kind)).unwrap() == Edit(
        text=other, notes=(f"{place} is another server: it stays",)
    )


def test_tables_inside_ours_go_with_it() -> None:
    """Codex keeps approvals below our table; a comment and a table behind it stay."""
    ours = connected("table", None)
    inner = "\n[mcp_servers.sayso.tools.memory_search]\napproval_mode = 'approve'\n"
    text = f"a = 1\n\n{ours}{inner}\n# of the next\n[other] # mine\nb = 2\n"
    assert disconnected("table", text) == "a = 1\n\n# of the next\n[other] # mine\nb = 2\n"
    assert disconnected("table", f"{ours}{inner}") is None
    assert connected("table", connected("table", "a = 1", OLD)) == f"a = 1\n{ours}"
    assert disconnected("table", f"{ours}[other]\n") == "[other]\n"
    assert disconnected("table", f"a = 1\n{ours}[other]\n") == "a = 1\n[other]\n"
    assert is_failure(disconnect_text("a = ", wanted("table")))


def test_an_edit_that_would_change_more_is_refused() -> None:
    """The values before and after are compared as a second, independent judgement."""
    edit = Edit(text="x")
    assert confirmed(edit, {"a": 1, "b": 2}, {"a": 1, "b": 2}).unwrap() == edit
    for after in ({"a": 1, "b": 3}, {"b": 2, "a": 1}):
        assert confirmed(edit, {"a": 1, "b": 2}, after) == Failure(
            "an edit would change more than Sayso's own entries"
        )
