"""The two stages: read what is asked about, ask the model, and commit what it answered.

Each commit reads the state anew inside its transaction, so that what happened during the model
call still counts. What goes wrong on the way is a StageFaultError; the worker records it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from sayso.core import limits
from sayso.core.attempts import (
    NOT_LEGAL,
    NOT_THE_CONTRACT,
    Reply,
    read_checkpoint,
    refusal_of,
    render_checkpoint,
)
from sayso.core.diagnostics import describe, render_fault, render_refusal
from sayso.core.jobs import plan_heartbeat, plan_model
from sayso.core.model import Purpose, RequestPolicy
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.burying import are_clean
from sayso.core.project.consolidation import ConsolidationInput, read_consolidation
from sayso.core.project.extraction import read_extraction, render_extraction
from sayso.core.project.keeping import may_be_kept, plan_extraction_commit
from sayso.core.project.merging import MergeInput, clear_ground, plan_merge
from sayso.core.project.windows import merge_replies, split_question
from sayso.core.recent import let_go
from sayso.core.text import clip, lone_surrogate_at
from sayso.shell.asking import ask
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, StageFaultError
from sayso.shell.fences import fenced, hold_token
from sayso.shell.gathering import (
    extraction_input,
    newest_tombstone,
    read_extraction_state,
    read_merge_state,
    read_related,
)
from sayso.shell.proof import item_sources
from sayso.shell.store.item_rows import item_of
from sayso.shell.striking import struck_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sayso.core.items import Item, Source
    from sayso.core.jobs import Job
    from sayso.core.model import ContractFault
    from sayso.core.plans import Plan
    from sayso.core.project.consolidation import Operation
    from sayso.core.project.extraction import ExtractionInput, ExtractionReply
    from sayso.core.project.keeping import Kept
    from sayso.core.project.merging import Merged, MergeState
    from sayso.shell.ports import Model, Ports
    from sayso.shell.store.reading import Guarded, Reading, Work
    from sayso.shell.store.store import Store

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """An extraction that is answered and not committed yet; `work` may be run again.

    `compaction` is the summary of the thread as the answer leaves it, `chars` what was read for it.
    """

    jobs: tuple[Job, ...]
    work: Work[Kept]
    checkpoint: str | None
    compaction: str
    chars: int


POLICIES = {
    Purpose.EXTRACTION: RequestPolicy(max_output_tokens=limits.EXTRACTION_OUTPUT_MAX_TOKENS),
    Purpose.CONSOLIDATION: RequestPolicy(max_output_tokens=limits.CONSOLIDATION_OUTPUT_MAX_TOKENS),
}


@dataclass(frozen=True, slots=True)
class Stages:
    """Runs either stage on claimed jobs, with one store and one model."""

    store: Store
    ports: Ports
    model: Model

    def extract(self, jobs: tuple[Job, ...]) -> Kept:
        """Run stage 1 on a batch; raises StageFaultError, or StalePlanError when it is too late."""
        return self._commit_alone(self.prepare(jobs))

    def prepare(self, jobs: tuple[Job, ...], compaction: str | None = None) -> Ready:
        """Ask stage 1 about a batch; raises as `extract` does.

        A compaction takes the place of the stored one where that is about to be replaced by it.
        """
        with self.store.reading() as reading:
            state = read_extraction_state(reading, reading.guard(), jobs, None)
            if compaction is not None:
                state = replace(state, compaction=compaction)
            question = extraction_input(state, refusal_of(jobs))
        answer = read_checkpoint(jobs) or self._ask_in_parts(jobs, question)
        reply = _accepted(read_extraction(answer.text), Purpose.EXTRACTION)

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, Kept]:
            now_us = self.ports.clock.now_us()
            current = read_extraction_state(reading, guard, jobs, state.asked_mark)
            plan, kept = plan_extraction_commit(jobs, reply, current, now_us)
            return (*plan, *plan_model(jobs, answer.model)), kept

        may_wait = may_be_kept(reply, state)
        checkpoint = render_checkpoint(jobs, answer, state.asked_mark) if may_wait else None
        return Ready(
            jobs=jobs,
            work=fenced(work, lambda reading: hold_token(reading, jobs, leased=False)),
            checkpoint=checkpoint,
            compaction=reply.compaction,
            chars=sum(len(turn.user_text) + len(turn.assistant_text) for turn in state.turns),
        )

    @property
    def answers_at_once(self) -> bool:
        """Whether the model takes no longer than a commit, as rules do."""
        return getattr(self.model, "answers_at_once", False) is True

    def commit_together(
        self, chains: Sequence[Sequence[Ready]]
    ) -> tuple[tuple[Result[Kept, Exception], ...], ...]:
        """Commit what is ready in one transaction, each chain up to the first that fails.

        Where the store cannot save all of it, each is tried by itself: so it is known whose fault
        that is, and each keeps its answer. Raises MemorySchemaError for a damaged store.
        """
        try:
            return self.store.transact_chains([[one.work for one in chain] for chain in chains])
        except MemorySchemaError:
            raise
        except Exception:  # noqa: BLE001 - it comes again where it is one batch's
            return tuple(tuple(self._one_by_one(chain)) for chain in chains)

    def _one_by_one(self, chain: Sequence[Ready]) -> Iterator[Result[Kept, Exception]]:
        for one in chain:
            try:
                yield Success(self._commit_alone(one))
            except MemorySchemaError:
                raise
            except Exception as error:  # noqa: BLE001 - the batch fails, and not the others
                yield Failure(error)
                return

    def consolidate(self, job: Job) -> Merged:
        """Run stage 2 on a job; raises StageFaultError, or StalePlanError when it is too late."""
        with self.store.reading() as reading:
            guard = reading.guard()
            cleared = clear_ground(read_merge_state(reading, guard, job))
            found = read_related(reading, guard.scope_id, cleared.candidates)
            mark = newest_tombstone(reading, guard.scope_id)
        checkpoint = None
        operations: tuple[Operation, ...] = ()
        answer = Reply(text="", model="")
        if cleared.candidates:
            question = ConsolidationInput(
                candidates=cleared.candidates,
                related=tuple(one for one in found if one.item_id not in cleared.forgotten_ids),
                refused_because=refusal_of((job,)),
            )
            answer = read_checkpoint((job,)) or self._ask(Purpose.CONSOLIDATION, question)
            operations = _accepted(read_consolidation(answer.text), Purpose.CONSOLIDATION)
            if are_clean(operations, question, cleared.ground):
                checkpoint = render_checkpoint((job,), answer, mark)
        return self._merge(job, operations, checkpoint, answer.model)

    def _merge(
        self, job: Job, operations: tuple[Operation, ...], checkpoint: str | None, model: str
    ) -> Merged:
        now_us = self.ports.clock.now_us()

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, Merged]:
            state = read_merge_state(reading, guard, job)
            planned = plan_merge(job, operations, state, _merge_input(reading, state, now_us))
            if is_failure(planned):
                raise _refused(f"{NOT_LEGAL}{planned.failure()}", Purpose.CONSOLIDATION)
            plan, merged = planned.unwrap()
            return (*struck_out(reading, plan), *plan_model((job,), model)), merged

        saved = fenced(work, lambda reading: hold_token(reading, (job,), leased=False))
        merged = self._commit(saved, checkpoint)
        if merged.forgotten or merged.withdrawn_candidates:
            let_go()
        return merged

    def _ask_in_parts(self, jobs: tuple[Job, ...], question: ExtractionInput) -> Reply:
        """Ask stage 1 in as many questions as the model's input needs, one after another."""
        max_chars = self.model.input_max_chars
        parts = (question,) if max_chars is None else split_question(question, max_chars)
        if len(parts) == 1:
            return self._ask(Purpose.EXTRACTION, parts[0])
        replies: list[ExtractionReply] = []
        models: dict[str, None] = {}
        for part in parts:
            if replies:
                self._renew(jobs)
                part = replace(part, compaction=replies[-1].compaction)  # noqa: PLW2901 - rolling
            answer = self._ask(Purpose.EXTRACTION, part)
            models[answer.model] = None
            replies.append(_accepted(read_extraction(answer.text), Purpose.EXTRACTION))
        text = render_extraction(merge_replies(tuple(replies)))
        return Reply(text=text, model=", ".join(models))

    def _renew(self, jobs: tuple[Job, ...]) -> None:
        """Keep the leases of a batch between two questions; raises StalePlanError when lost."""
        beat = plan_heartbeat(jobs, self.ports.clock.now_us())
        self.store.transact(lambda _reading, _guard: (beat, None), is_repeatable=True)

    def _ask(self, purpose: Purpose, question: ExtractionInput | ConsolidationInput) -> Reply:
        policy = POLICIES[purpose]
        answer = ask(self.model, question, policy)
        if is_failure(answer):
            fault = answer.failure()
            raise StageFaultError(render_fault(fault, purpose, policy), fault=fault)
        given = answer.unwrap()
        return Reply(text=given.text, model=given.model or _name_of(self.model))

    def _commit_alone(self, ready: Ready) -> Kept:
        return self._commit(ready.work, ready.checkpoint)

    def _commit(self, saved: Work[T], checkpoint: str | None) -> T:
        """Commit; when the store fails, the accepted reply is kept for the next attempt.

        Where nobody knows whether it was saved, jobs that are over under our token tell.
        """
        try:
            return self.store.transact(saved, is_repeatable=True)
        except MemoryStorageError as error:
            raise StageFaultError(describe(error), checkpoint=checkpoint) from error


def _name_of(model: Model) -> str:
    """Give what a model calls itself, as far as it can be stored; a host's may have no name."""
    name = getattr(model, "name", "")
    is_text = isinstance(name, str) and lone_surrogate_at(name) is None
    return clip(name, limits.MODEL_NAME_MAX_CHARS) if is_text else ""


def _accepted(reply: Result[T, ContractFault], purpose: Purpose) -> T:
    if is_failure(reply):
        raise _refused(f"{NOT_THE_CONTRACT}{reply.failure()}", purpose)
    return reply.unwrap()


def _refused(reason: str, purpose: Purpose) -> StageFaultError:
    return StageFaultError(render_refusal(reason, purpose, POLICIES[purpose]))


def _merge_input(reading: Reading, state: MergeState, now_us: int) -> MergeInput:
    cleared = clear_ground(state)
    forgotten: dict[int, tuple[Item, tuple[Source, ...]]] = {}
    for number in cleared.forgotten_ids:
        item = item_of(reading.rows("items/newest", item_id=number)[0])
        forgotten[number] = (item, item_sources(reading, number))
    return MergeInput(
        related=read_related(reading, state.scope_id, cleared.candidates),
        forgotten=forgotten,
        next_row_id=reading.next_id("memory_items"),
        now_us=now_us,
    )
