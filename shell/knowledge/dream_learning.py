"""What a dream lets be learned from the sources, and what of it is published (phases 0 and 1).

Learners are given by category; each is optional, and none can make another fail (B51). Its result
counts only when it is the contract. What succeeded is published, what failed is marked, whether
or not the dream then comes to consolidate anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from sayso.shell.knowledge.publication import publish_learned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.knowledge.dream_plan import Shown
    from sayso.core.knowledge.dream_settling import Layers
    from sayso.core.knowledge.freshness import Freshness
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.sources import Snapshot

Learner: TypeAlias = Callable[[], ModuleResult | Mapping[str, object]]
PRODUCER: Final = "dream"
# Variable chains are refreshed in phase 1 (B165), all others in phase 0 (B162, B163).
FIRST: Final = tuple(
    one for one in Category if one not in (Category.VARIABLE_CHAINS, Category.CASE_HISTORY)
)
THEN: Final = (Category.VARIABLE_CHAINS,)


@dataclass(slots=True)
class Learning:
    """Runs the learners of one dream, and keeps what they gave back."""

    base: Base
    learners: Mapping[Category, Learner]
    results: dict[Category, ModuleResult] = field(default_factory=dict)

    def learn(self, categories: Iterable[Category]) -> None:
        """Run the learners of some categories, and publish what they succeeded at (B49, B50)."""
        made = [run_learner(one, self.learners.get(one)) for one in categories]
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
