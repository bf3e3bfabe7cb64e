"""A store with words in it, and how single bits of them are flipped in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.shell.store.connection import open_existing
from tests.kit import World, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAID = "We decided: keep 编号 as strings from ledger 7."
QUOTE = "keep 编号 as strings from ledger 7"
ANSWERED = "Noted, the ledger keeps strings."
LATER = "Thanks, and what about the second pass?"
USER = "t1: the user's text is not the one that was stored"
ANSWER = "t1: the answer is not the one that was stored"


def filled(folder: Path) -> World:
    """Give a store in one file, without a log: a memory, and a turn that is still to be worked."""
    world = World(folder)
    with world.open() as memory:
        memory.record(whole_turn(SAID, ANSWERED))
        world.model.script = [remember(QUOTE)]
        memory.work()
        memory.record(whole_turn(LATER, "Soon."))
        assert memory.list()
    return world


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
