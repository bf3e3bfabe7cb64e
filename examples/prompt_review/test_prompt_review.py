"""A prompt change, reviewed by snapshots: what a model is told, and what comes of it.

Copy this file into your own tests, with your cases and, in `complete`, your model. It needs pytest
and syrupy. Then, for each change of a prompt:

1. pytest --snapshot-update            once, and commit `__snapshots__`: this is how it is now
2. edit extraction.md beside this file, a copy of core/prompts/extraction.md; nothing else
3. pytest -vv                          fails, and the diffs are what there is to review
4. accept:  pytest --snapshot-update   and commit the snapshots together with the prompt
   refuse:  put the prompt back        when something is lost, or kept without its proof

A prompt decides what is proposed. Whether that is kept, the gate decides: a prompt that paraphrases
does not give worse memory, it gives less of it, and the outcomes show why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sayso.core
from sayso import Memory
from sayso.core.model import ModelReply, ModelRequest, RequestPolicy
from sayso.core.outcome import Result, Success
from sayso.core.project.asking import request_extraction
from sayso.core.project.extraction import ExtractionInput
from sayso.shell.models.embedded import EmbeddedModel

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from sayso.core.diagnostics import ModelFault
    from sayso.core.project.consolidation import ConsolidationInput

OWN = Path(__file__).with_name("extraction.md")
SHIPPED = Path(sayso.core.__path__[0], "prompts", "extraction.md")
FILLERS = ("please, ", "麻烦")
CASES = {  # what the user says in one conversation; one per language, at the least
    "en": ("Which linter is fastest?", "From now on, please, answer in short bullet points."),
    "zh": ("这个报错是什么意思？", "以后麻烦先给结论，再给理由。"),
}


def complete(request: ModelRequest) -> str:
    """Stand in for a language model: propose each lasting wish, and quote it as the prompt says."""
    prompt, question = (message.text for message in request.messages)
    is_exact = "character for character" in prompt
    wishes: list[dict[str, Any]] = []
    for turn in json.loads(question)["turns"]:
        said = turn["user"].rstrip(".。")
        if said.startswith(("From now on", "以后")):
            short = said.replace(FILLERS[0], "").replace(FILLERS[1], "")
            quote = {
                "turn_id": turn["turn_id"],
                "role": "user",
                "quote": said if is_exact else short,
            }
            wish = {"kind": "user_preference", "title": short, "content": said, "aliases": []}
            wishes.append({**wish, "sources": [quote]})
    return json.dumps({"thread_compaction": "Questions and wishes.", "candidates": wishes})


class Reviewed:
    """A model that is asked stage 1 with the prompt under review; stage 2 stays with the rules."""

    name = "reviewed"
    input_max_chars = None

    def __init__(self) -> None:
        """Take our own prompt, or the shipped one as long as there is none."""
        self.prompt = (OWN if OWN.exists() else SHIPPED).read_text("utf-8")
        self.asked: list[ModelRequest] = []

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Ask once, and note what was asked."""
        if not isinstance(question, ExtractionInput):
            return EmbeddedModel().ask(question, policy)
        request = request_extraction(question, self.prompt, policy)
        self.asked.append(request)
        return Success(ModelReply(text=complete(request)))


def played(case: str) -> tuple[str, str]:
    """Hold a conversation; give what the model was told, and what was kept or refused."""
    model = Reviewed()
    with Memory.in_memory(model=model) as memory:
        for text in CASES[case]:
            with memory.turn(text) as turn:
                turn.finish("Understood.")
        memory.work()
        kept = [
            f"kept     {source.quote}"
            for item in memory.list()
            for source in memory.show(item.item_id).sources
        ]
        refused = [f"refused  {one.count} x {one.reason}" for one in memory.status().refusals]
    told = [f"=== {one.role}\n{one.text}" for asked in model.asked for one in asked.messages]
    return "\n".join(told), "\n".join((*kept, *refused))


@pytest.mark.parametrize("case", CASES)
def test_what_the_model_is_told(case: str, snapshot: SnapshotAssertion) -> None:
    """Every word that reaches the model is pinned."""
    told, _ = played(case)
    assert told == snapshot


@pytest.mark.parametrize("case", CASES)
def test_what_comes_of_it(case: str, snapshot: SnapshotAssertion) -> None:
    """What is kept, with its proof, and what is refused, with the reason, is pinned."""
    _, outcome = played(case)
    assert outcome == snapshot
