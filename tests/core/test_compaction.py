"""The rolling extract that the embedded model keeps of a thread."""

from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.rules.compaction import extend_compaction
from sayso.core.text import ELLIPSIS
from sayso.core.turns import Origin, Turn, TurnState


def turn(user: str, assistant: str = "") -> Turn:
    """Give a completed live turn."""
    return Turn(
        id=1,
        thread_id=1,
        session="",
        sequence=1,
        intent="general_chat",
        origin=Origin.LIVE,
        user_text=user,
        assistant_text=assistant,
        state=TurnState.COMPLETED,
        said_at_us=0,
        created_at_us=0,
    )


def test_one_line_per_turn_after_the_previous_ones() -> None:
    """Each turn adds one line with what was asked and the gist of the answer."""
    first = extend_compaction("", (turn("以后回答\n都用表格", "好的，\n以后用表格"),))
    assert first == "U: 以后回答 都用表格 | A: 好的， 以后用表格"
    assert extend_compaction(first, (turn("ok"),)) == first + "\nU: ok"


def test_pasted_blocks_are_left_out() -> None:
    """Fenced and quoted blocks are not what was said; an open fence runs to the end."""
    pasted = "look at this\n```py\nsecret = 1\n```\n> quoted words\nand fix it\n~~~\nopen"
    assert extend_compaction("", (turn(pasted, "```\ncode only\n```"),)) == (
        "U: look at this and fix it"
    )
    assert extend_compaction("", (turn("> all quoted"),)) == f"U: {ELLIPSIS}"


def test_oldest_lines_are_dropped_first_and_whole() -> None:
    """When the bound is reached, old lines go at line borders and the newest stay."""
    turns = tuple(turn(f"question {at:03d} " + "x" * 80) for at in range(100))
    extract = extend_compaction("the very first line", turns)
    assert len(extract) <= limits.COMPACTION_MAX_CHARS
    assert extract.splitlines()[-1].startswith("U: question 099")
    assert "the very first line" not in extract
    assert all(len(line) == len(extract.splitlines()[-1]) for line in extract.splitlines())


def test_an_extract_is_never_empty() -> None:
    """Without anything to say there still is a sign, as the contract of stage 1 demands."""
    assert extend_compaction("", ()) == ELLIPSIS


@given(st.text(max_size=6_000), st.lists(st.text(max_size=300), max_size=5))
def test_extracts_keep_their_bound(previous: str, asked: list[str]) -> None:
    """Any texts give 1 to 4,000 characters, the same ones every time."""
    turns = tuple(turn(text, text) for text in asked)
    extract = extend_compaction(previous, turns)
    assert 1 <= len(extract) <= limits.COMPACTION_MAX_CHARS
    assert extract == extend_compaction(previous, turns)
