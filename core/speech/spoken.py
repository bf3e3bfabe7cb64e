"""The user's own sentences of a message: what is left when foreign regions are taken out.

Input: a user's text. Output: its sentences in order, without those that share a character with a
pasted or injected region. Invariants: offsets are those of the given text, and work is bounded:
of a very long message only the first and last sentences are read, and around a quote only its
surroundings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.recent import keeps_recent_wholes
from sayso.core.speech.clauses import masked_copy, plain_copy, sentence_at, sentence_spans
from sayso.core.speech.regions import foreign_spans, open_block_before, overlaps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.speech.clauses import Sentence, SentenceSpan
    from sayso.core.speech.regions import Span

SENTENCES_MAX: Final = 600  # at either end of a message
NEIGHBOURS: Final = 3
_WINDOW_CHARS: Final = 20_000
_OPENING_CHARS: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A window of a text around text[start:end]; both offsets are within the window."""

    text: str
    start: int
    end: int


@keeps_recent_wholes
def own_sentences(text: str) -> tuple[Sentence, ...]:
    """Give the sentences that the user said, in order: all, or the outer ones of a long text."""
    masked, spans = _own_spans(text)
    if len(spans) > 2 * SENTENCES_MAX:
        spans = (*spans[:SENTENCES_MAX], *spans[-SENTENCES_MAX:])
    return _built(masked, spans)


def opening_sentences(text: str) -> tuple[Sentence, ...]:
    """Give the first two sentences that the user said."""
    masked, spans = _own_spans(text[:_OPENING_CHARS])
    return _built(masked, spans[:2])


def sentences_near(around: Surroundings) -> tuple[Sentence, ...]:
    """Give the user's own sentences around a span of the surroundings' text."""
    masked, spans = _own_spans(around.text)
    held = ((around.start, around.end),)
    at = [at for at, span in enumerate(spans) if overlaps(held, span[0], span[2])]
    if not at:
        return ()
    return _built(masked, spans[max(0, at[0] - NEIGHBOURS) : at[-1] + 1 + NEIGHBOURS])


def surroundings(text: str, start: int, end: int) -> Surroundings:
    """Cut a window around text[start:end] that begins at a line and outside of any block."""
    low = start - _WINDOW_CHARS
    low = open_block_before(text, text.find("\n", low, start) + 1) if low > 0 else 0
    return Surroundings(text=text[low : end + _WINDOW_CHARS], start=start - low, end=end - low)


@keeps_recent_wholes
def _own_spans(text: str) -> tuple[str, tuple[SentenceSpan, ...]]:
    plain = plain_copy(text)
    masked = masked_copy(plain)
    return masked, tuple(_outside(foreign_spans(plain), list(sentence_spans(masked))))


def _outside(foreign: Sequence[Span], spans: list[SentenceSpan]) -> list[SentenceSpan]:
    """Leave out the sentences that touch a foreign span; both are in order."""
    kept: list[SentenceSpan] = []
    at = 0
    for span in spans:
        while at < len(foreign) and foreign[at][1] <= span[0]:
            at += 1
        if span[2] - span[0] > limits.QUOTE_MAX_CHARS:
            continue  # no statement: it could not even be quoted
        if at == len(foreign) or foreign[at][0] >= span[2]:
            kept.append(span)
    return kept


def _built(masked: str, spans: Sequence[SentenceSpan]) -> tuple[Sentence, ...]:
    built = (sentence_at(masked, span) for span in spans)
    return tuple(sentence for sentence in built if sentence.clauses)  # a lone comma says nothing
