"""Plain JSON Lines -> exchanges: {"user", "assistant"?, "at"?, "id"?, "session"?, "intent"?}.

Everything but `user` may be missing, null or empty. `id` and `session` may be numbers. An `at`
that cannot be read costs the turn its time, not its place: it is kept and a notice says so. A
second line with the same id in the same session is a duplicate. Other keys are ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.limits import SESSION_MAX_CHARS
from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.lines import ObjectLine, read_objects
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_plain
from sayso.core.transcripts.wording import check_text, trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAMES = ("id", "session", "intent")


def read_plain_log(content: bytes) -> tuple[tuple[Exchange, ...], tuple[SkippedLine, ...]]:
    """Read a plain log; exchanges and skipped lines are in the file's order."""
    exchanges: list[Exchange] = []
    skipped: list[SkippedLine] = []
    seen: set[tuple[str, str]] = set()
    for entry in read_objects(content):
        if isinstance(entry, SkippedLine):
            skipped.append(entry)
            continue
        exchange = _read_exchange(entry.fields)
        if isinstance(exchange, SkipReason):
            skipped.append(SkippedLine(line=entry.line, reason=exchange))
            continue
        if exchange.source_id is not None:
            key = (exchange.session_id, exchange.source_id)
            if key in seen:
                skipped.append(SkippedLine(line=entry.line, reason=SkipReason.DUPLICATE))
                continue
            seen.add(key)
        if exchange.at_us is None and _has_time(entry):
            skipped.append(SkippedLine(line=entry.line, reason=SkipReason.BAD_TIME))
        exchanges.append(exchange)
    return tuple(exchanges), tuple(skipped)


def _has_time(entry: ObjectLine) -> bool:
    """Tell whether a line means to give a time."""
    return entry.fields.get("at") not in (None, "")


def _read_exchange(fields: Mapping[str, object]) -> Exchange | SkipReason:
    """Read one line, or say why it gives no turn."""
    user, assistant = fields.get("user"), fields.get("assistant")
    names = [_read_name(fields.get(name)) for name in _NAMES]
    if not isinstance(user, str | None) or not isinstance(assistant, str | None):
        return SkipReason.BAD_FIELD
    if fault := _fault(user or "", assistant or "", names):
        return fault
    typed = read_plain(user or "")
    if isinstance(typed, NotTyped):
        return typed.reason
    return Exchange(
        session_id=names[1] or "",
        folder=None,
        source_id=names[0] or None,
        user_text=typed.text,
        assistant_text=trim_blank_lines(assistant or ""),
        at_us=read_moment(fields.get("at")),
        intent=names[2] or None,
    )
