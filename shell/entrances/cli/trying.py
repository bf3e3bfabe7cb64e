"""Commands that show and measure: demo and eval."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer


def demo(context: typer.Context) -> Answer:
    """Show."""
    raise NotImplementedError


def evaluate(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Labelled cases, JSON Lines.")],
) -> Answer:
    """Measure."""
    raise NotImplementedError
