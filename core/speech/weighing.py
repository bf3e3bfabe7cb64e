"""How much the words of a statement speak for a lasting say-so, learned from labelled messages.

Input: clauses. Output: points, about 0 where words say nothing either way. A marker decides what
it is made for; everything else about how people talk is spread over many small words and pairs of
words, each of which says little ("each", "the", 一下). The table gives every such word its points;
they are added up and divided by the root of their number, so that long statements weigh no more
than short ones. Invariant: words of quotations never count, because they are masked.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sayso.core.speech.lexicon_weight import BIAS, POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.speech.clauses import Clause

_WORD: Final = re.compile(r"[a-z']+|[\u4e00-\u9fff]|\d+|\ufffc+|[^\w\s]")
_START: Final = "^"
_END: Final = "$"
_BETWEEN: Final = " , "


def wording(clauses: Iterable[Clause]) -> frozenset[str]:
    """Give the different words and pairs of neighbours: Latin words, single Han signs, others."""
    plain = _BETWEEN.join(clause.plain for clause in clauses)
    words = (_START, *_WORD.findall(plain), _END)
    return frozenset((*words, *(f"{left} {right}" for left, right in pairwise(words))))


def weigh(clauses: Iterable[Clause]) -> float:
    """Give the points of clauses taken together."""
    known = [POINTS[word] for word in wording(clauses) if word in POINTS]
    return BIAS + sum(known) / len(known) ** 0.5 if known else BIAS
