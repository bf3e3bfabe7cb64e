"""Which turns of a log a store has already, found by their source keys."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.project.keying import KeyedTurn
    from sayso.shell.store.reading import Reading

_ASKED_MAX: Final = 200  # keys in one question


def known_keys(reading: Reading, keys: Iterable[str]) -> dict[str, bool]:
    """Give the keys that are stored, and for each whether its turn has no answer yet."""
    rows = reading.rows("turns/by_source_keys", keys=json_of(list(keys)))
    return {row[0]: bool(row[1]) for row in rows}


class KeyCount:
    """Keeps of the turns of a dry run what is needed to count them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._turns = 0
        self._keys: set[str] = set()

    def add(self, turn: KeyedTurn) -> int:
        """Note a turn; it is not found again."""
        self._turns += 1
        self._keys.add(turn.key)
        return 0

    def count(self, reading: Reading | None) -> tuple[int, int]:
        """Give (new, known): a turn that two logs hold counts once as new; None: no store."""
        known = 0
        left = iter(self._keys)
        while reading is not None and (some := tuple(islice(left, _ASKED_MAX))):
            known += len(known_keys(reading, some))
        new = len(self._keys) - known
        return new, self._turns - new
