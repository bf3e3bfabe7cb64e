"""Copilot agent logs give the user's messages, with the last answer to each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.transcripts.reading import read_transcript
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.transcripts.records import LoggedTurn, Transcript

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"


def read(content: bytes, name: str = "events.jsonl") -> Transcript:
    """Read a log."""
    transcript = read_transcript(name, content).unwrap()
    assert transcript.format == "copilot"
    return transcript


def read_rows(*rows: Mapping[str, object], name: str = "events.jsonl") -> Transcript:
    """Read a log made of these events."""
    return read("\n".join(json.dumps(row) for row in rows).encode(), name)


def event(kind: str, data: object, **more: object) -> dict[str, object]:
    """Make an event."""
    return {"type": kind, "data": data} | more


def asked(content: object, **more: object) -> dict[str, object]:
    """Make a message of the user."""
    return event("user.message", {"content": content}, **more)


def said(content: object, **more: object) -> dict[str, object]:
    """Make a message of the assistant."""
    return event("assistant.message", {"content": content} | more)


def turns(transcript: Transcript) -> list[LoggedTurn]:
    """Give all turns, stretch after stretch."""
    return [turn for session in transcript.sessions for turn in session.turns]


def pairs(transcript: Transcript) -> list[tuple[str, str]]:
    """Give both sides of all turns."""
    return [(turn.user_text, turn.assistant_text) for turn in turns(transcript)]


def test_an_english_log_with_every_pitfall() -> None:
    """The content that was typed counts, not what it was turned into; tools, sub-agents, skills,
    reminders and the button that tries again give no turn, and its answer belongs to the prompt.
    """
    transcript = read((FIXTURES / "copilot_en.jsonl").read_bytes())
    (session,) = transcript.sessions
    assert (session.session_id[-2:], session.folder) == ("e1", "/home/dev/widgets")
    assert [
        (turn.source_id, turn.user_text, turn.assistant_text, turn.after_gap)
        for turn in session.turns
    ] == [
        (
            "e02",
            "Always write tests with pytest.",
            "pytest it is. Shall I remove unittest?",
            False,
        ),
        ("e13", "Yes, remove it.", "Removed.", True),
    ]
    assert session.turns[0].at_us == 1_778_051_282_000_000
    assert [(skip.line, skip.reason.value) for skip in transcript.skipped] == [
        (1, "not-conversation"),
        (3, "not-conversation"),
        (5, "not-conversation"),
        (6, "sidechain"),
        (7, "not-conversation"),
        (8, "tool-use"),
        (9, "not-conversation"),
        (10, "retry"),
        (12, "broken-json"),
        (13, "not-human"),
        (16, "not-conversation"),
        (17, "bad-message"),
    ]


def test_a_chinese_log_that_changes_folder() -> None:
    """A folder that is named later parts the session; before there was one there is none."""
    transcript = read((FIXTURES / "copilot_zh.jsonl").read_bytes())
    assert [(session.folder, len(session.turns)) for session in transcript.sessions] == [
        (None, 1),
        ("/home/dev/gadgets", 1),
    ]
    assert pairs(transcript) == [
        ("以后接口返回的时间一律用 UTC。", "好的，统一用 UTC。"),
        ("这里的日志也一样。", ""),
    ]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (asked("Try Again"), SkipReason.RETRY),
        (asked(" try again\n"), SkipReason.RETRY),
        (asked(" "), SkipReason.EMPTY_USER),
        (asked("\ud800"), SkipReason.LONE_SURROGATE),
        (asked(None), SkipReason.BAD_MESSAGE),
        (event("user.message", {"content": "x", "source": []}), SkipReason.NOT_HUMAN),
        (event("user.message", {"content": "x", "parentToolCallId": "t"}), SkipReason.NOT_HUMAN),
        (event("user.message", "x"), SkipReason.BAD_MESSAGE),
        (event("tool.execution_complete", {}), SkipReason.NOT_CONVERSATION),
        (event("brand.new", {}), SkipReason.NOT_CONVERSATION),
        ({"type": 7, "data": {}}, SkipReason.UNKNOWN_TYPE),
        (said(7), SkipReason.BAD_MESSAGE),
        (said(""), SkipReason.TOOL_USE),
        (said("x", parentToolCallId="t"), SkipReason.SIDECHAIN),
        (said("\udfff"), SkipReason.LONE_SURROGATE),
    ],
)
def test_what_neither_side_said_to_the_other_is_counted(
    row: dict[str, object], reason: SkipReason
) -> None:
    """Each with its reason; the turn before it stays as it is."""
    transcript = read_rows(asked("q"), said("seen"), row)
    assert pairs(transcript) == [("q", "seen")]
    assert transcript.skipped == (SkippedLine(line=3, reason=reason),)


def test_talk_of_trying_again_is_words() -> None:
    """Only the label of the button alone is the button."""
    assert pairs(read_rows(asked("Try again with uv."))) == [("Try again with uv.", "")]


@pytest.mark.parametrize(
    ("name", "session"), [("events.jsonl", ""), ("logs/a1.jsonl", "a1"), ("a1.jsonl", "a1")]
)
def test_a_session_that_names_itself_nowhere_has_the_name_of_its_file(
    name: str, session: str
) -> None:
    """Unless all sessions' files bear that name; an id that is no text names nothing."""
    started = event("session.start", {"sessionId": 7, "context": {"cwd": 7}})
    transcript = read_rows(started, asked("q"), name=name)
    assert (transcript.sessions[0].session_id, transcript.sessions[0].folder) == (session, None)


def test_an_event_that_comes_again_counts_once() -> None:
    """By its id; a folder with half a character and a time that cannot be read are told."""
    transcript = read_rows(asked("q", id="1"), asked("q", id="1", timestamp="soon"))
    assert len(turns(transcript)) == 1
    assert transcript.skipped == (SkippedLine(line=2, reason=SkipReason.DUPLICATE),)
    odd = read_rows(
        asked("q", timestamp="soon"), event("session.start", {"cwd": "/\ud800"}), asked("r")
    )
    assert [turn.at_us for turn in turns(odd)] == [None]
    assert [(skip.line, skip.reason) for skip in odd.skipped] == [
        (1, SkipReason.BAD_TIME),
        (2, SkipReason.NOT_CONVERSATION),
        (3, SkipReason.LONE_SURROGATE),
    ]
