"""What the words of a text rule out, the patterns wouldn't have found; proven, and tried."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

from sayso.core.recent import TEXT_MAX_CHARS
from sayso.core.speech.hint_words import HINT_WORDS
from sayso.core.speech.hints import ALWAYS, digest_of, hints
from sayso.core.speech.tables import Table, finder, pattern
from tests.hinting import LEXICONS, Words, clauses_of_corpora, patterns, words_of

EVERY_NTH: Final = 40  # of the labelled messages
TOO_MUCH: Final = 1e9
# Matches with no word in common: 把<anything>, and the like.
WITHOUT_WORDS: Final = {"lexicon_commitment.TASK, han"}


def misses(source: str, words: Words) -> bool:
    """Tell whether a match of a pattern may hold none of some words, as far as its parts tell."""
    cheap = words_of(re.compile(source), lambda word: 0 if word in words else TOO_MUCH)
    return cheap is None or not cheap <= words


@cache
def tried() -> tuple[str, ...]:
    """Give some clauses, in small letters and not."""
    clauses = clauses_of_corpora(EVERY_NTH)
    return (*clauses, *(clause.title() for clause in clauses[::10]))


def test_each_pattern_has_a_complete_set_of_words() -> None:
    """Whatever a pattern matches holds one of its words, by the pattern's own parts."""
    without = set()
    for name, found, bit in patterns():
        listed = HINT_WORDS.get(digest_of(found.pattern))
        if listed is None:
            without.add(name)
            assert bit == ALWAYS, name
        else:
            assert bit != ALWAYS, name
            assert not misses(found.pattern, frozenset(listed.split())), name
    assert without == WITHOUT_WORDS


def test_no_words_are_left_of_a_pattern_that_is_gone() -> None:
    """The words were written for the patterns there are: `python -m tests.hinting` writes them."""
    assert set(HINT_WORDS) <= {digest_of(found.pattern) for _, found, _ in patterns()}
    assert len({bit for _, _, bit in patterns()}) == len(HINT_WORDS) + len(WITHOUT_WORDS)
    assert LEXICONS


def test_half_a_set_is_not_complete() -> None:
    """The proof sees that words are missing."""
    for name, found, bit in list(patterns())[::4]:
        words = HINT_WORDS.get(digest_of(found.pattern), "").split()
        if bit != ALWAYS:
            assert misses(found.pattern, frozenset(words[::2][1:])), name


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("from now on", "=now"),
        ("from now on", "$from"),
        (r"(?<![a-z])from\b", "=from"),
        (r"(?<![a-z])rules?(?!\w)", "=rule =rules"),
        (r"(?<![a-z0-9_])mov(?:e|ing) [a-z]+ (?:up|\d)", "=move =moving"),
        ("al+ways", "~ways"),
        (r"\w+ed", "~ed"),
        ("不要", "+不要"),
        ("[别勿]用", "+别用 +勿用"),
        ("(?:use|stop)+x{3,}", "~use ~stop"),
        (r"\Bable", "~able"),
        ("(?!no)yes", "~yes"),
        ("(?=a)b", "~b"),
    ],
)
def test_words_of_a_pattern(source: str, words: str) -> None:
    """Words are whole where nothing can stand beside them, and parts where something can."""
    assert not misses(source, frozenset(words.split()))
    assert misses(source, frozenset(words.split()[1:]))


@pytest.mark.parametrize("source", [r"\w+|abc", "(?:abc)*", r"\d+", "a{0,9}", "[^a]", "(?:ab)?"])
def test_nothing_is_known_of_what_may_be_anything(source: str) -> None:
    """A pattern that may match without any word is never ruled out."""
    assert words_of(re.compile(source), len) is None


def test_what_is_ruled_out_is_not_there() -> None:
    """In thousands of clauses no pattern finds anything without its bit."""
    for clause in tried():
        hinted = hints(clause)
        for name, found, bit in patterns():
            if not hinted & bit:
                assert found.search(clause) is None, (name, clause)


def test_tables_answer_as_their_patterns_do() -> None:
    """Searching, matching and blanking come to the same with and without hints."""
    for table in tables()[::4]:
        bare = Table(latin=table.latin, han=table.han)
        for clause in tried()[::4]:
            assert str(table.search(clause)) == str(bare.search(clause))
            assert str(table.match(clause, 1)) == str(bare.match(clause, 1))
            assert table.blank(clause) == bare.blank(clause)
            assert finder(clause)(table) is (bare.search(clause) is not None)


def tables() -> list[Table]:
    """Give every table."""
    from importlib import import_module

    return [
        table
        for lexicon in LEXICONS
        for table in vars(import_module(f"sayso.core.speech.{lexicon}")).values()
        if isinstance(table, Table)
    ]


def test_a_long_text_is_searched_as_it_is() -> None:
    """Reading the words of a long text would cost more than it spares."""
    long = pattern(latin="secret", han="秘密")
    assert long.search("x " * TEXT_MAX_CHARS + "secret") is not None
    assert long.search("x " * TEXT_MAX_CHARS + "秘密") is not None
    assert long.search("x " * TEXT_MAX_CHARS) is None
