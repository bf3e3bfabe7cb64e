"""A dream: when there is one, what it does in which order, and what it leaves when it fails."""

from __future__ import annotations

import json
from threading import Event
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.dream_lease import read_holder
from sayso.shell.errors import RequestError
from sayso.shell.knowledge import dreaming
from sayso.shell.knowledge.dreaming import AutoDream
from sayso.shell.knowledge.lease import Lease, take_lease
from sayso.shell.knowledge.routers import RulesRouter
from tests.shell.knowledge.dreamkit import LATE, FakeMachine, Land, ScriptedRouter, reply

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.processes import Machine

FOUR_HOURS_S = 4 * 3600


@pytest.fixture
def land(tmp_path: Path) -> Land:
    """Give a project with empty knowledge."""
    return Land(tmp_path)


def log_of(land: Land) -> list[object]:
    """Read the log of dreams."""
    return land.folder.read_list("dream_log.json")


def test_it_is_built_as_documented(land: Land) -> None:
    """From memory, router, root and configuration; lock and log lie beside the layers."""
    dream = AutoDream(land.memory, RulesRouter(), str(land.project), {"identity": {}})
    assert dream.lock_path == land.project / "memory" / ".dream-lock"
    assert dream.log_path == land.project / "memory" / "dream_log.json"
    assert not dream.lock_path.exists()
    with pytest.raises(RequestError, match="the configuration is no object"):
        AutoDream(land.memory, RulesRouter(), land.project, ["x"])  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="the hearer of steps"):
        dream.try_dream("x")  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="the reason is an int"):
        dream.try_dream(force=True, reason=5)  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="holds a lone surrogate at character 2"):
        dream.try_dream(force=True, reason="so\ud83d")
    assert not dream.lock_path.exists()


def test_there_is_none_before_it_is_due(land: Land) -> None:
    """Two new sessions and four hours are needed; a dream that isn't due asks nobody (B150)."""
    router = ScriptedRouter()
    dream = land.dreamer(router)
    land.sessions(1)
    assert dream.try_dream() is None
    land.sessions(1)
    assert dream.try_dream() is not None
    land.sessions(2)
    land.world.clock.advance(FOUR_HOURS_S - 3)
    assert dream.try_dream() is None
    land.world.clock.advance(1)
    assert dream.try_dream() is not None
    land.world.clock.advance(FOUR_HOURS_S)
    assert dream.try_dream() is None
    assert len(router.asked) == len(log_of(land)) == 2


def test_a_session_that_cannot_be_read_counts_for_nothing(land: Land) -> None:
    """A damaged file neither opens the gate nor ends the look."""
    land.sessions(2)
    damaged = next((land.folder.root / "sessions").iterdir())
    damaged.write_bytes(b"{")
    assert land.dreamer(ScriptedRouter()).try_dream() is None
    land.sessions(1)
    result = land.dreamer(ScriptedRouter()).try_dream()
    assert result is not None
    assert result["damaged"] == [str(damaged)]


def test_nobody_dreams_while_somebody_does(land: Land) -> None:
    """A lease that is held gives None, forced or not; nothing is asked (B151)."""
    land.sessions(2)
    router = ScriptedRouter()
    lease = take_lease(land.folder, FakeMachine())
    assert lease is not None
    assert land.dreamer(router).try_dream() is None
    assert land.dreamer(router).try_dream(force=True, reason="now") is None
    lease.give_back()
    assert land.dreamer(router).try_dream() is not None
    assert len(router.asked) == 1


def test_two_dreamers_at_once_make_one_dream(land: Land, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes while another asks its model gets None; who looked before and came after, too."""
    land.sessions(2)
    router, other = ScriptedRouter(), ScriptedRouter()
    seen: list[object] = []

    def meanwhile(_question: dict[str, object]) -> str:
        holder = read_holder((land.folder.root / ".dream-lock").read_bytes())
        assert holder is not None
        seen.extend([holder.pid, land.dreamer(other).try_dream()])
        return reply()

    def late(folder: Folder, machine: Machine) -> Lease | None:
        monkeypatch.undo()
        assert land.dreamer(router).try_dream() is not None
        return take_lease(folder, machine)

    router.script = [meanwhile]
    monkeypatch.setattr(dreaming, "take_lease", late)
    assert land.dreamer(other).try_dream() is None
    assert (seen, other.asked, len(log_of(land))) == ([1, None], [], 1)
    assert not (land.folder.root / ".dream-lock").exists()


def test_a_forced_dream_tells_its_reason_first(land: Land) -> None:
    """The reason is the first step that is told; it stands in the result and in the log, and so
    does the drift (B152, B185, B186).
    """
    config = {"identity": {"freshness": {"code_changed": True}}}
    dream = AutoDream(land.memory, ScriptedRouter(), land.project, config)
    result = dream.try_dream(land.told.append, force=True, reason=" variant\ndrift ")
    assert result is not None
    assert land.told[0] == "Forced: variant drift"
    (entry,) = log_of(land)
    for told in (result, entry):
        assert isinstance(told, dict)
        assert told["force_reason"] == "variant drift"
        assert told["freshness_changed_keys"] == ["code"]
    assert "force_reason" not in land.forced(ScriptedRouter())


def test_the_holder_gives_signs_of_life(land: Land, monkeypatch: pytest.MonkeyPatch) -> None:
    """While its model thinks, the lease is renewed again and again."""
    breath, renew = Event(), Lease.renew

    def renewed(lease: Lease) -> bool:
        breath.set()
        return renew(lease)

    def think(_question: dict[str, object]) -> str:
        for _ in range(2):
            breath.clear()
            assert breath.wait(5)
        return reply()

    monkeypatch.setattr(Lease, "renew", renewed)
    dream = land.dreamer(ScriptedRouter([think]), breath_us=1_000)
    result = dream.try_dream(force=True)
    assert result is not None
    assert "error" not in result


def test_drift_alone_opens_no_gate(land: Land) -> None:
    """Whoever knows of drift forces the dream; by itself it is only noted (B187)."""
    config = {"identity": {"freshness": {"code_changed": True}}}
    dream = AutoDream(land.memory, ScriptedRouter(), land.project, config)
    assert dream.try_dream() is None
    assert dream.try_dream(reason="drift") is None
    assert log_of(land) == []


def test_the_phases_follow_each_other(land: Land) -> None:
    """Five phases, 0 to 4, told in order; the model is asked in the third, once (B153, B174)."""
    land.memory.add_pattern(LATE)
    router = ScriptedRouter()
    told_when_asked: list[str] = []

    def note(_question: dict[str, object]) -> str:
        told_when_asked.extend(land.told)
        return reply()

    router.script = [note]
    land.forced(router)
    assert [line.partition(",")[0] for line in land.told] == [f"Phase {n}" for n in range(5)]
    assert told_when_asked[-1].startswith("Phase 3")
    assert "keep what is known about a code base" in router.systems[0]
    assert len(router.asked) == 1


def test_a_plan_is_done(land: Land, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes, functions and patterns change; conflicts are only counted (B176-B180)."""
    land.memory.write_project_memory("# Notes\n\nold\n")
    land.memory.write_function_knowledge("brake", {"description": "brakes", "issues": ["wear"]})
    gone = land.memory.add_pattern(LATE)
    answer = reply(
        project_memory_update="# Notes\n\nnew",
        function_updates={"brake": {"issues": ["wear", "noise"]}},
        patterns_to_remove=[gone],
        patterns_to_add=[{**LATE, "symptom": "comes late"}],
        conflicts_found=["3 ms against 5 ms"],
        summary="One pattern.",
    )
    forgot: list[int] = []
    monkeypatch.setattr(land.memory, "invalidate_context_cache", lambda: forgot.append(1))
    result = land.forced(ScriptedRouter([answer]))
    assert land.memory.read_project_memory() == "# Notes\n\nnew\n"
    known = land.memory.read_function_knowledge("BRAKE")
    assert (known["description"], known["issues"]) == ("brakes", ["wear", "noise"])
    (pattern,) = land.memory.read_patterns()
    assert isinstance(pattern, dict)
    assert pattern["symptom"] == "comes late"
    assert forgot, "contexts that were built before are stale"
    (entry,) = log_of(land)
    assert isinstance(entry, dict)
    assert {key: entry[key] for key in ("summary", "conflicts")} == {
        "summary": "One pattern.",
        "conflicts": 1,
    }
    assert (entry["patterns_added"], entry["patterns_removed"]) == (1, 1)
    assert entry["timestamp"] == result["timestamp"]
    assert result["functions_updated"] == ["BRAKE"]
    assert result["project_memory_changed"] is True
    assert result["conflicts_found"] == ["3 ms against 5 ms"]
    (kept,) = land.folder.stems("before-dreams")
    before = land.folder.read_object(f"before-dreams/{kept}.json")
    assert before is not None
    assert before["project_memory"] == "# Notes\n\nold\n"


def test_a_clock_put_back_waits_four_hours_from_the_first_look(land: Land) -> None:
    """The last dream lies in the future: it is not waited for, and the gate opens once (B189)."""
    land.sessions(2)
    assert land.dreamer(ScriptedRouter()).try_dream() is not None
    land.world.clock.advance(-1_000 * 3600)
    land.sessions(2)
    assert land.dreamer(ScriptedRouter()).try_dream() is None
    land.sessions(2)
    land.world.clock.advance(FOUR_HOURS_S - 3)
    assert land.dreamer(ScriptedRouter()).try_dream() is None
    land.world.clock.advance(3)
    assert land.dreamer(ScriptedRouter()).try_dream() is not None
    land.sessions(2)
    assert land.dreamer(ScriptedRouter()).try_dream() is None
    assert len(log_of(land)) == 2


def test_a_forced_dream_strikes_the_anchor(land: Land) -> None:
    """What was noted for a clock put back counts for one dream alone."""
    land.sessions(2)
    land.dreamer(ScriptedRouter()).try_dream()
    land.world.clock.advance(-1_000 * 3600)
    land.dreamer(ScriptedRouter()).try_dream()
    assert land.folder.read_object("dream_gate.json") != {}
    land.forced(ScriptedRouter())
    assert land.folder.read_object("dream_gate.json") == {}


def test_the_log_is_capped(land: Land) -> None:
    """The hundred-and-first dream displaces the oldest entry (B183)."""
    land.folder.write("dream_log.json", [{"timestamp": "", "n": n} for n in range(100)])
    land.forced(ScriptedRouter())
    log = log_of(land)
    assert len(log) == 100
    assert log[0] == {"timestamp": "", "n": 1}


def test_without_a_model_alike_patterns_are_joined(land: Land) -> None:
    """The rules answer under the same contract; dreaming again changes nothing."""
    land.memory.add_pattern(LATE)
    land.memory.add_pattern({**LATE, "fix_hint": ""})
    assert land.forced(RulesRouter())["patterns_removed"] == 1
    after = json.dumps(land.memory.read_patterns())
    again = land.forced(RulesRouter())
    assert (again["patterns_removed"], again["patterns_added"]) == (0, 0)
    assert json.dumps(land.memory.read_patterns()) == after
