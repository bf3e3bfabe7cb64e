"""The words of a document of recall, and those a question asks for.

A document is one side of a turn. Latin words are posted by their stems, identifiers and paths whole
and in parts, Han runs as two-character windows with the last character of each run alone: with
it, the words that start with a character are the places where it stands. Traditional forms are
folded. Words that carry nothing are left out, unless a text has no others. Two marks are posted
beside the words, in a spelling no word has: who speaks in a text that begins "Name: …", and that a
text ends in a question.

Input: RAW text. Output: words, counts and a length. Invariant: both are a function of the text and
RECALL_VERSION alone, so that postings can be taken back, and built anew, from the text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from operator import add
from typing import TYPE_CHECKING, Final

from sayso.core.limits import (
    RECALL_ASKED_MAX,
    RECALL_DOCUMENT_MAX_CHARS,
    RECALL_LENGTH_MAX,
    RECALL_WORDS_MAX,
    TERM_MAX_CHARS,
)
from sayso.core.spelling import spelled, spelled_at
from sayso.core.stemming import stem
from sayso.core.subjects import content_words
from sayso.core.text import han_runs, han_spans, is_han, latin_spans, latin_texts, latin_words

if TYPE_CHECKING:
    from collections.abc import Iterator

# Raised with every change of what `document` gives; kept with the postings.
RECALL_VERSION: Final = 2

QUESTION: Final = "~?"  # posted for a text that ends in a question
SPEAKER: Final = "~"  # begins a word that names who speaks; no other word begins with it
_CACHED_WORDS: Final = 1 << 15
_ENDING_CHARS: Final = 60  # of a text, in which it may end in a question
_NAME_MAX_CHARS: Final = 4  # of a Han name that a question may hold

LATIN_STOP: Final = frozenset(
    """
    a about after again am an and any are as at be been before being but by can cant could d did
    didnt do does doesnt doing done dont each for from had has have having he her here hers him his
    how i if im in into is isnt it its ive just ll m may me might must my no nor not of on or our
    ours over re s shall she should so some such t than that the their them then there these they
    this those to too ve very was we were what when where which who whom whose why will with wont
    would you your yours
    """.split()
)
# What was done with words, by stems: a question that names it seldom means that very word.
_OF_SAYING: Final = frozenset(
    "advis answer ask chat discuss explain mention propos recommend say suggest talk tell".split()
)
# What asks to recall, and says nothing about what.
_HAN_ASKING: Final = re.compile(
    "是不是|有没有|说过|提到过?|提过|聊过|聊到|讲过|讲到|谈过|谈到|上一?次|那次|以前|曾经|告诉"
    "|多少|几个|哪里|哪儿|哪天|什么时候|几点|来着|为啥|干嘛|咋样?|说"
)
_NAME: Final = re.compile(r"\s{0,9}((?:[^\W\d_][\w.'-]{0,29}[ \t]?){1,3})[:：](?=\s)")
_ASKING: Final = re.compile(r"[?？][\s\"'”’」』)）*_]{0,9}\Z")
_CONTRACTED: Final = re.compile(r"(?<=\w)'(?:s|d|m|re|ll|ve)\Z")
_BORDER: Final = re.compile(
    r"(?<=[a-z]{2})(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})"
    r"|[_/$@'-]|(?<![+#])#(?=[A-Za-z0-9])|(?<!\d)[.:]|[.:](?!\d)"
)
_DIGIT_BORDER: Final = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What one side of a turn is posted under.

    `words` are at most 4,096 distinct ones with how often each stands there, as they appear, which
    is less than 2^18 times; `length` is the number of words that carry something, at most 255.
    """

    words: tuple[tuple[str, int], ...]
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question asks for.

    `words` are at most 32 distinct ones in order; `wholes` weigh beside them: identifiers as they
    stand, and verbs of saying; `names` are pairs of what may be a speaker's mark and
    the words of the question it would stand for.
    """

    words: tuple[str, ...]
    wholes: tuple[str, ...] = ()
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """A Latin word taken apart, by stems: its parts, and what is posted beside them."""

    parts: tuple[str, ...]
    beside: tuple[str, ...]


def document(text: str) -> Document:
    """Give what a text is posted under; of a long one, what stands in its beginning.

    >>> document("Ann: We cached 用雪花?").words
    (('~ann', 1), ('ann', 1), ('cach', 1), ('用雪', 1), ('雪花', 1), ('花', 1), ('~?', 1))
    """
    plain = spelled(text[:RECALL_DOCUMENT_MAX_CHARS])[:RECALL_DOCUMENT_MAX_CHARS]
    counts, length = _counted(plain, LATIN_STOP)
    if not counts:
        counts, length = _counted(plain, frozenset())
    marks = dict.fromkeys(_speakers(plain), 1)
    words = list(islice(chain(marks.items(), counts.items()), RECALL_WORDS_MAX - 1))
    if _ASKING.search(spelled(text[-_ENDING_CHARS:])):
        words.append((QUESTION, 1))
    return Document(words=tuple(words), length=min(length, RECALL_LENGTH_MAX))


def asked(query: str) -> Asked:
    """Give what a question asks for, without words that carry nothing unless it has no others.

    A single Han character stays only where nothing longer is left: in a longer question it would
    mean too little.

    >>> asked("how did Ann fix getUserName?").words, asked("缓存用什么").words
    (('ann', 'fix', 'get', 'user', 'name'), ('缓存',))
    """
    plain = spelled(query)
    taken = _taken(plain, LATIN_STOP)
    han = tuple(_han_parts(plain))
    if not taken and not han:
        taken, han = _taken(plain, frozenset()), han_runs(plain)
    words = (
        *(part for one in taken for part in one.parts),
        *(w for run in han for w in _windows(run)),
    )
    longer = tuple(word for word in words if not is_han_char(word)) or words
    meant = tuple(word for word in longer if word not in _OF_SAYING) or longer
    wholes = (one.beside[0] for one in taken if one.beside)
    return Asked(
        words=tuple(dict.fromkeys(meant))[:RECALL_ASKED_MAX],
        wholes=tuple(dict.fromkeys((*wholes, *(word for word in longer if word not in meant)))),
        names=tuple(_names(plain)),
    )


def asked_apart(query: str, told: str) -> Asked:
    """Give what a question asks for, where a part of its wording weighs beside the rest.

    >>> asked_apart("cats in March", "in March").wholes
    ('march',)
    """
    rest = asked(spelled(query).replace(told, " ", 1))
    if not rest.words:
        return asked(query)
    return replace(rest, wholes=(*rest.wholes, *asked(told).words))


def is_han_char(word: str) -> bool:
    """Tell whether a word is a single Han character, to be searched as the start of a word."""
    return len(word) == 1 and is_han(word)


def ordered(text: str) -> tuple[str, ...]:
    """Give the words of a text in order, without those that carry nothing and without marks."""
    plain = spelled(text[:RECALL_DOCUMENT_MAX_CHARS])
    parts = [part for one in _taken(plain, LATIN_STOP) for part in one.parts]
    return (*parts, *(word for run in han_runs(plain) for word in _windows(run)))


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """Give where the words of a text stand in it, as (start, end, word), Latin words first."""
    plain, place = spelled_at(text)
    for start, end in latin_spans(plain):
        one = _apart(plain[start:end], frozenset())
        for word in (*one.parts, *one.beside):
            yield place[start], place[end], word
    for start, end in han_spans(plain):
        for at in range(start, max(start + 1, end - 1)):
            after = min(end, at + 2)
            yield place[at], place[after], plain[at:after]
            yield place[at], place[at + 1], plain[at]


def _counted(plain: str, stop: frozenset[str]) -> tuple[dict[str, int], int]:
    """Give the words of a text with how often each stands there, and how many carry something."""
    counts: dict[str, int] = {}
    length = 0
    for word, times in Counter(latin_texts(plain)).items():
        one = _apart(word, stop)
        for part in one.parts:
            counts[part] = counts.get(part, 0) + times
            length += times
        for part in one.beside:
            counts[part] = counts.get(part, 0) + times
    windows = [window for run in han_runs(plain) for window in _windows(run)]
    ends = (run[-1] for run in han_runs(plain) if len(run) > 1)
    return counts | Counter(chain(windows, ends)), length + len(windows)


def _taken(plain: str, stop: frozenset[str]) -> tuple[_Taken, ...]:
    taken = (_apart(plain[start:end], stop) for start, end in latin_spans(plain))
    return tuple(one for one in taken if one.parts or one.beside)


@lru_cache(_CACHED_WORDS)
def _apart(word: str, stop: frozenset[str]) -> _Taken:
    """Take a Latin word apart at the borders of an identifier or a path.

    Beside its parts stand the word as a whole, where it has several, and what a border between
    letters and digits parts.
    """
    if word.isascii() and word.isalpha() and word.islower():  # as nearly all words are
        return _Taken(parts=_stems((word,), stop), beside=())
    if word.casefold().endswith("n't"):
        word = "not"
    word = _CONTRACTED.sub("", word)
    named = _BORDER.sub(" ", word)
    parts = latin_words(named)
    finer = [part for part in latin_words(_DIGIT_BORDER.sub(" ", named)) if part not in parts]
    whole = word.casefold()
    beside = [whole, *finer] if parts != (whole,) else finer
    return _Taken(parts=_stems(parts, stop), beside=_stems(beside, stop))


def _stems(words: tuple[str, ...] | list[str], stop: frozenset[str]) -> tuple[str, ...]:
    return tuple(stem(word) for word in words if word not in stop and len(word) <= TERM_MAX_CHARS)


def _windows(run: str) -> list[str]:
    """Give the two-character windows of a run; one of a single character is its own window."""
    return list(map(add, run, run[1:])) or [run]


def _han_parts(plain: str) -> Iterator[str]:
    """Give what is left of the Han runs of a question without what carries nothing."""
    if not plain.isascii():
        for word in content_words(_HAN_ASKING.sub(" ", plain)):
            if word.is_han:
                yield word.text


def _speakers(plain: str) -> tuple[str, ...]:
    """Give the marks of who speaks in a text that begins "Name: …"."""
    begun = _NAME.match(plain)
    if begun is None or begun.group(1)[0].islower():
        return ()
    name = begun.group(1)
    return tuple(SPEAKER + one for one in (*latin_words(name), *han_runs(name)))


def _names(plain: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give what may be the mark of a speaker in a question, with the words it would stand for."""
    for start, end in latin_spans(plain):
        one = _apart(plain[start:end], LATIN_STOP)
        name = _CONTRACTED.sub("", plain[start:end].casefold())
        if one.parts:
            yield SPEAKER + name, one.parts
    for run in han_runs(plain):
        for length in range(2, _NAME_MAX_CHARS + 1):
            for at in range(len(run) - length + 1):
                name = run[at : at + length]
                yield SPEAKER + name, tuple(_windows(name))
