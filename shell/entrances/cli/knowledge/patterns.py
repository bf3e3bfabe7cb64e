"""Commands about what went wrong before and why: pattern add, list, similar and remove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.core.printing import visible_line
from sayso.core.text import clip, one_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.place import (
    FunctionName,
    Variant,
    made_place,
    place_of,
    present_place,
)
from sayso.shell.entrances.cli.parameters import checked_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.knowledge.json_values import JsonObject

NAME_WIDTH_CHARS = 20
SHOWN_CHARS = 100


def add(
    context: typer.Context,
    function: FunctionName,
    symptom: Annotated[str, typer.Argument(metavar="SYMPTOM", help="What was seen.")],
    *,
    cause: Annotated[str, typer.Option("--cause", metavar="TEXT", help="Why it was so.")] = "",
    fix: Annotated[str, typer.Option("--fix", metavar="TEXT", help="What helped.")] = "",
    keywords: Annotated[
        list[str] | None,
        typer.Option("--keyword", metavar="WORD", help="By which it is found; may be repeated."),
    ] = None,
    variant: Variant = "",
) -> Answer:
    """Keep a pattern: what was seen, why, and what helped.

    The same pattern is kept once. Similar ones are found by keywords alone; without --keyword
    they are the words of the symptom.

    JSON: id, pattern{function, symptom, root_cause, keywords[], fix_hint}.
    """
    from sayso.core.knowledge.wording import words_of
    from sayso.core.stopwords import LATIN_STOP
    from sayso.shell.knowledge.layer_files import add_to_patterns

    seen = checked_text(symptom, "the symptom", may_be_empty=False)
    words = [checked_text(one, "the keyword", may_be_empty=False) for one in keywords or ()]
    pattern: dict[str, object] = {
        "function": checked_text(function, "the function", may_be_empty=False).upper(),
        "symptom": seen,
        "root_cause": checked_text(cause, "the cause", may_be_empty=True),
        "keywords": words or sorted(words_of(seen) - LATIN_STOP),
        "fix_hint": checked_text(fix, "the fix", may_be_empty=True),
    }
    made = add_to_patterns(made_place(context, variant).folder, pattern)
    return Answer(fields={"id": made, "pattern": pattern}, lines=(pattern_line(made, pattern),))


def list_patterns(
    context: typer.Context,
    function: Annotated[
        str | None, typer.Argument(metavar="[FUNCTION]", help="Only those of this function.")
    ] = None,
    variant: Variant = "",
) -> Answer:
    """List the patterns that are kept, oldest first.

    JSON: patterns[] (as their file has them, each with its id under _id).
    """
    from sayso.core.knowledge.json_values import is_object, text_of
    from sayso.core.knowledge.patterns import ID, id_of
    from sayso.shell.knowledge.layer_files import PATTERNS

    place = place_of(context, variant)
    wanted = (
        None if function is None else checked_text(function, "the function", may_be_empty=False)
    )
    found = [
        {**one, ID: id_of(one)}
        for one in place.folder.read_list(PATTERNS)
        if is_object(one) and (wanted is None or text_of(one, "function").upper() == wanted.upper())
    ]
    told = place.absence or (() if found else ("no patterns",))
    return Answer(fields={"patterns": found}, lines=tuple(_lines(found)), notes=told)


def similar(
    context: typer.Context,
    function: FunctionName,
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="What is seen now.")],
    variant: Variant = "",
) -> Answer:
    """Find patterns like a problem by their keywords, best first.

    JSON: patterns[] (as their file has them; _match_score is the share of their keywords).
    """
    from sayso.shell.knowledge.layer_files import similar_patterns

    name = checked_text(function, "the function", may_be_empty=False)
    seen = checked_text(problem, "the problem", may_be_empty=False)
    place = place_of(context, variant)
    found = similar_patterns(place.folder, name, (seen,))
    told = place.absence or (() if found else ("no pattern of this function is like it",))
    return Answer(fields={"patterns": found}, lines=tuple(_lines(found)), notes=told)


def remove(
    context: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Patterns, by their ids.")],
    variant: Variant = "",
) -> Answer:
    """Take patterns out.

    Exit code 1 when there is none with one of the ids.

    JSON: removed[], unknown[].
    """
    from sayso.core.knowledge.patterns import id_of
    from sayso.shell.knowledge.layer_files import remove_from_patterns

    wanted = [checked_text(one, "the pattern's id", may_be_empty=False) for one in ids]
    place = present_place(context, variant)
    gone = [id_of(one) for one in remove_from_patterns(place.folder, wanted)]
    unknown = [one for one in dict.fromkeys(wanted) if one not in gone]
    return Answer(
        fields={"removed": gone, "unknown": unknown},
        lines=tuple(f"p {visible_line(one)} is removed" for one in gone),
        notes=tuple(f"there is no pattern {one}" for one in unknown),
        exit_code=1 if unknown else 0,
    )


def pattern_line(made: str, pattern: JsonObject) -> str:
    """Show a pattern on one line: its id, its function, what was seen and why."""
    from sayso.core.knowledge.json_values import text_of

    said = filter(None, (text_of(pattern, "symptom"), text_of(pattern, "root_cause")))
    text = clip(visible_line(one_line(" → ".join(said))), SHOWN_CHARS)
    name = clip(visible_line(text_of(pattern, "function")), NAME_WIDTH_CHARS)
    return f"p {visible_line(made)}  {name:<{NAME_WIDTH_CHARS}}  {text}"


def _lines(patterns: list[dict[str, object]]) -> Iterator[str]:
    from sayso.core.knowledge.patterns import id_of

    yield from (pattern_line(id_of(one), one) for one in patterns)
