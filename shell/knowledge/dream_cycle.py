"""The five phases of a dream, from learning to writing (B153, B193). The lease must be held.

What others write meanwhile is never overwritten: a plan that would replace something that was
changed since its model saw it is dropped, and the dream asks again with what is there now. At the
last try only that part of the plan is left out, and told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sayso.core import limits
from sayso.core.knowledge.dream_history import history_scopes, is_tracked
from sayso.core.outcome import Failure, Success, is_failure
from sayso.shell.knowledge.dream_asking import ask_for_plan
from sayso.shell.knowledge.dream_gathering import Gathering, name_of
from sayso.shell.knowledge.dream_learning import publish_history
from sayso.shell.knowledge.dream_writing import Overtaken, Written, write_plan
from sayso.shell.knowledge.gate import freshness_of
from sayso.shell.knowledge.layer_files import functions_of_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.knowledge.dream_plan import DreamPlan
    from sayso.core.knowledge.dream_settling import Layers
    from sayso.core.knowledge.freshness import Freshness
    from sayso.core.outcome import Result
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.dream_asking import Answer
    from sayso.shell.knowledge.dream_learning import Learning
    from sayso.shell.knowledge.routers import Router
    from sayso.shell.knowledge.sources import Snapshot

LOST = "somebody else has taken the lease of this dream"
STUDY = "Phase 0, study: what has changed in the sources"
ORIENT = "Phase 1, orient: what is known"
GATHER = "Phase 2, gather: what was done lately"
CONSOLIDATE = "Phase 3, consolidate: what belongs together"
APPLY = "Phase 4, apply: what changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidated:
    """What a dream came to: its plan, what was written of it, and files that it could not read."""

    plan: DreamPlan
    written: Written
    damaged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """What one question is about: the layers, their freshness, and the sources as they were."""

    layers: Layers
    facts: Freshness
    seen: Snapshot | None


_Outcome: TypeAlias = "Consolidated | Overtaken"


@dataclass(slots=True)
class Cycle:
    """One dream. `is_ours` gives a sign of life, and tells whether the lease still holds."""

    base: Base
    router: Router
    learning: Learning
    status: Callable[[str], None]
    is_ours: Callable[[], bool]
    _damaged: dict[str, None] = field(default_factory=dict)

    def study(self) -> None:
        """Let the sources be learned; what succeeded is published, whatever comes after."""
        self.status(STUDY)
        self.learning.study(lambda: self.status(ORIENT))

    def consolidate(self) -> Result[Consolidated, str]:
        """Ask for a plan and do what it says; fails where none came or the lease is lost."""
        return self._consolidate(limits.DREAM_REPLANS_MAX)

    def _consolidate(self, tries_left: int) -> Result[Consolidated, str]:
        """Try; where others wrote meanwhile, try anew. The last try leaves out what they wrote."""
        tried = self._try(is_last=tries_left == 0)
        if is_failure(tried):
            return tried
        outcome = tried.unwrap()
        if isinstance(outcome, Consolidated):
            return Success(outcome)
        self.status(f"Others wrote meanwhile: {', '.join(outcome.names)}")
        return self._consolidate(tries_left - 1)

    def _try(self, *, is_last: bool) -> Result[_Outcome, str]:
        gathering = Gathering(self.base)
        layers = gathering.layers()
        view = self._view(layers)
        self.status(GATHER)
        material = gathering.material(layers, view.facts, self.learning.delta())
        self._damaged |= dict.fromkeys(gathering.damaged)
        self.status(CONSOLIDATE)
        answered = ask_for_plan(self.router, material)
        if is_failure(answered):
            return answered
        if not self.is_ours():
            return Failure(LOST)
        self.status(APPLY)
        return Success(self._write(answered.unwrap(), view, is_last=is_last))

    def _write(self, answer: Answer, view: _View, *, is_last: bool) -> _Outcome:
        written = write_plan(self.base.folder, answer.plan, view.layers, is_last=is_last)
        if isinstance(written, Overtaken):
            return written
        if view.seen is not None:
            shown = answer.shown if getattr(self.router, "judges", True) else None
            publish_history(self.base, view.seen, view.facts, view.layers, shown)
        return Consolidated(plan=answer.plan, written=written, damaged=tuple(self._damaged))

    def _view(self, layers: Layers) -> _View:
        """Look at the sources before their freshness is judged: what changes between is stale."""
        facts = self._facts(layers)
        if not is_tracked(facts):
            return _View(layers=layers, facts=facts, seen=None)
        seen = self.base.watch.look()
        return _View(layers=layers, facts=self._facts(layers), seen=seen)

    def _facts(self, layers: Layers) -> Freshness:
        code = map(name_of, functions_of_code(self.base.folder))
        history = (scope.partition(":")[2] for scope in history_scopes(layers.patterns))
        return freshness_of(self.base, {*code, *history})
