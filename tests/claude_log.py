"""Claude Code logs made of events, and what is read from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sayso.core.transcripts.reading import read_transcript

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.transcripts.records import LoggedTurn, Transcript

SESSION = "0b6f7a52-3333-4c1e-9a58-5d3f1f0a0003"


def read(content: bytes, name: str = "log.jsonl") -> Transcript:
    """Read a Claude Code log."""
    transcript = read_transcript(name, content).unwrap()
    assert transcript.format == "claude-code"
    return transcript


def read_rows(*rows: Mapping[str, object], name: str = "log.jsonl") -> Transcript:
    """Read a log made of these events."""
    return read("\n".join(json.dumps(row) for row in rows).encode(), name)


def turns(transcript: Transcript) -> list[LoggedTurn]:
    """Give all turns, stretch after stretch."""
    return [turn for session in transcript.sessions for turn in session.turns]


def user(content: object, **more: object) -> dict[str, object]:
    """Make a user event."""
    return {
        "type": "user",
        "sessionId": SESSION,
        "cwd": "/srv/app",
        "message": {"role": "user", "content": content},
    } | more


def said(text: str, **more: object) -> dict[str, object]:
    """Make an assistant event with one text block."""
    content = [{"type": "text", "text": text}]
    return {"type": "assistant", "sessionId": SESSION, "message": {"content": content}} | more
