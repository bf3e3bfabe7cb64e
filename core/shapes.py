"""The shape of a model's reply as data: shape -> JSON schema for providers that enforce one.

A stage builds its contract of these shapes, and its strict reader takes keys and bounds from
them, so schema and reader cannot come apart. The schema keeps to what every provider takes in
strict mode: all properties required, no others allowed, and no keyword for lengths (some
providers refuse those, and llama.cpp makes grammars of them that it cannot parse). Lengths stand
in the descriptions, for the model to read; the reader enforces them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, assert_never

from sayso.core.model import TextBound

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A whole number, or null where it may be absent."""

    may_be_null: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of a few texts."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Many:
    """A list whose length lies in the closed span from `at_least` to `at_most`."""

    of: Shape
    at_least: int
    at_most: int

    @property
    def span(self) -> tuple[int, int]:
        """Both ends of the span."""
        return self.at_least, self.at_most


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An object with exactly these keys, in this order."""

    fields: Mapping[str, Shape]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in order."""
        return tuple(self.fields)


Shape: TypeAlias = "TextBound | Whole | Choice | Many | Record"


def schema_of(shape: Shape) -> dict[str, object]:
    """Give the JSON schema of a shape.

    >>> schema_of(Many(of=Whole(), at_least=1, at_most=3))
    {'type': 'array', 'items': {'type': 'integer'}, 'description': '1 to 3 entries'}
    """
    match shape:
        case TextBound():
            least = 0 if shape.may_be_empty else 1
            said = f"{least} to {shape.max_chars} characters"
            return {"type": "string", "description": said}
        case Whole():
            return {"type": ["integer", "null"] if shape.may_be_null else "integer"}
        case Choice():
            return {"type": "string", "enum": [str(value) for value in shape.values]}
        case Many():
            said = f"{shape.at_least} to {shape.at_most} entries"
            return {"type": "array", "items": schema_of(shape.of), "description": said}
        case Record():
            return {
                "type": "object",
                "properties": {key: schema_of(value) for key, value in shape.fields.items()},
                "required": list(shape.keys),
                "additionalProperties": False,
            }
        case _:
            assert_never(shape)
