"""MemorySystem: six layers read and written by the names that document B gives them."""

from __future__ import annotations

import copy
import inspect
import json
import re
from typing import TYPE_CHECKING

import pytest

import sayso
from sayso.shell.errors import (
    KnowledgeDamagedError,
    MemoryStorageError,
    NotFoundError,
    RequestError,
)
from sayso.shell.knowledge.system import MemorySystem
from tests.shell.knowledge.knowkit import system_in

if TYPE_CHECKING:
    from pathlib import Path


def test_it_is_reached_from_the_package() -> None:
    """`from sayso import MemorySystem` is the class of the shell, built from three arguments."""
    assert sayso.MemorySystem is MemorySystem
    parameters = inspect.signature(MemorySystem).parameters
    assert list(parameters)[:3] == ["project_root", "memory_dir", "config"]
    assert [parameters[name].default for name in ("memory_dir", "config")] == [None, None]


def test_a_new_one_makes_three_folders_and_no_file(tmp_path: Path) -> None:
    """`memory/` of the project with functions/, sessions/ and code_knowledge/, and nothing else."""
    system, _ = system_in(tmp_path)
    assert (system.root, system.memory_dir) == (tmp_path, tmp_path / "memory")
    found = sorted(one.relative_to(tmp_path).as_posix() for one in tmp_path.rglob("*"))
    assert found == ["memory", "memory/code_knowledge", "memory/functions", "memory/sessions"]
    elsewhere = MemorySystem(tmp_path, memory_dir=tmp_path / "other")
    assert elsewhere.memory_dir == tmp_path / "other"
    assert (tmp_path / "other" / "functions").is_dir()


def test_what_it_is_built_from_is_checked(tmp_path: Path) -> None:
    """A wrong path, configuration or folder is one clear error."""
    with pytest.raises(RequestError, match="the project folder is an int"):
        MemorySystem(7)  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="the configuration is no object"):
        MemorySystem(tmp_path, config=["x"])  # type: ignore[arg-type]
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(MemoryStorageError, match="cannot make"):
        MemorySystem(tmp_path, memory_dir=tmp_path / "file")


def test_notes_of_a_project(tmp_path: Path) -> None:
    """They are '' at first, replaced whole, and grow by entries under a heading with the time."""
    system, _ = system_in(tmp_path)
    assert system.read_project_memory() == ""
    system.write_project_memory("# 刹车\n")
    assert system.read_project_memory() == "# 刹车\n"
    system.append_project_memory("Release on Fridays.")
    told = (system.memory_dir / "project.md").read_text("utf-8")
    assert re.search(r"\n## \[\d{4}-\d\d-\d\d \d\d:\d\d\]\nRelease on Fridays\.\n\Z", told)
    system.write_project_memory("other")
    assert system.read_project_memory() == "other"


def test_what_is_known_of_functions(tmp_path: Path) -> None:
    """A function's file has its fields and a time, under its name in capitals."""
    system, _ = system_in(tmp_path)
    assert system.read_function_knowledge("brake") == {}
    assert not system.has_function_knowledge("brake")
    given = {
        "function": "BRAKE",
        "diagnosis_count": 2,
        "known_issues": ["late"],
        "description": "brakes",
        "state_machine": {"idle": ["braking"]},
    }
    before = copy.deepcopy(given)
    system.write_function_knowledge("brake", given)
    system.write_function_knowledge("a", {})
    found = system.read_function_knowledge("Brake")
    assert given == before
    assert found == {**given, "_updated": found["_updated"]}
    assert (system.memory_dir / "functions" / "BRAKE.json").is_file()
    assert system.get_all_function_names() == ["A", "BRAKE"]
    assert system.has_function_knowledge("bRAKE")


def test_patterns(tmp_path: Path) -> None:
    """They are a list; each is kept once under 8 digits, found by keyword, and goes by its id."""
    system, _ = system_in(tmp_path)
    assert system.read_patterns() == []
    given = {
        "function": "brake",
        "symptom": "late release",
        "root_cause": "debounce",
        "keywords": ["late", "刹车"],
        "fix_hint": "halve it",
    }
    before = copy.deepcopy(given)
    made = system.add_pattern(given)
    assert given == before
    assert system.add_pattern(dict(reversed(given.items()))) == made
    (kept,) = json.loads((system.memory_dir / "patterns.json").read_bytes())
    assert re.fullmatch("[0-9a-f]{8}", made)
    assert kept == {**given, "_id": made, "_learned_at": kept["_learned_at"]}
    (similar,) = system.find_similar_patterns("BRAKE", "it brakes late")
    assert similar == {**kept, "_match_score": 0.5}
    assert system.find_similar_patterns("BRAKE", ["late", "刹车灯"])[0]["_match_score"] == 1.0
    assert system.find_similar_patterns("horn", ["late"]) == []
    assert system.remove_patterns([made, "unknown"]) == 1
    assert system.read_patterns() == []


def test_a_session(tmp_path: Path) -> None:
    """Its id is case and time; steps and findings follow each other; it ends with a summary."""
    system, world = system_in(tmp_path)
    name = system.create_session("C7", "late", "in time")
    assert re.fullmatch(r"C7_\d{8}_\d{6}", name)
    path = system.memory_dir / "sessions" / f"{name}.json"
    begun = json.loads(path.read_bytes())
    assert list(begun) == sorted(
        """
        session_id case_id problem expected created_at status steps findings completed_at
        result_summary
        """.split()
    )
    assert (begun["status"], begun["steps"], begun["findings"]) == ("started", [], [])
    world.clock.advance(5)
    finding = {"cause": "debounce"}
    system.log_step(name, "read the log", {"lines": 3})
    system.log_step(name, "look at code", "x")
    system.log_finding(name, finding)
    system.complete_session(name, "halved")
    ended = json.loads(path.read_bytes())
    assert [one["step"] for one in ended["steps"]] == ["read the log", "look at code"]
    assert [one["cause"] for one in ended["findings"]] == ["debounce"]
    assert finding == {"cause": "debounce"}
    assert (ended["status"], ended["result_summary"]) == ("completed", "halved")
    assert ended["completed_at"] > ended["created_at"]
    with pytest.raises(NotFoundError):
        system.log_finding("C8", finding)


def test_code_knowledge_is_merged(tmp_path: Path) -> None:
    """Two sources write through one door, each keeps what it said, and the whole comes back."""
    system, _ = system_in(tmp_path)
    assert system.read_code_knowledge("brake") == {}
    learned = {"alarm_logic": {"rules": [{"id": "r1", "when": "late"}]}}
    found: dict[str, object] = {"alarm_logic": {"rules": [{"id": "diag-1", "when": "never"}]}}
    system.merge_code_knowledge("brake", learned, "learner")
    merged = system.merge_code_knowledge("brake", found)
    assert merged == system.read_code_knowledge_raw("BRAKE") == system.read_code_knowledge("brake")
    assert system.merge_code_knowledge("brake", found) == merged
    rules = merged["alarm_logic"]
    assert rules == {"rules": [{"id": "r1", "when": "late"}, {"id": "diag-1", "when": "never"}]}
    assert system.render_code_knowledge_for_context("brake").splitlines() == [
        "### alarm_logic",
        "- rules: r1; when: late",
        "- rules: (from a diagnosis) diag-1; when: never",
    ]
    assert system.render_code_knowledge_for_context("brake", max_chars=30) == "…"
    assert system.write_code_knowledge("horn", learned) == learned
    for name in ("learning_state", "constants"):
        (system.memory_dir / "code_knowledge" / f"{name}.json").write_text('{"cursor": "x"}')
    assert system.list_code_knowledge_funcs() == ["BRAKE", "HORN"]
    assert system.read_code_learning_state() == system.read_constants() == {"cursor": "x"}
    with pytest.raises(RequestError, match="'me' is no source"):
        system.merge_code_knowledge("brake", learned, "me")


def test_a_damaged_file_is_named_and_kept(tmp_path: Path) -> None:
    """Reading it and writing over it both end with its name."""
    system, _ = system_in(tmp_path)
    path = system.memory_dir / "patterns.json"
    path.write_bytes(b"[1,")
    for use in (system.read_patterns, lambda: system.add_pattern({"function": "x"})):
        with pytest.raises(KnowledgeDamagedError, match=r"patterns\.json is no JSON"):
            use()
    assert path.read_bytes() == b"[1,"
