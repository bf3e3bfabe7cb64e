"""Sentences and clauses: every offset is one of the text, and nothing is lost or doubled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.speech.clauses import MASK, masked_copy, plain_copy, sentences
from sayso.core.speech.spoken import opening_sentences, own_sentences, sentences_near, surroundings

MIXED = st.text(
    alphabet=st.sampled_from("aB '\"“”,，.。?？:：;；\n-—以后都用定了 3…~é\u0130`>"), max_size=80
)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("用 Redis，不用 Memcached。定了", [["用 Redis", "不用 Memcached"], ["定了"]]),
        ("final: two repos, web and api", [["final", "two repos", "web and api"]]),
        ("不纠结了 桌面端就electron 定了", [["不纠结了", "桌面端就electron 定了"]]),
        ("budget is 1,000 at 18:30, ok", [["budget is 1,000 at 18:30", "ok"]]),
        ("I see e.g. Dr. Who. Go on", [["I see e.g. Dr. Who"], ["Go on"]]),
        ("1. first\n2. second", [["1. first"], ["2. second"]]),
        ("hm.. use tabs", [["hm"], ["use tabs"]]),
        ("it is slow so use tabs but wait", [["it is slow", "so use tabs", "but wait"]]),
        ("we met and we agreed on it", [["we met", "and we agreed on it"]]),
        ("a — b - c", [["a", "b", "c"]]),
        ("one; two；三；四", [["one", "two", "三", "四"]]),
        ("“用。吧”他说", [["“用。吧”他说"]]),
        ("version 3.11 is fine", [["version 3.11 is fine"]]),
        ("", []),
        (" \n ", []),
        ("。。", []),
    ],
)
def test_text_is_cut_where_speech_pauses(text: str, clauses: list[list[str]]) -> None:
    """Sentences end at closing signs and lines; clauses at pauses, not inside numbers or quotes."""
    cut = [
        [text[clause.start : clause.end] for clause in sentence.clauses]
        for sentence in sentences(text)
    ]
    assert cut == clauses


def test_a_soft_wrapped_line_is_one_sentence() -> None:
    """A line broken by an editor goes on; a short or closed line does not."""
    wrapped = "from now on please keep every reply you write for me\nunder ten lines"
    assert len(list(sentences(wrapped))) == 1
    assert len(list(sentences("short line\nunder ten lines"))) == 2
    assert len(list(sentences(wrapped[:51] + ".\nunder"))) == 2
    assert len(list(sentences("x" * 60 + "\n"))) == 1


@given(MIXED)
def test_offsets_hold_for_any_text(text: str) -> None:
    """Sentences and clauses ascend, lie in the text and hold no blank edges."""
    at = 0
    for sentence in sentences(text):
        assert at <= sentence.start < sentence.end <= len(text)
        at = sentence.end
        inner = sentence.start
        for clause in sentence.clauses:
            assert inner <= clause.start < clause.end <= sentence.end
            assert text[clause.start : clause.end].strip() == text[clause.start : clause.end]
            inner = clause.end


@given(st.text(max_size=60))
def test_the_plain_copy_keeps_every_offset(text: str) -> None:
    """Folding, lowering and masking never change the length."""
    assert len(masked_copy(plain_copy(text))) == len(text)


def test_letters_that_lower_to_two_stay_one() -> None:
    """A capital whose small form is longer stays, so that offsets hold."""
    assert plain_copy("İA’") == "İa'"


def test_quoted_words_are_masked() -> None:
    """Words in quotation marks are mentioned, not used."""
    assert masked_copy("say 'ship it' now") == f"say '{MASK * 7}' now"
    assert masked_copy("don't won't") == "don't won't"


def test_a_very_long_message_is_read_at_both_ends() -> None:
    """Of thousands of sentences the first and last are heard, and a giant sentence never."""
    text = "first.\n" + "filler.\n" * 3000 + "last.\n" + "x" * (limits.QUOTE_MAX_CHARS + 1)
    said = [text[sentence.start : sentence.end] for sentence in own_sentences(text)]
    assert (said[0], said[-1], len(said)) == ("first.", "last.", 1200)
    assert len(opening_sentences(text)) == 2


def test_a_sentence_too_long_to_quote_has_one_clause() -> None:
    """A run without an end is not cut any further."""
    (sentence,) = sentences("a, " * 1000)
    assert len(sentence.clauses) == 1


def test_surroundings_keep_the_span() -> None:
    """The window around a span holds it, and any block open before it."""
    text = "```\n" + "line of code\n" * 3000 + "use tabs.\n" + "more\n" * 9000
    at = text.index("use tabs")
    around = surroundings(text, at, at + 8)
    assert around.text[around.start : around.end] == "use tabs"
    assert around.text.startswith("```")  # the block that is open there is seen from its start
    assert sentences_near(around) == ()
    closed = text.replace("use tabs", "```\nuse tabs")
    at = closed.index("use tabs")
    near = surroundings(closed, at, at + 8)
    assert len(near.text) < 80_000
    assert next(sentence.plain for sentence in sentences_near(near)) == "use tabs."
    assert surroundings("use tabs", 0, 3).text == "use tabs"
