"""One seed is one tape: every choice of a run is one integer drawn from it, and kept.

A tape that is played again gives the same run, also after its seed means something else. A zero
is always the harmless choice, and behind its end a played tape gives zeros: cutting pieces out of
a tape or setting them to zero makes a run shorter and quieter, never meaningless.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

PER_MILLE = 1_000


class Tape:
    """Draws integers from a seed, or from what an earlier run has drawn."""

    def __init__(self, seed: int, played: Sequence[int] | None = None) -> None:
        """Draw anew from the seed, or play the numbers given, whatever their seed was."""
        self.seed = seed
        self.drawn: list[int] = []
        self._played = played
        self._random = Random(seed).random

    def draw(self, below: int) -> int:
        """Give an integer in [0, below)."""
        if self._played is None:
            value = int(self._random() * below)
        else:
            at = len(self.drawn)
            value = self._played[at] % below if at < len(self._played) else 0
        self.drawn.append(value)
        return value

    def chance(self, per_mille: int) -> bool:
        """Tell whether something bad happens; a chance of zero is not even drawn."""
        return per_mille > 0 and self.draw(PER_MILLE) >= PER_MILLE - per_mille

    def pick(self, options: Sequence[T]) -> T:
        """Give one of some options; the first is the harmless one."""
        return options[self.draw(len(options))]

    def weigh(self, options: Sequence[tuple[T, int]]) -> T:
        """Give one of some options by weight; the first is the harmless one."""
        left = self.draw(sum(weight for _, weight in options))
        for option, weight in options:
            left -= weight
            if left < 0:
                return option
        raise AssertionError("weights are positive")
