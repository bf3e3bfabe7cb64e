"""A model that answers at random: wholly right, wrong in one way, or rubbish, and why in a tally.

What it answers hangs on the seed and on the words it is asked about, not on the calls before, so
that a conversation that is shortened keeps its answers.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.diagnostics import ModelFault
from sayso.core.model import ModelReply
from sayso.core.outcome import Failure, Result, Success
from sayso.core.project.consolidation import ConsolidationInput
from sayso.shell.models.embedded import EmbeddedModel
from tests.invariants.moves import MOVES, Lore, Scene, Words, right
from tests.kit import create_of, extraction_text, operation_of, operations_text, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.items import Candidate
    from sayso.core.model import RequestPolicy
    from sayso.core.project.extraction import ExtractionInput
    from tests.kit import Question

FAULT = ModelFault(kind="Timeout", message="no answer in 60 s")
SLOW = ModelFault(kind="HTTPStatusError", message="slow down", retry_after_us=30_000_000)
DEEP = "[" * 5_000 + "]" * 5_000


@dataclass
class WildModel:
    """One project's model. `meanwhile` is done, once each, while the next questions are asked.

    A careful one answers by the embedded model's rules instead.
    """

    seed: int
    careful: bool = False
    lore: Lore = field(default_factory=Lore)
    tally: Counter[str] = field(default_factory=Counter)
    meanwhile: list[Callable[[], object]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    name: str = "wild"
    input_max_chars: int | None = 6_000

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        if self.meanwhile:
            self.meanwhile.pop(0)()
            self.tally["meanwhile"] += 1
        words = json.dumps(_words_of(question), ensure_ascii=False)
        self.asked.append(words)
        if self.careful:
            return EmbeddedModel().ask(question, policy)
        rng = random.Random(f"{self.seed} {question.refused_because} {words}")
        if rng.random() < 0.04:
            self.tally["fault"] += 1
            return Failure(rng.choice((FAULT, SLOW)))
        text = self._answer(question, rng)
        if rng.random() < 0.06:
            text = self._spoilt(text, rng)
        return Success(ModelReply(text=text))

    def _answer(self, question: Question, rng: random.Random) -> str:
        if isinstance(question, ConsolidationInput):
            return self._decide(question, rng)
        text = self._propose(Scene(rng=rng, question=question, lore=self.lore))
        self.lore.heard += [
            Words(turn_id=turn.id, role=role, text=words)
            for turn in question.turns
            for role, words in (("user", turn.user_text), ("assistant", turn.assistant_text))
            if words
        ]
        return text

    def _propose(self, scene: Scene) -> str:
        """Answer stage 1: carefully, or with any mixture of moves."""
        rng = scene.rng
        weights, moves = zip(*MOVES, strict=True)
        if rng.random() < 0.35:
            chosen = [right] * 3
        else:
            chosen = rng.choices(moves, weights, k=rng.randint(1, 8))
        found = []
        for move in chosen:
            candidate = move(scene)
            if candidate is not None and candidate not in found:
                found.append(candidate)
                self.tally[move.__name__] += 1
        return extraction_text(*found, compaction=self._summary(scene))

    def _summary(self, scene: Scene) -> str:
        """Sum up what was shown, or what was heard at any time, forgotten or not."""
        rng, question = scene.rng, scene.question
        shown = [question.compaction, *(turn.user_text for turn in question.turns)]
        if self.lore.forgotten and rng.random() < 0.3:
            self.tally["summary of forgotten words"] += 1
            shown.append(rng.choice(self.lore.forgotten).text)
        return ("\n".join(shown)[-4_000:]).strip() or "So far."

    def _decide(self, question: ConsolidationInput, rng: random.Random) -> str:
        """Answer stage 2: keep each candidate, or do anything with it."""
        self.lore.numbers += [item.item_id for item in question.related]
        if rng.random() < 0.3:
            self.tally["keep all"] += 1
            return operations_text(*map(create_of, question.candidates))
        wild = rng.random() < 0.5
        taken: set[int] = set()
        operations = []
        for one in question.candidates:
            fitting = [
                item.item_id
                for item in question.related
                if item.kind is one.kind and item.item_id not in taken
            ]
            action = rng.choice(("create", "revise", "revise", "supersede", "supersede", "reject"))
            target = rng.choice(fitting) if fitting else None
            if wild and rng.random() < 0.1:
                target = rng.choice((*self.lore.numbers[-9:], 0, -3, 10**9))
                self.tally["odd target"] += 1
            if action in ("revise", "supersede") and target is None:
                action = "create"
            if action in ("create", "reject") and not (wild and rng.random() < 0.05):
                target = None
            taken |= {target} if target is not None else set()
            texts = {} if action == "reject" else self._texts(one, rng, wild=wild)
            operations.append(operation_of(action, [one.id], target_id=target, **texts))
            self.tally[action] += 1
        return operations_text(*self._shuffled(operations, question, rng, wild=wild))

    def _texts(self, one: Candidate, rng: random.Random, *, wild: bool) -> dict[str, object]:
        """Give the candidate's texts, or now and then words that were forgotten."""
        texts = texts_of(one)
        if wild and self.lore.forgotten and rng.random() < 0.3:
            lost = rng.choice(self.lore.forgotten).text
            name = rng.choice(("title", "content", "synopsis", "aliases", "keywords"))
            listed = name in ("aliases", "keywords")
            self.tally["rebuilt by stage 2"] += 1
            return texts | {name: [lost[:160]] if listed else f"{texts[name]} {lost}"[:160]}
        if wild and rng.random() < 0.1:
            self.tally["other content"] += 1
            return texts | {"content": "Something else altogether"}
        return texts

    def _shuffled(
        self,
        operations: list[dict[str, object]],
        question: ConsolidationInput,
        rng: random.Random,
        *,
        wild: bool,
    ) -> list[dict[str, object]]:
        """Leave one out, do one twice, handle one of another job, or put two together."""
        if not wild or rng.random() < 0.6:
            return operations
        first = question.candidates[0]
        what = rng.choice(("missing", "doubled", "odd candidate", "together"))
        self.tally[f"{what} operation"] += 1
        if what == "missing":
            return operations[1:]
        if what == "doubled":
            return [*operations, operations[0]]
        if what == "odd candidate":
            number = rng.choice((first.id - 1, first.id + 50, 0, 10**9))
            return [*operations, operation_of("reject", [number])]
        numbers = [one.id for one in question.candidates]
        return [operation_of("create", numbers, **texts_of(first))]

    def _spoilt(self, text: str, rng: random.Random) -> str:
        """Spoil an answer in one of the ways that the strict reader must refuse."""
        self.tally["spoilt"] += 1
        return rng.choice(
            (
                "I could not find anything to remember.",
                text[: len(text) // 2],
                text + text,
                text.replace('{"', '{"thread_compaction": "a", "operations": [], "', 1),
                text.replace("[]", "NaN"),
                text[:-1] + ', "extra": 1}',
                json.dumps({"thread_compaction": "x" * 5_000, "candidates": []}),
                json.dumps({"thread_compaction": "x" * 1_100_000, "candidates": []}),
                '{"thread_compaction": "a", "candidates": ' + DEEP + "}",
                '{"thread_compaction": "\\ud800", "candidates": [], "operations": []}',
                "",
            )
        )


def _words_of(question: ExtractionInput | ConsolidationInput) -> list[str]:
    """Give every word a model is shown, without numbers, which change with what went before."""
    if isinstance(question, ConsolidationInput):
        shown = [(one.title, one.content, one.aliases) for one in question.candidates]
        known = [(one.title, one.content, one.synopsis) for one in question.related]
        return [str(one) for one in (*shown, *known)]
    turns = [*((question.previous,) if question.previous else ()), *question.turns]
    texts = [text for turn in turns for text in (turn.user_text, turn.assistant_text)]
    return [question.compaction, *texts]
