"""Search terms: what an item is posted under and what a query asks for.

Metadata terms are whole normalised values (title, aliases, keywords); they serve exact, prefix
and substring hits. Content terms are single words of everything an item says: Latin words whole
and split at camelCase, snake_case, path and digit borders, by their English stems (core.stemming);
Han runs as two-character windows. A query is taken apart in the same way, minus stop words. The
last character of a Han run is posted alone too: with it, the terms that start with a character
are exactly the places where the character stands, so a one-character query needs no list of
its own. Invariant: terms are a function of their arguments and TERMS_VERSION alone, so that
postings can be taken back, and built anew, from a stored revision.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sayso.core.limits import CONTENT_TERMS_MAX, QUERY_TERMS_MAX, TERM_MAX_CHARS
from sayso.core.spelling import spelled
from sayso.core.stemming import stem
from sayso.core.subjects import content_words
from sayso.core.text import han_bigrams, han_runs, is_han, latin_words, normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Raised with every change of what the functions below give; stored with each revision.
TERMS_VERSION: Final = 3
ENDING_CHARS: Final = 8

TITLE, ALIAS, KEYWORD = range(3)

_SENTENCE_END: Final = re.compile(r"[\n。!?;]|\.(?=\s|$)")
# "kB" and "IDs" are words of their own: a border needs two letters before or after it.
_NAME_BORDER: Final = re.compile(
    r"(?<=[a-z]{2})(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})"
    r"|(?<=[A-Za-z])'(?:s|t|d|m|re|ll|ve)\b|[_/$@'-]|(?<![+#])#(?=[A-Za-z0-9])"
    r"|(?<!\d)[.:]|[.:](?!\d)"
)
_DIGIT_BORDER: Final = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")


def metadata_terms(
    title: str, aliases: tuple[str, ...], keywords: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    """Give each distinct whole value with the best field it stands in: 0 title, 1 alias, 2 keyword.

    A value is cut at 160 characters, and one that normalises to nothing is left out (A189-A192).

    >>> metadata_terms("Use pnpm", ("pnpm",), ("PNPM", "包管理"))
    (('use pnpm', 0), ('pnpm', 1), ('包管理', 2))
    """
    fields: dict[str, int] = {}
    for field, values in ((TITLE, (title,)), (ALIAS, aliases), (KEYWORD, keywords)):
        for value in values:
            fields.setdefault(normalise(spelled(value))[:TERM_MAX_CHARS].strip(), field)
    return tuple((term, field) for term, field in fields.items() if term)


def content_terms(*texts: str) -> tuple[str, ...]:
    """Give at most 256 distinct words of an item's texts, in order of appearance (A193).

    The texts that matter most come first: what does not fit is left out at the end.

    >>> content_terms("maxRetries 用雪花 ID")
    ('maxretri', 'id', 'max', 'retri', '用雪', '雪花', '花')
    """
    terms = (
        term
        for text in texts
        for piece in _SENTENCE_END.split(spelled(text))
        for term in _terms_of_piece(piece)
    )
    return _distinct(terms, CONTENT_TERMS_MAX)


def query_terms(query: str) -> tuple[str, ...]:
    """Give at most 32 distinct words of a query, without stop words unless it has no others.

    A single Han character stays only where nothing longer is left: in a longer query it would
    mean too little.

    >>> query_terms("what database do we use"), query_terms("数据库用什么"), query_terms("辣")
    (('databas',), ('数据', '据库'), ('辣',))
    """
    plain = spelled(query)
    words = [word.text for word in content_words(plain)] or [plain]
    terms = tuple(term for word in words for term in _terms_of_word(word))
    longer = tuple(term for term in terms if not is_han_char(term))
    return _distinct(longer or terms, QUERY_TERMS_MAX)


def is_han_char(term: str) -> bool:
    """Tell whether a term is a single Han character, to be searched as the start of a term."""
    return len(term) == 1 and is_han(term)


def endings(term: str) -> tuple[str, ...]:
    """Give every distinct ending of a term, cut at 8 characters; none starts with a space.

    A string occurs in the term if and only if its first 8 characters start one of the endings
    and, where it is longer, the term itself contains it.

    >>> endings("ci 配置")
    ('ci 配置', 'i 配置', '配置', '置')
    """
    starts = (at for at, char in enumerate(term) if char != " ")
    return tuple(dict.fromkeys(term[at : at + ENDING_CHARS] for at in starts))


def _terms_of_piece(piece: str) -> Iterator[str]:
    """Give the content terms of one sentence, Latin words before Han windows."""
    named = _NAME_BORDER.sub(" ", piece)
    for spelling in (piece, named, _DIGIT_BORDER.sub(" ", named)):
        for word in latin_words(spelling):
            yield stem(word)
    yield from han_bigrams(piece)
    for run in han_runs(piece):
        yield run[-1]


def _terms_of_word(word: str) -> Iterator[str]:
    """Give the terms a word of a query asks for: parts only, as the parts are always posted."""
    for part in latin_words(_NAME_BORDER.sub(" ", word)):
        yield stem(part)
    yield from han_bigrams(word)


def _distinct(terms: Iterable[str], terms_max: int) -> tuple[str, ...]:
    """Give the first distinct terms of a bearable length."""
    kept: dict[str, None] = {}
    for term in terms:
        if len(term) <= TERM_MAX_CHARS:
            kept[term] = None
        if len(kept) == terms_max:
            break
    return tuple(kept)
