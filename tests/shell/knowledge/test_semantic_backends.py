"""What is particular to each backend of the semantic index: its choice, its file, its table."""

from __future__ import annotations

import json
import logging
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.hashing import embed
from sayso.core.knowledge.meaning import Record
from sayso.shell.errors import MemoryLeaseError
from sayso.shell.knowledge.locks import locked
from sayso.shell.knowledge.semantic import SemanticMemory
from sayso.shell.ports import SystemClock
from tests.kit import FakeClock
from tests.shell.knowledge.semantickit import FILE, NOT_INSTALLED, found, letters, without_lancedb

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def in_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SemanticMemory:
    """Give an index without LanceDB."""
    without_lancedb(monkeypatch)
    return SemanticMemory(tmp_path, clock=FakeClock())


def test_which_backend_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """LanceDB where it imports and starts; the file without it, and with a warning where it won't
    start or what it kept can't be read (B14, B16, B17).
    """

    def refuse(_: str) -> object:
        raise RuntimeError("no such chip")

    package = ModuleType("lancedb")
    package.connect = refuse  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lancedb", package)
    monkeypatch.setitem(sys.modules, "pyarrow", ModuleType("pyarrow"))
    assert SemanticMemory(tmp_path).backend == "lancedb"
    without_lancedb(monkeypatch)
    assert SemanticMemory(tmp_path).backend == "fallback"
    assert caplog.text == ""
    (tmp_path / "triage_history.lance").mkdir()
    assert SemanticMemory(tmp_path).backend == "fallback"
    assert "what LanceDB keeps is not read" in caplog.text
    monkeypatch.setitem(sys.modules, "lancedb", package)
    broken = SemanticMemory(tmp_path)
    assert (broken.backend, broken.count()) == ("fallback", 0)
    assert "LanceDB does not start: no such chip" in caplog.text


def test_the_file_holds_what_is_documented(in_file: SemanticMemory) -> None:
    """One JSON object: how long vectors are, and the records with theirs, a line each (B18, B39);
    the same records give the same bytes.
    """
    in_file.add("brake", conclusion="灯", metadata={"case_id": "C1"})
    in_file.add("lamp")
    raw = (in_file.store_dir / FILE).read_bytes()
    told = json.loads(raw)
    assert (set(told), told["dim"], raw.count(b"\n")) == ({"dim", "records"}, 256, 4)
    fields = {"id", "vector", "symptom", "signal", "code_line", "conclusion", "metadata"}
    assert [set(one) for one in told["records"]] == [fields, fields]
    assert tuple(told["records"][1]["vector"]) == embed("lamp", 256)
    in_file.clear()
    assert json.loads((in_file.store_dir / FILE).read_bytes()) == {"dim": 256, "records": []}
    in_file.add("brake", conclusion="灯", metadata={"case_id": "C1"})
    in_file.add("lamp")
    assert (in_file.store_dir / FILE).read_bytes() == raw


def test_what_was_asked_before_is_found_as_it_is_now(in_file: SemanticMemory) -> None:
    """An index that was asked finds what it keeps afterwards, and what others keep, and no more
    what is cleared.
    """
    for number in range(3):
        in_file.add("brake", signal=f"signal {number}")
        assert len(in_file.search("brake", k=number + 1, min_score=0.1)) == number + 1
    other = SemanticMemory(in_file.store_dir, clock=FakeClock())
    other.add("brake")
    assert found(in_file, "brake", k=1, min_score=0.99) == ["brake"]
    assert len(in_file.search("brake", k=4, min_score=0.1)) == 4
    in_file.clear()
    in_file.add("lamp")
    assert found(in_file, "brake", min_score=0.1) == []


@pytest.mark.parametrize(
    ("damage", "left", "told"),
    [
        (lambda raw: b"\x00" * len(raw), [], "is no JSON"),
        (lambda raw: raw[: len(raw) // 2], ["brake"], "record 2 is no JSON"),
        (
            lambda raw: raw.replace(b'"symptom":"lamp"', b'"symptom":7'),
            ["brake", "oil"],
            "record 2",
        ),
    ],
    ids=["zeroed", "cut", "one record"],
)
def test_a_damaged_file_is_kept_aside_and_told(
    damage: Callable[[bytes], bytes],
    left: list[str],
    told: str,
    in_file: SemanticMemory,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What can be read of it goes on; searching tells and writes nothing, and the next change keeps
    the damaged file as it was.
    """
    in_file.add_all([(Record(symptom=text), {}) for text in ("brake", "lamp", "oil")])
    path = in_file.store_dir / FILE
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    index = SemanticMemory(in_file.store_dir, clock=FakeClock())
    assert sorted(map(str, found(index, "brake lamp oil"))) == left
    assert told in index.fault()
    assert (path.read_bytes(), index.kept_aside()) == (damaged, [])
    caplog.clear()
    index.add("pump")
    assert [kept.read_bytes() for kept in index.kept_aside()] == [damaged]
    assert told in caplog.text
    assert "kept-aside" in caplog.text
    assert sorted(map(str, found(index, "brake lamp oil pump"))) == sorted([*left, "pump"])
    assert (index.fault(), in_file.count()) == ("", len(left) + 1)


def test_damage_in_the_same_second_is_kept_apart(in_file: SemanticMemory) -> None:
    """A second damaged file doesn't take the place of the first."""
    for damaged in (b"first", b"second"):
        in_file.store_dir.mkdir(exist_ok=True)
        (in_file.store_dir / FILE).write_bytes(damaged)
        in_file.clear()
    assert [kept.read_bytes() for kept in in_file.kept_aside()] == [b"first", b"second"]


def test_lancedb_takes_over_what_the_file_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once LanceDB is installed, what was kept without it is found, and the file is kept aside."""
    pytest.importorskip("lancedb", reason=NOT_INSTALLED)
    with monkeypatch.context() as patch:
        without_lancedb(patch)
        SemanticMemory(tmp_path).add("brake", metadata={"case_id": "C1"})
    caplog.set_level(logging.WARNING)
    index = SemanticMemory(tmp_path)
    (hit,) = index.search("brake")
    assert (index.backend, hit["metadata"]) == ("lancedb", {"case_id": "C1"})
    assert not (tmp_path / FILE).exists()
    assert len(index.kept_aside()) == 1
    assert "took over 1 records" in caplog.text
    index.clear()
    assert SemanticMemory(tmp_path).count() == 0


def test_what_is_taken_over_has_vectors_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file whose vectors are of another length doesn't make those of the table anew: its own
    are made as the embedder at hand makes them.
    """
    pytest.importorskip("lancedb", reason=NOT_INSTALLED)
    SemanticMemory(tmp_path, letters).add("x")
    with monkeypatch.context() as patch:
        without_lancedb(patch)
        SemanticMemory(tmp_path).add("z lamp")
    index = SemanticMemory(tmp_path, letters)
    assert found(index, "zz", min_score=0.99) == ["z lamp"]
    assert found(index, "xx", min_score=0.99) == ["x"]


def test_many_changes_leave_a_tidy_table(tmp_path: Path) -> None:
    """LanceDB keeps a fragment for each change; they are put together from time to time."""
    package = pytest.importorskip("lancedb", reason=NOT_INSTALLED)
    index = SemanticMemory(tmp_path)
    for number in range(70):
        index.add(f"case {number}")
    told = package.connect(str(tmp_path)).open_table("triage_history").stats()
    assert told["fragment_stats"]["num_fragments"] < 40
    assert index.count() == 70
    assert found(index, "69", k=1) == ["case 69"]


def test_writing_waits_for_the_lock_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While somebody holds the index's lock nothing is written, and whoever wants to is told."""
    without_lancedb(monkeypatch)
    index = SemanticMemory(tmp_path, clock=FakeClock())
    index.add("first")
    with locked(tmp_path, (FILE,), SystemClock()):
        for write in (lambda: index.add("second"), index.clear):
            with pytest.raises(MemoryLeaseError):
                write()
        assert index.count() == 1
