"""Counts what a configured model costs, and stops at the user's daily limit."""

from __future__ import annotations

from dataclasses import replace
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
    from collections.abc import Callable

    from sayso.core.model import ModelReply, RequestPolicy
    from sayso.core.plans import Plan
    from sayso.core.project.consolidation import ConsolidationInput
    from sayso.core.project.extraction import ExtractionInput
    from sayso.shell.ports import Model, Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


class Meter:
    """Counts calls and tokens of configured models in the store, per UTC day, up to a limit."""

    def __init__(self, store: Store, ports: Ports, daily: DailyLimits) -> None:
        """Count where the memory lives that the money is spent on."""
        self._store = store
        self._ports = ports
        self._daily = daily

    def usage(self) -> Usage:
        """Give what today has cost so far."""
        rows = self._store.look("models/usage", day=day_of(self._ports.clock.now_us()))
        calls, tokens = rows[0] if rows else (0, 0)
        return Usage(calls=calls, tokens=tokens)

    def fault(self) -> ModelFault | None:
        """Give the fault of asking over the limit, with the wait until tomorrow; None below it."""
        if not is_over(self.usage(), self._daily):
            return None
        wait_us = until_tomorrow_us(self._ports.clock.now_us())
        message = "the limit of this day is used up"
        return ModelFault(
            kind="daily_limit", message=message, retry_after_us=wait_us, is_asked=False
        )

    @property
    def rules_serve(self) -> bool:
        """Whether the embedded model answers over the limit."""
        return self._daily.over is OverLimit.RULES

    def counted(
        self, asking: Callable[[], Result[ModelReply, ModelFault]]
    ) -> Result[ModelReply, ModelFault]:
        """Ask and count what it has cost, on the day the question began."""
        now_us = self._ports.clock.now_us()
        answer = asking()
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


class MeteredModel:
    """A model whose calls and tokens are counted, and bounded per UTC day."""

    def __init__(self, inner: Model, meter: Meter) -> None:
        """Meter `inner`."""
        self._inner = inner
        self._meter = meter
        self._fallback = EmbeddedModel()

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._inner.name

    @property
    def input_max_chars(self) -> int | None:
        """What the model itself takes; the embedded one takes anything."""
        return self._inner.input_max_chars

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Ask and count; over the limit let the embedded model answer, or say when to return."""
        fault = self._meter.fault()
        if fault is None:
            return self._meter.counted(lambda: ask(self._inner, question, policy))
        if self._meter.rules_serve:
            answer = self._fallback.ask(question, policy)
            return answer.map(lambda reply: replace(reply, model=self._fallback.name))
        return Failure(fault)
