"""What a pattern takes, one character at a time, as `re` itself says it.

Each question is put to `re` once and the answer kept: a class of characters, a place in a text,
and the classes that a part of a pattern may begin with.
"""

from __future__ import annotations

import re
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

Tree = Any  # re's own: a list of (operation, argument)
Part = Any  # such an operation or argument, or both

REPEATS: Final = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
ONE_CHARACTER: Final = (sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY)
_LOCAL_FLAGS: Final = int(re.IGNORECASE | re.MULTILINE | re.DOTALL | re.ASCII | re.UNICODE)


def tree_of(pattern: re.Pattern[str]) -> Tree:
    """Parse a pattern as `re` did."""
    return parser.parse(pattern.pattern, pattern.flags)


class Accepted(dict[str, bool]):
    """Which characters a class of characters takes, asked of `re` once for each."""

    def __init__(self, node: tuple[Any, Any], flags: int) -> None:
        super().__init__()
        self._node = node
        self._flags = flags

    def __missing__(self, char: str) -> bool:
        operation, argument = self._node
        if operation is sre.LITERAL and not self._flags & sre.SRE_FLAG_IGNORECASE:
            self[char] = ord(char) == argument
        else:
            self[char] = single(self._node, self._flags).match(char) is not None
        return self[char]


_ACCEPTED: Final[dict[tuple[str, int], Accepted]] = {}
_SINGLE: Final[dict[tuple[str, int], re.Pattern[str]]] = {}


def accepted_by(node: tuple[Any, Any], flags: int) -> Accepted:
    """Give the characters a node takes; equal nodes share one answer."""
    key = (repr(node), flags & _LOCAL_FLAGS)
    if key not in _ACCEPTED:
        _ACCEPTED[key] = Accepted(node, key[1])
    return _ACCEPTED[key]


def single(node: tuple[Any, Any], flags: int) -> re.Pattern[str]:
    """Compile one node of a parse tree as a pattern of its own; equal nodes share it."""
    key = (repr(node), flags & _LOCAL_FLAGS)
    if key not in _SINGLE:
        state = parser.State()
        state.flags = key[1]
        _SINGLE[key] = compiler.compile(parser.SubPattern(state, [node]), key[1])
    return _SINGLE[key]


# The classes a part may begin with and whether it may be empty; None where that is not known.
Beginnings = tuple[tuple[Accepted, ...], bool] | None


def may_begin(beginnings: Beginnings, char: str) -> bool:
    """Tell whether a part may begin with a character; '' is the end of the text."""
    if beginnings is None or beginnings[1]:
        return True
    return char != "" and any(accepted[char] for accepted in beginnings[0])


class Starts(dict[str, bool]):
    """Whether a step can be taken at a character, by what has been looked up; '' is the end."""

    def __init__(self, is_start: Callable[[str], bool]) -> None:
        super().__init__()
        self._is_start = is_start

    def __missing__(self, char: str) -> bool:
        self[char] = self._is_start(char)
        return self[char]


def beginnings(tree: Tree, flags: int) -> Beginnings:
    """Give the classes a tree may begin with, and whether it may take nothing at all."""
    classes: list[Accepted] = []
    for operation, argument in tree:
        inside = _beginnings_of(operation, argument, flags)
        if inside is None:
            return None
        classes.extend(inside[0])
        if not inside[1]:
            return tuple(classes), False
    return tuple(classes), True


def _beginnings_of(operation: Part, argument: Part, flags: int) -> Beginnings:
    if operation in ONE_CHARACTER:
        return (accepted_by((operation, argument), flags),), False
    if operation in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
        return (), True
    if operation in REPEATS:
        inside = beginnings(argument[2], flags)
        return inside and (inside[0], inside[1] or argument[0] == 0)
    if operation is sre.SUBPATTERN:
        return beginnings(argument[3], (flags | argument[1]) & ~argument[2])
    if operation is sre.BRANCH:
        branches = [beginnings(branch, flags) for branch in argument[1]]
        known = [branch for branch in branches if branch is not None]
        if len(known) < len(branches):
            return None
        return tuple(one for branch in known for one in branch[0]), any(e for _, e in known)
    return beginnings(argument, flags) if operation is sre.ATOMIC_GROUP else None
