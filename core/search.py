"""Memory search: at most three statements, at most five hits, no padding.

Input: a query and the two reaches a request may see. Output: the statements to run, one after
another, as values; the shell only runs them and hands the hits back. Stage 1 finds exact and
prefix hits of metadata terms, stage 2 substrings of them, stage 3 content terms; a later stage
runs only while hits are missing and skips what is already found. Invariant: a hit contains what
was asked for. In stage 3 that means a share of the query's words and of their weight, so that a
long query never matches through one common word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.limits import QUERY_MAX_CHARS, SEARCH_HITS_MAX
from sayso.core.lists import json_list
from sayso.core.spelling import spelled
from sayso.core.terms import ENDING_CHARS, is_han_char, query_terms
from sayso.core.text import normalise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.kinds import Kind
    from sayso.core.plans import Value

NO_THREAD: Final = 0  # no reach is ever 0
_CEILING: Final = "\U0010ffff"  # sorts after every continuation of a term
_STARTS_MAX: Final = 8  # parts of a long query

# A query of few words needs half of their weight; a longer one carries words of courtesy.
_FEW_TERMS: Final = 3
_WEIGHT_PERCENT_FEW: Final = 50
_WEIGHT_PERCENT_MANY: Final = 25
_COUNT_PERCENT: Final = 34


class MatchType(StrEnum):
    """How a hit was found, best first."""

    EXACT = "exact"
    PREFIX = "prefix"
    SUBSTRING = "substring"
    CONTENT = "content"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory found. `item_id` is the number users see (`m12`); `row_id` the revision's."""

    row_id: int
    item_id: int
    kind: Kind
    title: str
    synopsis: str
    match_type: MatchType


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One SELECT to run: its file below sql/ without `.sql`, and its named parameters."""

    statement: str
    params: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search under way: what is asked, how many stages have run, and the hits so far."""

    text: str
    terms: tuple[str, ...]
    reach_scope: int
    reach_thread: int
    stages_done: int = 0
    hits: tuple[Hit, ...] = ()


def plan_search(query: str, reach_scope: int, reach_thread: int = NO_THREAD) -> Search | None:
    """Begin a search, or give None for a query that is empty or over 256 normalised characters.

    `reach_thread` is the reach of the thread bound at admission: minus its number, 0 without one.
    Source: A194-A197, A200-A201, A207.
    """
    text = normalise(spelled(query))
    if not text or len(text) > QUERY_MAX_CHARS:
        return None
    return Search(
        text=text, terms=query_terms(query), reach_scope=reach_scope, reach_thread=reach_thread
    )


def next_read(search: Search) -> Read | None:
    """Give the statement of the next stage, or None when nothing is left to do (A202-A205)."""
    if len(search.hits) >= SEARCH_HITS_MAX:
        return None
    match search.stages_done:
        case 0:
            return _read_exact(search)
        case 1:
            return _read_substring(search)
        case 2 if search.terms:
            return _read_content(search)
        case _:
            return None


def add_hits(search: Search, hits: tuple[Hit, ...]) -> Search:
    """Take over the hits of the stage that just ran, in their order, up to five in all."""
    return replace(
        search,
        stages_done=search.stages_done + 1,
        hits=(search.hits + hits)[:SEARCH_HITS_MAX],
    )


def _read_exact(search: Search) -> Read:
    """Ask for terms that equal the query or start with it."""
    params = _reaches(search) | {"text": search.text, "ceiling": search.text + _CEILING}
    return Read(statement="search/exact", params=params)


def _read_substring(search: Search) -> Read:
    """Ask for terms that contain the query: those with an ending that begins with it.

    Endings are cut, so of a long query only a part can be one.
    """
    params = _reaches(search) | {"text": search.text, "seen": _seen(search)}
    if len(search.text) <= ENDING_CHARS:
        ceiling = search.text + _CEILING
        return Read(statement="search/substring", params=params | {"ceiling": ceiling})
    starts = json_list(_starts(search.text))
    return Read(statement="search/long_substring", params=params | {"starts": starts})


def _starts(text: str) -> list[str]:
    """Give parts of a text, as long as endings are, of which the rarest is followed.

    Any of them would do, as each is an ending of whatever contains the text: no ending begins
    with a space. Of a longer text not every part is given, but the first and the last always are.
    """
    last = len(text) - ENDING_CHARS
    step = -(-last // _STARTS_MAX)
    places = dict.fromkeys((*range(0, last, step), last))
    return [text[at : at + ENDING_CHARS] for at in places if text[at] != " "]


def _read_content(search: Search) -> Read:
    """Ask for items that share enough words with the query, or that hold its Han characters."""
    few = len(search.terms) <= _FEW_TERMS
    params = _reaches(search) | {
        "terms": json_list(search.terms),
        "seen": _seen(search),
        "count_percent": _COUNT_PERCENT,
    }
    if all(is_han_char(term) for term in search.terms):
        return Read(statement="search/characters", params=params)
    weight = _WEIGHT_PERCENT_FEW if few else _WEIGHT_PERCENT_MANY
    return Read(statement="search/content", params=params | {"weight_percent": weight})


def _reaches(search: Search) -> dict[str, Value]:
    """Give the parameters that every stage has."""
    return {"scope": search.reach_scope, "thread": search.reach_thread}


def _seen(search: Search) -> str:
    """Give the rows already found, as a JSON list."""
    return json_list([hit.row_id for hit in search.hits])
