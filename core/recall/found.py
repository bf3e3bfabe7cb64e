"""What is read of a store to answer a question: documents, their places, and the words they hold.

A document is one side of a turn: twice the turn's number for the user's words, one more for the
assistant's. Documents follow one another as they were said in one session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sayso.core.states import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.turns import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a turn stands.

    `has_answer` tells that its second side is no empty text, `is_timely` that it was said at the
    time the question names.
    """

    turn_id: int
    thread_id: int
    session: str
    sequence: int
    has_answer: bool
    is_timely: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A word that stands in a document, by the number it is posted under."""

    word_id: int
    doc_id: int
    count: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was read for a question.

    `windows` are the places around each candidate in the order of its session, `average` is the
    average length of a document, `questions` are documents that end in one, `spoken` those that
    somebody said whom the question names, `meant` the side that it means, and `only` the turns that
    may be hits where not all may.
    """

    windows: tuple[tuple[Place, ...], ...]
    matches: tuple[Match, ...]
    average: float
    questions: frozenset[int] = frozenset()
    spoken: frozenset[int] = frozenset()
    meant: Role | None = None
    only: frozenset[int] | None = None


def role_of(doc_id: int) -> Role:
    """Tell which side of a turn a document is."""
    return Role.ASSISTANT if doc_id % 2 else Role.USER


def place_of(turn: Turn) -> Place:
    """Give the place of a turn that is of the time asked for."""
    return Place(
        turn_id=turn.id,
        thread_id=turn.thread_id,
        session=turn.session,
        sequence=turn.sequence,
        has_answer=bool(turn.assistant_text),
        is_timely=True,
    )


def without(found: Found, turn_ids: frozenset[int]) -> Found:
    """Give what was found without some turns: they are no hits, and lift none."""
    if not turn_ids:
        return found
    return replace(
        found,
        windows=tuple(
            tuple(place for place in window if place.turn_id not in turn_ids)
            for window in found.windows
        ),
        matches=tuple(match for match in found.matches if match.doc_id >> 1 not in turn_ids),
    )


def doc_of(turn_id: int, role: Role) -> int:
    """Give the number of the document that one side of a turn is.

    >>> doc_of(4, Role.USER), doc_of(4, Role.ASSISTANT), role_of(9)
    (8, 9, <Role.ASSISTANT: 'assistant'>)
    """
    return turn_id * 2 + (role is Role.ASSISTANT)


def documents(places: Iterable[Place]) -> Iterator[int]:
    """Give the documents of turns in the order they were said."""
    for place in places:
        yield doc_of(place.turn_id, Role.USER)
        if place.has_answer:
            yield doc_of(place.turn_id, Role.ASSISTANT)
