"""What stands against memories while a consolidation is planned.

Input: the tombstones there are, the withdrawals of the batch, the candidates and the operations a
model answered. Output: the tombstones that the withdrawals will leave, and whether anything here
would bring back what was forgotten (A183-A185). Texts of operations are a model's own, so they
are held to the same rule as the candidates they are made of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core.burial import (
    burial_subjects,
    claim_of,
    gives_away,
    hidden_words,
    is_buried,
)
from sayso.core.items import Candidate, Tombstone
from sayso.core.project.consolidation import Action
from sayso.core.project.retracting import candidate_target
from sayso.core.subjects import same_subject
from sayso.core.turns import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Item, Source
    from sayso.core.project.applying import ApplyState
    from sayso.core.project.consolidation import ConsolidationInput, Operation
    from sayso.core.project.retracting import Retraction, RetractState
    from sayso.core.turns import Turn
    from sayso.core.withdrawing import WithdrawalTarget

_LATEST_US: Final = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Tombstones, with the turns they and the candidates rest on, and the key of their hashes."""

    turns: Mapping[int, Turn]
    tombstones: tuple[Tombstone, ...]
    key: bytes


def is_candidate_buried(candidate: Candidate, ground: Ground) -> bool:
    """Tell whether a tombstone stands against a candidate."""
    if not ground.tombstones:
        return False
    claim = claim_of(candidate, ground.turns, _answered(candidate.sources), ground.key)
    return is_buried(claim, ground.tombstones)


def new_stones(
    retraction: Retraction, state: RetractState, ground: Ground
) -> tuple[Tombstone, ...]:
    """Give what the withdrawals of a batch bury, as it will stand when they are applied."""
    targets = {one.key: one for one in (*state.items, *map(candidate_target, state.candidates))}
    gone = (*retraction.items, *((-number, turn_id) for number, turn_id in retraction.candidates))
    return tuple(stone for key, turn_id in gone for stone in _stones(targets[key], turn_id, ground))


def operation_fault(
    operations: tuple[Operation, ...], state: ApplyState, ground: Ground
) -> str | None:
    """Say which operation would bring back what was forgotten, or None.

    What an active memory says is no secret: an operation on it may go on saying it.
    """
    if not ground.tombstones:
        return None
    for operation in operations:
        if operation.action is Action.REJECT:
            continue
        if _brings_back(operation, state, ground):
            number = operation.candidate_ids[0]
            return f"the {operation.action} of c{number} says what the user has taken back"
    return None


def are_clean(
    operations: tuple[Operation, ...], question: ConsolidationInput, ground: Ground
) -> bool:
    """Tell whether operations hold no forgotten words, so that they may wait with their job."""
    hidden = _hidden(question.candidates, question.related, ground)
    return not any(gives_away(hidden, *_texts(one), one.synopsis) for one in operations)


def _brings_back(operation: Operation, state: ApplyState, ground: Ground) -> bool:
    candidates = tuple(state.candidates[number] for number in operation.candidate_ids)
    target = None if operation.target_id is None else state.related[operation.target_id]
    said = replace(
        candidates[0],
        title=operation.title,
        aliases=(*operation.aliases, *operation.keywords),
        content=f"{operation.content}\n{operation.synopsis}",
        sources=tuple(source for one in candidates for source in one.sources),
    )
    claim = claim_of(said, ground.turns, _answered(said.sources), ground.key)
    open_stones = [one for one in ground.tombstones if not _is_standing(target, one, ground.key)]
    if is_buried(claim, open_stones):
        return True
    hidden = _hidden(candidates, tuple(state.related.values()), ground)
    return gives_away(hidden, *_texts(said))


def _hidden(
    candidates: tuple[Candidate, ...], related: tuple[Item, ...], ground: Ground
) -> frozenset[str]:
    """Give the forgotten words that neither candidates nor active memories show."""
    shown = [text for one in candidates for text in _texts(one)]
    shown += [text for one in related for text in (*_texts(one), one.synopsis)]
    return hidden_words(ground.turns.values(), ground.tombstones, shown)


def _texts(named: Candidate | Item | Operation) -> tuple[str, ...]:
    keywords = () if isinstance(named, Candidate) else named.keywords
    return named.title, named.content, *named.aliases, *keywords


def _is_standing(target: Item | None, stone: Tombstone, key: bytes) -> bool:
    """Tell whether an active memory is about what a tombstone buried, so it was said anew."""
    if target is None:
        return False
    subjects = burial_subjects(target.title, target.aliases, target.content, (), key)
    return any(same_subject(subject, stone.subject) for subject in subjects)


def _stones(target: WithdrawalTarget, turn_id: int, ground: Ground) -> tuple[Tombstone, ...]:
    named = (target.title, target.aliases, target.content)
    subjects = burial_subjects(*named, target.sources, ground.key)
    turn = ground.turns[turn_id]
    # Without a time of its own, every imported turn counts as earlier than this one.
    forgotten_at_us = _LATEST_US if turn.said_at_us is None else turn.said_at_us
    return tuple(
        Tombstone(
            id=0,
            item_id=0,
            turn_id=source.turn_id,
            role=source.role,
            start=source.start,
            end=source.end,
            subject=subject,
            last_turn_id=turn_id,
            forgotten_at_us=forgotten_at_us,
        )
        for source in target.sources
        for subject in subjects
    )


def _answered(sources: tuple[Source, ...]) -> dict[int, int]:
    """Give, for each cited turn of the user, the newest cited answer before it.

    That the two are neighbours the gate has checked.
    """
    users = {source.turn_id for source in sources if source.role is Role.USER}
    answers = {source.turn_id for source in sources if source.role is Role.ASSISTANT}
    return {
        number: max(answer for answer in answers if answer < number)
        for number in users
        if any(answer < number for answer in answers)
    }
