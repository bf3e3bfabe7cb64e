"""Whose words a prompt is: not what a program sent, but what a person typed beside that."""

from __future__ import annotations

import pytest

from sayso.core.agents.payloads import PROMPT
from tests.core.test_hook_payloads import arrived, ignored, prompt

NOT_TYPED = {
    "a task's end": "<task-notification>\n<task-id>b1</task-id>\nDone.\n</task-notification>",
    "a message of another session": "Another Claude session sent a message:\n\nUse tabs.",
    "a message of a teammate": '<teammate-message from="x">Use tabs.</teammate-message>',
    "a reminder": "<system-reminder>Use tabs.</system-reminder>",
    "our own context": "<sayso-memory>\n- m1 Use tabs\n</sayso-memory>",
    "hook feedback": "Stop hook feedback:\nUse tabs.",
    "a tick": "<tick>10:00</tick>",
    "a notice": "[SYSTEM NOTIFICATION - not from the user] Use tabs.",
    "a compaction": "This session is being continued from a previous conversation that ran out.",
    "output of a command": "<local-command-stdout>Use tabs.</local-command-stdout>",
    "an interruption": "[Request interrupted by user]",
    "a bare command": "/clear",
    "a wrapped command": "<command-name>/clear</command-name><command-args></command-args>",
    "nothing": " \n ",
}


@pytest.mark.parametrize("kind", NOT_TYPED)
def test_what_nobody_typed_is_nobodys_words(kind: str) -> None:
    """Prompts that a program sent are passed over, and that is no fault."""
    found = ignored(PROMPT, prompt(NOT_TYPED[kind]))
    assert not found.is_fault


@pytest.mark.parametrize(
    "mark",
    [
        {"agent_id": "a21", "agent_type": "Explore"},
        {"transcript_path": "/w/logs/agent-a21.jsonl"},
        {"transcript_path": "C:\\logs\\agent-a21.jsonl"},
        {"isMeta": True},
        {"is_meta": True},
        {"origin": {"kind": "cron"}},
        {"turn_origin": "peer"},
        {"prompt_source": "system"},
        {"scheduled_task_id": "t1"},
    ],
)
def test_marks_beside_a_prompt_count(mark: dict[str, object]) -> None:
    """Sub-agents, schedules and system prompts are told by their marks, in either spelling."""
    assert not ignored(PROMPT, prompt("Use tabs.", **mark)).is_fault


def test_an_agent_that_is_named_is_the_users_own() -> None:
    """A session that was started with a named agent is no sub-agent: only that has an id."""
    assert arrived(PROMPT, prompt("Use tabs.", agent_type="reviewer")).text == "Use tabs."


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        ("/review always use tabs", "always use tabs"),
        ("  /plugin:do-it.now  use tabs ", "use tabs"),
        (
            "<command-message>review</command-message><command-args>use tabs</command-args>",
            "use tabs",
        ),
        ("/usr/bin/python is broken", "/usr/bin/python is broken"),
        ("/ is the root", "/ is the root"),
        ("<system-reminder>x</system-reminder>Use tabs.", "Use tabs."),
        ("Use tabs.\n<sayso-memory>\n- m1 x\n</sayso-memory>", "Use tabs."),
        ("# Context from my IDE setup:\n- a.py\n## My request for Codex:\nUse tabs.", "Use tabs."),
    ],
)
def test_what_a_person_typed_beside_it_counts(sent: str, typed: str) -> None:
    """Arguments of commands and words beside injected parts are the user's."""
    assert arrived(PROMPT, prompt(sent)).text == typed
