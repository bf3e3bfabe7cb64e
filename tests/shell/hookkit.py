"""A coding agent as its hooks show it: what it sends at each event, and what it is told."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.shell.agents.hooking import answer_hook
from sayso.shell.agents.journal import read_journal
from tests.kit import column

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.memory import Memory
    from tests.kit import World


@dataclass
class Agent:
    """One session of an agent in a project's folder."""

    world: World
    session: str = "s1"
    host: str = "claude-code"
    folder: Path | None = None
    fields: dict[str, object] = field(default_factory=dict)

    def send(self, event: str, **fields: object) -> str:
        """Let an event happen; gives the text that the agent is told, '' for none."""
        payload = {
            "session_id": self.session,
            "cwd": str(self.folder or self.world.folder),
            "hook_event_name": event,
            "transcript_path": None,
        }
        raw = json.dumps(payload | self.fields | fields).encode()
        answer = answer_hook(event, self.host, raw, self.world.ports)
        return told_of(answer)

    def start(self, source: str = "startup") -> str:
        """Begin the session."""
        return self.send("SessionStart", source=source)

    def prompt(self, text: str, **fields: object) -> str:
        """Send what the user typed."""
        return self.send("UserPromptSubmit", prompt=text, **fields)

    def stop(self, answer: str | None = "Fine.", **fields: object) -> str:
        """End a turn."""
        return self.send("Stop", last_assistant_message=answer, stop_hook_active=False, **fields)

    def end(self, reason: str = "other") -> str:
        """End the session."""
        return self.send("SessionEnd", reason=reason)

    def turn(self, text: str, answer: str = "Fine.") -> str:
        """Send a prompt and answer it."""
        told = self.prompt(text)
        assert self.stop(answer) == ""
        return told


def told_of(answer: str) -> str:
    """Give the text in an answer; its shape must be the one that every host takes."""
    if not answer:
        return ""
    whole = json.loads(answer)
    inner = whole.pop("hookSpecificOutput", None)
    text = whole.pop("additional_context", None) if inner is None else inner["additionalContext"]
    assert isinstance(text, str)
    assert not whole
    return text


def turns(memory: Memory) -> list[tuple[object, ...]]:
    """Give every turn's session, state and both texts, oldest first."""
    names = ("session", "state", "user_text", "assistant_text")
    return list(zip(*(column(memory, name, "turns") for name in names), strict=True))


def faults(folder: Path) -> list[str]:
    """Give what a project's status tells of its hooks, newest first."""
    return [fault.fault for fault in read_journal(folder).faults]
