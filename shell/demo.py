"""The demonstration: a scripted conversation through the real pipeline, in memory.

Everything is real but the speakers: the store is one of SQLite in memory, jobs are claimed and
committed, the checks are the ones every model meets. One scene replaces the embedded model by a
scripted one that invents, and says so. What is reported is read back from the store.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import orjson

from sayso.core.items import ItemStatus, Kind
from sayso.core.model import ModelReply
from sayso.core.outcome import Result, Success
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionReply, render_extraction
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.proposals import Proposal, Quote
from sayso.core.turns import DEFAULT_SESSION, Role
from sayso.shell.admitting import RecordedTurn
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import RequestPolicy
    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.search import Hit
    from sayso.shell.finding import Shown
    from sayso.shell.ports import Model

SCRIPT: Final = Path(__file__).with_name("demo_script.json")
REFUSALS_MAX_ROWS: Final = 100

Scripted = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn of the script; `turn_id` is None for one that an imported log holds."""

    turn_id: int | None
    user: str
    assistant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A proposal that was refused; `trick` is what the scripted model tried, '' for the rules."""

    turn_id: int | None
    kind: str
    reason: str
    quotes: tuple[str, ...]
    trick: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneReport:
    """What one scene came to.

    `kept` are memories that are new or changed, `replaced` what they took the place of, and
    `forgotten` what the scene made memory forget.
    """

    title: str
    note: str
    said: tuple[Said, ...]
    kept: tuple[Shown, ...] = field(default=())
    replaced: tuple[Shown, ...] = field(default=())
    forgotten: tuple[Shown, ...] = field(default=())
    refused: tuple[Refusal, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoReport:
    """All scenes, then what the next request would be given and what searches find."""

    scenes: tuple[SceneReport, ...]
    context: str
    found: tuple[tuple[str, tuple[Hit, ...]], ...]


class CarelessModel:
    """Answers stage 1 with what a script makes it invent; stage 2 is left to the rules."""

    name: Final = "careless (scripted)"
    input_max_chars: Final = None

    def __init__(self, proposals: tuple[Proposal, ...]) -> None:
        """Hold the proposals to make."""
        self._proposals = proposals

    def ask(
        self, question: ExtractionInput | ConsolidationInput, policy: RequestPolicy
    ) -> Result[ModelReply, ModelFault]:
        """Propose whatever the script says, whoever said it."""
        if isinstance(question, ConsolidationInput):
            return EmbeddedModel().ask(question, policy)
        reply = ExtractionReply(compaction=question.compaction or "-", proposals=self._proposals)
        return Success(ModelReply(text=render_extraction(reply)))


def run_demo() -> DemoReport:
    """Play the script on a memory of its own, which is gone afterwards as its old log is."""
    script = orjson.loads(SCRIPT.read_bytes())
    with TemporaryDirectory(prefix="sayso-demo-") as folder, Memory.in_memory() as memory:
        stage = _Stage(memory, Path(folder))
        scenes = tuple(stage.play(scene) for scene in script["scenes"])
        return DemoReport(
            scenes=scenes,
            context=memory.context().text,
            found=tuple((query, memory.search(query)) for query in script["queries"]),
        )


class _Stage:
    """Plays scenes on one memory and reads back what each one changed."""

    def __init__(self, memory: Memory, folder: Path) -> None:
        """Start with nothing remembered and nothing refused."""
        self._memory = memory
        self._folder = folder
        self._known: dict[int, int] = {}
        self._last_refusal_id = 0

    def play(self, scene: Scripted) -> SceneReport:
        """Play one scene: forget, import and say what it holds, work it off, look at memory."""
        if "forget" in scene:
            self._memory.forget(self._memory.search(scene["forget"])[0].item_id)
        said = tuple(map(self._say, scene.get("turns", ())))
        proposals = scene.get("proposals", ())
        self._work(_model_of(proposals, said))
        said += self._import_log(scene.get("log", ()))
        kept, forgotten = self._changes()
        return SceneReport(
            title=scene["title"],
            note=scene["note"],
            said=said,
            kept=kept,
            replaced=self._replaced(kept),
            forgotten=forgotten,
            refused=self._refusals([one["trick"] for one in proposals]),
        )

    def _say(self, turn: Mapping[str, str]) -> Said:
        number = self._memory.record(
            RecordedTurn(
                user_text=turn["user"],
                assistant_text=turn["assistant"],
                intent=GENERAL_CHAT,
                session=DEFAULT_SESSION,
            )
        )
        return Said(turn_id=number, user=turn["user"], assistant=turn["assistant"])

    def _work(self, model: Model) -> None:
        Worker(self._memory.store, self._memory.ports, model).drain()

    def _import_log(self, log: Sequence[Mapping[str, str]]) -> tuple[Said, ...]:
        if not log:
            return ()
        path = self._folder / "old-chat.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")
        import_paths(self._memory, [path], ImportOptions())
        return tuple(
            Said(turn_id=None, user=line["user"], assistant=line["assistant"]) for line in log
        )

    def _changes(self) -> tuple[tuple[Shown, ...], tuple[Shown, ...]]:
        """Compare what is remembered with what was before the scene: (kept, forgotten)."""
        now = {one.item_id: one.revision for one in self._memory.list()}
        new = sorted(number for number in now if self._known.get(number) != now[number])
        gone = map(self._memory.show, sorted(self._known.keys() - now.keys()))
        self._known = now
        forgotten = tuple(one for one in gone if one.item.status is ItemStatus.FORGOTTEN)
        return tuple(map(self._memory.show, new)), forgotten

    def _replaced(self, kept: tuple[Shown, ...]) -> tuple[Shown, ...]:
        numbers = (one.item.replaces_id for one in kept)
        return tuple(self._memory.show(number) for number in numbers if number is not None)

    def _refusals(self, tricks: Sequence[str]) -> tuple[Refusal, ...]:
        rows = self._memory.store.look(
            "status/refusals_after", after_id=self._last_refusal_id, limit_rows=REFUSALS_MAX_ROWS
        )
        if rows:
            self._last_refusal_id = rows[-1][0]
        names = [*tricks, *[""] * len(rows)]
        return tuple(
            Refusal(
                turn_id=turn_id,
                kind=kind,
                reason=reason,
                quotes=tuple(orjson.loads(quotes)),
                trick=trick,
            )
            for (_, turn_id, kind, reason, _, quotes), trick in zip(rows, names, strict=False)
        )


def _model_of(proposals: Sequence[Scripted], said: tuple[Said, ...]) -> Model:
    """Give the embedded model, or for a scene with proposals the one that makes them."""
    if not proposals:
        return EmbeddedModel()
    return CarelessModel(tuple(_proposal_of(one, said) for one in proposals))


def _proposal_of(scripted: Scripted, said: tuple[Said, ...]) -> Proposal:
    return Proposal(
        kind=Kind(scripted["kind"]),
        title=scripted["title"],
        content=scripted["content"],
        aliases=(),
        quotes=tuple(
            Quote(
                turn_id=said[source["turn"] - 1].turn_id or 0,
                role=Role(source["role"]),
                quote=source["quote"],
            )
            for source in scripted["sources"]
        ),
    )
