"""Commands about what is kept of a case: case write and case show."""

from __future__ import annotations

from typing import Annotated

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.noticing import noticed
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
    problem, root_cause, fix_hint and keywords also make a pattern, and the case is found again by
    its meaning.

    JSON: case, path, pattern_id, indexed (false when it can't be found by meaning yet).
    """
    from sayso.shell.knowledge.cases import write_case
    from sayso.shell.knowledge.layer_files import CASE
    from sayso.shell.knowledge.own_folder import case_folder

    name = checked_text(case, "the case", may_be_empty=False)
    given = input_object(checked_text(file, "the file", may_be_empty=False), "the case's file")
    place = made_place(context, variant)
    with noticed() as notes:
        kept = write_case(place.base, name, given)
    found = "; found again by meaning" if kept.is_indexed else ""
    return Answer(
        fields={
            "case": name,
            "path": str(case_folder(place.project, name) / CASE),
            "pattern_id": kept.pattern_id,
            "indexed": kept.is_indexed,
        },
        lines=(f"Case {visible_line(name)} kept; pattern {kept.pattern_id}{found}.",),
        notes=tuple(notes),
    )


def show(context: typer.Context, case: CaseName, variant: Variant = "") -> Answer:
    """Show what is kept of a case.

    JSON: case, memory{} (as its file has it).
    """
    from sayso.shell.knowledge.cases import read_case

    name = checked_text(case, "the case", may_be_empty=False)
    place = place_of(context, variant)
    kept = read_case(place.base, name)
    lines = tuple(field_lines(kept)) or (f"Nothing is kept of case {visible_line(name)}.",)
    return Answer(
        fields={"case": name, "memory": kept}, lines=lines, notes=() if kept else place.absence
    )
