"""What becomes of candidates without any model: create, revise, supersede or reject.

Input: the pending candidates of one job, oldest first, and the related active items. Output:
operations that satisfy the contract of stage 2 (A173-A176). Invariants: every candidate is handled
exactly once; an item is the target of at most one operation; supersede needs a reversal and a
common subject term, so that an addition never retires what it adds to (A181, A182); every text is
within its bound and made of the given words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.items import KIND_POLICIES, ItemStatus, is_older
from sayso.core.project.consolidation import Action, Operation
from sayso.core.rules.attributes import same_attribute
from sayso.core.rules.choices import Relation, compare
from sayso.core.rules.naming import describe
from sayso.core.rules.stated import read_statement
from sayso.core.subjects import subject_terms
from sayso.core.text import clip, normalise, one_line

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Item
    from sayso.core.project.consolidation import ConsolidationInput
    from sayso.core.rules.stated import Statement

_ORDER: Final = (Relation.SAME, Relation.REVERSED, Relation.EXTENDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Candidates that say one thing; `lead` says it best. `dropped`: taken back later."""

    candidates: tuple[Candidate, ...]
    lead: Candidate
    statement: Statement
    dropped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Verdict:
    """What groups do, and to which item: all groups of a verdict share one operation."""

    groups: tuple[_Group, ...]
    action: Action
    item: Item | None


def consolidate(asked: ConsolidationInput) -> tuple[Operation, ...]:
    """Decide on every candidate of a job, in the order of the candidates."""
    items = tuple(
        (item, read_statement(item.content))
        for item in asked.related
        if item.status is ItemStatus.ACTIVE
    )
    verdicts = tuple(_judge(group, items) for group in _grouped(asked.candidates))
    return tuple(_operation(verdict) for verdict in _one_per_target(verdicts))


def _grouped(candidates: tuple[Candidate, ...]) -> tuple[_Group, ...]:
    """Put equal candidates together; of two that contradict each other the later one stands."""
    groups: list[_Group] = []
    for candidate in candidates:
        new = _Group(
            candidates=(candidate,), lead=candidate, statement=read_statement(candidate.content)
        )
        groups = [_dropped_by(group, new) for group in groups]
        at = next((at for at, group in enumerate(groups) if _says_same(group, new)), None)
        if at is None:
            groups.append(new)
        else:
            groups[at] = _merged(groups[at], new)
    return tuple(groups)


def _dropped_by(group: _Group, new: _Group) -> _Group:
    if not _same_reach(group.lead, new.lead):
        return group
    turned = compare(group.statement, new.statement) is Relation.REVERSED
    return replace(group, dropped=group.dropped or turned)


def _says_same(group: _Group, new: _Group) -> bool:
    """Tell whether a later candidate repeats a group, or says all of it and more."""
    if group.dropped or not _same_reach(group.lead, new.lead):
        return False
    relation = compare(group.statement, new.statement)
    fuller = relation is Relation.EXTENDED and group.statement.all <= new.statement.all
    return fuller or relation is Relation.SAME


def _merged(group: _Group, new: _Group) -> _Group:
    fuller = new if group.statement.all < new.statement.all else group
    return replace(fuller, candidates=(*group.candidates, *new.candidates))


def _same_reach(one: Candidate, other: Candidate) -> bool:
    bound = KIND_POLICIES[one.kind].thread_bound
    return one.kind is other.kind and (not bound or one.thread_id == other.thread_id)


def _judge(group: _Group, items: tuple[tuple[Item, Statement], ...]) -> _Verdict:
    """Find the item that a group repeats, turns round or extends: the closest one wins."""
    if group.dropped:
        return _Verdict(groups=(group,), action=Action.REJECT, item=None)
    said, about = normalise(group.lead.content), _about(group.lead)
    found = [
        (_ORDER.index(relation), -len(statement.all & group.statement.all), at, item)
        for at, (item, statement) in enumerate(items)
        if _in_reach(item, group.lead)
        and (relation := _relation(item, statement, (group, said, about))) is not Relation.APART
    ]
    if not found:
        return _Verdict(groups=(group,), action=Action.CREATE, item=None)
    order, _, _, item = min(found, key=lambda entry: entry[:3])
    action = (Action.REJECT, Action.SUPERSEDE, Action.REVISE)[order]
    if action is Action.SUPERSEDE and is_older(group.lead.said_at_us, item.said_at_us):
        action = Action.REJECT  # an old log does not turn round what was said since
    return _Verdict(groups=(group,), action=action, item=item)


def _in_reach(item: Item, candidate: Candidate) -> bool:
    bound = KIND_POLICIES[candidate.kind].thread_bound
    thread_id = candidate.thread_id if bound else None
    return item.kind is candidate.kind and item.thread_id == thread_id


def _relation(
    item: Item, statement: Statement, asked: tuple[_Group, str, frozenset[str]]
) -> Relation:
    """Compare with an item; without a common subject term nothing is turned round or extended.

    A group comes with the normal form of what its lead says, and with what that is about.
    """
    group, said, about = asked
    if normalise(item.content) == said:
        return Relation.SAME
    relation = compare(statement, group.statement)
    if relation in (Relation.SAME, Relation.APART):
        return relation
    meets = about & _about(item) or same_attribute(item.content, group.lead.content)
    return relation if meets else Relation.APART


def _about(one: Candidate | Item) -> frozenset[str]:
    return subject_terms(one.title, one.aliases)


def _one_per_target(verdicts: tuple[_Verdict, ...]) -> tuple[_Verdict, ...]:
    """Give each target to one operation: to a reversal first, else to all extensions together.

    A further group that meant a target which a reversal took becomes an item of its own.
    """
    reversals: dict[int, _Verdict] = {}
    for verdict in verdicts:
        if verdict.item is not None and verdict.action is Action.SUPERSEDE:
            reversals.setdefault(verdict.item.item_id, verdict)
    settled: list[_Verdict] = []
    places: dict[int, int] = {}
    for verdict in verdicts:
        target = None if verdict.item is None else verdict.item.item_id
        if target is None or verdict.action is Action.REJECT or reversals.get(target) is verdict:
            settled.append(verdict)
        elif target in reversals:
            settled.append(replace(verdict, action=Action.CREATE, item=None))
        elif target in places:
            first = settled[places[target]]
            settled[places[target]] = replace(first, groups=(*first.groups, *verdict.groups))
        else:
            places[target] = len(settled)
            settled.append(verdict)
    return tuple(settled)


def _operation(verdict: _Verdict) -> Operation:
    ids = tuple(candidate.id for group in verdict.groups for candidate in group.candidates)
    lead, item = verdict.groups[0].lead, verdict.item
    if verdict.action is Action.REJECT:
        return Operation(action=Action.REJECT, candidate_ids=ids, target_id=None)
    if verdict.action is Action.REVISE and item is not None:
        added = tuple(group.lead for group in verdict.groups)
        aliases = (*item.aliases, *(alias for one in added for alias in one.aliases))
        content = _joined(item.content, tuple(one.content for one in added))
        lead = replace(lead, title=item.title, content=content, aliases=aliases)
    return _written(verdict.action, ids, item, lead)


def _written(action: Action, ids: tuple[int, ...], item: Item | None, lead: Candidate) -> Operation:
    """Write an operation that keeps a candidate's words, each text within its bound."""
    described = describe(lead)
    content = lead.content.strip() or described.synopsis
    aliases = (clip(one_line(alias), limits.ALIAS_MAX_CHARS) for alias in lead.aliases)
    return Operation(
        action=action,
        candidate_ids=ids,
        target_id=None if item is None else item.item_id,
        title=clip(one_line(lead.title) or described.synopsis, limits.TITLE_MAX_CHARS),
        content=clip(content, limits.CONTENT_MAX_CHARS),
        synopsis=described.synopsis,
        aliases=tuple(filter(None, dict.fromkeys(aliases)))[: limits.ITEM_ALIASES_MAX],
        keywords=described.keywords,
    )


def _joined(old: str, additions: tuple[str, ...]) -> str:
    """Put old and new words on lines of their own; the oldest lines go first when it is full."""
    lines = [line for line in old.splitlines() if line.strip()]
    for addition in additions:
        said = f" {normalise(addition)} "
        lines = [line for line in lines if f" {normalise(line)} " not in said]
        lines.append(one_line(addition))
    while len(lines) > 1 and len("\n".join(lines)) > limits.CONTENT_MAX_CHARS:
        lines = lines[1:]
    return "\n".join(lines)
