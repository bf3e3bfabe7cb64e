"""Labelled cases: bytes of a JSON Lines file -> cases, or one line on what is wrong with it.

A case is one message, the turn before it where there is one, and what is to be remembered of the
message: {"id", "lang", "prev_user"?, "prev_assistant"?, "text", "label", "why"?, "expect"}, each
expectation {"kind", "quote", "proposal_quote"?, "about"?}. Unlike a log, a corpus with a broken
line is refused as a whole: figures over a part of it would mislead.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.items import Kind
from sayso.core.outcome import Failure, Result, Success, collect, is_failure
from sayso.core.raw import text_fault
from sayso.core.transcripts.lines import ObjectLine, read_objects
from sayso.core.transcripts.records import SkippedLine

if TYPE_CHECKING:
    from collections.abc import Mapping

WITHDRAW: Final = "withdraw"
_KINDS: Final[Mapping[str, Kind]] = {kind.value: kind for kind in (Kind.PREFERENCE, Kind.DECISION)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedMemory:
    """A memory a case asks for: the user's words, those of a confirmed proposal ('' for none).

    A search for each word of `about` must find it.
    """

    kind: Kind
    quote: str
    proposal_quote: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalCase:
    """One labelled message with the turn before it; `prev_assistant` '' means there is none."""

    id: str
    lang: str
    prev_user: str
    prev_assistant: str
    text: str
    label: str
    why: str
    expect: tuple[ExpectedMemory, ...]


def read_cases(content: bytes) -> Result[tuple[EvalCase, ...], str]:
    """Read a corpus; the failure names the first faulty line and what it lacks."""
    cases = collect(_read_line(entry) for entry in read_objects((content,)))
    if is_failure(cases):
        return cases
    read = cases.unwrap()
    if not read:
        return Failure("the file holds no cases")
    name, times = Counter(case.id for case in read).most_common(1)[0]
    return cases if times == 1 else Failure(f"the id {name!r} comes {times} times")


def _read_line(entry: ObjectLine | SkippedLine) -> Result[EvalCase, str]:
    if isinstance(entry, SkippedLine):
        return Failure(f"line {entry.line}: {entry.reason}")
    fault = _fault(entry.fields)
    if fault is not None:
        return Failure(f"line {entry.line}: {fault}")
    expected = collect(map(_read_expected, _list_of(entry.fields, "expect")))
    if is_failure(expected):
        return Failure(f"line {entry.line}: {expected.failure()}")
    names = ("id", "lang", "prev_user", "prev_assistant", "text", "label", "why")
    texts = {name: str(entry.fields.get(name) or "") for name in names}
    return Success(EvalCase(expect=expected.unwrap(), **texts))


def _fault(fields: Mapping[str, object]) -> str | None:
    """Say what is missing or of the wrong form in a case, or None."""
    for name in ("id", "lang", "label", "text"):
        if not str(fields.get(name) or "").strip():
            return f"no {name!r}"
    for name in ("id", "lang", "label", "text", "why", "prev_user", "prev_assistant"):
        value = fields.get(name)
        if value is not None and not isinstance(value, str):
            return f"{name!r} is no text"
        fault = text_fault(value or "", repr(name), may_be_empty=True)
        if fault is not None:
            return fault
    return None if isinstance(fields.get("expect"), list) else "'expect' is no list"


def _read_expected(value: object) -> Result[ExpectedMemory, str]:
    if not isinstance(value, dict):
        return Failure("an expectation is no object")
    kind = _KINDS.get(str(value.get("kind")))
    if kind is None:
        return Failure(f"the kind of an expectation is none of {', '.join(_KINDS)}")
    quote, proposal = value.get("quote"), value.get("proposal_quote") or ""
    if not isinstance(quote, str) or not quote.strip():
        return Failure("an expectation has no 'quote'")
    about = value.get("about") or []
    if not isinstance(proposal, str) or not isinstance(about, list):
        return Failure("'proposal_quote' is no text or 'about' no list")
    return Success(
        ExpectedMemory(
            kind=kind, quote=quote, proposal_quote=proposal, about=tuple(map(str, about))
        )
    )


def _list_of(fields: Mapping[str, object], name: str) -> list[object]:
    value = fields[name]
    return value if isinstance(value, list) else []
