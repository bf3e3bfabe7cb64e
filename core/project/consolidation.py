"""Stage 2 of project memory: what is asked of the model and how its answer is read.

Input: the pending candidates of one job and the related active items. Output: operations, each
create, revise, supersede or reject (A173). `core.project.applying` plans them, whole or not at
all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import orjson

from sayso.core import limits
from sayso.core.model import (
    ContractFault,
    TextBound,
    bounded_text,
    exact_keys,
    read_object,
)
from sayso.core.outcome import Failure, Result, Success, collect, is_failure
from sayso.core.project.extraction import read_entries, read_strings
from sayso.core.shapes import Choice, Many, Record, Whole

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Item


class Action(StrEnum):
    """What stage 2 may do with candidates."""

    CREATE = "create"
    REVISE = "revise"
    SUPERSEDE = "supersede"
    REJECT = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One decision of stage 2. `target_id` is an item number, set for revise and supersede.

    Texts are empty for a reject.
    """

    action: Action
    candidate_ids: tuple[int, ...]
    target_id: int | None
    title: str = ""
    content: str = ""
    synopsis: str = ""
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationInput:
    """What stage 2 is shown: candidates oldest first, related active items of their kinds.

    `refused_because` says why the last reply to this very question was refused, '' for none.
    """

    candidates: tuple[Candidate, ...]
    related: tuple[Item, ...]
    refused_because: str = ""


_TITLE: Final = TextBound(max_chars=limits.TITLE_MAX_CHARS, may_be_empty=True)
_CONTENT: Final = TextBound(max_chars=limits.CONTENT_MAX_CHARS, may_be_empty=True)
_SYNOPSIS: Final = TextBound(max_chars=limits.SYNOPSIS_MAX_CHARS, may_be_empty=True)
_HANDLE: Final = TextBound(max_chars=limits.ALIAS_MAX_CHARS)
_CANDIDATE_IDS: Final = Many(of=Whole(), at_least=1, at_most=limits.CONSOLIDATION_MAX_CANDIDATES)
_ALIASES: Final = Many(of=_HANDLE, at_least=0, at_most=limits.ITEM_ALIASES_MAX)
_KEYWORDS: Final = Many(of=_HANDLE, at_least=0, at_most=limits.KEYWORDS_MAX)
_OPERATION: Final = Record(
    fields={
        "operation": Choice(values=tuple(Action)),
        "candidate_ids": _CANDIDATE_IDS,
        "target_id": Whole(may_be_null=True),
        "title": _TITLE,
        "content": _CONTENT,
        "synopsis": _SYNOPSIS,
        "aliases": _ALIASES,
        "keywords": _KEYWORDS,
    }
)
_OPERATIONS: Final = Many(of=_OPERATION, at_least=0, at_most=limits.OPERATIONS_MAX)
CONSOLIDATION_CONTRACT: Final = Record(fields={"operations": _OPERATIONS})


def read_consolidation(text: str) -> Result[tuple[Operation, ...], ContractFault]:
    """Read stage 2's JSON answer strictly; any deviation from the contract is a failure."""
    whole = read_object(text).bind(
        lambda value: exact_keys(value, "reply", CONSOLIDATION_CONTRACT.keys)
    )
    if is_failure(whole):
        return whole
    return read_entries(
        whole.unwrap()["operations"], "operations", _OPERATIONS.span, _read_operation
    )


def _read_operation(value: object, path: str) -> Result[Operation, ContractFault]:
    whole = exact_keys(value, path, _OPERATION.keys)
    if is_failure(whole):
        return whole
    fields = whole.unwrap()
    action = fields["operation"]
    if action not in tuple(Action):
        reason = f"must be one of {', '.join(Action)}"
        return Failure(ContractFault(path=f"{path}.operation", reason=reason))
    numbers = _read_numbers(fields, path)
    if is_failure(numbers):
        return numbers
    texts = _read_texts(fields, path)
    if is_failure(texts):
        return texts
    handles = _read_handles(fields, path)
    if is_failure(handles):
        return handles
    candidate_ids, target_id = numbers.unwrap()
    title, content, synopsis = texts.unwrap()
    aliases, keywords = handles.unwrap()
    return Success(
        Operation(
            action=Action(str(action)),
            candidate_ids=candidate_ids,
            target_id=target_id,
            title=title,
            content=content,
            synopsis=synopsis,
            aliases=aliases,
            keywords=keywords,
        )
    )


def _read_numbers(
    fields: dict[str, object], path: str
) -> Result[tuple[tuple[int, ...], int | None], ContractFault]:
    path_of_ids = f"{path}.candidate_ids"
    ids = read_entries(fields["candidate_ids"], path_of_ids, _CANDIDATE_IDS.span, _read_id)
    if is_failure(ids):
        return ids
    target = fields["target_id"]
    if target is None:
        return Success((ids.unwrap(), None))
    return _read_id(target, f"{path}.target_id").map(lambda read: (ids.unwrap(), read))


def _read_id(value: object, path: str) -> Result[int, ContractFault]:
    if isinstance(value, int) and not isinstance(value, bool):
        return Success(value)
    return Failure(ContractFault(path=path, reason="must be an integer"))


def _read_texts(fields: dict[str, object], path: str) -> Result[tuple[str, ...], ContractFault]:
    return collect(
        bounded_text(fields[name], f"{path}.{name}", bound)
        for name, bound in (("title", _TITLE), ("content", _CONTENT), ("synopsis", _SYNOPSIS))
    )


def _read_handles(
    fields: dict[str, object], path: str
) -> Result[tuple[tuple[str, ...], ...], ContractFault]:
    return collect(
        read_strings(fields[name], f"{path}.{name}", handles.at_most, _HANDLE)
        for name, handles in (("aliases", _ALIASES), ("keywords", _KEYWORDS))
    )


def render_operations(operations: tuple[Operation, ...]) -> str:
    """Write an answer of stage 2 as the JSON of its contract."""
    return orjson.dumps(
        {
            "operations": [
                {
                    "operation": one.action,
                    "candidate_ids": one.candidate_ids,
                    "target_id": one.target_id,
                    "title": one.title,
                    "content": one.content,
                    "synopsis": one.synopsis,
                    "aliases": one.aliases,
                    "keywords": one.keywords,
                }
                for one in operations
            ]
        }
    ).decode()
