"""What a damaged store still shows: the words as they were said, or a line that says why not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.catalog import Healthy
from sayso.shell.errors import MemorySchemaError
from tests.shell.flipping import ANSWERED, LATER, QUOTE, SAID, USER, filled, flip, flip_turn, places

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.memory import Memory
    from tests.kit import World

NAMED = (
    "t1: ",
    "the store is degraded: ",
    "the store is damaged: ",
    "cannot be read: ",
    "m1 cannot be read: ",
)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with words in it."""
    return filled(tmp_path)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every store count as too large to be checked as a whole when it is opened."""
    monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)


@pytest.mark.parametrize("size", ["large", "small"])
def test_an_export_marks_a_damaged_turn(
    world: World, size: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It holds every row as it is found, and says of which turn that is not what was stored."""
    if size == "large":
        monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)
    flip_turn(world, SAID, "ledger")
    with world.open() as memory:
        snapshot = json.loads(memory.export(tmp_path / "out").read_bytes())
        assert memory.health != Healthy()
    assert USER in snapshot["findings"]
    assert [turn["user_text"] for turn in snapshot["turns"]] == [
        SAID.replace("ledger", "medger"),
        LATER,
    ]


def test_an_export_goes_past_bytes_that_are_no_text(world: World, tmp_path: Path) -> None:
    """A text that is no UTF-8 any more is spelled in hexadecimal, and the rest is there (S14)."""
    flip_turn(world, SAID, "编", bit=7)
    with world.open() as memory:
        snapshot = json.loads(memory.export(tmp_path / "out").read_bytes())
    assert "t1: the user's text is no UTF-8 any more" in snapshot["findings"]
    bad, good = snapshot["turns"]
    spelled = bytearray(SAID.encode("utf-8"))
    spelled[len("We decided: keep ")] ^= 0x80
    assert bad["user_text"] == spelled.hex()
    assert (bad["assistant_text"], good["user_text"]) == (ANSWERED, LATER)


@pytest.mark.usefixtures("large")
def test_show_marks_what_it_shows(world: World) -> None:
    """A diagnosis shows the words as they are found, and beside them what is wrong."""
    flip_turn(world, SAID, "decided")
    with world.open() as memory:
        shown = memory.show("m1")
    assert shown.sources[0].quote == QUOTE
    assert shown.findings == (USER,)


def test_whatever_is_shown_is_what_was_said(world: World, tmp_path: Path) -> None:
    """Bits flipped all over the words in the file: they are shown as they were, or not at all."""
    before = told(world, tmp_path)
    sound = world.path.read_bytes()
    tried = 0
    for text in (SAID, ANSWERED, QUOTE):
        size_bytes = len(text.encode("utf-8"))
        for at in [
            at + step for at in places(world.path, text) for step in range(0, size_bytes, 7)
        ]:
            flip(world.path, at, tried % 8)
            for way, shown in told(world, tmp_path).items():
                is_named = isinstance(shown, str) and shown.startswith(NAMED)
                assert is_named or shown == before[way], (at, way, shown)
            clean(world, sound)
            tried += 1
    assert tried > 20


def told(world: World, tmp_path: Path) -> dict[str, object]:
    """Give what the ways to a text show: the words, or the line of the failure in their place."""
    with world.open() as memory:
        return {
            "context": outcome(lambda: memory.context().history),
            "read": outcome(lambda: memory.read("m1").sources),
            "show": outcome(lambda: shown_of(memory)),
            "export": outcome(lambda: exported(memory, tmp_path / "out")),
        }


def outcome(act: Callable[[], object]) -> object:
    """Give an answer, or the message of the error in its place."""
    try:
        return act()
    except MemorySchemaError as error:
        return error.message


def shown_of(memory: Memory) -> object:
    """Give the sources that are shown, or the first finding beside them."""
    shown = memory.show("m1")
    return shown.findings[0] if shown.findings else shown.sources


def exported(memory: Memory, folder: Path) -> object:
    """Give the texts and quotes of a snapshot, or its first finding."""
    snapshot = json.loads(memory.export(folder).read_bytes())
    if snapshot["findings"]:
        return snapshot["findings"][0]
    texts = [(turn["user_text"], turn["assistant_text"]) for turn in snapshot["turns"]]
    return texts, [source["quote"] for source in snapshot["candidate_sources"]]


def clean(world: World, content: bytes) -> None:
    """Put the sound file back and forget what was found out about the bad one."""
    for path in world.path.parent.glob("memory.db*"):
        path.unlink()
    world.path.write_bytes(content)
