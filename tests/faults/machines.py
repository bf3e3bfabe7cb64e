"""Patterns -> the instructions that tests/faults/stepping.py runs, from `re`'s own parse tree."""

from __future__ import annotations

from re import _constants as sre  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from tests.faults.characters import (
    ONE_CHARACTER,
    REPEATS,
    Part,
    Tree,
    accepted_by,
    beginnings,
    single,
    tree_of,
)
from tests.faults.groups import Again, Aside, Mark, Moved, Place
from tests.faults.stepping import ROUNDS_MAX, Choose, End, Fork, Go, Machine, Many, One, Step

if TYPE_CHECKING:
    import re

_ENDLESS_CHARS = 1 << 60


def machine_of(pattern: re.Pattern[str]) -> Machine:
    """Give the instructions of a whole pattern; the last one tells that it has matched."""
    builder, tree = _Builder(), tree_of(pattern)
    builder.build(tree, pattern.flags)
    builder.add(End())
    return Machine(builder.steps, beginnings(tree, pattern.flags))


class _Builder:
    """Adds instructions, part by part."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._rounds = -1  # groups take the names from 2 up

    def add(self, step: Step) -> None:
        self.steps.append(step)

    def build(self, tree: Tree, flags: int) -> None:
        for operation, argument in tree:
            if operation in ONE_CHARACTER:
                self.add(One(accepted_by((operation, argument), flags)))
            elif operation in REPEATS:
                self._repeat(operation, argument, flags)
            else:
                self._other(operation, argument, flags)

    def _other(self, operation: Part, argument: Part, flags: int) -> None:
        if operation is sre.SUBPATTERN:
            group, added, removed, inside = argument
            self._group(group, inside, (flags | added) & ~removed)
        elif operation is sre.BRANCH:
            self._choice(argument[1], flags)
        elif operation is sre.AT:
            self.add(Place(single((operation, argument), flags)))
        elif operation in (sre.ASSERT, sre.ASSERT_NOT):
            direction, inside = argument
            back = inside.getwidth()[0] if direction < 0 else 0
            self._aside(Aside(operation is sre.ASSERT, back), inside, flags)
        elif operation is sre.ATOMIC_GROUP:
            self._aside(Aside(None), argument, flags)
        elif operation is sre.GROUPREF:
            self.add(Again(argument))
        else:
            raise NotImplementedError(operation)

    def _group(self, group: int | None, inside: Tree, flags: int) -> None:
        if group is not None:
            self.add(Mark(2 * group))
        self.build(inside, flags)
        if group is not None:
            self.add(Mark(2 * group + 1))

    def _choice(self, branches: list[Tree], flags: int) -> None:
        choose, ends = Choose(), [Go() for _ in branches]
        self.add(choose)
        for branch, end in zip(branches, ends, strict=True):
            choose.ways.append((len(self.steps), beginnings(branch, flags)))
            self.build(branch, flags)
            self.add(end)
        for end in ends:
            end.to = len(self.steps)

    def _aside(self, aside: Aside, inside: Tree, flags: int) -> None:
        self.add(aside)
        self.build(inside, flags)
        self.add(End())
        aside.after = len(self.steps)

    def _repeat(self, operation: Part, argument: Part, flags: int) -> None:
        least, most, inside = argument
        most = _ENDLESS_CHARS if most is sre.MAXREPEAT else int(most)
        greedy = operation is not sre.MIN_REPEAT
        if operation is sre.POSSESSIVE_REPEAT:
            self._aside(Aside(None), [(sre.MAX_REPEAT, argument)], flags)
        elif len(inside) == 1 and inside[0][0] in ONE_CHARACTER:
            self.add(Many(accepted_by(inside[0], flags), int(least), most, greedy))
        else:
            self._rounds_of(inside, (int(least), most), (greedy, flags))

    def _rounds_of(self, inside: Tree, times: tuple[int, int], how: tuple[bool, int]) -> None:
        """Unroll the rounds of a group; an endless one goes back to its own beginning."""
        (least, most), (greedy, flags) = times, how
        for _ in range(min(least, ROUNDS_MAX)):
            self.build(inside, flags)
        if most == _ENDLESS_CHARS:
            self._endless(inside, greedy, flags)
            return
        forks = [Fork(greedy) for _ in range(min(most - least, ROUNDS_MAX))]
        for fork in forks:
            self.add(fork)
            self.build(inside, flags)
        for fork in forks:
            fork.after = len(self.steps)

    def _endless(self, inside: Tree, greedy: bool, flags: int) -> None:
        fork, self._rounds = Fork(greedy), self._rounds - 1
        name, at = self._rounds, len(self.steps)
        self.add(fork)
        self.add(Mark(name))
        self.build(inside, flags)
        self.add(Moved(name))
        self.add(Go(at))
        fork.after = len(self.steps)
