"""Code knowledge as it is learned: function by function, within a budget, by hashes (B162, B188).

What is told of a function replaces all that a learner told of it before; what a diagnosis found
out stays (B116, B117). A function whose text is what it was is skipped, wherever it stands in its
file; of one that is gone the learned part goes. A function that fails keeps nobody waiting. One
run at a time: two would write what the other has just seen differently.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.code_merge import Source
from sayso.core.knowledge.freshness import Category, scope_of
from sayso.core.knowledge.graph import function_hash, places, source_hashes
from sayso.core.knowledge.learning import (
    ModuleResult,
    Outcome,
    Pair,
    plan_learning,
    read_state,
    state_after,
    state_fields,
)
from sayso.core.knowledge.moments import moment_text
from sayso.core.knowledge.publishing import signature
from sayso.core.outcome import is_failure
from sayso.shell.errors import KnowledgeDamagedError, MemoryStorageError, SaysoError
from sayso.shell.knowledge.layer_files import LEARNING_STATE, code_file, renew_in_code
from sayso.shell.knowledge.learning.reading import grow, known_or_none, notes_on
from sayso.shell.knowledge.learning.telling import OutlineTeller, reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.knowledge.graph import Place
    from sayso.core.knowledge.learning import LearningState, LearnPlan
    from sayso.core.knowledge.outline import Outline
    from sayso.shell.knowledge.learning.ports import Task, Teller
    from sayso.shell.knowledge.learning.reading import Grown

RUN: Final = "code_knowledge/learning"  # the lock of a run; no file has this name
_CATEGORY: Final = Category.CODE_KNOWLEDGE


@dataclass(frozen=True, slots=True)
class CodeLearner:
    """Learns code knowledge, by default from outlines alone; another teller may ask a model."""

    teller: Teller = field(default_factory=OutlineTeller)

    def __call__(self, task: Task) -> ModuleResult:
        """Learn the functions that changed, as many as the budget allows.

        Raises MemoryLeaseError while another run lasts, MemoryStorageError where the disk fails.
        """
        with task.folder.locked(RUN):
            grown = grow(task.reader, known_or_none(task.folder), None)
            return _Run(task=task, teller=self.teller, grown=grown).run()


@dataclass(slots=True, kw_only=True)
class _Run:
    """One run: what there is, and what becomes of it."""

    task: Task
    teller: Teller
    grown: Grown
    defined: Mapping[str, tuple[Place, ...]] = field(init=False)
    blocked: Mapping[str, str] = field(init=False)
    learned: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.defined = places(self.grown.graph)
        self.blocked = _blocked(self.grown, self.defined)

    def run(self) -> ModuleResult:
        """Learn, note where learning stands, and say what may be published."""
        state = read_state(self.task.folder.read_object(LEARNING_STATE) or {})
        pairs = [*self._pairs(), *self._staying(state)]
        budget = len(pairs) if self.task.budget is None else self.task.budget
        plan = plan_learning(state, pairs, budget)
        for tried in self._learn(plan):
            plan = tried
            if self.teller.is_costly:
                self._keep(state_after(state, pairs, plan, self.learned, self._now()))
        after = state_after(state, pairs, plan, self.learned, self._now())
        self._keep(after)
        return self._result(plan, after)

    def _pairs(self) -> list[Pair]:
        """Give the functions that can be told of now."""
        return [
            Pair(name=name, hash=self._signed(found))
            for name, found in self.defined.items()
            if name not in self.blocked
        ]

    def _signed(self, found: tuple[Place, ...]) -> str:
        return signature({"by": self.teller.name, "source": function_hash(found)})

    def _staying(self, state: LearningState) -> list[Pair]:
        """Forget what was learned of functions that are gone; give the pairs that stay as they are.

        While a file can't be read nobody knows what is gone.
        """
        stay = self.blocked.keys() & state.pair_hashes.keys()
        for name in sorted(state.pair_hashes.keys() - self.defined.keys()):
            if self.grown.unread or not self._forget(name):
                stay.add(name)
        return [Pair(name=name, hash=state.pair_hashes[name]) for name in sorted(stay)]

    def _forget(self, name: str) -> bool:
        try:
            if self.task.folder.read_object(code_file(name)) is not None:
                renew_in_code(self.task.folder, name, {}, Source.LEARNER)
        except KnowledgeDamagedError as error:
            self.failed[name] = error.message
            return False
        self.gone.append(name)
        return True

    def _learn(self, plan: LearnPlan) -> Iterator[LearnPlan]:
        """Learn what is planned; after each function give the plan as far as it was tried.

        A run that only fails ends soon where trying is costly: the model is not there.
        """
        in_a_row = 0
        for count, pair in enumerate(plan.now, start=1):
            why = self._learn_one(pair.name)
            if why:
                self.failed[pair.name] = why
            else:
                self.learned.append(pair.name)
            in_a_row = in_a_row + 1 if why else 0
            left = len(plan.now) - count
            yield replace(plan, now=plan.now[:count], waiting=plan.waiting + left)
            if self.teller.is_costly and in_a_row == limits.LEARN_FAILURES_MAX:
                return

    def _learn_one(self, name: str) -> str:
        """Learn a function; gives why that failed, or ''."""
        found = self.defined[name]
        try:
            told = self.teller.tell(self._outlines(name, found), source_hashes(found))
            if is_failure(told):
                return told.failure()
            renew_in_code(self.task.folder, name, told.unwrap(), Source.LEARNER)
        except MemoryStorageError:
            raise
        except SaysoError as error:
            return error.message
        return ""

    def _outlines(self, name: str, found: tuple[Place, ...]) -> list[Outline]:
        paths = dict.fromkeys(one.path for one in found)
        read = (self.task.reader.outlines(path).unwrap() for path in paths)
        return [one for outlines in read for one in outlines if one.name.upper() == name]

    def _result(self, plan: LearnPlan, after: LearningState) -> ModuleResult:
        is_whole = self.grown.is_whole and not plan.waiting
        fresh = {} if is_whole else self._fresh(after)
        failed = sorted({*self.failed, *self.blocked})
        done = bool(self.learned or self.gone)
        outcome = Outcome.LEARNED if done else Outcome.UNCHANGED
        return ModuleResult(
            category=_CATEGORY,
            outcome=Outcome.FAILED if plan.now and self.failed and not done else outcome,
            published={_CATEGORY.value: self.task.seen.signature} if is_whole else fresh,
            failed=(
                *(() if is_whole else (_CATEGORY.value,)),
                *(scope_of(_CATEGORY, name) for name in failed),
            ),
            learned=len(self.learned),
            skipped=plan.waiting,
            warmup_done=after.warmup_done,
            error=reasons({**self.grown.unread, **self.failed}),
            notes=self._notes(),
        )

    def _fresh(self, after: LearningState) -> dict[str, str]:
        """Sign each function that is known as it is now by the files that define it."""
        return {
            scope_of(_CATEGORY, name): self.task.seen.of(source_hashes(found))
            for name, found in self.defined.items()
            if name not in self.blocked and after.pair_hashes.get(name) == self._signed(found)
        }

    def _notes(self) -> tuple[str, ...]:
        said = f"functions that are gone, with what was learned of them: {len(self.gone)}"
        return (*notes_on(self.grown.graph), *((said,) if self.gone else ()))

    def _keep(self, state: LearningState) -> None:
        self.task.folder.change_object(LEARNING_STATE, lambda _: state_fields(state))

    def _now(self) -> str:
        return moment_text(self.task.folder.ports.clock.now_us())


def _blocked(grown: Grown, defined: Mapping[str, tuple[Place, ...]]) -> dict[str, str]:
    """Name the functions that can't be told of now, as a file of theirs can't be read, and why."""
    faults = {path: node.fault for path, node in grown.graph.files.items() if node.fault}
    faults.update(grown.unread)
    return {
        name: f"{one.path} {faults[one.path]}"
        for name, found in defined.items()
        for one in found
        if one.path in faults
    }
