"""Values of the core as pages for a reviewer: plans, contexts and histories, as golden/ has them.

A page has one fact a line, so that a change of one fact reads as one changed line.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sayso.core import limits

if TYPE_CHECKING:
    from sayso.core.plans import Plan, Value
    from sayso.core.project.context import HistoryMessage

ENDS_CHARS = 100
BOTH_ENDS_CHARS = 2 * ENDS_CHARS


def plan_page(plan: Plan) -> str:
    """Write a plan: each statement with the rows it must change, then a parameter a line."""
    return "".join(
        f"{write.statement}, {_rows(write.expect_rows)}\n"
        + "".join(f"  {name} = {_value(value)}\n" for name, value in sorted(write.params.items()))
        for write in plan
    )


def context_page(text: str) -> str:
    """Write a routing context under its size."""
    head = f"context: {len(text):,} of {limits.CONTEXT_MAX_CHARS:,} characters"
    return f"{head}\n{text}\n" if text else f"{head}\n"


def history_page(history: tuple[HistoryMessage, ...]) -> str:
    """Write a history under its size, one message a line, long ones with both ends alone."""
    size_chars = sum(len(message.text) for message in history)
    head = (
        f"history: {len(history)} messages, "
        f"{size_chars:,} of {limits.HISTORY_MAX_CHARS:,} characters\n"
    )
    return head + "".join(
        f"t{message.turn_id} {message.role}: {_ends(message.text)}\n" for message in history
    )


def _rows(expected: int | None) -> str:
    if expected is None:
        return "any number of rows"
    return "1 row" if expected == 1 else f"{expected} rows"


def _value(value: Value) -> str:
    """Write a parameter; what travels as JSON takes a line for each entry."""
    if isinstance(value, bytes):
        return f"bytes {value.hex()}"
    try:
        return _layout(json.loads(value)) if isinstance(value, str) else _json(value)
    except ValueError:
        return _json(value)


def _layout(value: object) -> str:
    if isinstance(value, dict):
        return _indented("{", [f"{_json(key)}: {_json(part)}" for key, part in value.items()], "}")
    if isinstance(value, list):
        return _indented("[", [_json(part) for part in value], "]")
    raise ValueError("a text that happens to be a JSON number or word")


def _indented(opening: str, entries: list[str], closing: str) -> str:
    if len(entries) < 2:
        return f"{opening}{''.join(entries)}{closing}"
    return opening + "".join(f"\n    {entry}" for entry in entries) + f"\n  {closing}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ends(text: str) -> str:
    if len(text) <= 2 * BOTH_ENDS_CHARS:
        return _json(text)
    left = len(text) - BOTH_ENDS_CHARS
    head, tail = _json(text[:ENDS_CHARS]), _json(text[-ENDS_CHARS:])
    return f"{head} [[{left:,} characters are not shown here]] {tail}"
