"""Whoever waits for a store keeps nobody waiting who uses another one."""

import threading
from pathlib import Path

import pytest

from sayso.shell import context
from sayso.shell.context import Context
from sayso.shell.searching import Place
from sayso.shell.store.store import Store
from tests.kit import World

PATIENCE_S = 10


def test_a_request_that_waits_for_its_context_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one project's store makes a request wait, another project's gets its context."""
    folders = tmp_path / "slow", tmp_path / "quick"
    for folder in folders:
        folder.mkdir()
    slow_memory, quick_memory = (World(folder).open() for folder in folders)
    slow, quick = slow_memory.turn("One?"), quick_memory.turn("Two?")
    read_context, given = context.read_context, []

    def read_beside(store: Store, place: Place) -> Context:
        """Stand where the slow store makes its request wait."""
        if store is slow_memory.store:
            other = threading.Thread(target=lambda: given.append(quick.context), daemon=True)
            other.start()
            other.join(PATIENCE_S)
        return read_context(store, place)

    monkeypatch.setattr(context, "read_context", read_beside)
    assert slow.history == ()
    assert len(given) == 1
    slow_memory.close()
    quick_memory.close()
