"""memory-recall.v1 on files: what it gives, what it withholds, and that it changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.shell.errors import KnowledgeDamagedError, NotFoundError, RequestError
from sayso.shell.knowledge.own_folder import knowledge_root
from sayso.shell.knowledge.publication import take_baseline
from sayso.shell.knowledge.recall import recall_knowledge
from sayso.shell.knowledge.system import MemorySystem
from tests.shell.knowledge.knowkit import sources_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject

LEARNED = {"patterns", "code_knowledge", "constants", "semantic"}
ALL = {"project", "function", "sessions", "case", *LEARNED}


def filled(project: Path, folder: Path | None = None) -> MemorySystem:
    """Give a system with something in each layer."""
    system = MemorySystem(sources_in(project, a_dot_c="1"), folder)
    system.write_project_memory("notes")
    system.write_function_knowledge("brake", {"description": "known"})
    system.create_session("brake-1", "late", "")
    system.merge_code_knowledge("brake", {"alarm_logic": {"rules": [{"id": "r1"}]}})
    (system.memory_dir / "code_knowledge" / "constants.json").write_text('{"DEBOUNCE_MS": 12}')
    other = {"function": "brake", "problem": "brake late", "keywords": ["late"], "fix": "halve"}
    system.write_case_memory("other", other)
    system.write_case_memory("mine", {"problem": "this one"})
    return system


def recall(project: Path, **asked: object) -> dict[str, dict[str, object]]:
    """Ask about a late brake, and give the items by layer."""
    told = {"function": "brake", "query": "the brake is late", "case_dir": "mine", **asked}
    answer = recall_knowledge({"project_root": str(project), **told})
    items = answer["items"]
    assert isinstance(items, list)
    assert answer["schema_version"] == "memory-recall.v1"
    return {str(one["layer"]): one for one in items}


def with_status(items: dict[str, dict[str, object]], status: str) -> set[str]:
    """Name the layers with a status."""
    return {layer for layer, one in items.items() if one["status"] == status}


def test_every_layer_is_given_with_its_source(tmp_path: Path) -> None:
    """All eight layers, each with its freshness and the path that it is from."""
    filled(tmp_path)
    items = recall(tmp_path, memory_dir="memory")
    assert with_status(items, "available") == ALL
    paths = {layer: one["provenance"] for layer, one in items.items()}
    assert {layer: one["path"] for layer, one in paths.items() if isinstance(one, dict)} == {
        "project": "memory/project.md",
        "function": "memory/functions/BRAKE.json",
        "patterns": "memory/patterns.json",
        "sessions": "memory/sessions",
        "case": "cases/mine/memory.json",
        "code_knowledge": "memory/code_knowledge/BRAKE.json",
        "constants": "memory/code_knowledge/constants.json",
        "semantic": "memory/semantic",
    }
    assert items["project"]["value"] == "notes"
    assert items["project"]["freshness"] == {"state": "not_of_code"}
    assert items["code_knowledge"]["freshness"] == {"state": "not_tracked"}
    hits = items["semantic"]["value"]
    assert isinstance(hits, list)
    assert [one["metadata"]["case_id"] for one in hits] == ["other"]


def test_what_rests_on_code_needs_a_place_named(tmp_path: Path) -> None:
    """Without variant, folder or context the learned layers are blocked, never a default's."""
    filled(tmp_path)
    items = recall(tmp_path)
    assert with_status(items, "blocked_stale") == LEARNED
    assert {str(items[one]["reason"]) for one in LEARNED} == {"variant_id_or_memory_dir_required"}
    assert all(items[one]["value"] is None for one in LEARNED)


def test_drift_blocks_as_in_a_context(tmp_path: Path) -> None:
    """Told by a context, by its file, or measured: the learned layers are blocked, with why."""
    system = filled(tmp_path)
    drift = {"identity": {"freshness": {"available": True, "code_changed": True}}}
    (tmp_path / "context.json").write_text(json.dumps(drift))
    for asked in ({"context": drift}, {"context_path": "context.json"}):
        items = recall(tmp_path, **asked)
        assert with_status(items, "blocked_stale") == LEARNED
        assert {str(items[one]["reason"]) for one in LEARNED} == {"drift"}
        assert with_status(items, "available") == ALL - LEARNED
    take_baseline(system.base, system.base.watch.look(), "init")
    assert with_status(recall(tmp_path, memory_dir="memory"), "available") == ALL
    sources_in(tmp_path, a_dot_c="2")
    assert with_status(recall(tmp_path, memory_dir="memory"), "blocked_stale") == LEARNED


def test_a_variant_has_a_folder_of_its_own(tmp_path: Path) -> None:
    """A variant is looked for in its workspace alone; without a summary its code is withheld."""
    filled(tmp_path)
    filled(tmp_path, knowledge_root(tmp_path, "left/27"))
    assert with_status(recall(tmp_path, variant_id="left/27"), "blocked_stale") == LEARNED
    told = {"identity": {"freshness": {"code_changed": False}}}
    items = recall(tmp_path, variant_id="left/27", context=told)
    assert with_status(items, "available") == ALL
    assert "left_27" in str(items["project"]["provenance"])
    assert with_status(recall(tmp_path, variant_id="right", context=told), "available") == {"case"}


def test_the_command_lines_folder_comes_before_the_librarys(tmp_path: Path) -> None:
    """Where both are there, and no folder is named, the one in .sayso/ is meant."""
    filled(tmp_path)
    assert recall(tmp_path)["project"]["value"] == "notes"
    own = MemorySystem(tmp_path, knowledge_root(tmp_path))
    own.write_project_memory("own notes")
    assert recall(tmp_path)["project"]["value"] == "own notes"


def test_a_recall_writes_nothing(tmp_path: Path) -> None:
    """Neither files nor locks nor folders come or change by it, nor where nothing is known."""
    (tmp_path / "none").mkdir()
    filled(tmp_path / "some")
    for project in ("some", "none"):
        before = state_of(tmp_path / project)
        recall(tmp_path / project, memory_dir="memory")
        recall(tmp_path / project, variant_id="v")
        assert state_of(tmp_path / project) == before
    assert not list((tmp_path / "none").iterdir())


def state_of(folder: Path) -> dict[str, tuple[int, int]]:
    """Tell every file and folder below one, with its size and time."""
    found = ((one, one.stat()) for one in folder.rglob("*"))
    return {str(path): (told.st_size, told.st_mtime_ns) for path, told in found}


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"project_root": None}, RequestError, "project_root is None"),
        ({"project_root": "/nowhere/at/all"}, NotFoundError, "is not a folder"),
        ({"layers": ["dreams"]}, RequestError, "unknown layer 'dreams'"),
        ({"depth": 1}, RequestError, "unknown argument 'depth'"),
        ({"memory_dir": "../other"}, RequestError, "memory_dir leads out of the project"),
        ({"case_dir": "../other"}, RequestError, "case_dir leads out of the project"),
        ({"case_dir": "/etc"}, RequestError, "case_dir leads out of the project"),
        ({"context_path": "/etc/passwd"}, RequestError, "context_path leads out of the project"),
        ({"context_path": "none.json"}, NotFoundError, "there is no"),
        ({"context_path": "a.c"}, RequestError, "a.c is no JSON object"),
        ({"context": "x"}, RequestError, "context is no object"),
    ],
)
def test_what_cannot_be_asked(
    tmp_path: Path, asked: JsonObject, error: type[Exception], said: str
) -> None:
    """Each mistake is one error that says what is wrong; no path leads out of the project."""
    sources_in(tmp_path / "project", a_dot_c="1")
    (tmp_path / "other").mkdir()
    with pytest.raises(error, match=said):
        recall_knowledge({"project_root": str(tmp_path / "project"), **asked})


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    """A case that is a link to elsewhere is refused like a path to there."""
    (tmp_path / "project" / "cases").mkdir(parents=True)
    filled(tmp_path / "other")
    (tmp_path / "project" / "cases" / "mine").symlink_to(tmp_path / "other" / "cases" / "mine")
    with pytest.raises(RequestError, match="case_dir leads out"):
        recall(tmp_path / "project")


def test_only_layers_that_are_asked_for_are_read(tmp_path: Path) -> None:
    """A damaged file is told by who asks for its layer, and by nobody else."""
    system = filled(tmp_path)
    (system.memory_dir / "patterns.json").write_bytes(b"{")
    assert recall(tmp_path, layers="project,case")["case"]["value"] is not None
    with pytest.raises(KnowledgeDamagedError, match=r"patterns\.json"):
        recall(tmp_path, layers=["patterns"], memory_dir="memory")
