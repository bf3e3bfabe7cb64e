"""What a file of a host says of Sayso, for a look that changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, assert_never

from sayso.core.agents.connections.edits import our_server
from sayso.core.agents.connections.hookfile import WantedHooks, find_hooks
from sayso.core.agents.connections.jsontext import check_json
from sayso.core.agents.connections.serverfile import WantedServer, find_server
from sayso.core.agents.connections.tablefile import WantedTable, read_toml, server_of
from sayso.core.outcome import Result, Success, is_failure

if TYPE_CHECKING:
    from sayso.core.agents.connections.hosts import Wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLine:
    """The program of a server entry and its arguments."""

    command: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Hooks of ours as (event, command), our server, and the setting that turns hooks off."""

    hooks: tuple[tuple[str, str], ...] = ()
    server: ServerLine | None = None
    off: str = ""


def presence_in(text: str, wanted: Wanted) -> Result[Presence, str]:
    """Tell what a file has of ours, or why it cannot be read."""
    if isinstance(wanted, WantedTable):
        return read_toml(text).map(_in_table)
    checked = check_json(text)
    if is_failure(checked):
        return checked
    match wanted:
        case WantedHooks():
            hooks = tuple((one.event, str(one.command)) for one in find_hooks(text))
            return Success(Presence(hooks=hooks, off=_switched_off(checked.unwrap())))
        case WantedServer(path=path):
            way = find_server(text, path)
            entry = None if way is None else way[-1].member.value
            return Success(Presence(server=_line(entry)))
        case _:
            assert_never(wanted)


def _in_table(value: dict[str, Any]) -> Presence:
    match value:
        case {"features": {"hooks": False}} | {"features": {"codex_hooks": False}}:
            off = "its feature of hooks is false"
        case _:
            off = ""
    return Presence(server=_line(server_of(value)), off=off)


def _switched_off(value: object) -> str:
    match value:
        case {"disableAllHooks": True}:
            return "disableAllHooks is true"
        case _:
            return ""


def _line(entry: object) -> ServerLine | None:
    ours = our_server(entry)
    if ours is None:
        return None
    return ServerLine(command=ours["command"], arguments=tuple(map(str, ours["args"])))
