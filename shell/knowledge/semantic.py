"""Cases found again by meaning: SemanticMemory, beside the exact layers and never for them (B13).

Two backends give the same answers: LanceDB where it is installed and starts, else a JSON file.
What is kept are texts; a vector is derived from them. So nothing is lost by an embedder that
fails or is exchanged: words are compared instead, until the vectors are made anew.
"""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core import limits
from sayso.core.knowledge.hashing import embed
from sayso.core.knowledge.json_values import canonical, fault_in, is_object
from sayso.core.knowledge.meaning import Record
from sayso.core.knowledge.naming import variant_folder
from sayso.core.knowledge.semantic_rows import hit, scaled
from sayso.core.outcome import is_failure
from sayso.core.text import lone_surrogate_at
from sayso.shell.errors import RequestError
from sayso.shell.knowledge.aside import keep_aside, kept_aside
from sayso.shell.knowledge.atomic import remove_file
from sayso.shell.knowledge.locks import locked
from sayso.shell.knowledge.semantic_file import FileStore
from sayso.shell.knowledge.semantic_store import Given, keep, nearest_by_words
from sayso.shell.ports import SystemClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from sayso.core.knowledge.hashing import Vector
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.shell.knowledge.semantic_store import Store
    from sayso.shell.ports import Clock

Embedder: TypeAlias = "Callable[[str], Sequence[float]]"
log: Final = logging.getLogger(__name__)
TABLE: Final = "triage_history"
DIM: Final = 256
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")


class SemanticMemory:
    """An index of records in a folder; nothing is opened or made before it is used."""

    def __init__(
        self,
        store_dir: str | Path,
        embedder: Embedder | None = None,
        dim: int = DIM,
        table: str = TABLE,
        *,
        clock: Clock | None = None,
    ) -> None:
        if isinstance(dim, bool) or not 1 <= dim <= limits.SEMANTIC_DIM_MAX:
            raise RequestError(
                f"no vector has {dim} dimensions", f"give 1 to {limits.SEMANTIC_DIM_MAX}"
            )
        if not _NAME.fullmatch(table):
            raise RequestError(
                f"{table!r} can't be the name of a table", "use letters, digits, '_', '-' and '.'"
            )
        self.store_dir = Path(store_dir)
        self.dim = dim
        self.table = table
        self._embedder = embedder
        self._clock = clock or SystemClock()
        self._opened: Store | None = None
        self._guard = RLock()  # of one instance between threads; the lock is between all

    @staticmethod
    def store_dir_for_variant(project_root: str | Path, variant: object) -> Path:
        """Give where the index of a variant lies (B22); raises RequestError for none."""
        named = variant_folder(variant)
        if is_failure(named):
            raise RequestError(named.failure(), "give its id, or what has one in variant_id")
        return Path(project_root) / ".workspaces" / named.unwrap() / "memory" / "lancedb"

    @classmethod
    def for_variant(
        cls,
        project_root: str | Path,
        variant: object,
        embedder: Embedder | None = None,
        dim: int = DIM,
        table: str = TABLE,
    ) -> SemanticMemory:
        """Open the index of a variant (B23)."""
        return cls(cls.store_dir_for_variant(project_root, variant), embedder, dim, table)

    @property
    def backend(self) -> str:
        """Tell which backend it is: `lancedb` or `fallback` (B14-B17)."""
        with self._guard:
            return self._store().name

    def add(
        self,
        symptom: str,
        signal: str = "",
        code_line: str = "",
        conclusion: str = "",
        metadata: JsonObject | None = None,
    ) -> str:
        """Keep a record and give its id; one that is kept stays as it is (B27-B30)."""
        texts = {"symptom": symptom, "signal": signal, "code_line": code_line}
        for name, text in (texts | {"conclusion": conclusion}).items():
            _check_text(name, text)
        return self.add_all([(Record(**texts, conclusion=conclusion), metadata or {})])[0]

    def add_all(self, records: Iterable[tuple[Record, JsonObject]]) -> list[str]:
        """Keep records with what is known beside each, in one write, and give their ids."""
        given: dict[str, Given] = {}
        ids = []
        for record, metadata in records:
            _check_text("the record", record.composed)
            kept = _checked(metadata)
            ids.append(record.id)
            if record.id not in given:
                given[record.id] = self._given(record, kept)
        if given:
            with self._guard:
                store = self._store()
                with self._locked():
                    keep(store, given, self.dim, self._embedded)
        return ids

    def search(self, query: str, k: int = 5, min_score: float = 0.0) -> list[dict[str, object]]:
        """Give the records nearest to a text, best first, those of one score by id (B31-B34)."""
        _check_text("query", query)
        with self._guard:
            store = self._store()
            length = store.length()
            if k < 1 or length is None:
                return []
            asked = self._embedded(query)
            if asked is not None and len(asked) == length:
                found = store.nearest(asked, k, min_score)
            else:
                log.warning("%s: words are compared instead of vectors", self.store_dir)
                found = nearest_by_words(store, query, k, min_score)
        return [hit(row, score) for row, score in found]

    def count(self) -> int:
        """Give how many records there are (B37)."""
        with self._guard:
            return self._store().count()

    def clear(self) -> None:
        """Take all records away for good (B38); what is kept aside stays."""
        with self._guard:
            store = self._store()
            if self.store_dir.is_dir():
                with self._locked():
                    store.replace(())

    def fault(self) -> str:
        """Say what is damaged in the index, '' where nothing is."""
        with self._guard:
            return self._store().fault()

    def kept_aside(self) -> list[Path]:
        """Give the damaged or replaced files of this index that are kept aside."""
        return kept_aside(self.store_dir, self._file_name)

    @property
    def _file_name(self) -> str:
        middle = "" if self.table == TABLE else f".{self.table}"
        return f"fallback_vectors{middle}.json"

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self.store_dir, (self._file_name,), self._clock)

    def _embedded(self, text: str) -> Vector | None:
        """Embed a text, by hashing or as the caller wants it; None where that failed."""
        if self._embedder is None:
            return embed(text, self.dim)
        try:
            numbers = [float(one) for one in self._embedder(text)]
        except Exception as error:  # noqa: BLE001 - it is the caller's, and may raise whatever
            log.warning("the embedder failed, words stand in: %s: %s", type(error).__name__, error)
            return None
        vector = scaled(numbers) if len(numbers) <= limits.SEMANTIC_DIM_MAX else None
        if not vector:
            log.warning("the embedder gave no vector of finite numbers, words stand in")
        return vector or None

    def _store(self) -> Store:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> Store:
        """Open LanceDB where it is installed and starts, else the file (B14, B16, B17)."""
        from sayso.shell.knowledge.semantic_lance import LanceStore

        file = FileStore(self.store_dir, self._file_name, self.dim, self._clock)
        try:
            lance = LanceStore(self.store_dir, self.table)
            if file.path.exists():
                self._take_over(file, lance)
        except ModuleNotFoundError as error:
            if error.name != "lancedb" or (self.store_dir / f"{self.table}.lance").exists():
                log.warning("%s: what LanceDB keeps is not read: %s", self.store_dir, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the file does its work
            log.warning("%s: LanceDB does not start: %s", self.store_dir, error)
        else:
            return lance
        return file

    def _take_over(self, file: FileStore, lance: Store) -> None:
        """Put what the file keeps, from before LanceDB was installed, into its table."""
        with self._locked():
            length = lance.length()
            given = {
                row.id: Given(record=row.record, metadata=row.metadata, vector=row.vector)
                if length in (None, len(row.vector))
                else self._given(row.record, row.metadata)
                for row in file.rows()
            }
            keep(lance, given, self.dim, self._embedded)
            if file.path.exists():
                kept = keep_aside(self.store_dir, self._file_name, self._clock.now_us())
                remove_file(file.path)
                log.warning("LanceDB took over %d records; %s is kept", len(given), kept)

    def _given(self, record: Record, metadata: JsonObject) -> Given:
        return Given(record=record, metadata=metadata, vector=self._embedded(record.composed))


def _check_text(name: str, text: object) -> None:
    if not isinstance(text, str):
        raise RequestError(f"{name} is no text", "give a string")
    at = lone_surrogate_at(text)
    if at is not None:
        raise RequestError(f"{name} holds a lone surrogate at character {at}", "decode it again")


def _checked(metadata: JsonObject) -> JsonObject:
    """Give a copy of metadata; raises RequestError for what is no JSON object."""
    fault = fault_in(metadata, "metadata")
    if fault or not is_object(metadata):
        raise RequestError(fault or "metadata is no object", "give an object of JSON values")
    copy: dict[str, object] = json.loads(canonical(metadata))
    return copy
