"""Which tables may find anything in a text at all: told by its words, before any pattern runs.

Input: plain text (see `clauses`). Output: a set of bits, one for each pattern of a table.
Invariant: a pattern whose bit is missing finds nothing in the text, because whatever it matches
holds one of its words in `hint_words`; tests/core/test_hints.py proves that of each pattern from
its own parts. A word there is whole (`=`), or what a word begins with (`^`), ends in (`$`) or holds
(`~`), or else signs outside of ASCII (`+`).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from sayso.core.recent import keeps_recent
from sayso.core.speech.hint_words import HINT_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

ALWAYS: Final = 1  # the bit of a pattern that no word rules out
_DIGEST_BYTES: Final = 6
_WORD: Final = re.compile("[a-z]+")
_SIGNS: Final = re.compile(r"[^\x00-\x7f]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """The bits of the patterns that a word speaks for, by where it has to stand."""

    whole: Mapping[str, int]
    first: Mapping[str, int]
    last: Mapping[str, int]
    within: Mapping[str, int]
    signs: Mapping[str, int]


def bit_of(source: str) -> int:
    """Give the bit of a pattern by its source."""
    return _bits().get(digest_of(source), ALWAYS)


def digest_of(source: str) -> str:
    """Give the name under which a pattern's words are kept: they are good for no other source."""
    return hashlib.blake2b(source.encode(), digest_size=_DIGEST_BYTES).hexdigest()


@keeps_recent
def hints(plain: str) -> int:
    """Give the bits of the patterns that may find something in a text."""
    found = ALWAYS
    for word in _WORD.findall(plain):
        found |= _of_word(word)
    if not plain.isascii():
        signs = _words().signs
        for run in _SIGNS.findall(plain):
            before = ""
            for sign in run:
                found |= signs.get(sign, 0) | signs.get(before + sign, 0)
                before = sign
    return found


@keeps_recent
def _of_word(word: str) -> int:
    words = _words()
    found = words.whole.get(word, 0)
    for at in range(len(word)):
        found |= words.first.get(word[: at + 1], 0) | words.last.get(word[at:], 0)
        for end in range(at + 1, len(word) + 1):
            found |= words.within.get(word[at:end], 0)
    return found


@cache
def _bits() -> Mapping[str, int]:
    return {digest: ALWAYS << at for at, digest in enumerate(HINT_WORDS, start=1)}


@cache
def _words() -> _Words:
    kinds: dict[str, dict[str, int]] = {kind: {} for kind in "=^$~+"}
    for at, words in enumerate(HINT_WORDS.values(), start=1):
        for word in words.split():
            of_kind = kinds[word[0]]
            of_kind[word[1:]] = of_kind.get(word[1:], 0) | ALWAYS << at
    return _Words(
        whole=kinds["="],
        first=kinds["^"],
        last=kinds["$"],
        within=kinds["~"],
        signs=kinds["+"],
    )
