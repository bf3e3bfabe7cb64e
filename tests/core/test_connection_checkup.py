"""Facts about connected agents become findings; not being connected is only a hint."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sayso.core.checkup.agents import Connection, Connections, Trial, of_connections
from sayso.core.checkup.findings import About

WELL = Connection(
    host="codex",
    scope="user",
    flag=" --user",
    hook_file="/h/hooks.json",
    server_file="/h/config.toml",
    trials=(Trial(event="Stop", fault=""),),
    server_fault="",
    fired_at_us=1,
)
AGAIN = "'sayso connect codex --user' writes it anew"


def told(*connected: Connection, **more: object) -> list[tuple[str, str, str]]:
    """Give severity, text and advice of each finding, all of which are about agents."""
    found = of_connections(Connections(connected=connected, **more))  # type: ignore[arg-type]
    assert all(one.about is About.AGENT for one in found)
    return [(one.severity.value, one.what, one.advice) for one in found]


def test_a_connection_that_works_has_no_finding() -> None:
    """Where every command answers and hooks have fired, nothing is said."""
    assert told(WELL) == []


def test_nothing_connected_is_a_hint() -> None:
    """Nobody has to connect an agent."""
    ((severity, what, advice),) = told()
    assert (severity, what) == ("hint", "no coding agent is connected to this project")
    assert "'sayso connect claude-code'" in advice


@pytest.mark.parametrize(
    ("change", "severity", "what", "advice"),
    [
        (
            {"trials": (Trial(event="Stop", fault="ends with exit code 1"),)},
            *("warning", "/h/hooks.json: the hook Stop ends with exit code 1", AGAIN),
        ),
        ({"missing": ("Stop",)}, "warning", "/h/hooks.json has no hook for Stop", AGAIN),
        ({"server_fault": None}, "hint", "/h/config.toml names no MCP server of Sayso", AGAIN),
        (
            {"server_fault": "is silent"},
            *("warning", "/h/config.toml: the MCP server is silent", AGAIN),
        ),
        (
            {"off": "hooks is false", "fired_at_us": None},
            *("warning", "codex runs no hooks: hooks is false"),
            "change that setting of the agent",
        ),
        (
            {"fired_at_us": None},
            *("hint", "no hook of codex has fired in this project yet"),
            "trust the folder, review the hooks with /hooks, and send a prompt",
        ),
    ],
)
def test_each_fault_has_its_finding(
    change: dict[str, object], severity: str, what: str, advice: str
) -> None:
    """What is broken is a warning that names the file; what is merely open is a hint."""
    assert told(replace(WELL, **change)) == [(severity, what, advice)]  # type: ignore[arg-type]


def test_hooks_that_were_never_there_do_not_wait_for_their_first_firing() -> None:
    """A file with a server alone is told to lack its hooks, and nothing else."""
    alone = replace(WELL, trials=(), missing=("Stop",), fired_at_us=None)
    assert [severity for severity, _, _ in told(alone)] == ["warning"]


def test_two_files_handle_each_prompt_twice() -> None:
    """Both files are named, and the way to take one away; hosts do not disturb each other."""
    second = replace(WELL, hook_file="/p/hooks.json", flag="", scope="project")
    other = replace(WELL, host="cursor")
    ((severity, what, advice),) = told(second, WELL, other)
    assert severity == "warning"
    assert what.startswith("codex is connected by /p/hooks.json and /h/hooks.json")
    assert advice == "'sayso connect codex --user --remove' takes one away"


def test_files_and_faults_are_told_gravest_first() -> None:
    """A file no reader can read and hooks that failed are warnings, before any hint."""
    found = told(unreadable=(("/h/a", "it is no TOML"),), faults=("codex Stop: why", "b", "c"))
    assert [severity for severity, _, _ in found] == ["warning", "warning", "hint"]
    assert found[0][1] == "/h/a: it is no TOML"
    assert found[1][1] == "a hook failed within the last day: codex Stop: why (and 2 more)"
    ((_, what, _), _) = told(faults=("codex Stop: why",))
    assert what == "a hook failed within the last day: codex Stop: why"
