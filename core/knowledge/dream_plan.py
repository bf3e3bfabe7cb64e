"""What a dream may change, read strictly from the model's answer (B175, B191).

Input: the answer as it came, the ids of the patterns there are, and the text that the model was
shown. Output: a DreamPlan, or a fault that a model can act on. Exactly six keys; every text, list
and object is bounded; only patterns that are there may go; and a function that was not named in
what was shown is a guess and gets nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.json_values import canonical, fault_in, is_object
from sayso.core.model import (
    ContractFault,
    TextBound,
    bounded_list,
    bounded_text,
    exact_keys,
    read_object,
)
from sayso.core.outcome import Failure, Success, collect, is_failure

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.outcome import Result

KEYS: Final = (
    "project_memory_update",
    "function_updates",
    "patterns_to_remove",
    "patterns_to_add",
    "conflicts_found",
    "summary",
)
PATTERN_KEYS: Final = ("function", "symptom", "root_cause", "keywords", "fix_hint")
_NAME: Final = TextBound(max_chars=limits.DREAM_NAME_MAX_CHARS)
_TEXT: Final = TextBound(max_chars=limits.DREAM_TEXT_MAX_CHARS)
_OPTIONAL_TEXT: Final = TextBound(max_chars=limits.DREAM_TEXT_MAX_CHARS, may_be_empty=True)
_NOTES: Final = TextBound(
    max_chars=limits.DREAM_NOTES_MAX_CHARS, may_be_empty=True, keep_space=True
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionUpdate:
    """Fields of a function's knowledge that get a new value; its other fields stay."""

    function: str
    fields: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamPlan:
    """What a dream wants changed; `notes` is None where the project's notes stay as they are."""

    notes: str | None
    functions: tuple[FunctionUpdate, ...]
    remove: tuple[str, ...]
    add: tuple[JsonObject, ...]
    conflicts: tuple[str, ...]
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the model was shown: the whole question, and the ids of the patterns in it.

    What it saw only the beginning of it may not replace: notes that are not whole, and the
    functions named in `cut`, in capitals.
    """

    text: str
    pattern_ids: frozenset[str]
    notes_are_whole: bool = True
    cut: frozenset[str] = frozenset()


def read_plan(reply: str, shown: Shown) -> Result[DreamPlan, ContractFault]:
    """Read a model's answer under the rules of this module."""
    whole = read_object(reply).bind(lambda value: exact_keys(value, "reply", KEYS))
    if is_failure(whole):
        return whole
    fields = whole.unwrap()
    names = shown.text.casefold()
    texts = _texts(fields, may_rewrite=shown.notes_are_whole)
    if is_failure(texts):
        return texts
    functions = _functions(fields["function_updates"], names, shown.cut)
    if is_failure(functions):
        return functions
    gone = _removed(fields["patterns_to_remove"], shown.pattern_ids)
    if is_failure(gone):
        return gone
    added = _each("patterns_to_add", fields, limits.DREAM_ENTRIES_MAX).bind(
        lambda values: collect(_pattern(value, path, names) for path, value in values)
    )
    if is_failure(added):
        return added
    notes, summary, conflicts = texts.unwrap()
    return Success(
        DreamPlan(
            notes=notes,
            functions=functions.unwrap(),
            remove=gone.unwrap(),
            add=added.unwrap(),
            conflicts=conflicts,
            summary=summary,
        )
    )


def _texts(
    fields: JsonObject, *, may_rewrite: bool
) -> Result[tuple[str | None, str, tuple[str, ...]], ContractFault]:
    """Read the notes, the summary and the conflicts; blank notes change nothing."""
    notes, summary = fields["project_memory_update"], fields["summary"]
    said = collect(
        (
            bounded_text("" if notes is None else notes, "project_memory_update", _NOTES),
            bounded_text(summary, "summary", _TEXT),
        )
    )
    if is_failure(said):
        return said
    conflicts = _each("conflicts_found", fields, limits.DREAM_ENTRIES_MAX).bind(
        lambda values: collect(bounded_text(value, path, _TEXT) for path, value in values)
    )
    if is_failure(conflicts):
        return conflicts
    new_notes, told = said.unwrap()
    if new_notes.strip() and not may_rewrite:
        return _fault("project_memory_update", "only the beginning of the notes was shown")
    return Success((new_notes if new_notes.strip() else None, told, conflicts.unwrap()))


def _functions(
    value: object, names: str, cut: frozenset[str]
) -> Result[tuple[FunctionUpdate, ...], ContractFault]:
    if not is_object(value):
        return _fault("function_updates", "must be an object")
    if len(value) > limits.DREAM_ENTRIES_MAX:
        return _fault("function_updates", f"holds more than {limits.DREAM_ENTRIES_MAX} functions")
    unseen = sorted(name for name in value if name.strip().upper() in cut)
    if unseen:
        path = f"function_updates.{unseen[0][: limits.DREAM_NAME_MAX_CHARS]}"
        return _fault(path, "only the beginning of what is known of it was shown")
    return collect(_function(name, value[name], names) for name in value)


def _function(name: str, value: object, names: str) -> Result[FunctionUpdate, ContractFault]:
    path = f"function_updates.{name[: limits.DREAM_NAME_MAX_CHARS]}"
    named = _shown_name(name, path, names)
    if is_failure(named):
        return named
    if not is_object(value):
        return _fault(path, "must be an object")
    own = [key for key in value if key.startswith("_")]
    if own:
        return _fault(path, f"the key {own[0][:40]!r} is not yours to set")
    fault = fault_in(value, path)
    if fault is not None:
        return _fault(path, fault)
    if len(canonical(value)) > limits.DREAM_FUNCTION_MAX_CHARS:
        return _fault(path, f"is longer than {limits.DREAM_FUNCTION_MAX_CHARS} characters")
    return Success(FunctionUpdate(function=named.unwrap(), fields=value))


def _removed(value: object, known: frozenset[str]) -> Result[tuple[str, ...], ContractFault]:
    path = "patterns_to_remove"
    listed = bounded_list(value, path, 0, limits.DREAM_REMOVED_MAX)
    if is_failure(listed):
        return listed
    unknown = [one for one in listed.unwrap() if one not in known]
    if unknown:
        return _fault(path, f"there is no pattern {str(unknown[0])[:40]!r}")
    return Success(tuple(dict.fromkeys(str(one) for one in listed.unwrap())))


def _pattern(value: object, path: str, names: str) -> Result[JsonObject, ContractFault]:
    exact = exact_keys(value, path, PATTERN_KEYS)
    if is_failure(exact):
        return exact
    fields = exact.unwrap()
    named = bounded_text(fields["function"], f"{path}.function", _NAME).bind(
        lambda name: _shown_name(name, f"{path}.function", names)
    )
    said = collect(
        (
            named,
            bounded_text(fields["symptom"], f"{path}.symptom", _TEXT),
            bounded_text(fields["root_cause"], f"{path}.root_cause", _OPTIONAL_TEXT),
            bounded_text(fields["fix_hint"], f"{path}.fix_hint", _OPTIONAL_TEXT),
        )
    )
    if is_failure(said):
        return said
    keywords = bounded_list(fields["keywords"], f"{path}.keywords", 1, limits.KEYWORDS_MAX).bind(
        lambda values: collect(bounded_text(one, f"{path}.keywords", _NAME) for one in values)
    )
    if is_failure(keywords):
        return keywords
    function, symptom, root_cause, fix_hint = said.unwrap()
    return Success(
        {
            "function": function,
            "symptom": symptom,
            "root_cause": root_cause,
            "keywords": list(keywords.unwrap()),
            "fix_hint": fix_hint,
        }
    )


def _shown_name(name: str, path: str, names: str) -> Result[str, ContractFault]:
    """Take a function's name that stands in what the model was shown."""
    told = bounded_text(name, path, _NAME)
    if not is_failure(told) and told.unwrap().casefold() not in names:
        return _fault(path, "names a function that nothing tells of")
    return told


def _each(
    key: str, fields: JsonObject, at_most: int
) -> Result[list[tuple[str, object]], ContractFault]:
    """Read a list of bounded length as its values, each with its path."""
    return bounded_list(fields[key], key, 0, at_most).map(
        lambda values: [(f"{key}[{at}]", value) for at, value in enumerate(values)]
    )


def _fault(path: str, reason: str) -> Failure[ContractFault]:
    return Failure(ContractFault(path=path, reason=reason))
