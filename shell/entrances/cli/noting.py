"""The command that lists what other memory products had noted: notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.core.printing import visible_line
from sayso.core.text import clip, one_line
from sayso.shell.entrances.cli import lines
from sayso.shell.entrances.cli.answers import Answer, absence_note, asked_of, existing_memory
from sayso.shell.entrances.cli.parameters import checked_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.project.noting import Note
    from sayso.shell.entrances.cli.fields import Fields

PRODUCT_WIDTH_CHARS = 12
SHOWN_CHARS = 200


def notes(
    context: typer.Context,
    query: Annotated[
        str, typer.Argument(metavar="[QUERY]", help="Only those that hold all these words.")
    ] = "",
) -> Answer:
    """List what other memory products had noted, newest first.

    They came with 'sayso import'. Nobody's words prove them, so they are never memory: no context
    and no search holds one. 'sayso forget n3' forgets one for good. At most 1,000 are listed.

    JSON: query, notes[{id, product, text, said_at, created_at}].
    """
    asked = asked_of(context)
    words = checked_text(query, "the query", may_be_empty=True)
    with existing_memory(asked) as memory:
        found = () if memory is None else memory.notes(words)
        told = (absence_note(asked),) if memory is None else ()
    if not found and not told:
        told = ("no notes with these words",) if words.strip() else ("no notes",)
    return Answer(
        fields={"query": words, "notes": [_fields(one) for one in found]},
        lines=tuple(line for one in found for line in _lines(one)),
        notes=told,
    )


def note_id(number: int) -> str:
    """Spell a note's number."""
    return f"n{number}"


def _fields(note: Note) -> Fields:
    return {
        "id": note_id(note.id),
        "product": note.product,
        "text": note.text,
        "said_at": note.said_at_us,
        "created_at": note.created_at_us,
    }


def _lines(note: Note) -> Iterator[str]:
    at_us = note.created_at_us if note.said_at_us is None else note.said_at_us
    product = clip(visible_line(note.product), PRODUCT_WIDTH_CHARS)
    text = clip(visible_line(one_line(note.text)), SHOWN_CHARS)
    yield f"{note_id(note.id):<4} {product:<{PRODUCT_WIDTH_CHARS}} {lines.moment(at_us)}  {text}"
