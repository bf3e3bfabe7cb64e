"""What tests of the semantic index share: embedders, and what a search finds."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

    from sayso.shell.knowledge.semantic import SemanticMemory

FILE: Final = "fallback_vectors.json"
NOT_INSTALLED: Final = "LanceDB is not installed: bash .ci/lancedb"


def without_lancedb(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every import of LanceDB fail as if it were not installed."""
    monkeypatch.setitem(sys.modules, "lancedb", None)


def letters(text: str) -> list[float]:
    """Embed a text as a model of the caller's would: by three of its letters."""
    return [float(text.count(letter)) for letter in "xyz"]


def failing(text: str) -> list[float]:
    """Fail as a model that isn't there."""
    raise ConnectionError(f"no model for {len(text)} characters")


def found(index: SemanticMemory, query: str, k: int = 5, min_score: float = 0.0) -> list[object]:
    """Give the symptoms that a search finds."""
    return [one["symptom"] for one in index.search(query, k, min_score)]
