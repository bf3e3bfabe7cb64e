"""The code graph as it is learned: kept in one file, grown by the files that changed (B41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.graph import graph_fields
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.shell.knowledge.learning.reading import (
    GRAPH,
    grow,
    notes_on,
    read_known_graph,
)
from sayso.shell.knowledge.learning.telling import reasons

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.learning.ports import Task
    from sayso.shell.knowledge.learning.reading import Grown


def learn_graph(task: Task) -> ModuleResult:
    """Bring the graph up to the sources within the budget of files; it is published when whole.

    Raises KnowledgeDamagedError for a graph that can't be read, which stays as it is.
    """
    made: list[Grown] = []

    def grown(_: dict[str, object] | None) -> JsonObject:
        made.append(grow(task.reader, read_known_graph(task.folder), task.budget))
        return graph_fields(made[0].graph)

    task.folder.change_object(GRAPH, grown)
    result = made[0]
    category = Category.CODE_GRAPH.value
    return ModuleResult(
        category=Category.CODE_GRAPH,
        outcome=Outcome.LEARNED if result.read else Outcome.UNCHANGED,
        published={category: task.seen.signature} if result.is_whole else {},
        failed=() if result.is_whole else (category,),
        learned=result.read,
        skipped=result.waiting,
        warmup_done=result.is_whole,
        error=reasons(result.unread),
        notes=notes_on(result.graph),
    )
