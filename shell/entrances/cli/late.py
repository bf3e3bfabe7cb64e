"""A group of commands that is built once somebody asks for what is in it.

Typer takes half a millisecond for each command, which everybody would pay who wants another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from sayso.shell.entrances.cli.answers import asked_of
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable


class LateGroup(TyperGroup):
    """A group whose commands come from a function that is called at the first need."""

    def __init__(self, name: str, sentence: str, build: Callable[[], TyperGroup]) -> None:
        """Know the name and the sentence for it, and how the rest is built."""
        super().__init__(
            name=name, help=sentence, invoke_without_command=True, rich_markup_mode=None
        )
        self._build: Callable[[], TyperGroup] | None = build

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - Typer hides click's classes
        """Name the commands."""
        self.fill()
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - as above
        """Give a command, None for one that is not there."""
        self.fill()
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as above
        """Carry out a command, or say which there are."""
        answer = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            show_commands(ctx)
        return answer

    def fill(self) -> None:
        """Build what is in the group, once."""
        if self._build is not None:
            self.commands.update(self._build().commands)
            self._build = None


def show_commands(context: typer.Context) -> None:
    """Show the help of a group that was called alone; as JSON there is none, which is an error."""
    if asked_of(context).json:
        raise RequestError("no command was given", f"see '{context.command_path} --help'")
    print(context.get_help())
    raise typer.Exit
