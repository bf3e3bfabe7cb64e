"""A changed snapshot is told in hunks: which lines are new, gone, or changed within."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden_review.lines import Mark, Row, hunks

PROMPT = "Rules:\n\n- A preference lasts.\n- A decision is settled.\n- 没定的不记。\n\nAnswer:\n"
LINES = st.lists(st.sampled_from(["a b c", "a b d", "用这个", "用那个", "", "x"]), max_size=12)


def told(before: str, after: str) -> list[str]:
    """Give the rows of all hunks as text."""
    return [f"{row.mark} {row.text}" for hunk in hunks(before, after) for row in hunk.rows]


def test_a_changed_line_stands_between_its_neighbours() -> None:
    """The line is shown once, with its change in it, and a line before and after it."""
    after = PROMPT.replace("没定的", "还没定的")
    assert told(PROMPT, after) == ["  - A decision is settled.", "~ - {+还+}没定的不记。", "  "]
    assert hunks(PROMPT, after)[0].line == 4


def test_lines_come_and_go() -> None:
    """A line that is like none of the other version is wholly new or gone."""
    after = PROMPT.replace("- A preference lasts.\n", "").replace("Answer:\n", "Answer:\nOne!\n")
    assert told(PROMPT, after) == [
        "  ", "- - A preference lasts.", "  - A decision is settled.", "  Answer:", "+ One!",
    ]  # fmt: skip


def test_the_right_lines_are_paired() -> None:
    """Of a block that grew, each old line meets the new one it became."""
    before = "alpha beta gamma\n一二三四\n"
    after = "something else entirely\nalpha beta delta\n新的一行\n一二三五\n"
    assert told(before, after) == [
        "+ something else entirely",
        "~ alpha beta [-gamma-]{+delta+}",
        "+ 新的一行",
        "~ 一二三[-四-]{+五+}",
    ]


def test_changes_far_apart_are_hunks_of_their_own() -> None:
    """What lies between two changes is not shown."""
    before = "".join(f"line {number}\n" for number in range(1, 101))
    after = before.replace("line 10\n", "line ten\n").replace("line 90\n", "line ninety\n")
    assert [hunk.line for hunk in hunks(before, after)] == [9, 89]


def test_json_is_told_by_its_lines() -> None:
    """A value of a laid out JSON text reads as one changed line."""
    before = '{\n  "id": 7,\n  "title": "用 Redis",\n  "aliases": []\n}\n'
    after = before.replace("用 Redis", "用 Valkey")
    assert '~   "title": "用 [-Redis-]{+Valkey+}",' in told(before, after)


@pytest.mark.parametrize(
    ("before", "after"), [("a\n", "a"), ("a", "a\n"), ("a\n", "a\n\n"), ("a \n", "a\n")]
)
def test_white_space_is_a_change_too(before: str, after: str) -> None:
    """A missing line end is told, since the bytes differ."""
    assert any(row.mark is not Mark.SAME for hunk in hunks(before, after) for row in hunk.rows)


def test_a_huge_block_is_not_paired() -> None:
    """Looking for pairs is bounded; then lines are told as gone and new."""
    before = "".join(f"old {number} words here\n" for number in range(40))
    after = "".join(f"new {number} words here\n" for number in range(40))
    rows = hunks(before, after)[0].rows
    assert [row.mark for row in rows] == [Mark.GONE] * 40 + [Mark.NEW] * 40


def test_equal_hunks_are_known_by_their_changes() -> None:
    """The same change in other surroundings is the same change."""
    one = hunks("x\nold words here\n", "x\nnew words here\n")[0]
    other = hunks("y\n\nold words here\nz\n", "y\n\nnew words here\nz\n")[0]
    assert one.changes == other.changes == (
        Row(mark=Mark.CHANGED, text="[-old-]{+new+} words here"),
    )  # fmt: skip


@given(LINES, LINES)
def test_every_line_is_accounted_for(old: list[str], new: list[str]) -> None:
    """Equal versions give nothing; else each hunk holds a change, and the lines add up."""
    before, after = ("".join(f"{line}\n" for line in lines) for lines in (old, new))
    found = hunks(before, after)
    assert (found == ()) == (old == new)
    assert all(hunk.changes for hunk in found)
    marks = [row.mark for hunk in found for row in hunk.rows]
    assert marks.count(Mark.NEW) - marks.count(Mark.GONE) == len(new) - len(old)
