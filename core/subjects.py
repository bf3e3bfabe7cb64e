"""What a text is about: content words, anchors and the subject of a memory.

Input: texts in Chinese, English or both. Output: sets of terms to compare. Stop words and speech
markers (core.stopwords) are left out, so that two statements never share a subject through a mere
"from now on" or 以后. A subject can be kept as keyed hashes, which hold no text: that is how a
tombstone remembers what was forgotten. Invariant: same_subject gives the same answer for terms
and for their hashes under one key.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from sayso.core.recent import keeps_recent
from sayso.core.stopwords import HAN_KEPT, HAN_STOP, LATIN_STOP, PLURALS
from sayso.core.text import fold, han_bigrams, han_spans, is_han, latin_spans, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HASH_BYTES: Final = 16
_KEY_MAX_BYTES: Final = 64  # the longest key BLAKE2b takes

_ENDING: Final = re.compile(r"'(?:s|re|ll|d|ve|m)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentWord:
    """A word that carries meaning: text[start:end], a Latin word or a run of Han characters."""

    text: str
    start: int
    end: int
    is_han: bool


@keeps_recent
def content_words(text: str) -> tuple[ContentWord, ...]:
    """Give the words of a text that are no stop words, in order, in the text's own spelling.

    A run of Han characters is parted where a stop phrase stands. Offsets count code points.
    """
    folded = _folded(text)
    words = [
        ContentWord(text=text[start:end], start=start, end=end, is_han=False)
        for start, end in latin_spans(folded)
        if not _is_stop(folded, start, folded[start:end])
    ]
    words += (
        ContentWord(text=text[start:end], start=start, end=end, is_han=True)
        for run in han_spans(folded)
        for start, end in _parts(folded, run)
    )
    return tuple(sorted(words, key=_start_of))


def _folded(text: str) -> str:
    """Fold a text; full-width punctuation parts words, and folded to ASCII it would join them."""
    if text.isascii():
        return text
    return fold(_wide_punctuation().sub(" ", text)).replace("\u2019", "'")


@cache
def _wide_punctuation() -> re.Pattern[str]:
    return re.compile("[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]")


@keeps_recent
def subject_words(text: str) -> frozenset[str]:
    """Give the folded content words whole: those of two or more characters, else the single ones.

    Latin words are case folded and in singular, traditional Han forms are folded.
    """
    words = {_plain_form(word) for word in content_words(text)}
    longer = frozenset(word for word in words if len(word) > 1)
    return longer or frozenset(words)


@keeps_recent
def anchors(text: str) -> frozenset[str]:
    """Give the terms a text is about: Latin words in singular, and bigrams of Han words.

    Traditional forms are folded. A single character counts only where nothing longer does.

    >>> sorted(anchors("From now on use tabs."))
    ['tab']
    """
    terms = subject_words(text)
    return frozenset(gram for term in terms for gram in _grams(term))


def subject_terms(title: str, aliases: tuple[str, ...]) -> frozenset[str]:
    """Give the subject of a memory: the anchors of title and aliases, and the title as a whole.

    The whole title counts as one term more, so that one common word of two is not yet the same
    subject. Never empty for a title with any letter. Source: design of forgetting.
    """
    words = sorted(subject_words(title))
    whole = " ".join(words) if words else normalise(title)
    terms = anchors(title).union(*(anchors(alias) for alias in aliases))
    return terms | {whole} if whole else terms


def subject_hashes(terms: frozenset[str], key: bytes) -> frozenset[str]:
    """Hash each term with a key, as 32 hex digits: comparable, but never readable."""
    return frozenset(
        hashlib.blake2b(
            term.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES, key=key[:_KEY_MAX_BYTES]
        ).hexdigest()
        for term in terms
    )


def same_subject(a: frozenset[str], b: frozenset[str]) -> bool:
    """Tell whether two subjects have at least half of the smaller one's terms in common."""
    smaller = min(len(a), len(b))
    return smaller > 0 and 2 * len(a & b) >= smaller


def _start_of(word: ContentWord) -> int:
    return word.start


def _parts(folded: str, run: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Give the parts of a run of Han characters between its stop phrases."""
    at, end = run
    start = at
    while at < end:
        phrase = _phrase_at(folded, at, end)
        if phrase in HAN_STOP and phrase not in HAN_KEPT:
            if start < at:
                yield start, at
            start = at + len(phrase)
        at += len(phrase)
    if start < end:
        yield start, end


def _phrase_at(folded: str, at: int, end: int) -> str:
    """Give the longest phrase of the tables that begins here, else the character alone."""
    for length in _phrase_lengths().get(folded[at], ()):
        phrase = folded[at : at + length]
        if at + length <= end and (phrase in HAN_STOP or phrase in HAN_KEPT):
            return phrase
    return folded[at]


@cache
def _phrase_lengths() -> Mapping[str, tuple[int, ...]]:
    """Tell how long the phrases are that begin with a character, the longest first."""
    lengths: dict[str, set[int]] = {}
    for phrase in HAN_STOP | HAN_KEPT:
        lengths.setdefault(phrase[0], set()).add(len(phrase))
    return {first: tuple(sorted(known, reverse=True)) for first, known in lengths.items()}


def _is_stop(folded: str, start: int, word: str) -> bool:
    plain = word.casefold()
    if plain not in LATIN_STOP and _ENDING.sub("", plain) not in LATIN_STOP:
        return False
    # A capital inside a sentence makes a name of it: "rewrite it in Go", "the Next app".
    named = len(word) > 1 and word[0].isupper() and word[1:].islower()
    return not (named and _is_inside_sentence(folded[max(0, start - 4) : start]))


def _is_inside_sentence(before: str) -> bool:
    """Tell whether what stands before a word belongs to its sentence."""
    last = before.removesuffix("\n").rstrip(" ")[-1:]
    return last in ("_", ",") or last.isalnum() or is_han(last)


def _plain_form(word: ContentWord) -> str:
    if word.is_han:
        return fold(word.text)
    plain = fold(word.text).replace("\u2019", "'").casefold()
    return _singular(_ENDING.sub("", plain))


def _singular(word: str) -> str:
    """Bring plain English plurals to one form; both sides of a comparison pass through here."""
    if word in PLURALS:
        return PLURALS[word]
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _grams(term: str) -> tuple[str, ...]:
    """Give the bigrams of a Han word; a Latin word stays whole."""
    return han_bigrams(term) or (term,)
