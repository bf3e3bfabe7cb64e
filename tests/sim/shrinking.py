"""Makes a failing tape short: pieces are cut out or set to zero while it fails the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RUNS_MAX = 1_500


def shrink(
    tape: tuple[int, ...], fails: Callable[[tuple[int, ...]], bool], runs_max: int = RUNS_MAX
) -> tuple[int, ...]:
    """Give the shortest and quietest tape found that still fails.

    `fails` tells whether a tape fails in the way that counts. Every accepted change makes the
    tape shorter or puts zeros in place of other numbers, so this ends by itself.
    """
    best = _stripped(tape)
    runs = 0
    size = max(len(best) // 2, 1)
    while size >= 1:
        changed = False
        for candidate in map(_stripped, _smaller(best, size)):
            if runs >= runs_max:
                return best
            if candidate == best:
                continue
            runs += 1
            if fails(candidate):
                best, changed = candidate, True
                break
        if not changed:
            size //= 2
    return best


def _smaller(tape: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Give the tape without, and then with zeros for, each piece of a size, the last one first."""
    for start in range(len(tape) - size, -size, -size):
        first = max(start, 0)
        yield tape[:first] + tape[first + size :]
    for start in range(len(tape) - size, -size, -size):
        first = max(start, 0)
        if any(tape[first : first + size]):
            yield tape[:first] + (0,) * len(tape[first : first + size]) + tape[first + size :]


def _stripped(tape: tuple[int, ...]) -> tuple[int, ...]:
    """Give a tape without zeros at its end, which it gives anyway."""
    end = len(tape)
    while end and tape[end - 1] == 0:
        end -= 1
    return tape[:end]
