"""What forgetting hides in turns that are shown: the places, and what an assistant repeats of them.

RAW turns stay. Where one is shown, words at a forgotten place are masked, and so is a sentence of
an assistant that says them again, in the same turn or in any other that the forget covers: an echo
would keep the memory in sight. The user's own words in other turns stay as they were said; where
old turns are looked for, the same words in a turn that an import brought in are hidden as well,
unless they were said after the forget: a copy. Whoever learns from such a turn sees it whole, and
the gate refuses what was forgotten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.burial import REPLY_MAX_ANCHORS, is_lifted
from sayso.core.states import Origin, Role
from sayso.core.subjects import anchors, same_subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.items import Tombstone
    from sayso.core.turns import Turn

    _Span = tuple[int, int]

MASK: Final = "[forgotten]"
_SHARED_MIN_WORDS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a forgotten place says, and the words it is about."""

    stone: Tombstone
    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Masks:
    """What to hide: `stones` are the places, `statements` what other turns may repeat."""

    stones: tuple[Tombstone, ...] = ()
    statements: tuple[Statement, ...] = ()

    def apart_from(self, item_id: int) -> Masks:
        """Give these without those of one memory."""
        return replace(
            self,
            stones=tuple(one for one in self.stones if one.item_id != item_id),
            statements=tuple(one for one in self.statements if one.stone.item_id != item_id),
        )


UNMASKED: Final = Masks()


def masks_of(stones: Iterable[Tombstone], turns: Iterable[Turn]) -> Masks:
    """Give what tombstones hide; of the turns they lie on, the newest tell what is an echo.

    A mere yes is about nothing: where the user answered an offer, only the offer says something.
    """
    known = tuple(sorted(stones, key=lambda one: one.id))
    by_id = {turn.id: turn for turn in turns}
    places = {
        (one.item_id, one.turn_id, one.role, one.start, one.end): one
        for one in known[-limits.MASK_TOMBSTONES_MAX :]
        if one.turn_id in by_id
    }
    offers = [one for one in places.values() if one.role is Role.ASSISTANT]
    said = (
        (one, by_id[one.turn_id].text_of(one.role)[one.start : one.end]) for one in places.values()
    )
    statements = (Statement(stone=one, text=text, words=anchors(text)) for one, text in said)
    return Masks(
        stones=known,
        statements=tuple(one for one in statements if not _is_reply(one, offers)),
    )


def masked_text(turn: Turn, role: Role, masks: Masks, *, hides_copies: bool = False) -> str:
    """Give one side of a turn with everything that is forgotten replaced by a mask."""
    text = turn.text_of(role)
    spans = hidden_spans(turn, role, masks)
    if hides_copies and role is Role.USER and turn.origin is Origin.IMPORT:
        spans = sorted([*spans, *_copies(turn, masks.statements)])
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end <= at:
            continue
        pieces.extend((text[at : max(at, start)], MASK))
        at = end
    return "".join((*pieces, text[at:])) if spans else text


def hidden_spans(turn: Turn, role: Role, masks: Masks) -> list[_Span]:
    """Give the spans of one side that are hidden, in order; they may overlap."""
    mine = [one for one in masks.stones if one.turn_id == turn.id]
    spans = [(one.start, one.end) for one in mine if one.role is role]
    if role is Role.ASSISTANT:
        spans.extend(_echoes(turn, mine, masks.statements))
    return sorted(spans)


def _copies(turn: Turn, statements: tuple[Statement, ...]) -> Iterator[_Span]:
    """Find where an imported turn says, word for word, what the user said and had forgotten."""
    for one in statements:
        if one.stone.role is Role.USER and one.words and not is_lifted(one.stone, turn):
            start = turn.user_text.find(one.text)
            while start >= 0:
                yield start, start + len(one.text)
                start = turn.user_text.find(one.text, start + len(one.text))


def _echoes(
    turn: Turn, mine: list[Tombstone], statements: tuple[Statement, ...]
) -> Iterator[_Span]:
    """Find the sentences of an answer that share half of a forgotten statement's words."""
    here = [anchors(turn.user_text[one.start : one.end]) for one in mine if one.role is Role.USER]
    elsewhere = [
        one.words
        for one in statements
        if one.stone.turn_id != turn.id and not is_lifted(one.stone, turn)
    ]
    if not here and not elsewhere:
        return
    for sentence in _sentence().finditer(turn.assistant_text):
        words = anchors(sentence.group())
        if any(same_subject(words, said) for said in here) or any(
            _repeats(words, said) for said in elsewhere
        ):
            yield sentence.span()


def _repeats(words: frozenset[str], said: frozenset[str]) -> bool:
    """Tell whether a sentence of another turn repeats a statement: one word of many is chance."""
    shared = len(words & said)
    return same_subject(words, said) and (shared >= _SHARED_MIN_WORDS or 2 * shared >= len(said))


def _is_reply(statement: Statement, offers: list[Tombstone]) -> bool:
    stone = statement.stone
    return (
        stone.role is Role.USER
        and len(statement.words) <= REPLY_MAX_ANCHORS
        and any(one.item_id == stone.item_id and one.turn_id < stone.turn_id for one in offers)
    )


@cache
def _sentence() -> re.Pattern[str]:
    return re.compile(r"[^\s.!?;。！？；][^.!?;\n。！？；]*[.!?;。！？；]?")
