"""What stage 1 proposes, before any check: a memory with the words it claims to quote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sayso.core.items import Kind
    from sayso.core.turns import Role

# Begins the key of stage 2 over what an agent pointed at, which is told by it from a model's own.
POINTED_AT: Final = "consolidation:proposed:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words a proposal claims to quote from one side of a turn."""

    turn_id: int
    role: Role
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What stage 1 proposes to remember, before any check."""

    kind: Kind
    title: str
    content: str
    aliases: tuple[str, ...]
    quotes: tuple[Quote, ...]
