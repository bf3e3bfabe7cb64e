"""Plays a conversation over real stores and asks the oracle what was broken.

Two projects run side by side, each with its own store and model, under one clock that moves on
whenever somebody looks at it.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.invariants.conversations import converse
from tests.invariants.moves import Words
from tests.invariants.project import Project, TickingClock
from tests.invariants.wild import WildModel

if TYPE_CHECKING:
    from tests.invariants.steps import Step

LOOK_EVERY_STEPS = 9


@dataclass(slots=True)
class Outcome:
    """What a conversation came to: promises broken, and what was tried and done."""

    faults: list[str] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)


def play(
    seed: int,
    steps: tuple[Step, ...] | None = None,
    *,
    look_every: int = LOOK_EVERY_STEPS,
    careful: bool = False,
) -> Outcome:
    """Play the conversation of a seed, or other steps under it, and give what came of it."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="sayso-talk-") as folder:
        clock = TickingClock()
        models = [WildModel(seed=seed, careful=careful) for _ in range(2)]
        projects = [
            Project(number, model, clock, Path(folder)) for number, model in enumerate(models)
        ]
        try:
            _play(projects, converse(seed) if steps is None else steps, outcome, look_every)
        finally:
            for project in projects:
                project.memory.close()
    return outcome


def _play(
    projects: list[Project], steps: tuple[Step, ...], outcome: Outcome, look_every: int
) -> None:
    for at, step in enumerate(steps, start=1):
        mine, other = projects[step.project], projects[1 - step.project]
        mine.take(step)
        other.model.lore.foreign = [
            Words(turn_id=number, role="user", text=one.user)
            for number, one in enumerate(mine.said, start=1)
            if one.is_its_own
        ]
        if at % look_every == 0 or at == len(steps):
            for one in projects:
                outcome.faults += [f"{one.number}: {fault}" for fault in one.look()]
            if outcome.faults:
                outcome.faults.insert(0, f"after step {at}: {step}")
                break
    for one, two in (projects, projects[::-1]):
        outcome.faults += [f"{one.number}: {fault}" for fault in one.look_over(two)]
        outcome.tally += one.counted()
