"""The library's public face: records of known shape everywhere, one tree of exceptions."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import types
import typing
from collections.abc import Callable as AbstractCallable
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sayso
from sayso.core.outcome import Result
from sayso.shell import errors
from sayso.shell.errors import SaysoError
from sayso.shell.importing import ImportOptions, ImportReport
from sayso.shell.memory import Memory
from sayso.shell.settings import Settings
from sayso.shell.turn import MemoryTurn
from tests.architecture.tree import dotted, modules

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAVES = (str, int, bool, float, bytes, None, types.NoneType, Path, date)
# Services of the package reach the store and the heart through the facade, and forking waits for
# their locks; hosts do not.
INTERNAL = frozenset({"store", "heart", "fork_lock"})
BRANCH = re.compile(r"^ {4}(?P<lines>[│├└─ ]*)(?P<name>\w+Error) ", re.MULTILINE)


def names_of(module: types.ModuleType) -> dict[str, object]:
    """Give the names a module's annotations use, also those only a type checker imports."""
    tree = ast.parse(inspect.getsource(module))
    found: dict[str, object] = {}
    for block in tree.body:
        if isinstance(block, ast.If) and dotted(block.test) == "TYPE_CHECKING":
            for node in block.body:
                if isinstance(node, ast.Import):
                    found |= {one.name: importlib.import_module(one.name) for one in node.names}
                    continue
                assert isinstance(node, ast.ImportFrom)
                source = importlib.import_module(str(node.module))
                found |= {one.asname or one.name: getattr(source, one.name) for one in node.names}
    return found | vars(module)


def hints_of(owner: object) -> dict[str, object]:
    """Give the annotations of a function or record as types."""
    module = inspect.getmodule(owner)
    assert module is not None
    names: dict[str, Any] = names_of(module)
    return typing.get_type_hints(owner, globalns=names, localns={**names, "Self": None})


def members_of(owner: type) -> Iterator[tuple[str, object]]:
    """Give the functions behind the public methods and properties of a class."""
    for name, member in inspect.getmembers_static(owner):
        if name.startswith("_") or name in INTERNAL:
            continue
        if isinstance(member, property):
            yield name, member.fget
        elif isinstance(member, classmethod | staticmethod):
            yield name, member.__func__
        elif inspect.isfunction(member):
            yield name, member


def vague(kind: object, seen: set[object]) -> Iterator[str]:
    """Name every part of a type whose shape a caller cannot know."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind in LEAVES or kind in seen or (isinstance(kind, type) and issubclass(kind, Enum)):
        return
    if origin in (typing.Union, types.UnionType, frozenset, Result):
        inner = parts
    elif origin is tuple and parts[1:] == (Ellipsis,):
        inner = parts[:1]
    elif origin is AbstractCallable:
        # A caller that takes any answer says so with `object`, and does nothing with it.
        inner = (*parts[0], *(() if parts[1] is object else parts[1:]))
    elif isinstance(kind, type) and kind.__module__.startswith("sayso."):
        seen.add(kind)
        yield from vague_members(kind, seen)
        return
    else:
        yield str(kind)
        return
    for one in inner:
        yield from vague(one, seen)


def vague_members(owner: type, seen: set[object]) -> Iterator[str]:
    """Name every public field, parameter and answer of a class whose shape is not known."""
    spelled: list[tuple[str, dict[str, object]]] = []
    if is_dataclass(owner):
        known = hints_of(owner)
        spelled.append(("", {one.name: known[one.name] for one in fields(owner)}))
    spelled += [(name, hints_of(member)) for name, member in members_of(owner)]
    for name, hints in spelled:
        for part, kind in hints.items():
            yield from (f"{owner.__name__}.{name}({part}): {one}" for one in vague(kind, seen))


@pytest.mark.parametrize("owner", [Memory, MemoryTurn, ImportOptions, ImportReport, Settings])
def test_every_shape_is_a_record(owner: type) -> None:
    """Whatever a host hands in or gets is a plain value, a record, or a row of equal ones."""
    assert list(vague_members(owner, set())) == []


def drawn_tree() -> dict[str, str | None]:
    """Read the tree in the docstring of the errors: each class with its parent."""
    parents: dict[str, str | None] = {}
    path: list[str] = []
    for branch in BRANCH.finditer(errors.__doc__ or ""):
        depth = len(branch["lines"]) // 4
        del path[depth:]
        parents[branch["name"]] = path[-1] if path else None
        path.append(branch["name"])
    return parents


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Every exception is drawn below its parent, and nothing is drawn that isn't there."""
    classes = {
        name: None if one is SaysoError else one.__bases__[0].__name__
        for name, one in vars(errors).items()
        if isinstance(one, type) and issubclass(one, SaysoError)
    }
    assert drawn_tree() == classes


def test_no_exception_stands_outside_the_tree() -> None:
    """Only errors.py defines exceptions; what the core raises inside a JSON hook stays inside."""
    made = [
        module.at(node, node.name)
        for module in modules("core", "shell")
        if module.path != "shell/errors.py"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and any(dotted(base).endswith(("Error", "Exception")) for base in node.bases)
    ]
    assert made == []


def test_every_exception_of_the_tree_is_raised() -> None:
    """No host is told to catch what never comes; the root stands for all of them."""
    made = {
        dotted(node.func)
        for module in modules("shell")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
    }
    assert set(drawn_tree()) - made == {"SaysoError"}


def test_what_the_package_offers_is_what_a_type_checker_sees() -> None:
    """Every public name resolves to its definition, and the typed imports name the same ones."""
    tree = ast.parse(inspect.getsource(sayso))
    typed = {
        str(one.asname): str(node.module)
        for block in tree.body
        if isinstance(block, ast.If) and dotted(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for one in node.names
    }
    assert set(sayso.__all__) == {*typed, "__version__"} == set(dir(sayso))
    for name, home in typed.items():
        assert getattr(sayso, name) is getattr(importlib.import_module(home), name)


def test_every_type_of_what_recall_gives_is_offered() -> None:
    """Whoever uses `Memory.recall` can name every type that its result holds."""
    waiting: list[type] = [sayso.Recalled]
    met: set[str] = set()
    while waiting:
        kind = waiting.pop()
        met.add(kind.__name__)
        for hint in typing.get_type_hints(kind, localns={"Role": sayso.Role}).values():
            parts = (hint, *typing.get_args(hint))
            waiting += [
                part
                for part in parts
                if inspect.isclass(part)
                and part.__module__.startswith("sayso.")
                and part.__name__ not in met
            ]
    assert met >= {"Recalled", "RecallHit", "Line", "Reasons", "Word", "Points"}
    assert met <= set(sayso.__all__)


def test_every_exception_a_host_meets_is_offered() -> None:
    """A host catches what it needs without knowing where it is defined."""
    assert set(drawn_tree()) - set(sayso.__all__) == {"StageFaultError"}


@pytest.mark.parametrize(
    "kind",
    [
        dict[str, int],
        Mapping[str, int],
        tuple[str, int],
        tuple[tuple[str, int], ...],
        object,
        Any,
        list[str],
        AbstractCallable[[dict[str, int]], None],
        str | dict[str, int],
    ],
)
def test_a_vague_shape_is_seen(kind: object) -> None:
    """The walk over the public face finds what it is there to find."""
    assert list(vague(kind, set()))
    assert not list(vague(tuple[str | None, ...], set()))


def test_records_that_are_handed_out_are_frozen() -> None:
    """No host can change a record behind the library's back."""
    seen: set[object] = set()
    assert list(vague_members(Memory, seen)) == []
    records = [one for one in seen if isinstance(one, type) and is_dataclass(one)]
    assert len(records) > 20
    for one in records:
        parameters = vars(one)["__dataclass_params__"]
        assert parameters.frozen, one


def test_every_public_method_says_what_it_does() -> None:
    """Each has a sentence; each exception it names is one of the tree."""
    for owner in (Memory, MemoryTurn):
        for name, member in members_of(owner):
            doc = inspect.getdoc(member) or ""
            assert doc.splitlines()[0].endswith("."), f"{owner.__name__}.{name}"
            named = set(re.findall(r"\w+Error\b", doc))
            assert named <= set(drawn_tree()), f"{owner.__name__}.{name}"
