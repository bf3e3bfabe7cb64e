"""What all builders of records share: a row, its lists, and what happens to one without a meaning.

A row that means nothing (a kind that does not exist, a list that is none) is damage: SQLite's
checks cannot see it, so whoever reads it raises MemorySchemaError. The builders stand in
turn_rows, item_rows and job_rows; nothing else knows the order of columns.
"""

from __future__ import annotations

import json
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sayso.core.catalog import RECOVER
from sayso.core.kinds import Kind
from sayso.core.lists import json_list
from sayso.shell.errors import MemorySchemaError

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")
Row = tuple[Any, ...]


def meaningful(build: Callable[P, T]) -> Callable[P, T]:
    """Let a value that means nothing end in MemorySchemaError."""

    @wraps(build)
    def checked(*given: P.args, **named: P.kwargs) -> T:
        try:
            return build(*given, **named)
        except (ValueError, TypeError) as error:
            raise MemorySchemaError(f"a row makes no sense: {error}", RECOVER) from error

    return checked


@meaningful
def strings_of(text: str) -> tuple[str, ...]:
    """Read a JSON list of strings that we wrote ourselves."""
    return tuple(json.loads(text))


@meaningful
def kind_of(value: str) -> Kind:
    """Build a kind of memory."""
    return Kind(value)


def json_of(value: object) -> str:
    """Write a list of numbers or strings as JSON for `json_each`."""
    return json_list(value)
