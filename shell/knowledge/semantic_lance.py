"""The semantic index in LanceDB, which the extra `[lancedb]` brings.

LanceDB finds those that are near; their order and scores are then computed as the file's are, so
that both answer alike. Every call opens the table as it is now, which takes a millisecond: what
another process wrote is seen. The package takes seconds to import and is imported here alone.
"""

from __future__ import annotations

import importlib
import json
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from sayso.core.knowledge.json_values import canonical
from sayso.core.knowledge.meaning import Record
from sayso.core.knowledge.semantic_rows import TEXTS, Row, nearest, scaled
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.atomic import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sayso.core.knowledge.hashing import Vector

SPARE: Final = 8  # hits beyond those wanted, so that equal scores seldom ask twice
WIDER: Final = 8  # times as many, if all that came back may have equals
ROUGH: Final = 1e-4  # what LanceDB's own scores may be off
IDS_AT_ONCE: Final = 500
TIDY_EVERY: Final = 32  # changes; each leaves a file and a version of its own
OLD: Final = timedelta(hours=1)  # versions that no reader uses any more


class LanceStore:
    """The rows of one index in a table of LanceDB. Whoever changes it holds the index's lock.

    Raises whatever LanceDB does when it won't start; later MemoryStorageError.
    """

    name = "lancedb"

    def __init__(self, root: Path, table: str) -> None:
        self._package: Any = importlib.import_module("lancedb")
        self._arrow: Any = importlib.import_module("pyarrow")
        self._root = root
        self._table_name = table
        self._connection: Any = None
        if self._exists():
            self._open().count_rows()

    def fault(self) -> str:
        """Give '': a table that is damaged can't be opened."""
        return ""

    def length(self) -> int | None:
        """Give how long the vectors are, None where there are none."""
        with self._telling():
            if not self._exists():
                return None
            table = self._open()
            size: int = table.schema.field("vector").type.list_size
            return size if table.count_rows() else None

    def count(self) -> int:
        """Give how many rows there are."""
        with self._telling():
            return int(self._open().count_rows()) if self._exists() else 0

    def rows(self) -> tuple[Row, ...]:
        """Give all rows."""
        with self._telling():
            return tuple(map(_row, self._open().to_arrow().to_pylist())) if self._exists() else ()

    def known(self, ids: Iterable[str]) -> dict[str, Row]:
        """Give those rows of these ids that there are."""
        wanted = list(ids)
        found: dict[str, Row] = {}
        with self._telling():
            if not self._exists():
                return found
            table = self._open()
            for begin in range(0, len(wanted), IDS_AT_ONCE):
                some = wanted[begin : begin + IDS_AT_ONCE]
                among = ", ".join(f"'{one}'" for one in some)  # hexadecimal digits alone
                rows = table.search().where(f"id IN ({among})").limit(len(some)).to_list()
                found |= {row.id: row for row in map(_row, rows)}
        return found

    def nearest(self, asked: Vector, k: int, min_score: float) -> list[tuple[Row, float]]:
        """Give the rows nearest to what is asked, with their scores, in order."""
        limit = k + SPARE
        with self._telling():
            table = self._open() if self._exists() else None
            while table is not None:
                # The cosine distance of LanceDB leaves out vectors of zeros; all here are units.
                near = table.search(list(asked)).distance_type("dot").limit(limit).to_list()
                rows = {row.id: row for row in map(_row, near)}
                vectors = {name: row.vector for name, row in rows.items()}
                best = nearest(vectors, asked, k, min_score)
                least = best[-1][1] if len(best) == k else min_score
                if len(near) < limit or 1 - near[-1]["_distance"] < least - ROUGH:
                    return [(rows[name], score) for name, score in best]
                limit *= WIDER
        return []

    def put(self, rows: Sequence[Row]) -> None:
        """Add rows, or put them in the place of those with their ids."""
        if not rows:
            return
        with self._telling():
            if not self._exists():
                self._make(rows)
                return
            table = self._open()
            merge = table.merge_insert("id").when_matched_update_all()
            merge.when_not_matched_insert_all().execute(self._columns(rows))
            if table.version % TIDY_EVERY == 0:
                table.optimize(cleanup_older_than=OLD)

    def replace(self, rows: Sequence[Row]) -> None:
        """Put rows in the place of all there are."""
        with self._telling():
            if rows:
                self._make(rows)
            elif self._exists():
                self._connected().drop_table(self._table_name)

    def _make(self, rows: Sequence[Row]) -> None:
        make_folder(self._root)
        mode = "overwrite" if self._exists() else "create"
        self._connected().create_table(self._table_name, data=self._columns(rows), mode=mode)

    def _columns(self, rows: Sequence[Row]) -> object:
        """Give rows as LanceDB takes them, with the columns and types of the table."""
        arrow = self._arrow
        texts = [arrow.field(key, arrow.string()) for key in ("id", *TEXTS, "metadata")]
        vector = arrow.field("vector", arrow.list_(arrow.float64(), len(rows[0].vector)))
        return arrow.Table.from_pylist(
            [
                {
                    "id": row.id,
                    "vector": list(row.vector),
                    **{key: getattr(row.record, key) for key in TEXTS},
                    "metadata": canonical(row.metadata),
                }
                for row in rows
            ],
            schema=arrow.schema([*texts, vector]),
        )

    def _exists(self) -> bool:
        return (self._root / f"{self._table_name}.lance").is_dir()

    def _open(self) -> Any:  # noqa: ANN401 - what LanceDB gives has no types here
        return self._connected().open_table(self._table_name)

    def _connected(self) -> Any:  # noqa: ANN401 - as above
        if self._connection is None:
            self._connection = self._package.connect(str(self._root))
        return self._connection

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell in our words what LanceDB says; its errors have no common root but Exception."""
        try:
            yield
        except MemoryStorageError:
            raise
        except Exception as error:
            raise MemoryStorageError(
                f"LanceDB failed in {self._root}: {error}", "check rights and disk"
            ) from error


def _row(told: dict[str, Any]) -> Row:
    record = Record(**{key: told[key] or "" for key in TEXTS})
    vector = scaled(told["vector"]) or ()
    return Row(record=record, vector=vector, metadata=json.loads(told["metadata"] or "{}"))
