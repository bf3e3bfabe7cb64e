"""Every compiled pattern of core and shell, where it stands and how it is used.

The modules are imported and what they hold is walked: globals, what lies in tuples, mappings and
records, and what a cached function gives that has no parameter or is known. A pattern that is
made while the program runs would be missed, so its making is looked for in the source as well.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import inspect
import pkgutil
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import sayso.core
import sayso.shell
from sayso.core.project.intent_words import REQUESTS
from tests.architecture.tree import Function, dotted, modules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    AnyPattern = re.Pattern[str] | re.Pattern[bytes]

_STARTS_A_PROGRAM: Final = "sayso.shell.entrances.hooks"
_MAKING: Final = frozenset(
    {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
)
_CACHED: Final = type(functools.cache(ast.dump))
# Cached functions that make the patterns of one name each: all the names there are, and what is
# done with the patterns.
_PER_NAME: Final = {
    "core/project/classifying.py::_patterns": (tuple(REQUESTS), frozenset({"match"})),
}
_AT_A_PLACE: Final = frozenset({"match", "fullmatch"})


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A pattern, the names it has, and the methods of it that are called.

    A pattern that is handed on, or lies in a table, is taken to be searched with.
    """

    pattern: re.Pattern[str]
    names: tuple[str, ...]
    methods: frozenset[str]

    @property
    def is_searched_with(self) -> bool:
        """Whether it may be looked for anywhere in a text, not only at one place."""
        return not self.methods or bool(self.methods - _AT_A_PLACE)


@functools.cache
def patterns() -> tuple[Found, ...]:
    """Give every pattern once, in the order of its first name."""
    names: dict[AnyPattern, list[str]] = {}
    for module in _imported():
        path = module.__name__.removeprefix("sayso.").replace(".", "/")
        for name, value in list(vars(module).items()):  # looking into one may load another
            per_name = _PER_NAME.get(f"{path}.py::{name}", ((), None))[0]
            for pattern in _held([value(one) for one in per_name] or value, set()):
                names.setdefault(pattern, []).append(f"{module.__name__}.{name}")
    uses = _uses()
    return tuple(
        Found(pattern=_of_text(pattern), names=tuple(known), methods=_methods(known, pattern, uses))
        for pattern, known in sorted(names.items(), key=lambda one: one[1])
    )


def _of_text(pattern: AnyPattern) -> re.Pattern[str]:
    """Give a pattern of bytes as the one of text that does the same, character by character."""
    told: str | bytes = pattern.pattern
    if isinstance(told, str):
        return re.compile(told, pattern.flags)
    return re.compile(told.decode("latin-1"), pattern.flags | re.ASCII)


def made_at_run_time() -> tuple[str, ...]:
    """Give every place where a pattern is made inside a function, as `path::function`.

    A function that is called to see its patterns is none.
    """
    found = []
    for module in modules("core", "shell"):
        for function in module.functions():
            if _is_called(function) or f"{module.path}::{function.name}" in _PER_NAME:
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    owner, _, method = dotted(node.func).rpartition(".")
                    if owner == "re" and method in _MAKING:
                        found.append(f"{module.path}::{function.name}")
    return tuple(sorted(found))


def _is_called(function: Function) -> bool:
    """Tell whether a function is cached and takes nothing."""
    cached = any(dotted(one) in ("cache", "functools.cache") for one in function.decorator_list)
    return cached and not ast.unparse(function.args)


def _imported() -> Iterator[ModuleType]:
    for package in (sayso.core, sayso.shell):
        yield package
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name != _STARTS_A_PROGRAM:
                yield importlib.import_module(module.name)


def _held(value: object, seen: set[int]) -> Iterator[AnyPattern]:
    """Yield the patterns in a value and in what it holds."""
    if id(value) in seen:
        return
    seen.add(id(value))
    inside: list[object] = []
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        inside = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inside = list(value)
    elif isinstance(value, _CACHED) and not inspect.signature(value).parameters:
        inside = [value()]
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        inside = [getattr(value, field.name) for field in dataclasses.fields(value)]
    for one in inside:
        yield from _held(one, seen)


def _uses() -> Mapping[tuple[str, str], frozenset[str]]:
    """Give the methods called on each (module, name); '' where it is used in another way.

    A bare name is looked up in its own module, an attribute of something stands for any module.
    """
    uses: dict[tuple[str, str], set[str]] = {}
    for module in modules("core", "shell"):
        own = "sayso." + module.path.removesuffix(".py").replace("/", ".")
        for name, method in _looked_at(module.tree):
            uses.setdefault(_named(name, own), set()).add(method)
    return {name: frozenset(methods) for name, methods in uses.items()}


def _looked_at(tree: ast.Module) -> Iterator[tuple[ast.Name | ast.Attribute, str]]:
    """Yield every use of a name with the method called on it, '' for any other use."""
    owners: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owners.add(id(node.value))
            yield node.value, node.attr if node.attr in _MAKING else ""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute) or id(node) in owners:
            continue
        if isinstance(node.ctx, ast.Load):
            yield node, ""


def _named(node: ast.Name | ast.Attribute, module: str) -> tuple[str, str]:
    return (module, node.id) if isinstance(node, ast.Name) else ("", node.attr)


def _methods(
    names: list[str],
    pattern: AnyPattern,
    uses: Mapping[tuple[str, str], frozenset[str]],
) -> frozenset[str]:
    methods: set[str] = set()
    for name in names:
        module, _, last = name.rpartition(".")
        path = module.removeprefix("sayso.").replace(".", "/")
        known = _PER_NAME.get(f"{path}.py::{last}")
        if known is not None:
            methods |= known[1]
            continue
        if getattr(importlib.import_module(module), last) is not pattern:
            methods.add("")  # it lies in a table or a record
        methods |= uses.get((module, last), frozenset()) | uses.get(("", last), frozenset())
    return frozenset(methods)
