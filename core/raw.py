"""RAW texts: whether one can be stored byte for byte, and the hash that proves it unchanged."""

from __future__ import annotations

import hashlib

from sayso.core import limits
from sayso.core.outcome import Failure, Result, Success
from sayso.core.text import lone_surrogate_at


def check_text(text: object, what: str, *, may_be_empty: bool) -> Result[str, str]:
    """Check that a text can be stored byte for byte: type, size, emptiness, lone surrogates."""
    if not isinstance(text, str):
        return Failure(f"{what} is a {type(text).__name__}: give text, '' for none")
    if not may_be_empty and not text.strip():
        return Failure(f"{what} is empty: give some text")
    at = lone_surrogate_at(text)
    if at is not None:
        return Failure(
            f"{what} holds a lone surrogate at character {at}, which UTF-8 cannot store: "
            "remove it or decode the text again"
        )
    size_bytes = len(text.encode("utf-8"))
    if size_bytes > limits.TURN_MAX_BYTES:
        return Failure(
            f"{what} has {size_bytes} bytes, the limit is {limits.TURN_MAX_BYTES}: shorten it"
        )
    return Success(text)


def text_sha256(text: str) -> bytes:
    """Give the hash that proves a RAW text unchanged: SHA-256 over its UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).digest()
