"""Hashes at reading: a text that is not what was stored is never served (S13, S14).

Bits are flipped in the file itself, found by what stands in its pages. The checks of the whole
file at opening are off for the tests that say so, as they are for a large store.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

import sayso.sql
from sayso.core import limits
from sayso.core.catalog import Degraded, Healthy
from sayso.shell.errors import DamagedTextError, MemorySchemaError
from sayso.shell.store.connection import open_existing
from tests.kit import FAULT, World, fail_with, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sayso.shell.memory import Memory

SAID = "We decided: keep 编号 as strings from ledger 7."
QUOTE = "keep 编号 as strings from ledger 7"
ANSWERED = "Noted, the ledger keeps strings."
LATER = "Thanks, and what about the second pass?"
NAMED = (
    "t1: ",
    "the store is degraded: ",
    "the store is damaged: ",
    "cannot be read: ",
    "m1 cannot be read: ",
)
USER = "t1: the user's text is not the one that was stored"
ANSWER = "t1: the answer is not the one that was stored"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store in one file, without a log: a memory, and a turn that is still to be worked."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID, ANSWERED))
        world.model.script = [remember(QUOTE)]
        memory.work()
        memory.record(whole_turn(LATER, "Soon."))
        assert memory.list()
    return world


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every store count as too large to be checked as a whole when it is opened."""
    monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)


def places(path: Path, text: str) -> Iterator[int]:
    """Give where the bytes of a text stand in a file."""
    content, wanted = path.read_bytes(), text.encode("utf-8")
    at = content.find(wanted)
    assert at >= 0, f"{text!r} stands nowhere in the file"
    while at >= 0:
        yield at
        at = content.find(wanted, at + 1)


def flip(path: Path, at: int, bit: int = 0) -> None:
    """Flip one bit of a file."""
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 1 << bit]))


def flip_turn(world: World, text: str, within: str, bit: int = 0) -> None:
    """Flip a bit of a word in a text of a turn, wherever that text stands whole."""
    inside = len(text[: text.index(within)].encode("utf-8"))
    for at in places(world.path, text):
        flip(world.path, at + inside, bit)


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


def damage_quote(world: World, quote: str, within: str) -> None:
    """Flip a bit of a quote where it stands as a source, and nowhere else."""
    connection = open_existing(world.path)
    connection.execute("PRAGMA wal_checkpoint(truncate)")
    query = "SELECT rootpage FROM sqlite_schema WHERE name = 'candidate_sources'"
    page = int(str(connection.execute(query).fetchall()[0][0]))
    connection.close()
    inside = len(quote[: quote.index(within)].encode("utf-8"))
    own = [at for at in places(world.path, quote) if at // 4_096 == page - 1]
    assert own
    for at in own:
        flip(world.path, at + inside)


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
        chosen = text.partition("\nFROM ")[0]
        for name in ("user_text", "assistant_text"):
            if re.search(rf"\b{name}\b(?! = '')", chosen):
                seen.add(path.stem)
                assert f"CAST({name} AS BLOB)" in chosen, path
                assert f"{name.removesuffix('_text')}_sha256" in chosen, path
    assert seen == {"turns", "by_ids", "previous", "recent"}


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
