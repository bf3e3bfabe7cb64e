"""`sayso recall`: where something was said, by the words of the conversation itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer, absence_note, asked_of, existing_memory
from sayso.shell.entrances.cli.lines import moment, plural
from sayso.shell.entrances.cli.parameters import checked_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.recall.asking import Line, Recalled, RecallHit, Word
    from sayso.shell.entrances.cli.fields import Fields

INDENT: Final = " " * 6
SPEAKERS: Final = {"user": "you", "assistant": "assistant"}
UNKNOWN_TIME: Final = "no date"


def recall(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for, in any words.")],
    *,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="DATE", help="Only what was said from then on."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="DATE", help="Only what was said up to then."),
    ] = None,
    thread: Annotated[
        int | None, typer.Option("--thread", metavar="N", help="Only this thread.")
    ] = None,
    neighbours: Annotated[
        int,
        typer.Option("--neighbours", metavar="N", help="Show so many lines around each hit too."),
    ] = 0,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="Show at most so many hits.")
    ] = 5,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why each hit ranks where it does.")
    ] = False,
) -> Answer:
    """Find turns of all threads where something was said, best first.

    What nobody talked about finds nothing; a time alone finds what was said then ("last Tuesday",
    or "" with --since), newest first. DATE is a day (2026-05-01) or a time
    (2026-05-01T14:30+02:00), without a zone in UTC; a day as the end is meant whole.

    JSON: query, hits[{turn_id, thread, session, role, at, quote, is_beside (near the words, without
    them), before[], after[]}], pending (turns that are not indexed yet); with --explain each hit
    has score, share, words[{word, documents, share}] and parts[{part, points}], too, and there are
    words[].
    """
    from sayso.core.recall.asking import Within

    asked = asked_of(context)
    text = checked_text(query, "the query", may_be_empty=bool(since or until))
    with existing_memory(asked) as memory:
        if memory is None:
            fields: Fields = {"query": text, "hits": [], "pending": 0}
            fields |= {"words": []} if explain else {}
            return Answer(fields=fields, lines=(), notes=(absence_note(asked),))
        found = memory.recall(
            text,
            within=Within(since=since, until=until, thread=thread),
            neighbours=neighbours,
            limit=limit,
        )
    return Answer(
        fields=found_fields(text, found, is_explained=explain),
        lines=tuple(found_lines(text, found, is_explained=explain)),
        notes=found_notes(found),
    )


def found_notes(found: Recalled) -> tuple[str, ...]:
    """Say what is not looked through yet."""
    if not found.pending:
        return ()
    return (f"not indexed yet: {plural(found.pending, 'turn')}; 'sayso reindex' does it now",)


def found_lines(query: str, found: Recalled, *, is_explained: bool = False) -> Iterator[str]:
    """Show what was found, for people."""
    if not found.hits:
        yield f"nothing found for “{visible_line(query)}”"
        if is_explained:
            yield from (f"{INDENT}{_word_line(one)}" for one in found.words)
    for hit in found.hits:
        yield from (f"{INDENT}{_line(one)}" for one in hit.before)
        at = UNKNOWN_TIME if hit.at_us is None else moment(hit.at_us)
        beside = ", beside the words" if hit.is_beside else ""
        where = f"thread {hit.thread_id} · {SPEAKERS[hit.role]}{beside}"
        yield f"{f't{hit.turn_id}':<5} {at} · {where}:"
        yield f"{INDENT}“{visible_line(hit.quote)}”"
        yield from (f"{INDENT}{_line(one)}" for one in hit.after)
        if is_explained:
            yield from _reason_lines(hit)


def _line(one: Line) -> str:
    return f"t{one.turn_id} {SPEAKERS[one.role]}: {visible_line(one.text)}"


def _reason_lines(hit: RecallHit) -> Iterator[str]:
    reasons = hit.reasons
    parts = ", ".join(f"{one.part} {one.points / 1000:+.2f}" for one in reasons.parts)
    yield f"{INDENT}score {reasons.score / 1000:.2f}: {parts}"
    for word in reasons.words:
        yield f"{INDENT}{_word_line(word)}"


def _word_line(one: Word) -> str:
    places = "nowhere else" if not one.documents else f"in {one.documents} places"
    return f"{visible_line(one.word)}: {one.share_percent} % of the question, {places}"


def found_fields(query: str, found: Recalled, *, is_explained: bool = False) -> Fields:
    """Give what was found, for programs."""
    hits = [_hit_fields(hit, is_explained=is_explained) for hit in found.hits]
    fields: Fields = {"query": query, "hits": hits, "pending": found.pending}
    return fields | ({"words": [_word_fields(one) for one in found.words]} if is_explained else {})


def _hit_fields(hit: RecallHit, *, is_explained: bool) -> Fields:
    from sayso.core.project.offering import recalled_fields

    fields = recalled_fields(hit) | {
        "before": [_line_fields(one) for one in hit.before],
        "after": [_line_fields(one) for one in hit.after],
    }
    if not is_explained:
        return fields
    return fields | {
        "score": hit.reasons.score,
        "share": hit.reasons.share_percent,
        "words": [_word_fields(one) for one in hit.reasons.words],
        "parts": [{"part": one.part, "points": one.points} for one in hit.reasons.parts],
    }


def _line_fields(one: Line) -> Fields:
    return {"turn_id": f"t{one.turn_id}", "role": one.role, "text": one.text}


def _word_fields(one: Word) -> Fields:
    return {"word": one.word, "documents": one.documents, "share": one.share_percent}
