"""Every id that knowledge gives: one function for each kind, for adding and for removing alike.

An id follows from content alone, so nobody's word about one is taken. Keys that begin with `_` are
notes about a value and no part of it. None of the hashes is for security.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.json_values import canonical

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject

PATTERN_ID_CHARS: Final = 8
RECORD_ID_CHARS: Final = 12
_NOTE: Final = "_"
_STEP_CHARS: Final = 4


def content_of(value: JsonObject) -> str:
    """Spell what an object says, without the notes about it.

    >>> content_of({"symptom": "late", "_learned_at": "today"})
    '{"symptom":"late"}'
    """
    return canonical({key: one for key, one in value.items() if not key.startswith(_NOTE)})


def pattern_id(content: str, taken: frozenset[str] = frozenset()) -> str:
    """Give the id of a pattern by its content: 8 digits of its MD5 (B80).

    `taken` are ids of patterns with another content. In the rare case that one of them has these
    digits, the id is longer, so that neither pattern is lost.
    """
    digest = hashlib.md5(_bytes(content), usedforsecurity=False).hexdigest()
    lengths = range(PATTERN_ID_CHARS, len(digest), _STEP_CHARS)
    return next((digest[:size] for size in lengths if digest[:size] not in taken), digest)


def record_id(composed: str) -> str:
    """Give the id of a semantic record by its composed text: 12 digits of its SHA-1 (B29)."""
    return hashlib.sha1(_bytes(composed), usedforsecurity=False).hexdigest()[:RECORD_ID_CHARS]


def item_id(value: object) -> str:
    """Give the id by which an item of code knowledge that bears none is known."""
    return record_id(canonical(value))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
