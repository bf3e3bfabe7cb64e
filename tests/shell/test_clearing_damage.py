"""A clear of a damaged store, while other processes have it open."""

from pathlib import Path

import apsw
import pytest

from sayso.shell.store import connection as connections
from tests.kit import World, whole_turn


class NoPatience:
    """Takes the place of waiting for a lock: where one is in the way, it stays there."""

    def __call__(self, attempt: int) -> bool:
        return False


@pytest.mark.parametrize("is_log_empty", [True, False])
def test_a_clear_works_beside_whoever_has_the_store_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_log_empty: bool
) -> None:
    """A worker that is left open keeps no damaged store from being cleared, whatever its log."""
    monkeypatch.setattr(connections, "_BusyWait", NoPatience)
    world = World(tmp_path)
    with world.open() as worker:
        worker.record(whole_turn("Before."))
        meddler = apsw.Connection(str(world.path))
        meddler.execute("CREATE TABLE intruder (x)")
        meddler.close()
        if is_log_empty:
            assert worker.store.checkpoint()
        with world.open() as memory:
            assert memory.clear(confirm=True) == 2
        assert worker.record(whole_turn("After.")) == 2
