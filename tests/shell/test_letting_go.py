"""What the rules keep of texts they have read is gone once anything may be forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.recent import keeps_recent
from tests.kit import QUOTE, World, learn, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.memory import Memory as Opened

SECRET = "use pnpm for packages"


class Kept:
    """A text that is kept like every other; `is_gone` tells that it is looked at anew."""

    def __init__(self) -> None:
        self.looks = 0
        self.look = keeps_recent(self._look)
        self.look(SECRET)

    def _look(self, text: str) -> str:
        self.looks += 1
        return text

    def is_gone(self) -> bool:
        before = self.looks
        self.look(SECRET)
        return self.looks > before


def forget(memory: Opened) -> object:
    """Forget the only item."""
    return memory.forget(1)


def clear(memory: Opened) -> object:
    """Delete everything."""
    return memory.clear(confirm=True)


def work(memory: Opened) -> object:
    """Work off what there is."""
    return memory.work()


def withdraw(memory: Opened) -> object:
    """Take the item back in a turn, and have the worker do it, step by step."""
    memory.record(whole_turn("Forget what I said about pnpm for packages."))
    worker = memory.worker()
    steps = [worker.step(None, force=True), worker.step(None, force=True)]
    assert [step.merged.forgotten for step in steps if step and step.merged] == [(1,)]
    return steps


@pytest.mark.parametrize("deed", [forget, clear, work, withdraw])
def test_no_word_is_kept_after(tmp_path: Path, deed: Callable[[Opened], object]) -> None:
    """Forgetting, clearing, a withdrawal and the end of a round let every text go."""
    world = World(tmp_path, remember(QUOTE))
    with world.open() as memory:
        learn(world, memory)
        kept = Kept()
        assert not kept.is_gone()
        deed(memory)
        assert kept.is_gone()


def test_no_word_is_kept_once_others_have_written(tmp_path: Path) -> None:
    """What another process has committed may be that something is forgotten."""
    world = World(tmp_path, remember(QUOTE))
    with world.open() as memory, World(tmp_path).open() as other:
        learn(world, memory)
        memory.status()
        kept = Kept()
        memory.status()
        assert not kept.is_gone()
        other.forget(1)
        kept = Kept()
        memory.status()
        assert kept.is_gone()
