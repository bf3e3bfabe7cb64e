"""Whatever goes wrong in a hook: the agent goes on without memory, and the journal has a line."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import Degraded
from sayso.shell.agents.hooking import answer_hook
from sayso.shell.agents.journal import read_journal
from sayso.shell.store import checks
from sayso.shell.store.opening import open_store
from tests.kit import World, learn, whole_turn
from tests.shell.damages import in_sql
from tests.shell.failing import input_output
from tests.shell.hookkit import Agent, faults, turns
from tests.shell.losses import killed_after

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a project with a memory, a home of its own, and no worker started by itself."""
    monkeypatch.setenv("SAYSO_BACKGROUND", "0")
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    (tmp_path / "p").mkdir()
    world = World(tmp_path / "p")
    with world.open() as memory:
        learn(world, memory)
    return world


def project(world: World) -> Path:
    """Give the folder of a project."""
    assert world.folder is not None
    return world.folder


def every_event(world: World) -> str:
    """Let each event happen once; gives whatever was told."""
    agent = Agent(world)
    return agent.start() + agent.prompt("pnpm packages?") + agent.stop() + agent.end()


def _damaged(world: World) -> None:
    in_sql("DELETE FROM memory_meta")(world.path)


def _foreign(world: World) -> None:
    world.path.unlink()
    with closing(apsw.Connection(str(world.path))) as connection:
        connection.execute("CREATE TABLE theirs (a)")


def _lost(world: World) -> None:
    world.path.unlink()


def _untrusted(world: World) -> None:
    for known in Path(os.environ["SAYSO_HOME"], "stores").iterdir():
        known.unlink()


def _no_folder(world: World) -> None:
    world.path.parent.rename(world.path.parent.with_name("elsewhere"))
    world.path.parent.write_text("no folder")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (_damaged, "the store is degraded: "),
        (_foreign, "memory.db is "),
        (_lost, "the store is degraded: "),
        (_untrusted, "the store is degraded: this memory came with the folder"),
    ],
)
def test_a_store_that_cannot_be_used(
    harm: Callable[[World], None], told: str, world: World
) -> None:
    """A damaged, lost, foreign or untrusted store gives no context and takes no turn."""
    harm(world)
    before = world.path.read_bytes() if world.path.exists() else None
    assert every_event(world) == ""
    assert len(faults(project(world))) == 4
    assert all(told in one for one in faults(project(world)))
    assert len(read_journal(project(world)).fired) == 4
    assert (world.path.read_bytes() if world.path.exists() else None) == before


def test_a_folder_that_cannot_be_used(world: World) -> None:
    """Where .sayso is no folder the home's log has the line, and the project's status shows it."""
    _no_folder(world)
    assert Agent(world).prompt("Hello.") == ""
    assert "is no folder" in faults(project(world))[0]


def test_a_store_that_somebody_holds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook waits five seconds at most (none here), and then the agent goes on."""
    monkeypatch.setattr(limits, "HOOK_BUSY_US", 0)
    with closing(apsw.Connection(str(world.path))) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert Agent(world).prompt("pnpm packages?") == ""
    assert "another process holds the store" in faults(project(world))[0]
    assert limits.HOOK_BUSY_US < limits.BUSY_DEADLINE_US


def test_a_disk_that_is_full(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that cannot be saved is told, and nothing that looks like a context is answered."""

    def full(*_given: object) -> None:
        raise input_output()

    monkeypatch.setattr("sayso.shell.store.store.apply_plan", full)
    assert Agent(world).prompt("pnpm packages?") == ""
    assert "disk I/O error" in faults(project(world))[0]


def test_a_search_that_fails_costs_the_context_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the user said is stored all the same."""

    def broken(*_given: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("sayso.shell.agents.prompted.find_hits", broken)
    assert Agent(world).prompt("pnpm packages?") == ""
    with world.open() as memory:
        assert turns(memory)[-1][2] == "pnpm packages?"
    assert faults(project(world)) == ["unexpected RecursionError: too deep"]


def test_a_worker_that_cannot_be_started(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is stored and the agent told; the next hook tries again."""

    def failing(*_given: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("sayso.shell.detached.start_if_due", failing)
    agent = Agent(world)
    assert "m1" in agent.prompt("pnpm packages?")
    agent.stop()
    assert "Operation not permitted" in faults(project(world))[0]


@pytest.mark.parametrize(
    ("event", "raw"),
    [
        ("UserPromptSubmit", b"{"),
        ("UserPromptSubmit", b""),
        ("PreToolUse", b'{"session_id": "a"}'),
        ("Stop", b'{"session_id": "a"}'),
    ],
)
def test_a_payload_that_is_none(event: str, raw: bytes, world: World) -> None:
    """What belongs to no project is told everywhere, with the event that was asked for."""
    assert answer_hook(event, "claude-code", raw, world.ports) == ""
    (fault,) = read_journal(project(world)).faults
    assert (fault.host, fault.event) == ("claude-code", event)


def test_what_is_ordinary_is_no_fault(world: World) -> None:
    """Prompts that nobody typed leave no line: there are many of them."""
    agent = Agent(world)
    assert agent.prompt("<task-notification>done</task-notification>") == ""
    assert agent.prompt("Use tabs.", agent_id="a1") == ""
    with world.open() as memory:
        assert len(turns(memory)) == 1
    assert faults(project(world)) == []


def test_folders_that_are_no_project(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home, the root, passing folders and one that is gone get no store, and the line says why."""
    home, passing = tmp_path / "ann", tmp_path / "tmp" / "run-1"
    for folder in (home, passing):
        folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    agent = Agent(world)
    for folder in (home, Path("/"), passing, tmp_path / "gone"):
        agent.folder = folder
        assert agent.prompt("Use tabs.") == ""
        assert not (folder / ".sayso").exists()
    agent.folder, agent.fields = project(world) / "s", {"scratchpad_dir": str(project(world))}
    agent.folder.mkdir()
    assert agent.prompt("Use tabs.") == ""
    log = (tmp_path / "home" / "log").read_text().splitlines()
    own = read_journal(project(world)).faults
    told = {json.loads(line)["fault"] for line in log} | {one.fault for one in own}
    assert len(told) == 5
    assert sum("is no project" in one for one in told) == 2
    assert sum("is a temporary folder" in one for one in told) == 2


def test_a_passing_folder_that_somebody_made_a_project(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repository below the folder of temporary files is a project like any other."""
    monkeypatch.setenv("TMPDIR", str(project(world).parent))
    assert "m1" in Agent(world).start()


def test_an_opening_of_a_hook_reads_no_whole_file(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is opened by contract and mark; damage that only a whole check sees is for others."""
    in_sql("INSERT INTO memory_item_candidates VALUES (98, 99)")(world.path)

    def checked(_connection: apsw.Connection) -> tuple[str, ...]:
        raise AssertionError("the whole file is read")

    monkeypatch.setattr(checks, "thorough_findings", checked)
    assert "m1" in Agent(world).start()
    assert faults(project(world)) == []


def test_a_hook_takes_the_verdict_of_the_last_check(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the mark says is damaged is not used, however small the hurry."""
    with world.open() as memory:
        beside = memory.store.beside
        assert beside is not None
        beside.note_damage()
    assert Agent(world).start() == ""
    assert "degraded" in faults(project(world))[0]


def test_the_sign_of_an_unclean_end_is_left_for_whoever_checks(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook after a crash neither checks a large file nor takes the reason to check it away."""
    monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)
    killed_after(world, 2)
    assert "m1" in Agent(world).start()
    seen: list[int] = []
    real = checks.thorough_findings

    def counted(connection: apsw.Connection) -> tuple[str, ...]:
        seen.append(1)
        return real(connection)

    monkeypatch.setattr(checks, "thorough_findings", counted)
    with world.open():
        assert seen == [1]


def test_a_brief_opening_reopens_briefly(world: World) -> None:
    """A store whose connection was dropped is judged anew in the same hurry."""
    store = open_store(project(world), world.ports, create_missing=False, is_brief=True)
    try:
        store.drop()
        assert store.look("jobs/open", thread_id=None)
        assert not isinstance(store.health, Degraded)
        assert store.beside is not None
        assert store.beside.is_brief
    finally:
        store.close()


def test_what_was_recorded_by_others_is_not_touched(world: World) -> None:
    """Turns of other hosts, open or not, are no hook's to give up."""
    with world.open() as memory, memory.turn("By a program.") as turn:
        Agent(world).start()
        Agent(world).end()
        turn.finish("Yes.")
        memory.record(whole_turn("Another."))
        assert [one[1] for one in turns(memory)] == ["completed"] * 3
