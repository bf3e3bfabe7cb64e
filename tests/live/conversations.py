"""Whole conversations with a live model, in a project folder, beside another project.

The embedded model lays the ground with things to keep, so that there is something to revise, to
forget and to leak, however poor the live model is. Then the live model takes over for turns that
change, repeat and forget it. After each turn the oracle looks.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.project.consolidation import ConsolidationInput
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.ports import Ports
from tests.kit import FakeClock, FakeIds, whole_turn
from tests.oracle import foreign_words, repair_faults, violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelReply, RequestPolicy
    from sayso.core.outcome import Result
    from sayso.shell.ports import Model
    from sayso.shell.worker import Step
    from tests.kit import Question

WORDS = {"okapi": "quokka", "quokka": "okapi"}  # a word of each project, and the other's
REPAIR = "A wombat patch: from now on we use wombat for every store."
REPAIR_WORD = "wombat"
ROUNDS = 2  # attempts at what each turn leaves to do
GROUND = {
    "en": (
        "From now on name every branch after the {} scheme.",
        "We decided: PostgreSQL holds the orders.",
        "Always answer in short bullet points.",
    ),
    "zh": ("以后分支都按 {} 规则命名。", "定了：订单存 PostgreSQL。", "以后回答都先给结论。"),
}
TURNS = {
    "en": (
        ("Which queue should we use?", "I suggest RabbitMQ for the job queue."),
        ("Agreed.", "Good."),
        ("We no longer use PostgreSQL for the orders, we use MySQL now.", "Noted."),
        ("Why does the build fail today?", "A dependency is missing."),
        ("Forget what I said about bullet points.", "Done."),
        ("Should I answer in short bullet points?", "That was taken back."),
        ("Just for this answer, be brief.", "Sure."),
        ("From now on write commit messages in English.", "All right."),
    ),
    "zh": (
        ("队列用哪个好？", "建议任务队列用 RabbitMQ。"),
        ("好，就这么办。", "好的。"),
        ("订单不用 PostgreSQL 了，改用 MySQL。", "记下了。"),
        ("今天构建为什么挂了？", "少了一个依赖。"),
        ("先给结论那条不算了。", "好的。"),
        ("回答要先给结论吗？", "那条已经撤了。"),
        ("这次先简短一点。", "好。"),
        ("以后提交信息都用英文写。", "好的。"),
    ),
}
FORGET_AT, NEW_THREAD_AT = 2, 5


@dataclass(frozen=True, slots=True)
class SecondStageOnly:
    """The embedded model reads, the live one decides: so that stage 2 is asked in any case."""

    live: Model

    @property
    def name(self) -> str:
        """Both models' names."""
        return f"rules, then {self.live.name}"

    @property
    def input_max_chars(self) -> int | None:
        """What the live model takes."""
        return self.live.input_max_chars

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        """Ask whichever model the stage belongs to."""
        model = self.live if isinstance(question, ConsolidationInput) else EmbeddedModel()
        return model.ask(question, policy)


@dataclass
class Side:
    """One of the two projects: its own word, and what was shown to a model about it."""

    word: str
    folder: Path
    model: Model
    ports: Ports
    shown: list[str] = field(default_factory=list)
    hidden: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    @property
    def input_max_chars(self) -> int | None:
        """What the model itself takes."""
        return self.model.input_max_chars

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        """Ask, and remember what was shown."""
        self.shown.append(repr(question))
        return self.model.ask(question, policy)

    def lay_ground(self, language: str, clock: FakeClock) -> None:
        """Let the embedded model keep three things."""
        (self.folder / ".git").mkdir(parents=True)
        with Memory.open(self.folder, ports=self.ports) as memory:
            for said in GROUND[language]:
                memory.record(whole_turn(said.format(self.word)))
                clock.advance(60)
            memory.work()
            assert len(memory.list()) == len(GROUND[language])

    def forget_first(self, memory: Memory) -> None:
        """Forget the first memory; its words may not be shown to a model from now on."""
        number = min(one.item_id for one in memory.list())
        self.hidden = tuple(one.quote for one in memory.show(number).sources)
        self.shown.clear()
        memory.forget(number)

    def faults(self, memory: Memory) -> Iterator[str]:
        """Give every promise that is broken on this side."""
        foreign = (WORDS[self.word], REPAIR_WORD)
        found = [
            *violations(memory, (self.word, "MySQL", "提交")),
            *foreign_words(memory, foreign),
            *repair_faults(memory, REPAIR, "patch_revise"),
        ]
        found += [
            f"shown: a question holds {text!r}"
            for text in (*foreign, *self.hidden)
            if any(text in shown for shown in self.shown)
        ]
        yield from (f"{self.word}: {one}" for one in found)


def converse(
    language: str, model: Model, folder: Path, note: Callable[[Step], None]
) -> Iterator[list[str]]:
    """Run a conversation in two projects at once; gives the violations after each turn.

    `note` is told of every step of the work.
    """
    ports = Ports(clock=(clock := FakeClock()), ids=FakeIds())
    sides = [Side(word=word, folder=folder / word, model=model, ports=ports) for word in WORDS]
    for side in sides:
        side.lay_ground(language, clock)
    with ExitStack() as stack:
        memories = [
            stack.enter_context(Memory.open(one.folder, model=one, ports=ports)) for one in sides
        ]
        for at, (user, assistant) in enumerate(TURNS[language]):
            for side, memory in zip(sides, memories, strict=True):
                memory.record(whole_turn(user, assistant))
                for _ in range(ROUNDS):
                    clock.advance(60)
                    memory.work(note)
                if at == FORGET_AT:
                    side.forget_first(memory)
                    clock.advance(60)
                if at == NEW_THREAD_AT:
                    memory.new_thread()
                    clock.advance(60)
            yield [
                fault
                for side, memory in zip(sides, memories, strict=True)
                for fault in side.faults(memory)
            ]
