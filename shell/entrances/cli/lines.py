"""Records as lines for people: plain text, one thing per line, proof beside what it proves."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sayso.core.printing import visible_line
from sayso.core.text import clip
from sayso.shell.entrances.cli.fields import shown_error, step_outcome, touched_items

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.items import Item, Source
    from sayso.core.project.reading import Excerpt, ItemReading
    from sayso.core.search import Hit
    from sayso.shell.context import Context
    from sayso.shell.finding import Listed, Shown
    from sayso.shell.reporting import (
        DayUsage,
        ItemCounts,
        JobCounts,
        StatusReport,
        TurnCounts,
    )
    from sayso.shell.worker import Step, WorkReport

KIND_NAMES: Final[Mapping[str, str]] = {
    "user_preference": "preference",
    "project_decision": "decision",
    "discussion_context": "discussion",
}
TITLE_WIDTH_CHARS: Final = 90
INDENT: Final = "  "


def plural(count: int, one: str, many: str | None = None) -> str:
    """Spell a count with its noun.

    >>> plural(1, "turn"), plural(2, "memory", "memories")
    ('1 turn', '2 memories')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def moment(at_us: int) -> str:
    """Spell a time in UTC, to the minute; one that no calendar knows as the number it is."""
    try:
        at = datetime.fromtimestamp(at_us / 1_000_000, tz=UTC)
    except (ValueError, OverflowError, OSError):
        return f"{at_us} µs"
    return f"{at:%Y-%m-%d %H:%M}Z"


def listed_lines(listed: tuple[Listed, ...]) -> tuple[str, ...]:
    """Lay out `list`: id, kind and title, and the synopsis where it says more."""
    lines: list[str] = []
    for one in listed:
        revision = f" (revision {one.revision})" if one.revision > 1 else ""
        lines.append(_head(one.item_id, one.kind, one.title) + revision)
        lines.extend(_more(one.title, one.synopsis))
    return tuple(lines)


def hit_lines(query: str, hits: tuple[Hit, ...]) -> tuple[str, ...]:
    """Lay out `search`, best first, with how each was found."""
    if not hits:
        return (f"nothing found for “{visible_line(query)}”",)
    lines: list[str] = []
    for hit in hits:
        lines.append(f"{_head(hit.item_id, hit.kind, hit.title)}  [{hit.match_type}]")
        lines.extend(_more(hit.title, hit.synopsis))
    return tuple(lines)


def _head(number: int, kind: str, title: str) -> str:
    return f"{f'm{number}':<4} {KIND_NAMES[kind]:<12}{_short(title)}"


def _more(title: str, synopsis: str) -> tuple[str, ...]:
    return () if synopsis == title else (f"{'':17}{_short(synopsis)}",)


def _short(text: str) -> str:
    return clip(visible_line(text), TITLE_WIDTH_CHARS)


def reading_lines(reading: ItemReading) -> tuple[str, ...]:
    """Lay out `read`: the body, a warning where it is no fact, and excerpts as proof."""
    warning = ("(context of a discussion, not a fact)",) if reading.non_factual else ()
    return (
        f"m{reading.item_id}  {KIND_NAMES[reading.kind]}  {visible_line(reading.title)}",
        *warning,
        *_indented(reading.content),
        *map(proof_line, reading.sources),
    )


def shown_lines(shown: Shown) -> tuple[str, ...]:
    """Lay out `show`: the item in whatever status, its proof, and its history."""
    item = shown.item
    lines = [
        f"m{item.item_id}  {KIND_NAMES[item.kind]}  {item.status}  revision {item.revision}",
        f"{INDENT}{visible_line(item.title)}",
    ]
    if item.content != item.title:
        lines.extend(_indented(item.content))
    lines.append("proof:")
    lines.extend(map(proof_line, shown.sources))
    if len(shown.revisions) > 1:
        lines.append("revisions:")
        lines.extend(map(_revision_line, shown.revisions))
    if item.replaces_id is not None:
        lines.append(f"replaces m{item.replaces_id}")
    if item.replaced_by_id is not None:
        lines.append(f"replaced by m{item.replaced_by_id}")
    lines.extend(f"finding: {visible_line(one)}" for one in shown.findings)
    return tuple(lines)


def proof_line(source: Source | Excerpt) -> str:
    """Lay out one source: the turn, who spoke, and the exact words."""
    return f"{INDENT}t{source.turn_id} {source.role}: “{visible_line(source.quote)}”"


def _revision_line(item: Item) -> str:
    when = moment(item.created_at_us)
    return f"{INDENT}{item.revision}  {when}  {item.status}  {visible_line(item.title)}"


def _indented(text: str) -> list[str]:
    return textwrap.indent(text, INDENT).splitlines()


def context_lines(context: Context) -> tuple[str, ...]:
    """Lay out `context`: the messages of the history, then the routing context as it is."""
    lines: list[str] = []
    for message in context.history:
        lines.append(f"t{message.turn_id} {message.role}:")
        lines.extend(_indented(message.text))
    if context.text:
        lines.append(context.text)
    return tuple(lines) or ("nothing yet: the next request starts without history and context",)


def status_lines(report: StatusReport, *, debug: bool) -> tuple[str, ...]:
    """Lay out `status`: health and findings first, then counts, then what went wrong."""
    generation = "" if report.generation is None else f", generation {report.generation}"
    lines = [
        f"health      {report.health}",
        *(f"  finding   {one}" for one in report.findings),
        *((f"  advice    {report.remedy}",) if report.remedy else ()),
        f"store       {report.path} ({report.size_bytes:,} bytes{generation})",
        *((f"  checked   {report.checked}",) if report.checked else ()),
        *(f"  note      {one}" for one in report.notes),
        f"model       {report.model}",
        f"memories    {_counts(report.items)}",
        *((f"other notes {report.foreign_notes} ('sayso notes')",) if report.foreign_notes else ()),
        f"turns       {_counts(report.turns)} in {plural(report.threads, 'thread')}",
        f"jobs        {_counts(report.jobs)}",
    ]
    lines.extend(
        f"  parked    j{job.id} {job.kind}, tried {plural(job.attempts, 'time')}: "
        f"'sayso retry j{job.id}' or 'sayso drop j{job.id}'"
        for job in report.parked
    )
    if report.usage is not None:
        lines.append(f"usage       {_cost(report.usage)} on {report.usage.day}")
    if report.refusals:
        refused = ", ".join(f"{one.reason} {one.count}" for one in report.refusals)
        lines.append(f"refusals    {refused}")
    error = shown_error(report.last_error, debug=debug)
    if error is not None:
        lines.append("last error  " + error.replace("\n", f"\n{'':12}"))
    return tuple(lines)


def _cost(usage: DayUsage) -> str:
    """Spell what a day has cost, of what it may cost where there is a limit.

    >>> from sayso.shell.reporting import DayUsage
    >>> _cost(DayUsage(day="", calls=1, tokens=3_000, calls_max=2_000))
    '1 of 2,000 calls, 3,000 tokens'
    """
    told = (
        (usage.calls, usage.calls_max, "call"),
        (usage.tokens, usage.tokens_max, "token"),
    )
    return ", ".join(
        f"{count:,} of {most:,} {one}s" if most else f"{count:,} {one}{'s' * (count != 1)}"
        for count, most, one in told
    )


def _counts(counts: TurnCounts | JobCounts | ItemCounts) -> str:
    """Spell counts, leaving out what is zero unless all of it is."""
    named = asdict(counts).items()
    told = [f"{count} {name.replace('_', ' ')}" for name, count in named if count]
    return ", ".join(told) or "none"


def work_lines(report: WorkReport) -> tuple[str, ...]:
    """Lay out `work`: what came of the jobs, and where to look when some failed."""
    if not report.processed:
        wait = " (waiting for another try or in another worker's hands)" if report.pending else ""
        return (f"nothing to do; {plural(report.pending, 'job')} pending{wait}",)
    lines = [*outcome_lines(report.steps)]
    counts = f"{plural(report.processed, 'job')}: {report.succeeded} succeeded"
    failed = f", {report.failed} failed" if report.failed else ""
    lines.append(f"{counts}{failed}, {report.pending} pending")
    if report.failed:
        lines.append("'sayso status' tells why; failed jobs are tried again")
    return tuple(lines)


def outcome_lines(steps: Iterable[Step]) -> tuple[str, ...]:
    """Lay out what became of memory in some steps: item numbers by what happened to them."""
    born: dict[str, list[int]] = {"created": [], "revised": [], "superseding": [], "forgotten": []}
    refused = 0
    for step in steps:
        refused += 0 if step.kept is None else len(step.kept.refused)
        if step.merged is not None:
            born["created"].extend(step.merged.applied.created)
            born["revised"].extend(step.merged.applied.revised)
            born["superseding"].extend(step.merged.applied.superseded)
            born["forgotten"].extend(step.merged.forgotten)
            refused += step.merged.unmatched
    lines = [
        f"{name:<12}{' '.join(f'm{number}' for number in numbers)}"
        for name, numbers in born.items()
        if numbers
    ]
    return (*lines, f"{'refused':<12}{refused}") if refused else tuple(lines)


def step_line(step: Step, *, debug: bool) -> str:
    """Lay out one step of a watching worker."""
    jobs = " ".join(f"j{job.id}" for job in step.jobs) or "store"
    error = "" if step.error is None else f": {shown_error(step.error, debug=debug)}"
    items = "".join(f" m{number}" for number in touched_items(step))
    return f"{jobs} {step_outcome(step)}{items}{error}"
