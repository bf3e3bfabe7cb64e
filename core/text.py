"""Text in both languages: folding, normal forms, words, Han runs and clipping.

Two scripts are told apart: Latin-like words (letters and digits with the joiners of identifiers)
and runs of Han characters, which have no spaces and are seen as two-character windows. Folding
is one code point to one code point, so an offset in folded text is an offset in the original;
normalising is not, and serves terms only.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from sayso.core.han import FOLD

ELLIPSIS: Final = "…"

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Letters and digits, each after at most one joiner; `{}` is where those of Han stand. A set of Han
# characters takes a millisecond to compile, so it is one range here (what lies between its parts is
# no letter), and neither set is made before a text comes that is not ASCII.
_WORD: Final = "(?=\\w)(?:[.:/$#@+'-]?[^\\W{}]+)+[+#]*"
_ASCII_WORD: Final = re.compile(_WORD.format(""), re.ASCII)
# Full-width forms of ASCII stand in its order, the space apart.
_FOLD_AND_NARROW: Final = (
    FOLD | {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: " "}
)
_NOT_TERM: Final = re.compile(r"[^\w./:$#@+\-]+")


def fold(text: str) -> str:
    """Fold traditional to simplified forms and full width to ASCII; the length stays the same."""
    if text.isascii() or _folded().isdisjoint(text):
        return text
    return text.translate(_FOLD_AND_NARROW)


def normalise(text: str) -> str:
    """Give the normal form for terms and queries: NFKC, case folded, one space between parts.

    Letters, digits, `_` and the joiners `. / : $ # @ + -` stay; everything else parts words.
    """
    plain = unicodedata.normalize("NFKC", text).translate(FOLD).casefold()
    return _NOT_TERM.sub(" ", unicodedata.normalize("NFKC", plain)).strip()


def latin_words(text: str) -> tuple[str, ...]:
    """Give the Latin-like words of a text in order, case folded, without closing punctuation."""
    return tuple(word.casefold() for word in latin_texts(text))


def latin_texts(text: str) -> list[str]:
    """Give the Latin-like words of a text in order, as they are written."""
    return _latin_word(text).findall(text)


def latin_spans(text: str) -> list[tuple[int, int]]:
    """Give where the Latin-like words of a text stand, in order, as (start, end)."""
    return [match.span() for match in _latin_word(text).finditer(text)]


def han_spans(text: str) -> list[tuple[int, int]]:
    """Give where the unbroken runs of Han characters of a text stand, as (start, end)."""
    return [] if text.isascii() else [match.span() for match in _han_run().finditer(text)]


def han_runs(text: str) -> tuple[str, ...]:
    """Give the unbroken runs of Han characters of a text in order."""
    return () if text.isascii() else tuple(_han_run().findall(text))


def han_bigrams(text: str) -> tuple[str, ...]:
    """Give every two-character window of the Han runs; a run of one character stands alone."""
    return tuple(run[at : at + 2] for run in han_runs(text) for at in range(max(1, len(run) - 1)))


def is_han(char: str) -> bool:
    """Tell whether one character is a Han character."""
    return not char.isascii() and _han_run().fullmatch(char) is not None


def clip(text: str, max_chars: int) -> str:
    """Cut a text to max_chars, at a word boundary where one is near, marked with an ellipsis."""
    if len(text) <= max_chars:
        return text
    if max_chars < 1:
        return ""
    head = text[: max_chars - 1]
    space = head.rfind(" ", max(0, len(head) - 20))
    if space > 0 and not text[max_chars - 1].isspace():
        head = head[:space]
    return head.rstrip() + ELLIPSIS


def one_line(text: str) -> str:
    """Put a text on one line: every run of white space becomes one space."""
    return " ".join(text.split())


def lone_surrogate_at(text: str) -> int | None:
    """Give the offset of the first lone surrogate, which no UTF-8 store can hold, or None."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as refused:
        return refused.start
    return None


def _latin_word(text: str) -> re.Pattern[str]:
    return _ASCII_WORD if text.isascii() else _any_word()


@cache
def _folded() -> frozenset[str]:
    return frozenset(map(chr, _FOLD_AND_NARROW))


@cache
def _any_word() -> re.Pattern[str]:
    return re.compile(_WORD.format("\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"))


@cache
def _han_run() -> re.Pattern[str]:
    return re.compile(f"[{_HAN}]+")
