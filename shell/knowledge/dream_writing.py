"""What a dream writes back (phase 4): all that its plan changes, or nothing where it is overtaken.

The locks of all files that a plan is about are held together, the layers are read as they are now,
and core.knowledge.dream_settling says what becomes of them. What is replaced is kept first, in
`before-dreams/`. Each file is replaced whole; a crash between two leaves each old or new, and no
entry in the log, so that the next dream looks at all of it again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.dream_settling import Layers, functions_in, replaced_by, settle_plan
from sayso.core.knowledge.moments import moment_text, stamp
from sayso.shell.errors import KnowledgeDamagedError
from sayso.shell.knowledge import layer_files as files
from sayso.shell.knowledge.atomic import remove_file, write_file
from sayso.shell.knowledge.dream_gathering import function_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.knowledge.dream_plan import DreamPlan
    from sayso.core.knowledge.dream_settling import Settled
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.folder import Folder

BEFORE: Final = "before-dreams"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a dream has changed; `left_out` names what it wanted to and others had changed."""

    notes: bool = False
    functions: tuple[str, ...] = ()
    added: int = 0
    removed: int = 0
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtaken:
    """Others have changed what a plan would replace; nothing was written."""

    names: tuple[str, ...]


def write_plan(
    folder: Folder, plan: DreamPlan, shown: Layers, *, is_last: bool
) -> Written | Overtaken:
    """Do what a plan says; at the last try what is overtaken is left out instead."""
    paths = {name: function_path(name) for name in functions_in(plan)}
    with folder.locked(files.PROJECT, files.PATTERNS, *paths.values()):
        now, damaged = _layers(folder, paths)
        now_us = folder.ports.clock.now_us()
        settled = settle_plan(_without(plan, damaged), shown, now, moment_text(now_us))
        if settled.overtaken and not is_last:
            return Overtaken(names=settled.overtaken)
        _keep(folder, replaced_by(settled, now), now_us)
        _write(folder, settled, now, paths)
    return Written(
        notes=settled.notes is not None,
        functions=tuple(settled.functions),
        added=settled.patterns.added,
        removed=len(settled.patterns.removed),
        left_out=(*settled.overtaken, *damaged),
    )


def _without(plan: DreamPlan, damaged: tuple[str, ...]) -> DreamPlan:
    """Leave functions alone whose files are damaged."""
    kept = tuple(one for one in plan.functions if one.function.upper() not in damaged)
    return replace(plan, functions=kept)


def _layers(folder: Folder, paths: Mapping[str, str]) -> tuple[Layers, tuple[str, ...]]:
    """Read what a plan is about as it is now, and name the functions that can't be read."""
    functions: dict[str, JsonObject] = {}
    damaged: list[str] = []
    for name, path in paths.items():
        try:
            functions[name] = folder.read_object(path) or {}
        except KnowledgeDamagedError:
            damaged.append(name)
    layers = Layers(
        notes=folder.read_text(files.PROJECT),
        functions=functions,
        patterns=folder.read_list(files.PATTERNS),
    )
    return layers, tuple(damaged)


def _write(folder: Folder, settled: Settled, now: Layers, paths: Mapping[str, str]) -> None:
    if list(settled.patterns.patterns) != list(now.patterns):
        folder.write(files.PATTERNS, list(settled.patterns.patterns))
    for name, known in settled.functions.items():
        folder.write(paths[name], known)
    if settled.notes is not None:
        write_file(folder.root / files.PROJECT, settled.notes.encode())


def _keep(folder: Folder, replaced: JsonObject, now_us: int) -> None:
    """Keep what a dream replaces, and of all before the newest by their names."""
    if not replaced:
        return
    name = f"{stamp(now_us)}_{folder.ports.ids.token()[-8:]}"
    folder.write(f"{BEFORE}/{name}.json", {"at": moment_text(now_us), **replaced})
    for old in _beyond(folder.stems(BEFORE), name):
        remove_file(folder.root / BEFORE / f"{old}.json")


def _beyond(names: Iterable[str], newest: str) -> list[str]:
    """Give the names that are too many; the one just written stays whatever the clock says."""
    others = sorted(name for name in names if name != newest)
    return others[: max(0, len(others) - (limits.DREAMS_BEFORE_MAX - 1))]
