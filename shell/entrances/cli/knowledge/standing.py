"""Commands that tell how knowledge stands: status and check. They change nothing."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.knowledge.noticing import noticed
from sayso.shell.entrances.cli.knowledge.place import Variant, place_of
from sayso.shell.entrances.cli.lines import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.shell.knowledge.inspecting import Finding, ScopeState, Standing


def status(context: typer.Context, variant: Variant = "") -> Answer:
    """Tell what is known, how fresh it is, and the last dream.

    JSON: path, counts{}, sources, changed[], baseline_at, functions_usable, scopes[{category,
    is_usable, is_tracked, reason, published_at}], last_dream{} (null before the first), dreaming,
    kept_aside[], findings (their number; 'sayso knowledge check' names them).
    """
    from sayso.shell.knowledge.inspecting import inspect

    place = place_of(context, variant)
    with noticed():
        told = inspect(place.base)
    return Answer(
        fields={
            "path": str(place.folder.root),
            "counts": dict(told.counts),
            "sources": told.sources,
            "changed": list(told.changed),
            "baseline_at": told.baseline_at,
            "functions_usable": told.functions_usable,
            "scopes": [asdict(one) for one in told.scopes],
            "last_dream": None if told.last_dream is None else dict(told.last_dream),
            "dreaming": told.dreamer is not None,
            "kept_aside": list(told.kept_aside),
            "findings": len(told.findings),
        },
        lines=tuple(_lines(told, place.shown)) if place.is_there else (),
        notes=place.absence,
    )


def check(context: typer.Context, variant: Variant = "") -> Answer:
    """Read every file again; name damage, drift, and what is withheld.

    Exit code 1 when there are findings.

    JSON: findings[{kind, where, why, hint}].
    """
    from sayso.shell.knowledge.inspecting import inspect

    place = place_of(context, variant)
    if not place.is_there:
        return Answer(fields={"findings": []}, lines=(), notes=place.absence)
    with noticed():
        found = inspect(place.base).findings
    return Answer(
        fields={"findings": [{**asdict(one), "kind": one.kind.value} for one in found]},
        lines=tuple(map(_finding_line, found)) or ("nothing is wrong",),
        exit_code=1 if found else 0,
    )


def _lines(told: Standing, path: str) -> Iterator[str]:
    counts = told.counts
    yield f"knowledge    {visible_line(path)}"
    yield f"notes        {plural(counts['notes'], 'character')}"
    yield f"functions    {counts['functions']}"
    yield f"patterns     {counts['patterns']}"
    yield f"sessions     {counts['sessions']}, {counts['sessions_finished']} finished"
    yield f"cases        {counts['cases']}"
    usable, code = told.functions_usable, counts["code_functions"]
    yield f"code         {plural(code, 'function')}, {usable} usable, {code - usable} withheld"
    yield f"sources      {_sources(told)}"
    yield from (f"  {_scope_line(one)}" for one in told.scopes)
    yield f"last dream   {_dream(told)}"
    if told.dreamer is not None:
        yield f"dreaming     process {told.dreamer.pid} on {visible_line(told.dreamer.host)}"
    yield from (f"kept aside   {visible_line(one)}" for one in told.kept_aside)
    if told.findings:
        yield f"findings     {len(told.findings)}: 'sayso knowledge check' names them"


def _sources(told: Standing) -> str:
    if not told.baseline_at:
        return f"{plural(told.sources, 'file')}, no baseline"
    changed = f"{len(told.changed)} changed" if told.changed else "as"
    since = "since" if told.changed else "at"
    return f"{plural(told.sources, 'file')}, {changed} {since} the baseline of {told.baseline_at}"


def _scope_line(one: ScopeState) -> str:
    if not one.is_usable:
        state = f"withheld: {one.reason}"
    else:
        state = "fresh" if one.is_tracked else "usable, not watched"
    return f"{visible_line(one.category):<16} {state}"


def _dream(told: Standing) -> str:
    from sayso.core.knowledge.json_values import text_of

    if told.last_dream is None:
        return "none yet"
    at, said = text_of(told.last_dream, "timestamp"), text_of(told.last_dream, "summary")
    return visible_line(f"{at}  {said}".rstrip())


def _finding_line(one: Finding) -> str:
    return f"{one.kind:<10} {visible_line(f'{one.where}: {one.why} — {one.hint}')}"
