"""What binds a request to the turn it has, until that turn ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """Where an admitted request belongs until it ends, whatever `new` does meanwhile."""

    scope_id: int
    thread_id: int
    session: str
    sequence: int
    turn_id: int
    owner: str
