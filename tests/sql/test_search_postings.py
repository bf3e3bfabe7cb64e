"""Postings come and go exactly, and the first two stages agree with a search written plainly."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core.items import Item, Kind
from sayso.core.postings import clear_postings, write_postings
from sayso.core.search import Hit, MatchType
from sayso.core.terms import metadata_terms
from sayso.core.text import normalise
from tests.sql.bare_store import ACTIVE_THREAD, BareStore, Words, reach

if TYPE_CHECKING:
    from collections.abc import Iterator

POSTED = ("term", "content")  # what names a revision

# Few letters, so that terms share beginnings, endings and whole values.
SHORT = st.text(alphabet="abAB %_数据库庫", min_size=1, max_size=7)
# Long ones of two letters, so that many terms share parts of eight characters.
LONG = st.text(alphabet="ab ", min_size=9, max_size=14)
WORDS = st.builds(
    lambda title, aliases, keywords, bound: Words(
        title=title,
        content=f"{title} {' '.join(keywords)}",
        aliases=tuple(aliases),
        keywords=tuple(keywords),
        kind=Kind.DISCUSSION if bound else Kind.DECISION,
        thread_id=ACTIVE_THREAD if bound else None,
    ),
    SHORT,
    st.lists(SHORT, max_size=2),
    st.lists(SHORT, max_size=3),
    st.booleans(),
)


@contextmanager
def opened() -> Iterator[BareStore]:
    """Give an empty store for one example of a property."""
    store = BareStore()
    try:
        yield store
    finally:
        store.db.close()


def plain_search(items: list[Item], query: str) -> list[tuple[int, MatchType]]:
    """Search stages 1 and 2 as a person would write it down: look at everything, sort, cut."""
    text = normalise(query)
    graded: list[tuple[tuple[int, int, int, int], int, MatchType]] = []
    for item in items:
        best: tuple[int, int] | None = None
        for term, field in metadata_terms(item.title, item.aliases, item.keywords):
            grade = 0 if term == text else 1 if term.startswith(text) else 2
            if text in term and (best is None or (grade, field) < best):
                best = (grade, field)
        if best is not None:
            kind = (MatchType.EXACT, MatchType.PREFIX, MatchType.SUBSTRING)[best[0]]
            order = (best[0], best[1], -item.updated_at_us, -item.row_id)
            graded.append((order, item.row_id, kind))
    return [(row_id, kind) for _, row_id, kind in sorted(graded)[:5]]


def by_metadata(hits: tuple[Hit, ...]) -> list[tuple[int, MatchType]]:
    """Leave out what stage 3 added."""
    return [(hit.row_id, hit.match_type) for hit in hits if hit.match_type is not MatchType.CONTENT]


@given(texts=st.lists(WORDS, max_size=9), queries=st.lists(SHORT, min_size=1, max_size=6))
@settings(max_examples=150)
def test_metadata_stages_agree_with_a_plain_search(texts: list[Words], queries: list[str]) -> None:
    """Stages 1 and 2 find what a search through all values finds, in the same order."""
    with opened() as store:
        items = [store.add(words, updated_at_us=number % 3) for number, words in enumerate(texts)]
        for query in queries:
            expected = plain_search(items, query) if normalise(query) else []
            assert by_metadata(store.search(query, ACTIVE_THREAD)) == expected


@given(titles=st.lists(LONG, min_size=1, max_size=9), picks=st.data())
def test_long_queries_agree_with_a_plain_search(titles: list[str], picks: st.DataObject) -> None:
    """What is longer than an ending is found wherever it stands, from whichever part is rarest."""
    with opened() as store:
        items = [store.add(Words(title=f"b{title}a{title}b")) for title in titles]
        title = picks.draw(st.sampled_from([item.title for item in items]), label="title")
        start = picks.draw(st.integers(0, len(title) - 9), label="start")
        query = title[start : start + picks.draw(st.integers(9, 30), label="length")]
        assert by_metadata(store.search(query, ACTIVE_THREAD)) == plain_search(items, query)


@given(texts=st.lists(WORDS, min_size=1, max_size=8), picks=st.data())
@settings(max_examples=100)
def test_postings_are_always_those_of_a_rebuild(texts: list[Words], picks: st.DataObject) -> None:
    """After any additions and removals the postings equal those built from the active items."""
    with opened() as store:
        active: list[Item] = []
        for words in texts:
            active.append(store.add(words))
            if picks.draw(st.booleans(), label="remove one"):
                gone = active.pop(picks.draw(st.integers(0, len(active) - 1), label="which"))
                store.retire(gone)
        kept = store.postings()
        store.apply(clear_postings())
        assert store.postings() == []
        for item in active:
            store.apply(write_postings(item, reach(item)))
        assert store.postings() == kept


def test_nothing_stays_after_the_last_item() -> None:
    """Taking back the only item leaves empty tables, shared terms included."""
    with opened() as store:
        words = Words(title="Use pnpm", keywords=("pnpm", "包管理"), content="pnpm 管理依赖")
        first, second = store.add(words), store.add(words)
        store.retire(first)
        assert [hit.row_id for hit in store.search("nP")] == [second.row_id]
        store.forget(second)
        assert store.postings() == []


def test_a_removal_without_postings_changes_nothing() -> None:
    """To take back what was never posted is no fault: forget must always work."""
    with opened() as store:
        item = store.add(Words(title="Use tabs"))
        store.apply(clear_postings())
        store.forget(item)
        assert store.postings() == []


def test_words_of_an_earlier_version_go_with_their_revision() -> None:
    """What an earlier version posted a revision under goes with it, and nothing of others does."""
    with opened() as store:
        words = Words(title="Cache names", content="cached names", keywords=("names",))
        older, kept = store.add(words), store.add(words)
        rows = store.postings()
        store.db.execute("UPDATE memory_items SET terms_version = 1 WHERE id = ?", (older.row_id,))
        store.db.execute(
            "UPDATE memory_content_terms SET term = 'nam' WHERE term = 'name' AND item_row_id = ?",
            (older.row_id,),
        )
        store.retire(older)
        of_older = [row for row in rows if row[0] in POSTED and row[4] == older.row_id]
        assert store.postings() == [row for row in rows if row not in of_older]
        assert [hit.row_id for hit in store.search("naming of caches")] == [kept.row_id]
