"""Commands that show and measure: demo and eval."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer, configured_model
from sayso.shell.entrances.cli.progress import Progress
from sayso.shell.errors import RequestError


class JudgedModel(StrEnum):
    """Which model is measured."""

    RULES = "rules"
    CONFIGURED = "configured"


def demo(context: typer.Context) -> Answer:
    """Show it all offline, in a temporary store.

    A scripted conversation in two languages: what was said, what was kept with its proof, what
    was refused and why, a change of mind, a forget that holds, and the next request's context.

    JSON: scenes[{title, note, turns[],
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
    model: Annotated[
        JudgedModel, typer.Option("--model", help="Which model extracts; by default the rules.")
    ] = JudgedModel.RULES,
    gate: Annotated[
        bool, typer.Option("--gate", help="Try the checks alone, as if a model had proposed.")
    ] = False,
) -> Answer:
    """Measure what is kept, or the checks alone, on labelled cases.

    A line is {"id", "lang", "label", "text", "expect"[{"kind", "quote", "proposal_quote"?,
    "about"[]}], "prev_user"?, "prev_assistant"?, "why"?}. Every case gets a store of its own in
    memory; no project is touched.

    JSON: cases, expected, kept, correct, false, precision, recall, by_label{}, by_lang{},
    withdraw{cases, right}, one_sided, failures[]; with --gate: right, right_accepted, wrong,
    wrong_refused, failures[].
    """
    from sayso.core.quality.gate import check_gate
    from sayso.core.quality.telling import eval_fields, gate_fields, render_eval, render_gate
    from sayso.shell.evaluating import evaluate as measure
    from sayso.shell.evaluating import load_cases

    del context
    if gate and model is JudgedModel.CONFIGURED:
        raise RequestError("the gate is tried without a model", "leave out --model")
    cases = load_cases(file)
    if gate:
        checked = check_gate(cases)
        return Answer(fields=gate_fields(checked), lines=render_gate(checked))
    judged = configured_model() if model is JudgedModel.CONFIGURED else None
    with Progress("cases", len(cases)) as progress:
        report = measure(cases, judged, progress.show)
    return Answer(fields=eval_fields(report), lines=render_eval(report))
