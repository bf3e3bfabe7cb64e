"""RAW text: what can be stored byte for byte, and the hash that proves it unchanged."""

import hashlib
from dataclasses import replace

import pytest

from sayso.core import limits
from sayso.core.items import Source
from sayso.core.raw import quote_fault, read_raw, text_fault, text_sha256
from sayso.core.turns import Role


@pytest.mark.parametrize("text", ["x", " a\0b\r\n ", "x" * limits.TURN_MAX_BYTES, "e\u0301\u202e"])
def test_a_text_that_can_be_stored_is_taken_as_it_is(text: str) -> None:
    """Nothing is trimmed, normalised or cut: RAW is RAW (A72, A135)."""
    assert text_fault(text, "the text", may_be_empty=False) is None


def test_an_empty_answer_is_taken() -> None:
    """Only the user's side must say something."""
    assert text_fault("", "the answer", may_be_empty=True) is None


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
    fault = text_fault(text, "the text", may_be_empty=False)
    assert fault is not None
    assert reason in fault


def test_the_hash_is_over_the_bytes_of_the_text() -> None:
    """SHA-256 over UTF-8, nothing normalised."""
    assert text_sha256("é中") == hashlib.sha256("é中".encode()).digest()
    assert text_sha256("e\u0301") != text_sha256("é")


@pytest.mark.parametrize("text", ["x", "", "a\0b\r\n", "🙂 数据"])
@pytest.mark.parametrize("role", Role)
def test_a_text_comes_back_from_its_bytes(text: str, role: Role) -> None:
    """What fits its hash is given back as it was."""
    assert read_raw(7, role, text.encode("utf-8"), text_sha256(text)).unwrap() == text


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (b"Use tabr.", "t40: {} is not the one that was stored"),
        (b"Use tab\xf3.", "t40: {} is no UTF-8 any more"),
        (None, "t40: {} is none, or longer than a turn can be"),
        ("Use tabs.", "t40: {} is none, or longer than a turn can be"),
    ],
)
@pytest.mark.parametrize(
    ("role", "side"), [(Role.USER, "the user's text"), (Role.ASSISTANT, "the answer")]
)
def test_a_damaged_text_is_never_given_back(
    stored: object, expected: str, role: Role, side: str
) -> None:
    """The failure names turn and side (S13, S14)."""
    failure = read_raw(40, role, stored, text_sha256("Use tabs.")).failure()
    assert failure == expected.format(side)


def test_bytes_that_fit_their_hash_must_be_text_as_well() -> None:
    """A store that was made by hand may hold a right hash of bytes that are none."""
    bad = b"\xff"
    assert "no UTF-8" in read_raw(1, Role.USER, bad, hashlib.sha256(bad).digest()).failure()


@pytest.mark.parametrize("role", Role)
def test_a_quote_is_the_slice_it_names(role: Role) -> None:
    """Offsets count code points; a quote that stands elsewhere is none."""
    said = "🙂 数据 tabs tabs"
    fits = Source(turn_id=3, role=role, quote="tabs", start=5, end=9)
    assert quote_fault(fits, said) is None
    for start, end in ((4, 8), (10, 15), (5, 10), (50, 54), (-4, 14)):
        fault = quote_fault(replace(fits, start=start, end=end), said)
        assert fault is not None
        assert fault.startswith("t3: a quote is not what ")
        assert fault.endswith(f" says at {start}-{end}")
