"""Variable chains, by whoever knows how to find them: one file for the project (B42, B165)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.core.outcome import is_failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.learning.ports import ChainsFinder, Task, VariableChain

CHAINS: Final = "variable_chains.json"
_CATEGORY: Final = Category.VARIABLE_CHAINS


def write_chains(folder: Folder, found: Sequence[VariableChain]) -> None:
    """Replace the chains that are known, in the order of their variables."""
    ordered = sorted(found, key=lambda one: one.variable)
    chains: JsonObject = {"chains": [asdict(one) for one in ordered]}
    folder.change_object(CHAINS, lambda _: chains)


@dataclass(frozen=True, slots=True)
class ChainsLearner:
    """Refreshes the variable chains as a whole."""

    find: ChainsFinder

    def __call__(self, task: Task) -> ModuleResult:
        """Find them anew and write them. What the finder raises goes on to who runs it."""
        found = self.find(task)
        if is_failure(found):
            return ModuleResult(category=_CATEGORY, outcome=Outcome.FAILED, error=found.failure())
        write_chains(task.folder, found.unwrap())
        return ModuleResult(
            category=_CATEGORY,
            outcome=Outcome.LEARNED,
            published={_CATEGORY.value: task.seen.signature},
            learned=len(found.unwrap()),
        )
