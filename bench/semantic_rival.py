"""Keeps records in one kind of index and asks it: ours, LanceDB by itself, or numpy.

Run in a process of its own, `python -m bench.semantic_rival`: it reads one JSON from stdin
(`bench/semantic.py` says what stands in it) and writes one line of JSON as the last of stdout. All
but ours are given the vectors, and pay for no embedding.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    Rows = list[dict[str, Any]]  # as semantic.py made them, each with its vector

T = TypeVar("T")
TEXTS: Final = ("symptom", "signal", "code_line", "conclusion")


class Index(Protocol):
    """An index in a folder."""

    def fill(self, rows: Rows) -> None:
        """Keep many records at once."""

    def add(self, row: dict[str, Any]) -> None:
        """Keep one, for good."""

    def search(self, asked: dict[str, Any], k: int) -> list[str]:
        """Give the ids of those that are nearest."""


class Ours:
    """SemanticMemory on LanceDB."""

    backend = "lancedb"

    def __init__(self, folder: Path) -> None:
        memory: Any = importlib.import_module("sayso.shell.knowledge.semantic")
        self._record = importlib.import_module("sayso.core.knowledge.meaning").Record
        self._memory = memory.SemanticMemory(folder)
        if self._memory.backend != self.backend:
            message = f"the backend is {self._memory.backend}: .ci/set-up-bench"
            raise RuntimeError(message)

    def fill(self, rows: Rows) -> None:
        """Keep many records at once."""
        self._memory.add_all(
            [(self._record(**{key: row[key] for key in TEXTS}), row["metadata"]) for row in rows]
        )

    def add(self, row: dict[str, Any]) -> None:
        """Keep one."""
        self._memory.add(**{key: row[key] for key in TEXTS}, metadata=row["metadata"])

    def search(self, asked: dict[str, Any], k: int) -> list[str]:
        """Ask by the text."""
        return [hit["id"] for hit in self._memory.search(asked["text"], k=k)]


class OursInFile(Ours):
    """SemanticMemory where LanceDB can't be imported."""

    backend = "fallback"

    def __init__(self, folder: Path) -> None:
        sys.modules["lancedb"] = None  # type: ignore[assignment]
        super().__init__(folder)


class Lance:
    """LanceDB as its guide has it: rows are merged by their id, the table asked for the nearest."""

    def __init__(self, folder: Path) -> None:
        package: Any = importlib.import_module("lancedb")
        self._connection = package.connect(str(folder))
        known = (folder / "records.lance").is_dir()
        self._table: Any = self._connection.open_table("records") if known else None

    def fill(self, rows: Rows) -> None:
        """Make the table of many rows."""
        self._table = self._connection.create_table("records", data=[_flat(row) for row in rows])

    def add(self, row: dict[str, Any]) -> None:
        """Merge one row, so that none is kept twice."""
        merge = self._table.merge_insert("id").when_not_matched_insert_all()
        merge.execute([_flat(row)])

    def search(self, asked: dict[str, Any], k: int) -> list[str]:
        """Ask for the nearest by their cosine."""
        query = self._table.search(asked["vector"]).distance_type("cosine").limit(k)
        return [row["id"] for row in query.to_list()]


class Numpy:
    """A matrix that is kept whole in one file, its texts in another that grows by lines."""

    def __init__(self, folder: Path) -> None:
        self._numpy: Any = importlib.import_module("numpy")
        self._vectors, self._texts = folder / "vectors.npy", folder / "texts.jsonl"
        self._ids: list[str] = []
        self._matrix: Any = None
        if self._texts.exists():
            lines = self._texts.read_text("utf-8").splitlines()
            self._ids = [json.loads(line)["id"] for line in lines]
            self._matrix = self._numpy.load(self._vectors)

    def fill(self, rows: Rows) -> None:
        """Keep a matrix of many rows."""
        self._matrix = self._numpy.array([row["vector"] for row in rows], dtype="float32")
        self._save(rows)

    def add(self, row: dict[str, Any]) -> None:
        """Add a row to the matrix and write it anew, so that it is kept."""
        one = self._numpy.array([row["vector"]], dtype="float32")
        self._matrix = self._numpy.vstack([self._matrix, one])
        self._save([row])

    def search(self, asked: dict[str, Any], k: int) -> list[str]:
        """Compare all."""
        near = self._matrix @ self._numpy.array(asked["vector"], dtype="float32")
        best = self._numpy.argpartition(-near, k)[:k]
        return [self._ids[at] for at in best[self._numpy.argsort(-near[best])]]

    def _save(self, rows: Rows) -> None:
        self._numpy.save(self._vectors, self._matrix)
        self._ids += [row["id"] for row in rows]
        with self._texts.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(_flat(row) | {"vector": None}) + "\n" for row in rows)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"metadata": json.dumps(row["metadata"])}


WAYS: Final[dict[str, Callable[[Path], Index]]] = {
    "ours in a file": OursInFile,
    "ours on lancedb": Ours,
    "lancedb": Lance,
    "numpy": Numpy,
}


def answer() -> None:
    """Fill, add one by one, ask, then open anew and ask once more."""
    given = json.load(sys.stdin)
    way, k = WAYS[given["way"]], given["k"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        index = way(folder)
        asked = given["asked"]
        filled_s = took(partial(index.fill, given["rows"]))[0]
        added_s = [took(partial(index.add, row))[0] for row in given["added"]]
        told = [took(partial(index.search, one, k)) for one in asked]
        opened_s = took(lambda: way(folder).search(asked[0], k))[0]
        size = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
    times = {"filled_s": filled_s, "added_s": added_s, "opened_s": opened_s}
    found = {"asked_s": [taken_s for taken_s, _ in told], "found": [ids for _, ids in told]}
    print(json.dumps(times | found | {"bytes": size}))


def took(work: Callable[[], T]) -> tuple[float, T]:
    """Give how long something takes in seconds, and what it gives."""
    begun = time.perf_counter()
    given = work()
    return time.perf_counter() - begun, given


if __name__ == "__main__":
    answer()
