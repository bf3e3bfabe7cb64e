"""Learning from the sources at once, as a command asks for it: what a dream's first phase does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sayso.shell.knowledge.dream_learning import Learning
from sayso.shell.knowledge.learning.choosing import Choice, learners_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.knowledge.freshness import Category
    from sayso.core.knowledge.learning import ModuleResult
    from sayso.shell.knowledge.base import Base


def study(base: Base, *, budget: int | None) -> Mapping[Category, ModuleResult]:
    """Learn what changed, publish it, and move the baseline; gives what each learner came to.

    `budget` is how many functions are learned, None for the default of a run. What was not
    learned is marked as stale before the baseline moves.
    """
    learning = Learning(base, partial(learners_of, choice=Choice(budget=budget)))
    learning.study(lambda: None)
    return learning.results
