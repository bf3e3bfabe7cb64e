"""The Typer application: global options, and every command under its name.

Modules of commands are light to import; what a command needs is loaded inside its function, so
that `sayso --help` costs little more than Typer itself.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from sayso import __version__
from sayso.shell.entrances.cli import (
    changes,
    chatting,
    connecting,
    explaining,
    hooked,
    learning,
    looking,
    noting,
    recalling,
    recording,
    safekeeping,
    serving,
    trusting,
    trying,
    working,
)
from sayso.shell.entrances.cli.answers import asked_of
from sayso.shell.entrances.cli.late import LateGroup
from sayso.shell.entrances.cli.parameters import checked_path
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sayso.shell.entrances.cli.answers import Answer

COMMANDS: Final[Mapping[str, Callable[..., Answer]]] = {
    "demo": trying.demo,
    "chat": chatting.chat,
    "import": learning.import_logs,
    "record": recording.record,
    "work": working.work,
    "status": looking.status,
    "list": looking.list_memories,
    "notes": noting.notes,
    "show": looking.show,
    "search": looking.search,
    "recall": recalling.recall,
    "read": looking.read,
    "why": explaining.why,
    "context": looking.next_context,
    "forget": changes.forget,
    "retry": changes.retry,
    "drop": changes.drop,
    "new": changes.new,
    "clear": changes.clear,
    "export": changes.export,
    "connect": connecting.connect,
    "hook": hooked.hook,
    "doctor": safekeeping.doctor,
    "backup": safekeeping.backup,
    "restore": safekeeping.restore,
    "reindex": safekeeping.reindex,
    "trust": trusting.trust,
    "mcp": serving.mcp,
    "eval": trying.evaluate,
}

KNOWLEDGE: Final = "knowledge"
KNOWLEDGE_HELP: Final = "Keep and use what is known of a code base and its cases."

app = typer.Typer(
    name="sayso",
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _name, _function in COMMANDS.items():
    app.command(_name)(_function)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"sayso {__version__}")
        raise typer.Exit


@app.callback()
def sayso(
    context: typer.Context,
    project: Annotated[
        str,
        typer.Option(
            "--project",
            metavar="DIR",
            help="A folder of the project: the nearest .sayso going up, else the git root.",
        ),
    ] = ".",
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Long-term memory for LLM agents that remembers only on the user's say-so."""
    del version
    asked_of(context).project = checked_path(project, "the path of the project")
    if context.invoked_subcommand is not None:
        return
    if asked_of(context).json:
        raise RequestError("no command was given", "see 'sayso --help'")
    print(context.get_help())
    raise typer.Exit


@cache
def command() -> TyperGroup:
    """Build the whole command, in which every part takes `--json`."""
    group = _taking_json(typer.main.get_command(app))
    late = LateGroup(KNOWLEDGE, KNOWLEDGE_HELP, _of_knowledge)
    late.params.append(_json_option())
    group.commands[KNOWLEDGE] = late
    return group


def _of_knowledge() -> TyperGroup:
    from sayso.shell.entrances.cli.knowledge.commands import knowledge_group

    return _taking_json(typer.main.get_command(knowledge_group()))


def _taking_json(group: object) -> TyperGroup:
    if not isinstance(group, TyperGroup):
        raise TypeError("an application with commands is a group")
    for part in _parts_of(group):
        part.params.append(_json_option())
    return group


def _parts_of(group: TyperGroup) -> Iterator[TyperGroup | TyperCommand]:
    """Give a group and every command below it."""
    yield group
    for part in group.commands.values():
        if isinstance(part, TyperGroup):
            yield from _parts_of(part)
        elif isinstance(part, TyperCommand):
            yield part


def _json_option() -> TyperOption:
    return TyperOption(
        param_decls=["--json"],
        is_flag=True,
        expose_value=False,
        callback=_note_json,
        help="Answer as one JSON envelope.",
    )


def _note_json(context: typer.Context, _option: object, value: bool) -> None:
    if value:
        asked_of(context).json = True
