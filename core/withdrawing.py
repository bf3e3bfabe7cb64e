"""Which memory a withdrawal means: "forget what I said about tabs", 那条不算了.

Input: the withdrawing clause, the turn before it, and what could be meant (active items and
candidates of earlier turns). Output: the key of the one clear match, or None. Invariants: a match
shares a content word or a form of one with the clause, or is the only memory of the turn that
"what I just said" points at; two equally good matches are no match, so nothing unrelated is ever
taken back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.subjects import anchors
from sayso.core.text import fold
from sayso.core.turns import Role
from sayso.core.withdrawal_words import (
    HAN_WITHDRAWING,
    LATIN_WITHDRAWING,
    NOUNS_IN_ING,
    OBJECT_PATTERNS,
    POINTING,
)

if TYPE_CHECKING:
    from sayso.core.items import Source
    from sayso.core.speech.withdrawals import Withdrawal

_WITHDRAWING: Final = re.compile(
    f"{'|'.join(sorted(HAN_WITHDRAWING, key=lambda word: (-len(word), word)))}"
    rf"|\b(?:{'|'.join(sorted(LATIN_WITHDRAWING, key=lambda word: (-len(word), word)))})\b",
    re.IGNORECASE,
)
_OBJECTS: Final = tuple(re.compile(pattern, re.IGNORECASE) for pattern in OBJECT_PATTERNS)
_POINTING: Final = re.compile(POINTING, re.IGNORECASE)
_STEM_MIN_CHARS: Final = 4  # shorter stems would join words that have nothing in common
_FAMILY_ENDING: Final = re.compile("(?:ings?|ed|e)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalTarget:
    """One memory that may be meant, with the words it rests on. `key` is the caller's handle."""

    key: int
    title: str
    aliases: tuple[str, ...]
    content: str
    sources: tuple[Source, ...]

    @property
    def user_turn_ids(self) -> frozenset[int]:
        """The turns in which the user said it."""
        return frozenset(one.turn_id for one in self.sources if one.role is Role.USER)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    """How well a target fits: common anchors, those in its title, and whether it is adjacent."""

    key: int
    common: int
    in_title: int
    adjacent: bool

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Order by common anchors, then those in the title, then adjacency."""
        return (self.common, self.in_title, self.adjacent)


def match_withdrawal(
    withdrawal: Withdrawal, previous_turn_id: int | None, targets: tuple[WithdrawalTarget, ...]
) -> int | None:
    """Give the key of the one memory that a withdrawal means, or None without a clear match.

    Where the clause names its object ("that rule about tabs"), the target must share it. For a
    target outside the directly preceding turn, at least two thirds of the object must be shared.
    """
    named = _object_of(withdrawal.quote)
    words = named or _families(_without_withdrawing(withdrawal.quote))
    pointing = withdrawal.anaphoric or (not words and _POINTING.search(fold(withdrawal.quote)))
    matches = tuple(_match(target, words, previous_turn_id) for target in targets)
    adjacent = tuple(match for match in matches if match.adjacent)
    fitting = tuple(match for match in adjacent if match.common)
    if not (withdrawal.anaphoric and fitting):
        fitting += tuple(
            match for match in matches if not match.adjacent and _covers(match.common, len(words))
        )
    if fitting:
        return _clear_best(fitting)
    if pointing and not named and len(adjacent) == 1:
        return adjacent[0].key
    return None


def _object_of(quote: str) -> frozenset[str]:
    """Give the anchors of what a clause names explicitly as its object; empty without one."""
    folded = fold(quote)
    for pattern in _OBJECTS:
        for match in pattern.finditer(folded):
            found = _families(_without_withdrawing(match["object"]))
            if found:
                return found
    return frozenset()


def _without_withdrawing(text: str) -> str:
    """Blank out the words of withdrawing itself, which name nothing."""
    return _WITHDRAWING.sub(" ", fold(text).replace("\u2019", "'"))


def _families(text: str) -> frozenset[str]:
    """Give the anchors of a text, English words by their family: bill, billed and billing."""
    return frozenset(map(_family, anchors(text)))


def _family(word: str) -> str:
    if not (word.isascii() and word.isalpha()) or word in NOUNS_IN_ING:
        return word
    stem = _FAMILY_ENDING.sub("", word)
    if len(stem) < _STEM_MIN_CHARS:
        return word
    return stem[:-1] if stem[-1] == stem[-2] else stem


def _match(target: WithdrawalTarget, words: frozenset[str], previous: int | None) -> _Match:
    name = _families(" \n ".join((target.title, *target.aliases)))
    body = _families(" \n ".join((target.content, *(one.quote for one in target.sources))))
    return _Match(
        key=target.key,
        common=len(words & (name | body)),
        in_title=len(words & name),
        adjacent=previous is not None and previous in target.user_turn_ids,
    )


def _covers(common: int, named: int) -> bool:
    return common > 0 and 3 * common >= 2 * named


def _clear_best(matches: tuple[_Match, ...]) -> int | None:
    best = max(match.rank for match in matches)
    keys = [match.key for match in matches if match.rank == best]
    return keys[0] if len(keys) == 1 else None
