"""Statements of document A about types: records go in and out, and failures have names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from sayso.shell import errors
from sayso.shell.errors import (
    MemoryLeaseError,
    NotFoundError,
    RefusedError,
    RequestError,
    SaysoError,
    StalePlanError,
)
from tests.architecture.tree import dotted, modules
from tests.kit import World, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.memory import Memory

# Where a value without a type of its own is what the place is about: the strict JSON of models
# and of foreign logs, the rows of an export, the lines of a mark, the JSON of commands and figures,
# a settings file.
JSON_PLACES = (
    "core/agents/connections/",
    "core/agents/payloads.py",
    "core/completions.py",
    "core/messages_api.py",
    "core/knowledge/",  # each layer is a JSON file that others write, too
    "core/model.py",
    "core/project/asking.py",
    "core/project/consolidation.py",
    "core/project/extraction.py",
    "core/project/offering.py",
    "core/project/tools.py",
    "core/quality/",
    "core/salvage/salvage.py",
    "core/shapes.py",
    "core/transcripts/",
    "core/witness.py",
    "shell/agents/probing.py",
    "shell/diagnosis.py",
    "shell/entrances/",
    "shell/exporting.py",
    "shell/knowledge/",
    "shell/salvaging.py",
    "shell/settings.py",
    "shell/store/reading.py",
)


def test_bare_dictionaries_stay_at_the_json_borders() -> None:
    """A function that gives a dictionary of anything lives where JSON is read or written."""
    faults = [
        module.at(function, function.name)
        for module in modules("core", "shell")
        if not module.path.startswith(JSON_PLACES)
        for function in module.functions()
        if function.returns is not None
        and any(loose in ast.unparse(function.returns) for loose in ("[str, object]", "[str, Any]"))
    ]
    assert not faults


def test_what_services_raise_is_in_the_tree() -> None:
    """Every exception raised by the shell is one of the tree, or a built-in caught beside it."""
    tree = {name for name, one in vars(errors).items() if isinstance(one, type)}
    tree |= {StalePlanError.__name__, "FileExistsError", "OSError"}
    raised = [
        (module.at(node, dotted(node.exc.func)), dotted(node.exc.func))
        for module in modules("shell")
        if not module.path.startswith("shell/entrances/")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    ]
    # A name in small letters is a function that makes one of them; its type is checked by mypy.
    faults = [place for place, name in raised if name[:1].isupper() and name not in tree]
    assert issubclass(StalePlanError, SaysoError)
    assert not faults


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (lambda memory: memory.read("m999"), NotFoundError),
        (lambda memory: memory.show(999), NotFoundError),
        (lambda memory: memory.forget("m999"), NotFoundError),
        (lambda memory: memory.read("abc"), RequestError),
        (lambda memory: memory.turn(""), RequestError),
        (lambda memory: memory.turn("x", intent="no such intent"), RequestError),
        (lambda memory: memory.record(whole_turn("\ud800")), RequestError),
        (lambda memory: memory.clear(confirm=False), RequestError),
        (lambda memory: memory.turn("x", intent="code_audit").search("x"), RefusedError),
    ],
)
def test_a_failure_is_a_typed_exception(
    use: Callable[[Memory], object], expected: type[SaysoError]
) -> None:
    """What cannot be done raises an exception that says what, why and which kind."""
    with World(None).open() as memory, pytest.raises(expected) as caught:
        use(memory)
    assert isinstance(caught.value, SaysoError)
    assert caught.value.message


def test_a_lost_lease_is_a_lease_error(tmp_path: Path) -> None:
    """Finishing a turn that ended otherwise raises MemoryLeaseError instead of giving False."""
    with World(tmp_path).open() as memory:
        turn = memory.turn("Hello.")
        turn.finish("Hi.")
        with pytest.raises(MemoryLeaseError):
            turn.finish("Another answer.")
