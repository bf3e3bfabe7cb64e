"""Why a search found what it found: which stage and which term, and what each stage was asked.

The hits of a search and their revisions in, one record out. Nothing is searched here: the terms of
a revision are made again as they were when it was posted.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sayso.core.postings import posted_terms, posted_words
from sayso.core.search import MatchType
from sayso.core.terms import is_han_char

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Item
    from sayso.core.search import Hit, Search

FIELDS: Final = ("title", "alias", "keyword")
STAGES: Final = ("whole", "part", "words")
_WHOLE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that the last stage looks for, and its share of the query's weight in percent."""

    term: str
    share_percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stage of a search: `whole` terms or their beginnings, `part` of a term, single `words`.

    `has_run` is False where enough was found before, or nothing was left to ask.
    """

    name: str
    asked: tuple[str, ...]
    has_run: bool
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why one hit is one: the field and term that matched, or the words and their common share."""

    hit: Hit
    field: str | None = None
    term: str | None = None
    words: tuple[Word, ...] = ()
    share_percent: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A search with its reasons; `words` are those that the last stage would look for."""

    query: str
    hits: tuple[Reason, ...]
    stages: tuple[Stage, ...]
    words: tuple[Word, ...]


def explain_search(
    query: str,
    searches: tuple[Search, ...],
    items: Mapping[int, Item],
    weights: Mapping[str, int],
) -> Explained:
    """Explain a search by its states before and after each stage, and what it found.

    `weights` are those of the words of the last stage; single characters are only counted.
    """
    shares = _shares(searches[0].terms, weights)
    return Explained(
        query=query,
        hits=tuple(
            _reason(hit, items[hit.row_id], searches[0].text, shares)
            for hit in searches[-1].hits
            if hit.row_id in items
        ),
        stages=_stages(searches),
        words=_words(shares),
    )


def _stages(searches: tuple[Search, ...]) -> tuple[Stage, ...]:
    first = searches[0]
    asked = ((first.text,), (first.text,), first.terms)
    counts = [len(search.hits) for search in searches]
    found = [later - before for before, later in pairwise(counts)]
    return tuple(
        Stage(
            name=name,
            asked=terms,
            has_run=at < len(found),
            found=found[at] if at < len(found) else 0,
        )
        for at, (name, terms) in enumerate(zip(STAGES, asked, strict=True))
    )


def _shares(terms: tuple[str, ...], weights: Mapping[str, int]) -> dict[str, float]:
    """Give each word its share of the weight; single characters are only counted."""
    known = {term: 1 if is_han_char(term) else weights.get(term, 0) for term in terms}
    whole = sum(known.values()) or 1
    return {term: _WHOLE * weight / whole for term, weight in known.items()}


def _words(shares: Mapping[str, float]) -> tuple[Word, ...]:
    return tuple(Word(term=term, share_percent=round(share)) for term, share in shares.items())


def _reason(hit: Hit, item: Item, text: str, shares: Mapping[str, float]) -> Reason:
    if hit.match_type is MatchType.CONTENT:
        posted = posted_words(item)
        held = {term: share for term, share in shares.items() if _is_posted(term, posted)}
        return Reason(hit=hit, words=_words(held), share_percent=round(sum(held.values())))
    matching = [(field, term) for term, field in posted_terms(item) if _matches(hit, term, text)]
    if not matching:
        return Reason(hit=hit)
    field, term = min(matching, key=lambda one: one[0])
    return Reason(hit=hit, field=FIELDS[field], term=term)


def _matches(hit: Hit, term: str, text: str) -> bool:
    match hit.match_type:
        case MatchType.EXACT:
            return term == text
        case MatchType.PREFIX:
            return term.startswith(text)
        case _:
            return text in term


def _is_posted(term: str, posted: tuple[str, ...]) -> bool:
    if is_han_char(term):
        return any(one.startswith(term) for one in posted)
    return term in posted
