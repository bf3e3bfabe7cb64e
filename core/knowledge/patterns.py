"""Layer 3, what went wrong before and why: adding, removing and finding patterns.

Input: the list as its file has it, which others wrote too; entries that are no objects are kept
and never looked at. Output: a new list. A pattern is its content: adding it again changes
nothing, and nothing that is added takes another's place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.ids import content_of, pattern_id
from sayso.core.knowledge.json_values import first_text, is_object, text_of, texts_of
from sayso.core.knowledge.wording import asked_words, forms_of, hits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sayso.core.knowledge.json_values import JsonObject

ID: Final = "_id"
LEARNED_AT: Final = "_learned_at"
MATCH_SCORE: Final = "_match_score"
UNKNOWN_FUNCTION: Final = "UNKNOWN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A list of patterns with one more in it, its id, and whether it was new."""

    patterns: tuple[object, ...]
    id: str
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A list of patterns with some taken out, and those."""

    patterns: tuple[object, ...]
    removed: tuple[JsonObject, ...]


def id_of(pattern: JsonObject) -> str:
    """Give the id of a pattern that is kept: as it is noted, else by its content."""
    return text_of(pattern, ID) or pattern_id(content_of(pattern))


def add_pattern(patterns: Sequence[object], pattern: JsonObject, learned_at: str) -> Added:
    """Append a pattern, unless one of the same content is there (B80, B81).

    What it says of itself under keys that begin with `_` is not taken over.
    """
    content = content_of(pattern)
    kept = [one for one in patterns if is_object(one)]
    same = next((one for one in kept if content_of(one) == content), None)
    if same is not None:
        return Added(patterns=tuple(patterns), id=id_of(same), is_new=False)
    made = pattern_id(content, frozenset(map(id_of, kept)))
    said = {key: value for key, value in pattern.items() if not key.startswith("_")}
    new = {**said, LEARNED_AT: learned_at, ID: made}
    return Added(patterns=(*patterns, new), id=made, is_new=True)


def remove_patterns(patterns: Sequence[object], ids: Iterable[str]) -> Removed:
    """Take out the patterns with these ids; an id that none has changes nothing (B178, B192)."""
    gone = frozenset(ids)
    is_gone = [is_object(one) and id_of(one) in gone for one in patterns]
    return Removed(
        patterns=tuple(one for one, goes in zip(patterns, is_gone, strict=True) if not goes),
        removed=tuple(one for one in patterns if is_object(one) and id_of(one) in gone),
    )


def find_similar(
    patterns: Iterable[object], function: str, asked: Iterable[str]
) -> tuple[dict[str, object], ...]:
    """Give the patterns of a function that share keywords with what is asked, best first.

    The score is the share of a pattern's keywords that stand in it; equal ones come newest first,
    then by id. A pattern without keywords is never alike (B82-B84).
    """
    words = asked_words(asked)
    wanted = function.upper()
    found = []
    for one in patterns:
        if not is_object(one) or text_of(one, "function").upper() != wanted:
            continue
        keywords = forms_of(texts_of(one, "keywords"))
        hits = hits_of(keywords, words)
        if hits:
            found.append({**one, ID: id_of(one), MATCH_SCORE: len(hits) / len(keywords)})
    found.sort(key=lambda one: str(one[ID]))
    found.sort(key=lambda one: text_of(one, LEARNED_AT), reverse=True)
    return tuple(sorted(found, key=lambda one: -float(str(one[MATCH_SCORE]))))


def pattern_of_case(case: JsonObject, case_name: str) -> dict[str, object]:
    """Make the pattern of a case that is written (B97), with the case's name for where it is from.

    >>> pattern_of_case({"func_name": "brake", "problem": "late", "fix": "wait"}, "C7")["fix_hint"]
    'wait'
    """
    return {
        "function": first_text(case, "function", "func_name") or UNKNOWN_FUNCTION,
        "symptom": first_text(case, "problem", "symptom") or case_name,
        "root_cause": first_text(case, "root_cause", "conclusion"),
        "keywords": list(texts_of(case, "keywords")),
        "fix_hint": first_text(case, "fix_hint", "fix"),
        "case_id": first_text(case, "case_id") or case_name,
    }
