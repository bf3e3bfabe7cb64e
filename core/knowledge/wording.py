"""The words by which knowledge finds what is alike: of both scripts, without grammar.

A keyword stands in a text when each of its Latin words and each pair of its Han characters does,
so a Chinese keyword is found in a sentence that has no spaces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.text import fold, han_bigrams, han_runs, latin_words

if TYPE_CHECKING:
    from collections.abc import Iterable


def words_of(*texts: str) -> frozenset[str]:
    """Give the Latin words and the Han pairs of texts, each cut to what is looked at.

    >>> sorted(words_of("Brake 刹车灯"))
    ['brake', '刹车', '车灯']
    """
    return frozenset(word for text in texts for word in _words(_head(text)))


def asked_words(asked: Iterable[str]) -> frozenset[str]:
    """Give the words of texts that are asked about, and every Han character by itself."""
    texts = [_head(text) for text in asked]
    known = {word for text in texts for word in _words(text)}
    known.update(char for text in texts for run in han_runs(fold(text)) for char in run)
    return frozenset(known)


def forms_of(keywords: Iterable[str]) -> frozenset[str]:
    """Give keywords in the form in which they are compared.

    Those that differ only in case, width or script of Chinese are one.
    """
    return frozenset(fold(keyword).casefold().strip() for keyword in keywords)


def hits_of(forms: frozenset[str], asked: frozenset[str]) -> frozenset[str]:
    """Give those forms of keywords that stand in what is asked, by its `asked_words`.

    >>> sorted(hits_of(forms_of(["刹车", "灯", "!"]), asked_words(["刹车灯不亮!"])))
    ['刹车', '灯']
    """
    return frozenset(one for one in forms if (words := set(_words(one))) and words <= asked)


def _words(text: str) -> tuple[str, ...]:
    plain = fold(text)
    return (*latin_words(plain), *han_bigrams(plain))


def _head(text: str) -> str:
    return text[: limits.KNOWLEDGE_PROBLEM_CHARS]
