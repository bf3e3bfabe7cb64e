"""Records as the fields of a JSON answer.

Ids are texts with their letter (`m12`, `t40`), times are whole microseconds since the epoch, and
kinds carry their full names. The names of the fields are the contract of the command line.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from sayso.core.diagnostics import REMEDIES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.items import Item, Source
    from sayso.core.project.reading import ItemReading
    from sayso.core.search import Hit
    from sayso.shell.context import Context
    from sayso.shell.finding import Listed, Shown
    from sayso.shell.reporting import StatusReport
    from sayso.shell.worker import Step, WorkReport

Fields = dict[str, object]

DEBUG_HINT: Final = "SAYSO_DEBUG=true shows it whole"
_CONCISE: Final = re.compile(r"[A-Za-z][\w .'-]{0,60}(?=:|$)")


def memory_id(number: int | None) -> str | None:
    """Spell a memory's number as users see it; None stays None."""
    return None if number is None else f"m{number}"


def turn_id(number: int) -> str:
    """Spell a turn's number as users see it."""
    return f"t{number}"


def listed_fields(listed: Iterable[Listed]) -> Fields:
    """Give the fields of `list`."""
    return {
        "items": [
            {
                "id": memory_id(one.item_id),
                "kind": one.kind.value,
                "title": one.title,
                "synopsis": one.synopsis,
                "revision": one.revision,
                "updated_at": one.updated_at_us,
            }
            for one in listed
        ]
    }


def shown_fields(shown: Shown) -> Fields:
    """Give the fields of `show`: the newest revision, its proof, and how it came to be."""
    item = shown.item
    return {
        "id": memory_id(item.item_id),
        "kind": item.kind.value,
        "title": item.title,
        "content": item.content,
        "synopsis": item.synopsis,
        "aliases": list(item.aliases),
        "keywords": list(item.keywords),
        "status": item.status.value,
        "revision": item.revision,
        "created_at": shown.revisions[0].created_at_us,
        "updated_at": item.updated_at_us,
        "sources": [source_fields(one) for one in shown.sources],
        "revisions": [_revision_fields(one) for one in shown.revisions],
        "replaces": memory_id(item.replaces_id),
        "replaced_by": memory_id(item.replaced_by_id),
        "findings": list(shown.findings),
    }


def source_fields(source: Source) -> Fields:
    """Give a source: text[start:end] of one side of a turn, in code points."""
    return {
        "turn_id": turn_id(source.turn_id),
        "role": source.role.value,
        "quote": source.quote,
        "start": source.start,
        "end": source.end,
    }


def _revision_fields(item: Item) -> Fields:
    return {
        "revision": item.revision,
        "title": item.title,
        "content": item.content,
        "status": item.status.value,
        "created_at": item.created_at_us,
    }


def hit_fields(query: str, hits: Iterable[Hit]) -> Fields:
    """Give the fields of `search`."""
    from sayso.core.project import tools

    return {"query": query, "hits": [tools.hit_fields(hit) for hit in hits]}


def reading_fields(reading: ItemReading) -> Fields:
    """Give the fields of `read`."""
    from sayso.core.project import tools

    return tools.reading_fields(reading)


def context_fields(context: Context | None) -> Fields:
    """Give the fields of `context`; None is a project without memory."""
    history = () if context is None else context.history
    return {
        "history": [
            {"role": one.role.value, "text": one.text, "turn_id": turn_id(one.turn_id)}
            for one in history
        ],
        "context": "" if context is None else context.text,
    }


def status_fields(report: StatusReport, *, debug: bool) -> Fields:
    """Give the fields of `status`; RAW errors only to a debugging reader (A270-A273)."""
    return {
        "health": report.health,
        "findings": list(report.findings),
        "threads": report.threads,
        "turns": asdict(report.turns),
        "jobs": asdict(report.jobs),
        "items": asdict(report.items),
        "foreign_notes": report.foreign_notes,
        "parked": [
            {
                "id": f"j{job.id}",
                "kind": job.kind,
                "turn_id": None if job.turn_id is None else f"t{job.turn_id}",
                "attempts": job.attempts,
                "last_error": shown_error(job.last_error, debug=debug),
            }
            for job in report.parked
        ],
        "refusals": [asdict(one) for one in report.refusals],
        "last_error": shown_error(report.last_error, debug=debug),
        "model": report.model,
        "usage": None if report.usage is None else asdict(report.usage),
        "store": {
            "path": report.path,
            "bytes": report.size_bytes,
            "generation": report.generation,
            "checked": report.checked,
        },
        "notes": list(report.notes),
    }


def shown_error(raw: str | None, *, debug: bool) -> str | None:
    """Give an error whole to a debugging reader; to others its kind and what to do about it.

    The kind is what stands before the first colon; it is our own word, never a provider's.
    """
    if raw is None or debug:
        return raw
    match = _CONCISE.match(raw)
    kind = "failed" if match is None else match.group()
    remedy = f": {REMEDIES[kind]}" if kind in REMEDIES else ""
    return f"{kind}{remedy} ({DEBUG_HINT})"


def work_fields(report: WorkReport | None) -> Fields:
    """Give the fields of `work`; None is a project without memory."""
    counts = ("processed", "succeeded", "failed", "pending")
    return {name: 0 if report is None else getattr(report, name) for name in counts}


def step_fields(step: Step, *, debug: bool) -> Fields:
    """Give one step of a worker, for `work --watch`; a RAW error only to a debugging reader."""
    return {
        "jobs": [{"id": f"j{job.id}", "kind": job.kind.value} for job in step.jobs],
        "outcome": step_outcome(step),
        "items": [memory_id(number) for number in touched_items(step)],
        "refused": [] if step.kept is None else [one.reason.value for one in step.kept.refused],
        "error": shown_error(step.error, debug=debug),
    }


def step_outcome(step: Step) -> str:
    """Name what a step came to."""
    if step.error is not None:
        return "failed"
    return "stale" if step.stale else "done"


def touched_items(step: Step) -> tuple[int, ...]:
    """Give the numbers of the items a step made, revised or let go."""
    if step.merged is None:
        return ()
    applied = step.merged.applied
    return (*applied.created, *applied.revised, *applied.superseded, *step.merged.forgotten)
