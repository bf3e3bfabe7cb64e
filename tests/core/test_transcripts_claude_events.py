"""One event of a Claude Code log is a prompt, an answer, or says why it is neither."""

from __future__ import annotations

import pytest

from sayso.core.limits import TURN_MAX_BYTES
from sayso.core.transcripts.records import (
    LoggedSession,
    SkippedLine,
    SkipReason,
)
from tests.claude_log import SESSION, read_rows, said, turns, user


def test_what_an_event_does_not_name_comes_from_the_one_before() -> None:
    """A missing session or folder is that of the event before; the file names the first one."""
    bare = {"type": "user", "uuid": "b", "message": {"content": "bare"}}
    transcript = read_rows(bare, user("full"), bare | {"uuid": "c"}, name="logs/abc.jsonl")
    assert [(s.session_id, s.folder, len(s.turns)) for s in transcript.sessions] == [
        ("abc", None, 1),
        (SESSION, "/srv/app", 2),
    ]
    nameless = read_rows(bare | {"sessionId": "s" * 300, "cwd": 7}, name="C:\\logs\\d\udcff.jsonl")
    assert nameless.sessions == (
        LoggedSession(session_id="d?", folder=None, turns=nameless.sessions[0].turns),
    )


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"isSidechain": True}, SkipReason.SIDECHAIN),
        ({"isMeta": True}, SkipReason.META),
        ({"isVisibleInTranscriptOnly": True}, SkipReason.META),
        ({"isCompactSummary": True}, SkipReason.COMPACT_SUMMARY),
        ({"toolUseResult": {}}, SkipReason.TOOL_RESULT),
        ({"scheduledTaskId": "t1"}, SkipReason.NOT_HUMAN),
        ({"origin": {"kind": "coordinator"}}, SkipReason.NOT_HUMAN),
        ({"origin": "peer"}, SkipReason.NOT_HUMAN),
        ({"turnOrigin": "scheduled"}, SkipReason.NOT_HUMAN),
        ({"promptSource": "system"}, SkipReason.NOT_HUMAN),
        ({"message": "error"}, SkipReason.BAD_MESSAGE),
        ({"message": {"content": None}}, SkipReason.BAD_MESSAGE),
        ({"message": {"content": []}}, SkipReason.EMPTY_USER),
        ({"message": {"content": [7, {"type": "text", "text": 7}]}}, SkipReason.EMPTY_USER),
        ({"message": {"content": [{"type": "tool_result"}]}}, SkipReason.TOOL_RESULT),
        ({"message": {"content": "\ud800"}}, SkipReason.LONE_SURROGATE),
        ({"message": {"content": "x" * (TURN_MAX_BYTES + 1)}}, SkipReason.TOO_LONG),
        ({"cwd": "/srv/\udcff"}, SkipReason.LONE_SURROGATE),
        ({"type": "progress"}, SkipReason.NOT_CONVERSATION),
        ({"type": None}, SkipReason.UNKNOWN_TYPE),
    ],
)
def test_an_event_that_no_person_typed_is_no_turn(
    more: dict[str, object], reason: SkipReason
) -> None:
    """One mark is enough, and the reason says which."""
    transcript = read_rows(user("words", **more), user("next"))
    assert [turn.user_text for turn in turns(transcript)] == ["next"]
    assert transcript.skipped == (SkippedLine(line=1, reason=reason),)


@pytest.mark.parametrize(
    "more",
    [
        {"isMeta": False, "isSidechain": False, "toolUseResult": None},
        {"origin": {"kind": "human"}, "turnOrigin": "human", "promptSource": "typed"},
        {"origin": {}, "permissionMode": "default"},
    ],
)
def test_marks_of_a_human_do_no_harm(more: dict[str, object]) -> None:
    """What newer builds write on a typed prompt leaves it a prompt."""
    assert [turn.user_text for turn in turns(read_rows(user("words", **more)))] == ["words"]


@pytest.mark.parametrize(
    ("attached", "reason"),
    [
        (None, SkipReason.NOT_CONVERSATION),
        ({"type": "todo_reminder"}, SkipReason.NOT_CONVERSATION),
        ({"type": "queued_command", "commandMode": "bash", "prompt": "ls"}, SkipReason.NOT_HUMAN),
        (
            {"type": "queued_command", "prompt": "hi", "origin": {"kind": "peer"}},
            SkipReason.NOT_HUMAN,
        ),
        ({"type": "queued_command", "prompt": "hi", "isMeta": True}, SkipReason.META),
        ({"type": "queued_command"}, SkipReason.BAD_MESSAGE),
    ],
)
def test_an_attachment_that_no_person_typed_is_no_turn(
    attached: object, reason: SkipReason
) -> None:
    """Only a queued prompt of a person counts among the attachments."""
    event = {"type": "attachment", "sessionId": SESSION, "attachment": attached}
    assert read_rows(event).skipped == (SkippedLine(line=1, reason=reason),)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (said("x", isSidechain=True), SkipReason.SIDECHAIN),
        (said("x", isMeta=True), SkipReason.META),
        (said("x", isApiErrorMessage=True), SkipReason.SERVICE_NOTICE),
        (
            said("x", message={"model": "<synthetic>", "content": "No response requested."}),
            SkipReason.SERVICE_NOTICE,
        ),
        (said("x", message="error"), SkipReason.BAD_MESSAGE),
        (said("x", message={"content": 7}), SkipReason.BAD_MESSAGE),
        (said("x", message={"content": [{"type": "thinking"}]}), SkipReason.TOOL_USE),
        (said("\udfff"), SkipReason.LONE_SURROGATE),
    ],
)
def test_what_is_no_answer_leaves_the_answer_alone(
    row: dict[str, object], reason: SkipReason
) -> None:
    """The last words that the user saw stay the answer."""
    transcript = read_rows(user("q"), said("seen"), row)
    assert turns(transcript)[0].assistant_text == "seen"
    assert transcript.skipped == (SkippedLine(line=3, reason=reason),)


def test_an_answer_before_any_prompt_has_no_place() -> None:
    """Nobody asked for it, so it is counted and not kept."""
    transcript = read_rows(said("hello"))
    assert transcript.sessions == ()
    assert transcript.skipped == (SkippedLine(line=1, reason=SkipReason.NO_QUESTION),)


def test_a_time_that_cannot_be_read_is_noticed_and_the_turn_kept() -> None:
    """None means unknown; what has no time at all is no fault."""
    transcript = read_rows(user("q", timestamp="soon"), user("r"))
    assert [turn.at_us for turn in turns(transcript)] == [None, None]
    assert transcript.skipped == (SkippedLine(line=1, reason=SkipReason.BAD_TIME),)


def test_the_file_of_a_sub_agent_is_no_conversation() -> None:
    """Files of sub-agents are named for them, whatever their lines say."""
    transcript = read_rows(user("do it"), name="x/agent-7.jsonl")
    assert transcript.skipped == (SkippedLine(line=1, reason=SkipReason.SIDECHAIN),)
