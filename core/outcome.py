"""Outcomes a caller must decide on, as values.

The only module that imports `returns`. The idiom is `if is_failure(r): return r`, after which
`r.unwrap()` is safe. Exceptions stay for broken invariants and damaged stores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from returns.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import TypeIs

__all__ = ["Failure", "Result", "Success", "collect", "is_failure"]

T = TypeVar("T")
E = TypeVar("E")


def is_failure(outcome: Result[T, E]) -> TypeIs[Failure[E]]:
    """Tell whether an outcome is a Failure, in a way the type checker follows.

    There are no kinds of Failure, and asking an abstract class for its instances takes long.
    """
    return type(outcome) is Failure


def collect(outcomes: Iterable[Result[T, E]]) -> Result[tuple[T, ...], E]:
    """Turn many outcomes into one: all values in order, or the first failure."""
    values: list[T] = []
    for outcome in outcomes:
        if is_failure(outcome):
            return outcome
        values.append(outcome.unwrap())
    return Success(tuple(values))
