"""A log vouches for whatever file lies under it: an older one is found by what it had counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.catalog import Healthy
from sayso.shell.errors import MemorySchemaError
from tests.kit import World, whole_turn
from tests.shell.losses import killed_after

if TYPE_CHECKING:
    from pathlib import Path

OLDER = "memory.db is older than its log memory.db-wal: an older copy was put in place"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project with a store that has seen something."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("Before."))
    return world


def test_an_older_file_under_the_log_of_a_newer_one_is_named(world: World) -> None:
    """Forgotten things would come back with it (S16)."""
    older = world.path.read_bytes()
    killed_after(world, 2)
    newer = world.path.read_bytes()
    world.path.write_bytes(older)
    with world.open() as memory:
        assert memory.status().findings == (OLDER,)
        with pytest.raises(MemorySchemaError, match="older copy"):
            memory.record(whole_turn("After."))
    world.path.write_bytes(newer)
    with world.open() as memory:
        assert memory.health == Healthy()


def test_whoever_opens_it_next_notices_though_somebody_has_it_open(world: World) -> None:
    """Nobody has to be killed for that."""
    older = world.path.read_bytes()
    with world.open() as memory:
        memory.record(whole_turn("First."))
    with world.open() as memory:
        memory.record(whole_turn("In use."))
        newer = world.path.read_bytes()
        world.path.write_bytes(older)
        with world.open() as another:
            assert another.status().findings == (OLDER,)
        world.path.write_bytes(newer)
        with world.open() as another:
            assert another.health == Healthy()
