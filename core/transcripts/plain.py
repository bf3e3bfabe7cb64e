"""Plain JSON Lines -> exchanges: {"user", "assistant"?, "at"?, "id"?, "session"?, "intent"?}.

Everything but `user` may be missing, null or empty. `id` and `session` may be whole numbers. An
`at` that cannot be read costs the turn its time, not its place: the turn is kept and a notice
says so. A second line with the same id in the same session is a duplicate. Other keys are
ignored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sayso.core.limits import SESSION_MAX_CHARS
from sayso.core.transcripts.exchanges import Exchange, mark
from sayso.core.transcripts.lines import ObjectLine, read_objects
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_plain
from sayso.core.transcripts.wording import check_text, trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def read_plain_log(chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read a plain log, in the file's order."""
    seen: set[int] = set()
    gaps = 0  # lines lost so far; a session that has seen fewer has one before its next turn
    gaps_seen: dict[str, int] = {}
    for entry in read_objects(chunks):
        if isinstance(entry, SkippedLine):
            yield entry
            gaps += 1
            continue
        exchange = _read_exchange(entry.line, entry.fields)
        if not isinstance(exchange, SkipReason) and _is_repeated(exchange, seen):
            exchange = SkipReason.DUPLICATE
        if isinstance(exchange, SkipReason):
            yield SkippedLine(line=entry.line, reason=exchange)
            gaps += exchange is not SkipReason.DUPLICATE
            continue
        if exchange.at_us is None and _has_time(entry):
            yield SkippedLine(line=entry.line, reason=SkipReason.BAD_TIME)
        after_gap = gaps_seen.get(exchange.session_id, gaps) != gaps
        gaps_seen[exchange.session_id] = gaps
        yield replace(exchange, after_gap=after_gap)


def _is_repeated(exchange: Exchange, seen: set[int]) -> bool:
    """Tell whether the log's own id came before in this session, and note it."""
    if exchange.source_id is None:
        return False
    key = mark(exchange.session_id, exchange.source_id)
    repeated = key in seen
    seen.add(key)
    return repeated


def _has_time(entry: ObjectLine) -> bool:
    """Tell whether a line means to give a time."""
    return entry.fields.get("at") not in (None, "")


def _read_exchange(line: int, fields: Mapping[str, object]) -> Exchange | SkipReason:
    """Read one line, or say why it gives no turn."""
    fault = _check_fields(fields)
    if fault is not None:
        return fault
    typed = read_plain(_text_of(fields, "user"))
    if isinstance(typed, NotTyped):
        return typed.reason
    return Exchange(
        line=line,
        session_id=_text_of(fields, "session"),
        folder=None,
        source_id=_text_of(fields, "id") or None,
        user_text=typed.text,
        assistant_text=trim_blank_lines(_text_of(fields, "assistant")),
        at_us=read_moment(fields.get("at")),
        intent=_text_of(fields, "intent") or None,
    )


def _check_fields(fields: Mapping[str, object]) -> SkipReason | None:
    """Find the first field that cannot be what it should be."""
    sides = (_check_side(fields.get(name)) for name in ("user", "assistant"))
    names = (_check_name(fields.get(name)) for name in ("id", "session", "intent"))
    return next((fault for fault in (*sides, *names) if fault is not None), None)


def _check_side(value: object) -> SkipReason | None:
    """Check one side of a turn: a text or nothing."""
    match value:
        case None:
            return None
        case str():
            return check_text(value)
        case _:
            return SkipReason.BAD_FIELD


def _check_name(value: object) -> SkipReason | None:
    """Check an id, session or intent: a short text, a whole number or nothing."""
    match value:
        case bool():
            return SkipReason.BAD_FIELD
        case int():
            return None
        case str() if len(value) > SESSION_MAX_CHARS:
            return SkipReason.BAD_FIELD
        case _:
            return _check_side(value)


def _text_of(fields: Mapping[str, object], name: str) -> str:
    """Give a checked field as text; nothing is ''."""
    value = fields.get(name)
    return "" if value is None else str(value)
