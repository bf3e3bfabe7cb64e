"""What `search --explain` answers: each hit with its reason, and what each stage was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer, absence_note, existing_memory
from sayso.shell.entrances.cli.lines import hit_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.reasons import Explained, Reason, Stage, Word
    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.entrances.cli.fields import Fields

HIT_INDENT: Final = " " * 17
HOW: Final[Mapping[str, str]] = {"exact": "is", "prefix": "begins with", "substring": "holds"}
STAGES: Final[Mapping[str, str]] = {
    "whole": "a whole title, alias or keyword, or its beginning",
    "part": "a part of one",
    "words": "words of all texts",
}


def search_answer(asked: Asked, query: str) -> Answer:
    """Answer a search with the reasons of its hits."""
    with existing_memory(asked) as memory:
        told = None if memory is None else memory.search_explained(query)
        notes = (absence_note(asked),) if memory is None else ()
    hits = () if told is None else told.hits
    stages = () if told is None else told.stages
    words = () if told is None else told.words
    return Answer(
        fields={
            "query": query,
            "hits": [_reason_fields(one) for one in hits],
            "stages": [_stage_fields(one) for one in stages],
            "words": [_word_fields(one) for one in words],
        },
        lines=() if told is None else tuple(_search_lines(told)),
        notes=notes,
    )


def _reason_fields(one: Reason) -> Fields:
    from sayso.core.project import tools

    return {
        **tools.hit_fields(one.hit),
        "field": one.field,
        "term": one.term,
        "words": [_word_fields(word) for word in one.words],
        "share": one.share_percent,
    }


def _word_fields(word: Word) -> Fields:
    return {"term": word.term, "share": word.share_percent}


def _stage_fields(one: Stage) -> Fields:
    return {
        "stage": one.name,
        "asked": list(one.asked),
        "has_run": one.has_run,
        "found": one.found,
    }


def _search_lines(told: Explained) -> Iterator[str]:
    if not told.hits:
        yield from hit_lines(told.query, ())
    for one in told.hits:
        yield from hit_lines(told.query, (one.hit,))
        yield f"{HIT_INDENT}{_why_hit(one, told.query)}"
    for number, stage in enumerate(told.stages, start=1):
        came = f"{stage.found} found" if stage.has_run else "not asked"
        yield f"stage {number}  {STAGES[stage.name]}: {came}"
    if told.words:
        yield f"words    {_listed(told.words)}"


def _why_hit(one: Reason, query: str) -> str:
    if one.share_percent is not None:
        return f"words {_listed(one.words)}: {one.share_percent} % of the weight"
    if one.term is None:
        return "its terms have changed since it was posted"
    how = HOW[one.hit.match_type.value]
    return f"{one.field} “{visible_line(one.term)}” {how} “{visible_line(query)}”"


def _listed(words: Iterable[Word]) -> str:
    return ", ".join(f"{visible_line(word.term)} {word.share_percent} %" for word in words)
