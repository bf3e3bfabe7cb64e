"""Hostile texts for a pattern: what its repeats take, over and over, and then something else.

A search is slow where one stretch of text can be taken in several ways, or from many places, and
all of that fails in the end. So for each repeat the texts are made of what it takes, of what may
come after it, and of the whole way up to it; each ends as no match does.
"""

from __future__ import annotations

from itertools import islice
from re import _constants as sre  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.faults.characters import ONE_CHARACTER, REPEATS, Part, Tree, accepted_by, tree_of

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

LONG_REPEAT: Final = 200  # a repeat with a lower bound is part of the constant
_SHOWN: Final = "a\"A0 \t\n-_.,:;'`*#<>()/中。，！?"
_FIRST_CHARS: Final = 24
_ROUNDS_MIN: Final = 10
_WORDS_MAX: Final = 8
_ENDING: Final = "\0"


class Pump(NamedTuple):
    """A text as (how it begins, what is repeated, how it ends)."""

    head: str
    body: str
    tail: str

    @property
    def rounds(self) -> int:
        """How often the body is repeated in a short text."""
        return max(_ROUNDS_MIN, _FIRST_CHARS // len(self.body))

    def text(self, rounds: int) -> str:
        """Repeat the body so many times."""
        return self.head + self.body * rounds + self.tail


def pumps_of(pattern: re.Pattern[str]) -> tuple[Pump, ...]:
    """Give the hostile texts for a pattern, each once."""
    found: dict[Pump, None] = {}
    tree = tree_of(pattern)
    for whole in islice(_words(tree, pattern.flags), _WORDS_MAX):
        if whole:
            found[Pump("", whole, _ENDING)] = None
    for head, repeat, after in _repeats(tree, pattern.flags, "", []):
        for body in _bodies(repeat, after, pattern.flags):
            found[Pump(head, body, _ENDING)] = None
        again = head + next(filter(None, _words(repeat, pattern.flags)), "")
        found[Pump("", again or " ", _ENDING)] = None
    return tuple(found)


def _repeats(
    tree: Tree, flags: int, head: str, after: list[Any]
) -> Iterator[tuple[str, Any, list[Any]]]:
    """Yield every long repeat with what leads to it and what may follow it."""
    nodes = list(tree)
    for at, node in enumerate(nodes):
        rest = [*nodes[at + 1 :], *after]
        operation, argument = node
        if operation in REPEATS:
            most, inside = argument[1], argument[2]
            if most is sre.MAXREPEAT or most >= LONG_REPEAT:
                yield head, inside, rest
            yield from _repeats(inside, flags, head, rest)
        for inside in _insides(operation, argument):
            yield from _repeats(inside, flags, head, rest)
        head += next(_words([node], flags), "")


def _insides(operation: Part, argument: Part) -> list[Tree]:
    """Give the trees right inside a node that is no repeat."""
    if operation is sre.SUBPATTERN:
        return [argument[3]]
    if operation is sre.BRANCH:
        return list(argument[1])
    if operation is sre.ATOMIC_GROUP:
        return [argument]
    return [argument[1]] if operation in (sre.ASSERT, sre.ASSERT_NOT) else []


def _bodies(repeat: Tree, after: list[Any], flags: int) -> Iterator[str]:
    """Yield what a repeat takes, and what may follow it as far as it can be taken for it."""
    own = [word for word in islice(_words(repeat, flags), _WORDS_MAX) if word]
    yield from own
    for upto in (1, 2, 3):
        for word in islice(_words(after[:upto], flags), _WORDS_MAX):
            if word and _takes(repeat, word, flags):
                yield word
            elif word and own:
                yield own[0] + word


def _takes(repeat: Tree, word: str, flags: int) -> bool:
    """Tell whether a repeat of single characters takes every character of a word."""
    if len(repeat) != 1 or repeat[0][0] not in ONE_CHARACTER:
        return False
    accepted = accepted_by(repeat[0], flags)
    return all(accepted[char] for char in word)


def _words(tree: Tree, flags: int) -> Iterator[str]:
    """Yield texts that a tree may take, its nearest alternatives first."""
    nodes = list(tree)
    if not nodes:
        yield ""
        return
    for word in _words_of(nodes[0], flags):
        for rest in _words(nodes[1:], flags):
            yield word + rest


def _words_of(node: Part, flags: int) -> Iterator[str]:
    operation, argument = node
    if operation in ONE_CHARACTER:
        yield from _chars(node, flags)
    elif operation in REPEATS:
        yield from _words(argument[2], flags)
        if argument[0] == 0:
            yield ""
    elif operation is sre.BRANCH:
        for branch in argument[1]:
            yield from islice(_words(branch, flags), 2)
    elif operation in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
        for inside in _insides(operation, argument):
            yield from _words(inside, flags)
    else:
        # A border of words has a blank on one side, unless the text ends there.
        yield from (" ", "") if argument is sre.AT_BOUNDARY else ("",)


def _chars(node: Part, flags: int) -> Iterator[str]:
    operation, argument = node
    if operation is sre.LITERAL:
        yield chr(argument)
        return
    accepted = accepted_by(node, flags)
    named = (
        []
        if operation is not sre.IN
        else [chr(one) for kind, one in argument if kind is sre.LITERAL]
    )
    yield from (char for char in dict.fromkeys((*named, *_SHOWN)) if accepted[char])
