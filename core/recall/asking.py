"""What recall is asked and what it answers: the records, and which requests are refused.

A request in, the fault of it or none out. Times are microseconds since the epoch, UTC; texts of an
answer are slices of RAW text, in which forgotten words are masked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.limits import (
    RECALL_HITS_MAX,
    RECALL_NEIGHBOURS_MAX,
    RECALL_QUERY_MAX_CHARS,
)

if TYPE_CHECKING:
    from datetime import date

    from sayso.core.states import Role

_NUMBERS_END: Final = 2**61  # no turn and no thread has such a number


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """What is looked at: said from `since` up to `until`, in one thread; None is no bound.

    Days or times, as texts of ISO 8601 or as dates: a day as the end is meant whole, and what names
    no zone is UTC.
    """

    since: str | date | None = None
    until: str | date | None = None
    thread: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """What is asked for.

    Of turns said from `since_us` up to but not at `until_us`, of one thread where `thread_id` is
    given, and older than `before_turn_id`.
    `neighbours` lines are given before and after each hit.
    A query may be empty where a time bounds it.
    `now_us` is the moment of asking, without which "last week" means nothing.
    """

    query: str
    since_us: int | None = None
    until_us: int | None = None
    thread_id: int | None = None
    neighbours: int = 0
    limit: int = 5
    before_turn_id: int | None = None
    now_us: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """Why a request is not answered: which of its fields is at fault, and what it must be."""

    field: str
    reason: str


class Part(StrEnum):
    """What may add to the score of a hit, or take from it."""

    WORDS = "words"
    COVERAGE = "coverage"
    PHRASE = "phrase"
    NEIGHBOURS = "neighbours"
    ANSWER = "answer"
    SESSION = "session"
    ASKING = "asking"
    SPEAKER = "speaker"
    ROLE = "role"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that was looked for: in how many documents it stands, and its share of the weight."""

    word: str
    documents: int
    share_percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """What one part adds to a score, in thousandths; less than 0 where it takes away."""

    part: Part
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """Why a hit ranks as it does: its words, their common share, and the sum that is its score."""

    words: tuple[Word, ...]
    share_percent: int
    parts: tuple[Points, ...]

    @property
    def score(self) -> int:
        """The score in thousandths: hits are in falling order of it."""
        return sum(one.points for one in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One side of a turn beside a hit, shortened."""

    turn_id: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallHit:
    """One side of a turn in which the words were said.

    `quote` is an exact passage of it; `at_us` is None where a log told no time. `before` and
    `after` are the lines beside it in its session, oldest first.
    """

    turn_id: int
    thread_id: int
    session: str
    sequence: int
    role: Role
    at_us: int | None
    quote: str
    before: tuple[Line, ...]
    after: tuple[Line, ...]
    reasons: Reasons

    @property
    def is_beside(self) -> bool:
        """Whether it holds none of the words, and is no answer to what does: it stands near it."""
        parts = {one.part for one in self.reasons.parts}
        return not self.reasons.words and Part.NEIGHBOURS in parts and Part.ANSWER not in parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The hits, best first, out of so many turns that are not indexed yet.

    `words` are those looked for, whether or not anything holds them.
    """

    hits: tuple[RecallHit, ...]
    pending: int
    words: tuple[Word, ...] = ()


def fault_of(request: RecallRequest) -> Rejection | None:
    """Tell what of a request cannot be answered, if anything.

    >>> fault_of(RecallRequest(query="caching")), fault_of(RecallRequest(query=" ")).field
    (None, 'query')
    """
    is_timed = (request.since_us, request.until_us) != (None, None)
    is_empty = not request.query.strip() and not is_timed
    if is_empty or len(request.query) > RECALL_QUERY_MAX_CHARS:
        return _rejected("query", f"1 to {RECALL_QUERY_MAX_CHARS} characters")
    if not 0 <= request.neighbours <= RECALL_NEIGHBOURS_MAX:
        return _rejected("neighbours", f"0 to {RECALL_NEIGHBOURS_MAX} lines")
    if not 1 <= request.limit <= RECALL_HITS_MAX:
        return _rejected("limit", f"1 to {RECALL_HITS_MAX} hits")
    for field, number in (
        ("thread_id", request.thread_id),
        ("before_turn_id", request.before_turn_id),
    ):
        if number is not None and not 0 < number < _NUMBERS_END:
            return _rejected(field, "a number of one that is there")
    since_us, until_us = request.since_us, request.until_us
    if since_us is not None and until_us is not None and since_us >= until_us:
        return _rejected("until_us", "later than since_us")
    return None


def _rejected(field: str, wanted: str) -> Rejection:
    return Rejection(field=field, reason=wanted)
