"""The dream without a language model: alike patterns are joined, contradictions are named.

Input: the question as a model would get it. Output: an answer under the same contract, which goes
through the same reader. Two patterns of one function are alike when more than four fifths of the
words of what was seen, and of why, are the same. The one that says most stays; where the others
have keywords that it lacks, a pattern with all of them takes the place of all. Notes and functions
need judgement and are left alone. Dreaming again changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.dream_plan import PATTERN_KEYS
from sayso.core.knowledge.json_values import canonical, objects_of, text_of, texts_of
from sayso.core.knowledge.wording import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.knowledge.json_values import JsonObject

ALIKE: Final = Fraction(4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """A pattern with the words it is compared by."""

    pattern: JsonObject
    function: str
    symptom: frozenset[str]
    cause: frozenset[str]

    @property
    def order(self) -> tuple[int, str]:
        """What says most comes first; of equal ones the lower id."""
        return -len(canonical(self.pattern)), text_of(self.pattern, "_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joined:
    """What becomes of some alike patterns."""

    remove: tuple[str, ...]
    add: tuple[dict[str, object], ...]


def answer_by_rules(question: str) -> str:
    """Answer a dream's question; the text is JSON under the contract of `dream_plan`."""
    shown = objects_of(json.loads(question), "patterns")
    patterns = [seen for one in shown if (seen := _seen(one)) is not None]
    patterns.sort(key=lambda one: one.order)
    joined = [_join(group) for group in _groups(patterns)][: limits.DREAM_ENTRIES_MAX]
    remove = [name for one in joined for name in one.remove][: limits.DREAM_REMOVED_MAX]
    add = [pattern for one in joined for pattern in one.add]
    conflicts = _conflicts(patterns)[: limits.DREAM_ENTRIES_MAX]
    return canonical(
        {
            "project_memory_update": None,
            "function_updates": {},
            "patterns_to_remove": remove,
            "patterns_to_add": add,
            "conflicts_found": conflicts,
            "summary": f"{len(remove)} alike patterns joined, {len(conflicts)} contradictions.",
        }
    )


def share(one: frozenset[str], other: frozenset[str]) -> Fraction:
    """Give the share of words that two sets have in common; empty ones are the same.

    >>> share(frozenset({"late", "pedal"}), frozenset({"late"}))
    Fraction(1, 2)
    """
    every = one | other
    return Fraction(len(one & other), len(every)) if every else Fraction(1)


def _seen(pattern: JsonObject) -> _Seen | None:
    """Take a pattern that is shown whole and sound; any other is left alone."""
    texts = [pattern.get(key) for key in PATTERN_KEYS if key != "keywords"]
    sound = all(
        isinstance(one, str) and len(one) <= limits.DREAM_TEXT_MAX_CHARS for one in texts
    ) and isinstance(pattern.get("keywords"), list)
    if not sound or not text_of(pattern, "_id") or not text_of(pattern, "symptom").strip():
        return None
    return _Seen(
        pattern=pattern,
        function=text_of(pattern, "function").casefold().strip(),
        symptom=words_of(text_of(pattern, "symptom")),
        cause=words_of(text_of(pattern, "root_cause")),
    )


def _groups(patterns: Iterable[_Seen]) -> list[list[_Seen]]:
    """Put each pattern to the first one that it is alike, which says at least as much."""
    groups: list[list[_Seen]] = []
    for one in patterns:
        home = next((group for group in groups if _is_alike(group[0], one)), None)
        if home is None:
            groups.append([one])
        else:
            home.append(one)
    return [group for group in groups if len(group) > 1]


def _is_alike(one: _Seen, other: _Seen) -> bool:
    return (
        one.function == other.function
        and share(one.symptom, other.symptom) > ALIKE
        and share(one.cause, other.cause) > ALIKE
    )


def _join(group: list[_Seen]) -> _Joined:
    """Join alike patterns into the first; with too many keywords, nothing is joined."""
    first, *others = (one.pattern for one in group)
    every = dict.fromkeys(key for one in (first, *others) for key in texts_of(one, "keywords"))
    keywords = [key for key in every if key.strip() and len(key) <= limits.DREAM_NAME_MAX_CHARS]
    known = list(texts_of(first, "keywords"))
    gone = tuple(text_of(one, "_id") for one in others)
    if set(every) <= set(known):
        return _Joined(remove=gone, add=())
    if len(keywords) < len(every) or len(keywords) > limits.KEYWORDS_MAX:
        return _Joined(remove=(), add=())
    joined = {key: first[key] for key in PATTERN_KEYS}
    remove = (text_of(first, "_id"), *gone)
    return _Joined(remove=remove, add=({**joined, "keywords": keywords},))


def _conflicts(patterns: list[_Seen]) -> list[str]:
    """Name the patterns of one function that were seen alike and have other causes."""
    named = []
    for at, one in enumerate(patterns):
        for other in patterns[at + 1 :]:
            seen_alike = share(one.symptom, other.symptom) > ALIKE
            if one.function == other.function and seen_alike and not one.cause & other.cause:
                ids = " and ".join(text_of(two.pattern, "_id") for two in (one, other))
                named.append(f"{ids} give different causes of one symptom")
    return named
