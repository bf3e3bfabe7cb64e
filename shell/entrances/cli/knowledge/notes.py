"""Commands that begin knowledge and note what people say of the project: init and note."""

from __future__ import annotations

from typing import Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.place import (
    STANDARD_INPUT,
    Variant,
    input_text,
    made_place,
    place_of,
)
from sayso.shell.entrances.cli.lines import plural
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import RequestError


def init(context: typer.Context, variant: Variant = "") -> Answer:
    """Make the folder of knowledge, and note how the sources are.

    The folder is private and left alone by git; commands that write make it too. How the sources
    are now becomes the baseline that drift is measured against. What is there already stays.

    JSON: path, created, sources, languages, baseline (false when there was one before).
    """
    from sayso.shell.knowledge.own_folder import make_knowledge
    from sayso.shell.knowledge.publication import read_baseline, take_baseline

    place = place_of(context, variant)
    is_new = make_knowledge(place.project, place.folder.root)
    base = place.base
    is_first = read_baseline(place.folder, place.variant) is None
    seen = base.watch.look()
    if is_first:
        take_baseline(base, seen, "init")
    lies = f"Knowledge {'lies' if is_new else 'lay before'} in {place.shown}."
    languages = plural(len(seen.languages), "language")
    held = f"{plural(len(seen.hashes), 'source file')} in {languages}"
    taken = f"{held}: how they are now is the baseline." if is_first else ""
    return Answer(
        fields={
            "path": str(place.folder.root),
            "created": is_new,
            "sources": len(seen.hashes),
            "languages": len(seen.languages),
            "baseline": is_first,
        },
        lines=tuple(filter(None, (lies, taken))),
        notes=tuple(f"{one} can't be read" for one in seen.unreadable),
    )


def note(
    context: typer.Context,
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", help="What to note; without it all is shown.")
    ] = None,
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put standard input in the place of all notes.")
    ] = False,
    variant: Variant = "",
) -> Answer:
    """Note something about the project, or show all notes.

    A note is appended under a heading with the time, in UTC. The notes are one Markdown file,
    project.md; edit it as you like.

    JSON: text (all notes as they are now), changed.
    """
    from sayso.shell.knowledge.layer_files import PROJECT, append_project_note

    if replace and text is not None:
        raise RequestError("--replace takes all notes from standard input", "leave out TEXT")
    if replace:
        given = input_text(STANDARD_INPUT, "the notes")
        place = made_place(context, variant)
        kept = place.folder.change_text(PROJECT, lambda _: given)
        return Answer(fields={"text": kept, "changed": True}, lines=("Replaced.",))
    if text is not None:
        entry = checked_text(text, "the note", may_be_empty=False)
        kept = append_project_note(made_place(context, variant).folder, entry)
        return Answer(fields={"text": kept, "changed": True}, lines=("Noted.",))
    place = place_of(context, variant)
    kept = place.folder.read_text(PROJECT)
    told = place.absence or (() if kept else ("nothing is noted yet",))
    return Answer(
        fields={"text": kept, "changed": False},
        lines=(kept.rstrip("\n"),) if kept else (),
        notes=told,
    )
