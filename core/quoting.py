"""Where a quote stands in a RAW text.

Input: the words a model claims to quote, and the text. Output: spans of the text, in code points.
Invariant: a span found is a slice of the given text (A155), equal to the quote or equal to it in
normal form (NFC, LF line ends), so what is stored is always the text's own spelling.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACES_MAX: Final = 16


def quote_places(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield up to PLACES_MAX exact places of a quote, else its first place in normal form.

    >>> list(quote_places("tabs", "use tabs"))
    [(4, 8)]
    """
    if not quote.strip():
        return
    at = text.find(quote)
    if at < 0:
        found = _normal_place(_normal(quote.strip()), text)
        if found is not None:
            yield found
        return
    for _ in range(PLACES_MAX):
        yield at, at + len(quote)
        at = text.find(quote, at + 1)
        if at < 0:
            return


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n"))


def _normal_place(wanted: str, text: str) -> tuple[int, int] | None:
    """Find a quote in normal form and map it back to whole pieces of the text.

    A place that ends inside a piece, such as before an accent that has no letter of its own with
    it, is none; a later one may be.
    """
    normal = _normal(text)
    at = normal.find(wanted)
    if at < 0:
        return None
    if normal == text:
        return at, at + len(wanted)
    starts: list[int] = []
    for start, end in _pieces(text):
        starts.extend([start] * len(_normal(text[start:end])))
    starts.append(len(text))
    for _ in range(PLACES_MAX):
        start, end = starts[at], starts[min(at + len(wanted), len(starts) - 1)]
        if _normal(text[start:end]) == wanted:
            return start, end
        at = normal.find(wanted, at + 1)
        if at < 0:
            return None
    return None


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text where neither side changes the other's normal form."""
    start = 0
    for at in range(1, len(text)):
        if _begins_piece(text, start, at):
            yield start, at
            start = at
    yield start, len(text)


def _begins_piece(text: str, start: int, at: int) -> bool:
    """Tell whether text[at] stays itself behind the piece text[start:at].

    All of the piece counts: a Korean syllable is put together from up to three letters.
    """
    char = text[at]
    if char.isascii():
        return char != "\n" or text[at - 1] != "\r"
    if unicodedata.combining(unicodedata.normalize("NFD", char)[0]):
        return False
    piece = text[start:at]
    return _normal(piece + char) == _normal(piece) + _normal(char)
