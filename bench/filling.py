"""Fills a store with made-up memories: proven and activated as always, posted in bulk.

Posting a hundred thousand items one by one takes minutes, since each goes to a hundred places.
Here the same rows are gathered first and written in the order of their keys; a test holds them to
what the plans of core.search write.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.items import Item, ItemStatus, Kind
from sayso.core.project.applying import stage_write
from sayso.core.terms import content_terms, endings, metadata_terms
from sayso.shell.store.bootstrap import add_tables
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from bench.memories import Memory

SCOPE: Final = 1
_HERE: Final = Path(__file__).parent / "sql"


def bench_statement(name: str) -> str:
    """Read a statement that only benches need."""
    return (_HERE / f"{name}.sql").read_text("utf-8")


def fill(db: apsw.Connection, memories: list[Memory]) -> None:
    """Make a project store with these items, all active and posted."""
    add_tables(db, 0)
    db.execute(bench_statement("seed")).fetchall()
    fill_items(db, memories)


def fill_items(db: apsw.Connection, memories: list[Memory]) -> None:
    """Put these items into a store, all active and posted, and proven by its candidate 1."""
    items = [item_of(number, memory) for number, memory in enumerate(memories, start=1)]
    with db:
        for item in items:
            db.execute(statement("items/stage"), stage_write(item, SCOPE).params)
            db.execute(
                statement("items/link_candidate"), {"row_id": item.row_id, "candidate_id": 1}
            )
            db.execute(statement("items/activate"), {"row_id": item.row_id})
        post_metadata(db, items)
        post_content(db, items)


def item_of(number: int, memory: Memory) -> Item:
    """Make the only revision of an item."""
    return Item(
        row_id=number,
        item_id=number,
        revision=1,
        kind=Kind.DECISION,
        thread_id=None,
        title=memory.title,
        content=memory.content,
        synopsis=memory.content[:120],
        aliases=memory.aliases,
        keywords=memory.keywords,
        status=ItemStatus.ACTIVE,
        replaces_id=None,
        replaced_by_id=None,
        created_at_us=number,
        updated_at_us=number,
    )


def post_metadata(db: apsw.Connection, items: Iterable[Item]) -> None:
    """Post the metadata terms of all items, their words and the endings of those."""
    posted: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for item in items:
        for term, field in metadata_terms(item.title, item.aliases, item.keywords):
            posted[term].append((field, -item.row_id))
    words: defaultdict[str, list[int]] = defaultdict(list)
    for word_id, term in enumerate(sorted(posted), start=1):
        for ending in endings(term):
            words[ending].append(word_id)
    db.executemany(
        bench_statement("post_word"),
        ((word_id, SCOPE, term) for word_id, term in enumerate(sorted(posted), start=1)),
    )
    db.executemany(
        bench_statement("post_metadata"),
        (
            (SCOPE, term, field, -row)
            for term in sorted(posted)
            for field, row in sorted(posted[term])
        ),
    )
    db.executemany(
        bench_statement("post_ending"),
        ((SCOPE, ending, word_id) for ending in sorted(words) for word_id in words[ending]),
    )


def post_content(db: apsw.Connection, items: Iterable[Item]) -> None:
    """Post the content terms of all items."""
    posted: defaultdict[str, list[int]] = defaultdict(list)
    for item in items:
        for term in content_terms(item.title, *item.aliases, *item.keywords, item.content):
            posted[term].append(item.row_id)
    db.executemany(
        bench_statement("post_content"),
        ((SCOPE, term, row_id) for term in sorted(posted) for row_id in reversed(posted[term])),
    )
