"""The model as the worker of a simulated process sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.diagnostics import ModelFault
from sayso.core.model import ModelReply
from sayso.core.outcome import Failure, Result, Success
from sayso.core.project.extraction import ExtractionInput

if TYPE_CHECKING:
    from sayso.core.model import RequestPolicy
    from sayso.core.project.consolidation import ConsolidationInput
    from tests.sim.world import World


class SimulatedModel:
    """Asks the world's canned model; while it thinks, the others go on."""

    name = "canned"
    input_max_chars: int | None = None

    def __init__(self, world: World) -> None:
        """Ask on behalf of whoever runs."""
        self._world = world

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Ask once; the answer is about what the question showed, however late it comes."""
        del policy
        world = self._world
        world.check_idle("ask")
        process = world.running
        if isinstance(question, ExtractionInput):
            before = () if question.previous is None else (question.previous,)
            places = {(turn.thread_id, turn.session) for turn in (*before, *question.turns)}
            if len(places) != 1:
                world.judge.faults.append(f"7: a question shows turns of {sorted(places)}")
        mood = world.canned.draw_mood(question)
        if mood:
            world.inject(f"model_{mood}")
        wait_us = world.canned.draw_wait_us(mood)
        generation = process.read_generation
        world.scheduler.pause(f"ask {mood}".strip(), world.true_us + wait_us)
        answer = world.canned.answer(question, mood, generation)
        if isinstance(answer, ModelFault):
            return Failure(answer)
        return Success(ModelReply(text=answer))
