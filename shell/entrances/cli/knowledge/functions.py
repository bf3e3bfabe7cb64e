"""The command that shows and changes what people know of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.place import (
    Pairs,
    Variant,
    field_lines,
    made_place,
    pairs_of,
    place_of,
    plain,
)
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.entrances.cli.knowledge.place import Place

ISSUES: Final = "known_issues"
NAME: Final = "function"


def function(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[FUNCTION]", help="A function; without one all are listed."),
    ] = None,
    *,
    pairs: Pairs = None,
    issue: Annotated[
        list[str] | None,
        typer.Option("--issue", metavar="TEXT", help="Add a known issue; may be repeated."),
    ] = None,
    variant: Variant = "",
) -> Answer:
    """Show or change what is known of a function.

    --set KEY= takes a key out. Only texts are set here; a list or number that stands under a key
    is left alone.

    JSON: function, knowledge{} (as its file has it); without FUNCTION: functions[].
    """
    issues = [checked_text(one, "the issue", may_be_empty=False) for one in issue or ()]
    texts = pairs_of(pairs)
    if name is None:
        if texts or issues:
            raise RequestError("no function is named", "give FUNCTION before --set and --issue")
        return _list(place_of(context, variant))
    wanted = checked_text(name, "the function", may_be_empty=False).upper()
    if texts or issues:
        return _change(made_place(context, variant), wanted, texts, issues)
    return _show(place_of(context, variant), wanted)


def _list(place: Place) -> Answer:
    from sayso.core.knowledge.json_values import text_of
    from sayso.shell.knowledge.layer_files import FUNCTIONS

    known = {
        stem: place.folder.read_object(f"{FUNCTIONS}/{stem}.json") or {}
        for stem in place.folder.stems(FUNCTIONS)
    }
    names = [text_of(one, NAME) or stem for stem, one in known.items()]
    told = place.absence or (() if names else ("nothing is known of any function",))
    return Answer(fields={"functions": names}, lines=tuple(map(visible_line, names)), notes=told)


def _show(place: Place, name: str) -> Answer:
    from sayso.shell.knowledge.layer_files import function_file

    known = place.folder.read_object(function_file(name)) or {}
    lines = tuple(field_lines(known)) or (f"Nothing is known of {visible_line(name)}.",)
    return Answer(fields={"function": name, "knowledge": known}, lines=lines, notes=place.absence)


def _change(place: Place, name: str, texts: dict[str, str], issues: list[str]) -> Answer:
    from sayso.shell.knowledge.layer_files import change_function

    def changed(before: dict[str, object]) -> JsonObject:
        return _with_issues(_with_texts({NAME: name, **before}, texts), issues)

    known = change_function(place.folder, name, changed)
    return Answer(fields={"function": name, "knowledge": known}, lines=tuple(field_lines(known)))


def _with_texts(known: dict[str, object], texts: dict[str, str]) -> dict[str, object]:
    for key in texts:
        if not isinstance(known.get(key, ""), str):
            raise RequestError(
                f"{key} holds {plain(known[key])}, which is no text",
                "use --issue for issues, and change other values in the file itself",
            )
    kept = {key: one for key, one in known.items() if key not in texts}
    return kept | {key: text for key, text in texts.items() if text}


def _with_issues(known: dict[str, object], issues: list[str]) -> dict[str, object]:
    before = known.get(ISSUES, [])
    if not issues:
        return known
    if not isinstance(before, list):
        raise RequestError(f"{ISSUES} holds {plain(before)}, which is no list", "make it one")
    new = [one for one in dict.fromkeys(issues) if one not in before]
    return {**known, ISSUES: [*before, *new]}
