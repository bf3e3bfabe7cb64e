"""Outcomes a caller must decide on, as values.

The only module that imports `returns`, when the first outcome is made: that takes as long as an
empty Python, and what a hook decides is seldom a Failure. Where it matters, `outcome.Failure(…)` is
written in full. The idiom is `if is_failure(r): return r`, after which `r.unwrap()` is safe.
Exceptions stay for broken invariants and damaged stores.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from returns.result import Failure, Result, Success
    from typing_extensions import TypeIs

__all__ = ["Failure", "Result", "Success", "collect", "is_failure"]

T = TypeVar("T")
E = TypeVar("E")


def is_failure(outcome: Result[T, E]) -> TypeIs[Failure[E]]:
    """Tell whether an outcome is a Failure, in a way the type checker follows.

    There are no kinds of Failure, and asking an abstract class for its instances takes long.
    """
    return type(outcome) is _result().Failure


def collect(outcomes: Iterable[Result[T, E]]) -> Result[tuple[T, ...], E]:
    """Turn many outcomes into one: all values in order, or the first failure."""
    values: list[T] = []
    for outcome in outcomes:
        if is_failure(outcome):
            return outcome
        values.append(outcome.unwrap())
    made: Result[tuple[T, ...], E] = _result().Success(tuple(values))
    return made


def __getattr__(name: str) -> object:
    """Give Failure, Result and Success to whoever asks for them (PEP 562)."""
    if name in __all__:
        return getattr(_result(), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def _result() -> ModuleType:
    from returns import result  # noqa: PLC0415 - see above

    return result
