"""Notes of other memory products: kept apart from memory, each once, and forgotten for good.

A note is known again by a keyed hash of its product and its words, which stays when the words go:
importing the same file twice adds nothing, and what was forgotten does not come back under another
id. Nothing here makes a candidate, a source or a memory of a note.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.plans import Plan, Write
from sayso.core.text import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.transcripts.noted import Noted

ACTIVE: Final = "active"
FORGOTTEN: Final = "forgotten"
_CLOSING: Final = " .:"  # of what a normalised text may end in
_HASH_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note as it is stored. `text` is '' once it is forgotten; `said_at_us` is its product's."""

    id: int
    product: str
    text: str
    status: str
    said_at_us: int | None
    created_at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesKept:
    """What came of some notes: how many are new, and how many were known, forgotten ones too."""

    new: int
    known: int


def note_key(subject_key: bytes, product: str, text: str) -> str:
    """Name a note by what it says, without telling it.

    Spacing, case and a full stop at the end make no difference.

    >>> note_key(b"k", "mem0", "Likes  tea.") == note_key(b"k", "mem0", "likes tea")
    True
    """
    words = f"{product}\0{normalise(text).rstrip(_CLOSING) or text}".encode()
    return hashlib.blake2b(words, digest_size=_HASH_BYTES, key=subject_key).hexdigest()


def plan_notes(
    noted: tuple[tuple[str, Noted], ...], known: frozenset[str], scope_id: int, now_us: int
) -> tuple[Plan, NotesKept]:
    """Plan the notes that are not known yet; each comes with its key."""
    new: dict[str, Noted] = {}
    for key, note in noted:
        if key not in known:
            new.setdefault(key, note)
    plan = tuple(
        Write(
            statement="notes/insert",
            params={
                "scope_id": scope_id,
                "source_key": key,
                "product": note.product,
                "text": note.text,
                "said_at": note.at_us,
                "now": now_us,
            },
        )
        for key, note in new.items()
    )
    return plan, NotesKept(new=len(new), known=len(noted) - len(new))


def plan_forget_note(note: Note, now_us: int) -> Plan:
    """Empty a note for good; forgetting twice is nothing."""
    if note.status == FORGOTTEN:
        return ()
    return (Write(statement="notes/forget", params={"id": note.id, "now": now_us}),)


def asked_words(query: str) -> tuple[str, ...]:
    """Give the words that a note must all hold to be listed; none for all notes."""
    return tuple(normalise(query).split())


def holds_words(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text holds every word, wherever in it.

    >>> holds_words("The user LIKES tea.", asked_words("tea likes"))
    True
    """
    said = normalise(text)
    return all(word in said for word in words)
