"""Says what is wrong with a store that was found after an end in the middle of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.faults.states import Found, State, difference

if TYPE_CHECKING:
    from collections.abc import Sequence


def state_faults(found: Found, allowed: Sequence[State], spoilt: State | None) -> list[str]:
    """Hold what was found against the states it may be in; `spoilt` was damaged before."""
    faults = list(found.faults)
    if found.state not in allowed:
        told = " or ".join(difference(found.state, state) for state in allowed)
        faults.append(f"neither old nor new: {told} differs")
    if found.findings and found.state != spoilt:
        faults.append(f"degraded: {found.findings[0]}")
    return faults
