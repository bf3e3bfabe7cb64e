"""Counts what a configured model costs, and stops at the user's daily limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.diagnostics import ModelFault
from sayso.core.metering import (
    DailyLimits,
    OverLimit,
    Usage,
    day_of,
    is_over,
    plan_usage,
    until_tomorrow_us,
)
from sayso.core.outcome import Failure, Result, is_failure
from sayso.shell.asking import ask
from sayso.shell.fences import transact_fenced
from sayso.shell.models.embedded import EmbeddedModel

if TYPE_CHECKING:
    from sayso.core.model import ModelReply, RequestPolicy
    from sayso.core.plans import Plan
    from sayso.core.project.consolidation import ConsolidationInput
    from sayso.core.project.extraction import ExtractionInput
    from sayso.shell.ports import Model, Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


class MeteredModel:
    """A model whose calls and tokens are counted in the store, per UTC day."""

    def __init__(self, inner: Model, store: Store, ports: Ports, daily: DailyLimits) -> None:
        """Meter `inner`; the counts live with the memory they were spent on."""
        self._inner = inner
        self._store = store
        self._ports = ports
        self._daily = daily
        self._fallback = EmbeddedModel()

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._inner.name

    @property
    def input_max_chars(self) -> int | None:
        """What the model itself takes; the embedded one takes anything."""
        return self._inner.input_max_chars

    def usage(self) -> Usage:
        """Give what today has cost so far."""
        rows = self._store.look("models/usage", day=day_of(self._ports.clock.now_us()))
        calls, tokens = rows[0] if rows else (0, 0)
        return Usage(calls=calls, tokens=tokens)

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Ask and count; over the limit let the embedded model answer, or say when to return."""
        now_us = self._ports.clock.now_us()
        if is_over(self.usage(), self._daily):
            if self._daily.over is OverLimit.RULES:
                return self._fallback.ask(question, policy)
            wait_us = until_tomorrow_us(now_us)
            message = "the limit of this day is used up"
            return Failure(
                ModelFault(
                    kind="daily_limit", message=message, retry_after_us=wait_us, is_asked=False
                )
            )
        answer = ask(self._inner, question, policy)
        tokens = answer.failure().tokens if is_failure(answer) else answer.unwrap().tokens
        self._count(now_us, tokens)
        return answer

    def _count(self, now_us: int, tokens: int) -> None:
        """Count a call; where nobody knows whether that was saved, better twice than not at all."""
        expected: tuple[int, int] | None = None

        def spent(reading: Reading) -> tuple[int, int]:
            row = reading.row("models/usage", day=day_of(now_us))
            return (0, 0) if row is None else (row[0], row[1])

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
            nonlocal expected
            del guard
            calls, so_far = spent(reading)
            expected = (calls + 1, so_far + tokens)
            return plan_usage(now_us, tokens), None

        transact_fenced(self._store, work, lambda reading: spent(reading) == expected)
