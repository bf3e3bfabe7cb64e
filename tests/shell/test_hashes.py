"""Hashes at reading: a text that is not what was stored is never served (S13, S14).

Bits are flipped in the file itself, found by what stands in its pages. The checks of the whole
file at opening are off for the tests that say so, as they are for a large store.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

import sayso.sql
from sayso.core import limits
from sayso.core.catalog import Degraded, Healthy
from sayso.shell.errors import DamagedTextError, MemorySchemaError
from tests.kit import FAULT, fail_with, remember, whole_turn
from tests.shell.flipping import (
    ANSWER,
    ANSWERED,
    LATER,
    QUOTE,
    SAID,
    USER,
    damage_quote,
    filled,
    flip_turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.memory import Memory
    from tests.kit import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with words in it."""
    return filled(tmp_path)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every store count as too large to be checked as a whole when it is opened."""
    monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)


READS: dict[str, Callable[[Memory], object]] = {
    "context": lambda memory: memory.context(),
    "a turn": lambda memory: memory.turn("Hello?").history,
    "read": lambda memory: memory.read("m1"),
    "show": lambda memory: memory.show("m1"),
    "forget": lambda memory: memory.forget("m1"),
}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("way", READS)
def test_a_flipped_bit_is_never_served(world: World, way: str, bit: int) -> None:
    """Every way that leads to a RAW text names turn and side, and the store becomes degraded."""
    flip_turn(world, SAID, "ledger", bit)
    with world.open() as memory:
        assert memory.health == Healthy()
        if way == "show":  # which goes on with a diagnosis
            assert memory.show("m1").findings
        else:
            with pytest.raises(DamagedTextError, match=r"t1: the user's text is no") as told:
                READS[way](memory)
            assert "export" in told.value.hint
        assert isinstance(memory.health, Degraded)
        (finding,) = memory.health.findings
        assert finding.startswith("t1: the user's text is no")
        assert memory.status().findings[0] == finding
        with pytest.raises(MemorySchemaError, match="degraded: t1: the user's text"):
            memory.list()


@pytest.mark.usefixtures("large")
def test_others_learn_of_the_damage(world: World) -> None:
    """Whoever opens the store next finds it degraded, though nothing is checked at opening."""
    flip_turn(world, SAID, "ledger")
    with world.open() as memory, pytest.raises(DamagedTextError):
        memory.context()
    with world.open() as memory:
        assert memory.status().health == "degraded"
        with pytest.raises(MemorySchemaError):
            memory.list()


def test_a_small_store_is_found_out_when_it_is_opened(world: World) -> None:
    """Nothing has to be read for it: the check of the whole file names turn and side."""
    flip_turn(world, SAID, "ledger")
    flip_turn(world, ANSWERED, "strings")
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
        assert memory.health.findings[:2] == (USER, ANSWER)


@pytest.mark.usefixtures("large")
def test_no_question_is_asked_about_a_damaged_text(world: World) -> None:
    """The worker asks no model; the job stays, and the store is degraded."""
    flip_turn(world, LATER, "second")
    asked = len(world.model.asked)
    with world.open() as memory:
        with pytest.raises(MemorySchemaError, match="t2: the user's text"):
            memory.work()
        assert memory.status().health == "degraded"
    assert len(world.model.asked) == asked


@pytest.mark.usefixtures("large")
def test_no_candidate_is_kept_on_a_damaged_quote(world: World) -> None:
    """Consolidation holds every quote against its turn before it asks about it."""
    with world.open() as memory:
        memory.record(whole_turn("We decided: keep colours in hexadecimal."))
        world.model.script = [remember("keep colours in hexadecimal"), fail_with(FAULT)]
        memory.work()
    world.clock.advance(60)
    damage_quote(world, "keep colours in hexadecimal", "colours")
    asked = len(world.model.consolidations)
    with world.open() as memory:
        with pytest.raises(MemorySchemaError, match="t3: a quote is not what the user's text"):
            memory.work()
        assert memory.health != Healthy()
    assert len(world.model.consolidations) == asked


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("way", ["read", "show", "forget"])
@pytest.mark.parametrize("within", ["ledger", "编"])
def test_a_flipped_bit_of_a_quote_is_never_served(world: World, way: str, within: str) -> None:
    """A quote that its turn does not say, or that is no text any more, proves nothing."""
    damage_quote(world, QUOTE, within)
    with world.open() as memory:
        if way == "show":
            (finding,) = memory.show("m1").findings
        else:
            with pytest.raises(DamagedTextError) as told:
                READS[way](memory)
            finding = told.value.message
        assert finding.startswith("t1: a quote is no")
        assert isinstance(memory.health, Degraded)


@pytest.mark.usefixtures("large")
def test_a_turn_that_is_gone_proves_nothing(world: World) -> None:
    """A source whose turn is missing is told like one that is changed."""
    connection = apsw.Connection(str(world.path))
    connection.execute("DELETE FROM turns WHERE id = 1")
    connection.close()
    with world.open() as memory, pytest.raises(DamagedTextError, match="t1: the turn that is"):
        memory.read("m1")


def test_no_statement_gives_a_text_without_its_hash() -> None:
    """Whoever selects a RAW text gets its bytes and the hash beside it; a quote comes as bytes."""
    folder = Path(next(iter(sayso.sql.__path__)))
    seen = set()
    for path in sorted(folder.rglob("*.sql")):
        text = re.sub(r"--[^\n]*", "", path.read_text("utf-8")).strip()
        if not text.startswith("SELECT"):
            continue
        chosen = re.sub(r"octet_length\([^)]*\)", "", text.partition("\nFROM ")[0])
        for name in ("user_text", "assistant_text"):
            if re.search(rf"\b{name}\b(?! = '')", chosen):
                seen.add(path.stem)
                assert re.search(rf"CAST\((\w+\.)?{name} AS BLOB\)", chosen), path
                assert f"{name.removesuffix('_text')}_sha256" in chosen, path
    assert seen == set("beside by_ids holding later previous recent stopped turns".split())
