"""A line break inside a sentence: what stands before it reaches what comes after it."""

import pytest

from sayso.core.evidence import Accepted, check_proposal
from sayso.core.items import Kind
from sayso.core.speech.clauses import sentences
from tests.speech import explicit, found_in, gate

BROKEN = [
    ("I do not want you to\nalways use tabs in Go files.", "always use tabs in Go files"),
    ("Bob said that\nfrom now on we use tabs.", "from now on we use tabs"),
    ("Bob told me the other day\nfrom now on we use tabs.", "from now on we use tabs"),
    ("It is not the case that\nwe decided to use Postgres.", "we decided to use Postgres"),
    ("From now on I don't want\nyou to always use tabs.", "you to always use tabs"),
    ("Please never, under any circumstances,\nalways use tabs.", "always use tabs"),
    ("我不希望你\n以后都用制表符", "以后都用制表符"),
    ("老板说\n以后都用 Postgres", "以后都用 Postgres"),
    ("不要\n以后都用制表符", "以后都用制表符"),
]


@pytest.mark.parametrize(("text", "half"), BROKEN)
def test_half_a_sentence_is_never_kept(text: str, half: str) -> None:
    """Neither the rules nor the gate keep the second line without what governs it."""
    assert half not in {found.content for found in found_in(text)}
    for kind in (Kind.PREFERENCE, Kind.DECISION):
        assert not isinstance(check_proposal(explicit(kind, half), gate(text)), Accepted)


@pytest.mark.parametrize(
    "lines",
    [
        ["From now on use tabs", "Always write tests first"],
        ["以后用制表符", "以后提交信息用中文"],
    ],
)
def test_statements_line_by_line_stay_apart(lines: list[str]) -> None:
    """Lines that are whole are statements of their own, for the rules and for the gate."""
    text = "\n".join(lines)
    assert [found.content for found in found_in(text)] == lines
    for line in lines:
        assert isinstance(check_proposal(explicit(Kind.PREFERENCE, line), gate(text)), Accepted)


@pytest.mark.parametrize(
    "after", ["\nuse tabs", "- use tabs", "1. use tabs", "> use tabs", "# Tabs", "  "]
)
def test_structure_ends_an_unfinished_line(after: str) -> None:
    """A blank line, an item, a quotation and a heading begin anew, whatever stands before."""
    cut = list(sentences(f"I do not want you to\n{after}"))
    assert cut[0].plain == "i do not want you to"


def test_a_verb_of_choosing_goes_on_with_what_is_chosen() -> None:
    """Lines "we decided" and "to use tabs" are one sentence; "as agreed" and an order are two."""
    assert len(list(sentences("we decided\nto use tabs"))) == 1
    assert len(list(sentences("as agreed\nuse tabs"))) == 2


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("From now on use tabs. No wait, use spaces.", "From now on use tabs"),
        ("From now on use tabs. Just kidding.", "From now on use tabs"),
        ("From now on use tabs, no wait, use spaces.", "From now on use tabs"),
        ("以后用制表符。等等，还是用空格吧。", "以后用制表符"),
        ("以后用制表符。开玩笑的", "以后用制表符"),
        ("It's false that I prefer tabs.", "I prefer tabs"),
        ("I'd never say I prefer tabs.", "I prefer tabs"),
        ("I wouldn't say we decided to use Postgres.", "we decided to use Postgres"),
        ("我不认为我们决定用 Postgres。", "我们决定用 Postgres"),
        ("You claimed that I always prefer dark mode.", "I always prefer dark mode"),
        (
            "I don't think I want the app to always use dark mode.",
            "I want the app to always use dark mode",
        ),
    ],
)
def test_what_is_taken_back_or_disclaimed_is_not_kept(text: str, kept: str) -> None:
    """A recanted or disclaimed statement is no memory, by the rules or by a proposal."""
    assert found_in(text) == ()
    for kind in (Kind.PREFERENCE, Kind.DECISION):
        assert not isinstance(check_proposal(explicit(kind, kept), gate(text)), Accepted)


def test_a_break_inside_a_clause_reads_as_a_blank_and_between_han_as_nothing() -> None:
    """Markers of several words are found over a line's end, in either script."""
    assert next(sentences("we  should not\n  do it")).clauses[0].plain == "we  should not do it"
    assert next(sentences("我不希望你\n 以后都用")).clauses[0].plain == "我不希望你以后都用"
