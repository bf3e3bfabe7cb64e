"""The command that puts knowledge in order: dream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.noticing import noticed
from sayso.shell.entrances.cli.knowledge.place import Variant, present_place
from sayso.shell.entrances.cli.lines import moment, plural
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.entrances.cli.knowledge.place import Place

WHY: Final[Mapping[str, str]] = {
    "too_soon": "the last one was not long ago",
    "too_few_sessions": "too few sessions were begun since the last one",
    "clock_put_back": "the clock was put back; the time runs from now",
}


def dream(
    context: typer.Context,
    *,
    force: Annotated[
        bool, typer.Option("--force", help="Dream though none is due; needs --reason.")
    ] = False,
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help="Why it is forced; is kept.")
    ] = None,
    variant: Variant = "",
) -> Answer:
    """Put knowledge in order: learn what changed, join what is alike.

    Due four hours after the last one, with two new sessions. The configured model makes a plan,
    or rules where there is none; what others write meanwhile stays. What a dream replaces is kept
    in before-dreams/. Exit code 1 when it came to nothing.

    JSON: dreamt, why, due_at (null where a dream was due), steps[], result{} (null without one).
    """
    if (reason is None) is force:
        raise RequestError("--force and --reason belong together", "give both, or neither")
    told = None if reason is None else checked_text(reason, "the reason", may_be_empty=False)
    place = present_place(context, variant)
    steps: list[str] = []
    with noticed() as notes:
        result = _dream(place, steps, told)
    if result is None:
        return _none(place, notes, is_forced=force)
    error = result.get("error")
    last = f"Dream came to nothing: {error}" if error else _summary(result)
    return Answer(
        fields={"dreamt": not error, "why": "", "due_at": None, "steps": steps, "result": result},
        lines=(*map(visible_line, steps), *_result_lines(result), visible_line(last)),
        notes=tuple(notes),
        exit_code=1 if error else 0,
    )


def _dream(place: Place, steps: list[str], reason: str | None) -> dict[str, object] | None:
    from sayso.shell.knowledge.dreaming import AutoDream
    from sayso.shell.knowledge.routers import configured_router
    from sayso.shell.knowledge.system import MemorySystem

    knowledge = MemorySystem(
        place.project, place.folder.root, place.config, ports=place.folder.ports
    )
    dreamer = AutoDream(knowledge, configured_router(), place.project)
    return dreamer.try_dream(steps.append, force=reason is not None, reason=reason)


def _none(place: Place, notes: list[str], *, is_forced: bool) -> Answer:
    """Say why there was no dream, and when one is due."""
    from sayso.core.knowledge.dream_gate import NotDue
    from sayso.shell.knowledge.dream_due import look_at_gate

    verdict = None if is_forced else look_at_gate(place.folder)
    why, due_at, line = "", None, "No dream: somebody dreams already."
    if isinstance(verdict, NotDue):
        why, due_at = verdict.why.value, verdict.due_at_us
        sessions = plural(verdict.new_sessions, "new session")
        line = f"No dream is due: {WHY[why]} ({sessions}; not before {moment(due_at)})."
    return Answer(
        fields={"dreamt": False, "why": why, "due_at": due_at, "steps": [], "result": None},
        lines=(line,),
        notes=tuple(notes),
    )


def _result_lines(result: JsonObject) -> Iterator[str]:
    from sayso.core.knowledge.json_values import texts_of

    for key, said in (
        ("conflicts_found", "conflict"),
        ("left_out", "left out, as others wrote meanwhile"),
        ("damaged", "could not be read"),
    ):
        yield from (f"  {said}: {visible_line(one)}" for one in texts_of(result, key))


def _summary(result: JsonObject) -> str:
    from sayso.core.knowledge.json_values import texts_of

    counts = [
        f"{plural(_count(result, 'patterns_added'), 'pattern')} added",
        f"{_count(result, 'patterns_removed')} removed",
        plural(len(texts_of(result, "functions_updated")), "function") + " updated",
        plural(len(texts_of(result, "conflicts_found")), "conflict"),
    ]
    if result.get("project_memory_changed") is True:
        counts.append("notes rewritten")
    return f"Dream done: {', '.join(counts)}."


def _count(result: JsonObject, key: str) -> int:
    found = result.get(key)
    return found if isinstance(found, int) else 0
