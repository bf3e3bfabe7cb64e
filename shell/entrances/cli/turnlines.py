"""Lines of `record --from` -> turns to record, or why a line is none.

Each line is one JSON object: `user`, and if wanted `assistant`, `intent`, `session` and `id`,
which is the operation id. `at` is taken and means nothing, since a recorded turn is said now;
other keys are ignored. Texts are taken byte for byte. Every line stands alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.limits import TURN_MAX_BYTES
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.transcripts.lines import UTF8_MARK, ObjectLine, read_line
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.shell.admitting import RecordedTurn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

# Both sides at their limit, with room for what JSON escapes.
LINE_MAX_BYTES: Final = 4 * TURN_MAX_BYTES
_PARTS: Final = ("user", "assistant", "intent", "session")

_WORDS: Final[Mapping[SkipReason, str]] = {
    SkipReason.BROKEN_JSON: "it is no valid JSON",
    SkipReason.NOT_AN_OBJECT: "it is no JSON object",
    SkipReason.NOT_UTF8: "it is not UTF-8",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLine:
    """A line that asks for one turn; its number is 1-based."""

    number: int
    turn: RecordedTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault:
    """A line that can't be recorded, and why."""

    number: int
    reason: str


def read_lines(stream: BinaryIO) -> Iterator[TurnLine | LineFault]:
    """Read lines one by one as they come, so that a pipe is recorded while it still runs."""
    number = 0
    while raw := stream.readline(LINE_MAX_BYTES + 1):
        number += 1
        if len(raw) > LINE_MAX_BYTES:
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LINE_MAX_BYTES)
            yield LineFault(number=number, reason=f"it is longer than {LINE_MAX_BYTES} bytes")
            continue
        line = _read_line(number, raw.removeprefix(UTF8_MARK) if number == 1 else raw)
        if line is not None:
            yield line


def _read_line(number: int, raw: bytes) -> TurnLine | LineFault | None:
    """Read one line; None for a blank one."""
    if not raw.strip():
        return None
    match read_line(number, raw.rstrip(b"\n")):
        case SkippedLine(reason=reason):
            return LineFault(number=number, reason=_WORDS.get(reason, reason))
        case ObjectLine(fields=fields):
            return _turn_of(number, fields)


def _turn_of(number: int, fields: Mapping[str, object]) -> TurnLine | LineFault:
    parts: dict[str, str] = {}
    for name in _PARTS:
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            return LineFault(number=number, reason=f"{name!r} is no text")
        parts[name] = value or ""
    op_id = fields.get("id")
    if isinstance(op_id, bool) or not isinstance(op_id, str | int | None):
        return LineFault(number=number, reason="'id' is neither a text nor a whole number")
    turn = RecordedTurn(
        user_text=parts["user"],
        assistant_text=parts["assistant"],
        intent=parts["intent"] or GENERAL_CHAT,
        session=parts["session"],
        op_id=None if op_id is None else str(op_id),
    )
    return TurnLine(number=number, turn=turn)
