"""Why there is a memory: its quotes in their turns, who proposed it, and what became of it.

Records in, one record of pieces of text out. A quoted text is cut around its quotes, turns beside
it are clipped. Words of other memories that were forgotten stay masked; the words of the memory
itself are shown, also once it is forgotten: the RAW turns keep them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.project.masks import MASK, hidden_spans, masked_text
from sayso.core.text import clip
from sayso.core.turns import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.items import Item, Source
    from sayso.core.project.masks import Masks
    from sayso.core.turns import Turn

_Span = tuple[int, int]

CUT: Final = "…"
_TOLD: Final = ("title", "content", "synopsis", "aliases", "keywords")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a text: a quote that proves the memory, or what stands around it."""

    text: str
    is_quote: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTurn:
    """A turn as it is shown; `is_quoted` where the memory rests on words of it."""

    id: int
    session: str
    at_us: int
    is_quoted: bool
    user: tuple[Piece, ...]
    assistant: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a job proposed. `model` is None where nobody noted it; `title` is '' once forgotten.

    `revision` is the first that rests on it. `is_pointed_at`: an agent pointed at the words after
    the job had passed over them.
    """

    candidate_id: int
    job_id: int
    model: str | None
    title: str
    at_us: int
    revision: int
    is_pointed_at: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a revision says otherwise than the one before."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRevision:
    """A revision: when it came, where it stands, and what it changed; the first changes nothing."""

    revision: int
    status: str
    at_us: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """When a memory was forgotten, and by which turn; None for a command."""

    by_turn_id: int | None
    at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why there is a memory, in any status; `turns` are in their order, quoted ones with others.

    `left_out` counts quoted turns beyond what is shown. `findings` tell what could not be read, or
    is not what was stored; only a degraded store has any.
    """

    item: Item
    turns: tuple[ToldTurn, ...]
    left_out: int
    proposals: tuple[Proposal, ...]
    revisions: tuple[ToldRevision, ...]
    forgotten: Forgotten | None
    findings: tuple[str, ...]


def tell_turn(turn: Turn, item_id: int, sources: Iterable[Source], masks: Masks) -> ToldTurn:
    """Show a turn with the quotes of an item in it; without quotes it is one beside those."""
    mine = [one for one in sources if one.turn_id == turn.id]
    others = masks.apart_from(item_id)
    user, assistant = (_side(turn, role, mine, others) for role in Role)
    return ToldTurn(
        id=turn.id,
        session=turn.session,
        at_us=turn.created_at_us if turn.said_at_us is None else turn.said_at_us,
        is_quoted=bool(mine),
        user=user,
        assistant=assistant,
    )


def tell_revisions(revisions: tuple[Item, ...]) -> tuple[ToldRevision, ...]:
    """Show what each revision changed, oldest first."""
    before = (None, *revisions)
    return tuple(
        ToldRevision(
            revision=item.revision,
            status=item.status,
            at_us=item.created_at_us,
            changes=() if older is None else tuple(_changes(older, item)),
        )
        for older, item in zip(before, revisions, strict=False)
    )


def passage(text: str, quotes: Iterable[_Span], hidden: Iterable[_Span]) -> tuple[Piece, ...]:
    """Cut a text around its quotes, with what is hidden masked unless a quote needs it.

    >>> [one.text for one in passage("Well, use tabs, please.", [(6, 14)], [])]
    ['Well, ', 'use tabs', ', please.']
    """
    quoted = _merged(quotes)
    masked = _merged(
        (start, end)
        for start, end in hidden
        if not any(start < until and at < end for at, until in quoted)
    )
    around = limits.WHY_AROUND_CHARS
    windows = _merged(
        (max(start - around, 0), min(end + around, len(text))) for start, end in quoted
    )
    marks = sorted([(*span, True) for span in quoted] + [(*span, False) for span in masked])
    pieces: list[Piece] = []
    for start, end in windows:
        if start:
            pieces.append(Piece(text=CUT))
        pieces.extend(_window(text, (start, end), marks))
    if windows and windows[-1][1] < len(text):
        pieces.append(Piece(text=CUT))
    return tuple(pieces)


def _side(turn: Turn, role: Role, sources: list[Source], masks: Masks) -> tuple[Piece, ...]:
    quotes = [(one.start, one.end) for one in sources if one.role is role]
    if quotes:
        return passage(turn.text_of(role), quotes, hidden_spans(turn, role, masks))
    text = clip(masked_text(turn, role, masks), limits.WHY_BESIDE_CHARS)
    return (Piece(text=text),) if text else ()


def _window(text: str, window: _Span, marks: list[tuple[int, int, bool]]) -> Iterator[Piece]:
    """Give the pieces of one window; a mark that reaches over its border is shown whole."""
    at, end = window
    for start, until, is_quote in marks:
        if until <= at or start >= end:
            continue
        if start > at:
            yield Piece(text=text[at:start])
        yield Piece(text=text[start:until] if is_quote else MASK, is_quote=is_quote)
        at = until
    if at < end:
        yield Piece(text=text[at:end])


def _merged(spans: Iterable[_Span]) -> list[_Span]:
    """Put spans together that overlap or touch."""
    merged: list[_Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _changes(older: Item, newer: Item) -> Iterator[Change]:
    for field in _TOLD:
        before, after = _spelled(older, field), _spelled(newer, field)
        if before != after:
            yield Change(field=field, before=before, after=after)


def _spelled(item: Item, field: str) -> str:
    value = getattr(item, field)
    return value if isinstance(value, str) else ", ".join(value)
