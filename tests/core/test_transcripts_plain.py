"""Plain JSON Lines are read leniently in form and strictly in content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.limits import TURN_MAX_BYTES
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.reading import read_transcript
from sayso.core.transcripts.records import LoggedTurn, SkippedLine, SkipReason, Transcript
from sayso.core.transcripts.wording import trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"


def read(content: bytes) -> Transcript:
    """Read a plain log."""
    transcript = read_transcript("log.jsonl", content).unwrap()
    assert transcript.format == "plain"
    return transcript


def read_rows(*rows: Mapping[str, object]) -> Transcript:
    """Read a plain log made of these rows."""
    return read("\n".join(json.dumps(row) for row in rows).encode())


def turns(transcript: Transcript) -> tuple[LoggedTurn, ...]:
    """Give all turns, session after session."""
    return tuple(turn for session in transcript.sessions for turn in session.turns)


def test_a_log_with_broken_lines_gives_every_good_turn() -> None:
    """Of fifteen lines seven are turns, each in its session; the eight others are reported with
    their numbers, and so is the time that one turn had to do without.
    """
    transcript = read((FIXTURES / "plain.jsonl").read_bytes())
    assert [
        (session.session_id, [turn.user_text for turn in session.turns])
        for session in transcript.sessions
    ] == [
        ("morning", ["Please answer in German."]),
        ("", ["以后都用深色主题", "以后都用深色主题", "no zone", "when?"]),
        ("evening", ["same id elsewhere"]),
        ("7", ["last"]),
    ]
    assert transcript.skipped == tuple(
        SkippedLine(line=line, reason=reason)
        for line, reason in [
            (4, SkipReason.EMPTY_USER),
            (5, SkipReason.BROKEN_JSON),
            (7, SkipReason.BAD_TIME),
            (8, SkipReason.DUPLICATE),
            (10, SkipReason.NOT_AN_OBJECT),
            (11, SkipReason.BROKEN_JSON),
            (12, SkipReason.BROKEN_JSON),
            (13, SkipReason.LONE_SURROGATE),
            (14, SkipReason.BAD_FIELD),
        ]
    )


def test_every_field_of_a_line_arrives() -> None:
    """A full line keeps id, answer, time and intent."""
    transcript = read((FIXTURES / "plain.jsonl").read_bytes())
    assert transcript.sessions[0].turns == (
        LoggedTurn(
            source_id="a1",
            user_text="Please answer in German.",
            assistant_text="Gerne.",
            at_us=1_767_600_000_000_000,
            intent="general_chat",
        ),
    )
    assert transcript.sessions[0].folder is None


def test_two_equal_messages_stay_two_turns_with_stable_ids() -> None:
    """Ids are derived from the words and their count, so turns elsewhere don't move them."""
    ok, other = {"user": "ok"}, {"user": "other"}
    first, second = turns(read_rows(ok, ok))
    assert first.source_id != second.source_id
    assert [turn.source_id for turn in turns(read_rows(other, ok, other, ok))][1::2] == [
        first.source_id,
        second.source_id,
    ]
    assert turns(read_rows(ok | {"assistant": "late"}))[0].source_id == first.source_id


def test_line_ends_do_not_change_an_id() -> None:
    """The same words with the line ends of another system are the same turn."""
    one, other = read_rows({"user": "a\nb"}), read_rows({"user": "a\r\nb"})
    assert turns(one)[0].source_id == turns(other)[0].source_id
    assert turns(other)[0].user_text == "a\r\nb"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"user": None, "assistant": "hi"}, SkipReason.EMPTY_USER),
        ({"assistant": "hi"}, SkipReason.EMPTY_USER),
        ({"user": "<sayso-memory>x</sayso-memory>"}, SkipReason.INJECTED),
        ({"user": 7}, SkipReason.BAD_FIELD),
        ({"user": "x", "assistant": ["y"]}, SkipReason.BAD_FIELD),
        ({"user": "x", "id": True}, SkipReason.BAD_FIELD),
        ({"user": "x", "id": 1.5}, SkipReason.BAD_FIELD),
        ({"user": "x", "session": "s" * 201}, SkipReason.BAD_FIELD),
        ({"user": "x", "intent": {}}, SkipReason.BAD_FIELD),
        ({"user": "x", "session": "\ud800"}, SkipReason.LONE_SURROGATE),
        ({"user": "x", "assistant": "\udfff"}, SkipReason.LONE_SURROGATE),
    ],
)
def test_a_line_that_cannot_be_a_turn_is_counted(
    row: dict[str, object], reason: SkipReason
) -> None:
    """The reason names what was wrong, and the next line is read all the same."""
    transcript = read_rows(row, {"user": "next"})
    assert transcript.skipped == (SkippedLine(line=1, reason=reason),)
    assert [turn.user_text for turn in turns(transcript)] == ["next"]


def test_a_turn_of_exactly_the_limit_is_taken_and_one_byte_more_is_not() -> None:
    """The bound of a turn counts UTF-8 bytes."""
    at_limit = {"user": "好" * (TURN_MAX_BYTES // 3) + "x" * (TURN_MAX_BYTES % 3)}
    assert len(turns(read_rows(at_limit))) == 1
    above = read_rows({"user": at_limit["user"] + "x"})
    assert above.skipped == (SkippedLine(line=1, reason=SkipReason.TOO_LONG),)


@pytest.mark.parametrize(
    "line",
    [
        b'{"user": "x", "at": NaN}',
        b'{"user": "x", "at": -Infinity}',
        b'{"user": "x", "at": 1e999}',
        b'{"user": "x", "user": "y"}',
        b'{"user": "x"} {"user": "y"}',
        b'{"user": "x" ' + b"\0" * 8,
        b'{"user": ' + b"[" * 100_000,
    ],
)
def test_what_is_not_strict_json_is_a_broken_line(line: bytes) -> None:
    """Duplicate keys, NaN, infinities, two values and endless nesting never give a turn."""
    transcript = read(b'{"user": "a"}\n' + line + b"\n")
    assert transcript.skipped == (SkippedLine(line=2, reason=SkipReason.BROKEN_JSON),)


def test_a_line_of_another_encoding_is_counted() -> None:
    """A line that is not UTF-8 costs itself only, and the mark at the start is no part of it."""
    transcript = read(b'\xef\xbb\xbf{"user": "a"}\r\n{"user": "\xb0\xa1"}\n\n{"user": "b"}')
    assert [turn.user_text for turn in turns(transcript)] == ["a", "b"]
    assert transcript.skipped == (SkippedLine(line=2, reason=SkipReason.NOT_UTF8),)


@pytest.mark.parametrize(
    ("value", "at_us"),
    [
        ("1970-01-01T00:00:01Z", 1_000_000),
        ("1970-01-01T08:00:01+08:00", 1_000_000),
        ("1970-01-01 00:00:01", 1_000_000),
        (" 1970-01-01T00:00:00.000001Z ", 1),
        ("2026-03-31 19:32:39-0400", 1_774_999_959_000_000),
        (1, 1_000_000),
        (1.000001, 1_000_001),
        (-1, -1_000_000),
        (253_402_300_800, None),
        (1_767_600_000_000, None),
        (True, None),
        (None, None),
        ("", None),
        ("1767600000", None),
        ("3/11/2025, 8:11:06 PM", None),
        ("2" * 100, None),
        (["2026-01-01"], None),
        (float("nan"), None),
    ],
)
def test_times_are_read_or_left_open(value: object, at_us: int | None) -> None:
    """ISO 8601 and seconds are read; milliseconds and bare digits are not guessed."""
    assert read_moment(value) == at_us


def test_an_empty_time_is_no_time_and_no_fault() -> None:
    """Nothing is reported where a log does not mean to give a time."""
    assert read_rows({"user": "x", "at": ""}, {"user": "y", "at": None}).skipped == ()
    assert read_rows({"user": "x", "at": 0}).skipped == ()
    assert read_rows({"user": "x", "at": False}).skipped[0].reason is SkipReason.BAD_TIME


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"])).filter(lambda t: "<s" not in t),
            st.text(st.characters(exclude_categories=["Cs"])),
        )
    )
)
def test_what_was_written_is_what_is_read(rows: list[tuple[str, str]]) -> None:
    """Every text that is not blank comes back as it was, blank lines at both ends apart."""
    lines = [{"user": user, "assistant": assistant} for user, assistant in rows]
    content = b'{"user": "first"}\n' + "\n".join(json.dumps(line) for line in lines).encode()
    assert [(turn.user_text, turn.assistant_text) for turn in turns(read(content))][1:] == [
        (trim_blank_lines(user), trim_blank_lines(assistant))
        for user, assistant in rows
        if user.strip()
    ]


@given(
    st.lists(
        st.sampled_from(
            [b'{"user": "a"}', b'{"user": "b", "id": "1"}', b"{", b"", b'{"user": ""}', b"[]"]
        )
    ),
    st.integers(0, 20),
)
def test_a_log_cut_at_any_line_gives_the_first_of_its_turns(lines: list[bytes], cut: int) -> None:
    """A log that is still growing can be imported at any time."""
    first = b'{"user": "first"}'
    whole = turns(read(b"\n".join([first, *lines])))
    part = turns(read(b"\n".join([first, *lines[:cut]])))
    assert whole[: len(part)] == part
