"""A store with short and long turns and memories, what can be done to its bytes, and what is left.

    .venv/bin/python -m tests.ruins

prints, for each kind of damage, what a plain SELECT finds and what a salvage does. Each text of a
turn says on every page it lies on whose it is, so that it can be told from outside which turns a
damage leaves alone.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.salvage.salvage import read_rows, salvage
from sayso.shell.diagnosis import copied_store
from sayso.shell.errors import SaysoError
from tests.kit import World, remember, whole_turn
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.salvage.salvage import Salvage

PAGE_BYTES: Final = 4_096
TURNS: Final = 300
LONG_EVERY: Final = 20
MEMORIES: Final = 12
WORDS: Final = 14  # of a short side
LONG_WORDS: Final = 300  # with dots between them three pages and more
DOTS: Final = "." * 36 + " "
SAMPLES: Final = 12
_WORD: Final = re.compile(rb"t(\d+)[ua]\d+ ")


def quote_of(number: int) -> str:
    """Give the words of a turn that become a memory."""
    return f"use tool {number} for packages"


def side_of(number: int, side: str) -> str:
    """Give one side of a turn: numbered words, in every LONG_EVERY-th turn many of them."""
    is_long = number % LONG_EVERY == 0
    words, between = (LONG_WORDS, DOTS) if is_long else (WORDS, "")
    said = f"We decided: {quote_of(number)}. " if side == "u" else ""
    return said + "".join(f"t{number}{side}{word} {between}" for word in range(words))


def build(folder: Path, turns: int = TURNS, memories: int = MEMORIES) -> Path:
    """Make a store with turns and, from the first of them, memories; give its file."""
    world = World(folder)
    with world.open() as memory:
        for number in range(1, turns + 1):
            memory.record(whole_turn(side_of(number, "u"), side_of(number, "a")))
            if number <= memories:
                world.model.script = [remember(quote_of(number))]
                memory.work()
    return world.path


@cache
def sound() -> bytes:
    """Give the bytes of a store as `build` makes it."""
    with tempfile.TemporaryDirectory() as folder:
        return build(Path(folder)).read_bytes()


Damage = "Callable[[bytes, random.Random], bytes]"


def pages(count: int, *always: int) -> Callable[[bytes, random.Random], bytes]:
    """Give a damage that overwrites some pages but the first, and some that are named."""

    def damage(content: bytes, chance: random.Random) -> bytes:
        numbers = chance.sample(range(2, len(content) // PAGE_BYTES + 1), count)
        return overwritten(content, *numbers, *always)

    return damage


def share_of_pages(share: float) -> Callable[[bytes, random.Random], bytes]:
    """Give a damage that overwrites a share of all pages but the first."""
    return lambda content, chance: pages(round(share * len(content) / PAGE_BYTES))(content, chance)


def flips(count: int) -> Callable[[bytes, random.Random], bytes]:
    """Give a damage that turns single bits, anywhere in the file."""

    def damage(content: bytes, chance: random.Random) -> bytes:
        changed = bytearray(content)
        for _ in range(count):
            at = chance.randrange(8 * len(content))
            changed[at // 8] ^= 1 << at % 8
        return bytes(changed)

    return damage


def overwritten(content: bytes, *numbers: int) -> bytes:
    """Overwrite whole pages."""
    changed = bytearray(content)
    for number in numbers:
        changed[(number - 1) * PAGE_BYTES : number * PAGE_BYTES] = b"\x5a" * PAGE_BYTES
    return bytes(changed)


DAMAGES: Final[Mapping[str, Callable[[bytes, random.Random], bytes]]] = {
    "1 page": pages(1),
    "3 pages": pages(3),
    "3 of 10 pages": share_of_pages(0.3),
    "page 1": pages(0, 1),
    "page 1 and one more": pages(1, 1),
    "the first 100 bytes": lambda content, _: bytes(100) + content[100:],
    "cut in half": lambda content, _: content[: len(content) // 2],
    "200 bits turned": flips(200),
}


def untouched(before: bytes, after: bytes) -> set[int]:
    """Give the turns none of whose bytes lie on a page that was changed."""
    whole, hit = set[int](), set[int]()
    for at in range(0, len(before), PAGE_BYTES):
        page = before[at : at + PAGE_BYTES]
        found = {int(number) for number in _WORD.findall(page)}
        whole |= found
        if after[at : at + PAGE_BYTES] != page:
            hit |= found
    return whole - hit


def selected(content: bytes) -> int:
    """Count the turns that a plain SELECT gives with the texts that were said."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        path.write_bytes(content)
        try:
            with copied_store(path) as diagnosis:
                return sum(_is_right(row) for row in diagnosis.records("export/turns"))
        except SaysoError:
            return 0


def _is_right(row: Mapping[str, object]) -> bool:
    number = row["id"]
    if not isinstance(number, int):
        return False
    texts = (row["user_text"], row["assistant_text"])
    said = [text.encode() if isinstance(text, str) else text for text in texts]
    return said == [side_of(number, side).encode() for side in "ua"]


def intact_turns(salvaged: Salvage) -> set[int]:
    """Give the numbers of the turns that a salvage calls intact; each must hold what was said."""
    found = set()
    for row in read_rows(salvaged, "turns"):
        mark, number = row["salvage"], row["id"]
        if isinstance(mark, dict) and mark["state"] == "intact":
            assert _is_right(row), f"t{number} is called intact and is not"
            assert isinstance(number, int)
            found.add(number)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Yield:
    """What several samples of one damage gave, in turns and memories."""

    samples: int
    untouched: int
    selected: int
    intact: int
    memories: int
    proven: int


def measure(damage: Callable[[bytes, random.Random], bytes], samples: int) -> Yield:
    """Do a damage several times and count what is left."""
    before = sound()
    counts = [0] * 5
    for seed in range(samples):
        after = damage(before, random.Random(seed))
        salvaged = salvage(after, b"")
        gained = salvaged.gained
        figures = (
            len(untouched(before, after)),
            selected(after),
            len(intact_turns(salvaged)),
            gained.memories,
            gained.proven,
        )
        counts = [sum(pair) for pair in zip(counts, figures, strict=True)]
    return Yield(
        samples=samples,
        untouched=counts[0],
        selected=counts[1],
        intact=counts[2],
        memories=counts[3],
        proven=counts[4],
    )


def table(samples: int = SAMPLES) -> str:
    """Give the figures of all damages as a table."""
    lines = [
        f"| damage, {samples} times | turns untouched | SELECT | salvaged | memories | proven |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    turns, memories = samples * TURNS, samples * MEMORIES
    lines.append(f"| none | {turns} | {turns} | {turns} | {memories} | {memories} |")
    for name, damage in DAMAGES.items():
        one = measure(damage, samples)
        figures = (one.untouched, one.selected, one.intact, one.memories, one.proven)
        lines.append(f"| {name} | {' | '.join(map(str, figures))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    use_own_home(with_settings=False)
    sys.stdout.write(table() + "\n")
