"""Which knowledge a command means, what it is told on the command line, and how it is shown."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import asked_of
from sayso.shell.entrances.cli.parameters import checked_path, checked_text
from sayso.shell.errors import NotFoundError, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.folder import Folder

STANDARD_INPUT: Final = "-"
BEGINS: Final = "it begins with 'sayso knowledge init'"
_NOTE: Final = "_"

Variant = Annotated[
    str,
    typer.Option("--variant", metavar="V", help="The knowledge of this variant of the code."),
]
FunctionName = Annotated[
    str, typer.Argument(metavar="FUNCTION", help="A function; capitals don't matter.")
]
Pairs = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Put a text under a key; may be repeated."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A project's folder, and that of its knowledge, which need not be there."""

    project: Path
    variant: str
    folder: Folder

    @property
    def config(self) -> dict[str, object]:
        """What is configured of it: its variant, where it has one."""
        return {"identity": {"variant_id": self.variant}} if self.variant else {}

    @property
    def base(self) -> Base:
        """The open base of the knowledge there, of this variant."""
        from sayso.shell.knowledge.opening import open_base

        return open_base(self.project, self.folder.root, self.config, self.folder.ports)

    @property
    def is_there(self) -> bool:
        """Whether any knowledge is kept there."""
        return self.folder.root.is_dir()

    @property
    def absence(self) -> tuple[str, ...]:
        """A note that there is no knowledge yet and how it begins, where that is so."""
        return () if self.is_there else (f"{self.unknown} — {BEGINS}",)

    @property
    def unknown(self) -> str:
        """That there is no knowledge."""
        whose = f" of variant {self.variant}" if self.variant else ""
        return f"no knowledge{whose} in {self.project} yet"

    @property
    def shown(self) -> str:
        """The folder of the knowledge, as seen from the project."""
        return str(self.folder.root.relative_to(self.project))


def place_of(context: typer.Context, variant: str) -> Place:
    """Find the place that a command means; nothing is made."""
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.own_folder import knowledge_root
    from sayso.shell.ports import system_ports
    from sayso.shell.store.opening import find_project

    named = checked_text(variant, "the variant", may_be_empty=True)
    project = find_project(asked_of(context).project)
    root = knowledge_root(project, named)
    return Place(project=project, variant=named, folder=Folder(root=root, ports=system_ports()))


def present_place(context: typer.Context, variant: str) -> Place:
    """Find the place of knowledge that has to be there already; raises NotFoundError."""
    place = place_of(context, variant)
    if not place.is_there:
        raise NotFoundError(place.unknown, BEGINS)
    return place


def made_place(context: typer.Context, variant: str) -> Place:
    """Find the place that a command writes to, and make its folder where there is none."""
    from sayso.shell.knowledge.own_folder import make_knowledge

    place = place_of(context, variant)
    if not place.is_there:
        make_knowledge(place.project, place.folder.root)
    return place


def pairs_of(pairs: Iterable[str] | None) -> dict[str, str]:
    """Read KEY=VALUE pairs; raises RequestError for one that is none."""
    found: dict[str, str] = {}
    for pair in pairs or ():
        key, sign, value = checked_text(pair, "KEY=VALUE", may_be_empty=False).partition("=")
        if not sign or not key.strip():
            raise RequestError(f"{pair!r} has no key and value", "write KEY=VALUE")
        if key.startswith(_NOTE):
            raise RequestError(f"{key!r} is a key that Sayso keeps itself", "name it differently")
        if key in found:
            raise RequestError(f"{key!r} is set twice", "set each key once")
        found[key.strip()] = value
    return found


def input_bytes(name: str, what: str) -> bytes:
    """Read a file, or standard input for `-`; raises RequestError beyond the limit."""
    from sayso.core import limits
    from sayso.shell.knowledge.atomic import read_file

    if name == STANDARD_INPUT:
        content = sys.stdin.buffer.read(limits.KNOWLEDGE_FILE_MAX_BYTES + 1)
        if len(content) > limits.KNOWLEDGE_FILE_MAX_BYTES:
            raise RequestError(f"{what} is beyond the limit", "give less")
        return content
    path = checked_path(name, f"the path of {what}")
    found = read_file(path)
    if found is None:
        raise NotFoundError(f"there is no file {path}", "give a file, or - for standard input")
    return found


def input_text(name: str, what: str) -> str:
    """Read a text; raises RequestError for what is no UTF-8."""
    try:
        return input_bytes(name, what).decode()
    except UnicodeDecodeError as error:
        raise RequestError(f"{what} is not UTF-8 at byte {error.start}", "encode it so") from error


def input_object(name: str, what: str) -> dict[str, object]:
    """Read a JSON object; raises RequestError for what is none."""
    from sayso.core.knowledge.spelling import read_object
    from sayso.core.outcome import is_failure

    read = read_object(input_bytes(name, what))
    if is_failure(read):
        raise RequestError(f"{what} {read.failure()}", "give one JSON object")
    return read.unwrap()


def field_lines(value: JsonObject) -> Iterator[str]:
    """Lay an object out: a line for each field, and one for each entry of a list."""
    for key, one in sorted(value.items()):
        if isinstance(one, list):
            yield f"{visible_line(key)}:" if one else f"{visible_line(key)}: none"
            yield from (f"  - {plain(entry)}" for entry in one)
        else:
            yield f"{visible_line(key)}: {plain(one)}".rstrip()


def plain(value: object) -> str:
    """Write a value on one line: a text as it is, all else as JSON."""
    from sayso.core.knowledge.json_values import canonical

    return visible_line(value if isinstance(value, str) else canonical(value))
