"""What tests of the shell share: a clock and ids that obey, a canned model, and a project folder.

    world = World(tmp_path, remember("Use tabs"))
    with world.open() as memory:
        memory.record(whole_turn("Use tabs from now on."))
        memory.work()

`World(None)` lives in memory only. `tests.records` has the records for pure tests.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.diagnostics import ModelFault
from sayso.core.items import Kind
from sayso.core.model import ModelReply, RequestPolicy
from sayso.core.outcome import Failure, Result, Success
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput
from sayso.shell.admitting import RecordedTurn
from sayso.shell.ports import Ports
from tests.records import NOON_US, SECOND_US, build

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.core.items import Candidate
    from sayso.shell.memory import Memory

Question = ExtractionInput | ConsolidationInput
SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
FAULT = ModelFault(kind="Timeout", message="no answer in 60 s")


@dataclass
class FakeClock:
    """A clock that stands still until it is told; sleeping moves it on at once."""

    time_us: int = NOON_US

    def now_us(self) -> int:
        return self.time_us

    def sleep_us(self, duration_us: int) -> None:
        self.time_us += duration_us

    def advance(self, seconds: float) -> None:
        """Let some seconds pass."""
        self.time_us += round(seconds * SECOND_US)


@dataclass
class FakeIds:
    """Names that are counted instead of drawn; worlds of one store share one counter."""

    drawn: int = 0

    def token(self) -> str:
        self.drawn += 1
        return f"{self.drawn:032x}"

    def key(self) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(32, "big")


@dataclass
class CannedModel:
    """Answers by script: one function per call, from the question to a text or a fault.

    When the script is at its end, `otherwise` answers: unless a test says something else, stage 1
    finds nothing and stage 2 keeps every candidate, each as an item of its own. `asked` holds
    every question in order.
    """

    script: list[Callable[[Question], str | ModelFault]] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    policies: list[RequestPolicy] = field(default_factory=list)
    name: str = "canned"
    input_max_chars: int | None = None
    answers_at_once: bool = False
    otherwise: Callable[[Question], str | ModelFault] = field(default_factory=lambda: keep_all)

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        self.asked.append(question)
        self.policies.append(policy)
        answer = (self.script.pop(0) if self.script else self.otherwise)(question)
        if isinstance(answer, ModelFault):
            return Failure(answer)
        return Success(ModelReply(text=answer))

    @property
    def extractions(self) -> list[ExtractionInput]:
        """The questions of stage 1 so far."""
        return [one for one in self.asked if isinstance(one, ExtractionInput)]

    @property
    def consolidations(self) -> list[ConsolidationInput]:
        """The questions of stage 2 so far."""
        return [one for one in self.asked if isinstance(one, ConsolidationInput)]


def keep_all(question: Question) -> str:
    """Answer either stage in the plainest legal way."""
    if isinstance(question, ConsolidationInput):
        return operations_text(*(create_of(one) for one in question.candidates))
    return extraction_text()


def fail_with(fault: ModelFault) -> Callable[[Question], str | ModelFault]:
    """Give a step of a script in which the provider fails."""
    return lambda _question: fault


def say(text: str) -> Callable[[Question], str | ModelFault]:
    """Give a step of a script that answers one fixed text."""
    return lambda _question: text


def while_asked(
    act: Callable[[], object], then: Callable[[Question], str | ModelFault] | None = None
) -> Callable[[Question], str | ModelFault]:
    """Give a step of a script during which something happens elsewhere."""

    def answer(question: Question) -> str | ModelFault:
        act()
        return (then or keep_all)(question)

    return answer


def remember(*quotes: str, kind: Kind = Kind.DECISION) -> Callable[[Question], str | ModelFault]:
    """Give a step that proposes a memory for each quote that some user of the batch said."""

    def answer(question: Question) -> str:
        assert isinstance(question, ExtractionInput)
        found = [
            candidate_of(turn.id, quote, kind=kind)
            for quote in quotes
            for turn in question.turns
            if quote in turn.user_text
        ]
        return extraction_text(*found)

    return answer


def candidate_of(turn_id: int, quote: str, **changes: object) -> dict[str, object]:
    """Give a candidate of stage 1's contract that rests on one quote of the user."""
    plain: dict[str, object] = {
        "kind": Kind.DECISION,
        "title": quote[:160],
        "content": quote,
        "aliases": [],
        "sources": [{"turn_id": turn_id, "role": "user", "quote": quote}],
    }
    return plain | changes


def extraction_text(*candidates: dict[str, object], compaction: str = "So far.") -> str:
    """Write an answer of stage 1."""
    return json.dumps({"thread_compaction": compaction, "candidates": list(candidates)})


def operation_of(operation: str, candidate_ids: list[int], **changes: object) -> dict[str, object]:
    """Give an operation of stage 2's contract; texts are empty as for a reject."""
    plain: dict[str, object] = {
        "operation": operation,
        "candidate_ids": candidate_ids,
        "target_id": None,
        "title": "",
        "content": "",
        "synopsis": "",
        "aliases": [],
        "keywords": [],
    }
    return plain | changes


def create_of(candidate: Candidate) -> dict[str, object]:
    """Give the operation that keeps a candidate as it is."""
    return operation_of("create", [candidate.id], **texts_of(candidate))


def texts_of(candidate: Candidate) -> dict[str, object]:
    """Give the texts an operation takes over from a candidate."""
    return {
        "title": candidate.title,
        "content": candidate.content,
        "synopsis": candidate.content[:400],
        "aliases": list(candidate.aliases),
    }


def operations_text(*operations: dict[str, object]) -> str:
    """Write an answer of stage 2."""
    return json.dumps({"operations": list(operations)})


class World:
    """A project folder (None: a store in memory) with its own time, ids and model."""

    def __init__(
        self, folder: Path | None, *script: Callable[[Question], str | ModelFault]
    ) -> None:
        """Mark the folder as a project of its own, so that nothing above it counts."""
        self.folder = folder
        self.clock = FakeClock()
        self.ids = FakeIds()
        self.model = CannedModel(script=list(script))
        self.ports = Ports(clock=self.clock, ids=self.ids)
        if folder is not None:
            (folder / ".git").mkdir(exist_ok=True)

    @property
    def path(self) -> Path:
        """Where the store lies."""
        assert self.folder is not None
        return self.folder / ".sayso" / "memory.db"

    def open(self, *, create: bool = True) -> Memory:
        """Open the project's memory once more; every call gives another owner."""
        from sayso.shell.memory import Memory

        if self.folder is None:
            return Memory.in_memory(model=self.model, ports=self.ports)
        return Memory.open(self.folder, create=create, model=self.model, ports=self.ports)


def column(memory: Memory, name: str, table: str = "memory_jobs") -> list[object]:
    """Give one column of a table, oldest row first, as an export would."""
    with memory.store.reading() as reading:
        return [row[name] for row in reading.records(f"export/{table}")]


def whole_turn(user: str, assistant: str = "Fine.", **changes: object) -> RecordedTurn:
    """Give a whole turn to record, in the default session as general chat."""
    plain: dict[str, object] = {"intent": "general_chat", "session": "", "op_id": None}
    return build(RecordedTurn, plain | {"user_text": user, "assistant_text": assistant} | changes)


def learn(world: World, memory: Memory, said: str = SAID, quote: str = QUOTE) -> None:
    """Let one turn become a memory."""
    memory.record(whole_turn(said))
    world.model.script = [remember(quote)]
    memory.work()
