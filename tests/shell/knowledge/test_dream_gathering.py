"""What a dream reads for its model: every layer, the newest first, and nothing that is stale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.freshness import Drift, Freshness
from sayso.shell.knowledge.dream_gathering import Gathering, name_of
from tests.shell.knowledge.dreamkit import LATE, Land

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.knowledge.dream_question import Material

FRESH = Freshness()


@pytest.fixture
def land(tmp_path: Path) -> Land:
    """Give a project with empty knowledge."""
    return Land(tmp_path)


def material_of(land: Land, facts: Freshness = FRESH) -> tuple[Material, list[str]]:
    """Read everything, and name what could not be read."""
    gathering = Gathering(land.memory.base)
    return gathering.material(gathering.layers(), facts, [{"category": "code"}]), gathering.damaged


def dated(path: Path, at_s: int, content: bytes = b"{}") -> None:
    """Write a file that changed at some time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (at_s, at_s))


def test_every_layer_is_read(land: Land) -> None:
    """Notes, functions, patterns, sessions, cases, code, overviews and signals (B166-B172)."""
    land.memory.write_project_memory("# Notes\n")
    land.memory.write_function_knowledge("brake", {"a": 1})
    land.memory.add_pattern(LATE)
    land.memory.create_session("C1", "late", "in time")
    land.memory.write_code_knowledge("brake", {"alarm_logic": {"rules": []}})
    dated(land.project / "cases" / "C1" / "memory.json", 1, b'{"problem": "late"}')
    dated(land.folder.root / "source_docs" / "brake.md", 1, b"# Brake\n")
    dated(land.folder.root / "signal_mapping.json", 1, b'{"speed": "v", "brake": "b"}')
    read, damaged = material_of(land)
    assert read.notes == "# Notes\n"
    assert {name: known["a"] for name, known in read.functions.items()} == {"BRAKE": 1}
    assert len(read.patterns) == 1
    assert [one["case_id"] for one in read.sessions] == ["C1"]
    assert list(read.cases) == [{"case": "C1", "problem": "late"}]
    assert read.code == {"BRAKE": {"alarm_logic": {"rules": []}}}
    assert read.overviews == {"brake": "# Brake\n"}
    assert list(read.signals) == [{"speed": "v"}, {"brake": "b"}]
    assert list(read.delta) == [{"category": "code"}]
    assert damaged == []


def test_the_newest_come_first(land: Land) -> None:
    """Ten sessions and five cases, by the time of their files (B171, B173)."""
    for number in range(12):
        dated(land.folder.root / f"sessions/S{number:02}.json", number, b'{"session_id": "x"}')
        dated(land.project / "cases" / f"C{number:02}" / "memory.json", number)
    os.utime(land.folder.root / "sessions" / "S00.json", (99, 99))
    read, _ = material_of(land)
    assert len(read.sessions) == 10
    assert [one["case"] for one in read.cases] == ["C11", "C10", "C09", "C08", "C07"]
    dated(land.folder.root / "sessions/S00.json", 99, b'{"session_id": "newest"}')
    assert material_of(land)[0].sessions[0] == {"session_id": "newest"}


def test_what_is_withheld_is_not_shown(land: Land) -> None:
    """Under drift neither code knowledge nor overviews reach the model; notes do."""
    land.memory.write_project_memory("# Notes\n")
    land.memory.write_code_knowledge("brake", {"alarm_logic": {}})
    dated(land.folder.root / "source_docs" / "brake.md", 1, b"# Brake\n")
    read, _ = material_of(land, Freshness(summary=Drift(causes=frozenset({"code"}))))
    assert (read.notes, read.code, read.overviews) == ("# Notes\n", {}, {})


def test_what_is_damaged_is_left_out_and_named(land: Land) -> None:
    """A dream goes on without a function, a session, a case, an overview or signals; the newest
    that are sound take their place.
    """
    places = [
        land.folder.root / "functions" / "BRAKE.json",
        land.folder.root / "sessions" / "S.json",
        land.project / "cases" / "C" / "memory.json",
        land.folder.root / "code_knowledge" / "BRAKE.json",
        land.folder.root / "source_docs" / "x.md",
        land.folder.root / "signal_mapping.json",
    ]
    for path in places:
        dated(path, 50, b"\xff")
    dated(land.folder.root / "sessions" / "T.json", 1, b'{"session_id": "T"}')
    read, damaged = material_of(land)
    assert damaged == [str(path) for path in places]
    assert list(read.sessions) == [{"session_id": "T"}]
    assert (read.functions, list(read.cases), read.code, read.overviews) == ({}, [], {}, {})


def test_other_files_are_no_layers(land: Land) -> None:
    """A file that bears no function's name, a hidden overview and signals of a strange kind."""
    dated(land.folder.root / "functions" / "brake.json", 1)
    dated(land.folder.root / "source_docs" / ".x.md", 1, b"x")
    dated(land.folder.root / "source_docs" / "empty.md", 1, b"")
    dated(land.folder.root / "signal_mapping.json", 1, b"7")
    read, damaged = material_of(land)
    assert (dict(read.functions), dict(read.overviews), list(read.signals)) == ({}, {}, [])
    assert damaged == []
    dated(land.folder.root / "signal_mapping.json", 1, b'["a"]')
    assert list(material_of(land)[0].signals) == ["a"]


def test_a_session_that_goes_meanwhile_is_left_out(
    land: Land, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was listed and is no longer there is neither shown nor damaged."""
    monkeypatch.setattr(type(land.folder), "stems", lambda *_given: ["GONE"])
    read, damaged = material_of(land)
    assert (list(read.sessions), dict(read.functions), damaged) == ([], {}, [])


def test_a_name_is_read_off_its_file() -> None:
    """Escapes are taken back where they make a text; a hashed name goes by its file."""
    assert name_of("FOO%3A%3ABAR") == "FOO::BAR"
    assert name_of("A%-0123456789ABCDEF") == "A%-0123456789ABCDEF"
    assert name_of("%ED%A0%80") == "%ED%A0%80"
