"""Why a search found what it found: stages, fields, terms and weights."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sayso.core.reasons import Explained, Stage, Word, explain_search
from sayso.core.search import Hit, MatchType, add_hits, plan_search
from tests.records import make_item

if TYPE_CHECKING:
    from sayso.core.items import Item

ITEM = replace(
    make_item(3),
    title="Use pnpm",
    aliases=("package tool", "pnpm"),
    keywords=("pnpm builds", "包管理"),
    content="Everybody installs with it. 数据库不用。",
)


def hit_of(item: Item, match_type: MatchType) -> Hit:
    """Give an item as a hit."""
    return Hit(
        row_id=item.row_id,
        item_id=item.item_id,
        kind=item.kind,
        title=item.title,
        synopsis=item.synopsis,
        match_type=match_type,
    )


def explained(
    query: str, match_type: MatchType, weights: dict[str, int] | None = None, stages: int = 1
) -> Explained:
    """Explain a search that found the item in its last stage."""
    begun = plan_search(query, 1)
    assert begun is not None
    searches = [begun]
    for _ in range(stages - 1):
        searches.append(add_hits(searches[-1], ()))
    searches.append(add_hits(searches[-1], (hit_of(ITEM, match_type),)))
    return explain_search(query, tuple(searches), {ITEM.row_id: ITEM}, weights or {})


@pytest.mark.parametrize(
    ("query", "match_type", "field", "term"),
    [
        ("PNPM", MatchType.EXACT, "alias", "pnpm"),
        ("pnpm", MatchType.PREFIX, "alias", "pnpm"),
        ("use p", MatchType.PREFIX, "title", "use pnpm"),
        ("e", MatchType.SUBSTRING, "title", "use pnpm"),
        ("builds", MatchType.SUBSTRING, "keyword", "pnpm builds"),
        ("管理", MatchType.SUBSTRING, "keyword", "包管理"),
    ],
)
def test_the_best_field_is_named(query: str, match_type: MatchType, field: str, term: str) -> None:
    """Title goes before alias, alias before keyword, as the search has it."""
    (reason,) = explained(query, match_type).hits
    assert (reason.field, reason.term) == (field, term)
    assert (reason.words, reason.share_percent) == ((), None)


def test_words_have_their_share_of_the_weight() -> None:
    """Those that the memory holds are named, with what they weigh together."""
    weights = {"instal": 3000, "tool": 500, "rocket": 500}
    told = explained("tool installs rockets", MatchType.CONTENT, weights, stages=3)
    assert {word.term for word in told.words} == set(weights)
    (reason,) = told.hits
    assert set(reason.words) == {
        Word(term="instal", share_percent=75),
        Word(term="tool", share_percent=12),
    }
    assert (reason.share_percent, reason.field, reason.term) == (88, None, None)


def test_single_characters_are_counted() -> None:
    """A character is held where a word of the memory begins with it."""
    told = explained("库", MatchType.CONTENT, stages=3)
    assert told.words == (Word(term="库", share_percent=100),)
    assert told.hits[0].share_percent == 100
    assert explained("糖", MatchType.CONTENT, stages=3).hits[0].words == ()


def test_stages_tell_what_they_were_asked_and_what_came() -> None:
    """A stage that was not needed has not run."""
    told = explained("use pnpm", MatchType.EXACT, {"pnpm": 9})
    assert told.stages == (
        Stage(name="whole", asked=("use pnpm",), has_run=True, found=1),
        Stage(name="part", asked=("use pnpm",), has_run=False, found=0),
        Stage(name="words", asked=("pnpm",), has_run=False, found=0),
    )
    assert told.words == (Word(term="pnpm", share_percent=100),)


def test_what_has_changed_meanwhile_is_not_explained_away() -> None:
    """A revision whose terms do not match any more, or that is gone, gets no reason."""
    (reason,) = explained("gone", MatchType.EXACT).hits
    assert (reason.field, reason.term) == (None, None)
    begun = plan_search("pnpm", 1)
    assert begun is not None
    found = add_hits(begun, (hit_of(ITEM, MatchType.EXACT),))
    assert explain_search("pnpm", (begun, found), {}, {}).hits == ()
