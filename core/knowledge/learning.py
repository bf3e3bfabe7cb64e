"""What is learned from code, how much at a time, and what a learner gives back.

A pair is one thing that is learned by itself: a function under a focus, with the hash of what it
is made from. Input: the state of the last run and the pairs there are now. Output: which to learn,
within a budget, and the state after. Only the hashes and the budget decide (B188); a run goes on
where the last one ended, and a pair that fails never keeps the others waiting.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.dream_log import PairCounts
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.json_values import object_of, text_of, texts_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.json_values import JsonObject

# Under which key a dream's result tells what became of a category (B45-B48).
RESULT_KEYS: Final[Mapping[Category, str]] = {
    Category.CODE_KNOWLEDGE: "_code_learning",
    Category.VARIABLE_CHAINS: "_variable_chains",
    Category.CONDITIONS: "_conditions",
    Category.CODE_GRAPH: "_codegraph",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What is learned by itself, by its name, and the hash of what it is made from."""

    name: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningState:
    """Where learning stands (B113): the hash with which each pair was learned.

    `cursor` is the pair that was tried last; `warmup_done` stays once all there were are learned.
    """

    cursor: str = ""
    warmup_done: bool = False
    pair_hashes: Mapping[str, str] = field(default_factory=dict)
    total_learned: int = 0
    last_learn_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnPlan:
    """Which pairs to learn now, how many changed ones wait, and how many are as they were."""

    now: tuple[Pair, ...]
    waiting: int
    unchanged: int


class Outcome(StrEnum):
    """How a module fared; a failure of one says nothing about the others (B51)."""

    LEARNED = "learned"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleResult:
    """What a learner gives back: its category, how it fared, and what may be published.

    `published` holds the signature of each scope that is fresh now, `failed` the scopes that are
    not. `learned` and `skipped` count pairs; those that are skipped wait for the next run. `notes`
    say what a reader should know that is no failure.
    """

    category: Category
    outcome: Outcome
    published: Mapping[str, str] = field(default_factory=dict)
    failed: tuple[str, ...] = ()
    learned: int = 0
    skipped: int = 0
    warmup_done: bool = False
    error: str = ""
    notes: tuple[str, ...] = ()


def plan_learning(state: LearningState, pairs: Sequence[Pair], budget: int) -> LearnPlan:
    """Choose which pairs to learn: those that changed, from the cursor on, as many as allowed."""
    by_name = sorted(pairs, key=lambda one: one.name)
    changed = [one for one in by_name if state.pair_hashes.get(one.name) != one.hash]
    rotated = [one for one in changed if one.name > state.cursor]
    rotated += [one for one in changed if one.name <= state.cursor]
    now = tuple(rotated[: max(0, budget)])
    return LearnPlan(
        now=now, waiting=len(changed) - len(now), unchanged=len(by_name) - len(changed)
    )


def state_after(
    state: LearningState, pairs: Sequence[Pair], plan: LearnPlan, learned: Sequence[str], at: str
) -> LearningState:
    """Give the state after a run that tried what was planned and learned the pairs of these names.

    Pairs that are no longer there are forgotten. A run that had nothing to do changes only what
    is known to be complete.
    """
    done = {one.name: one.hash for one in plan.now if one.name in set(learned)}
    there = {one.name: one.hash for one in pairs}
    known = {**state.pair_hashes, **done}
    kept = {name: known[name] for name in known if name in there}
    after = replace(
        state,
        pair_hashes=kept,
        warmup_done=state.warmup_done or kept == there,
        total_learned=state.total_learned + len(done),
    )
    return replace(after, cursor=plan.now[-1].name, last_learn_at=at) if plan.now else after


def read_state(value: JsonObject) -> LearningState:
    """Read the state from its file; what is missing or of another type is as at the beginning."""
    hashes = object_of(value, "pair_hashes")
    total = value.get("total_learned_pairs")
    return LearningState(
        cursor=text_of(value, "cursor"),
        warmup_done=value.get("warmup_done") is True,
        pair_hashes={name: text for name in hashes if (text := text_of(hashes, name))},
        total_learned=total if isinstance(total, int) and not isinstance(total, bool) else 0,
        last_learn_at=text_of(value, "last_learn_at"),
    )


def state_fields(state: LearningState) -> dict[str, object]:
    """Give the state as its file has it (B113)."""
    return {
        "cursor": state.cursor,
        "warmup_done": state.warmup_done,
        "pair_hashes": dict(state.pair_hashes),
        "learned_pairs": sorted(state.pair_hashes),
        "total_learned_pairs": state.total_learned,
        "last_learn_at": state.last_learn_at,
    }


def result_fields(result: ModuleResult) -> dict[str, object]:
    """Give what a dream's result tells of a module; `read_result` reads it again (B194)."""
    return {
        "category": result.category.value,
        "status": result.outcome.value,
        "published": dict(result.published),
        "failed": list(result.failed),
        "pairs_learned": result.learned,
        "pairs_skipped": result.skipped,
        "warmup_done": result.warmup_done,
        "error": result.error,
        "notes": list(result.notes),
    }


def read_result(fields: JsonObject) -> ModuleResult | None:
    """Read what a learner gave back; None where that is not the contract, so that it has failed.

    A learner may be anybody's: its result counts only when every field is what it should be.
    """
    category, status = text_of(fields, "category"), text_of(fields, "status")
    published = object_of(fields, "published")
    counts = [fields.get(key) for key in ("pairs_learned", "pairs_skipped")]
    warmup_done, failed = fields.get("warmup_done"), fields.get("failed")
    is_sound = (
        category in tuple(Category)
        and status in tuple(Outcome)
        and all(text_of(published, scope) for scope in published)
        and all(isinstance(one, int) and one >= 0 for one in counts)
        and isinstance(warmup_done, bool)
        and list(texts_of(fields, "failed")) == failed
        and list(texts_of(fields, "notes")) == fields.get("notes", [])
    )
    if not is_sound:
        return None
    learned, skipped = (one if isinstance(one, int) else 0 for one in counts)
    return ModuleResult(
        category=Category(category),
        outcome=Outcome(status),
        published={scope: text_of(published, scope) for scope in published},
        failed=texts_of(fields, "failed"),
        learned=learned,
        skipped=skipped,
        warmup_done=warmup_done is True,
        error=text_of(fields, "error"),
        notes=texts_of(fields, "notes"),
    )


def pair_counts(result: ModuleResult) -> PairCounts | None:
    """Give what the log notes of the code learner, None where there is none (B182)."""
    if result.outcome is Outcome.ABSENT:
        return None
    return PairCounts(
        learned=result.learned, skipped=result.skipped, warmup_done=result.warmup_done
    )
