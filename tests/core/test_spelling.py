"""One spelling for what readers take for the same letters, in texts and in questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.recall.quoting import passage
from sayso.core.recall.words import QUESTION, asked, document
from sayso.core.search import plan_search
from sayso.core.spelling import spelled, spelled_at
from sayso.core.terms import content_terms, metadata_terms, query_terms

SAME = [
    ("caf\u00e9", "cafe"),
    ("cafe\u0301", "cafe"),
    ("na\u00efve", "naive"),
    ("S\u00f8ren", "Soren"),
    ("Stra\u00dfe \u0141\u00f3d\u017a", "Stra\u00dfe Lodz"),
    ("\u0435\u0449\u0451", "\u0435\u0449\u0435"),
    ("de\u00adploy\u00adment", "deployment"),
    ("\ufeffde\u200bploy\u2060ment\ufe0f", "deployment"),
    ("缓\u200b存", "缓存"),
    ("\uff18\uff10\uff18\uff10 端口", "8080 端口"),
    ("\x1b[31mfatal\x1b[0m: no dis\x1b[1;38:5:9mk", "fatal: no disk"),
    ("\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x07", "link"),
    ("one\x1b[2Ktwo\x1b]0;title\x07three\x1b(Bfour", "one two three four"),
    ("don\u2019t \u3000\u7de9\u5b58", "don't  缓存"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_both_are_one_spelling(one: str, other: str) -> None:
    """What readers take for the same is posted under the same words, whoever writes it so."""
    assert spelled(one) == spelled(other) == other
    assert document(one) == document(other)
    assert asked(one) == asked(other)
    assert content_terms(one) == content_terms(other)
    assert query_terms(one) == query_terms(other)
    assert metadata_terms(one, (), ()) == metadata_terms(other, (), ())
    assert plan_search(one, 1) == plan_search(other, 1)


@pytest.mark.parametrize("text", ["007", "が", "हिन्दी", "한국어", "\U0001f600"])
def test_what_tells_words_apart_stays(text: str) -> None:
    """Leading zeros stay, and so do the marks of other scripts, which are no accents."""
    assert spelled(text) == text


def test_a_question_ends_in_its_mark_whatever_follows_unseen() -> None:
    """Characters of no width and colours after a question mark hide it from nobody."""
    assert (QUESTION, 1) in document("is it\uff1f\u200b\x1b[0m").words


def test_a_quote_is_found_by_any_spelling() -> None:
    """An exact passage is quoted around a word that is spelled otherwise there."""
    text = "z\u00e9 " * 400 + "\x1b[31mca\u00adfe\u0301\x1b[0m " + "y " * 400
    quote = passage(text, {"cafe": 5})
    assert "ca\u00adfe\u0301" in quote
    assert quote in text


@given(
    st.text(alphabet="ae\u0301\u00e9\u00ad\u200b\x1b[31m ;存\u7de9\uff11\u00e6'\u2019", max_size=40)
)
def test_every_character_of_a_spelling_has_its_place(text: str) -> None:
    """Places rise, stay within the text, and what stands there is spelled as it was said."""
    plain, places = spelled_at(text)
    assert len(places) == len(plain) + 1
    assert places == sorted(places)
    assert places[-1] == len(text)
    assert all(char in spelled(text[at]) for char, at in zip(plain, places, strict=False))
