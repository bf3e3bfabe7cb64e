"""Hooks in a JSON file: Claude Code's settings, Codex's and Cursor's hooks.json.

All have an object `hooks` with a list for each event. In Claude Code's and Codex's an element is a
group with a list of handlers, in Cursor's it is a handler. An entry is ours by its whole command,
in whatever event and group it stands; one that only names Sayso is told and left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.agents.connections.commands import is_our_command, read_hook_command
from sayso.core.agents.connections.cutting import Part, Step, cut, made, put
from sayso.core.agents.connections.edits import Edit, confirmed
from sayso.core.agents.connections.jsontext import check_json, container_at, plain, root_of, walk
from sayso.core.outcome import Result, is_failure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.agents.connections.cutting import Way
    from sayso.core.agents.connections.jsontext import Container

HOOKS: Final = "hooks"
_NAMING: Final = re.compile(r"""\bsayso(?:\.exe)?["']?\s+hook\b""")


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedHooks:
    """The handler each event is to have; `beside` is what a new file needs besides.

    A handler has a `command`, and is the one member of a group where hooks are grouped.
    """

    handlers: Mapping[str, Mapping[str, object]]
    is_grouped: bool
    beside: Mapping[str, object]

    def element(self, event: str) -> Mapping[str, object]:
        """Give the element that an event's list is to have."""
        handler = self.handlers[event]
        return {HOOKS: [handler]} if self.is_grouped else handler


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHook:
    """A hook of ours in a file: its event, its handler, and the way to what is to be cut."""

    event: str
    handler: Mapping[str, object]
    way: Way

    @property
    def command(self) -> object:
        """Give the command it runs."""
        return self.handler["command"]


def connect_hooks(text: str | None, wanted: WantedHooks) -> Result[Edit, str]:
    """Give a file its hooks; entries of ours that run something else are replaced."""
    if text is None:
        return _made(wanted)
    checked = check_json(text)
    if is_failure(checked):
        return checked
    found, others = find_hooks(text), _others(checked.unwrap())
    runs = sorted((one.event, str(one.command)) for one in found)
    if runs == sorted((event, str(one["command"])) for event, one in wanted.handlers.items()):
        kept = _changed(found, wanted, "it stays")
        return confirmed(Edit(text=text, notes=(*kept, *others)), 0, 0)
    rest = _without_hooks(text, wanted)
    replaced = (f"{_place(one)} had an entry of Sayso already: replaced" for one in found)
    notes = (*replaced, *others)
    if rest is None:
        return _made(wanted).map(lambda edit: Edit(text=edit.text, notes=notes))
    for event in wanted.handlers:
        placed = put(rest, (HOOKS, event), Part(key="", value=wanted.element(event)))
        if is_failure(placed):
            return placed
        rest = placed.unwrap()
    return check_json(rest).bind(
        lambda after: confirmed(
            Edit(text=rest, notes=notes), foreign_part(checked.unwrap()), foreign_part(after)
        )
    )


def disconnect_hooks(text: str | None, wanted: WantedHooks) -> Result[Edit, str]:
    """Take every hook of ours out of a file, and the file away if nothing else is in it."""
    if text is None:
        return confirmed(Edit(text=None), 0, 0)
    checked = check_json(text)
    if is_failure(checked):
        return checked
    rest = _without_hooks(text, wanted)
    gone = _changed(find_hooks(text), wanted, "removed with it")
    edit = Edit(text=rest, notes=(*gone, *_others(checked.unwrap())))
    if rest is None:
        return confirmed(edit, 0, 0)
    before = foreign_part(checked.unwrap())
    return check_json(rest).bind(lambda after: confirmed(edit, before, foreign_part(after)))


def find_hooks(text: str) -> tuple[FoundHook, ...]:
    """Find every hook of ours in a JSON text that is strict."""
    root = root_of(text)
    hooks = None if root is None else root.named(HOOKS)
    events = None if hooks is None else container_at(text, hooks.at)
    if root is None or hooks is None or events is None:
        return ()
    first = (Step(container=root, index=root.members.index(hooks)),)
    found: list[FoundHook] = []
    for place, event in enumerate(events.members):
        elements = container_at(text, event.at)
        if elements is not None:
            way = (*first, Step(container=events, index=place))
            found += _in_list(text, event.key, elements, way)
    return tuple(found)


def foreign_part(value: object) -> object:
    """Give a file's value without hooks of ours and without containers that hold nothing."""
    match value:
        case {"hooks": dict(events), **rest}:
            kept = {name: _foreign_elements(listed) for name, listed in events.items()}
            kept = {name: listed for name, listed in kept.items() if listed not in ([], {})}
            parts = rest | {HOOKS: kept}
            return {key: parts[key] for key in _keys(value) if key != HOOKS or kept}
        case _:
            return value


def is_ours(handler: object) -> bool:
    """Tell whether a handler runs `sayso hook` and nothing else; `args` would be more words."""
    match handler:
        case {"command": str(command), **rest}:
            return "args" not in rest and is_our_command(command)
        case _:
            return False


def _in_list(text: str, event: str, elements: Container, way: Way) -> Iterator[FoundHook]:
    for index, element in enumerate(elements.members):
        here = (*way, Step(container=elements, index=index))
        match element.value:
            case dict(handler) if is_ours(handler):
                yield FoundHook(event=event, handler=handler, way=here)
            case {"hooks": [*handlers]} if handlers and all(map(is_ours, handlers)):
                for handler in handlers:
                    yield FoundHook(event=event, handler=handler, way=here)
            case {"hooks": [*handlers]} if any(map(is_ours, handlers)):
                yield from _in_group(text, event, here)


def _in_group(text: str, event: str, way: Way) -> Iterator[FoundHook]:
    """Find ours among the handlers of a group that has others too."""
    group = walk(text, way[-1].member.at)
    place = [one.key for one in group.members].index(HOOKS)
    handlers = walk(text, group.members[place].at)
    yield from _in_list(text, event, handlers, (*way, Step(container=group, index=place)))


def _without_hooks(text: str, wanted: WantedHooks) -> str | None:
    """Cut ours one by one, the last first; None when only what a new file has is left."""
    rest: str | None = text
    while rest is not None and (found := find_hooks(rest)):
        rest = cut(rest, found[-1].way)
    if rest is None or rest == text or not wanted.beside:
        return rest
    before, after = root_of(text), root_of(rest)
    keys = [] if before is None else [one.key for one in before.members]
    left = {} if after is None else {one.key: one.value for one in after.members}
    # A new file has its hooks first; in one that was there, they came behind what it had.
    is_new = keys == [HOOKS, *wanted.beside] and left == plain(wanted.beside)
    return None if is_new else rest


def _made(wanted: WantedHooks) -> Result[Edit, str]:
    elements = {event: [wanted.element(event)] for event in wanted.handlers}
    return confirmed(Edit(text=made({HOOKS: elements, **wanted.beside})), 0, 0)


def _keys(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, dict) else ()


def _foreign_elements(listed: object) -> object:
    if not isinstance(listed, list):
        return listed
    kept = []
    for element in listed:
        match element:
            case dict(handler) if is_ours(handler):
                continue
            case {"hooks": [*handlers], **rest} if any(map(is_ours, handlers)):
                others = [one for one in handlers if not is_ours(one)]
                kept += [{**rest, HOOKS: others}] if others else []
            case _:
                kept.append(element)
    return kept


def _changed(found: tuple[FoundHook, ...], wanted: WantedHooks, fate: str) -> tuple[str, ...]:
    """Say which entries of ours are not as this version writes them, wherever Sayso lies."""
    notes = []
    for one in found:
        is_exact = read_hook_command(str(one.command)) is not None
        written = plain(wanted.handlers.get(one.event))
        if not is_exact or written != {**one.handler, "command": _command(written)}:
            notes.append(f"{_place(one)} is not as this version of Sayso writes it: {fate}")
    return tuple(notes)


def _others(value: object) -> tuple[str, ...]:
    """Say which commands name `sayso hook` and are not ours; each event once."""
    match value:
        case {"hooks": dict(events)}:
            told = [name for name, listed in events.items() if _names_sayso(listed)]
        case _:
            told = []
    return tuple(
        f"{HOOKS}.{name} has another command that names sayso hook too; left as it is"
        for name in told
    )


def _names_sayso(inner: object) -> bool:
    match inner:
        case [*elements]:
            return any(map(_names_sayso, elements))
        case {"hooks": [*handlers]}:
            return any(map(_names_sayso, handlers))
        case {"command": str(command)}:
            return not is_ours(inner) and _NAMING.search(command) is not None
        case _:
            return False


def _command(handler: object) -> object:
    return handler.get("command") if isinstance(handler, dict) else None


def _place(found: FoundHook) -> str:
    return f"{HOOKS}.{found.event}"
