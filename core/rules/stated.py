"""A statement taken apart: what it is about, where it holds, what it chooses and turns down.

Input: the text of one statement. Output: its parts as anchors, by the verbs and particles of
choosing in both languages, with its amounts and the words that say what it does to an earlier
one. Invariant: numbers and single letters always count, since "dock A" and "dock B" differ in
nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sayso.core.recent import keeps_recent
from sayso.core.rules import choice_words
from sayso.core.rules.attributes import Attribute, read_attribute
from sayso.core.subjects import anchors, content_words, subject_words
from sayso.core.text import fold, is_han


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement taken apart, as anchors; `words` are whole content words, `names` proper ones.

    `picks` are the whole words chosen, `amounts` the numbers with their units, of which `values`
    may change without another topic: "within 2 days", but not "room 2". `sides` are words like
    before and after. `epithets` stand right before what they describe: "German" in "bill German
    clients". `firm` says that a verb of choosing makes the choice, rather than "is".
    """

    topic: frozenset[str]
    place: frozenset[str]
    chosen: frozenset[str]
    rejected: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    picks: frozenset[str]
    amounts: frozenset[str]
    values: frozenset[str]
    sides: frozenset[str]
    epithets: frozenset[str]
    attribute: Attribute | None
    reversing: bool
    adding: bool
    firm: bool

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A piece of a statement and its role: topic, scope, choose or reject."""

    role: str
    text: str


def _any(patterns: tuple[str, ...]) -> str:
    return "|".join(patterns)


_SEGMENT_END: Final = re.compile(r"[，,；;。!！?？：\n—–]|[.:](?=\s|$)")
_VERB: Final = re.compile(
    f"(?P<reject>{_any(choice_words.REJECTING)})|(?P<choose>{_any(choice_words.CHOOSING)})"
    f"|(?P<scope>{_any(choice_words.SCOPING)})",
    re.IGNORECASE,
)
_FIRM: Final = re.compile(_any(choice_words.FIRM), re.IGNORECASE)
_MOVING: Final = re.compile(choice_words.MOVING, re.IGNORECASE)
_MOVED_TO: Final = re.compile(choice_words.MOVED_TO, re.IGNORECASE)
_REJECTED_BEFORE: Final = re.compile(_any(choice_words.REJECTED_BEFORE), re.IGNORECASE)
_CHOSEN_BEFORE: Final = re.compile(_any(choice_words.CHOSEN_BEFORE), re.IGNORECASE)
_REVERSING: Final = re.compile(_any(choice_words.REVERSING), re.IGNORECASE)
_ADDING: Final = re.compile(_any(choice_words.ADDING), re.IGNORECASE)
_PREFACE: Final = re.compile(_any(choice_words.PREFACES), re.IGNORECASE)
_SIDE: Final = re.compile(_any(choice_words.SIDES), re.IGNORECASE)
_NUMBER: Final = re.compile(
    r"(?<![a-z0-9_.])\d+(?:[.:]\d+)*"
    f"|(?<![{choice_words.HAN_NUMERALS}])[{choice_words.HAN_NUMERALS}]++"
    f"(?=[{choice_words.HAN_MEASURES}])"
    rf"|\b(?:{'|'.join(sorted(choice_words.NUMBER_WORDS))})\b",
    re.IGNORECASE,
)
_UNIT: Final = re.compile(
    rf"\s*-?(?:(?P<unit>{choice_words.UNITS})\b|(?P<han>{choice_words.HAN_UNITS})|[%°€$£])",
    re.IGNORECASE,
)
_VALUE_BEFORE: Final = re.compile(f"(?:{choice_words.VALUE_BEFORE})$", re.IGNORECASE)
_CLAUSE_END: Final = re.compile(rf"\s*(?:$|{_SEGMENT_END.pattern})")
_SCOPE_NEXT: Final = re.compile(rf"\s+{choice_words.SCOPING[0]}", re.IGNORECASE)
_LETTER: Final = re.compile(r"(?<![\w'.-])(?:[B-HJ-Zb-hj-z]|(?<=[a-z] )A)(?![\w'+#.-]*\w|[+#])")


@keeps_recent
def read_statement(text: str) -> Statement:
    """Take a statement apart into topic, choice and rejection.

    >>> sorted(read_statement("use spaces, not tabs").rejected)
    ['tab']
    """
    folded = fold(text).replace("\u2019", "'")
    plain = _PREFACE.sub(" ", folded)
    parts = [part for segment in _SEGMENT_END.split(plain) for part in _parts(segment.strip())]
    found = [(_amount(plain, match), _is_value(plain, match)) for match in _NUMBER.finditer(plain)]
    return Statement(
        topic=_bucket(parts, "topic"),
        place=_bucket(parts, "scope"),
        chosen=_bucket(parts, "choose"),
        rejected=_bucket(parts, "reject"),
        words=subject_words(plain),
        names=_names(plain),
        picks=frozenset[str]().union(*(subject_words(p.text) for p in parts if p.role == "choose")),
        amounts=frozenset(amount for amount, _ in found),
        values=frozenset(amount for amount, is_value in found if is_value),
        sides=frozenset(match.group().casefold() for match in _SIDE.finditer(plain)),
        epithets=_epithets(plain),
        attribute=read_attribute(text),
        reversing=_REVERSING.search(folded) is not None,
        adding=_ADDING.search(folded) is not None,
        firm=_FIRM.search(plain) is not None,
    )


@keeps_recent
def terms_of(text: str) -> frozenset[str]:
    """Give the anchors of a text, and every number and single letter besides."""
    numbers = (match.group().casefold() for match in _NUMBER.finditer(text))
    letters = (match.group().casefold() for match in _LETTER.finditer(text))
    return anchors(text).union(numbers, letters)


def _parts(segment: str) -> list[_Part]:
    """Give the pieces of one segment, each with its role."""
    moved = _MOVING.search(segment)
    target = _MOVED_TO.search(segment, moved.end()) if moved else None
    if target is not None:
        return [*_scan(segment[: target.start()]), *_scan(segment[target.end() :], "choose")]
    for pattern, role in ((_REJECTED_BEFORE, "reject"), (_CHOSEN_BEFORE, "choose")):
        match = pattern.search(segment)
        if match is not None:
            said = _Part(role=role, text=segment[: match.start()])
            return [said, *_scan(segment[match.end() :])]
    return _scan(segment)


def _scan(text: str, role: str = "topic") -> list[_Part]:
    """Walk over the verbs of a piece; what stands before the first one is the topic.

    A verb right after a rejection belongs to it: in "don't use tabs" nothing is chosen.
    """
    parts: list[_Part] = []
    at = 0
    for verb in _VERB.finditer(text):
        said = text[at : verb.start()]
        if role != "reject" or terms_of(said):
            parts.append(_Part(role=role, text=said))
            role = str(verb.lastgroup)
        at = verb.end()
    parts.append(_Part(role=role, text=text[at:]))
    return parts


def _bucket(parts: list[_Part], role: str) -> frozenset[str]:
    return frozenset[str]().union(*(terms_of(part.text) for part in parts if part.role == role))


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


def _epithets(text: str) -> frozenset[str]:
    """Give the Latin words that stand right before another, other than what people write."""
    words = content_words(text)
    return frozenset[str]().union(
        *(
            anchors(word.text)
            for word, following in pairwise(words)
            if text[word.end : following.start] == " "
            and not anchors(following.text) & choice_words.WRITTEN
        )
    )


def _amount(text: str, match: re.Match[str]) -> str:
    """Give a number with its unit, English words of number as digits."""
    number = match.group().casefold()
    unit = _UNIT.match(text, match.end())
    said = "" if unit is None else (unit["unit"] or unit["han"] or unit.group().strip())
    return f"{choice_words.NUMBER_WORDS.get(number, number)} {said.casefold().removesuffix('s')}"


def _is_value(text: str, match: re.Match[str]) -> bool:
    """Tell a value, which may change, from the number that tells things of a kind apart."""
    if _UNIT.match(text, match.end()) or _VALUE_BEFORE.search(text[: match.start()]):
        return True
    if _CLAUSE_END.match(text, match.end()):
        return True
    chosen = _FIRM.search(text, 0, match.start()) is not None
    return chosen and _SCOPE_NEXT.match(text, match.end()) is not None
