"""Which learners a project has, as a dream and the commands run them: by category, each optional.

Code knowledge, code graph and overviews have defaults that work offline. What a host gives for
conditions and variable chains is run as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.knowledge.freshness import Category
from sayso.shell.knowledge.learning.chains import ChainsLearner
from sayso.shell.knowledge.learning.code import CodeLearner
from sayso.shell.knowledge.learning.conditions import ConditionsLearner
from sayso.shell.knowledge.learning.graph import learn_graph
from sayso.shell.knowledge.learning.overview import learn_overviews
from sayso.shell.knowledge.learning.ports import Task
from sayso.shell.knowledge.learning.reading import Reader
from sayso.shell.knowledge.learning.telling import OutlineTeller

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.knowledge.learning import ModuleResult
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.learning.ports import ChainsFinder, ConditionsFinder, Teller
    from sayso.shell.knowledge.sources import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Who learns what. `budget` is how many functions one run may learn, None: the default."""

    teller: Teller = field(default_factory=OutlineTeller)
    find_conditions: ConditionsFinder | None = None
    find_chains: ChainsFinder | None = None
    budget: int | None = None


def learners_of(
    base: Base, seen: Snapshot, choice: Choice | None = None
) -> dict[Category, Callable[[], ModuleResult]]:
    """Give the learners of a project for its sources as they were seen; they share what they read.

    The budget is of functions; graph and overviews are brought up whole.
    """
    chosen = choice or Choice()
    reader = Reader(root=base.root, seen=seen)
    whole = Task(folder=base.folder, reader=reader)
    default = limits.LEARN_MODEL_BUDGET if chosen.teller.is_costly else limits.LEARN_BUDGET
    budget = default if chosen.budget is None else chosen.budget
    part = Task(folder=base.folder, reader=reader, budget=budget)
    learners: dict[Category, Callable[[], ModuleResult]] = {
        Category.CODE_GRAPH: partial(learn_graph, whole),
        Category.CODE_KNOWLEDGE: partial(CodeLearner(chosen.teller), part),
        Category.SOURCE_DOCS: partial(learn_overviews, whole),
    }
    if chosen.find_conditions is not None:
        learners[Category.CONDITIONS] = partial(ConditionsLearner(chosen.find_conditions), whole)
    if chosen.find_chains is not None:
        learners[Category.VARIABLE_CHAINS] = partial(ChainsLearner(chosen.find_chains), whole)
    return learners
