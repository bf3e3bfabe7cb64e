"""A value has one spelling, and what is no such spelling is told apart with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.knowledge.spelling import read_list, read_object, read_spelled, spell

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('aé中\n"\\', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_is_read_again(value: object) -> None:
    """Writing and reading give the same value, and the same bytes again."""
    written = spell(value).unwrap()
    assert read_spelled(written).unwrap() == value
    assert spell(read_spelled(written).unwrap()).unwrap() == written
    assert written.endswith(b"\n")


def test_a_value_that_is_no_json_is_refused() -> None:
    """What others could not read is not written."""
    assert spell({"a": float("nan")}).failure() == "value.a: is no finite number"
    assert spell({"a": {1}}).failure() == "value.a: set is no JSON value"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "is no JSON: Expecting value in line 1"),
        (b'{"a": 1}\n{}', "is no JSON: Extra data in line 2"),
        (b'{"a": 1, "a": 2}', "has a key twice in one object"),
        (b"[Infinity]", "Infinity is no JSON"),
        (b"[1e999]", "value[0]: is no finite number"),
        (b"\xff", "is no UTF-8"),
        (b'"\\ud83d"', "value: holds a lone surrogate at 0"),
        (b"[" * 40 + b"]" * 40, "is nested deeper than"),
        (b"[" * 100_000, f"is nested deeper than {limits.KNOWLEDGE_DEPTH_MAX}"),
    ],
)
def test_a_damaged_file_is_told_with_its_reason(raw: bytes, reason: str) -> None:
    """Nothing is guessed of a file that is not one JSON value."""
    assert reason in read_spelled(raw).failure()
    assert reason in read_object(raw).failure()
    assert reason in read_list(raw).failure()


def test_a_file_of_another_kind_is_told() -> None:
    """An object where a list is due is damage, and so is the other way round."""
    assert read_object(b"[]").failure() == "is no JSON object"
    assert read_list(b"{}").failure() == "is no JSON list"
    assert read_object(b'\xef\xbb\xbf{"a": 1}').unwrap() == {"a": 1}
    assert read_list(b"[1]").unwrap() == [1]
