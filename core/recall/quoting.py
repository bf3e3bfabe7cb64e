"""Which passage of a text shows best why it was found.

Input: a text as it may be shown, and what the words looked for weigh. Output: an exact slice of the
text of at most 400 characters, around the place where most of the weight stands close together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.limits import RECALL_DOCUMENT_MAX_CHARS, RECALL_QUOTE_MAX_CHARS
from sayso.core.recall.words import places

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEAD_CHARS: Final = 100  # at most so much before the first word, to begin where a sentence does
_SENTENCE_ENDS: Final = "\n。！？!?"


def passage(text: str, weights: Mapping[str, int]) -> str:
    """Give the passage of a text that shows its words, or its beginning where none stands there."""
    if len(text) <= RECALL_QUOTE_MAX_CHARS:
        return text.strip()
    start = _lead(text, _best_start(text, weights))
    end = min(len(text), start + RECALL_QUOTE_MAX_CHARS)
    if end < len(text):
        end = _word_end(text, start, end)
    return text[start:end].strip()


def _best_start(text: str, weights: Mapping[str, int]) -> int:
    """Give where the heaviest stretch of different words begins, the first of equals."""
    found = [
        (start, end, word)
        for start, end, word in places(text[:RECALL_DOCUMENT_MAX_CHARS])
        if word in weights
    ]
    best, at = 0, 0
    for number, (start, _, _) in enumerate(found):
        fits = start + RECALL_QUOTE_MAX_CHARS - _LEAD_CHARS
        words = set()
        for _, end, word in found[number : number + RECALL_QUOTE_MAX_CHARS]:
            if end > fits:
                break
            words.add(word)
        weight = sum(weights[word] for word in words)
        if weight > best:
            best, at = weight, start
    return at


def _lead(text: str, at: int) -> int:
    """Give the start of the sentence that holds a place, or of a word, not too far before it."""
    low = max(0, at - _LEAD_CHARS)
    if low == 0:
        return 0
    ends = [text.rfind(end, low, at) for end in (*_SENTENCE_ENDS, ". ")]
    begun = max(ends)
    if begun >= 0:
        return begun + 1
    space = text.find(" ", low, at)
    return space + 1 if space >= 0 else low


def _word_end(text: str, start: int, end: int) -> int:
    """Give the end of the last whole word, where one is near."""
    space = text.rfind(" ", max(start, end - 20), end)
    return space if space > 0 else end
