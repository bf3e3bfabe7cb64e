"""Members put into a JSON text and taken out of it again, with every other byte left in place.

What is put in goes behind the last member of its container, laid out as its neighbours are. A
container that was there and was empty gets a space before its closing bracket's line: that is how
taking out tells it from one that was made, which goes with its last member.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.agents.connections.jsontext import container_at, root_of
from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from sayso.core.agents.connections.jsontext import Container, Member

INDENT: Final = "  "
WAS_EMPTY: Final = " "


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a text is laid out; `indent` is None where all of it stands on one line."""

    newline: str
    indent: str | None
    colon: str
    comma: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A member to put in; an empty key means an element of a list."""

    key: str
    value: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a way into a text: a container, and which of its members comes next."""

    container: Container
    index: int

    @property
    def member(self) -> Member:
        """Give the member."""
        return self.container.members[self.index]


Way = tuple[Step, ...]


def newline_of(text: str) -> str:
    """Give the line ending of a text: that of its first line, a line feed where it has none."""
    return "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"


def layout_of(text: str) -> Layout:
    """Tell how a JSON text is laid out, from its outermost container."""
    newline, root = newline_of(text), root_of(text)
    if root is None or not root.members:
        return Layout(newline=newline, indent=INDENT, colon=": ", comma=", ")
    first = root.members[0]
    lead = text[root.start + 1 : first.start]
    colon = ": " if text[first.at - 1] == " " else ":"
    comma = ", " if colon == ": " else ","
    indent = lead.rpartition("\n")[2] if "\n" in lead else None
    return Layout(newline=newline, indent=indent, colon=colon, comma=comma)


def put(text: str, path: tuple[str, ...], part: Part) -> Result[str, str]:
    """Put a member into the container at a path, and make what is missing on the way to it.

    Fails where something else stands on the way.
    """
    layout, container = layout_of(text), root_of(text)
    for depth, name in enumerate(path):
        if container is None or text[container.start] != "{":
            return Failure(_unfit(path[:depth], "object"))
        found = container.named(name)
        if found is None:
            held = nested(path[depth + 1 :], {part.key: part.value} if part.key else [part.value])
            return Success(_inserted(text, container, depth, layout, Part(key=name, value=held)))
        container = container_at(text, found.at)
    opening, kind = ("{", "object") if part.key else ("[", "list")
    if container is None or text[container.start] != opening:
        return Failure(_unfit(path, kind))
    return Success(_inserted(text, container, len(path), layout, part))


def nested(path: tuple[str, ...], value: object) -> object:
    """Put a value into objects, one for each name of a path."""
    for name in reversed(path):
        value = {name: value}
    return value


def made(value: object) -> str:
    """Give the text of a file that is made for a value."""
    return json.dumps(value, indent=INDENT, ensure_ascii=False) + "\n"


def cut(text: str, way: Way) -> str | None:
    """Take a member out, and with it each container that was made for it; None: nothing is left."""
    step = way[-1]
    container, member = step.container, step.member
    if len(container.members) > 1:
        if step.index:
            return text[: container.members[step.index - 1].end] + text[member.end :]
        return text[: member.start] + text[container.members[1].start :]
    tail = text[member.end : container.close]
    if tail.startswith(WAS_EMPTY):
        return text[: container.start + 1] + _before(text, container) + text[container.close :]
    return cut(text, way[:-1]) if len(way) > 1 else None


def _unfit(path: tuple[str, ...], kind: str) -> str:
    return f"{'.'.join(path) or 'the whole of it'} is no {kind}"


def _before(text: str, container: Container) -> str:
    """Give the blanks an empty container had, before the line that was made in it."""
    member = container.members[0]
    lead = text[container.start + 1 : member.start]
    tail = text[member.end : container.close]
    if "\n" not in tail:
        return lead
    line = lead.rpartition("\n")[0]
    return line.removesuffix("\r") if "\r\n" in tail else line


def _inserted(text: str, container: Container, depth: int, layout: Layout, part: Part) -> str:
    if not container.members:
        at = container.close
        if layout.indent is None:
            return text[:at] + _flat(layout, part) + WAS_EMPTY + text[at:]
        inner, outer = (layout.newline + layout.indent * (depth + more) for more in (1, 0))
        return f"{text[:at]}{inner}{_laid(layout, inner, part)}{WAS_EMPTY}{outer}{text[at:]}"
    last = container.members[-1]
    lead = text[container.start + 1 : container.members[0].start]
    if layout.indent is None or "\n" not in lead:
        return text[: last.end] + layout.comma + _flat(layout, part) + text[last.end :]
    inner = layout.newline + lead.rpartition("\n")[2]
    return f"{text[: last.end]},{inner}{_laid(layout, inner, part)}{text[last.end :]}"


def _flat(layout: Layout, part: Part) -> str:
    name = json.dumps(part.key, ensure_ascii=False) + layout.colon if part.key else ""
    separators = (layout.comma, layout.colon)
    return name + json.dumps(part.value, separators=separators, ensure_ascii=False)


def _laid(layout: Layout, inner: str, part: Part) -> str:
    """Lay a member out over several lines, whose first begins behind `inner`."""
    name = f"{json.dumps(part.key, ensure_ascii=False)}: " if part.key else ""
    lines = json.dumps(part.value, indent=layout.indent, ensure_ascii=False)
    return name + lines.replace("\n", inner)
