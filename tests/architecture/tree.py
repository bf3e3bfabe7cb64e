"""The project's own files, as the architecture tests look at them.

Python files are given once each, under the path a person edits (`core/text.py`, never
`src/sayso/core/text.py`), with their text and their syntax tree.
"""

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("core", "shell", "sql")
CODE = (*SHIPPED, "src", "tests", "bench", "examples")
_SKIPPED = frozenset({"__pycache__", "build", "dist"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One Python file: `path` is relative to the repository root, with forward slashes.

    `nodes` is its whole tree laid out flat: walking it costs more than what is looked for.
    """

    path: str
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]

    def functions(self) -> Iterator[Function]:
        """Give every function and method of the file, nested ones too."""
        return (node for node in self.nodes if isinstance(node, Function))

    def calls(self) -> Iterator[tuple[ast.Call, str]]:
        """Give every call with the dotted name that is called, `?` for what is no name."""
        for node in self.nodes:
            if isinstance(node, ast.Call):
                yield node, dotted(node.func)

    def at(self, node: ast.AST, what: str) -> str:
        """Say where something is and what is wrong with it, in a form editors can open."""
        return f"{self.path}:{getattr(node, 'lineno', 1)}: {what}"


def files() -> Iterator[Path]:
    """Give every file of the repository that is neither generated nor hidden by a dot folder."""
    for folder, names, found in os.walk(ROOT):
        names[:] = [
            name
            for name in names
            if name not in _SKIPPED and (not name.startswith(".") or name == ".ci")
        ]
        yield from (Path(folder, name) for name in found)


@cache
def read_module(path: str) -> Module:
    """Read and parse one Python file, by its path from the root."""
    text = (ROOT / path).read_text("utf-8")
    tree = ast.parse(text, filename=path)
    return Module(path=path, text=text, tree=tree, nodes=tuple(ast.walk(tree)))


@cache
def modules(*tops: str) -> tuple[Module, ...]:
    """Give the Python files below some top-level folders, in path order."""
    found = (path.relative_to(ROOT) for path in sorted(files()) if path.suffix == ".py")
    return tuple(read_module(path.as_posix()) for path in found if path.parts[0] in tops)


def dotted(node: ast.expr) -> str:
    """Spell a chain of names and attributes with dots; anything else in it becomes `?`."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{dotted(value)}.{attr}"
        case _:
            return "?"


def listed(faults: list[str]) -> str:
    """Lay faults out one per line, for the message of an assertion."""
    return "\n".join(["", *faults])
