"""The demonstration of knowledge: a small source tree is learned, drifts, and is dreamt over.

Everything is real and offline: a copy of examples/knowledge in a temporary folder, the default
learners, the gate, and a dream by rules. What is told is read back from what the others read.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import sayso
from sayso.core.knowledge.freshness import Category
from sayso.core.knowledge.json_values import object_of, text_of
from sayso.shell.errors import NotFoundError
from sayso.shell.knowledge.dreaming import AutoDream
from sayso.shell.knowledge.own_folder import knowledge_root, make_knowledge
from sayso.shell.knowledge.routers import RulesRouter
from sayso.shell.knowledge.studying import study
from sayso.shell.knowledge.system import MemorySystem
from sayso.shell.ports import system_ports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.shell.ports import Ports

TREE: Final = Path("examples", "knowledge")
CHANGED: Final = ("monitor.py", "debounce_ms * 2", "debounce_ms + 4")
CASES: Final = (
    {
        "case": "C1",
        "function": "release_delay",
        "problem": "the brake is released late",
        "root_cause": "the debounce counts twice",
        "fix_hint": "count it once",
        "keywords": ["released", "late"],
    },
    {
        "case": "C2",
        "function": "pedal_travel",
        "problem": "travel jumps to zero on a worn pedal",
        "root_cause": "the raw value is negative",
        "fix_hint": "calibrate the sensor",
        "keywords": ["travel", "worn"],
    },
)
# Noted before by somebody else, in nearly the words of the second case.
NOTED: Final = {
    "function": "PEDAL_TRAVEL",
    "symptom": "Travel jumps to zero on a worn pedal.",
    "root_cause": "the raw value is negative",
    "keywords": ["travel", "worn"],
    "fix_hint": "calibrate the sensor",
}

JUDGED: Final = "What changed under a case is judged by a dream with a language model alone."


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One step of the demonstration, and what came of it."""

    title: str
    lines: tuple[str, ...]


def run_demo(ports: Ports | None = None) -> tuple[Scene, ...]:
    """Run the demonstration in a temporary folder, of which nothing stays."""
    with TemporaryDirectory(prefix="sayso-knowledge-") as folder:
        project = Path(folder, "project")
        shutil.copytree(_tree(), project)
        root = knowledge_root(project)
        make_knowledge(project, root)
        knowledge = MemorySystem(project, root, ports=ports or system_ports())
        return tuple(_scenes(knowledge))


def _scenes(knowledge: MemorySystem) -> Iterator[Scene]:
    yield Scene(title="The code is learned, offline", lines=tuple(_learned(knowledge)))
    yield Scene(title="Two cases are worked on and kept", lines=tuple(_worked_on(knowledge)))
    yield Scene(title="A dream goes through them, by rules alone", lines=tuple(_dreamt(knowledge)))
    yield Scene(title="What the next diagnosis is told", lines=tuple(_told(knowledge)))
    path, before, after = CHANGED
    source = knowledge.root / path
    source.write_text(source.read_text("utf-8").replace(before, after), "utf-8")
    drifted = (f"{path}: {before} is {after} now", *_told(knowledge))
    yield Scene(title="The code drifts: what rests on it is withheld", lines=drifted)
    yield Scene(title="A dream learns anew what changed", lines=tuple(_dreamt(knowledge)))
    lines = (*_told(knowledge), JUDGED)
    yield Scene(title="What the next diagnosis is told after it", lines=lines)


def _learned(knowledge: MemorySystem) -> Iterator[str]:
    results = study(knowledge.base, budget=None)
    known = knowledge.list_code_knowledge_funcs()
    yield f"{len(known)} functions: {', '.join(known)}"
    yield from results[Category.CODE_GRAPH].notes


def _worked_on(knowledge: MemorySystem) -> Iterator[str]:
    noted = knowledge.add_pattern(NOTED)
    yield f"noted before: pattern {noted} of PEDAL_TRAVEL"
    for told in CASES:
        memory = {key: value for key, value in told.items() if key != "case"}
        case, function, problem = (text_of(told, key) for key in ("case", "function", "problem"))
        session = knowledge.create_session(case, f"{function}: {problem}", "")
        knowledge.log_step(session, "read the code", function)
        knowledge.complete_session(session, text_of(told, "root_cause"))
        knowledge.write_case_memory(case, memory)
        yield f"{case} {function.upper()}: {problem} → {text_of(told, 'root_cause')}"


def _told(knowledge: MemorySystem) -> Iterator[str]:
    """Tell of both functions what stands in their contexts: code, patterns, cases by meaning."""
    for told in CASES:
        function, problem = text_of(told, "function"), text_of(told, "problem")
        context = knowledge.build_context_for_diagnosis(function, problem)
        yield f"{function.upper()} ({problem})"
        shown = {
            "code": bool(knowledge.render_code_knowledge_for_context(function)),
            "patterns and cases": text_of(told, "root_cause") in _without_sessions(context),
        }
        for what, is_shown in shown.items():
            yield f"  {what}: {'shown' if is_shown else 'withheld, as the code has drifted'}"


def _without_sessions(context: str) -> str:
    """Leave out what people did, which is shown whatever becomes of the code."""
    blocks = context.split("\n## ")
    return "\n".join(block for block in blocks if not block.startswith("Earlier sessions"))


def _dreamt(knowledge: MemorySystem) -> Iterator[str]:
    steps: list[str] = []
    dreamer = AutoDream(knowledge, RulesRouter(), knowledge.root)
    result = dreamer.try_dream(steps.append, force=True, reason="the demonstration") or {}
    yield from steps
    learned = object_of(result, "_code_learning").get("pairs_learned")
    joined, kept = result.get("patterns_removed"), len(knowledge.read_patterns())
    yield f"functions learned: {learned}; alike patterns joined: {joined}, {kept} kept"


def _tree() -> Path:
    """Find the source tree: beside the package where it is installed, else in the repository."""
    package = Path(sayso.__file__).parent
    for home in (package, package.parents[1]):
        if (home / TREE).is_dir():
            return home / TREE
    raise NotFoundError(f"there is no {TREE} beside the program", "install sayso anew")
