"""The demonstration's report as fields and as lines."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli import fields, lines

if TYPE_CHECKING:
    from sayso.shell.demo import DemoReport, Refusal, Said, SceneReport
    from sayso.shell.finding import Shown

OPENING = (
    "sayso demo: a scripted conversation through the real pipeline, in a temporary store.",
    "Nothing leaves this machine, and nothing stays on it.",
)
CLOSING = "Now with your own words: sayso import PATH, or sayso record --user … --assistant …"


def demo_fields(report: DemoReport) -> fields.Fields:
    """Give the fields of `demo`."""
    return {
        "scenes": [_scene_fields(scene) for scene in report.scenes],
        "context": report.context,
        "found": [fields.hit_fields(query, hits) for query, hits in report.found],
    }


def _scene_fields(scene: SceneReport) -> fields.Fields:
    return {
        "title": scene.title,
        "note": scene.note,
        "turns": [
            {
                "turn_id": None if one.turn_id is None else fields.turn_id(one.turn_id),
                "user": one.user,
                "assistant": one.assistant,
            }
            for one in scene.said
        ],
        "kept": [fields.shown_fields(one) for one in scene.kept],
        "replaced": [fields.shown_fields(one) for one in scene.replaced],
        "forgotten": [fields.memory_id(one.item.item_id) for one in scene.forgotten],
        "refused": [
            {
                "turn_id": None if one.turn_id is None else fields.turn_id(one.turn_id),
                "kind": one.kind,
                "reason": one.reason,
                "quotes": list(one.quotes),
            }
            for one in scene.refused
        ],
    }


def demo_lines(report: DemoReport) -> tuple[str, ...]:
    """Lay the demonstration out: scene by scene, then the next request's context."""
    said = [*OPENING]
    for number, scene in enumerate(report.scenes, start=1):
        said.extend(("", f"{number}. {scene.title}"))
        if scene.note:
            said.append(f"   {scene.note}")
        said.extend(_scene_lines(scene))
    said.extend(("", "What the next request would be given"))
    said.extend(f"   {line}" for block in report.context.splitlines() for line in _wrapped(block))
    said.extend(("", "What a search finds"))
    for query, hits in report.found:
        found = ", ".join(f"m{hit.item_id} {visible_line(hit.title)}" for hit in hits)
        said.append(f"   {query} → {found or 'nothing'}")
    return (*said, "", CLOSING)


def _wrapped(line: str) -> list[str]:
    """Wrap the fixed words of the context; Chinese lines have no spaces to wrap at and stay."""
    return textwrap.wrap(line, width=92, break_long_words=False) or [""]


def _scene_lines(scene: SceneReport) -> list[str]:
    replaced = {old.item.item_id: old for old in scene.replaced}
    return [
        *(line for turn in scene.said for line in _said_lines(turn)),
        *(
            line
            for shown in scene.kept
            for line in _kept_lines(shown, replaced.get(shown.item.replaces_id or 0))
        ),
        *(
            f"   - forgotten m{gone.item.item_id} {visible_line(gone.item.title)}"
            for gone in scene.forgotten
        ),
        *(line for refusal in scene.refused for line in _refused_lines(refusal)),
    ]


def _said_lines(said: Said) -> tuple[str, ...]:
    place = "log" if said.turn_id is None else f"t{said.turn_id}"
    return (
        f"   {place:<4}user       {visible_line(said.user)}",
        f"       assistant  {visible_line(said.assistant)}",
    )


def _kept_lines(shown: Shown, old: Shown | None) -> list[str]:
    item = shown.item
    kind = lines.KIND_NAMES[item.kind]
    said = [f"   + kept m{item.item_id} ({kind}) {visible_line(item.title)}"]
    if old is not None:
        was = f"m{old.item.item_id} {visible_line(old.item.title)}"
        said.append(f"     in place of {was}, now {old.item.status}")
    said.extend(f"     proof {lines.proof_line(source).strip()}" for source in shown.sources)
    return said


def _refused_lines(refusal: Refusal) -> tuple[str, ...]:
    trick = f" ({refusal.trick})" if refusal.trick else ""
    quotes = " ".join(f"“{visible_line(quote)}”" for quote in refusal.quotes)
    line = f"   x refused: {refusal.reason}{trick}"
    return (line, f"     {quotes}") if quotes else (line,)
