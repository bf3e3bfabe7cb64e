"""The user's own sentences of a message: what is left when foreign regions are taken out.

Input: a user's text. Output: its sentences in order, without those that share a character with a
pasted or injected region. Invariant: offsets are those of the text itself.
"""

from __future__ import annotations

from sayso.core.speech.clauses import Sentence, masked_copy, plain_copy, sentences_of
from sayso.core.speech.regions import foreign_spans, overlaps


def own_sentences(text: str) -> tuple[Sentence, ...]:
    """Give the sentences that the user said, in order."""
    plain = plain_copy(text)
    foreign = foreign_spans(plain)
    spoken = sentences_of(masked_copy(plain))
    if not foreign:
        return tuple(spoken)
    return tuple(
        sentence for sentence in spoken if not overlaps(foreign, sentence.start, sentence.end)
    )
