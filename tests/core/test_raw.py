"""RAW text: what can be stored byte for byte, and the hash that proves it unchanged."""

import hashlib

import pytest

from sayso.core import limits
from sayso.core.raw import check_text, text_sha256


@pytest.mark.parametrize("text", ["x", " a\0b\r\n ", "x" * limits.TURN_MAX_BYTES, "e\u0301\u202e"])
def test_a_text_that_can_be_stored_is_taken_as_it_is(text: str) -> None:
    """Nothing is trimmed, normalised or cut: RAW is RAW (A72, A135)."""
    assert check_text(text, "the text", may_be_empty=False).unwrap() == text


def test_an_empty_answer_is_taken() -> None:
    """Only the user's side must say something."""
    assert check_text("", "the answer", may_be_empty=True).unwrap() == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty"),
        (" \t\u3000", "the text is empty"),
        ("a\ud800", "lone surrogate at character 1"),
        (None, "the text is a NoneType"),
        (3, "the text is a int: give text"),
        (b"bytes", "the text is a bytes"),
        ("中" * (limits.TURN_MAX_BYTES // 3 + 1), "limit is 8388608"),
    ],
)
def test_a_text_that_cannot_be_stored_is_refused(text: object, reason: str) -> None:
    """Type, emptiness, lone surrogates and size in bytes are checked, each with its reason."""
    assert reason in check_text(text, "the text", may_be_empty=False).failure()


def test_the_hash_is_over_the_bytes_of_the_text() -> None:
    """SHA-256 over UTF-8, nothing normalised."""
    assert text_sha256("é中") == hashlib.sha256("é中".encode()).digest()
    assert text_sha256("e\u0301") != text_sha256("é")
