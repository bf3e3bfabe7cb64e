"""Document A's corpus and its strong invariants: a careless model never gets past the program."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.items import ItemStatus, Kind
from sayso.core.model import ModelReply
from sayso.core.outcome import Result, Success
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.turns import Role
from sayso.shell.evaluating import load_cases
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import (
    World,
    candidate_of,
    extraction_text,
    operation_of,
    operations_text,
    texts_of,
    whole_turn,
)

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import RequestPolicy
    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.quality.corpus import EvalCase
    from tests.kit import Question

CASES = load_cases(Path(__file__).with_name("corpus.jsonl"))
COVERED = {
    "explicit preference": "durable-rule",
    "temporary expression": "one-off",
    "short confirmation": "ack-proposal",
    "decision reversal": "reversal",
    "mislabelled code fact": "code-fact",
    "claim of the assistant": "assistant-only",
    "across threads": "cross-thread",
    "forgetting": "withdrawn",
    "irrelevant query": "irrelevant-query",
}
REPAIR = "A quokka patch: from now on we use quokka for every store."


@pytest.mark.parametrize("what", COVERED)
def test_the_corpus_covers_what_it_must_in_both_languages(what: str) -> None:
    """Each kind of case is there in Chinese and in English."""
    langs = {case.lang for case in CASES if case.why == COVERED[what]}
    assert {"zh", "en"} <= langs


@pytest.mark.parametrize("case", [one for one in CASES if one.why == "irrelevant-query"])
def test_a_query_about_something_else_finds_nothing(case: EvalCase) -> None:
    """What was kept of the turn before is no answer to another question."""
    with Memory.in_memory(model=EmbeddedModel(), ports=World(None).ports) as memory:
        memory.record(whole_turn(case.prev_user, case.prev_assistant))
        memory.work()
        assert len(memory.list()) == 1
        assert memory.search(case.text) == ()


@dataclass
class CarelessModel:
    """Proposes at random: right and wrong quotes, roles, turns, kinds, targets and numbers."""

    rng: random.Random
    seen: list[str] = field(default_factory=list)
    name: str = "careless"
    input_max_chars: int | None = None

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        if isinstance(question, ConsolidationInput):
            return Success(ModelReply(text=self._operations(question)))
        self.seen += [text for turn in question.turns for text in (turn.user_text,)]
        return Success(ModelReply(text=self._proposals(question)))

    def _proposals(self, question: ExtractionInput) -> str:
        turns = (*question.turns, *((question.previous,) if question.previous else ()))
        places = [(one, role) for one in turns for role in Role if one.text_of(role)]
        found = []
        for _ in range(self.rng.randint(0, 12)):
            turn, role = self.rng.choice(places)
            content = self._cut(turn.text_of(role))
            sources = [{"turn_id": turn.id, "role": role, "quote": content}]
            if self.rng.random() < 0.4:
                other, its_role = self.rng.choice(places)
                quote = self.rng.choice([self._cut(other.text_of(its_role)), "made up"])
                sources.append(
                    {
                        "turn_id": self.rng.choice([other.id, turn.id, 1, 999]),
                        "role": self.rng.choice(tuple(Role)),
                        "quote": quote,
                    }
                )
            kind = self.rng.choice(tuple(Kind))
            found.append(candidate_of(1, content, kind=kind, sources=sources))
        turn, role = self.rng.choice(places)
        return extraction_text(*found, compaction=self._cut(turn.text_of(role)))

    def _cut(self, text: str) -> str:
        start = self.rng.choice([0, 0, 0, self.rng.randrange(len(text))])
        piece = text[start : start + self.rng.choice([2_000, 2_000, 40, 8])].strip()
        return piece or "?"

    def _operations(self, question: ConsolidationInput) -> str:
        related = [one.item_id for one in question.related]
        operations = []
        for one in question.candidates:
            action = self.rng.choice(["create", "create", "create", "revise", "supersede"])
            target = self.rng.choice(related) if related and action != "create" else None
            action = "create" if target is None else action
            operations.append(operation_of(action, [one.id], target_id=target, **texts_of(one)))
        odd = [operation_of("reject", [one.id]) for one in question.candidates]
        odd.append(operation_of("supersede", [1], target_id=99))
        return operations_text(*(odd if self.rng.random() < 0.1 else operations))


def overlaps(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Tell whether two (turn, role, start, end) share a character."""
    (turn, role, start, end), (its_turn, its_role, its_start, its_end) = one, other
    assert isinstance(start, int)
    assert isinstance(end, int)
    assert isinstance(its_start, int)
    assert isinstance(its_end, int)
    return (turn, role) == (its_turn, its_role) and start < its_end and its_start < end


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """Words that were forgotten, and the number of the last memory there was at that moment."""

    place: tuple[object, ...]
    last_item_id: int


def check_proof(memory: Memory, forgotten: list[Forgotten]) -> int:
    """Check every usable memory's proof; gives how many preferences and decisions there are."""
    with memory.store.reading() as reading:
        turns = {row["id"]: row for row in reading.records("export/turns")}
    proven = 0
    for listed in memory.list():
        shown = memory.show(listed.item_id)
        assert shown.item.status is ItemStatus.ACTIVE
        for one in shown.sources:
            text = str(turns[one.turn_id][f"{one.role}_text"])
            assert text[one.start : one.end] == one.quote
            place = (one.turn_id, one.role, one.start, one.end)
            assert not any(
                overlaps(place, gone.place)
                for gone in forgotten
                if gone.last_item_id < listed.item_id
            )
        if listed.kind is not Kind.DISCUSSION:
            assert any(one.role is Role.USER for one in shown.sources)
            proven += 1
    return proven


@pytest.mark.parametrize("seed", range(3))
def test_no_careless_model_breaks_an_invariant(seed: int) -> None:
    """Illegal proof 0, forgotten and rebuilt 0, leaks 0, and every memory fully proven."""
    rng = random.Random(seed)
    proven = 0
    for half in (CASES[:75], CASES[75:]):
        world, model = World(None), CarelessModel(rng=rng)
        forgotten: list[Forgotten] = []
        with Memory.in_memory(model=model, ports=world.ports) as memory:
            for at, case in enumerate(half):
                session = f"s{at % 3}"
                if case.prev_user:
                    memory.record(whole_turn(case.prev_user, case.prev_assistant, session=session))
                memory.record(whole_turn(case.text, "", session=session))
                assert memory.record(whole_turn(REPAIR, intent="patch_revise")) is None
                memory.work()
                world.clock.advance(rng.choice([1, 5, 31, 3_600]))
                memory.work()
                if at % 10 == 9 and (usable := memory.list()):
                    shown = memory.show(rng.choice(usable).item_id)
                    assert memory.forget(shown.item.item_id)
                    forgotten += [
                        Forgotten(
                            place=(one.turn_id, one.role, one.start, one.end),
                            last_item_id=max(one.item_id for one in usable),
                        )
                        for one in shown.sources
                    ]
                if at % 25 == 24:
                    memory.new_thread()
                if at % 10 == 8:
                    proven += check_proof(memory, forgotten)
            proven += check_proof(memory, forgotten)
        assert not any("quokka" in text for text in model.seen)
        own = {text for case in half for text in (case.prev_user, case.text)}
        assert all("[forgotten]" in text or text in own for text in model.seen)
    assert proven > 100
