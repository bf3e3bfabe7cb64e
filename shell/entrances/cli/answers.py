"""What a command is asked and what it answers, before anything is printed.

A command is a function from options to an `Answer`; printing and exit codes are decided in one
place (running.py). `Asked` is what every command shares; it is filled while options are parsed.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import typer

    from sayso.core.metering import DailyLimits
    from sayso.shell.memory import Memory
    from sayso.shell.ports import Model


class Asked:
    """What the caller asked of the whole command line: which project, and text or JSON."""

    def __init__(self) -> None:
        """Start with the defaults: the current folder, and text."""
        self.project = Path()
        self.json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command found or did: fields for JSON, lines for people.

    `notes` go to stderr, and only to people. Lines are made safe for a terminal when they are
    printed; `is_safe` ones were so before styles of our own went around them. The exit code is 0
    unless the answer itself tells of a failure (1: partly failed, 3: degraded).
    """

    fields: Mapping[str, object]
    lines: tuple[str, ...]
    notes: tuple[str, ...] = field(default=())
    exit_code: int = 0
    is_safe: bool = False


def asked_of(context: typer.Context) -> Asked:
    """Give what the caller asked, from Typer's context."""
    asked = context.obj
    if not isinstance(asked, Asked):
        raise TypeError("the command line was entered without `run`")
    return asked


def is_debugging() -> bool:
    """Tell whether RAW errors and tracebacks are wanted (SAYSO_DEBUG)."""
    return os.environ.get("SAYSO_DEBUG", "").lower() in ("1", "true", "yes")


@contextmanager
def existing_memory(asked: Asked, model: Model | None = None) -> Iterator[Memory | None]:
    """Open the project's memory; None where there is none yet, and nothing is created."""
    from sayso.shell.errors import NotFoundError
    from sayso.shell.memory import Memory
    from sayso.shell.store.opening import find_project

    project = find_project(asked.project)
    try:
        memory = Memory.open(project, create=False, model=model, daily=_daily(model))
    except NotFoundError:
        yield None
        return
    with memory:
        yield memory


def open_memory(asked: Asked, *, create: bool, model: Model | None = None) -> Memory:
    """Open the project's memory; raises NotFoundError where there is none and none is made."""
    from sayso.shell.memory import Memory

    return Memory.open(asked.project, create=create, model=model, daily=_daily(model))


def _daily(model: Model | None) -> DailyLimits | None:
    """Give what a configured model may cost; the embedded one costs nothing."""
    if model is None:
        return None
    from sayso.shell.settings import load_settings

    return load_settings().daily


def configured_model() -> Model:
    """Give the model the settings name; raises RequestError for settings that make none."""
    from sayso.shell.settings import choose_model, load_settings

    return choose_model(load_settings())


def absence_note(asked: Asked) -> str:
    """Say that a project has no memory yet and how one begins."""
    from sayso.shell.store.opening import find_project

    return (
        f"no memory in {find_project(asked.project)} yet — "
        "it begins with 'sayso record' or 'sayso import'"
    )
