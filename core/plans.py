"""Plans: what a transaction does, as values.

A plan is a tuple of writes that the store runs in order inside one transaction. A write whose
statement changes another number of rows than expected rolls the whole transaction back: that is
how a fence fails. Plans can be compared, printed, pinned in golden files and replayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = str | int | bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """One statement of a plan: its file below sql/ without `.sql`, and its named parameters.

    `expect_rows` is the number of rows it must change; None means any number.
    """

    statement: str
    params: Mapping[str, Value]
    expect_rows: int | None = 1


Plan = tuple[Write, ...]
