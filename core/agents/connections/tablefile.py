"""The MCP server in Codex's config.toml: one table of ours at the end, everything else untouched.

Only whole lines are put in or taken out; that nothing else changed is proven by reading the text
before and after. A table that is written in another way than under its own header is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sayso.core.agents.connections.cutting import newline_of
from sayso.core.agents.connections.edits import (
    SERVER,
    Edit,
    confirmed,
    extras_note,
    our_server,
)
from sayso.core.agents.connections.jsontext import MARK
from sayso.core.outcome import Failure, Result, Success, is_failure

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVERS: Final = "mcp_servers"
PLACE: Final = f"{SERVERS}.{SERVER}"
_NAMED: Final = "[ \\t]*\\.[ \\t]*".join(
    rf"""(?:{name}|"{name}"|'{name}')""" for name in (SERVERS, SERVER)
)
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_OUR_HEADER: Final = re.compile(rf"[ \t]*\[[ \t]*{_NAMED}[ \t]*[.\]]")  # also of a table inside it
_HEADER: Final = re.compile(r"[ \t]*\[")
_QUOTED: Final = re.compile(
    r"""(?P<long>"{3}(?:\\.|[^\\])*?"{3,5}|'{3}.*?'{3,5})"""
    r"""|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*'|\#[^\n]*""",
    re.DOTALL,
)
_IDLE: Final = re.compile(r"[ \t]*(?:#.*)?\r?\n?", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedTable:
    """What the table `mcp_servers.sayso` is to hold: strings and lists of strings."""

    entry: Mapping[str, object]


def connect_table(text: str | None, wanted: WantedTable) -> Result[Edit, str]:
    """Give a file the table; one of ours that starts something else is replaced."""
    if text is None:
        return Success(Edit(text=_block(wanted, "\n")))
    read = read_toml(text)
    if is_failure(read):
        return read
    entry, inline = server_of(read.unwrap()), _inline_hooks(read.unwrap())
    notes = inline
    rest: str | None = text
    if entry is not None:
        if our_server(entry) is None:
            return Failure(f"{PLACE} is another server: give it another name first")
        if all(entry.get(key) == value for key, value in wanted.entry.items()):
            kept = extras_note(PLACE, entry, wanted.entry, "it stays")
            return Success(Edit(text=text, notes=(*inline, *kept)))
        cut = _without_table(text)
        if is_failure(cut):
            return cut
        rest = cut.unwrap()
        notes = (
            *inline,
            f"{PLACE} was there already: replaced",
            *extras_note(PLACE, entry, wanted.entry, "gone with the old entry"),
        )
    newline = newline_of(text)
    block = _block(wanted, newline)
    after = block if rest is None else f"{rest}{newline}{block}"
    return _confirmed(Edit(text=after, notes=notes), text)


def disconnect_table(text: str | None, wanted: WantedTable) -> Result[Edit, str]:
    """Take the table out of a file, and the file away if nothing else is in it."""
    if text is None:
        return Success(Edit(text=None))
    read = read_toml(text)
    if is_failure(read):
        return read
    entry = server_of(read.unwrap())
    if entry is None:
        return Success(Edit(text=text))
    if our_server(entry) is None:
        return Success(Edit(text=text, notes=(f"{PLACE} is another server: it stays",)))
    notes = extras_note(PLACE, entry, wanted.entry, "removed with it")
    return _without_table(text).bind(lambda rest: _confirmed(Edit(text=rest, notes=notes), text))


def read_toml(text: str) -> Result[dict[str, Any], str]:
    """Read a TOML text, or say why it is none."""
    try:
        return Success(tomllib.loads(text.removeprefix(MARK)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Failure(f"it is no TOML: {error}")


def server_of(value: Mapping[str, Any]) -> dict[str, Any] | None:
    """Give the entry of the server named `sayso`, None where there is none."""
    match value:
        case {"mcp_servers": {"sayso": dict(entry)}}:
            return entry
        case _:
            return None


def _inline_hooks(value: Mapping[str, Any]) -> tuple[str, ...]:
    """Say that hooks stand here as well; `state` is where Codex notes which hooks are trusted."""
    hooks = value.get("hooks")
    if not isinstance(hooks, dict) or set(hooks) <= {"state"}:
        return ()
    return ("it has [hooks] of its own: Codex runs them beside hooks.json, and says so at start",)


def _without_table(text: str) -> Result[str | None, str]:
    """Cut our table and those inside it; None when nothing else was ever in the text."""
    rest = text
    while (found := _last_table(rest)) is not None:
        start, end = found
        before = rest[:start]
        if before.endswith("\n") and (end == len(rest) or before.endswith(("\n\n", "\n\r\n"))):
            start -= 2 if before.endswith("\r\n") else 1
        rest = rest[:start] + rest[end:]
    if server_of(read_toml(rest).value_or({})) is not None:
        return Failure(f"{PLACE} does not stand under a header of its own: take it out by hand")
    return Success(None if not rest and _OUR_HEADER.match(text) else rest)


def _last_table(text: str) -> tuple[int, int] | None:
    """Give where our last table begins, and where its last line of content ends."""
    found: tuple[int, int] | None = None
    is_within, at, depth = False, 0, 0
    for line in _LINE.findall(_QUOTED.sub(_veiled, text)):
        start, at, outer = at, at + len(line), depth
        bare = _QUOTED.sub("", line)
        depth += bare.count("[") - bare.count("]")
        if outer == 0 and _HEADER.match(line):
            is_within = _OUR_HEADER.match(line) is not None
            found = (start, at) if is_within else found
        elif is_within and found is not None and not _IDLE.fullmatch(line):
            found = (found[0], at)
    return found


def _veiled(found: re.Match[str]) -> str:
    """Give a string of several lines as one word of its length; any other stays."""
    return "x" * len(found[0]) if found["long"] else found[0]


def _block(wanted: WantedTable, newline: str) -> str:
    lines = [f"[{PLACE}]"]
    for key, value in wanted.entry.items():
        # A JSON string is a TOML string too, but for DEL, which needs an escape.
        lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f"))
    return "".join(line + newline for line in lines)


def _confirmed(edit: Edit, before: str) -> Result[Edit, str]:
    if edit.text is None:
        return Success(edit)
    after = read_toml(edit.text)
    if is_failure(after):
        return Failure(f"an edit of [{PLACE}] would break it ({after.failure()}): edit it by hand")
    return confirmed(edit, _others(read_toml(before).unwrap()), _others(after.unwrap()))


def _others(value: Mapping[str, Any]) -> object:
    """Give a file's value without our table, as something that can be compared."""
    others = {name: one for name, one in value.get(SERVERS, {}).items() if name != SERVER}
    kept = {key: inner for key, inner in value.items() if key != SERVERS}
    return _shown(kept | ({SERVERS: others} if others else {}))


def _shown(value: object) -> object:
    """Spell dates, times and numbers that JSON has no word for."""
    match value:
        case dict(inner):
            return {key: _shown(one) for key, one in inner.items()}
        case list(inner):
            return [_shown(one) for one in inner]
        case _:
            return repr(value)
