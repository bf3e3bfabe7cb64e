"""What tests of dreams share: a project with knowledge, and a router that answers by script."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.knowledge.dream_lease import Running
from sayso.shell.knowledge.dreaming import AutoDream, Means
from sayso.shell.knowledge.system import MemorySystem
from tests.kit import World
from tests.records import build

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sayso.core.knowledge.freshness import Category
    from sayso.shell.knowledge.dream_learning import Learner
    from sayso.shell.knowledge.routers import Router

NOTHING: dict[str, object] = {
    "project_memory_update": None,
    "function_updates": {},
    "patterns_to_remove": [],
    "patterns_to_add": [],
    "conflicts_found": [],
    "summary": "Nothing new.",
}
LATE = {
    "function": "BRAKE",
    "symptom": "late",
    "root_cause": "debounce",
    "keywords": ["late"],
    "fix_hint": "wait less",
}


def reply(**changes: object) -> str:
    """Give an answer under the contract that changes what is told and nothing else."""
    return json.dumps({**NOTHING, **changes})


@dataclass
class ScriptedRouter:
    """Answers by script, one entry for each question; `asked` holds the questions as values."""

    script: list[str | Callable[[dict[str, object]], object]] = field(default_factory=list)
    asked: list[dict[str, object]] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)

    def complex(self, prompt: str, *, system: str) -> str:
        self.asked.append(json.loads(prompt))
        self.systems.append(system)
        step = self.script.pop(0) if self.script else reply()
        return step if isinstance(step, str) else step(self.asked[-1])  # type: ignore[return-value]


@dataclass
class FakeMachine:
    """A machine whose processes are told by a test; this one has the number 1."""

    name: str = "here"
    own: int = 1
    alive: dict[int, Running] = field(default_factory=lambda: {1: Running(started="boot:1")})

    def host(self) -> str:
        return self.name

    def pid(self) -> int:
        return self.own

    def running(self, pid: int) -> Running | None:
        return self.alive.get(pid)


class Land:
    """A project folder with knowledge in it, whose time and ids obey."""

    def __init__(self, project: Path, config: dict[str, object] | None = None) -> None:
        self.project = project
        self.world = World(project)
        self.memory = MemorySystem(project, config=config, ports=self.world.ports)
        self.folder = self.memory.base.folder
        self.told: list[str] = []

    def dreamer(
        self, router: Router, learners: Mapping[Category, Learner] | None = None, **means: object
    ) -> AutoDream:
        """Give who dreams over it, on a machine of fakes and with these learners alone."""
        plain = {"machine": FakeMachine(), "learners": lambda _base, _seen: learners or {}}
        chosen = build(Means, {**plain, **means})
        return AutoDream(self.memory, router, self.project, means=chosen)

    def forced(
        self, router: Router, learners: Mapping[Category, Learner] | None = None
    ) -> dict[str, object]:
        """Dream by force, and give the result."""
        result = self.dreamer(router, learners).try_dream(self.told.append, force=True)
        assert result is not None
        return result

    def sessions(self, count: int) -> None:
        """Let some cases be worked on, a second apart."""
        for number in range(count):
            self.world.clock.advance(1)
            self.memory.create_session(f"C{number}", "BRAKE comes late", "in time")
