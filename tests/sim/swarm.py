"""Which faults a run has, and how many: drawn first, so that quiet and wild runs both occur."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.sim.tape import Tape

# Per mille of the occasions, by strength: off, now and then, often. An occasion is a step of the
# scheduler, a commit, a command or a question to the model.
PER_STEP: Mapping[str, tuple[int, int, int]] = {
    "kill": (0, 12, 40),
    "machine_crash": (0, 3, 10),
    "clock_jump": (0, 6, 25),
    "laptop_sleep": (0, 6, 25),
    "disk_full": (0, 4, 15),
    "tamper": (0, 3, 8),
}
PER_COMMIT: Mapping[str, tuple[int, int, int]] = {
    "crash_before_commit": (0, 15, 60),
    "crash_after_commit": (0, 15, 60),
    "unknown_saved": (0, 15, 60),
    "unknown_lost": (0, 15, 60),
}
PER_COMMAND: Mapping[str, tuple[int, int, int]] = {
    "clear": (0, 25, 80),
    "new": (0, 40, 150),
    "forget": (50, 150, 300),
}
PER_QUESTION: Mapping[str, tuple[int, int, int]] = {
    "slow": (0, 40, 150),
    "error": (0, 40, 150),
    "raises": (0, 15, 60),
    "empty": (0, 15, 60),
    "junk": (0, 15, 60),
    "fenced": (0, 40, 150),
    "double_keys": (0, 15, 60),
    "bad_quote": (0, 60, 200),
    "spoken_by_the_other": (0, 60, 200),
    "of_another_thread": (0, 60, 200),
    "of_the_turn_before": (0, 60, 200),
    "unknown_turn": (0, 40, 150),
    "not_every_candidate": (0, 40, 150),
    "foreign_target": (0, 40, 150),
    "huge": (0, 15, 50),
    "replayed": (0, 60, 200),
}
OF_PROPOSALS = frozenset(
    {"bad_quote", "spoken_by_the_other", "of_another_thread", "of_the_turn_before", "unknown_turn"}
)
OF_OPERATIONS = frozenset({"not_every_candidate", "foreign_target"})
STRENGTHS = ((0, 4), (1, 3), (2, 2))  # a strength and its weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Swarm:
    """The settings of one run: how many of what, and the chance of each fault per mille."""

    workers: int
    terminals: int
    hosts: int
    sessions: int
    topics: int
    laziness_us: int
    chances: Mapping[str, int] = field(default_factory=dict)

    def of(self, kind: str) -> int:
        """Give the chance of a fault on one occasion."""
        return self.chances.get(kind, 0)


def draw_swarm(tape: Tape, loud: tuple[str, ...] = ()) -> Swarm:
    """Draw the settings of a run; faults that are to be loud are so in any case."""
    drawn = _draw(tape)
    strong = {
        kind: 2 * strengths[-1]
        for group in (PER_STEP, PER_COMMIT, PER_COMMAND, PER_QUESTION)
        for kind, strengths in group.items()
        if kind in loud
    }
    return replace(drawn, chances={**drawn.chances, **strong})


def _draw(tape: Tape) -> Swarm:
    return Swarm(
        workers=1 + tape.draw(3),
        terminals=1 + tape.draw(3),
        hosts=tape.draw(3),
        sessions=1 + tape.draw(3),
        topics=1 + tape.draw(4),
        laziness_us=tape.pick((10, 30, 120, 900)) * 1_000_000,
        chances={
            kind: strengths[tape.weigh(STRENGTHS)]
            for group in (PER_STEP, PER_COMMIT, PER_COMMAND, PER_QUESTION)
            for kind, strengths in group.items()
        },
    )
