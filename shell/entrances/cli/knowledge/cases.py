"""Commands about what is kept of a case: case write and case show."""

from __future__ import annotations

from typing import Annotated

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.place import (
    Variant,
    field_lines,
    input_object,
    made_place,
    place_of,
)
from sayso.shell.entrances.cli.parameters import checked_text

CaseName = Annotated[
    str,
    typer.Argument(metavar="CASE", help="A name, meaning cases/NAME, or a folder's path."),
]


def write(
    context: typer.Context,
    case: CaseName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A JSON object; - reads standard input.")
    ],
    variant: Variant = "",
) -> Answer:
    """Keep what came of a case.

    It takes the place of what was kept of the case before. Its fields are yours; function,
    problem, root_cause, fix_hint and keywords also make a pattern.

    JSON: case, path, pattern_id.
    """
    from sayso.core.knowledge.patterns import pattern_of_case
    from sayso.shell.knowledge.layer_files import CASE, add_to_patterns, write_case
    from sayso.shell.knowledge.own_folder import case_folder

    name = checked_text(case, "the case", may_be_empty=False)
    kept = input_object(checked_text(file, "the file", may_be_empty=False), "the case's file")
    place = made_place(context, variant)
    folder = case_folder(place.project, name)
    write_case(place.folder, folder, kept)
    made = add_to_patterns(place.folder, pattern_of_case(kept, folder.name))
    return Answer(
        fields={"case": name, "path": str(folder / CASE), "pattern_id": made},
        lines=(f"Case {visible_line(name)} kept; pattern {made}.",),
    )


def show(context: typer.Context, case: CaseName, variant: Variant = "") -> Answer:
    """Show what is kept of a case.

    JSON: case, memory{} (as its file has it).
    """
    from sayso.shell.knowledge.layer_files import read_case
    from sayso.shell.knowledge.own_folder import case_folder

    name = checked_text(case, "the case", may_be_empty=False)
    place = place_of(context, variant)
    kept = read_case(place.folder, case_folder(place.project, name))
    lines = tuple(field_lines(kept)) or (f"Nothing is kept of case {visible_line(name)}.",)
    return Answer(
        fields={"case": name, "memory": kept}, lines=lines, notes=() if kept else place.absence
    )
