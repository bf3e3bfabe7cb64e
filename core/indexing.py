"""Making the indexes anew: what is behind, and the next step, as a plan.

Two indexes are derived from what is stored: that of memories and that of turns. Each is made by
one version of its extractor; after a change of version, or where a store comes from before there
was one, what is stored is posted anew, a bounded portion in each transaction: what stood there for
a turn goes and what is right comes at once, so what was found stays found. Whoever dies on the way
goes on where the last portion ended; writers post their own by today's version meanwhile. Turns go
from the newest to the oldest, so that what is asked for most is right first. In the end goes what
no portion could name (core/mending.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.lists import json_list
from sayso.core.plans import Write
from sayso.core.postings import remove_postings, write_postings
from sayso.core.recall.postings import doc_id, post_made, struck
from sayso.core.recall.words import RECALL_VERSION, document
from sayso.core.states import Role
from sayso.core.terms import TERMS_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.items import Item, Tombstone
    from sayso.core.plans import Plan
    from sayso.core.recall.words import Document
    from sayso.core.turns import Turn

MEMORY: Final = "memory"
RECALL: Final = "recall"
NO_EDITION: Final = 0  # no version of an extractor has this number
ALL_DONE: Final = 0  # below any number of a row: only what belongs to none is left
_OF_THE_ITEM: Final = frozenset({"items/terms_delete_content", "items/terms_delete_older"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Editions:
    """By which version each index is made, 0 for none; `through`: the oldest turn done so far.

    `through` is None where nothing is left to do. `memory_through` is the last revision done while
    all memories are posted anew.
    """

    memory: int = NO_EDITION
    recall: int = NO_EDITION
    through: int | None = None
    memory_through: int | None = None

    @property
    def is_current(self) -> bool:
        """Whether everything that is stored is posted by today's extractors."""
        return self == CURRENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A document as it is posted: its scope, number and words, struck places left out."""

    scope_id: int
    doc_id: int
    made: Document


LOST_NOTE: Final = (
    "what was said last is not in the index of recall, which must have been lost; "
    "'sayso reindex --all' makes it anew"
)
CURRENT: Final = Editions(memory=TERMS_VERSION, recall=RECALL_VERSION)


def behind_notes(turns: int, memories: int) -> tuple[str, ...]:
    """Tell a person what search and recall do not find yet; nothing where they find all.

    >>> behind_notes(0, 0), behind_notes(1, 0)[0].partition(";")[0]
    ((), 'not indexed yet: turns 1, memories 0')
    """
    if not turns and not memories:
        return ()
    advice = "'sayso reindex' does it now, a worker in time"
    return (f"not indexed yet: turns {turns}, memories {memories}; {advice}",)


def plan_edition(name: str, version: int, through: int | None = None) -> Write:
    """Note by which version an index is made, and how far."""
    return Write(
        statement="postings/insert_edition",
        params={"name": name, "version": version, "through": through},
    )


def plan_current() -> Plan:
    """Note that both indexes are today's, as those of a store without turns are."""
    return (plan_edition(MEMORY, TERMS_VERSION), plan_edition(RECALL, RECALL_VERSION))


def plan_begin(next_turn_id: int) -> Plan:
    """Begin to post all turns anew; what is there stays until its own portion."""
    return (plan_edition(RECALL, RECALL_VERSION, next_turn_id),)


def plan_begin_items() -> Plan:
    """Begin to post all memories anew."""
    return (plan_edition(MEMORY, NO_EDITION, ALL_DONE),)


def plan_drop(places: Iterable[tuple[int, int]]) -> Plan:
    """Drop postings by their places: number of a word, number of a document."""
    rows = json_list([list(one) for one in places])
    if rows == "[]":
        return ()
    return (Write(statement="postings/drop_rows", params={"rows": rows}, expect_rows=None),)


def posted_of(
    turns: Iterable[Turn], scopes: Mapping[int, int], stones: Iterable[Tombstone]
) -> tuple[Posted, ...]:
    """Give the documents of turns that have words, without what is forgotten of them."""
    spans: dict[tuple[int, Role], list[tuple[int, int]]] = {}
    for one in stones:
        spans.setdefault((one.turn_id, one.role), []).append((one.start, one.end))
    made = (
        Posted(
            scope_id=scopes[turn.id],
            doc_id=doc_id(turn.id, role),
            made=document(struck(turn.text_of(role), spans.get((turn.id, role), []))),
        )
        for turn in turns
        for role in Role
    )
    return tuple(one for one in made if one.made.words)


def marks_of(documents: Iterable[Posted]) -> str:
    """Give what tells whether documents are posted: scope, a word and number of each, as JSON."""
    return json_list([[one.scope_id, one.made.words[0][0], one.doc_id] for one in documents])


def plan_turns(
    documents: Iterable[Posted],
    known: frozenset[int],
    standing: Iterable[tuple[int, int]],
    through: int,
) -> Plan:
    """Put documents in the place of whatever stands for them, and note how far this got.

    `standing` are the places that were seen, `known` the documents that are counted. A writer may
    have posted some of these since, but only under the very words that are posted here.
    """
    by_scope: dict[int, list[Posted]] = {}
    for one in documents:
        by_scope.setdefault(one.scope_id, []).append(one)
    return (
        *plan_drop(standing),
        *(write for scope, some in by_scope.items() for write in _plan_scope(scope, some, known)),
        plan_edition(RECALL, RECALL_VERSION, through),
    )


def _plan_scope(scope_id: int, documents: list[Posted], known: frozenset[int]) -> Iterator[Write]:
    for write in post_made(scope_id, [(one.doc_id, one.made) for one in documents]):
        if write.statement == "postings/insert":
            yield Write(statement="postings/drop_again", params=write.params, expect_rows=None)
        if write.statement != "postings/count":
            yield write
    news = [one.made.length for one in documents if one.doc_id not in known]
    if news:
        yield plan_count(scope_id, len(news), sum(news))


def plan_count(scope_id: int, docs: int, length: int) -> Write:
    """Count documents of a scope in, or out where the numbers are negative."""
    return Write(
        statement="postings/count",
        params={"scope_id": scope_id, "docs": docs, "length": length},
    )


def plan_items(items: Iterable[tuple[Item, int]]) -> Plan:
    """Post revisions anew, given with their reaches, whichever version posted them before."""
    by_reach: dict[int, list[Item]] = {}
    for item, reach in items:
        by_reach.setdefault(reach, []).append(item)
    return tuple(write for reach, some in by_reach.items() for write in _plan_reach(some, reach))


def _plan_reach(items: list[Item], reach: int) -> Plan:
    """Post some revisions of one reach anew: their words go in one look, the rest one by one."""
    rows = json_list([item.row_id for item in items])
    gone = (
        Write(statement=name, params={"reach": reach, "row_ids": rows}, expect_rows=None)
        for name in ("items/terms_delete_rows", "items/terms_delete_values")
    )
    return (*gone, *(write for item in items for write in _plan_item(item, reach)))


def _plan_item(item: Item, reach: int) -> Plan:
    removed = remove_postings(item, reach)
    return (
        *(write for write in removed if write.statement not in _OF_THE_ITEM),
        *write_postings(item, reach),
        Write(
            statement="items/refresh_terms_version",
            params={"row_id": item.row_id, "terms_version": TERMS_VERSION},
        ),
    )
