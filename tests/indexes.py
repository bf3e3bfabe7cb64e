"""What the derived tables of a store must hold, counted anew from what they are derived from.

Each fault is one line that names the table and one row that is missing or too many.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sayso.core.recall.postings import sides, struck
from sayso.core.recall.words import RECALL_VERSION, document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.recall.words import Document
    from tests.storefacts import Facts, Row

TALLIED = (
    ("turns", "turns", "state"),
    ("jobs", "memory_jobs", "status"),
    ("refusals", "refusals", "reason"),
)
made_of = lru_cache(maxsize=4_096)(document)  # a run asks for the same texts again and again


def index_faults(facts: Facts) -> Iterator[str]:
    """Hold the postings of turns and the tallies against what posting and counting anew gives."""
    editions = {row["name"]: row for row in facts.tables["index_editions"]}
    recall = editions.get("recall")
    if recall is not None and (recall["version"], recall["through"]) == (RECALL_VERSION, None):
        yield from _recall_faults(facts)
    yield from _differences("tallies", _counted(facts), _told(facts))


def _recall_faults(facts: Facts) -> Iterator[str]:
    documents = dict(_documents(facts))
    posted = Counter(
        (scope_id, word, number, count, made.length)
        for (scope_id, number), made in documents.items()
        for word, count in made.words
    )
    words = {row["id"]: (row["scope_id"], row["word"]) for row in facts.tables["recall_words"]}
    found = Counter(
        (*words.get(row["word_id"], (None, None)), row["doc_id"], row["count"], row["length"])
        for row in facts.tables["recall_postings"]
    )
    yield from _differences("recall_postings", posted, found)
    needed = Counter({(scope_id, word): 1 for scope_id, word, *_ in posted})
    yield from _differences("recall_words", needed, Counter(words.values()))
    yield from _differences("recall_scopes", _sizes(documents), _scopes(facts))


def _documents(facts: Facts) -> Iterator[tuple[tuple[int, int], Document]]:
    """Give each side of each turn that has words, without what is forgotten of it."""
    scopes = {row["id"]: row["scope_id"] for row in facts.tables["threads"]}
    spans: dict[int, list[tuple[int, int]]] = {}
    for one in facts.tombstones:
        number = one["turn_id"] * 2 + (one["role"] == "assistant")
        spans.setdefault(number, []).append((one["start_char"], one["end_char"]))
    for turn in facts.turns.values():
        for number, text in sides(turn["id"], turn["user_text"], turn["assistant_text"]):
            made = made_of(struck(text, spans.get(number, [])))
            if made.words:
                yield (scopes[turn["thread_id"]], number), made


def _sizes(documents: dict[tuple[int, int], Document]) -> Counter[tuple[object, ...]]:
    docs: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    for (scope_id, _), made in documents.items():
        docs[scope_id] += 1
        lengths[scope_id] += made.length
    return Counter({(scope_id, docs[scope_id], lengths[scope_id]): 1 for scope_id in docs})


def _scopes(facts: Facts) -> Counter[tuple[object, ...]]:
    rows = facts.tables["recall_scopes"]
    return Counter((row["scope_id"], row["docs"], row["length"]) for row in rows if row["docs"])


def _counted(facts: Facts) -> Counter[tuple[object, ...]]:
    states = Counter(
        (subject, str(row[state]))
        for subject, table, state in TALLIED
        for row in facts.tables[table]
    )
    states.update(("items", str(rows[-1]["status"])) for rows in _revisions(facts))
    return Counter({(*key, number): 1 for key, number in states.items()})


def _revisions(facts: Facts) -> Iterator[list[Row]]:
    for rows in facts.revisions.values():
        yield sorted(rows, key=lambda one: int(one["revision"]))


def _told(facts: Facts) -> Counter[tuple[object, ...]]:
    rows = facts.tables["tallies"]
    return Counter((row["subject"], row["state"], row["number"]) for row in rows if row["number"])


def _differences(table: str, needed: Counter[Any], found: Counter[Any]) -> Iterator[str]:
    """Tell how far a table is from what it should hold, with one row of each kind."""
    for what, rows in (("lacks", needed - found), ("has too many", found - needed)):
        if rows:
            yield f"{table} {what}: {rows.total()} rows, as {min(map(repr, rows))}"
