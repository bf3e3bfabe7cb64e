"""A gap in a session: a request that memory keeps out of stood where the next turn looks back.

What follows the request is no answer to the turn before it: a "yes" would confirm the wrong
proposal, and "forget that" would mean another thing. So the turns of the session that the next one
could take for its neighbour bear a source key of their own, `gap:ID`; a live turn has no source
otherwise. Nothing of the request itself is kept (A11-A13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.lists import json_list
from sayso.core.plans import Write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.plans import Plan


def plan_gap(turn_ids: Sequence[int]) -> Plan:
    """Mark turns as parted from whatever comes next; nothing for none."""
    if not turn_ids:
        return ()
    params = {"ids": json_list(list(turn_ids))}
    return (Write(statement="turns/mark_gap", params=params, expect_rows=len(turn_ids)),)
