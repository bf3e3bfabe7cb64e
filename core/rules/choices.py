"""How two statements about one thing relate: same, turned round, extended, or apart.

Input: the texts of an older and a newer statement. Each is read into what it is about (topic),
where it holds (place), what it chooses and what it turns down, by the verbs and particles of
choosing in both languages.
Invariant: a mere addition about the same thing never counts as turned round; that takes a word of
reversal, a rejected choice, a contrasting word, another number or another name in the same place.
Source: A181, A182.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sayso.core.rules import choice_words
from sayso.core.subjects import anchors, content_words, subject_words
from sayso.core.text import fold, is_han


class Relation(StrEnum):
    """What a newer statement does to an older one."""

    SAME = "same"
    REVERSED = "reversed"
    EXTENDED = "extended"
    APART = "apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement taken apart, as anchors; `words` are whole content words, `names` proper ones."""

    topic: frozenset[str]
    place: frozenset[str]
    chosen: frozenset[str]
    rejected: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[str]
    reversing: bool
    adding: bool

    @property
    def asserted(self) -> frozenset[str]:
        """What the statement stands for."""
        return (self.topic | self.place | self.chosen) - self.rejected

    @property
    def subject(self) -> frozenset[str]:
        """What it is about: the topic before the verb, or else the place after it."""
        return self.topic or self.place

    @property
    def all(self) -> frozenset[str]:
        """Every anchor of the statement."""
        return self.topic | self.place | self.chosen | self.rejected


def _any(patterns: tuple[str, ...]) -> str:
    return "|".join(patterns)


_SEGMENT_END: Final = re.compile(r"[，,；;。!！?？：\n—–]|[.:](?=\s|$)")
_VERB: Final = re.compile(
    f"(?P<reject>{_any(choice_words.REJECTING)})|(?P<choose>{_any(choice_words.CHOOSING)})"
    f"|(?P<scope>{_any(choice_words.SCOPING)})",
    re.IGNORECASE,
)
_MOVING: Final = re.compile(choice_words.MOVING, re.IGNORECASE)
_MOVED_TO: Final = re.compile(choice_words.MOVED_TO, re.IGNORECASE)
_REJECTED_BEFORE: Final = re.compile(_any(choice_words.REJECTED_BEFORE), re.IGNORECASE)
_CHOSEN_BEFORE: Final = re.compile(_any(choice_words.CHOSEN_BEFORE), re.IGNORECASE)
_REVERSING: Final = re.compile(_any(choice_words.REVERSING), re.IGNORECASE)
_ADDING: Final = re.compile(_any(choice_words.ADDING), re.IGNORECASE)
_NUMBER: Final = re.compile(
    r"\d+(?:[.:]\d+)*"
    f"|[{choice_words.HAN_NUMERALS}]+(?=[{choice_words.HAN_MEASURES}])"
    rf"|\b(?:{'|'.join(sorted(choice_words.NUMBER_WORDS))})\b",
    re.IGNORECASE,
)


def read_statement(text: str) -> Statement:
    """Take a statement apart into topic, choice and rejection.

    >>> sorted(read_statement("use spaces, not tabs").rejected)
    ['tab']
    """
    folded = fold(text).replace("\u2019", "'")
    parts: list[tuple[str, str]] = []
    for segment in _SEGMENT_END.split(folded):
        parts.extend(_segment_parts(segment.strip()))
    return Statement(
        topic=_bucket(parts, "topic"),
        place=_bucket(parts, "scope"),
        chosen=_bucket(parts, "choose"),
        rejected=_bucket(parts, "reject"),
        words=subject_words(text),
        names=_names(text),
        numbers=frozenset(match.group().casefold() for match in _NUMBER.finditer(folded)),
        reversing=_REVERSING.search(folded) is not None,
        adding=_ADDING.search(folded) is not None,
    )


def compare(old: Statement, new: Statement) -> Relation:
    """Tell what a newer statement does to an older one."""
    if not old.all & new.all:
        return Relation.APART
    if old.all == new.all and old.rejected == new.rejected and old.numbers == new.numbers:
        return Relation.SAME
    if _turns_round(old, new):
        return Relation.REVERSED
    if _adds_nothing(old, new):
        return Relation.SAME
    return Relation.EXTENDED if _extends(old, new) else Relation.APART


def _segment_parts(segment: str) -> list[tuple[str, str]]:
    """Give the pieces of one segment, each with its role: topic, scope, choose or reject."""
    moved = _MOVING.search(segment)
    target = _MOVED_TO.search(segment, moved.end()) if moved else None
    if target is not None:
        return [*_scan(segment[: target.start()]), *_scan(segment[target.end() :], "choose")]
    for pattern, role in ((_REJECTED_BEFORE, "reject"), (_CHOSEN_BEFORE, "choose")):
        match = pattern.search(segment)
        if match is not None:
            return [(role, segment[: match.start()]), *_scan(segment[match.end() :])]
    return _scan(segment)


def _scan(text: str, role: str = "topic") -> list[tuple[str, str]]:
    """Walk over the verbs of a piece; what stands before the first one is the topic.

    A verb right after a rejection belongs to it: in "don't use tabs" nothing is chosen.
    """
    parts: list[tuple[str, str]] = []
    at = 0
    for verb in _VERB.finditer(text):
        said = text[at : verb.start()]
        if role != "reject" or anchors(said):
            parts.append((role, said))
            role = str(verb.lastgroup)
        at = verb.end()
    parts.append((role, text[at:]))
    return parts


def _names(text: str) -> frozenset[str]:
    """Give the anchors of Latin words that are names: capitals, digits, or amid Han characters."""
    words = content_words(text)
    amid_han = any(is_han(char) for char in text)
    return frozenset[str]().union(
        *(
            anchors(word.text)
            for word in words
            if not word.is_han and (amid_han or not (word.text.islower() and word.text.isalpha()))
        )
    )


def _bucket(parts: list[tuple[str, str]], role: str) -> frozenset[str]:
    return frozenset[str]().union(*(anchors(text) for kind, text in parts if kind == role))


def _turns_round(old: Statement, new: Statement) -> bool:
    if _rejects(old, new) or _takes_back_rejection(old, new):
        return _subjects_meet(old, new)
    if new.adding:
        return False
    return (
        _moves_on(old, new)
        or _contrasts(old, new)
        or _other_number(old, new)
        or _other_name(old, new)
    )


def _subjects_meet(old: Statement, new: Statement) -> bool:
    """Tell whether both speak of one subject; a newer one without a subject speaks of any."""
    before, after = old.subject, new.subject
    if not after:
        return True
    if not before:
        return new.reversing
    return _is_half(before & new.all, before) and 2 * len(after & old.all) > len(after)


def _is_half(part: frozenset[str], whole: frozenset[str]) -> bool:
    return len(part) > 0 and 2 * len(part) >= len(whole)


def _rejects(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one turns down what the older one chose."""
    gone = old.asserted & new.rejected
    if not _is_half(gone, new.rejected):
        return False
    named = new.reversing and 3 * len(gone & old.names) >= len(old.words)
    stood_for = old.chosen or old.asserted
    return named or _is_half(gone & stood_for, stood_for)


def _takes_back_rejection(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one chooses what the older one turned down."""
    back = old.rejected & new.chosen - new.rejected
    return _is_half(back, old.rejected)


def _moves_on(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one says that it changes the choice of the same topic."""
    changes = new.reversing and bool(new.chosen) and not new.all <= old.all
    return changes and bool(old.subject and new.subject) and _subjects_meet(old, new)


def _contrasts(old: Statement, new: Statement) -> bool:
    """Tell whether one word of a contrasting pair gave way to the other, all else being alike."""
    for row in choice_words.CONTRASTS:
        before, after = old.asserted & row, new.asserted & row
        if before and after and not before & after:
            rests = (old.asserted - row, new.asserted - row)
            return _is_half(rests[0] & rests[1], max(rests, key=len))
    return False


def _other_number(old: Statement, new: Statement) -> bool:
    """Tell whether only a number changed: 180 days to 90 days of the same thing."""
    if not old.numbers or not new.numbers or old.numbers == new.numbers:
        return False
    before, after = _without_numbers(old.all), _without_numbers(new.all)
    return bool(before & after) and 3 * len(before & after) >= 2 * max(len(before), len(after))


def _without_numbers(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(
        term
        for term in terms
        if not term[0].isdigit()
        and term not in choice_words.NUMBER_WORDS
        and not any(char in choice_words.HAN_NUMERALS for char in term)
    )


def _other_name(old: Statement, new: Statement) -> bool:
    """Tell whether another name stands in the same place: 数据库用 MySQL, 数据库用 PostgreSQL."""
    return (
        bool(old.subject)
        and old.subject == new.subject
        and len(old.chosen) == len(new.chosen) == 1
        and old.chosen != new.chosen
        and old.chosen <= old.names
        and new.chosen <= new.names
    )


def _adds_nothing(old: Statement, new: Statement) -> bool:
    return (
        new.all <= old.all
        and new.rejected <= old.rejected
        and new.numbers <= old.numbers
        and not new.reversing
        and _is_half(new.all, old.all)
    )


def _extends(old: Statement, new: Statement) -> bool:
    """Tell whether the newer one says nearly all of the older one, and more."""
    common = old.words & new.words
    if len(old.words) == 1:
        return bool(common) and bool(old.chosen & new.chosen)
    return 4 * len(common) >= 3 * len(old.words)
