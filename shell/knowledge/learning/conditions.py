"""Conditions of functions, by whoever knows how to find them: one file for each function.

Only functions that have a file already are looked at (B40): without any nothing is scanned (B44).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import Category, scope_of
from sayso.core.knowledge.json_values import text_of
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.core.knowledge.naming import file_stem
from sayso.core.outcome import is_failure
from sayso.shell.errors import MemoryStorageError, SaysoError
from sayso.shell.knowledge.learning.telling import foreign_fault, reasons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.learning.ports import Condition, ConditionsFinder, Task

CONDITIONS: Final = "conditions"
_CATEGORY: Final = Category.CONDITIONS


def conditions_file(function: str) -> str:
    """Name the file of a function's conditions."""
    return f"{CONDITIONS}/{file_stem(function)}.json"


def write_conditions(
    folder: Folder, function: str, found: Sequence[Condition]
) -> dict[str, object]:
    """Replace the conditions that are known of a function."""
    value: JsonObject = {
        "function": function.upper(),
        "conditions": [asdict(one) for one in found],
    }
    return folder.change_object(conditions_file(function), lambda _: value)


@dataclass(frozen=True, slots=True)
class ConditionsLearner:
    """Refreshes the conditions of the functions that have some."""

    find: ConditionsFinder

    def __call__(self, task: Task) -> ModuleResult:
        """Find them anew, function by function; one that fails says nothing of the others."""
        stems = task.folder.stems(CONDITIONS)
        if not stems:
            return ModuleResult(category=_CATEGORY, outcome=Outcome.ABSENT)
        failed: dict[str, str] = {}
        for stem in stems:
            self._refresh(task, stem, failed)
        learned = len(stems) - len(failed)
        return ModuleResult(
            category=_CATEGORY,
            outcome=Outcome.LEARNED if learned else Outcome.FAILED,
            published={_CATEGORY.value: task.seen.signature} if learned else {},
            failed=tuple(scope_of(_CATEGORY, name) for name in failed),
            learned=learned,
            error=reasons(failed),
        )

    def _refresh(self, task: Task, stem: str, failed: dict[str, str]) -> None:
        """Refresh one file; where that fails it is noted under the function, with the reason."""
        function = stem
        try:
            known = task.folder.read_object(f"{CONDITIONS}/{stem}.json") or {}
            function = text_of(known, "function") or stem
            found = self.find(task, function)
            if is_failure(found):
                failed[function] = found.failure()
            else:
                write_conditions(task.folder, function, found.unwrap())
        except MemoryStorageError:
            raise
        except SaysoError as error:
            failed[function] = error.message
        except Exception as error:  # noqa: BLE001 - a host's finder may raise anything
            failed[function] = foreign_fault(error)
