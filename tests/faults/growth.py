"""How the steps of a pattern grow with a hostile text, and whether that is more than linear.

A text twice as long may cost twice the steps. Where it costs clearly more, longer texts decide,
on which repeats with a bound have reached it: there each doubling adds twice what the one before
it added, or the pattern has no bound on its work. Nothing is timed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tests.faults.machines import machine_of
from tests.faults.pumps import Pump, pumps_of
from tests.faults.stepping import Machine, OverBudgetError, Run

if TYPE_CHECKING:
    import re

_DOUBLINGS: Final = 4
_SUSPECT: Final = 2.15  # what two doublings in a row add: 2 for linear, 4 for quadratic work
_LINEAR_MAX: Final = 2.5
_STEPS_MAX: Final = 600_000  # more than any pattern needs for the longest of the texts


class Use(StrEnum):
    """How a pattern is used: looked for everywhere, at one place, or to fill a whole text."""

    SEARCH = "search"
    MATCH = "match"
    FULLMATCH = "fullmatch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blowup:
    """A text whose steps grow faster than it does; `steps` of lengths that double."""

    pump: Pump
    use: Use
    steps: tuple[int, ...]

    def __str__(self) -> str:
        head, body, tail = self.pump
        return f"{self.use} in {head!r} + n * {body!r} + {tail!r}: {self.steps} steps"


def first_blowup(pattern: re.Pattern[str], uses: frozenset[Use]) -> Blowup | None:
    """Give a hostile text on which a pattern does more than linear work, None where none does."""
    machine = machine_of(pattern)
    for use in sorted(uses):
        for pump in pumps_of(pattern):
            steps = _doubled(machine, pump, use)
            longest = len(steps) > _DOUBLINGS and _growth(steps) > _LINEAR_MAX
            if longest or steps[-1] >= _STEPS_MAX:
                return Blowup(pump=pump, use=use, steps=steps)
    return None


def _doubled(machine: Machine, pump: Pump, use: Use) -> tuple[int, ...]:
    """Count the steps of a text and of its doubles, until they grow as the text does."""
    steps: tuple[int, ...] = ()
    for doubling in range(_DOUBLINGS + 1):
        steps = (*steps, steps_on(machine, pump.text(pump.rounds << doubling), use))
        if steps[-1] >= _STEPS_MAX or (len(steps) > 1 and _growth(steps) <= _SUSPECT):
            break
    return steps


def _growth(steps: tuple[int, ...]) -> float:
    """Give how much more the last doubling added than the one before it: 2 for linear work."""
    if len(steps) == 2:
        return steps[1] / steps[0]
    third, second, last = steps[-3:]
    return (last - second) / max(1, second - third)


def steps_on(machine: Machine, text: str, use: Use) -> int:
    """Count the steps of one use on one text, up to a bound."""
    run = Run(machine, text, _STEPS_MAX)
    try:
        match use:
            case Use.SEARCH:
                for _ in run.spans():
                    pass
            case Use.MATCH:
                run.match(0, 0)
            case Use.FULLMATCH:
                run.fills()
    except OverBudgetError:
        return _STEPS_MAX
    return run.taken
