"""Codex rollouts of either form give the prompts a person typed, each once."""

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
META = {"id": "s1", "cwd": "/srv/app", "timestamp": "1970-01-01T00:00:01Z"}
TURN = "019c1f00-0000-7000-8000-00000000000"


def read(content: bytes, name: str = "rollout-x.jsonl") -> Transcript:
    """Read a rollout."""
    transcript = read_transcript(name, content).unwrap()
    assert transcript.format == "codex"
    return transcript


def read_rows(*rows: Mapping[str, object]) -> Transcript:
    """Read a rollout made of these lines."""
    return read("\n".join(json.dumps(row) for row in rows).encode())


def row(kind: str, payload: Mapping[str, object], **more: object) -> dict[str, object]:
    """Make a line of the new form."""
    return {"type": kind, "payload": payload} | more


def event(name: str, **payload: object) -> dict[str, object]:
    """Make an event."""
    return row("event_msg", {"type": name} | payload)


def item(role: str, *texts: str) -> dict[str, object]:
    """Make a message as the model got or gave it."""
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text} for text in texts]
    return row("response_item", {"type": "message", "role": role, "content": content})


def turns(transcript: Transcript) -> list[LoggedTurn]:
    """Give all turns, stretch after stretch."""
    return [turn for session in transcript.sessions for turn in session.turns]


def pairs(transcript: Transcript) -> list[tuple[str, str]]:
    """Give both sides of all turns."""
    return [(turn.user_text, turn.assistant_text) for turn in turns(transcript)]


def test_an_english_log_with_every_pitfall() -> None:
    """Prompts come from the events alone; instructions, surroundings, tool output, an interruption,
    a compaction and our own memory give no turn; a change of folder parts the session.
    """
    transcript = read((FIXTURES / "codex_en.jsonl").read_bytes())
    assert [session.folder for session in transcript.sessions] == [
        "/home/dev/widgets",
        "/home/dev/gadgets",
    ]
    assert [
        (turn.source_id[-4:], turn.user_text, turn.assistant_text) for turn in turns(transcript)
    ] == [
        (
            "b0#1",
            "Always use uv in this repository, never pip.",
            "I'll look at the scripts first.",
        ),
        (
            "b0#2",
            "Keep the lock file in git, too.",
            "Both are done. Shall I drop requirements.txt?",
        ),
        ("b1#1", "Yes, drop it.", ""),
        ("b2#1", "Go on.", "Dropped."),
    ]
    assert [(skip.line, skip.reason.value) for skip in transcript.skipped] == [
        (1, "not-conversation"),
        (2, "not-conversation"),
        (3, "injected"),
        (4, "not-conversation"),
        (5, "not-conversation"),
        (6, "duplicate"),
        (8, "not-conversation"),
        (11, "not-conversation"),
        (12, "not-conversation"),
        (13, "not-conversation"),
        (18, "broken-json"),
        (19, "not-conversation"),
        (20, "not-conversation"),
        (21, "injected"),
        (23, "not-conversation"),
        (24, "interrupted"),
        (25, "injected"),
        (26, "not-conversation"),
        (27, "not-conversation"),
        (28, "not-conversation"),
        (31, "not-conversation"),
        (32, "not-conversation"),
        (33, "unknown-type"),
    ]


def test_a_chinese_log_of_the_early_form() -> None:
    """Bare items are read block by block: the surroundings name the folder and are no words, the
    first line has the only time.
    """
    transcript = read((FIXTURES / "codex_old_zh.jsonl").read_bytes(), "any.jsonl")
    (session,) = transcript.sessions
    assert (session.session_id[-2:], session.folder) == ("c1", "/home/dev/widgets")
    assert pairs(transcript) == [
        ("以后提交信息都用中文写。", "明白，以后提交信息用中文。"),
        ("另外，日志也用中文。", ""),
    ]
    assert {turn.at_us for turn in turns(transcript)} == {1_751_356_800_000_000}
    assert [(skip.line, skip.reason.value) for skip in transcript.skipped] == [
        (1, "not-conversation"),
        (2, "not-conversation"),
        (3, "injected"),
        (5, "not-conversation"),
        (7, "not-conversation"),
        (8, "not-conversation"),
        (10, "not-conversation"),
        (12, "bad-message"),
    ]


def test_without_an_event_of_the_user_the_items_count() -> None:
    """One source per file: items serve where no event tells of a prompt, and never both."""
    by_items = read_rows(row("session_meta", META), item("user", "one"), item("assistant", "yes"))
    assert pairs(by_items) == [("one", "yes")]
    both = read_rows(
        row("session_meta", META),
        item("user", "one"),
        item("user", "two"),
        event("user_message", message="two"),
    )
    assert pairs(both) == [("two", "")]
    assert [skip.reason for skip in both.skipped[1:]] == [SkipReason.DUPLICATE] * 2


@pytest.mark.parametrize(
    "injected",
    [
        "# AGENTS.md instructions for /srv/app\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>",
        "<INSTRUCTIONS>\nx\n</INSTRUCTIONS>",
        "<environment_context>\nx\n</environment_context>",
        "<user_instructions>\nx\n</user_instructions>",
        "<recommended_plugins>\nx\n</recommended_plugins>",
        "<turn_aborted>\nx\n</turn_aborted>",
        "<subagent_notification>\nx\n</subagent_notification>",
    ],
)
def test_what_is_injected_beside_the_prompt_goes(injected: str) -> None:
    """In a block of its own or in the block of the prompt, in front of it."""
    rows = (item("user", injected, "mine"), item("user", f"{injected}\nmine too"))
    transcript = read_rows(row("session_meta", META), *rows, item("user", injected))
    assert pairs(transcript) == [("mine", ""), ("mine too", "")]


@pytest.mark.parametrize(
    "more",
    [
        {"source": {"subagent": {"thread_spawn": {}}}},
        {"source": "subagent"},
        {"thread_source": "subagent"},
    ],
)
def test_the_log_of_a_sub_agent_is_no_conversation(more: dict[str, object]) -> None:
    """Its prompts were written by another agent."""
    meta = row("session_meta", META | more)
    transcript = read_rows(meta, event("user_message", message="do it"), item("user", "do it"))
    assert transcript.sessions == ()
    assert [skip.reason for skip in transcript.skipped[1:]] == [SkipReason.SIDECHAIN] * 2


def test_a_fork_keeps_its_own_name_and_the_ids_of_what_it_copied() -> None:
    """The parent's first line, repeated after the fork's own, names nothing; its turns keep ids."""
    copied = (
        event("task_started", turn_id=TURN + "1"),
        event("user_message", message="one"),
    )
    parent = read_rows(row("session_meta", META), *copied)
    fork = read_rows(
        row("session_meta", META | {"id": "s2", "source": "cli"}),
        row("session_meta", META | {"cwd": "/elsewhere", "source": {"subagent": {}}}),
        *copied,
        event("task_started", turn_id=TURN + "2"),
        event("user_message", message="two"),
    )
    assert [(one.session_id, one.folder) for one in fork.sessions] == [("s2", "/srv/app")]
    assert turns(fork)[0].source_id == turns(parent)[0].source_id == f"{TURN}1#1"


@pytest.mark.parametrize("turn_id", [None, 7, "1"])
def test_an_id_that_is_no_name_for_all_the_world_is_not_used(turn_id: object) -> None:
    """Early versions count from 1; such ids would mix two sessions up."""
    started = event("task_started", turn_id=turn_id)
    transcript = read_rows(row("session_meta", META), started, event("user_message", message="x"))
    assert turns(transcript)[0].source_id.endswith("-1")


def test_the_final_words_are_those_the_task_ended_with() -> None:
    """The last agent message where the log has one, else the last words there were."""
    opened = (row("session_meta", META), event("user_message", message="q"))
    done = event("task_complete", last_agent_message="final")
    assert pairs(read_rows(*opened, item("assistant", "draft"), done)) == [("q", "final")]
    open_end = event("task_complete", last_agent_message=None)
    assert pairs(read_rows(*opened, event("agent_message", message="draft"), open_end)) == [
        ("q", "draft")
    ]
    empty = item("assistant", " ")
    transcript = read_rows(*opened, item("assistant", "draft"), empty)
    assert pairs(transcript) == [("q", "draft")]
    assert transcript.skipped[-1] == SkippedLine(line=4, reason=SkipReason.TOOL_USE)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ({"message": "x", "kind": "user_instructions"}, SkipReason.INJECTED),
        ({"message": 7}, SkipReason.BAD_MESSAGE),
        ({"message": " "}, SkipReason.EMPTY_USER),
        ({"message": "\ud800"}, SkipReason.LONE_SURROGATE),
    ],
)
def test_an_event_without_words_of_a_person_is_counted(
    payload: dict[str, object], reason: SkipReason
) -> None:
    """Each with its reason, and the next prompt is read all the same."""
    transcript = read_rows(
        row("session_meta", META),
        event("user_message", **payload),
        event("user_message", message="y"),
    )
    assert pairs(transcript) == [("y", "")]
    assert transcript.skipped[-1] == SkippedLine(line=2, reason=reason)


def test_what_no_store_could_take_is_left_out_of_the_rest() -> None:
    """A folder or an answer with half a character costs itself; payloads of any kind do no harm."""
    folder = read_rows(
        row("session_meta", META | {"cwd": "/\ud800"}), event("user_message", message="x")
    )
    assert folder.skipped[-1].reason is SkipReason.LONE_SURROGATE
    rows = (
        row("session_meta", META | {"cwd": 7}),
        event("user_message", message="x"),
        item("assistant", "seen"),
        item("assistant", "\udfff"),
        row("response_item", {"type": "message", "role": None, "content": "x"}),
        {"type": "event_msg", "payload": "x"},
        row("response_item", {"type": "message", "role": "assistant", "content": 7}),
        row("response_item", {"type": "message", "role": "user", "content": [{"type": []}, 7]}),
    )
    transcript = read_rows(*rows)
    assert pairs(transcript) == [("x", "seen")]
    assert transcript.sessions[0].folder is None
    assert transcript.skipped[1] == SkippedLine(line=4, reason=SkipReason.LONE_SURROGATE)


def test_a_time_of_the_line_comes_before_that_of_the_session() -> None:
    """One that cannot be read is noticed; none at all falls back to the session's."""
    meta = row("session_meta", META)
    good = event("user_message", message="a") | {"timestamp": "1970-01-01T00:00:02Z"}
    bad = event("user_message", message="b") | {"timestamp": "soon"}
    transcript = read_rows(meta, good, bad, event("user_message", message="c"))
    assert [turn.at_us for turn in turns(transcript)] == [2_000_000, None, 1_000_000]
    assert transcript.skipped[-1] == SkippedLine(line=3, reason=SkipReason.BAD_TIME)


def test_a_folder_of_the_early_form_may_be_told_in_words() -> None:
    """The earliest surroundings are lines of text; without a folder there is none."""
    head = {"id": "s", "timestamp": "1970-01-01T00:00:01Z", "instructions": ""}

    def message(text: str) -> dict[str, object]:
        content = [{"type": "input_text", "text": text}]
        return {"type": "message", "role": "user", "content": content}

    told = "<environment_context>\nCurrent working directory: /srv/app\n</environment_context>"
    named = read_rows(head, message(told), message("hi"))
    assert named.sessions[0].folder == "/srv/app"
    untold = "<environment_context>\nApproval policy: never\n</environment_context>"
    assert read_rows(head, message(untold), message("hi")).sessions[0].folder is None
