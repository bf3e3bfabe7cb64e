"""What a dream lets be learned from the sources, and what of it is published (phases 0 and 1).

Learners are given by category; each is optional, and none can make another fail (B51). Its result
counts only when it is the contract. What succeeded is published, what failed is marked, whether
or not the dream then comes to consolidate anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core import limits
from sayso.core.knowledge.dream_history import (
    history_by_model,
    history_by_rules,
    history_scopes,
)
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.json_values import is_object
from sayso.core.knowledge.learning import (
    RESULT_KEYS,
    ModuleResult,
    Outcome,
    read_result,
    result_fields,
)
from sayso.core.text import clip, one_line
from sayso.shell.knowledge.freshness_facts import signatures_of
from sayso.shell.knowledge.publication import publish_learned, take_baseline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.knowledge.dream_plan import Shown
    from sayso.core.knowledge.dream_settling import Layers
    from sayso.core.knowledge.freshness import Freshness
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.sources import Snapshot

# A learner may be anybody's: what it gives back counts as a ModuleResult, or the fields of one.
Learner: TypeAlias = Callable[[], object]
LearnersFor: TypeAlias = "Callable[[Base, Snapshot], Mapping[Category, Learner]]"
PRODUCER: Final = "dream"
# Variable chains are refreshed in phase 1 (B165), all others in phase 0: the graph first, since
# what is learned of functions rests on the same outlines (B162, B163).
FIRST: Final = (
    Category.CODE_GRAPH,
    Category.CODE_KNOWLEDGE,
    Category.SOURCE_DOCS,
    Category.CONDITIONS,
    Category.CONSTANTS,
    Category.INTERFACES,
    Category.REQUIREMENTS,
)
THEN: Final = (Category.VARIABLE_CHAINS,)


@dataclass(slots=True)
class Learning:
    """Runs the learners of one dream, and keeps what they gave back."""

    base: Base
    learners_for: LearnersFor
    results: dict[Category, ModuleResult] = field(default_factory=dict)

    def study(self, begin_phase_1: Callable[[], object]) -> None:
        """Let the sources be learned as they are now (phases 0 and 1).

        The baseline then moves to them, once all is published or marked. Raises NotFoundError
        where there is no project, MemoryStorageError where the disk fails.
        """
        seen = self.base.watch.look()
        learners = self.learners_for(self.base, seen)
        self._learn(FIRST, learners)
        begin_phase_1()
        self._learn(THEN, learners)
        if learners:
            take_baseline(self.base, seen, PRODUCER)

    def _learn(self, categories: Iterable[Category], learners: Mapping[Category, Learner]) -> None:
        """Run the learners of some categories, and publish what they succeeded at (B49, B50)."""
        made = [run_learner(one, learners.get(one)) for one in categories]
        self.results |= {one.category: one for one in made}
        told = [one for one in made if one.outcome is not Outcome.ABSENT]
        if told:
            publish_learned(self.base, told, PRODUCER)

    def fields(self) -> dict[str, object]:
        """Give what the dream's result tells of each category (B45-B48)."""
        return {
            RESULT_KEYS.get(one, f"_{one}"): result_fields(result)
            for one, result in self.results.items()
            if one in RESULT_KEYS or result.outcome is not Outcome.ABSENT
        }

    def delta(self) -> list[dict[str, object]]:
        """Give what was learned just now, as the model is shown it."""
        return [
            {"category": one.value, "learned": sorted(result.published), "pairs": result.learned}
            for one, result in self.results.items()
            if result.outcome is Outcome.LEARNED
        ]


def run_learner(category: Category, learner: Learner | None) -> ModuleResult:
    """Run a learner; whatever it raises, or gives back against its contract, is a failure."""
    if learner is None:
        return ModuleResult(category=category, outcome=Outcome.ABSENT)
    try:
        given = learner()
    except Exception as error:  # noqa: BLE001 - a learner may be anybody's, and no dream dies of it
        return _failed(category, f"{type(error).__name__}: {error}")
    result = read_result(given) if is_object(given) else given
    if not isinstance(result, ModuleResult) or result.category is not category:
        return _failed(category, "the learner gave back what is not its contract")
    return result


def publish_history(
    base: Base, seen: Snapshot, facts: Freshness, layers: Layers, shown: Shown | None
) -> None:
    """Publish the history of cases that a dream went through, by the sources as they were `seen`.

    `shown` is what its model was shown, None where rules judged.
    """
    patterns = layers.patterns
    now = signatures_of(base.folder, seen, history_scopes(patterns))
    result = (
        history_by_rules(patterns, facts, now)
        if shown is None
        else history_by_model(patterns, shown.pattern_ids, now)
    )
    if result.published:
        publish_learned(base, [result], PRODUCER)


def _failed(category: Category, why: str) -> ModuleResult:
    error = clip(one_line(why), limits.DREAM_REASON_MAX_CHARS)
    return ModuleResult(category=category, outcome=Outcome.FAILED, error=error)
