"""Stage 1 of project memory: what is asked of the model and how its answer is read.

Input: the turns of one batch (one session of one thread, in order), the rolling compaction and
the adjacent previous turn. Output: an updated compaction and zero or more proposals (A152),
which the evidence gate then accepts or refuses one by one (A167).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import orjson

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.model import (
    ContractFault,
    TextBound,
    bounded_list,
    bounded_text,
    exact_keys,
    read_object,
)
from sayso.core.outcome import Failure, Result, Success, collect, is_failure
from sayso.core.proposals import Proposal, Quote
from sayso.core.shapes import Choice, Many, Record, Whole
from sayso.core.turns import Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.turns import Turn

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionInput:
    """What stage 1 is shown. `previous` is context only: its user text is no source.

    `refused_because` says why the last reply to this very question was refused, '' for none.
    """

    thread_id: int
    compaction: str
    previous: Turn | None
    turns: tuple[Turn, ...]
    refused_because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionReply:
    """What stage 1 answered: a compaction of 1 to 4,000 characters and 0 to 32 proposals."""

    compaction: str
    proposals: tuple[Proposal, ...]


_COMPACTION: Final = TextBound(max_chars=limits.COMPACTION_MAX_CHARS)
_TITLE: Final = TextBound(max_chars=limits.TITLE_MAX_CHARS)
_CONTENT: Final = TextBound(max_chars=limits.CONTENT_MAX_CHARS)
_ALIAS: Final = TextBound(max_chars=limits.ALIAS_MAX_CHARS)
_QUOTE: Final = TextBound(max_chars=limits.QUOTE_MAX_CHARS, keep_space=True)
_ROLE: Final = Choice(values=(Role.USER, Role.ASSISTANT))
_SOURCE: Final = Record(fields={"turn_id": Whole(), "role": _ROLE, "quote": _QUOTE})
_ALIASES: Final = Many(of=_ALIAS, at_least=0, at_most=limits.CANDIDATE_ALIASES_MAX)
_SOURCES: Final = Many(of=_SOURCE, at_least=1, at_most=limits.SOURCES_MAX)
_CANDIDATE: Final = Record(
    fields={
        "kind": Choice(values=tuple(Kind)),
        "title": _TITLE,
        "content": _CONTENT,
        "aliases": _ALIASES,
        "sources": _SOURCES,
    }
)
_CANDIDATES: Final = Many(of=_CANDIDATE, at_least=0, at_most=limits.PROPOSALS_MAX)
EXTRACTION_CONTRACT: Final = Record(
    fields={"thread_compaction": _COMPACTION, "candidates": _CANDIDATES}
)


def read_extraction(text: str) -> Result[ExtractionReply, ContractFault]:
    """Read stage 1's JSON answer strictly; any deviation from the contract is a failure."""
    whole = read_object(text).bind(
        lambda value: exact_keys(value, "reply", EXTRACTION_CONTRACT.keys)
    )
    if is_failure(whole):
        return whole
    reply = whole.unwrap()
    compaction = bounded_text(reply["thread_compaction"], "thread_compaction", _COMPACTION)
    if is_failure(compaction):
        return compaction
    proposals = read_entries(reply["candidates"], "candidates", _CANDIDATES.span, _read_proposal)
    return proposals.map(
        lambda read: ExtractionReply(compaction=compaction.unwrap(), proposals=read)
    )


def _read_proposal(value: object, path: str) -> Result[Proposal, ContractFault]:
    whole = exact_keys(value, path, _CANDIDATE.keys)
    if is_failure(whole):
        return whole
    fields = whole.unwrap()
    kind = read_kind(fields["kind"], f"{path}.kind")
    if is_failure(kind):
        return kind
    texts = collect(
        (
            bounded_text(fields["title"], f"{path}.title", _TITLE),
            bounded_text(fields["content"], f"{path}.content", _CONTENT),
        )
    )
    if is_failure(texts):
        return texts
    aliases = read_strings(fields["aliases"], f"{path}.aliases", _ALIASES.at_most, _ALIAS)
    if is_failure(aliases):
        return aliases
    title, content = texts.unwrap()
    return read_entries(fields["sources"], f"{path}.sources", _SOURCES.span, _read_quote).map(
        lambda quotes: Proposal(
            kind=kind.unwrap(),
            title=title,
            content=content,
            aliases=aliases.unwrap(),
            quotes=quotes,
        )
    )


def _read_quote(value: object, path: str) -> Result[Quote, ContractFault]:
    whole = exact_keys(value, path, _SOURCE.keys)
    if is_failure(whole):
        return whole
    fields = whole.unwrap()
    turn_id, role = fields["turn_id"], fields["role"]
    if not isinstance(turn_id, int) or isinstance(turn_id, bool):
        return Failure(ContractFault(path=f"{path}.turn_id", reason="must be an integer"))
    if role not in _ROLE.values:
        return Failure(ContractFault(path=f"{path}.role", reason="must be user or assistant"))
    return bounded_text(fields["quote"], f"{path}.quote", _QUOTE).map(
        lambda quote: Quote(turn_id=turn_id, role=Role(str(role)), quote=quote)
    )


def read_kind(value: object, path: str) -> Result[Kind, ContractFault]:
    """Read a memory kind; a project knows three and accepts no other (A6)."""
    if value in tuple(Kind):
        return Success(Kind(str(value)))
    names = ", ".join(Kind)
    return Failure(ContractFault(path=path, reason=f"must be one of {names}"))


def read_strings(
    value: object, path: str, at_most: int, bound: TextBound
) -> Result[tuple[str, ...], ContractFault]:
    """Read a list of strings, each within its bound; repeated ones are kept once."""
    return read_entries(
        value, path, (0, at_most), lambda entry, where: bounded_text(entry, where, bound)
    ).map(lambda read: tuple(dict.fromkeys(" ".join(text.split()) for text in read)))


def read_entries(
    value: object,
    path: str,
    span: tuple[int, int],
    read: Callable[[object, str], Result[T, ContractFault]],
) -> Result[tuple[T, ...], ContractFault]:
    """Read each entry of a list whose length lies in the closed span."""
    entries = bounded_list(value, path, *span)
    if is_failure(entries):
        return entries
    return collect(read(entry, f"{path}[{at}]") for at, entry in enumerate(entries.unwrap()))


def render_extraction(reply: ExtractionReply) -> str:
    """Write an answer of stage 1 as the JSON of its contract."""
    return orjson.dumps(
        {
            "thread_compaction": reply.compaction,
            "candidates": [
                {
                    "kind": one.kind,
                    "title": one.title,
                    "content": one.content,
                    "aliases": one.aliases,
                    "sources": [
                        {"turn_id": quote.turn_id, "role": quote.role, "quote": quote.quote}
                        for quote in one.quotes
                    ],
                }
                for one in reply.proposals
            ],
        }
    ).decode()
