"""A store of an older version that several open at once: one brings it up, all find it sound."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import TYPE_CHECKING

import pytest

from sayso.core.catalog import Healthy
from sayso.shell.memory import Memory
from sayso.shell.store import bootstrap
from sayso.shell.store.statements import statement
from tests.kit import CannedModel, World
from tests.older_store import write_version_2
from tests.shell.test_migrating import INDEXED, commits_in

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project with a store of version 2."""
    world = World(tmp_path)
    write_version_2(world.path)
    return world


def test_several_that_open_it_at_once_bring_it_up_once(world: World) -> None:
    """One of them does it; the others wait, and find it done."""
    counted, together, opened = commits_in(world.path), Barrier(4), []

    def look() -> None:
        together.wait()
        with Memory.open(world.path.parent.parent, create=False, model=CannedModel()) as memory:
            opened.append(memory.health)

    threads = [Thread(target=look) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    assert opened == [Healthy()] * 4
    assert commits_in(world.path) == counted + 1 + INDEXED


def test_one_that_is_brought_up_while_it_is_looked_at(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version and catalogue are those of one state, whoever commits in between."""
    others: list[str] = []

    def in_between(name: str) -> str:
        if name == "store/catalog" and not others:
            others.append(name)
            with Memory.open(world.path.parent.parent, create=False, model=CannedModel()) as other:
                others.append(str(other.health))
        return statement(name)

    monkeypatch.setattr(bootstrap, "statement", in_between)
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
    assert others == ["store/catalog", str(Healthy())]
