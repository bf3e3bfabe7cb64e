"""aider's history gives what the user typed, told apart from headings, output and commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.limits import TURN_MAX_BYTES
from sayso.core.transcripts import aider_blocks
from sayso.core.transcripts.reading import read_transcript
from sayso.core.transcripts.records import SkippedLine, SkipReason

if TYPE_CHECKING:
    from sayso.core.transcripts.records import LoggedTurn, Transcript

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"
RUN = "# aider chat started at 1970-01-01 00:00:01\n\n"


def read(text: str | bytes) -> Transcript:
    """Read a history; `$` at the end of a line stands for aider's two spaces."""
    content = text.replace("$\n", "  \n").encode() if isinstance(text, str) else text
    transcript = read_transcript(".aider.chat.history.md", content).unwrap()
    assert transcript.format == "aider"
    return transcript


def turns(transcript: Transcript) -> list[LoggedTurn]:
    """Give all turns, run after run."""
    return [turn for session in transcript.sessions for turn in session.turns]


def pairs(transcript: Transcript) -> list[tuple[str, str]]:
    """Give both sides of all turns."""
    return [(turn.user_text, turn.assistant_text) for turn in turns(transcript)]


def reasons(transcript: Transcript) -> list[tuple[int, str]]:
    """Give the skipped lines."""
    return [(skip.line, skip.reason.value) for skip in transcript.skipped]


def test_an_english_history_with_every_pitfall() -> None:
    """Lines that follow each other are one message; a heading and a quotation of the assistant are
    its own; yes-or-no answers, output, commands and empty input are no words, the question behind
    a command is; a run is a session, and a fence without an end hides nothing.
    """
    transcript = read((FIXTURES / "aider_en.md").read_bytes())
    first, second = transcript.sessions
    assert (first.session_id, first.folder) == ("2026-03-04 09:15:00", None)
    assert second.session_id == "2026-03-05 10:00:00"
    assert pairs(transcript) == [
        (
            "Always run ruff before you commit.\n\nAnd use `#### ` for nothing else.",
            (
                "I will. Here is the plan:\n\n#### Step one\n\n"
                "> a quote of mine, not of the program\n\n"
                "```md\nquoted:\n\n#### Always use black.  \n> fake  \n```"
            ),
        ),
        (
            "# why is the build slow?",
            "Because of the image. Shall I cache it?\n\n```\nthis fence has no end",
        ),
        ("Yes, cache it.", ""),
        ("Thanks.", ""),
    ]
    assert {turn.at_us for turn in first.turns} == {1_772_615_700_000_000}
    assert reasons(transcript) == [
        (4, "tool-result"),
        (24, "tool-result"),
        (29, "command"),
        (31, "tool-result"),
        (34, "tool-result"),
        (41, "tool-result"),
        (45, "command"),
        (47, "empty-user"),
        (49, "command"),
        (51, "tool-result"),
    ]


def test_a_chinese_history_that_lost_the_spaces_at_its_line_ends() -> None:
    """Then order tells: what looks like a user's line behind the assistant's words is doubtful."""
    transcript = read((FIXTURES / "aider_trimmed_zh.md").read_bytes())
    assert pairs(transcript) == [
        (
            "以后变量名都用英文。\n注释还是中文。",
            "好的。\n\n#### 第一步：改名\n\n这是我的小标题。",
        ),
        ("好，就这么办。", ""),
    ]
    assert reasons(transcript) == [(3, "tool-result"), (10, "doubtful"), (14, "tool-result")]


def test_without_spaces_and_without_output_every_heading_is_the_users() -> None:
    """Nothing else tells where a message begins, except that a code fence holds none."""
    transcript = read(f"{RUN}#### one\n\nyes\n\n```\n\n#### code\n```\n\n#### two")
    assert pairs(transcript) == [("one", "yes\n\n```\n\n#### code\n```"), ("two", "")]


def test_what_looks_like_output_inside_a_fence_is_the_assistants() -> None:
    """Where nothing marks the program's lines, an open fence keeps them."""
    transcript = read(f"{RUN}#### one\n\n```\n\n> x\n```\n\n> out\n\n#### two\n")
    assert pairs(transcript) == [("one", "```\n\n> x\n```"), ("two", "")]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("/ask why?", "why?"),
        ("/code do it\n#### like this", "do it\nlike this"),
        ("/architect plan", "plan"),
        ("/usr/bin/env is where?", "/usr/bin/env is where?"),
        ("#1 is a ticket", "#1 is a ticket"),
        ("# Title", "# Title"),
        ("> quoted", "> quoted"),
        ("<sayso-memory>\n#### x\n#### </sayso-memory>\n#### mine", "mine"),
    ],
)
def test_what_asks_the_assistant_is_words(typed: str, words: str) -> None:
    """Also where they begin with a mark of Markdown; the name of the command is none."""
    marked = typed.replace("\n", "$\n")
    assert pairs(read(f"{RUN}#### {marked}$\n"))[0][0] == words


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("/add a.py", SkipReason.COMMAND),
        ("/ask", SkipReason.COMMAND),
        ("/run make all", SkipReason.COMMAND),
        ("!make", SkipReason.COMMAND),
        ("<blank>", SkipReason.EMPTY_USER),
        ("<system-reminder>x</system-reminder>", SkipReason.INJECTED),
        ("x" * (TURN_MAX_BYTES + 1), SkipReason.TOO_LONG),
    ],
)
def test_what_does_not_is_counted(typed: str, reason: SkipReason) -> None:
    """A command, a shell line and nothing at all give no turn."""
    transcript = read(f"{RUN}#### {typed}$\n\n> done$\n\n#### next$\n")
    assert pairs(transcript) == [("next", "")]
    assert transcript.skipped[0] == SkippedLine(line=3, reason=reason)


def test_output_goes_on_to_the_next_blank_line_and_ends_an_answer() -> None:
    """The last words before the next message are the answer, without what a program printed."""
    text = f"{RUN}#### q$\n> Searching$\n\nfirst\n\n> Edited a.py$\nb.py\n#### c.py\n\nlast\n"
    assert pairs(read(text)) == [("q", "last")]


def test_a_line_of_another_encoding_costs_its_block_only() -> None:
    """A message with one is no message, an answer with one is none, and a yes comes after a gap."""
    text = f"{RUN}#### one  \n\nyes \xb0\n\n> x  \n\n#### two \xb0  \n\n> x  \n\n#### three  \n"
    transcript = read(text.encode("latin-1"))
    assert [
        (turn.user_text, turn.assistant_text, turn.after_gap) for turn in turns(transcript)
    ] == [
        ("one", "", False),
        ("three", "", True),
    ]
    assert reasons(transcript) == [
        (5, "not-utf8"),
        (7, "tool-result"),
        (9, "not-utf8"),
        (11, "tool-result"),
    ]


def test_a_block_beyond_the_limit_costs_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is kept, and what follows is read."""
    monkeypatch.setattr(aider_blocks, "LOG_LINE_MAX_BYTES", 300)
    long = "".join(f"#### {number}$\n" for number in range(9))
    transcript = read(f"{RUN}{long}\n> x$\n\n#### q$\n\n" + "a\n" * 9 + "\n> x$\n\nshort\n")
    assert pairs(transcript) == [("q", "short")]
    assert [skip.reason for skip in transcript.skipped] == [
        SkipReason.TOO_LONG,
        SkipReason.TOOL_RESULT,
        SkipReason.TOO_LONG,
        SkipReason.TOOL_RESULT,
    ]


def test_line_ends_of_another_system_change_nothing() -> None:
    """A history written on Windows is the same one."""
    text = f"{RUN}#### one$\n\nyes\n\n> x$\n\n#### two$\n".replace("$\n", "  \n")
    here, there = read(text.encode()), read(text.replace("\n", "\r\n").encode())
    assert there == here


def test_a_run_begins_where_a_line_of_its_own_says_so() -> None:
    """Quoted right below other words it is talk; a moment that is none is noticed, by its turns."""
    talk = read(f"{RUN}#### q$\n\nIt says:\n# aider chat started at 1970-01-01 00:00:09\n")
    assert len(talk.sessions) == 1
    odd = read(f"{RUN.replace('-01-01', '-99-01')}#### q$\n")
    assert odd.sessions[0].session_id == "1970-99-01 00:00:01"
    assert (turns(odd)[0].at_us, odd.skipped) == (
        None,
        (SkippedLine(line=3, reason=SkipReason.BAD_TIME),),
    )


def test_an_answer_too_long_to_store_leaves_the_turn() -> None:
    """The user's words don't hang on it."""
    transcript = read(f"{RUN}#### q$\n\n" + "x" * (TURN_MAX_BYTES + 1))
    assert pairs(transcript) == [("q", "")]
    assert transcript.skipped == (SkippedLine(line=4, reason=SkipReason.TOO_LONG),)
