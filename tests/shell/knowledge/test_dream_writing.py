"""What others write while a dream asks its model is never lost, and never overwritten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.dream_settling import replaced_by
from sayso.shell.errors import MemoryLeaseError
from sayso.shell.knowledge import dream_writing
from sayso.shell.knowledge.system import MemorySystem
from tests.shell.knowledge.dreamkit import LATE, Land, ScriptedRouter, reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.knowledge.dream_settling import Layers, Settled


@pytest.fixture
def land(tmp_path: Path) -> Land:
    """Give a project with notes, a function and a pattern."""
    made = Land(tmp_path)
    made.memory.write_project_memory("# Notes\n\nold\n")
    made.memory.write_function_knowledge("BRAKE", {"description": "brakes", "issues": [1]})
    made.memory.add_pattern(LATE)
    return made


def after(act: Callable[[], object], answer: str) -> Callable[[dict[str, object]], str]:
    """Give a step of a script during which something happens elsewhere."""

    def step(_question: dict[str, object]) -> str:
        act()
        return answer

    return step


def write_elsewhere(project: Path) -> None:
    """Write to all layers, as another process does during a dream."""
    memory = MemorySystem(project)
    memory.append_project_memory("From elsewhere.")
    known = memory.read_function_knowledge("BRAKE")
    memory.write_function_knowledge("BRAKE", {**known, "owner": "elsewhere"})
    memory.add_pattern({**LATE, "symptom": "never"})


def test_what_another_process_adds_meanwhile_stays(land: Land) -> None:
    """A real process writes to each layer; the plan is done, and everything of both is there."""
    command = [sys.executable, "-m", "tests.shell.knowledge.test_dream_writing", str(land.project)]
    answer = reply(
        project_memory_update="# Notes\n\nnew",
        function_updates={"BRAKE": {"issues": [1, 2]}},
        patterns_to_add=[{**LATE, "symptom": "early"}],
    )
    router = ScriptedRouter([after(lambda: subprocess.run(command, check=True), answer)])
    result = land.forced(router)
    assert len(router.asked) == 1
    assert result["left_out"] == []
    notes = land.memory.read_project_memory()
    assert notes.startswith("# Notes\n\nnew\n")
    assert "From elsewhere." in notes
    known = land.memory.read_function_knowledge("BRAKE")
    assert (known["issues"], known["owner"]) == ([1, 2], "elsewhere")
    symptoms = [one["symptom"] for one in land.memory.read_patterns() if isinstance(one, dict)]
    assert symptoms == ["late", "never", "early"]


def test_nobody_writes_between_the_look_and_the_change(
    land: Land, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a plan is done its files are locked, all of them together."""
    refused: list[str] = []

    def replaced_meanwhile(settled: Settled, now: Layers) -> dict[str, object]:
        for name in ("project.md", "patterns.json", "functions/BRAKE.json"):
            with pytest.raises(MemoryLeaseError), land.folder.locked(name):
                pytest.fail("two write at once")
            refused.append(name)
        return replaced_by(settled, now)

    monkeypatch.setattr(dream_writing, "replaced_by", replaced_meanwhile)
    land.forced(ScriptedRouter([reply(function_updates={"BRAKE": {"issues": [2]}})]))
    assert len(refused) == 3
    with land.folder.locked("project.md", "patterns.json", "functions/BRAKE.json"):
        assert land.memory.read_function_knowledge("BRAKE")["issues"] == [2]


def test_a_plan_that_is_overtaken_is_made_anew(land: Land) -> None:
    """Notes that were rewritten and a field that got another value: nothing of the first plan is
    written, and the model is asked again with what is there now (B190).
    """
    first = reply(
        project_memory_update="# Notes\n\nmine",
        function_updates={"BRAKE": {"description": "mine"}},
        patterns_to_add=[{**LATE, "symptom": "mine"}],
    )

    def rewrite() -> None:
        land.memory.write_project_memory("theirs\n")
        land.memory.write_function_knowledge("BRAKE", {"description": "theirs", "issues": [1]})

    second = reply(
        project_memory_update="theirs, and mine",
        function_updates={"BRAKE": {"description": "theirs, and mine"}},
    )
    router = ScriptedRouter([after(rewrite, first), second])
    result = land.forced(router)
    assert router.asked[1]["project_notes"] == "theirs\n"
    assert land.memory.read_project_memory() == "theirs, and mine\n"
    known = land.memory.read_function_knowledge("BRAKE")
    assert (known["description"], known["issues"]) == ("theirs, and mine", [1])
    assert len(land.memory.read_patterns()) == 1
    assert "Others wrote meanwhile: project notes, BRAKE.description" in land.told
    assert (result["left_out"], result["functions_updated"]) == ([], ["BRAKE"])


def test_who_is_overtaken_again_and_again_leaves_it_out(land: Land) -> None:
    """At the third time the rest of the plan is done; what was left out is told and logged."""
    counted: list[int] = []

    def rewrite() -> None:
        counted.append(1)
        land.memory.write_project_memory(f"theirs {len(counted)}\n")

    answer = reply(
        project_memory_update="mine", function_updates={"BRAKE": {"issues": [2]}}, summary="Done."
    )
    router = ScriptedRouter([after(rewrite, answer) for _ in range(4)])
    result = land.forced(router)
    assert len(router.asked) == 3
    assert land.memory.read_project_memory() == "theirs 3\n"
    assert land.memory.read_function_knowledge("BRAKE")["issues"] == [2]
    assert result["left_out"] == ["project notes"]
    (entry,) = land.folder.read_list("dream_log.json")
    assert isinstance(entry, dict)
    assert entry["left_out"] == ["project notes"]


def test_a_pattern_that_has_gone_meanwhile_is_no_fault(land: Land) -> None:
    """It was there when the model saw it; that another took it out first changes nothing."""
    gone = land.memory.add_pattern(LATE)
    answer = reply(patterns_to_remove=[gone], summary="Done.")
    act = after(lambda: land.memory.remove_patterns([gone]), answer)
    result = land.forced(ScriptedRouter([act]))
    assert (result["summary"], result["patterns_removed"]) == ("Done.", 0)
    assert land.memory.read_patterns() == []


def test_what_is_replaced_is_kept_of_the_newest_five_dreams(land: Land) -> None:
    """Old notes, fields and patterns lie in before-dreams/; a dream that replaces nothing keeps
    nothing, and the one just written stays though the clock was put back.
    """
    for number in range(7):
        land.world.clock.advance(60)
        land.forced(ScriptedRouter([reply(project_memory_update=f"notes {number}")]))
        land.forced(ScriptedRouter([reply()]))
    kept = land.folder.stems("before-dreams")
    read = [land.folder.read_object(f"before-dreams/{name}.json") or {} for name in kept]
    assert [one["project_memory"] for one in read] == [
        f"notes {number}\n" for number in range(1, 6)
    ]
    land.world.clock.advance(-3600)
    land.forced(ScriptedRouter([reply(function_updates={"BRAKE": {"issues": [9]}})]))
    newest = land.folder.stems("before-dreams")
    assert len(newest) == 5
    assert newest[0] not in kept
    last = land.folder.read_object(f"before-dreams/{newest[0]}.json") or {}
    assert last["functions"] == {"BRAKE": {"issues": [1]}}


def test_a_function_that_cannot_be_read_is_left_alone(land: Land) -> None:
    """It is not shown, not written over, and named; the rest of the plan is done."""
    path = land.folder.root / "functions" / "HORN.json"
    path.write_bytes(b"{")
    land.memory.append_project_memory("HORN is loud.")
    answer = reply(function_updates={"HORN": {"a": 1}, "BRAKE": {"issues": [2]}})
    result = land.forced(ScriptedRouter([answer]))
    assert path.read_bytes() == b"{"
    assert result["functions_updated"] == ["BRAKE"]
    assert (result["left_out"], result["damaged"]) == (["HORN"], [str(path)])


@pytest.mark.parametrize("name", ["Foo::bar", "刹车_检查", "x" * 200])
def test_a_function_is_found_again_under_any_name(land: Land, name: str) -> None:
    """What the file system could not take as a name is one function all the same."""
    land.memory.write_function_knowledge(name, {"a": 1})
    land.memory.remove_patterns([land.memory.add_pattern(LATE)])

    def update(question: dict[str, object]) -> str:
        functions = question["functions"]
        assert isinstance(functions, list)
        shown = [one["function"] for one in functions if one["known"].get("a")]
        return reply(function_updates={shown[0]: {"a": 2}})

    land.forced(ScriptedRouter([update]))
    assert land.memory.read_function_knowledge(name)["a"] == 2
    assert len(land.folder.stems("functions")) == 2


if __name__ == "__main__":
    write_elsewhere(Path(sys.argv[1]))
