"""A case that is written: its own file, a pattern, and a record that is found by meaning."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.settings import read_semantic
from sayso.shell.errors import RequestError
from sayso.shell.knowledge import cases
from sayso.shell.knowledge.likeness import Likeness
from tests.shell.knowledge.knowkit import system_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.knowledge.system import MemorySystem

CASE: dict[str, object] = {
    "function": "brake",
    "problem": "the brake comes late",
    "root_cause": "debounce too long",
    "keywords": ["late"],
    "fix": "halve it",
}


def lame(system: MemorySystem, folder: str) -> None:
    """Give a system an index in a folder of its own that can't be opened."""

    def refuse(folder: Path) -> cases.CaseKept:
        raise ImportError(f"nothing opens {folder.name}")

    object.__setattr__(
        system.base,
        "likeness",
        Likeness(
            store_dir=system.memory_dir / folder,
            settings=read_semantic({}),
            opener=refuse,  # type: ignore[arg-type]
        ),
    )


def test_a_case_is_kept_where_it_lies(tmp_path: Path) -> None:
    """A bare name is one below cases/, a path says itself; its file has what was given and when."""
    system, _ = system_in(tmp_path)
    assert system.read_case_memory("C7") == {}
    given = dict(CASE)
    system.write_case_memory("C7", given)
    assert given == CASE
    path = tmp_path / "cases" / "C7" / "memory.json"
    kept = json.loads(path.read_bytes())
    assert kept == {**CASE, "_updated": kept["_updated"]}
    assert system.read_case_memory(tmp_path / "cases" / "C7") == kept
    system.write_case_memory("old/C8", {"problem": "x"})
    assert (tmp_path / "old" / "C8" / "memory.json").is_file()
    for wrong in ("", ".", ".."):
        with pytest.raises(RequestError, match="names no case"):
            system.read_case_memory(wrong)


def test_a_case_makes_a_pattern(tmp_path: Path) -> None:
    """Writing it adds what it teaches to the patterns, once."""
    system, _ = system_in(tmp_path)
    system.write_case_memory("C7", CASE)
    system.write_case_memory("C7", CASE)
    (pattern,) = system.find_similar_patterns("BRAKE", ["late"])
    assert {key: pattern[key] for key in ("symptom", "root_cause", "fix_hint", "case_id")} == {
        "symptom": "the brake comes late",
        "root_cause": "debounce too long",
        "fix_hint": "halve it",
        "case_id": "C7",
    }


def test_a_case_is_found_by_meaning_and_leads_back(tmp_path: Path) -> None:
    """A hit names the case, its file and its report; the case at hand is no hit of its own."""
    system, _ = system_in(tmp_path)
    (tmp_path / "cases" / "C7").mkdir(parents=True)
    (tmp_path / "cases" / "C7" / "report.md").write_text("x")
    system.write_case_memory("C7", CASE)
    system.write_case_memory("C8", {**CASE, "problem": "brake late again", "function": "horn"})
    hits = system.search_semantic_cases("horn", "brake late")
    told = [hit["metadata"] for hit in hits]
    assert [one["case_id"] for one in told if isinstance(one, dict)] == ["C8", "C7"]
    assert isinstance(told[1], dict)
    assert told[1]["case_memory_path"] == "cases/C7/memory.json"
    assert told[1]["report_path"] == "cases/C7/report.md"
    assert isinstance(told[0], dict)
    assert told[0]["report_path"] == ""
    found = system.search_semantic_cases("brake", "brake late", "C7")
    assert [hit["signal"] for hit in found] == ["horn"]
    assert len(system.search_semantic_cases("brake", "brake late", max_results=1)) == 1


def test_a_path_is_the_same_however_it_is_written(tmp_path: Path) -> None:
    """A case of a project that is reached by a link is known by its path within the project."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    system, _ = system_in(tmp_path / "link")
    system.write_case_memory(tmp_path / "real" / "cases" / "C7", CASE)
    system.write_case_memory(tmp_path / "outside" / "C8", {**CASE, "problem": "brake late, too"})
    (hit,) = system.search_semantic_cases("brake", "brake late", tmp_path / "outside" / "C8")
    assert isinstance(hit["metadata"], dict)
    assert hit["metadata"]["case_dir"] == "cases/C7"
    assert system.search_semantic_cases("brake", "brake late", "C7") != [hit]


def test_the_index_begins_with_the_first_case(tmp_path: Path) -> None:
    """Neither building nor asking makes its folder; switched off, writing doesn't either."""
    off, _ = system_in(tmp_path, {"memory": {"semantic_index": {"enabled": False}}})
    off.write_case_memory("C7", CASE)
    system, _ = system_in(tmp_path)
    assert system.search_semantic_cases("brake", "late") == []
    assert not (system.memory_dir / "semantic").exists()
    system.write_case_memory("C7", CASE)
    assert (system.memory_dir / "semantic").is_dir()
    assert off.search_semantic_cases("brake", "late") == []


def test_an_index_that_fails_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The case and its pattern are kept, the context is built, and the log tells of the failure."""
    system, _ = system_in(tmp_path)
    lame(system, "functions")
    with caplog.at_level(logging.WARNING):
        kept = cases.write_case(system.base, "C7", CASE)
        text = system.build_context_for_diagnosis("brake", "late")
    assert not kept.is_indexed
    assert kept.pattern_id in text
    assert system.read_case_memory("C7")["problem"] == CASE["problem"]
    assert [one.getMessage().partition(":")[0] for one in caplog.records] == [
        "a case is not found by meaning yet",
        "nothing was looked for by meaning",
    ]


def test_an_index_that_is_not_there_is_not_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Asking before there is any case costs nothing: what opens an index may take seconds."""
    system, _ = system_in(tmp_path)
    lame(system, "none")
    with caplog.at_level(logging.WARNING):
        assert system.search_semantic_cases("brake", "late") == []
    assert not caplog.records
