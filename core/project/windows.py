"""Cutting stage 1's question to what a model takes: whole turns first, windows of long ones.

Turns are grouped in order as long as they fit. A turn that alone is too long is shown in windows
that overlap, so that no statement is cut in every window it stands in. Offsets play no part: a
quote is always checked against the RAW turn, whichever window it was found in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.project.extraction import ExtractionInput, ExtractionReply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.turns import Turn

OVERLAP_CHARS: Final = limits.QUOTE_MAX_CHARS


def split_question(question: ExtractionInput, max_chars: int) -> tuple[ExtractionInput, ...]:
    """Cut a question into ones that each show at most max_chars of turn text, in order.

    `max_chars` must be larger than twice the overlap of 2,000 characters. A question that fits
    comes back alone and unchanged. The turn before a cut is shown as the adjacent one where it
    is a whole turn that fits.
    """
    groups: list[tuple[Turn, ...]] = []
    open_group: list[Turn] = []
    for turn in question.turns:
        if _size(turn) > max_chars:
            groups.extend([tuple(open_group)] if open_group else [])
            groups.extend((window,) for window in _windows(turn, max_chars))
            open_group = []
            continue
        if open_group and sum(map(_size, open_group)) + _size(turn) > max_chars:
            groups.append(tuple(open_group))
            open_group = []
        open_group.append(turn)
    groups.extend([tuple(open_group)] if open_group else [])
    if len(groups) <= 1 and question.turns == (groups[0] if groups else ()):
        return (question,)
    return tuple(_asked(question, groups, at, max_chars) for at in range(len(groups)))


def merge_replies(replies: tuple[ExtractionReply, ...]) -> ExtractionReply:
    """Put the answers to the parts together: the last summary, every proposal once, at most 32."""
    proposals = dict.fromkeys(one for reply in replies for one in reply.proposals)
    return ExtractionReply(
        compaction=replies[-1].compaction, proposals=tuple(proposals)[: limits.PROPOSALS_MAX]
    )


def _asked(
    question: ExtractionInput, groups: list[tuple[Turn, ...]], at: int, max_chars: int
) -> ExtractionInput:
    before = question.previous if at == 0 else _before(question, groups[at][0])
    if before is not None and _size(before) > max_chars:
        before = None
    return replace(question, previous=before, turns=groups[at])


def _before(question: ExtractionInput, first: Turn) -> Turn | None:
    """Give the whole turn just before the first one shown."""
    ids = [turn.id for turn in question.turns]
    at = ids.index(first.id)
    return question.turns[at - 1] if at else question.previous


def _windows(turn: Turn, max_chars: int) -> Iterator[Turn]:
    """Show a long turn side by side: windows of the user's words, then of the answer."""
    for part in _cuts(turn.user_text, max_chars):
        yield replace(turn, user_text=part, assistant_text="")
    for part in _cuts(turn.assistant_text, max_chars):
        yield replace(turn, user_text="", assistant_text=part)


def _cuts(text: str, max_chars: int) -> Iterator[str]:
    start = 0
    while start < len(text):
        yield text[start : start + max_chars]
        if start + max_chars >= len(text):
            return
        start += max_chars - OVERLAP_CHARS


def _size(turn: Turn) -> int:
    return len(turn.user_text) + len(turn.assistant_text)
