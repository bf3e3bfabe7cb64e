"""Which memories a session of a host has been told, so that it is told each once: as plans.

A memory is told by its revision: a newer one is told again. What was told a month ago is let go
of, whatever session it was, so that the table stays small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.lists import json_list
from sayso.core.plans import Plan, Write

if TYPE_CHECKING:
    from collections.abc import Iterable


def plan_delivered(session: str, item_row_ids: Iterable[int], now_us: int) -> Plan:
    """Note what a session has just been told; nothing to note is no plan."""
    told = sorted(set(item_row_ids))
    if not told:
        return ()
    rows = json_list(told)
    return (
        Write(
            statement="deliveries/insert",
            params={"session": session, "item_row_ids": rows, "now": now_us},
            expect_rows=None,
        ),
        _plan_old(now_us),
    )


def plan_untold(session: str, now_us: int) -> Plan:
    """Let a session begin anew, as one that has been told nothing."""
    params = {"session": session}
    return (
        Write(statement="deliveries/forget_session", params=params, expect_rows=None),
        _plan_old(now_us),
    )


def _plan_old(now_us: int) -> Write:
    params = {"before": now_us - limits.DELIVERIES_KEPT_US}
    return Write(statement="deliveries/drop_old", params=params, expect_rows=None)
