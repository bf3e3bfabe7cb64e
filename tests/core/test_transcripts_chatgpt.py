"""ChatGPT exports give the branch of each conversation that the user saw, and nothing beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.transcripts import elements
from sayso.core.transcripts.elements import read_elements
from sayso.core.transcripts.lines import ObjectLine
from sayso.core.transcripts.reading import read_transcript
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.transcripts.records import LoggedTurn, Transcript

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"


def read(content: bytes) -> Transcript:
    """Read an export."""
    transcript = read_transcript("conversations.json", content).unwrap()
    assert transcript.format == "chatgpt"
    return transcript


def message(role: str, *parts: object, **more: object) -> dict[str, object]:
    """Make a message of text."""
    content = {"content_type": "text", "parts": list(parts)}
    return {"author": {"role": role}, "content": content, "recipient": "all"} | more


def talk(*messages: object, **more: object) -> dict[str, object]:
    """Make a conversation without branches of these messages."""
    mapping = {
        str(at): {"id": str(at), "parent": str(at - 1) if at else None, "message": one}
        for at, one in enumerate(messages)
    }
    return {"mapping": mapping, "current_node": str(len(messages) - 1), "id": "c1"} | more


def read_talks(*talks: Mapping[str, object]) -> Transcript:
    """Read an export of these conversations."""
    return read(json.dumps(talks).encode())


def turns(transcript: Transcript) -> list[LoggedTurn]:
    """Give all turns, conversation after conversation."""
    return [turn for session in transcript.sessions for turn in session.turns]


def pairs(transcript: Transcript) -> list[tuple[str, str]]:
    """Give both sides of all turns."""
    return [(turn.user_text, turn.assistant_text) for turn in turns(transcript)]


def test_an_english_export_with_every_pitfall() -> None:
    """The edited message and the answer asked for again are left out, as are thoughts, code, tools,
    hidden messages and custom instructions; speech counts, marks of citations go, a message
    without a time has that of the conversation, and what cannot be placed is counted.
    """
    transcript = read((FIXTURES / "conversations_en.json").read_bytes())
    (session,) = transcript.sessions
    assert (session.session_id[-2:], session.folder) == ("d1", None)
    found = [
        (turn.source_id, turn.user_text, turn.assistant_text, turn.at_us) for turn in session.turns
    ]
    assert found == [
        (
            "u1",
            "From now on, give every measurement in metric units.",
            "Metric from now on.",
            1_767_600_010_500_000,
        ),
        ("u2", "Which floor fits this kitchen?", "Cork or oak.", 1_767_600_000_250_000),
        (
            "u3",
            "We decided: the floor will be cork.",
            "Cork it is. Shall I compare prices?",
            1_767_600_390_000_000,
        ),
    ]
    assert sorted(skip.reason.value for skip in transcript.skipped) == [
        "bad-message",
        "duplicate",
        "meta",
        "meta",
        "meta",
        "not-conversation",
        "other-branch",
        "other-branch",
        "other-branch",
        "other-branch",
        "tool-result",
        "tool-use",
        "tool-use",
    ]


def test_a_chinese_export_that_was_cut_off() -> None:
    """Brackets and quotes in a title do no harm, our own memory is no word of the user, a time that
    cannot be read is noticed, and half a conversation at the end costs itself only.
    """
    transcript = read((FIXTURES / "conversations_zh.json").read_bytes())
    assert pairs(transcript) == [
        ("以后接口字段一律用下划线命名。", "好的。要不要把旧字段也删掉？"),
        ("好，删掉吧。", "删掉了。"),
    ]
    assert [(skip.line, skip.reason.value) for skip in transcript.skipped] == [
        (2, "not-conversation"),
        (2, "bad-time"),
        (124, "broken-json"),
    ]


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (None, SkipReason.NOT_CONVERSATION),
        ("words", SkipReason.BAD_MESSAGE),
        ({"author": {"role": "user"}}, SkipReason.BAD_MESSAGE),
        (message("user", content={"content_type": "text", "parts": "x"}), SkipReason.BAD_MESSAGE),
        (message("system", "x"), SkipReason.NOT_CONVERSATION),
        (message("tool", "x"), SkipReason.TOOL_RESULT),
        (message("user", "x", author="user"), SkipReason.NOT_CONVERSATION),
        (message("assistant", "x", recipient="python"), SkipReason.TOOL_USE),
        (message("assistant", content={"content_type": "code"}), SkipReason.TOOL_USE),
        (message("assistant", content={"content_type": "thoughts"}), SkipReason.TOOL_USE),
        (message("assistant", content={"content_type": "reasoning_recap"}), SkipReason.TOOL_USE),
        (message("assistant", content={"content_type": "execution_output"}), SkipReason.TOOL_USE),
        (message("assistant", "\ue200cite\ue202x\ue201"), SkipReason.TOOL_USE),
        (message("assistant", "\ud800"), SkipReason.LONE_SURROGATE),
        (message("user", "\ud800"), SkipReason.LONE_SURROGATE),
        (message("user", content={"content_type": "user_editable_context"}), SkipReason.META),
        (
            message("user", "x", metadata={"is_visually_hidden_from_conversation": True}),
            SkipReason.META,
        ),
        (message("user", {"content_type": "image_asset_pointer"}), SkipReason.EMPTY_USER),
    ],
)
def test_what_neither_side_said_to_the_other_is_counted(one: object, reason: SkipReason) -> None:
    """It never becomes words of the user, and leaves question and answer as they are."""
    transcript = read_talks(talk(message("user", "q"), message("assistant", "seen"), one))
    assert pairs(transcript) == [("q", "seen")]
    assert transcript.skipped == (SkippedLine(line=1, reason=reason),)


def test_marks_for_the_page_are_no_words_of_the_assistant() -> None:
    """Citations go with what is inside them; a mark alone goes alone."""
    said = "Use \ue200cite\ue202turn0\ue201cork\ue203.\ue200 open"
    transcript = read_talks(talk(message("user", "q"), message("assistant", said)))
    assert pairs(transcript) == [("q", "Use cork. open")]


@pytest.mark.parametrize("current", [None, "gone", 7])
def test_a_conversation_that_does_not_tell_what_was_seen_gives_nothing(current: object) -> None:
    """Without a current node any branch could be the wrong one."""
    transcript = read_talks(talk(message("user", "q"), current_node=current))
    assert transcript.sessions == ()
    assert [skip.reason for skip in transcript.skipped] == [
        SkipReason.OTHER_BRANCH,
        SkipReason.BAD_MESSAGE,
    ]
    no_tree = read_talks(talk(message("user", "q")), {"mapping": [], "id": "c2"})
    assert [skip.reason for skip in no_tree.skipped] == [SkipReason.BAD_MESSAGE]


def test_a_broken_chain_gives_what_hangs_together() -> None:
    """A missing parent, or parents in a circle, end the walk and are counted."""
    one = {"1": {"parent": "gone", "message": message("user", "q")}}
    circle = {"1": {"parent": "1", "message": message("user", "q")}}
    for mapping in (one, circle):
        transcript = read_talks({"mapping": mapping, "current_node": "1", "id": "c"})
        assert pairs(transcript) == [("q", "")]
        assert [skip.reason for skip in transcript.skipped] == [SkipReason.BAD_MESSAGE]


def test_conversations_and_messages_that_come_twice_count_once() -> None:
    """By their ids; a conversation without one is known by its first node."""
    twice = talk(message("user", "a", id="m"), message("user", "a", id="m"))
    assert len(turns(read_talks(twice, twice))) == 1
    nameless = talk(message("user", "a"), id=None)
    assert read_talks(nameless).sessions[0].session_id == "0"
    bare = {"mapping": {"1": {"message": message("user", "a")}}, "current_node": "1"}
    assert read_talks(bare).sessions[0].session_id == ""


def test_the_next_prompt_after_an_unreadable_one_comes_after_a_gap() -> None:
    """A yes must not answer over it."""
    lost = message("user", "\ud800")
    transcript = read_talks(talk(message("user", "a"), lost, message("user", "yes")))
    assert [turn.after_gap for turn in turns(transcript)] == [False, True]


def test_an_element_costs_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken, too long, cut off or no object: the next one is read, with the right line."""
    content = b'\n[{"a": nope},\n[1, {"x": 2}], 7, "}", {"b": "\\"]}\\\\"}, {"c": "%s"}\n, {"d"' % (
        b"x" * 40
    )
    monkeypatch.setattr(elements, "LOG_LINE_MAX_BYTES", 30)
    for size in (1, 2, 3, 7, len(content)):
        chunks = [content[at : at + size] for at in range(0, len(content), size)]
        assert list(read_elements(chunks)) == [
            SkippedLine(line=2, reason=SkipReason.BROKEN_JSON),
            SkippedLine(line=3, reason=SkipReason.NOT_AN_OBJECT),
            ObjectLine(line=3, fields={"b": '"]}\\'}),
            SkippedLine(line=3, reason=SkipReason.TOO_LONG),
            SkippedLine(line=4, reason=SkipReason.BROKEN_JSON),
        ]
    assert list(read_elements([b"]}[", b"", b"{}]"])) == [ObjectLine(line=1, fields={})]
