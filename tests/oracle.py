"""An oracle: what must hold of any store, whatever was said and whatever a model answered.

    assert violations(memory) == []

It is written from the documents and reads rows past the code under test; it calls none of the
checks it judges. Each violation is one line that begins with the promise it breaks: `proof` (no
memory without the user's exact words), `forgotten` (nothing comes back), `audit` (every memory
leads to its words and back), `index` (recall's postings and the tallies are those of the turns),
`surface` (nothing is shown that may not be). `foreign_words` and
`repair_faults` need to be told what belongs to others. Times must move on between two steps of
a conversation, as they do with a real clock.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.shell.errors import NotFoundError, RefusedError
from tests.burials import forgotten_faults, is_ack
from tests.indexes import index_faults
from tests.storefacts import Facts, Row, facts_of
from tests.surfaces import surface_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.shell.memory import Memory

__all__ = ["facts_of", "foreign_words", "proven", "repair_faults", "violations"]

BOUND = "discussion_context"
SCHEMA = Path(__file__).parents[1] / "sql" / "schema" / "project.sql"
_RAISED = re.findall(r"RAISE\(ABORT, '((?:[^']|'')+)'\)", SCHEMA.read_text("utf-8"))
REFUSED_BY_SCHEMA = re.compile(
    "|".join(["constraint failed", *(re.escape(text.replace("''", "'")) for text in _RAISED)])
)
ORDINARY = ("code_explain", "general_chat")


def violations(memory: Memory, queries: Iterable[str] = ()) -> list[str]:
    """Give every promise that the store or one of its surfaces breaks; `queries` are searched."""
    facts = facts_of(memory)
    return [
        *(f"proof: {fault}" for fault in proof_faults(facts)),
        *(f"forgotten: {fault}" for fault in forgotten_faults(facts)),
        *(f"audit: {fault}" for fault in audit_faults(facts)),
        *(f"index: {fault}" for fault in index_faults(facts)),
        *(f"surface: {fault}" for fault in surface_faults(memory, facts, queries)),
    ]


def proven(facts: Facts) -> tuple[int, int]:
    """Count the active preferences and decisions: those with whole proof, and all."""
    items = [one for one in facts.active if one["kind"] != BOUND]
    whole = [one for one in items if not list(_item_proof_faults(facts, one))]
    return len(whole), len(items)


def proof_faults(facts: Facts) -> Iterator[str]:
    """Check every candidate and every active memory against the RAW turns."""
    for candidate in facts.candidates.values():
        name = f"c{candidate['id']} ({candidate['kind']})"
        yield from (f"{name} {fault}" for fault in _candidate_faults(facts, candidate))
    for item in facts.active:
        name = f"m{item['item_id']} ({item['kind']})"
        yield from (f"{name} {fault}" for fault in _item_proof_faults(facts, item))


def _candidate_faults(facts: Facts, candidate: Row) -> Iterator[str]:
    sources = facts.sources.get(candidate["id"], [])
    head = facts.turns[facts.jobs[candidate["job_id"]]["turn_id"]]
    if not sources:
        yield "has no source"
    for source in sources:
        where = f"cites t{source['turn_id']} ({source['role']})"
        yield from (f"{where}: {fault}" for fault in _source_faults(facts, source, head))
    if candidate["thread_id"] != head["thread_id"]:
        yield "lies in another thread than its turns"
    if candidate["kind"] != BOUND:
        yield from _say_so_faults(facts, candidate, sources)


def _source_faults(facts: Facts, source: Row, head: Row) -> Iterator[str]:
    """Check one source: an exact slice, of the batch's thread and session, spoken by its role."""
    turn = facts.turns.get(source["turn_id"])
    if turn is None:
        yield "no such turn"
        return
    text = turn[f"{source['role']}_text"]
    if text[source["start_char"] : source["end_char"]] != source["quote"]:
        yield f"{source['quote']!r} is not what stands there"
    if (turn["thread_id"], turn["session"]) != (head["thread_id"], head["session"]):
        yield "another thread or session"
    elif turn["sequence"] < head["sequence"]:
        if source["role"] == "user":
            yield "the user's words of a turn before the batch"
        elif facts.before(head) is not turn:
            yield "the answer of a turn that is not the one before the batch"


def _say_so_faults(facts: Facts, candidate: Row, sources: list[Row]) -> Iterator[str]:
    """Check that the user spoke, and that a bare yes comes with the proposal just before it."""
    said = [one for one in sources if one["role"] == "user" and one["turn_id"] in facts.turns]
    if not said:
        yield "rests on no words of the user"
        return
    if not all(is_ack(one["quote"]) for one in said):
        return
    offered = {one["turn_id"] for one in sources if one["role"] == "assistant"}
    asked = [facts.before(facts.turns[one["turn_id"]], candidate["created_at"]) for one in said]
    if not any(before is not None and before["id"] in offered for before in asked):
        yield "is a bare yes without the proposal just before it"


def _item_proof_faults(facts: Facts, item: Row) -> Iterator[str]:
    """Check what an active memory rests on: whole candidates of its own kind and thread."""
    candidates = facts.behind(item)
    if not candidates:
        yield "rests on nothing"
    for one in candidates:
        if one["kind"] != item["kind"]:
            yield f"rests on c{one['id']} of another kind"
        if one["status"] not in ("consolidated", "suppressed"):
            yield f"rests on c{one['id']}, which is {one['status']}"
        if item["kind"] == BOUND and one["thread_id"] != item["thread_id"]:
            yield f"rests on c{one['id']} of another thread"
        faults = _candidate_faults(facts, one)
        yield from (f"rests on c{one['id']}, which {fault}" for fault in faults)
    if (item["kind"] == BOUND) != (item["thread_id"] is not None):
        yield "is bound to the wrong reach"
    if bool(item["non_factual"]) != (item["kind"] == BOUND):
        yield "has the wrong factual flag"


def audit_faults(facts: Facts) -> Iterator[str]:
    """Check the relations item, candidate, source, turn and job in both directions."""
    yield from _candidate_ends(facts)
    for item in facts.items.values():
        yield from (f"m{item['item_id']} {fault}" for fault in _item_faults(facts, item))
    for number, revisions in facts.revisions.items():
        if [one["revision"] for one in revisions] != list(range(1, len(revisions) + 1)):
            yield f"m{number} lacks a revision"
        if any(one["status"] == "active" for one in revisions[:-1]):
            yield f"m{number} is active in an old revision"
        rests = [{one["id"] for one in facts.behind(revision)} for revision in revisions]
        if any(not before <= after for before, after in pairwise(rests)):
            yield f"m{number} has lost candidates from one revision to the next"
    yield from _job_faults(facts)


def _candidate_ends(facts: Facts) -> Iterator[str]:
    linked = {candidate for _, candidate in facts.links}
    for candidate in facts.candidates.values():
        job = facts.jobs[candidate["job_id"]]
        if job["kind"] != "extraction" or job["status"] != "succeeded":
            yield f"c{candidate['id']} comes of j{job['id']}, {job['kind']} {job['status']}"
        if candidate["status"] == "consolidated" and candidate["id"] not in linked:
            yield f"c{candidate['id']} was consolidated into nothing"
        if candidate["status"] in ("pending", "rejected") and candidate["id"] in linked:
            yield f"c{candidate['id']} is {candidate['status']} and yet in use"


def _item_faults(facts: Facts, item: Row) -> Iterator[str]:
    if item["status"] == "staged":
        yield "was left staged"
    if not facts.behind(item):
        yield f"revision {item['revision']} rests on no candidate"
    if item["replaces_id"] is not None:
        older = facts.revisions.get(item["replaces_id"])
        yield from _replacing_faults(facts, item, older[-1] if older else None)
    if item["status"] == "forgotten":
        buried = {(one["turn_id"], one["role"], one["start_char"]) for one in facts.tombstones}
        for source in facts.sources_behind(item):
            if (source["turn_id"], source["role"], source["start_char"]) not in buried:
                yield f"is forgotten without a tombstone on t{source['turn_id']}"


def _replacing_faults(facts: Facts, item: Row, older: Row | None) -> Iterator[str]:
    if older is None:
        yield f"replaces m{item['replaces_id']}, which is not there"
    elif older["status"] == "active":
        yield f"replaces m{item['replaces_id']}, which is still active"
    elif item["revision"] == 1:
        said = max(int(one["said_at"] or 0) for one in facts.behind(item))
        if (older["said_at"] or 0) > said:
            yield f"replaces m{item['replaces_id']}, which was said later"


def _job_faults(facts: Facts) -> Iterator[str]:
    for job in facts.jobs.values():
        if refused := REFUSED_BY_SCHEMA.search(job["last_error"] or ""):
            yield f"j{job['id']}: only the schema held out: {refused.group()}"
    queued = [one["turn_id"] for one in facts.jobs.values() if one["turn_id"] is not None]
    ended = [one["id"] for one in facts.turns.values() if one["state"] != "open"]
    if sorted(queued) != sorted(ended):
        yield "ended turns and extraction jobs are not one to one"
    for turn in facts.turns.values():
        if turn["intent"] not in ORDINARY:
            yield f"t{turn['id']} has the intent {turn['intent']}"
    for refusal in facts.refusals:
        if refusal["turn_id"] is not None and refusal["turn_id"] not in facts.turns:
            yield f"a refusal is about t{refusal['turn_id']}, which is not there"


def foreign_words(memory: Memory, words: Iterable[str], *, but: Iterable[str] = ()) -> list[str]:
    """Give every place of the store, and of its surfaces, that holds a word of somebody else.

    Columns named in `but` (`table.column`) are left out: refusals and kept replies hold what a
    model answered, whatever it was.
    """
    facts, left_out = facts_of(memory), frozenset(but)
    wanted = [word.casefold() for word in words]
    texts = [(name, text) for name, text in facts.texts() if name not in left_out]
    sessions = dict.fromkeys(("", *(one["session"] for one in facts.turns.values())))
    for given in map(memory.context, sessions):
        texts.append(("the context", given.text))
        texts.extend(("the history", message.text) for message in given.history)
    texts.extend(("the list", f"{one.title} {one.synopsis}") for one in memory.list())
    for word in wanted:
        hits = memory.search(word[: limits.QUERY_MAX_CHARS])
        texts.extend(("a search", f"{hit.title} {hit.synopsis}") for hit in hits)
    held = (
        f"foreign: {where} holds {word!r}"
        for where, text in texts
        for word in wanted
        if word in text.casefold()
    )
    return list(dict.fromkeys(held))


def repair_faults(memory: Memory, text: str, intent: str) -> list[str]:
    """Ask with an intent of the repair flow; give what memory hands out or keeps of it."""
    before = facts_of(memory)
    faults = []
    with memory.turn(text, intent=intent) as turn:
        given = [turn.id, turn.history, turn.context, turn.tools]
        for look in (lambda: turn.search("a"), lambda: turn.read(1)):
            try:
                look()
            except RefusedError:
                continue
            except NotFoundError:
                pass
            faults.append("repair: it could look into memory")
        turn.finish("Patched.")
    names = ("a number", "history", "context", "tools")
    faults += [
        f"repair: it was given {name}" for name, one in zip(names, given, strict=True) if one
    ]
    if facts_of(memory).turns.keys() != before.turns.keys():
        faults.append("repair: it became a turn")
    return faults
