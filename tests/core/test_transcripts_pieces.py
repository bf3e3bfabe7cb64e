"""A log is read piece by piece: the pieces change nothing, and little of it is held at a time."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.transcripts import lines, specstory
from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.lines import split_lines
from sayso.core.transcripts.reading import detect_format, read_entries
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from sayso.core.transcripts.noted import Noted

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"
NAMES = sorted(path.name for path in FIXTURES.iterdir())


def entries(
    name: str, content: bytes, cuts: tuple[int, ...]
) -> list[Exchange | Noted | SkippedLine]:
    """Read a log in pieces that end at these places."""
    places = sorted({0, len(content), *(cut % (len(content) + 1) for cut in cuts)})
    chunks = [content[a:b] for a, b in pairwise(places)]
    form = detect_format(name, content).unwrap()
    return list(read_entries(form, name, chunks))


@cache
def read_whole(name: str) -> tuple[bytes, list[Exchange | Noted | SkippedLine]]:
    """Give a log and what it gives in one piece."""
    content = (FIXTURES / name).read_bytes()
    return content, entries(name, content, ())


@pytest.mark.parametrize("name", NAMES)
@given(cuts=st.lists(st.integers(0, 1 << 20), max_size=12).map(tuple))
def test_pieces_of_any_size_give_what_the_whole_file_gives(
    name: str, cuts: tuple[int, ...]
) -> None:
    """Wherever a piece ends, within a character too, turns and reasons are the same."""
    content, whole = read_whole(name)
    assert entries(name, content, cuts) == whole


@given(st.lists(st.binary(max_size=6).map(lambda raw: raw.replace(b"\1", b"\n")), max_size=8))
def test_lines_are_those_of_the_whole(chunks: list[bytes]) -> None:
    """Cutting into lines undoes cutting into pieces."""
    assert list(split_lines(chunks)) == b"".join(chunks).split(b"\n")


def test_a_line_beyond_the_limit_costs_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted as too long, also when it comes in pieces, and the next one is read."""
    monkeypatch.setattr(lines, "LOG_LINE_MAX_BYTES", 20)
    chunks = [b'{"user": "a"}\n{"user": "', b"x" * 30, b"x" * 30, b'"}\n{"user": "b"}']
    found = list(read_entries("plain", "a.jsonl", chunks))
    assert [one.user_text for one in found if isinstance(one, Exchange)] == ["a", "b"]
    assert SkippedLine(line=2, reason=SkipReason.TOO_LONG) in found
    assert found[-1].after_gap if isinstance(found[-1], Exchange) else False
    assert list(split_lines([b"x" * 20 + b"\n" + b"x" * 21])) == [b"x" * 20, None]


def test_a_section_beyond_the_limit_costs_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Markdown is held a section at a time; one too long is counted, and a line as well."""
    monkeypatch.setattr(specstory, "LOG_LINE_MAX_BYTES", 400)
    monkeypatch.setattr(lines, "LOG_LINE_MAX_BYTES", 300)
    text = "\n".join(
        (
            "_**User**_\n\none\n\n_**Agent**_\n\nyes",
            "_**User**_\n\n" + "long\n" * 10,
            "_**Agent**_\n\n" + "x" * 301 + "\n",
            "_**User**_\n\ntwo\n",
        )
    )
    found = list(read_entries("specstory", "a.md", [text.encode()]))
    turns = [one for one in found if isinstance(one, Exchange)]
    assert [(one.user_text, one.assistant_text, one.after_gap) for one in turns] == [
        ("one", "yes", False),
        ("two", "", True),
    ]
    reasons = [one.reason for one in found if isinstance(one, SkippedLine)]
    assert reasons == [SkipReason.TOO_LONG] * 2


@pytest.mark.parametrize(
    ("form", "log"),
    [
        (
            "claude-code",
            [
                '{"type":"user","uuid":"1","sessionId":"s","message":{"content":"a"}}',
                '{"type":"user","message":"error"}',
                '{"type":"user","uuid":"2","sessionId":"s","message":{"content":"yes"}}',
            ],
        ),
        (
            "codex",
            [
                '{"type":"event_msg","payload":{"type":"user_message","message":"a"}}',
                "{broken",
                '{"type":"event_msg","payload":{"type":"user_message","message":"yes"}}',
            ],
        ),
        ("specstory", ["_**User**_", "a", "_**User**_", "BAD", "_**User**_", "yes"]),
    ],
)
def test_a_yes_after_a_lost_line_comes_after_a_gap(form: str, log: list[str]) -> None:
    """What could not be read may have been a prompt, and then the yes was an answer to that one."""
    content = "\n\n".join(log).encode().replace(b"BAD", b"\xb0\xa1")
    found = [one for one in read_entries(form, "a", [content]) if isinstance(one, Exchange)]
    assert [(one.user_text, one.after_gap) for one in found] == [("a", False), ("yes", True)]
