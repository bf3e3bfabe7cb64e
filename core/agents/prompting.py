"""A prompt -> what to look for in memory, and what was found -> what is worth telling now.

A prompt is longer than a query, and most of a long one is pasted. So its beginning and end are
looked at, without what is not the user's own words, clause by clause and by single words that may
be the name of a memory. A message that only goes on ("ok", "再看看别的") looks for nothing:
whatever it found would be of another day.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.agents.followup_words import HAN_FOLLOW_UP, LATIN_FOLLOW_UP
from sayso.core.search import MatchType
from sayso.core.subjects import content_words
from sayso.core.terms import content_terms, query_terms
from sayso.core.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.search import Hit

_BORDER: Final = re.compile(r"[\n。！？；，、：]|[.!?;:,](?=\s|$)")
_FENCES: Final = ("```", "~~~")
_BY_NAME: Final = frozenset({MatchType.EXACT})
_BY_WORDS: Final = frozenset({MatchType.EXACT, MatchType.CONTENT})
_BY_CLAUSE: Final = frozenset(MatchType)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One search to make, and which kinds of match are meant by it."""

    text: str
    accepted: frozenset[MatchType]

    @property
    def is_name(self) -> bool:
        """Whether only the names of memories are meant, which the first stage of a search finds."""
        return self.accepted == _BY_NAME


def looked_at(prompt: str) -> tuple[str, ...]:
    """Give the parts of a prompt that are looked at: all of it, or its beginning and its end."""
    part = limits.HOOK_PROMPT_PART_CHARS
    return (prompt,) if len(prompt) <= 2 * part else (prompt[:part], prompt[-part:])


def may_be_pasted(part: str) -> bool:
    """Tell whether a part may hold what is not the user's own words; most prompts are one line."""
    return (
        "\n" in part
        or len(part) > limits.HOOK_OWN_LINE_CHARS
        or any(fence in part for fence in _FENCES)
    )


def own_words(part: str, foreign: Iterable[tuple[int, int]]) -> str:
    r"""Leave out the spans that are not the user's own; ascending, not overlapping.

    >>> own_words("use tabs: `a b` ok", [(10, 15)])
    'use tabs: \n ok'
    """
    kept: list[str] = []
    at = 0
    for start, end in foreign:
        kept.extend((part[at:start], "\n"))
        at = end
    return "".join((*kept, part[at:]))


def plan_queries(parts: Iterable[str]) -> tuple[Query, ...]:
    """Give the searches that a prompt asks for, clauses before words; none for a mere follow-up.

    A clause of one word is looked for in what memories say only where no clause says more.
    """
    said = [tuple(_telling_words(one)) for part in parts for one in _BORDER.split(part)]
    clauses = dict.fromkeys(words for words in said if len(words) > 1)
    names = dict.fromkeys(word for words in said for word in words)
    return (
        *(
            Query(text=_short(words), accepted=_BY_CLAUSE)
            for words in islice(clauses, limits.HOOK_CLAUSES_MAX)
        ),
        *(
            Query(text=name, accepted=_BY_NAME if clauses else _BY_WORDS)
            for name in islice(names, limits.HOOK_WORDS_MAX)
        ),
    )


def choose_hits(
    found: Iterable[tuple[Query, tuple[Hit, ...]]], told: frozenset[int]
) -> tuple[Hit, ...]:
    """Choose what to tell: what most searches found best, at most five, nothing told already."""
    weights: dict[int, int] = {}
    hits: dict[int, Hit] = {}
    for query, ranked in found:
        for rank, hit in enumerate(ranked):
            if hit.row_id not in told and _is_meant(query, hit):
                hits[hit.row_id] = hit
                weight = limits.SEARCH_HITS_MAX - rank
                weights[hit.row_id] = weights.get(hit.row_id, 0) + weight
    order = sorted(hits, key=lambda row_id: (-weights[row_id], -row_id))
    return tuple(hits[row_id] for row_id in order[: limits.SEARCH_HITS_MAX])


def _is_meant(query: Query, hit: Hit) -> bool:
    """Tell whether a hit is what was asked for.

    A search names how it found a memory first, so what merely begins with a word ("log", "logging")
    counts as saying it where its own words do.
    """
    if hit.match_type in query.accepted:
        return True
    if MatchType.CONTENT not in query.accepted:
        return False
    return set(query_terms(query.text)).issubset(content_terms(hit.title, hit.synopsis))


def _telling_words(clause: str) -> Iterator[str]:
    """Give the words of a clause that say what it is about."""
    for word in content_words(clause):
        if word.is_han:
            rest = fold(word.text)
            for phrase in HAN_FOLLOW_UP:
                rest = rest.replace(phrase, " ")
            yield from (run for run in rest.split() if len(run) > 1)
        elif word.text.casefold() not in LATIN_FOLLOW_UP and len(word.text) > 1:
            yield word.text


def _short(words: tuple[str, ...]) -> str:
    """Put the words of a clause together, as many as one search takes."""
    text = " ".join(words)
    if len(text) <= limits.HOOK_CLAUSE_MAX_CHARS:
        return text
    head = text[: limits.HOOK_CLAUSE_MAX_CHARS]
    return head.rpartition(" ")[0] or head
