"""A changed line is told word by word, in Chinese character by character."""

import doctest
import importlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden_review.words import Stretch, columns, compare, likeness, mark, tokens

WORDS = st.text(alphabet="ab  ,.用这次先给结论JSON-", max_size=40)


@pytest.mark.parametrize("name", ["words", "kinds", "figures"])
def test_the_examples_hold(name: str) -> None:
    """Every example of the package's docstrings gives what it shows."""
    outcome = doctest.testmod(importlib.import_module(f"tests.golden_review.{name}"))
    assert outcome.attempted
    assert not outcome.failed


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ("at most 160 characters", "at most 200 characters", "at most [-160-]{+200+} characters"),
        ("以后都先给结论", "以后先给结论", "以后[-都-]先给结论"),
        ("数据库用 MySQL。", "数据库用 PostgreSQL。", "数据库用 [-MySQL-]{+PostgreSQL+}。"),
        ("數據庫", "数据库", "[-數據庫-]{+数据库+}"),
        ('  "title": "用 Redis",', '  "title": "",', '  "title": "[-用 Redis-]",'),
        ("quick brown fox", "slow, brown dog", "[-quick-]{+slow,+} brown [-fox-]{+dog+}"),
        ("一个 A 两个", "三只 A 四只", "[-一个-]{+三只+} A [-两个-]{+四只+}"),
        ("只要的人", "不管的事", "[-只要的人-]{+不管的事+}"),
        ("a, b", "c, d", "[-a, b-]{+c, d+}"),
    ],
)
def test_a_change_is_marked_where_it_is(before: str, after: str, marked: str) -> None:
    """Only what changed is marked; a lone 的 or comma between two changes is part of them."""
    assert mark(before, after) == marked


def test_what_is_far_from_a_change_is_left_out() -> None:
    """A long line shows its changes with the words around them, cut between words."""
    before = f"{'start ' * 20}here 160 is said {'middle ' * 20}and 先给结论 there {'end ' * 20}"
    after = before.replace("160", "200").replace("结论", "理由")
    marked = mark(before, after)
    assert "here [-160-]{+200+} is said" in marked
    assert "先给[-结论-]{+理由+} there" in marked
    assert marked.count("…") == 3
    assert columns(marked) < 220
    assert not {word.strip("…") for word in marked.split()} - {
        *before.split(), *after.split(), "", "[-160-]{+200+}", "先给[-结论-]{+理由+}",
    }  # fmt: skip


@given(WORDS, WORDS)
def test_nothing_is_lost(before: str, after: str) -> None:
    """The stretches put together are the two lines, and no two changes touch."""
    parts = compare(before, after)
    assert "".join(part.gone for part in parts) == before
    assert "".join(part.new for part in parts) == after
    assert all(one.is_same or other.is_same for one, other in pairwise(parts))
    assert "".join(tokens(before)) == before


def test_lines_are_alike_or_not() -> None:
    """A line with one word changed is the same line; another line is not."""
    assert likeness("keep answers short", "keep answers long") > 0.5
    assert likeness("keep answers short", "数据库用 PostgreSQL") == 0
    assert likeness("some words here now", "other things are there") == 0
    assert likeness("{", "{") == 1
    assert likeness("{", "]") == 0
    assert compare("same", "same") == (Stretch(gone="same", new="same"),)
