"""Instructions of `stepping.py` for groups, places, and parts that are matched for themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.faults.stepping import Step

if TYPE_CHECKING:
    import re

    from tests.faults.stepping import Run


@dataclass
class Mark(Step):
    """Remember this place."""

    name: int

    def take(self, run: Run) -> bool:
        run.held = {**run.held, self.name: run.at}
        run.pc += 1
        return True


@dataclass
class Moved(Step):
    """A round that took nothing is no round."""

    name: int

    def take(self, run: Run) -> bool:
        run.pc += 1
        return run.held[self.name] != run.at


@dataclass
class Again(Step):
    """What a group took, once more."""

    group: int

    def take(self, run: Run) -> bool:
        start, end = run.held.get(2 * self.group), run.held.get(2 * self.group + 1)
        if start is None or end is None:
            return False
        run.taken += end - start
        found = run.text.startswith(run.text[start:end], run.at)
        run.pc, run.at = run.pc + 1, run.at + end - start
        return found


@dataclass
class Place(Step):
    """A place in the text, such as its beginning."""

    place: re.Pattern[str]

    def take(self, run: Run) -> bool:
        run.pc += 1
        return self.place.match(run.text, run.at) is not None


@dataclass
class Aside(Step):
    """A part matched for itself: an atomic group (`wanted` None), or a look ahead or back."""

    wanted: bool | None
    back: int = 0
    after: int = 0

    def take(self, run: Run) -> bool:
        start, held = run.at - self.back, run.held
        end = run.match(run.pc + 1, start) if start >= 0 else None
        if end is None or self.wanted is False:
            run.held = held
        if self.wanted is None and end is not None:
            run.at = end
        run.pc = self.after
        return (end is not None) is (self.wanted is not False)
