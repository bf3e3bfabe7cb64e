"""Postings of recall: the derived rows under which what was said is found, as writes of a plan.

A turn has two documents, one for each side. A side is posted in the transaction that stores it,
without what a forget has struck out of it; a forget takes its documents back and posts what is
left. Invariant: after any sequence of these, the tables hold exactly what posting every side into
empty tables would give, all under one RECALL_VERSION; a word with nothing under it is not kept.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from sayso.core.lists import json_list
from sayso.core.plans import Write
from sayso.core.recall.words import document
from sayso.core.states import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.plans import Plan, Value
    from sayso.core.recall.words import Document

STRUCK: Final = "\n"  # stands where words were struck out, so that no two others meet


def doc_id(turn_id: int, role: Role) -> int:
    """Give the number of one side of a turn.

    >>> doc_id(7, Role.USER), doc_id(7, Role.ASSISTANT)
    (14, 15)
    """
    return turn_id * 2 + (role is Role.ASSISTANT)


def sides(turn_id: int, user_text: str, assistant_text: str) -> tuple[tuple[int, str], ...]:
    """Give the documents of a turn: number and text of each side that says something."""
    both = ((Role.USER, user_text), (Role.ASSISTANT, assistant_text))
    return tuple((doc_id(turn_id, role), text) for role, text in both if text)


def post(scope_id: int, documents: Iterable[tuple[int, str]]) -> Plan:
    """Plan the postings of documents, given by number and text, that are not posted yet."""
    return post_made(scope_id, ((number, document(text)) for number, text in documents))


def post_made(scope_id: int, documents: Iterable[tuple[int, Document]]) -> Plan:
    """Plan the postings of documents that are taken apart already.

    Many at once cost less than one by one: their words are written in order.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    docs = total = rows = 0
    for number, made in documents:
        if made.words:
            docs += 1
            total += made.length
            rows += len(made.words)
            # One number is read back faster than a list of three: see the statement.
            place = number << 26 | made.length
            for word, count in made.words:
                places[word].append(place | count << 8)
    if not docs:
        return ()
    words = sorted(places)
    return (
        Write(
            statement="postings/insert_words",
            params={"scope_id": scope_id, "words": json_list(words)},
            expect_rows=None,
        ),
        Write(
            statement="postings/insert",
            params={
                "scope_id": scope_id,
                "postings": json_list([[word, *places[word]] for word in words]),
            },
            expect_rows=rows,
        ),
        Write(
            statement="postings/count",
            params={"scope_id": scope_id, "docs": docs, "length": total},
        ),
    )


def take_back(scope_id: int, number: int, text: str) -> Plan:
    """Plan the end of the postings of a document, given the text it was posted with.

    No number of rows is demanded: to forget must work even where a document is not posted, which
    a rebuild mends.
    """
    made = document(text)
    if not made.words:
        return ()
    words = json_list(sorted(word for word, _ in made.words))
    one: dict[str, Value] = {"scope_id": scope_id, "doc_id": number, "words": words}
    return (
        Write(
            statement="postings/count_out", params=one | {"length": made.length}, expect_rows=None
        ),
        Write(statement="postings/drop", params=one, expect_rows=None),
        Write(
            statement="postings/drop_words",
            params={"scope_id": scope_id, "words": words},
            expect_rows=None,
        ),
    )


def struck(text: str, spans: Iterable[tuple[int, int]]) -> str:
    r"""Give a text without what stands at some places; offsets count code points.

    >>> struck("use tabs, not spaces", [(4, 8)])
    'use \n, not spaces'
    """
    kept: list[str] = []
    at = 0
    for start, end in sorted(spans):
        kept.append(text[at : max(at, start)])
        at = max(at, end)
    return STRUCK.join((*kept, text[at:]))


def repost(
    scope_id: int,
    number: int,
    text: str,
    before: Iterable[tuple[int, int]],
    after: Iterable[tuple[int, int]],
) -> Plan:
    """Plan what a forget changes in a document: struck out `before` it, and `after` it."""
    then, now = struck(text, before), struck(text, after)
    if then == now:
        return ()
    return (*take_back(scope_id, number, then), *post(scope_id, [(number, now)]))
