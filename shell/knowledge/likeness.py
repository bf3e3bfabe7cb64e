"""What is found by likeness of meaning, as the layers use it: lazily, and never in their way.

The index is opened with the first record or question (B64, B65), and only if the configuration
has it. Whatever it raises is logged and stops nothing (B66): the layers are the truth, the index
only leads back to them (B139).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.knowledge.meaning import Record
    from sayso.core.knowledge.settings import SemanticSettings

log: Final = logging.getLogger(__name__)
FOLDER: Final = "semantic"


class Index(Protocol):
    """A semantic index, as SemanticMemory is one."""

    def add(
        self,
        symptom: str,
        signal: str = "",
        code_line: str = "",
        conclusion: str = "",
        metadata: JsonObject | None = None,
    ) -> str:
        """Keep a record, and give its id."""

    def search(self, query: str, k: int = 5, min_score: float = 0.0) -> list[dict[str, object]]:
        """Give the records nearest to a query, best first."""


@dataclass(slots=True, kw_only=True)
class Likeness:
    """The index of a base: where it lies, whether it is wanted, and how it is opened."""

    store_dir: Path
    settings: SemanticSettings
    opener: Callable[[Path], Index]
    _opened: Index | None = field(default=None)

    def keep(self, record: Record, metadata: JsonObject) -> bool:
        """Keep a record if the index can; tells whether it did (B98)."""
        if not self.settings.is_enabled:
            return False
        try:
            self._index().add(
                symptom=record.symptom,
                signal=record.signal,
                code_line=record.code_line,
                conclusion=record.conclusion,
                metadata=metadata,
            )
        except Exception as error:  # noqa: BLE001 - whatever an index raises
            log.warning("a case is not found by meaning yet: %r", error)
            return False
        return True

    def find(self, query: str, k: int) -> list[dict[str, object]]:
        """Give what is like a query, nothing where the index can't; it is not made for that."""
        if not self.settings.is_enabled or not self.store_dir.is_dir():
            return []
        try:
            return list(self._index().search(query=query, k=k))
        except Exception as error:  # noqa: BLE001 - whatever an index raises
            log.warning("nothing was looked for by meaning: %r", error)
            return []

    def _index(self) -> Index:
        if self._opened is None:
            self._opened = self.opener(self.store_dir)
        return self._opened
