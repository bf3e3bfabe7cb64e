"""A dream that comes to nothing says why, leaves the layers whole, and is dreamt again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell.errors import KnowledgeDamagedError, MemoryStorageError
from sayso.shell.knowledge import dream_writing, folder
from sayso.shell.knowledge.atomic import write_file
from tests.shell.knowledge.dreamkit import LATE, Land, ScriptedRouter, reply

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def land(tmp_path: Path) -> Land:
    """Give a project with empty knowledge."""
    return Land(tmp_path)


def log_of(land: Land) -> list[object]:
    """Read the log of dreams."""
    return land.folder.read_list("dream_log.json")


def test_a_model_that_breaks_the_contract_is_asked_once_more(land: Land) -> None:
    """It is told why; an answer that keeps the contract then counts."""
    router = ScriptedRouter(["Sure! {}", reply(summary="Done.")])
    assert land.forced(router)["summary"] == "Done."
    first, second = router.asked
    assert "refused_because" not in first
    assert "not one JSON value" in str(second["refused_because"])
    assert [land.told.count(line) for line in land.told] == [1] * 5


@pytest.mark.parametrize(
    "rubbish",
    [
        "no JSON at all",
        '{"summary": "x"} {"summary": "y"}',
        reply(patterns_to_remove=["nobody"]),
        lambda _question: None,
    ],
)
def test_a_model_that_answers_rubbish_twice_changes_nothing(land: Land, rubbish: str) -> None:
    """The result says why; there is no entry in the log, and the next try dreams (B191)."""
    land.sessions(2)
    land.memory.add_pattern(LATE)
    before = land.memory.read_patterns()
    result = land.dreamer(ScriptedRouter([rubbish, rubbish])).try_dream()
    assert result is not None
    assert str(result["error"]).startswith("the answer was refused twice: ")
    assert (land.memory.read_patterns(), log_of(land)) == (before, [])
    assert not (land.folder.root / ".dream-lock").exists()
    again = land.dreamer(ScriptedRouter()).try_dream()
    assert again is not None
    assert "error" not in again


def test_a_router_that_fails_ends_the_dream(land: Land) -> None:
    """Whatever it raises is told on one line; the lease is given back."""

    def fail(_question: dict[str, object]) -> str:
        raise ValueError("no\nroute")

    def refuse(_question: dict[str, object]) -> str:
        raise MemoryStorageError("no disk")

    router = ScriptedRouter([fail])
    assert land.forced(router)["error"] == "the router raised ValueError: no route"
    assert land.forced(ScriptedRouter([refuse]))["error"] == "no disk"
    assert len(router.asked) == 1
    assert not (land.folder.root / ".dream-lock").exists()


def test_who_is_interrupted_gives_the_lease_back(land: Land) -> None:
    """An interrupt goes on its way, and the next try dreams."""

    def interrupt(_question: dict[str, object]) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        land.forced(ScriptedRouter([interrupt]))
    assert "error" not in land.forced(ScriptedRouter())


def test_a_lease_that_was_lost_writes_nothing(land: Land) -> None:
    """Who was taken for dead, and finds somebody else in its place, leaves the layers alone."""

    def taken_over(_question: dict[str, object]) -> str:
        (land.folder.root / ".dream-lock").write_bytes(b'{"pid": 9, "host": "elsewhere"}')
        return reply(project_memory_update="new")

    result = land.forced(ScriptedRouter([taken_over]))
    assert result["error"] == "somebody else has taken the lease of this dream"
    assert (land.memory.read_project_memory(), log_of(land)) == ("", [])
    assert (land.folder.root / ".dream-lock").exists()


def test_damage_ends_a_dream_with_its_name(land: Land) -> None:
    """Patterns that can't be read end it, and stay; a damaged log is told before it begins."""
    path = land.folder.root / "patterns.json"
    path.write_bytes(b"[")
    assert str(path) in str(land.forced(ScriptedRouter())["error"])
    assert path.read_bytes() == b"["
    path.unlink()
    (land.folder.root / "dream_log.json").write_bytes(b"{}")
    with pytest.raises(KnowledgeDamagedError, match=r"dream_log\.json"):
        land.dreamer(ScriptedRouter()).try_dream()


@pytest.mark.parametrize("count", range(5))
def test_a_crash_between_two_writes_is_dreamt_again(
    land: Land, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Whichever write is the last, each file is old or new and no entry is in the log; the next
    dream comes to what this one would have come to.
    """
    land.memory.write_project_memory("old\n")
    land.memory.write_function_knowledge("BRAKE", {"issues": [1]})
    gone = land.memory.add_pattern(LATE)
    changes: dict[str, object] = {
        "project_memory_update": "new",
        "function_updates": {"BRAKE": {"issues": [2]}},
    }
    left = [count]

    def write_some(path: Path, content: bytes) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise MemoryStorageError("the disk is full")
        write_file(path, content)

    for module in (folder, dream_writing):
        monkeypatch.setattr(module, "write_file", write_some)
    result = land.forced(ScriptedRouter([reply(**changes, patterns_to_remove=[gone])]))
    assert result["error"] == "the disk is full"
    monkeypatch.undo()
    assert log_of(land) == []
    assert land.memory.read_project_memory() == ("new\n" if count > 3 else "old\n")
    assert land.memory.read_function_knowledge("BRAKE")["issues"] == ([2] if count > 2 else [1])
    patterns = land.memory.read_patterns()
    assert len(patterns) == (0 if count > 1 else 1)
    there = [gone] if patterns else []
    land.forced(ScriptedRouter([reply(**changes, patterns_to_remove=there)]))
    assert land.memory.read_project_memory() == "new\n"
    assert land.memory.read_function_knowledge("BRAKE")["issues"] == [2]
    assert land.memory.read_patterns() == []
    assert land.folder.stems("before-dreams")
    assert len(log_of(land)) == 1
