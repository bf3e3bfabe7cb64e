"""Outlines as blocks of code knowledge by focus (B112), the same for every language.

`alarm_logic` holds which condition leads to what, `calculation_chain` what is set from what,
`output_chain` what leaves the function, `state_machine` the cases of its switches; `outline` says
where it is defined and what it calls. An item's id follows from its content, has no prefix (B115),
and is the same wherever the lines stand. What is beyond the bounds is counted, not hidden.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.code_merge import META
from sayso.core.knowledge.ids import item_id
from sayso.core.knowledge.outline import Kind
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sayso.core.knowledge.outline import Fact, Outline, Part

Item = dict[str, object]
_ID_CHARS: Final = 8
_WORDS: Final = {
    Kind.CALL: "calls",
    Kind.CHANGE: "sets",
    Kind.RESULT: "returns",
    Kind.FAILURE: "raises",
}
_OPERATED: Final = re.compile(r"[^\s\w\"'(\[{]+=\s|(?:\+\+|--)\Z")  # `+= 1`, `++`
_DEEP: Final = (".", "->", "[", "*")  # a target with one of these lies outside the function


def code_blocks(found: Sequence[Outline], hashes: Mapping[str, str]) -> dict[str, object]:
    """Give what the definitions of one function tell, by focus; a focus without anything is not in.

    `hashes` are of its own text, by file.
    """
    is_in_many = len({one.path for one in found}) > 1
    facts = [(one.path if is_in_many else "", fact) for one in found for fact in one.facts]
    focuses: dict[str, dict[str, list[Item]]] = {
        "outline": {
            "definitions": [_definition(one) for one in found],
            "calls": [{"id": _text(call)} for one in found for call in one.calls],
        },
        "alarm_logic": {"rules": [rule for one in found for rule in _rules(one.facts)]},
        "calculation_chain": {
            "steps": [
                _item(path, {"sets": fact.part.name, "from": fact.part.text}, fact.under)
                for path, fact in facts
                if fact.part.kind is Kind.CHANGE
            ]
        },
        "output_chain": {
            "outputs": [
                _item(path, left, fact.under) for path, fact in facts if (left := _output(fact))
            ]
        },
        "state_machine": {"cases": [case for path, fact in facts for case in _cases(path, fact)]},
    }
    blocks: dict[str, object] = {META: {"source_hashes": dict(hashes)}}
    for focus, lists in focuses.items():
        block: dict[str, object] = {}
        for key, items in lists.items():
            by_id = {str(item["id"]): item for item in reversed(items)}
            kept = list(reversed(by_id.values()))
            if kept:
                block[key] = kept[: limits.CODE_ITEMS_MAX]
            if len(kept) > limits.CODE_ITEMS_MAX:
                block[f"{key}_left_out"] = len(kept) - limits.CODE_ITEMS_MAX
        if block:
            blocks[focus] = block
    return blocks


def _definition(one: Outline) -> Item:
    return _item(one.path, {"name": one.name, "parameters": one.parameters}, ())


def _rules(facts: Sequence[Fact]) -> list[Item]:
    """Give each condition with what is done right under it, in the order of the source."""
    rules = []
    for at, fact in enumerate(facts):
        if fact.part.kind is not Kind.BRANCH:
            continue
        inside = (*fact.under, fact.part.text)
        following = (facts[after] for after in range(at + 1, len(facts)))
        then = _done(following, inside)
        if then:
            rules.append(_item("", {"when": fact.part.text, "then": then}, fact.under))
    return rules


def _cases(path: str, fact: Fact) -> list[Item]:
    """Give the cases of a switch with what is done in them."""
    if fact.part.kind is not Kind.SWITCH:
        return []
    return [
        _item(
            path,
            {"on": fact.part.text, "is": case.text, "then": _said_of(case.inner)},
            fact.under,
        )
        for case in fact.part.inner
        if case.kind is Kind.CASE
    ]


def _done(following: Iterable[Fact], inside: tuple[str, ...]) -> list[str]:
    """Say what is done under just these conditions, until something stands outside of them."""
    within = takewhile(lambda fact: fact.under[: len(inside)] == inside, following)
    return _said_of(fact.part for fact in within if fact.under == inside)


def _said_of(parts: Iterable[Part]) -> list[str]:
    """Say what parts do; a call that is the whole of what is given is said once."""
    said = [part for part in parts if part.kind in _WORDS]
    given = {part.text for part in said if part.kind is not Kind.CALL}
    texts = (_said(one) for one in said if one.kind is not Kind.CALL or one.text not in given)
    return list(dict.fromkeys(texts))[: limits.CODE_DONE_MAX]


def _said(part: Part) -> str:
    """Say in words what a part does: `calls alarm(LATE)`, `sets state = RUN`."""
    sign = " " if _OPERATED.match(part.text) else " = "
    what = f"{part.name}{sign}{part.text}" if part.kind is Kind.CHANGE else part.text
    return _text(f"{_WORDS[part.kind]} {what}")


def _output(fact: Fact) -> Item:
    """Give what leaves a function with a fact; nothing for what stays inside."""
    part = fact.part
    if part.kind in (Kind.RESULT, Kind.FAILURE):
        return {_WORDS[part.kind]: part.text}
    if part.kind is Kind.CHANGE and any(mark in part.name for mark in _DEEP):
        return {"writes": part.name, "from": part.text}
    return {}


def _item(path: str, fields: Item, under: tuple[str, ...]) -> Item:
    """Give an item with its id; texts are on one line and bounded, and what is blank is not in."""
    item: Item = {
        key: _text(value) if isinstance(value, str) else value
        for key, value in fields.items()
        if value
    }
    if under:
        item["within" if "when" in fields else "when"] = [_text(one) for one in under]
    if path:
        item["in"] = path
    return {"id": item_id(item)[:_ID_CHARS], **item}


def _text(value: str) -> str:
    return clip(one_line(value), limits.CODE_TEXT_MAX_CHARS)
