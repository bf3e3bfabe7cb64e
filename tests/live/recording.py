"""What a live model did: each call with its verdict, counted for the report."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.outcome import is_failure
from sayso.core.project.consolidation import ConsolidationInput, read_consolidation
from sayso.core.project.extraction import read_extraction

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ContractFault, ModelReply, RequestPolicy
    from sayso.core.outcome import Result
    from sayso.shell.ports import Model
    from tests.kit import Question


@dataclass
class Stage:
    """Counts of one stage: calls, faults by kind, and replies accepted or refused by reason."""

    calls: int = 0
    accepted: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def lines(self, name: str) -> list[str]:
        """Tell it in a line or two."""
        replies = f"{self.accepted} replies accepted, {self.refused.total()} refused"
        reasons = (*self.refused.most_common(8), *self.faults.most_common(8))
        return [
            f"{name:<14} {self.calls} calls: {replies}, {self.faults.total()} without a reply",
            *(f"    {count:>4} {reason}" for reason, count in reasons),
        ]


@dataclass
class RecordedModel:
    """A model like the one inside; every reply is also read here, to know its verdict."""

    inner: Model
    extraction: Stage = field(default_factory=Stage)
    consolidation: Stage = field(default_factory=Stage)
    tokens: int = 0

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.inner.name

    @property
    def input_max_chars(self) -> int | None:
        """What the model itself takes."""
        return self.inner.input_max_chars

    @property
    def replies(self) -> int:
        """How many calls came back with a reply of any kind."""
        return sum(
            one.accepted + one.refused.total() for one in (self.extraction, self.consolidation)
        )

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        """Ask the model inside and note what came of it."""
        is_second = isinstance(question, ConsolidationInput)
        stage = self.consolidation if is_second else self.extraction
        stage.calls += 1
        answer = self.inner.ask(question, policy)
        if is_failure(answer):
            fault = answer.failure()
            stage.faults[f"{fault.kind} {fault.status or ''}".strip()] += 1
            self.tokens += fault.tokens
            return answer
        reply = answer.unwrap()
        self.tokens += reply.tokens
        read: Result[object, ContractFault] = (
            read_consolidation(reply.text) if is_second else read_extraction(reply.text)
        )
        if is_failure(read):
            stage.refused[_plain(read.failure())] += 1
        else:
            stage.accepted += 1
        return answer


def _plain(fault: ContractFault) -> str:
    """Give a reason without the numbers of its place, so that like goes with like."""
    where = re.sub(r"\[\d+\]", "[]", fault.path)
    return re.sub(r"\(.*\)", "", f"{where}: {fault.reason}").strip()[:80]
