"""What a function does, in outline: read off a parsed tree, without a model and without guessing.

Input: what a parser found in a file, as a tree of parts in the order of the source (a class with a
function with a condition with a call). Output: an outline of each function, by its whole name, with
the hash of its own text; from the outlines of one name its blocks of code knowledge by focus, with
ids that follow from their content, so that the same source gives the same blocks wherever it
stands. What is in a function inside another belongs to the inner one alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sayso.core.knowledge.publishing import signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Kind(StrEnum):
    """What a part of a source is."""

    SCOPE = "scope"
    FUNCTION = "function"
    BRANCH = "branch"
    SWITCH = "switch"
    CASE = "case"
    CALL = "call"
    CHANGE = "change"
    RESULT = "result"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a source, and what is in it.

    `name`: of a scope or a function; what is called; what is set. `text`: parameters; a condition,
    a subject or the value of a case; what is given, raised or set to. `source`: a function's whole
    text. Lines count from 1.
    """

    kind: Kind
    name: str = ""
    text: str = ""
    source: str = ""
    first_line: int = 0
    last_line: int = 0
    inner: tuple[Part, ...] = ()


class Fact(NamedTuple):
    """Something that a function does, and under which conditions, outermost first."""

    part: Part
    under: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """One definition of a function: where it stands, and what it does in order."""

    name: str
    path: str
    first_line: int
    last_line: int
    parameters: str
    source: str
    facts: tuple[Fact, ...]

    @property
    def hash(self) -> str:
        """The hash of its own text; white space at the ends of lines is none of it."""
        lines = (line.rstrip() for line in self.source.strip().splitlines())
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def calls(self) -> tuple[str, ...]:
        """What it calls, as it is written there, each once, in order."""
        called = (fact.part.name for fact in self.facts if fact.part.kind is Kind.CALL)
        return tuple(dict.fromkeys(called))


def outlines(path: str, parts: Iterable[Part], joint: str = ".") -> tuple[Outline, ...]:
    """Give an outline of each function in a file, in the order of the source.

    What a name is in stands before it, with the joint that its language has.

    >>> inside = Part(kind=Kind.FUNCTION, name="start", source="def start(): go()")
    >>> [one.name for one in outlines("a.py", [Part(kind=Kind.SCOPE, name="Car", inner=(inside,))])]
    ['Car.start']
    """
    return tuple(_Walk(path, joint).outlines(parts, ""))


def own_hash(definitions: Mapping[str, str]) -> str:
    """Give the hash of a function by those of its definitions, by where they stand."""
    return signature(definitions)


@dataclass(frozen=True, slots=True)
class _Walk:
    """One walk through a file."""

    path: str
    joint: str

    def outlines(self, parts: Iterable[Part], before: str) -> Iterator[Outline]:
        for part in parts:
            name = self.joint.join(one for one in (before, part.name) if one)
            if part.kind is Kind.FUNCTION:
                yield Outline(
                    name=name,
                    path=self.path,
                    first_line=part.first_line,
                    last_line=part.last_line,
                    parameters=part.text,
                    source=part.source,
                    facts=tuple(_facts(part.inner, ())),
                )
            is_named = part.kind in (Kind.FUNCTION, Kind.SCOPE)
            yield from self.outlines(part.inner, name if is_named else before)


def _facts(parts: Iterable[Part], under: tuple[str, ...]) -> Iterator[Fact]:
    """Give what is done here, not what functions and classes inside do."""
    for part in parts:
        if part.kind in (Kind.FUNCTION, Kind.SCOPE):
            continue
        yield Fact(part, under)
        inside = (*under, part.text) if part.kind in (Kind.BRANCH, Kind.CASE) else under
        yield from _facts(part.inner, inside)
