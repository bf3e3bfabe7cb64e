"""An oracle: what must hold of any store, whatever was said and whatever a model answered.

    assert violations(memory) == []

It is written from the documents and reads rows past the code under test; it calls none of the
checks it judges. Each violation is one line that begins with the promise it breaks: `proof` (no
memory without the user's exact words), `forgotten` (nothing comes back), `audit` (every memory
leads to its words and back), `surface` (nothing is shown that may not be). `foreign_words` and
`repair_faults` need to be told what belongs to others. Times must move on between two steps of
a conversation, as they do with a real clock.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.errors import NotFoundError, RefusedError
from tests.burials import flat, forgotten_faults, held_texts, is_ack
from tests.storefacts import Facts, Row, facts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.project.context import HistoryMessage
    from sayso.shell.memory import Memory

__all__ = ["facts_of", "foreign_words", "proven", "repair_faults", "violations"]

BOUND = "discussion_context"
ORDINARY = ("code_explain", "general_chat")
REPAIR = ("code_audit", "patch_explain", "patch_revise")


def violations(memory: Memory, queries: Iterable[str] = ()) -> list[str]:
    """Give every promise that the store or one of its surfaces breaks; `queries` are searched."""
    facts = facts_of(memory)
    return [
        *(f"proof: {fault}" for fault in proof_faults(facts)),
        *(f"forgotten: {fault}" for fault in forgotten_faults(facts)),
        *(f"audit: {fault}" for fault in audit_faults(facts)),
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
        yield from _replacing_faults(item, older[-1] if older else None)
    if item["status"] == "forgotten":
        buried = {(one["turn_id"], one["role"], one["start_char"]) for one in facts.tombstones}
        for source in facts.sources_behind(item):
            if (source["turn_id"], source["role"], source["start_char"]) not in buried:
                yield f"is forgotten without a tombstone on t{source['turn_id']}"


def _replacing_faults(item: Row, older: Row | None) -> Iterator[str]:
    if older is None:
        yield f"replaces m{item['replaces_id']}, which is not there"
    elif older["status"] == "active":
        yield f"replaces m{item['replaces_id']}, which is still active"
    elif (older["said_at"] or 0) > (item["said_at"] or 0):
        yield f"replaces m{item['replaces_id']}, which was said later"


def _job_faults(facts: Facts) -> Iterator[str]:
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


def surface_faults(memory: Memory, facts: Facts, queries: Iterable[str] = ()) -> Iterator[str]:
    """Check list, search, read, context and history: active, within reach, nothing forgotten."""
    usable = {one["item_id"]: one for one in facts.active if facts.is_in_reach(one)}
    listed = {one.item_id for one in memory.list()}
    if listed != set(usable):
        yield f"list shows {sorted(listed)} instead of {sorted(usable)}"
    for query in (*queries, *(one["title"] for one in facts.items.values())):
        for hit in memory.search(query[: limits.QUERY_MAX_CHARS]):
            if hit.item_id not in usable:
                yield f"a search for {query!r} finds m{hit.item_id}"
    for number in facts.revisions:
        if _is_readable(memory, number) != (number in usable):
            yield f"m{number} can {'not ' if number in usable else ''}be read"
    for session in dict.fromkeys(("", *(one["session"] for one in facts.current_turns))):
        yield from _context_faults(memory, facts, session, usable)


def _is_readable(memory: Memory, number: int) -> bool:
    try:
        memory.read(number)
    except (RefusedError, NotFoundError):
        return False
    return True


def _context_faults(
    memory: Memory, facts: Facts, session: str, usable: dict[int, Row]
) -> Iterator[str]:
    given = memory.context(session)
    # The summary comes last and may say what it likes.
    index = re.split("\n## (?:The conversation so far|对话至此)\n", given.text)[0]
    shown = {line.split()[1] for line in index.splitlines() if line.startswith("- m")}
    if unusable := shown - {f"m{number}" for number in usable}:
        yield f"the context of session {session!r} shows {sorted(unusable)}"
    standing = flat("\n".join(f"{one['title']}\n{one['content']}" for one in usable.values()))
    for text in held_texts(facts, given.text):
        if text not in standing:
            yield f"the context of session {session!r} holds the forgotten {text!r}"
    for message in given.history:
        yield from (f"the history {fault}" for fault in _history_faults(facts, message))


def _history_faults(facts: Facts, message: HistoryMessage) -> Iterator[str]:
    turn = facts.turns[message.turn_id]
    if turn["thread_id"] != facts.thread_id:
        yield f"shows t{turn['id']} of another thread"
    for stone in facts.tombstones:
        if (stone["turn_id"], stone["role"]) == (turn["id"], message.role):
            raw = turn[f"{message.role}_text"]
            quote = raw[stone["start_char"] : stone["end_char"]]
            if message.text.count(quote) >= raw.count(quote):
                yield f"shows the forgotten {quote!r} of t{turn['id']}"


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
    with memory.turn(text, intent=intent) as turn:
        given = [turn.id, turn.history, turn.context, turn.tools]
        for look in (lambda: turn.search("a"), lambda: turn.read(1)):
            with pytest.raises(RefusedError):
                look()
        turn.finish("Patched.")
    names = ("a number", "history", "context", "tools")
    faults = [f"repair: it was given {name}" for name, one in zip(names, given, strict=True) if one]
    if facts_of(memory).turns.keys() != before.turns.keys():
        faults.append("repair: it became a turn")
    return faults
