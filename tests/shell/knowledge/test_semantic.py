"""Cases found again by meaning, the same on both backends; `bash .ci/lancedb` runs both.

The real LanceDB is no part of the project's environment (400 MB, seconds to import): where it can't
be imported, its half of these tests is skipped.
"""

from __future__ import annotations

import hashlib
import random
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import TYPE_CHECKING, Protocol

import pytest

from sayso.core.knowledge.hashing import cosine, embed
from sayso.core.knowledge.meaning import Record
from sayso.shell.errors import RequestError
from sayso.shell.knowledge.semantic import TABLE, SemanticMemory
from tests.shell.knowledge.semantickit import (
    FILE,
    NOT_INSTALLED,
    failing,
    found,
    letters,
    without_lancedb,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Opener(Protocol):
    """Opens the index of a test anew, as another process would."""

    def __call__(
        self, embedder: Callable[[str], list[float]] | None = None, dim: int = 256
    ) -> SemanticMemory: ...


@pytest.fixture(params=["fallback", "lancedb"])
def opened(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Opener:
    """Give what opens the index of this test on each backend."""
    if request.param == "fallback":
        without_lancedb(monkeypatch)
    else:
        pytest.importorskip("lancedb", reason=NOT_INSTALLED)

    def open_index(
        embedder: Callable[[str], list[float]] | None = None, dim: int = 256
    ) -> SemanticMemory:
        index = SemanticMemory(tmp_path / "index", embedder, dim)
        assert index.backend == request.param
        return index

    return open_index


def test_nothing_is_made_before_something_is_kept(opened: Opener) -> None:
    """An index that was only asked has left no trace; one that keeps something lies in its
    folder (B21, B65).
    """
    index = opened()
    assert (index.search("brake"), index.count(), index.fault()) == ([], 0, "")
    index.clear()
    assert not index.store_dir.exists()
    index.add("brake")
    assert index.store_dir.is_dir()


def test_a_record_is_kept_once(opened: Opener) -> None:
    """The id follows from the four texts; keeping them again changes nothing (B27, B30, B37)."""
    index = opened()
    kept = index.add("late", "BRK", "a.c:7", "debounce", {"case_id": "C1"})
    assert kept == hashlib.sha1(b"late\nBRK\na.c:7\ndebounce").hexdigest()[:12]
    again = index.add(
        symptom="late",
        signal="BRK",
        code_line="a.c:7",
        conclusion="debounce",
        metadata={"case_id": "C2"},
    )
    other = index.add("late")
    assert (again == kept, other == kept, index.count()) == (True, False, 2)
    assert index.search("BRK", k=1)[0]["metadata"] == {"case_id": "C1"}


def test_a_hit_tells_all_of_its_record(opened: Opener) -> None:
    """A hit has seven fields, and whoever changes them changes nothing kept (B31)."""
    index = opened()
    metadata = {"case_id": "C1", "provenance": {"report": "r.md"}, "digits": 2**80 + 1}
    kept = index.add("刹车灯 late", "BRK", "a.c:7", "去抖", metadata)
    (hit,) = index.search("刹车灯")
    assert 0 < float(str(hit.pop("score"))) <= 1
    assert hit == {
        "id": kept,
        "symptom": "刹车灯 late",
        "signal": "BRK",
        "code_line": "a.c:7",
        "conclusion": "去抖",
        "metadata": metadata,
    }
    hit["metadata"]["provenance"]["report"] = "other"  # type: ignore[index]
    metadata["case_id"] = "C9"
    told = index.search("刹车灯")[0]["metadata"]
    assert told == {"case_id": "C1", "provenance": {"report": "r.md"}, "digits": 2**80 + 1}


def test_hits_are_those_of_a_comparison_one_by_one(opened: Opener) -> None:
    """Scores are cosines and order is theirs, then the id's; k and the least score bound them
    (B28, B32-B34).
    """
    draw = random.Random(7)
    words = "brake lamp late pump oil 刹 车 灯 valve noise".split()
    texts = {Record(symptom=" ".join(draw.choices(words, k=4))) for _ in range(60)}
    index = opened()
    index.add_all([(one, {}) for one in texts])
    for query, k, least in (("late brake 灯", 7, 0.0), ("oil", 60, 0.2), ("none of them", 5, -1.0)):
        asked = embed(query, 256)
        scores = {one.id: cosine(asked, embed(one.composed, 256)) for one in texts}
        good = [(-score, name) for name, score in scores.items() if score >= least]
        hits = index.search(query, k=k, min_score=least)
        assert [-float(str(hit["score"])) for hit in hits] == pytest.approx(
            [score for score, _ in sorted(good)[:k]]
        )
        assert hits == sorted(hits, key=lambda hit: (-float(str(hit["score"])), str(hit["id"])))


def test_equal_scores_come_in_order_of_ids(opened: Opener) -> None:
    """Of more records with one score than are wanted, those with the least ids come (B32)."""
    index = opened()
    alike = [Record(symptom="brake lamp", signal=" " * number) for number in range(40)]
    ids = index.add_all([(one, {}) for one in alike])
    assert [hit["id"] for hit in index.search("brake", k=4)] == sorted(ids)[:4]
    assert [hit["id"] for hit in index.search("?", k=4)] == sorted(ids)[:4]
    assert index.search("brake", k=0) == index.search("brake", k=-1) == []


def test_what_is_unlike_is_left_out(opened: Opener) -> None:
    """By default a score of nothing stays and one below goes; a higher bound leaves less (B34)."""
    index = opened(lambda text: [float(text.count("x")), text.count("y") - text.count("z")])
    index.add_all([(Record(symptom=text), {}) for text in ("y", "xy", "x", "z", "xz")])
    assert found(index, "y") == ["y", "xy", "x"]
    assert found(index, "y", min_score=0.5) == ["y", "xy"]
    assert found(index, "y", min_score=0.9) == ["y"]
    assert found(index, "y", min_score=-1.0) == ["y", "xy", "x", "xz", "z"]


def test_another_embedder_can_be_handed_in(opened: Opener) -> None:
    """What is near is what the caller's embedder says, however long its vectors are (B20)."""
    index = opened(letters)
    index.add_all([(Record(symptom="zz brake"), {}), (Record(symptom="x lamp"), {})])
    hits = index.search("brake x", k=1)
    assert [(one["symptom"], one["score"]) for one in hits] == [("x lamp", 1.0)]


def test_an_embedder_that_fails_is_told_and_words_stand_in(
    opened: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    """Records are kept and found by their words while the embedder fails, with a warning; once it
    answers again, keeping them again gives them its vectors.
    """
    opened(letters).add("x")
    away = opened(failing)
    away.add("z lamp")
    assert found(away, "lamp z", min_score=0.99) == ["z lamp"]
    assert found(away, "x", k=1) == ["x"]
    assert "no model for" in caplog.text
    again = opened(letters)
    again.add("z lamp")
    assert found(again, "zzz", min_score=0.99) == ["z lamp"]
    assert again.count() == 2


@pytest.mark.parametrize(
    "gives", [[], [float("nan")], ["one"], [1e200, 1e200], None, [1.0] * 20_000]
)
def test_what_is_no_vector_is_a_failure_of_the_embedder(
    gives: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An embedder that gives no finite numbers is treated as one that fails."""
    without_lancedb(monkeypatch)
    index = SemanticMemory(tmp_path, lambda _: gives)  # type: ignore[arg-type, return-value]
    index.add("brake lamp")
    assert found(index, "lamp", min_score=0.1) == ["brake lamp"]
    assert "words stand in" in caplog.text


def test_vectors_of_another_length_are_made_anew(
    opened: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    """After a change of embedder, words are compared until the next record is kept; then all
    records have vectors of the new one, and keep what is known beside them.
    """
    opened().add("xx lamp", metadata={"case_id": "C1"})
    index = opened(letters)
    assert found(index, "lamp", min_score=0.1) == ["xx lamp"]
    assert "words are compared" in caplog.text
    index.add("z")
    hits = opened(letters).search("x", min_score=0.99)
    assert [(one["symptom"], one["metadata"]) for one in hits] == [("xx lamp", {"case_id": "C1"})]
    assert "made anew" in caplog.text


def test_what_another_process_writes_is_seen(opened: Opener) -> None:
    """An index that is open sees what others add and clear, and is not written over by it."""
    one, other = opened(), opened()
    one.add("first")
    assert other.count() == 1
    other.add("second")
    one.add("third")
    assert sorted(map(str, found(other, "second third first"))) == ["first", "second", "third"]
    other.clear()
    assert (one.count(), one.search("first")) == (0, [])


def test_cleared_is_gone_for_good(opened: Opener) -> None:
    """After clearing there is nothing, for later openings too, and records can be kept (B38)."""
    index = opened()
    index.add_all([(Record(symptom=text), {}) for text in ("brake", "lamp")])
    assert opened().count() == 2
    index.clear()
    assert (index.count(), opened().count(), opened().search("lamp")) == (0, 0, [])
    opened(letters).add("lamp")
    assert index.count() == 1


def test_writers_at_once_lose_nothing(opened: Opener) -> None:
    """Four that add at the same time, each with an index of its own, keep all they add."""
    indexes = [opened() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda at: indexes[at % 4].add(f"case {at}"), range(12)))
    assert opened().count() == 12


def test_text_that_no_file_can_hold_is_refused(opened: Opener) -> None:
    """A lone surrogate, a text that is none and metadata that is no JSON are told with the place,
    and nothing is kept.
    """
    index = opened()
    for refused, told in (
        (lambda: index.add("ab\ud800"), "symptom holds a lone surrogate at character 2"),
        (lambda: index.add("a", conclusion="\udfff"), "conclusion holds a lone surrogate"),
        (lambda: index.search("a\ud800"), "query holds a lone surrogate at character 1"),
        (lambda: index.add(7), "symptom is no text"),  # type: ignore[arg-type]
        (lambda: index.add("a", metadata={"k": "\ud800"}), "metadata.k: holds a lone surrogate"),
        (lambda: index.add("a", metadata={"k": object()}), "metadata.k: object is no JSON"),
        (lambda: index.add("a", metadata=[1]), "metadata is no object"),  # type: ignore[arg-type]
    ):
        with pytest.raises(RequestError, match=told):
            refused()
    assert index.count() == 0


def test_an_index_is_named_and_sized_by_sense(tmp_path: Path) -> None:
    """A table whose name leads elsewhere, and vectors of no or a senseless length, are refused."""
    for arguments in ({"table": "../x"}, {"table": ""}, {"dim": 0}, {"dim": 10**6}, {"dim": True}):
        with pytest.raises(RequestError):
            SemanticMemory(tmp_path, **arguments)


def test_tables_of_one_folder_are_apart(opened: Opener) -> None:
    """Two tables in one folder hold records of their own, on both backends (B15)."""
    index = opened()
    other = SemanticMemory(index.store_dir, table="other.cases")
    index.add("brake")
    other.add("lamp")
    assert (index.table, found(index, "lamp brake")) == ("triage_history", ["brake"])
    assert found(other, "lamp brake") == ["lamp"]


def test_a_variant_has_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index of a variant, named by text or object, lies below `.workspaces` (B22-B26)."""
    without_lancedb(monkeypatch)
    folder = tmp_path / ".workspaces" / "left_drive_2027" / "memory" / "lancedb"
    assert SemanticMemory.store_dir_for_variant(tmp_path, "left/drive\\2027") == folder
    named = SimpleNamespace(variant_id="left/drive/2027")
    SemanticMemory.for_variant(tmp_path, named, table=TABLE).add("brake")
    assert (folder / FILE).is_file()
    with pytest.raises(RequestError):
        SemanticMemory.for_variant(tmp_path, "..")
