"""Commands that use knowledge: context and recall. They change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.noticing import noticed
from sayso.shell.entrances.cli.knowledge.place import (
    FunctionName,
    Variant,
    field_lines,
    place_of,
    plain,
)
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.knowledge.json_values import JsonObject

Case = Annotated[
    str | None,
    typer.Option("--case", metavar="CASE", help="The case at hand: its own memory is shown too."),
]
LAYER_WIDTH_CHARS = 15
STATUS_WIDTH_CHARS = 14


def context(
    context: typer.Context,
    function: FunctionName,
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="What is seen.")],
    *,
    case: Case = None,
    variant: Variant = "",
) -> Answer:
    """Show what is known of a problem, as a model is told it.

    Notes, the user's preferences and decisions, the function, its code, similar patterns,
    sessions and cases, each within its budget. What was learned from code that has changed since
    is withheld, and named.

    JSON: function, context.
    """
    from sayso.shell.knowledge.context import context_for

    name = checked_text(function, "the function", may_be_empty=False)
    seen = checked_text(problem, "the problem", may_be_empty=False)
    at_hand = None if case is None else checked_text(case, "the case", may_be_empty=False)
    place = place_of(context, variant)
    with noticed() as notes:
        text = context_for(place.base, {}, name, seen, at_hand)
    return Answer(
        fields={"function": name.upper(), "context": text},
        lines=(text,),
        notes=(*place.absence, *notes),
    )


def recall(
    context: typer.Context,
    *,
    function: Annotated[
        str, typer.Option("--function", metavar="FUNCTION", help="What is known of it.")
    ] = "",
    query: Annotated[str, typer.Option("--query", metavar="TEXT", help="What is looked for.")] = "",
    case: Case = None,
    layers: Annotated[
        str | None,
        typer.Option("--layers", metavar="A,B", help="Only these layers; all by default."),
    ] = None,
    max_items: Annotated[
        int | None, typer.Option("--max-items", metavar="N", help="Of each list, 5 by default.")
    ] = None,
    max_chars: Annotated[
        int | None, typer.Option("--max-chars", metavar="N", help="Of all, 6000 by default.")
    ] = None,
    variant: Variant = "",
) -> Answer:
    """Read the layers, each with how fresh it is and where it is from.

    Layers: project, function, patterns, sessions, case, code_knowledge, constants, semantic.
    docs/knowledge.md tells the fields.

    JSON: the answer as memory-recall.v1 has it: schema_version, status, scope{}, items[{layer,
    status, value, freshness{}, provenance{}, reason, truncated}], summary{}, policy{}.
    """
    from sayso.shell.knowledge.recall import recall_knowledge

    place = place_of(context, variant)
    request: dict[str, object] = {
        "project_root": str(place.project),
        "memory_dir": place.shown,
        "function": checked_text(function, "the function", may_be_empty=True),
        "query": checked_text(query, "the query", may_be_empty=True),
        "case_dir": "" if case is None else checked_text(case, "the case", may_be_empty=False),
        "variant_id": place.variant,
        "layers": None if layers is None else _names(layers),
        "max_items": max_items,
        "max_chars": max_chars,
    }
    with noticed() as notes:
        told = recall_knowledge(request, place.folder.ports)
    return Answer(fields=told, lines=tuple(_lines(told)), notes=(*place.absence, *notes))


def _names(layers: str) -> list[str]:
    named = checked_text(layers, "the layers", may_be_empty=False)
    found = [one.strip() for one in named.split(",")]
    if not all(found):
        raise RequestError(f"{layers!r} names no layers", "write them with commas between")
    return found


def _lines(told: JsonObject) -> Iterator[str]:
    from sayso.core.knowledge.json_values import object_of, objects_of, text_of

    for item in objects_of(told, "items"):
        source = text_of(object_of(item, "provenance"), "path")
        why = text_of(item, "reason") or source
        cut = ", cut" if item.get("truncated") else ""
        layer, status = text_of(item, "layer"), text_of(item, "status") + cut
        yield f"{layer:<{LAYER_WIDTH_CHARS}} {status:<{STATUS_WIDTH_CHARS}} {visible_line(why)}"
        yield from (f"  {line}" for line in _value_lines(item.get("value")))


def _value_lines(value: object) -> Iterator[str]:
    from sayso.core.knowledge.json_values import is_object

    if isinstance(value, str):
        yield from value.splitlines()
    elif isinstance(value, list):
        yield from (f"- {plain(one)}" for one in value)
    elif is_object(value):
        yield from field_lines(value)
