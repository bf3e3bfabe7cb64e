"""Marks a gap in a session: a request of it that was answered and is not stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.project.gaps import plan_gap

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


def mark_gap(store: Store, session: str) -> None:
    """Let the next turn of a session answer nothing that stands before this moment.

    Where the session has no turn yet, or has the mark, nothing is written.
    """

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
        rows = reading.rows("turns/before_gap", thread_id=guard.thread_id, session=session)
        return plan_gap([row[0] for row in rows]), None

    store.transact(work, is_repeatable=True)
