"""How many steps a backtracking search takes: a small matcher that counts instead of timing.

It reads the parse tree of a pattern as `re` itself does and tries alternatives in the same order.
A step is a character looked at or a choice made or taken back, so the number is the same on every
machine. A group that may come up to 300 times is followed 12 times; what comes without an end is
followed without an end. tests/faults/test_patterns.py holds the matches against those of `re`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tests.faults.characters import Starts, may_begin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.characters import Accepted, Beginnings

Held = dict[int, int]  # where groups begin and end, and where a round of a repeat began

ROUNDS_MAX: Final = 12
_WHOLE_CHOICE: Final = -1


class OverBudgetError(Exception):
    """A run has taken more steps than it was given."""


class Run:
    """A machine on one text. `taken` counts the steps so far; over `budget` it gives up."""

    def __init__(self, machine: Machine, text: str, budget: int) -> None:
        self.steps = machine.steps
        self.begins = machine.begins
        self.text = text
        self.budget = budget
        self.taken = 0
        self.pc = self.at = 0
        self.held: Held = {}
        self.waiting: list[tuple[int, int, Held, int]] = []
        self.ends: tuple[bool, int] = (False, -1)

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield the spans that `finditer` finds."""
        at, not_at = 0, -1
        while at <= len(self.text):
            end = self.match(0, at, (False, not_at)) if self._may_begin(at) else None
            if end is None:
                at += 1
                continue
            yield at, end
            not_at = end if end == at else -1
            at = end

    def fills(self) -> bool:
        """Tell whether `fullmatch` matches."""
        return self.match(0, 0, (True, -1)) is not None

    def _may_begin(self, at: int) -> bool:
        self.taken += 1
        return self.begins[self.text[at : at + 1]]

    def match(self, pc: int, at: int, ends: tuple[bool, int] = (False, -1)) -> int | None:
        """Match from an instruction and a place on; gives where the match ends.

        `ends` is whether it must end with the text, and a place where it must not end.
        """
        before = self.pc, self.at, self.waiting, self.ends
        self.pc, self.at, self.waiting, self.ends = pc, at, [], ends
        if pc == 0:
            self.held = {}
        try:
            while True:
                self.taken += 1
                if self.taken > self.budget:
                    raise OverBudgetError
                step = self.steps[self.pc]
                if not step.take(self):
                    if not self._take_back():
                        return None
                elif isinstance(step, End):
                    return self.at
        finally:
            self.pc, self.at, self.waiting, self.ends = before

    def _take_back(self) -> bool:
        """Go back to the last choice that has another way; a repeat gives or takes a character."""
        while self.waiting:
            self.taken += 1
            self.pc, self.at, self.held, bound = self.waiting.pop()
            if bound == _WHOLE_CHOICE:
                return True
            many = self.steps[self.pc]
            assert isinstance(many, Many)
            if many.take_again(self, bound):
                return True
        return False


class Step:
    """One instruction: it moves the run on, or fails."""

    def take(self, run: Run) -> bool:
        raise NotImplementedError

    def starts(self) -> Starts | None:
        """Give which characters it can be taken at, where that is all it takes to fail."""
        return None


class End(Step):
    """The pattern, or a part of it that is matched for itself, is at its end."""

    def take(self, run: Run) -> bool:
        to_the_end, not_at = run.ends
        return (run.at == len(run.text) or not to_the_end) and run.at != not_at


@dataclass
class One(Step):
    """One character of a class."""

    accepted: Accepted

    def take(self, run: Run) -> bool:
        taken = run.at < len(run.text) and self.accepted[run.text[run.at]]
        run.pc, run.at = run.pc + 1, run.at + 1
        return taken

    def starts(self) -> Starts:
        return Starts(lambda char: char != "" and self.accepted[char])


@dataclass
class Many(Step):
    """A run of characters of a class, as long as can be or as short as can be."""

    accepted: Accepted
    least: int
    most: int
    greedy: bool
    next_starts: list[Starts | None] = field(default_factory=list)

    def take(self, run: Run) -> bool:
        start = end = run.at
        limit = min(len(run.text), start + (self.most if self.greedy else self.least))
        while end < limit and self.accepted[run.text[end]]:
            end += 1
        run.taken += end - start
        if end - start < self.least:
            return False
        if self.greedy and end > start + self.least:
            run.waiting.append((run.pc, end - 1, run.held, start + self.least))
        elif not self.greedy:
            run.waiting.append((run.pc, end, run.held, start + self.most))
        run.pc, run.at = run.pc + 1, end
        return True

    def take_again(self, run: Run, bound: int) -> bool:
        """Give one character back, or take one more; `bound` is as far as that may go.

        Where the next instruction can't be taken, it would fail and lead back here: these places
        are passed over, at what they cost.
        """
        if not self.next_starts:
            self.next_starts.append(run.steps[run.pc + 1].starts())
        starts = self.next_starts[0]
        return (
            self._give(run, bound, starts) if self.greedy else self._take_more(run, bound, starts)
        )

    def _give(self, run: Run, bound: int, starts: Starts | None) -> bool:
        if starts is not None:
            at, text = run.at, run.text
            while at > bound and not starts[text[at : at + 1]]:
                at -= 1
            run.taken += 2 * (run.at - at)
            run.at = at
        if run.at > bound:
            run.waiting.append((run.pc, run.at - 1, run.held, bound))
        run.pc += 1
        return True

    def _take_more(self, run: Run, bound: int, starts: Starts | None) -> bool:
        at, text, limit = run.at, run.text, min(bound, len(run.text))
        if at >= limit or not self.accepted[text[at]]:
            return False
        at += 1
        if starts is not None:
            while at < limit and not starts[text[at]] and self.accepted[text[at]]:
                at += 1
            run.taken += 2 * (at - run.at - 1)
        run.waiting.append((run.pc, at, run.held, bound))
        run.pc, run.at = run.pc + 1, at
        return True


@dataclass
class Choose(Step):
    """Alternatives in order; those that cannot begin here are passed over at no cost."""

    ways: list[tuple[int, Beginnings]] = field(default_factory=list)
    known: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def take(self, run: Run) -> bool:
        ways = self.ways_at(run.text[run.at : run.at + 1])
        run.waiting.extend((way, run.at, run.held, _WHOLE_CHOICE) for way in reversed(ways[1:]))
        run.pc = ways[0] if ways else run.pc
        return bool(ways)

    def ways_at(self, char: str) -> tuple[int, ...]:
        """Give the ways that can begin with a character."""
        if char not in self.known:
            self.known[char] = tuple(way for way, begins in self.ways if may_begin(begins, char))
        return self.known[char]

    def starts(self) -> Starts:
        return Starts(lambda char: bool(self.ways_at(char)))


@dataclass
class Fork(Step):
    """Another round of a repeat or what comes after it, the wanted one first."""

    greedy: bool
    after: int = 0

    def take(self, run: Run) -> bool:
        first, second = run.pc + 1, self.after
        if not self.greedy:
            first, second = second, first
        run.waiting.append((second, run.at, run.held, _WHOLE_CHOICE))
        run.pc = first
        return True


@dataclass
class Go(Step):
    """On to another instruction."""

    to: int = 0

    def take(self, run: Run) -> bool:
        run.pc = self.to
        return True


class Machine:
    """A pattern as a list of instructions, and which characters a match may begin with."""

    def __init__(self, steps: Sequence[Step], beginnings: Beginnings) -> None:
        self.steps = steps
        self.begins = Starts(lambda char: may_begin(beginnings, char))
