"""The commands of layered knowledge, as one table, and the group that is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from sayso.shell.entrances.cli.knowledge import (
    asking,
    cases,
    code,
    dreams,
    functions,
    notes,
    patterns,
    sessions,
    showing,
    standing,
)
from sayso.shell.entrances.cli.late import show_commands

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.shell.entrances.cli.answers import Answer

# A name of two words is a command of a group of its own.
COMMANDS: Final[Mapping[str, Callable[..., Answer]]] = {
    "init": notes.init,
    "note": notes.note,
    "function": functions.function,
    "pattern add": patterns.add,
    "pattern list": patterns.list_patterns,
    "pattern similar": patterns.similar,
    "pattern remove": patterns.remove,
    "session start": sessions.start,
    "session step": sessions.step,
    "session finding": sessions.finding,
    "session finish": sessions.finish,
    "session list": sessions.list_sessions,
    "session show": sessions.show,
    "case write": cases.write,
    "case show": cases.show,
    "context": asking.context,
    "recall": asking.recall,
    "status": standing.status,
    "check": standing.check,
    "code learn": code.learn,
    "code show": code.show,
    "code list": code.list_functions,
    "code callers": code.callers,
    "dream": dreams.dream,
    "demo": showing.demo,
}
GROUPS: Final[Mapping[str, str]] = {
    "pattern": "What went wrong before, why, and what helped.",
    "session": "How a case is worked on, step by step.",
    "case": "What came of a case.",
    "code": "What is learned from the code itself.",
}


def knowledge_group() -> typer.Typer:
    """Make the group with all its commands."""
    whole = typer.Typer(rich_markup_mode=None)
    below: dict[str, typer.Typer] = {}
    for name, function in COMMANDS.items():
        first, _, second = name.partition(" ")
        if not second:
            whole.command(first)(function)
            continue
        if first not in below:
            below[first] = _group(first)
            whole.add_typer(below[first], name=first)
        below[first].command(second)(function)
    return whole


def _group(name: str) -> typer.Typer:
    return typer.Typer(
        name=name,
        help=GROUPS[name],
        invoke_without_command=True,
        callback=_told_alone,
        rich_markup_mode=None,
    )


def _told_alone(context: typer.Context) -> None:
    """Show what there is when no command was given."""
    if context.invoked_subcommand is None:
        show_commands(context)
