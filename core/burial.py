"""Does a tombstone stand against a memory? Forgotten things come back only on the user's word.

Anything that overlaps a forgotten span is buried, and so is anything of the same subject that
was said at or before the forget. Only a later user turn lifts a tombstone: a live one by its
number, an imported one by the time it was said, where none counts as earlier (A183-A185).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.subjects import same_subject
from sayso.core.turns import Origin, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.items import Source, Tombstone


def is_buried(
    sources: tuple[Source, ...],
    subject: frozenset[str],
    newest: Turn,
    tombstones: Iterable[Tombstone],
) -> bool:
    """Tell whether any tombstone stands against these sources or this subject.

    `subject` holds keyed hashes; `newest` is the newest turn whose user words are a source.
    """
    return any(
        _overlaps(sources, stone)
        or (not is_lifted(stone, newest) and same_subject(subject, stone.subject))
        for stone in tombstones
    )


def is_lifted(stone: Tombstone, turn: Turn) -> bool:
    """Tell whether a user turn came after the forget and so may speak of the subject anew."""
    if turn.origin is Origin.IMPORT:
        return turn.said_at_us is not None and turn.said_at_us > stone.forgotten_at_us
    return turn.id > stone.last_turn_id


def _overlaps(sources: tuple[Source, ...], stone: Tombstone) -> bool:
    return any(
        source.turn_id == stone.turn_id
        and source.role is stone.role
        and source.start < stone.end
        and stone.start < source.end
        for source in sources
    )
