"""When a dream is due: at the earliest some hours after the last one, with enough new sessions.

Input: the clock's reading, the last entry of the dream log, an anchor, and when sessions began.
Output: Due or NotDue. Invariant, whatever the clock does: between two dreams that were due it has
been read to go forward by the whole interval (B154, B189).

A clock that was put back makes the last dream lie in the future. It is not waited for, and it
opens nothing: the interval then runs from the first look after, which is noted as the anchor. An
anchor counts for the dream alone for which it was taken. Whoever begins a dream, due or forced,
strikes it first: two dreams may bear the same time where a clock goes round.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core import limits
from sayso.core.knowledge.json_values import is_object, text_of
from sayso.core.knowledge.moments import moment_text, read_moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.knowledge.json_values import JsonObject

_AT: Final = "at"
_AFTER: Final = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """The first look after the clock was put back, and the dream before it, as the log has it."""

    at_us: int
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFacts:
    """What the gate looks at; `last` is the timestamp of the last entry, None without a dream.

    `began` holds when each session began, None for one that doesn't say.
    """

    now_us: int
    last: str | None
    anchor: Anchor | None
    began: Sequence[int | None]
    interval_us: int = limits.DREAM_INTERVAL_US
    sessions_min: int = limits.DREAM_SESSIONS_MIN


class Why(StrEnum):
    """Why no dream is due."""

    TOO_SOON = "too_soon"
    TOO_FEW_SESSIONS = "too_few_sessions"
    CLOCK_PUT_BACK = "clock_put_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A dream is due, with so many new sessions."""

    new_sessions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDue:
    """No dream is due; `due_at_us` is the earliest moment. A new anchor has to be noted."""

    why: Why
    new_sessions: int
    due_at_us: int
    anchor: Anchor | None = None


GateVerdict: TypeAlias = Due | NotDue


def judge_gate(facts: GateFacts) -> GateVerdict:
    """Decide whether a dream is due (B154-B156)."""
    if facts.last is None:
        return _by_sessions(facts, None)
    since_us = _since_us(facts, facts.last)
    if since_us is None:
        anchor = Anchor(at_us=facts.now_us, after=facts.last)
        due_us = facts.now_us + facts.interval_us
        return NotDue(why=Why.CLOCK_PUT_BACK, new_sessions=0, due_at_us=due_us, anchor=anchor)
    due_at_us = since_us + facts.interval_us
    if facts.now_us < due_at_us:
        count = count_new(facts, since_us)
        return NotDue(why=Why.TOO_SOON, new_sessions=count, due_at_us=due_at_us)
    return _by_sessions(facts, since_us)


def count_new(facts: GateFacts, since_us: int | None) -> int:
    """Count the sessions that began strictly after a moment (B156), all of them for None.

    Those that don't say when, or that began later than it is, are not counted.
    """
    latest_us = facts.now_us + limits.CLOCK_TOLERANCE_US
    known = [at_us for at_us in facts.began if at_us is not None and at_us <= latest_us]
    return len(known) if since_us is None else sum(at_us > since_us for at_us in known)


def last_timestamp(log: Sequence[object]) -> str | None:
    """Give the timestamp of the last entry of a dream log, None without one.

    An entry that says no time is a dream all the same: its timestamp is ''.
    """
    entries = [entry for entry in log if is_object(entry)]
    return text_of(entries[-1], "timestamp") if entries else None


def read_anchor(value: JsonObject) -> Anchor | None:
    """Read a noted anchor, None for what is none."""
    at_us = read_moment(text_of(value, _AT))
    return None if at_us is None else Anchor(at_us=at_us, after=text_of(value, _AFTER))


def anchor_fields(anchor: Anchor) -> dict[str, object]:
    """Give an anchor as it is noted."""
    return {_AT: moment_text(anchor.at_us), _AFTER: anchor.after}


def _since_us(facts: GateFacts, last: str) -> int | None:
    """Give from when the interval runs, None where nothing before now can be relied on."""
    last_us = read_moment(last)
    if last_us is not None and last_us <= facts.now_us:
        return last_us
    anchor = facts.anchor
    if anchor is None or anchor.after != last or anchor.at_us > facts.now_us:
        return None
    return anchor.at_us


def _by_sessions(facts: GateFacts, since_us: int | None) -> GateVerdict:
    count = count_new(facts, since_us)
    if count >= facts.sessions_min:
        return Due(new_sessions=count)
    return NotDue(why=Why.TOO_FEW_SESSIONS, new_sessions=count, due_at_us=facts.now_us)
