"""JSON values as knowledge keeps them: their one spelling, what may be kept, and lenient reading.

What lies in files was written by others too, so fields are read leniently: a field of another
type reads as absent. What is written is checked strictly before.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from sayso.core import limits
from sayso.core.text import lone_surrogate_at

if TYPE_CHECKING:
    from typing_extensions import TypeIs

JsonObject: TypeAlias = Mapping[str, object]


def canonical(value: object) -> str:
    """Spell a JSON value in the one way that equal values share: sorted keys, no spaces.

    >>> canonical({"b": [1, "é"], "a": None})
    '{"a":null,"b":[1,"é"]}'
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def fault_in(value: object, path: str = "value") -> str | None:
    """Say why a value can't be kept as JSON, as a path and a reason, or None."""
    return _fault_in(value, path, limits.KNOWLEDGE_DEPTH_MAX)


def _fault_in(value: object, path: str, depth_left: int) -> str | None:
    if isinstance(value, str):
        at = lone_surrogate_at(value)
        return None if at is None else f"{path}: holds a lone surrogate at {at}"
    if isinstance(value, float):
        return None if math.isfinite(value) else f"{path}: is no finite number"
    if value is None or isinstance(value, int):
        return None
    if not isinstance(value, Mapping | list | tuple):
        return f"{path}: {type(value).__name__} is no JSON value"
    if depth_left == 0:
        return f"{path}: is nested deeper than {limits.KNOWLEDGE_DEPTH_MAX}"
    if isinstance(value, Mapping):
        return _fault_in_object(value, path, depth_left - 1)
    inner = (_fault_in(one, f"{path}[{at}]", depth_left - 1) for at, one in enumerate(value))
    return next((fault for fault in inner if fault), None)


def _fault_in_object(value: Mapping[object, object], path: str, depth_left: int) -> str | None:
    for key, one in value.items():
        if not isinstance(key, str):
            return f"{path}: the key {key!r} is no text"
        fault = _fault_in(key, f"{path}: a key", depth_left) or _fault_in(
            one, f"{path}.{key}", depth_left
        )
        if fault:
            return fault
    return None


def text_of(value: JsonObject, key: str) -> str:
    """Give a field that is a text, else ''."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def first_text(value: JsonObject, *keys: str) -> str:
    """Give the first of these fields that is a text and not blank, trimmed, else ''."""
    return next((text for key in keys if (text := text_of(value, key).strip())), "")


def texts_of(value: JsonObject, key: str) -> tuple[str, ...]:
    """Give the texts of a field that is a list, in order; what else it holds is left out."""
    found = value.get(key)
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def objects_of(value: JsonObject, key: str) -> tuple[JsonObject, ...]:
    """Give the objects of a field that is a list, in order; what else it holds is left out."""
    found = value.get(key)
    return tuple(one for one in found if is_object(one)) if isinstance(found, list) else ()


def object_of(value: JsonObject, key: str) -> JsonObject:
    """Give a field that is an object, else an empty one."""
    found = value.get(key)
    return found if is_object(found) else {}


def is_object(value: object) -> TypeIs[JsonObject]:
    """Tell whether a value is a JSON object; its keys are texts, as JSON's are."""
    return isinstance(value, Mapping)
