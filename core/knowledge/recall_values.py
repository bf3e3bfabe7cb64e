"""What of a layer a recall gives: the part that is asked for, of bounded size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.json_values import canonical, is_object, text_of
from sayso.core.knowledge.layers import Layer
from sayso.core.knowledge.patterns import LEARNED_AT, find_similar, id_of
from sayso.core.knowledge.sessions import choose_sessions
from sayso.core.text import clip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.knowledge.recalling import RecallRequest

_DEPTH_MAX: Final = 8


def selected(layer: Layer, value: object, request: RecallRequest) -> object:
    """Give the part of a layer that is asked for: of lists what fits the function and the query."""
    listed = value if isinstance(value, list) else []
    if layer is Layer.PATTERNS:
        return _patterns(listed, request)
    if layer is Layer.SESSIONS:
        sessions = [one for one in listed if is_object(one)]
        chosen = choose_sessions(sessions, request.function, request.query)
        return [dict(one.session) for one in chosen[: request.max_items]]
    if layer is Layer.SEMANTIC:
        return listed[: request.max_items]
    return value


def is_empty(value: object) -> bool:
    """Tell whether there is nothing in a value."""
    return not value.strip() if isinstance(value, str) else not value


def bounded(value: object, depth_left: int = _DEPTH_MAX) -> object:
    """Bound a value: texts are clipped, long lists and maps end, and so does what lies too deep."""
    if isinstance(value, str):
        return clip(value, limits.KNOWLEDGE_RECALL_TEXT_MAX_CHARS)
    if not isinstance(value, list | tuple) and not is_object(value):
        return value
    if depth_left == 0:
        return clip(canonical(value), limits.KNOWLEDGE_RECALL_TEXT_MAX_CHARS)
    if is_object(value):
        kept = list(value)[: limits.KNOWLEDGE_RECALL_KEYS_MAX]
        return {key: bounded(value[key], depth_left - 1) for key in kept}
    return [bounded(one, depth_left - 1) for one in value[: limits.KNOWLEDGE_RECALL_LIST_MAX]]


def fitted(values: Sequence[object], budget_chars: int) -> list[tuple[object, bool]]:
    """Share a budget among values; those that are short leave the rest to the long ones.

    A text counts as it is, anything else as its JSON. What doesn't fit becomes the beginning of
    that text, and is told to be cut.
    """
    texts = [_text(value) for value in values]
    left_chars, shares = budget_chars, [0] * len(values)
    by_size = sorted(range(len(values)), key=lambda at: len(texts[at]))
    for rank, at in enumerate(by_size):
        shares[at] = min(len(texts[at]), left_chars // (len(values) - rank))
        left_chars -= shares[at]
    return [
        (value, False) if len(text) <= share else (clip(text, share), True)
        for value, text, share in zip(values, texts, shares, strict=True)
    ]


def _text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical(value)


def _patterns(patterns: list[object], request: RecallRequest) -> list[object]:
    """Give the patterns of the function that fit the query, the newest where nothing is asked."""
    if request.query:
        found = find_similar(patterns, request.function, (request.query,))
        return list(found[: request.max_items])
    wanted = request.function.upper()
    own = [one for one in patterns if is_object(one) and text_of(one, "function").upper() == wanted]
    own.sort(key=id_of)
    own.sort(key=lambda one: text_of(one, LEARNED_AT), reverse=True)
    return list(own[: request.max_items])
