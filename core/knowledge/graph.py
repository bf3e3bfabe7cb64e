"""The code graph: which functions there are in which file, and which call which.

Input: outlines, file by file. Output: the graph as a value, as its file has it, and answers from
it. A file whose hash is what it was keeps its part, so a graph grows by increments (B41). A call is
known by the last part of its name; where the same file defines such a function, that one is meant,
else every function that is so called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from sayso.core.knowledge.json_values import is_object, object_of, objects_of, text_of, texts_of
from sayso.core.knowledge.outline import own_hash
from sayso.core.outcome import Failure, Success

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.knowledge.outline import Outline
    from sayso.core.outcome import Result

VERSION: Final = 1
_JOINTS: Final = re.compile(r"::|->|\?\.|\.")
_NAME: Final = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Defined:
    """A function in a file: its lines, the hash of its own text, and what it calls."""

    name: str
    first_line: int
    last_line: int
    hash: str
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNode:
    """A file: its hash, by which parser it was read ('': by none), and what it defines.

    Where it could not be understood, `fault` says why, and `functions` are those of before.
    """

    hash: str
    parser: str
    functions: tuple[Defined, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeGraph:
    """All files by their paths; `cursor` is the file that was tried last."""

    files: Mapping[str, FileNode] = field(default_factory=dict)
    cursor: str = ""


class Place(NamedTuple):
    """Where a function is defined."""

    path: str
    function: Defined


def node_of(found: Iterable[Outline], file_hash: str, parser: str) -> FileNode:
    """Give a file's part of the graph."""
    functions = tuple(
        Defined(
            name=one.name,
            first_line=one.first_line,
            last_line=one.last_line,
            hash=one.hash,
            calls=one.calls,
        )
        for one in found
    )
    return FileNode(hash=file_hash, parser=parser, functions=functions)


def last_name(written: str) -> str:
    """Give the last part of a name, '' where that is no name.

    >>> last_name("self.brake->check"), last_name("std::sort"), last_name("table[0]")
    ('check', 'sort', '')
    """
    last = _JOINTS.split(written)[-1].partition("<")[0].strip()
    return last if _NAME.fullmatch(last) else ""


def places(graph: CodeGraph) -> dict[str, tuple[Place, ...]]:
    """Give where each function is defined, by its name in capitals, files in order."""
    found: dict[str, list[Place]] = {}
    for path, node in sorted(graph.files.items()):
        for one in node.functions:
            found.setdefault(one.name.upper(), []).append(Place(path, one))
    return {name: tuple(found[name]) for name in sorted(found)}


def function_hash(defined: Iterable[Place]) -> str:
    """Give the hash of a function by its definitions: it is another where one of them is.

    Lines are none of it, so that a function may move within its file.
    """
    return own_hash(
        {
            f"{at}:{one.path}": one.function.hash
            for at, one in enumerate(sorted(defined, key=_order))
        }
    )


def source_hashes(defined: Iterable[Place]) -> dict[str, str]:
    """Give the hash of a function's own text in each file that defines it."""
    by_path: dict[str, list[Place]] = {}
    for one in defined:
        by_path.setdefault(one.path, []).append(one)
    return {path: function_hash(by_path[path]) for path in sorted(by_path)}


def callers(graph: CodeGraph, name: str) -> tuple[Place, ...]:
    """Give the functions that call one, by its whole name or the last part of it."""
    wanted = name.upper()
    short = last_name(name)
    by_path = {path: _names_in(node) for path, node in graph.files.items()}
    homes = {path for path, names in by_path.items() if _is_named(names, wanted)}
    found = []
    for path, node in sorted(graph.files.items()):
        # A file that defines another one of this name means its own.
        is_shadowed = path not in homes and short.upper() in {
            last_name(one).upper() for one in by_path[path]
        }
        if is_shadowed:
            continue
        found += [
            Place(path, one)
            for one in node.functions
            if any(last_name(call) == short or call.upper() == wanted for call in one.calls)
        ]
    return tuple(found)


def callees(graph: CodeGraph, name: str) -> tuple[str, ...]:
    """Give what a function calls of the functions that there are, by their whole names, sorted."""
    every = places(graph)
    by_last: dict[str, set[Place]] = {}
    for defined in every.values():
        for one in defined:
            by_last.setdefault(last_name(one.function.name), set()).add(one)
    found: set[str] = set()
    for place in every.get(name.upper(), ()):
        for call in place.function.calls:
            meant = by_last.get(last_name(call), set())
            own = {one for one in meant if one.path == place.path}
            found |= {one.function.name for one in own or meant}
    return tuple(sorted(found))


def graph_fields(graph: CodeGraph) -> dict[str, object]:
    """Give a graph as its file has it."""
    return {
        "schema_version": VERSION,
        "cursor": graph.cursor,
        "files": {
            path: {
                "hash": node.hash,
                "parser": node.parser,
                "fault": node.fault,
                "functions": [_defined_fields(one) for one in node.functions],
            }
            for path, node in graph.files.items()
        },
    }


def read_graph(value: JsonObject) -> Result[CodeGraph, str]:
    """Read a graph; fails for another version and for what is none."""
    if value.get("schema_version") != VERSION:
        return Failure(f"the graph's version is {value.get('schema_version')!r}, not {VERSION}")
    if not is_object(value.get("files")):
        return Failure("the graph has no files")
    files = object_of(value, "files")
    nodes = {path: _read_node(object_of(files, path)) for path in files}
    return Success(CodeGraph(files=nodes, cursor=text_of(value, "cursor")))


def _read_node(value: JsonObject) -> FileNode:
    functions = tuple(_read_defined(one) for one in objects_of(value, "functions"))
    return FileNode(
        hash=text_of(value, "hash"),
        parser=text_of(value, "parser"),
        functions=functions,
        fault=text_of(value, "fault"),
    )


def _defined_fields(one: Defined) -> dict[str, object]:
    return {
        "name": one.name,
        "first_line": one.first_line,
        "last_line": one.last_line,
        "hash": one.hash,
        "calls": list(one.calls),
    }


def _read_defined(value: JsonObject) -> Defined:
    first, last = (_whole(value.get(key)) for key in ("first_line", "last_line"))
    return Defined(
        name=text_of(value, "name"),
        first_line=first,
        last_line=last,
        hash=text_of(value, "hash"),
        calls=texts_of(value, "calls"),
    )


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _order(one: Place) -> tuple[str, int, str]:
    return (one.path, one.function.first_line, one.function.hash)


def _names_in(node: FileNode) -> tuple[str, ...]:
    return tuple(one.name for one in node.functions)


def _is_named(names: Iterable[str], wanted: str) -> bool:
    """Tell whether one of these names is meant: as a whole, or by its last part."""
    return any(wanted in (one.upper(), last_name(one).upper()) for one in names)
