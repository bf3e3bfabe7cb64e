"""What turn recall finds, and what it leaves unanswered; bench.recall_rivals has the others.

Each conversation is a store of its own, one turn per message as the user's words, its session as
session, at its moment; stored and asked as a host does, on the day after the last. Questions of
category 5 of LoCoMo ask for what nobody said, and so do those of the published file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bench.conversations import DAY_US, Conversation, from_file, in_turn, lines
from bench.tables import OURS, Figure, one_number
from sayso.core.recall.asking import RecallRequest
from sayso.shell.admitting import RecordedTurn, record_turn
from sayso.shell.ports import system_ports
from sayso.shell.recalling import recall
from sayso.shell.store.opening import open_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sayso.shell.store.store import Store

    Search = Callable[[str], list[str]]

SUBJECT: Final = (
    "Questions that get no answer, as a share: all of those asked in vain should, and none of\n"
    "those that have one."
)
DEPTH: Final = 10


@dataclass(slots=True)
class Clock:
    """A clock that stands where it is put."""

    at_us: int = 0

    def now_us(self) -> int:
        """Give the moment."""
        return self.at_us

    def sleep_us(self, duration_us: int) -> None:
        """Put the clock on."""
        self.at_us += duration_us


def figures(quick: bool) -> Iterator[Figure]:
    """Ask the published questions, and those of a file if one was named."""
    yield from _silent("published cases", unanswered())
    if conversations := from_file():
        yield from _silent("LoCoMo", conversations[:1] if quick else conversations)


def unanswered() -> tuple[Conversation, ...]:
    """Give the published conversations with what they are asked in vain."""
    return tuple(
        Conversation(
            said=in_turn(case["said"]),
            asked=tuple((question, frozenset()) for question in case["answered"]),
            in_vain=(*case["in_vain"], *case.get("noise", ())),
        )
        for case in lines("unanswered.jsonl")
    )


def _silent(data: str, conversations: Iterable[Conversation]) -> Iterator[Figure]:
    """Count the questions of both kinds that get no answer."""
    counts = {"in vain": [0, 0], "answerable": [0, 0]}
    for conversation in conversations:
        search = ours(conversation)
        answerable = tuple(question for question, _ in conversation.asked)
        for kind, questions in (("in vain", conversation.in_vain), ("answerable", answerable)):
            counts[kind][0] += sum(not search(question) for question in questions)
            counts[kind][1] += len(questions)
    for kind, (silent, total) in counts.items():
        yield one_number(
            silent / total,
            subject=f"no answer, {data}: questions {kind}",
            who=OURS,
            size=total,
            unit="of all",
            note=f"{silent} of {total}",
        )


def ours(conversation: Conversation) -> Search:
    """Store a conversation turn by turn, and ask it by recall."""
    store, keys, now_us = stored(conversation)

    def search(question: str) -> list[str]:
        request = RecallRequest(query=question, limit=DEPTH, now_us=now_us)
        return [keys[hit.turn_id] for hit in recall(store, request).unwrap().hits]

    return search


def stored(conversation: Conversation) -> tuple[Store, dict[int, str], int]:
    """Record what was said, each at its time; gives the keys by turn, and the day after the end."""
    clock = Clock()
    ports = replace(system_ports(), clock=clock)
    store = open_in_memory(ports)
    keys: dict[int, str] = {}
    for one in conversation.said:
        clock.at_us = one.at_us
        turn = RecordedTurn(user_text=one.text, assistant_text=one.reply, session=one.session)
        number = record_turn(store, ports, turn, "bench")
        keys[number or 0] = one.key
    return store, keys, clock.at_us + DAY_US
