"""A live run: the labelled corpus and whole conversations on one model, within a time bound.

What is measured goes into a LiveReport. A violation of a promise and an exception are kept there
instead of raised, so that the report is whole; the caller judges it.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.attempts import NOT_LEGAL
from sayso.core.quality.evaluation import score
from sayso.core.quality.telling import render_eval
from sayso.shell.evaluating import observe_in
from sayso.shell.memory import Memory
from sayso.shell.ports import Ports
from tests.kit import FakeClock, FakeIds
from tests.live.conversations import REPAIR, SecondStageOnly, converse
from tests.oracle import facts_of, repair_faults, violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sayso.core.quality.corpus import EvalCase
    from sayso.core.quality.evaluation import Observation
    from sayso.shell.ports import Model
    from sayso.shell.worker import Step, WorkReport
    from tests.live.recording import RecordedModel

APPLIED = ("created", "revised", "superseded")
ATTEMPTS = 2  # at each job of the corpus; a refused reply is fed back
SHUFFLE = 318


@dataclass
class LiveReport:
    """What a live run came to. `violations` must be empty."""

    model: RecordedModel
    cases_in_all: int = 0
    observations: list[Observation] = field(default_factory=list)
    turns: int = 0
    candidates: int = 0
    gate: Counter[str] = field(default_factory=Counter)
    illegal: Counter[str] = field(default_factory=Counter)
    applied: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Tell it to a reader."""
        yield f"model          {self.model.name}, {self.model.tokens} tokens"
        yield f"corpus         {len(self.observations)} of {self.cases_in_all} cases"
        yield f"conversations  {self.turns} turns in two projects"
        yield f"time           {self.seconds / 60:.1f} minutes"
        yield from self.model.extraction.lines("extraction")
        yield from self.model.consolidation.lines("consolidation")
        yield f"operations     {self.illegal.total()} replies refused as not legal"
        yield from (f"    {count:>4} {why}" for why, count in self.illegal.most_common(8))
        yield f"gate           {self.candidates} proposals accepted, {self.gate.total()} refused"
        yield from (f"    {count:>4} {why}" for why, count in self.gate.most_common(12))
        done = ", ".join(f"{self.applied[what]} {what}" for what in APPLIED)
        yield f"memories       {done}"
        yield from render_eval(score(self.observations))
        yield f"violations     {len(self.violations)}"
        yield from (f"    {one}" for one in self.violations)

    def note(self, step: Step) -> None:
        """Count what a step of the work came to."""
        reason = (step.error or "").partition(NOT_LEGAL)[2]
        if reason:
            self.illegal[reason.splitlines()[0][:80]] += 1
        if step.merged is not None:
            for what in APPLIED:
                self.applied[what] += len(getattr(step.merged.applied, what))


class TimeBound:
    """Tells when a span of real time is over."""

    def __init__(self, minutes: float) -> None:
        """Start now."""
        self.started_s = time.monotonic()
        self._minutes = minutes

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return time.monotonic() - self.started_s

    def is_over(self, share: float = 1.0) -> bool:
        """Tell whether that share of the span has passed."""
        return self.seconds >= self._minutes * 60 * share


def progress(text: str) -> None:
    """Say on stderr how far it is."""
    sys.stderr.write(f"live: {text}\n")
    sys.stderr.flush()


def run_corpus(report: LiveReport, cases: Iterable[EvalCase], bound: TimeBound) -> None:
    """Run cases in a mixed order, so that a part of them is fair, until the time is up."""
    mixed = list(cases)
    random.Random(SHUFFLE).shuffle(mixed)
    report.cases_in_all = len(mixed)
    for at, case in enumerate(mixed, start=1):
        with _kept_crash(report, case.id):
            _run_case(report, case)
        progress(f"case {at} of {len(mixed)}, {case.id}, {bound.seconds / 60:.1f} min")
        if bound.is_over(0.6):
            break
    report.seconds = bound.seconds


def run_conversations(report: LiveReport, folder: Path, bound: TimeBound) -> None:
    """Run conversations in both languages until the time is up, one turn each at the least."""
    talks: list[tuple[str, Model]] = [
        (language, model)
        for model in (SecondStageOnly(report.model), report.model)
        for language in ("en", "zh")
    ]
    for number, (language, model) in enumerate(talks):
        with _kept_crash(report, f"conversation {number}"):
            for found in converse(language, model, folder / str(number), report.note):
                report.turns += 1
                report.violations += found
                progress(f"turn {report.turns}, {language}, {bound.seconds / 60:.1f} min")
                if bound.is_over():
                    break
    report.seconds = bound.seconds


def _run_case(report: LiveReport, case: EvalCase) -> None:
    clock = FakeClock()
    ports = Ports(clock=clock, ids=FakeIds())
    with Memory.in_memory(model=report.model, ports=ports) as memory:
        report.observations.append(observe_in(memory, case, _persistent(report, clock)))
        clock.advance(60)
        facts = facts_of(memory)
        report.candidates += len(facts.candidates)
        report.gate.update(str(one["reason"]) for one in facts.refusals)
        words = [word for wanted in case.expect for word in wanted.about]
        found = (*violations(memory, words), *repair_faults(memory, REPAIR, "patch_revise"))
        report.violations += [f"{case.id}: {one}" for one in found]


def _persistent(report: LiveReport, clock: FakeClock) -> Callable[[Memory], WorkReport]:
    """Give a way to work that tries failed jobs again, so that the model hears what was wrong."""

    def work(memory: Memory) -> WorkReport:
        worked = memory.work(report.note)
        for _ in range(ATTEMPTS - 1):
            if worked.pending:
                clock.advance(60)
                worked = memory.work(report.note)
        return worked

    return work


@contextmanager
def _kept_crash(report: LiveReport, where: str) -> Iterator[None]:
    """Turn an exception into a violation: nothing may crash, and the run goes on."""
    try:
        yield
    except Exception:  # noqa: BLE001 - whatever it is, it is what the run looks for
        report.violations.append(f"{where}: crash: {traceback.format_exc()}")
