"""What the shell is given from outside: a clock, ids and a model.

Tests and the simulation hand in others; nothing else in the shell reads a clock or draws
randomness.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelReply, RequestPolicy
    from sayso.core.outcome import Result
    from sayso.core.project.consolidation import ConsolidationInput
    from sayso.core.project.extraction import ExtractionInput


class Clock(Protocol):
    """Tells the time."""

    def now_us(self) -> int:
        """Give the time in microseconds since the epoch, UTC."""

    def sleep_us(self, duration_us: int) -> None:
        """Wait for a while."""


class Ids(Protocol):
    """Draws names that nobody else has."""

    def token(self) -> str:
        """Give a fresh 32-digit hexadecimal name."""

    def key(self) -> bytes:
        """Give 32 fresh random bytes."""


class Model(Protocol):
    """Answers the two memory questions; the answer is text that has still to be read strictly."""

    @property
    def name(self) -> str:
        """Give the name shown by `sayso status`."""

    @property
    def input_max_chars(self) -> int | None:
        """Give how much turn text one question may show, None for any amount."""

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Ask once; never retries, never raises for what a provider does."""


class SystemClock:
    """The machine's clock."""

    def now_us(self) -> int:
        """Give the wall-clock time in microseconds since the epoch, UTC."""
        return time.time_ns() // 1_000

    def sleep_us(self, duration_us: int) -> None:
        """Block this thread for a while."""
        time.sleep(duration_us / 1_000_000)


class SystemIds:
    """Names from the operating system's randomness."""

    def token(self) -> str:
        """Give a fresh 32-digit hexadecimal name."""
        return os.urandom(16).hex()

    def key(self) -> bytes:
        """Give 32 fresh random bytes."""
        return os.urandom(32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """The outside world as one value."""

    clock: Clock
    ids: Ids


def system_ports() -> Ports:
    """Give the real clock and real randomness."""
    return Ports(clock=SystemClock(), ids=SystemIds())
