"""What a store shows: list, search, read, context and history, held against its rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.shell.errors import NotFoundError, RefusedError
from tests.burials import flat, held_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.project.context import HistoryMessage
    from sayso.shell.memory import Memory
    from tests.storefacts import Facts, Row

MASK = "[forgotten]"  # what stands in a forgotten place


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
    standing = flat("\n".join(f"{one['title']}\n{one['synopsis']}" for one in usable.values()))
    for text in held_texts(facts, given.text):
        if text not in standing:
            yield f"the context of session {session!r} holds the forgotten {text!r}"
    for message in given.history:
        yield from (f"the history {fault}" for fault in _history_faults(facts, message))


def _history_faults(facts: Facts, message: HistoryMessage) -> Iterator[str]:
    turn = facts.turns[message.turn_id]
    if turn["thread_id"] != facts.thread_id:
        yield f"shows t{turn['id']} of another thread"
    shown = message.text.replace(MASK, "")
    for stone in facts.tombstones:
        if (stone["turn_id"], stone["role"]) == (turn["id"], message.role):
            raw = turn[f"{message.role}_text"]
            quote = raw[stone["start_char"] : stone["end_char"]]
            if shown.count(quote) >= raw.count(quote):
                yield f"shows the forgotten {quote!r} of t{turn['id']}"
