"""Layer 6 as text: what is known of a function's code, by focus, within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.code_merge import DIAGNOSIS_PREFIX, META
from sayso.core.knowledge.json_values import canonical, is_object
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.knowledge.json_values import JsonObject

# In this order, others after them by name (B112).
FOCUSES: Final = ("alarm_logic", "calculation_chain", "output_chain", "state_machine")
_LINE_MAX_CHARS: Final = 400
_FOUND_OUT: Final = "(from a diagnosis) "


def render_code(knowledge: JsonObject, max_chars: int = limits.CODE_RENDER_MAX_CHARS) -> str:
    """Render what is known of a function as Markdown by focus (B110), whole lines in the budget.

    A line that no longer fits ends it, with an ellipsis; '' where nothing is known.

    >>> print(render_code({"alarm_logic": {"rules": [{"id": "r1", "when": "late"}]}}))
    ### alarm_logic
    - rules: r1; when: late
    """
    lines: list[str] = []
    left_chars = max_chars
    for line in _lines(knowledge):
        left_chars -= len(line) + bool(lines)
        if left_chars < 0:
            return _ended(lines, max_chars)
        lines.append(line)
    return "\n".join(lines)


def _ended(lines: list[str], max_chars: int) -> str:
    """End a text that has no room for its next line; a heading is no last line."""
    text = "\n".join((*lines, "…"))
    while lines and (len(text) > max_chars or lines[-1].startswith("#")):
        lines.pop()
        text = "\n".join((*lines, "…"))
    return clip(text, max_chars)


def _lines(knowledge: JsonObject) -> Iterator[str]:
    others = sorted(knowledge.keys() - set(FOCUSES) - {META})
    for focus in (*FOCUSES, *others):
        block = knowledge.get(focus)
        if is_object(block) and block:
            yield f"### {one_line(focus)}"
            for key in sorted(block):
                yield from _value_lines(key, block[key])


def _value_lines(key: str, value: object) -> Iterator[str]:
    for item in value if isinstance(value, list) else [value]:
        yield clip(one_line(f"- {key}: {_item_text(item)}"), _LINE_MAX_CHARS)


def _item_text(item: object) -> str:
    """Give an item on one line: its id first, then its fields."""
    if not is_object(item):
        return _plain(item)
    own = item.get("id")
    fields = [f"{key}: {_plain(value)}" for key, value in item.items() if key != "id"]
    shown = "; ".join(fields if own is None else (_plain(own), *fields))
    return _FOUND_OUT + shown if _plain(own).startswith(DIAGNOSIS_PREFIX) else shown


def _plain(value: object) -> str:
    return value if isinstance(value, str) else canonical(value)
