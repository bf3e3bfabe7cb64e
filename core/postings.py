"""Postings: the derived rows under which an item is found, as writes of a plan.

Only active revisions are posted: in the transaction that makes one active it is posted, in the
one that ends it its postings go, those of an earlier TERMS_VERSION too. Invariant: after any
sequence of these, the tables hold exactly what posting the active revisions into empty tables
would give, each under the version that its row names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.lists import json_list
from sayso.core.plans import Write
from sayso.core.terms import TERMS_VERSION, content_terms, endings, metadata_terms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Item
    from sayso.core.plans import Plan, Value

POSTING_TABLES: Final = (
    "memory_terms",
    "memory_content_terms",
    "memory_word_endings",
    "memory_words",
)


def write_postings(item: Item, reach: int) -> Plan:
    """Plan the postings of a revision that becomes active (A191)."""
    terms = posted_terms(item)
    words = posted_words(item)
    row: dict[str, Value] = {"reach": reach, "row_id": item.row_id}
    return (
        _write("insert_words", {"reach": reach, "terms": json_list(terms)}),
        _write("insert_endings", {"reach": reach, "endings": _endings(terms)}),
        _write("insert_metadata", row | {"terms": json_list(terms)}, expect_rows=len(terms)),
        _write("insert_content", row | {"terms": json_list(words)}, expect_rows=len(words)),
    )


def remove_postings(item: Item, reach: int) -> Plan:
    """Plan the end of the postings of a revision that is superseded, revised or forgotten.

    No number of rows is demanded: to forget must work even where postings are incomplete, which
    a rebuild mends, while a search shows active revisions only in any case (A198-A199).
    """
    terms = posted_terms(item)
    words = posted_words(item)
    row: dict[str, Value] = {"reach": reach, "row_id": item.row_id}
    return (
        _write("delete_metadata", row | {"terms": json_list(terms)}),
        _write("delete_content", row | {"terms": json_list(words)}),
        _write("delete_older", row | {"terms_version": TERMS_VERSION}),
        _write("delete_endings", {"reach": reach, "endings": _endings(terms)}),
        _write("delete_words", {"reach": reach, "terms": json_list(terms)}),
    )


def clear_postings() -> Plan:
    """Plan empty posting tables, before the active revisions are posted anew."""
    return tuple(
        Write(statement=f"clear/{table}", params={}, expect_rows=None) for table in POSTING_TABLES
    )


def posted_terms(item: Item) -> tuple[tuple[str, int], ...]:
    """Give the whole values of a revision with their fields."""
    return metadata_terms(item.title, item.aliases, item.keywords)


def posted_words(item: Item) -> tuple[str, ...]:
    """Give the words of a revision: what names it first, since what does not fit is dropped."""
    return content_terms(item.title, *item.aliases, *item.keywords, item.content)


def _endings(terms: tuple[tuple[str, int], ...]) -> str:
    """Give every term with each of its endings, as a JSON list of pairs."""
    return json_list([(term, ending) for term, _ in terms for ending in endings(term)])


def _write(name: str, params: Mapping[str, Value], *, expect_rows: int | None = None) -> Write:
    """Give one write of postings; without a number it may change any number of rows."""
    return Write(statement=f"items/terms_{name}", params=params, expect_rows=expect_rows)
