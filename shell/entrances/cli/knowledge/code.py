"""Commands about what is learned from the code: code learn, show, list and callers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.noticing import noticed
from sayso.shell.entrances.cli.knowledge.place import (
    FunctionName,
    Variant,
    field_lines,
    made_place,
    place_of,
)
from sayso.shell.entrances.cli.lines import plural
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.knowledge.freshness import Category
    from sayso.core.knowledge.graph import Place as Where
    from sayso.core.knowledge.learning import ModuleResult

UNBOUNDED: Final = sys.maxsize


def learn(
    context: typer.Context,
    *,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", help="Learn at most so many functions.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Learn all that changed, however much it is.")
    ] = False,
    variant: Variant = "",
) -> Answer:
    """Learn from the sources that changed, offline.

    What functions there are, what they call, and what stands in them, by an outline of the
    source. Python is read as it is; pip install 'sayso[code]' reads more languages, and others are
    known by their hashes. What is not learned this time waits, withheld. Exit code 1 when
    something failed.

    JSON: learned, waiting, results[{category, status, published{}, failed[], pairs_learned,
    pairs_skipped, warmup_done, error, notes[]}].
    """
    from sayso.core.knowledge.freshness import Category
    from sayso.core.knowledge.learning import Outcome, result_fields
    from sayso.shell.knowledge.studying import study

    if everything and budget is not None:
        raise RequestError("--all and --budget exclude each other", "give one of them, or none")
    if budget is not None and budget < 1:
        raise RequestError(f"a budget of {budget} learns nothing", "give at least 1")
    place = made_place(context, variant)
    with noticed() as notes:
        done = study(place.base, budget=UNBOUNDED if everything else budget)
    told = {one: result for one, result in done.items() if result.outcome is not Outcome.ABSENT}
    code = told[Category.CODE_KNOWLEDGE]
    return Answer(
        fields={
            "learned": code.learned,
            "waiting": code.skipped,
            "results": [result_fields(one) for one in told.values()],
        },
        lines=tuple(_learned_lines(told)),
        notes=tuple(notes),
        exit_code=1 if any(one.error for one in told.values()) else 0,
    )


def show(
    context: typer.Context,
    function: FunctionName,
    *,
    raw: Annotated[
        bool, typer.Option("--raw", help="Show it even where it is withheld, for a look at it.")
    ] = False,
    variant: Variant = "",
) -> Answer:
    """Show what was learned of a function's code.

    What is withheld is not shown, but why; --raw shows it all the same.

    JSON: function, knowledge{} (empty where it is withheld), withheld (why, or null).
    """
    from sayso.core.knowledge.freshness import Category, Withheld, judge
    from sayso.shell.knowledge.gate import freshness_of
    from sayso.shell.knowledge.layer_files import code_file

    name = checked_text(function, "the function", may_be_empty=False).upper()
    place = place_of(context, variant)
    with noticed() as notes:
        base = place.base
        verdict = judge(Category.CODE_KNOWLEDGE, name, freshness_of(base, (name,)))
    known = place.folder.read_object(code_file(name)) or {}
    why = None
    if isinstance(verdict, Withheld) and known:
        why = ", ".join((verdict.reason.value, *verdict.causes))
    shown = known if raw or why is None else {}
    lines = [f"withheld: {why}"] if why else []
    if not known:
        lines.append(f"Nothing was learned of {visible_line(name)}.")
    return Answer(
        fields={"function": name, "knowledge": shown, "withheld": why},
        lines=(*lines, *field_lines(shown)),
        notes=(*place.absence, *notes),
    )


def list_functions(context: typer.Context, variant: Variant = "") -> Answer:
    """List the functions of whose code something was learned.

    JSON: functions[].
    """
    from sayso.shell.knowledge.layer_files import functions_of_code

    place = place_of(context, variant)
    found = functions_of_code(place.folder)
    told = place.absence or (() if found else ("nothing was learned of any function",))
    return Answer(fields={"functions": found}, lines=tuple(map(visible_line, found)), notes=told)


def callers(context: typer.Context, function: FunctionName, variant: Variant = "") -> Answer:
    """List the functions that call one, as the code graph has it.

    JSON: function, callers[{function, path, first_line, last_line}], fresh (whether the graph is
    that of the sources as they are).
    """
    from sayso.core.knowledge import graph
    from sayso.core.knowledge.freshness import Category
    from sayso.shell.knowledge.gate import is_usable
    from sayso.shell.knowledge.learning.reading import read_known_graph

    name = checked_text(function, "the function", may_be_empty=False)
    place = place_of(context, variant)
    found = graph.callers(read_known_graph(place.folder), name)
    with noticed() as notes:
        is_fresh = is_usable(place.base, Category.CODE_GRAPH)
    stale = () if is_fresh else ("the sources have changed since: 'sayso knowledge code learn'",)
    told = place.absence or stale or (() if found else ("nobody calls it, as far as is known",))
    return Answer(
        fields={
            "function": name.upper(),
            "callers": [
                {
                    "function": one.function.name,
                    "path": one.path,
                    "first_line": one.function.first_line,
                    "last_line": one.function.last_line,
                }
                for one in found
            ],
            "fresh": is_fresh,
        },
        lines=tuple(map(_caller_line, found)),
        notes=(*told, *notes),
    )


def _learned_lines(told: Mapping[Category, ModuleResult]) -> Iterator[str]:
    from sayso.core.knowledge.freshness import Category

    code = told[Category.CODE_KNOWLEDGE]
    changed = code.learned + code.skipped
    if not changed:
        yield "Nothing has changed since the last time."
    elif code.skipped:
        yield (
            f"Learned {code.learned} of {plural(changed, 'changed function')}; "
            f"{code.skipped} wait for the next run."
        )
    else:
        yield f"Learned {plural(changed, 'changed function')}."
    notes = dict.fromkeys(note for one in told.values() for note in one.notes)
    yield from map(visible_line, notes)
    for category, one in told.items():
        if one.error:
            yield f"{category} failed: {visible_line(one.error)}"


def _caller_line(one: Where) -> str:
    return f"{visible_line(one.function.name)}  {visible_line(one.path)}:{one.function.first_line}"
