"""The command that says why there is a memory: why.

A quote stands out in its turn: by style on a terminal, between » and « elsewhere, and where colours
are not wanted. All foreign text is made visible before a style of our own goes around it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import typer

from sayso.core.printing import visible_block, visible_line
from sayso.core.text import clip, one_line
from sayso.shell.entrances.cli import fields
from sayso.shell.entrances.cli.answers import Answer
from sayso.shell.entrances.cli.lines import INDENT, KIND_NAMES, moment, plural
from sayso.shell.entrances.cli.looking import look_at
from sayso.shell.entrances.cli.parameters import MemoryId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.project.explaining import (
        Explanation,
        Forgotten,
        Piece,
        Proposal,
        ToldRevision,
        ToldTurn,
    )
    from sayso.shell.entrances.cli.fields import Fields

PLAIN_MARKS: Final = ("»", "«")
STYLED_MARKS: Final = ("\x1b[1;4m", "\x1b[0m")  # bold and underlined, which any terminal shows
CHANGE_CHARS: Final = 120


def why(context: typer.Context, memory_id: MemoryId) -> Answer:
    """Say why there is a memory, in any status.

    Its quotes in their turns, the turns beside, who proposed it, what its revisions changed, and
    how it ended. Works on a degraded store.

    JSON: id, kind, title, content, status, revision, turns[{id, session, at, is_quoted,
    user[{text, is_quote}], assistant[{text, is_quote}]}], left_out (quoted turns not shown),
    proposals[{candidate, job, model (null where nobody noted it), pointed_at (by an agent after
    the job), title, at, revision}],
    revisions[{revision, status, at, changes[{field, before, after}]}], replaces, replaced_by,
    forgotten{by_turn (null for a command), at} or null, findings[].
    """
    told = look_at(context, memory_id, lambda memory, number: memory.why(number))
    return Answer(
        fields=_fields(told),
        lines=tuple(_lines(told, marks_for(sys.stdout.isatty()))),
        is_safe=True,
    )


def marks_for(is_terminal: bool) -> tuple[str, str]:
    """Give what stands before and behind a quote."""
    wants_style = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return STYLED_MARKS if is_terminal and wants_style else PLAIN_MARKS


def _fields(told: Explanation) -> Fields:
    item, ended = told.item, told.forgotten
    return {
        "id": fields.memory_id(item.item_id),
        "kind": item.kind.value,
        "title": item.title,
        "content": item.content,
        "status": item.status.value,
        "revision": item.revision,
        "turns": [_turn_fields(one) for one in told.turns],
        "left_out": told.left_out,
        "proposals": [_proposal_fields(one) for one in told.proposals],
        "revisions": [_revision_fields(one) for one in told.revisions],
        "replaces": fields.memory_id(item.replaces_id),
        "replaced_by": fields.memory_id(item.replaced_by_id),
        "forgotten": None if ended is None else _forgotten_fields(ended),
        "findings": list(told.findings),
    }


def _forgotten_fields(ended: Forgotten) -> Fields:
    by = ended.by_turn_id
    return {"by_turn": None if by is None else fields.turn_id(by), "at": ended.at_us}


def _turn_fields(turn: ToldTurn) -> Fields:
    return {
        "id": fields.turn_id(turn.id),
        "session": turn.session,
        "at": turn.at_us,
        "is_quoted": turn.is_quoted,
        "user": [_piece_fields(one) for one in turn.user],
        "assistant": [_piece_fields(one) for one in turn.assistant],
    }


def _piece_fields(piece: Piece) -> Fields:
    return {"text": piece.text, "is_quote": piece.is_quote}


def _proposal_fields(one: Proposal) -> Fields:
    return {
        "candidate": f"c{one.candidate_id}",
        "job": f"j{one.job_id}",
        "model": one.model,
        "pointed_at": one.is_pointed_at,
        "title": one.title,
        "at": one.at_us,
        "revision": one.revision,
    }


def _revision_fields(one: ToldRevision) -> Fields:
    return {
        "revision": one.revision,
        "status": one.status,
        "at": one.at_us,
        "changes": [
            {"field": change.field, "before": change.before, "after": change.after}
            for change in one.changes
        ],
    }


def _lines(told: Explanation, marks: tuple[str, str]) -> Iterator[str]:
    item = told.item
    yield (
        f"m{item.item_id}  {KIND_NAMES[item.kind]}  {item.status}  revision {item.revision}  "
        f"{visible_line(item.title)}"
    )
    for turn in told.turns:
        yield from _turn_lines(turn, marks)
    if told.left_out:
        yield f"and {plural(told.left_out, 'older quoted turn')}: see 'sayso show'"
    yield from map(_proposal_line, told.proposals)
    if len(told.revisions) > 1:
        for revision in told.revisions:
            yield from _revision_lines(revision)
    if item.replaces_id is not None:
        yield f"replaces m{item.replaces_id}"
    if item.replaced_by_id is not None:
        yield f"replaced by m{item.replaced_by_id}"
    if told.forgotten is not None:
        by = told.forgotten.by_turn_id
        how = "by 'sayso forget' or a host" if by is None else f"as the user took it back in t{by}"
        yield f"forgotten {moment(told.forgotten.at_us)} {how}"
    yield from (f"finding: {visible_line(one)}" for one in told.findings)


def _turn_lines(turn: ToldTurn, marks: tuple[str, str]) -> Iterator[str]:
    session = f"  session {visible_line(turn.session)}" if turn.session else ""
    place = "said in" if turn.is_quoted else "beside it"
    yield f"{place} t{turn.id}  {moment(turn.at_us)}{session}"
    for name, pieces in (("user", turn.user), ("assistant", turn.assistant)):
        if pieces:
            text = _spelled(pieces, marks).replace("\n", f"\n{INDENT * 2}")
            yield f"{INDENT}{name}: {text}"


def _spelled(pieces: Iterable[Piece], marks: tuple[str, str]) -> str:
    before, behind = marks
    return "".join(
        f"{before}{visible_block(one.text)}{behind}" if one.is_quote else visible_block(one.text)
        for one in pieces
    )


def _proposal_line(one: Proposal) -> str:
    title = f": {visible_line(one.title)}" if one.title else ""
    if one.is_pointed_at:
        return f"pointed at by an agent after j{one.job_id}, {moment(one.at_us)}{title}"
    model = "a model nobody noted" if one.model is None else visible_line(one.model)
    return f"proposed by {model} in j{one.job_id}, {moment(one.at_us)}{title}"


def _revision_lines(one: ToldRevision) -> Iterator[str]:
    yield f"revision {one.revision}  {moment(one.at_us)}  {one.status}"
    for change in one.changes:
        before, after = (
            visible_line(clip(one_line(text), CHANGE_CHARS)) or "nothing"
            for text in (change.before, change.after)
        )
        yield f"{INDENT}{change.field}: {before} → {after}"
