"""RAW texts: whether one can be stored byte for byte, and the hash that proves it unchanged."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, cast

from sayso.core import limits, outcome
from sayso.core.states import Role
from sayso.core.text import lone_surrogate_at

if TYPE_CHECKING:
    from sayso.core.items import Source

SIDES: Final = {Role.USER: "the user's text", Role.ASSISTANT: "the answer"}


def text_fault(text: object, what: str, *, may_be_empty: bool) -> str | None:
    """Say why a text cannot be stored byte for byte: type, emptiness, lone surrogates, size."""
    if not isinstance(text, str):
        return f"{what} is a {type(text).__name__}: give text, '' for none"
    if not may_be_empty and not text.strip():
        return f"{what} is empty: give some text"
    at = lone_surrogate_at(text)
    if at is not None:
        return (
            f"{what} holds a lone surrogate at character {at}, which UTF-8 cannot store: "
            "remove it or decode the text again"
        )
    size_bytes = len(text.encode("utf-8"))
    if size_bytes > limits.TURN_MAX_BYTES:
        return f"{what} has {size_bytes} bytes, the limit is {limits.TURN_MAX_BYTES}: shorten it"
    return None


def text_sha256(text: str) -> bytes:
    """Give the hash that proves a RAW text unchanged: SHA-256 over its UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).digest()


def read_raw(turn_id: object, role: Role, text: object, sha256: object) -> outcome.Result[str, str]:
    """Give one side of a turn from its stored bytes, if they are those that were stored.

    The failure is one line that names turn and side.

    >>> from hashlib import sha256
    >>> read_raw(40, Role.USER, b"Use tabs.", sha256(b"Use tabs.").digest()).unwrap()
    'Use tabs.'
    >>> read_raw(40, Role.USER, b"Use tabr.", sha256(b"Use tabs.").digest()).failure()
    "t40: the user's text is not the one that was stored"
    """
    fault = raw_fault(turn_id, role, text, sha256)
    if fault is not None:
        return outcome.Failure(fault)
    return outcome.Success(cast("bytes", text).decode("utf-8"))


def raw_fault(turn_id: object, role: Role, text: object, sha256: object) -> str | None:
    """Say in one line why bytes are not the text that was stored as one side of a turn."""
    side = f"t{turn_id}: {SIDES[role]}"
    if not isinstance(text, bytes):
        return f"{side} is none, or longer than a turn can be"
    if not _is_utf8(text):
        return f"{side} is no UTF-8 any more"
    if hashlib.sha256(text).digest() != sha256:
        return f"{side} is not the one that was stored"
    return None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def quote_fault(source: Source, said: str) -> str | None:
    """Say that a quote is not what its turn says at its place, None where it is.

    >>> from sayso.core.items import Source
    >>> quote_fault(Source(turn_id=40, role=Role.USER, quote="tabr", start=4, end=8), "Use tabs.")
    "t40: a quote is not what the user's text says at 4-8"
    """
    is_there = said[max(source.start, 0) : source.end] == source.quote
    if is_there and source.end - source.start == len(source.quote):
        return None
    place = f"{source.start}-{source.end}"
    return f"t{source.turn_id}: a quote is not what {SIDES[source.role]} says at {place}"
