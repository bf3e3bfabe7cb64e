"""Commands that show and measure: demo and eval."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer


def demo(context: typer.Context) -> Answer:
    """Show it all, offline: a scripted conversation in a temporary store.

    What was said, what was kept with its proof, what was refused and why, a change of mind, a
    forget that holds, and the context of the next request. JSON: scenes[{title, note, turns[],
    kept[], replaced[], forgotten[], refused[]}], context, found[{query, hits[]}].
    """
    from sayso.shell.demo import run_demo
    from sayso.shell.entrances.cli.playbill import demo_fields, demo_lines

    del context
    report = run_demo()
    return Answer(fields=demo_fields(report), lines=demo_lines(report))


def evaluate(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Labelled cases, JSON Lines.")],
) -> Answer:
    """Measure."""
    raise NotImplementedError
