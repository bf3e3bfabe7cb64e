"""Rivals of turn recall are asked fairly, and one that cannot run says why."""

import sys
from pathlib import Path

import pytest

from bench.conversations import Conversation, Said, published
from bench.recall_rivals import recalled
from bench.rivals import (
    Answers,
    asked_apart,
    asked_words,
    fts5,
    porter_words,
    stems,
    trigram_words,
    words_of,
)

ASKED = (
    Conversation(
        said=(
            Said(key="a", session="", at_us=0, text="We moved the parser."),
            Said(key="b", session="", at_us=1, text="灰度发布失败时自动回滚。"),
        ),
        asked=(("Who is moving parsers?", frozenset({"a"})), ("发布失败", frozenset({"b"}))),
    ),
)


@pytest.mark.parametrize(
    ("question", "words", "porter", "trigrams"),
    [
        ("What is Ana's parser?", ["ana", "parser"], ["ana", "parser"], ["ana", "parser"]),
        ("what is it", ["what", "is", "it"], ["what", "is", "it"], []),
        ("换成ARM", ["换成", "arm"], ["换成arm"], ["arm"]),
        ("灰度发布", ["灰度", "度发", "发布"], ["灰度发布"], ["灰度发", "度发布"]),
        ("辣", ["辣"], ["辣"], []),
    ],
)
def test_a_question_is_cut_as_each_rival_can_use_it(
    question: str, words: list[str], porter: list[str], trigrams: list[str]
) -> None:
    """Words that say nothing are left out where others are left; Chinese is cut into parts."""
    assert asked_words(question) == words
    assert porter_words(question) == porter
    assert trigram_words(question) == trigrams


def test_ranking_by_words_gets_stems() -> None:
    """The packages that rank words are given forms of a word as one."""
    assert stems(words_of("Moved parsers: moving")) == ["move", "parser", "move"]


@pytest.mark.parametrize(
    ("tokenizer", "cut", "found"),
    [
        ("porter unicode61", porter_words, [["a"], []]),
        ("trigram", trigram_words, [[], ["b"]]),
    ],
)
def test_fts5_is_asked_for_any_of_the_words(
    tokenizer: str, cut: object, found: list[list[str]]
) -> None:
    """Porter finds forms of English words, trigram parts of Chinese; neither is asked for more."""
    assert callable(cut)
    search = fts5(ASKED[0], tokenizer, cut)
    assert [search(question) for question, _ in ASKED[0].asked] == found


def test_who_is_not_installed_says_so() -> None:
    """Without the environment of the benches, and without the package in it, a reason is given."""
    missing = asked_apart("rank_bm25", ASKED, Path("no/such/python"))
    assert missing == Answers(missing="not installed: .ci/set-up-bench")
    failed = asked_apart("rank_bm25", ASKED, Path(sys.executable))
    assert failed.missing == "failed: ModuleNotFoundError: No module named 'rank_bm25'"


def test_recall_is_the_mean_share_of_the_evidence() -> None:
    """Half the evidence of one question and all of another make three quarters."""
    answers = Answers(found=(("a", "b"), ("x", "c")))
    evidence = [frozenset({"a", "z"}), frozenset({"c"})]
    assert recalled(answers, evidence, 2) == 0.75
    assert recalled(answers, evidence, 1) == 0.25


def test_every_published_case_has_its_own_text() -> None:
    """Each question's evidence is one message of the haystack."""
    (conversation,) = published(10)
    keys = [one.key for one in conversation.said]
    assert len(set(keys)) == len(keys)
    assert all(len(evidence) == 1 and evidence <= set(keys) for _, evidence in conversation.asked)
