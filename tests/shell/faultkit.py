"""Faults of the store that tests of the shell share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from sayso.core.plans import Plan
    from sayso.shell.memory import Memory
    from sayso.shell.store.reading import Guarded, Reading


def failing_commits(memory: Memory, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the next transaction that would write more than a lease fail like a full disk."""
    transact = memory.store.transact

    def flaky(
        work: Callable[[Reading, Guarded], tuple[Plan, object]], *, is_repeatable: bool = False
    ) -> object:
        def looked(reading: Reading, guard: Guarded) -> tuple[Plan, object]:
            plan, answer = work(reading, guard)
            if any(write.statement == "jobs/succeed" for write in plan):
                monkeypatch.undo()
                raise error
            return plan, answer

        return transact(looked, is_repeatable=is_repeatable)

    monkeypatch.setattr(memory.store, "transact", flaky)
