"""What a damage costs, measured: a salvage gets every turn whose own pages are whole.

Which turns a damage touches is told from their words, without reading a page as one.
`python -m tests.ruins` prints the figures of more samples.
"""

import pytest

from sayso.core.salvage.salvage import salvage
from tests.ruins import (
    DAMAGES,
    LONG_EVERY,
    LONG_WORDS,
    MEMORIES,
    TURNS,
    intact_turns,
    measure,
    overwritten,
    sound,
    untouched,
)

SAMPLES = 2
# What these damages leave of all samples' turns at least, as a share.
SHARES = {
    "1 page": 0.95,
    "3 pages": 0.9,
    "3 of 10 pages": 0.5,
    "page 1": 1.0,
    "page 1 and one more": 0.95,
    "the first 100 bytes": 1.0,
    "cut in half": 0.3,
    "200 bits turned": 0.7,
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_lies_on_whole_pages_is_salvaged(name: str) -> None:
    """No turn that the damage leaves alone is missing, and a plain SELECT never finds more."""
    found = measure(DAMAGES[name], SAMPLES)
    assert found.intact >= found.untouched >= SHARES[name] * 0.4 * SAMPLES * TURNS
    assert found.intact >= SHARES[name] * SAMPLES * TURNS
    assert found.intact >= found.selected
    assert found.memories >= found.proven


def test_long_turns_are_salvaged_with_their_pages() -> None:
    """A text that fills pages of its own is there without the catalogue; any hole damages it."""
    before = sound()
    long_turns = set(range(LONG_EVERY, TURNS + 1, LONG_EVERY))
    assert long_turns <= intact_turns(salvage(overwritten(before, 1), b""))
    word = f"t{LONG_EVERY}u{LONG_WORDS * 2 // 3} ".encode()
    page = before.index(word) // 4096 + 1
    after = overwritten(before, page)
    assert untouched(before, after) == set(range(1, TURNS + 1)) - {LONG_EVERY}
    found = salvage(after, b"")
    assert intact_turns(found) == untouched(before, after)
    assert (found.gained.damaged, found.gained.missing) == (1, 0)


def test_a_sound_store_is_whole() -> None:
    """Without damage everything is intact, and nothing but what is derived is found wanting."""
    found = salvage(sound(), b"")
    assert found.gained.is_whole
    assert (found.gained.intact, found.gained.memories, found.gained.proven) == (
        TURNS,
        MEMORIES,
        MEMORIES,
    )
    assert len(found.findings) == 1
