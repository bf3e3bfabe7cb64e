"""The MCP server in a JSON file: .mcp.json, ~/.claude.json, Cursor's mcp.json."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sayso.core.agents.connections.cutting import Part, Step, cut, made, nested, put
from sayso.core.agents.connections.edits import (
    SERVER,
    Edit,
    confirmed,
    extras_note,
    our_server,
)
from sayso.core.agents.connections.jsontext import check_json, container_at, root_of
from sayso.core.outcome import Failure, Result, Success, is_failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.agents.connections.cutting import Way


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedServer:
    """The entry that the object of servers at a path is to have, under the name `sayso`."""

    path: tuple[str, ...]
    entry: Mapping[str, object]

    @property
    def place(self) -> str:
        """Give the place as messages name it."""
        return ".".join((*self.path, SERVER))


def connect_server(text: str | None, wanted: WantedServer) -> Result[Edit, str]:
    """Give a file the server; an entry of ours that starts something else is replaced."""
    new = made(nested((*wanted.path, SERVER), wanted.entry))
    if text is None:
        return Success(Edit(text=new))
    checked = check_json(text)
    if is_failure(checked):
        return checked
    rest = text
    notes: tuple[str, ...] = ()
    way = find_server(text, wanted.path)
    if way is not None:
        entry = our_server(way[-1].member.value)
        if entry is None:
            return Failure(f"{wanted.place} is another server: give it another name first")
        if all(entry.get(key) == value for key, value in wanted.entry.items()):
            kept = extras_note(wanted.place, entry, wanted.entry, "it stays")
            return Success(Edit(text=text, notes=kept))
        left = cut(text, way)
        notes = (
            f"{wanted.place} was there already: replaced",
            *extras_note(wanted.place, entry, wanted.entry, "gone with the old entry"),
        )
        if left is None:
            return Success(Edit(text=new, notes=notes))
        rest = left
    placed = put(rest, wanted.path, Part(key=SERVER, value=wanted.entry))
    return placed.bind(lambda after: _confirmed(Edit(text=after, notes=notes), checked, wanted))


def disconnect_server(text: str | None, wanted: WantedServer) -> Result[Edit, str]:
    """Take the server out of a file, and the file away if nothing else is in it."""
    if text is None:
        return Success(Edit(text=None))
    checked = check_json(text)
    if is_failure(checked):
        return checked
    way = find_server(text, wanted.path)
    if way is None:
        return Success(Edit(text=text))
    entry = our_server(way[-1].member.value)
    if entry is None:
        return Success(Edit(text=text, notes=(f"{wanted.place} is another server: it stays",)))
    notes = extras_note(wanted.place, entry, wanted.entry, "removed with it")
    return _confirmed(Edit(text=cut(text, way), notes=notes), checked, wanted)


def find_server(text: str, path: tuple[str, ...]) -> Way | None:
    """Give the way to the member named `sayso` in the object at a path of a strict JSON text."""
    container = root_of(text)
    way: Way = ()
    for name in (*path, SERVER):
        member = None if container is None else container.named(name)
        if container is None or member is None:
            return None
        way = (*way, Step(container=container, index=container.members.index(member)))
        container = container_at(text, member.at)
    return way


def other_servers(value: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, Any]:
    """Give a file's value without our server, and without empty containers on the way to it."""
    name, *more = (*path, SERVER)
    kept = {key: inner for key, inner in value.items() if more or key != name}
    if more and name in kept:
        kept[name] = other_servers(kept[name], path[1:])
        if kept[name] == {}:
            del kept[name]
    return kept


def _confirmed(edit: Edit, checked: Result[Any, str], wanted: WantedServer) -> Result[Edit, str]:
    if edit.text is None:
        return Success(edit)
    before = other_servers(checked.unwrap(), wanted.path)
    return check_json(edit.text).bind(
        lambda after: confirmed(edit, before, other_servers(after, wanted.path))
    )
