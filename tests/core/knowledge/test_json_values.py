"""JSON values of knowledge: one spelling, strict before writing, lenient after reading."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st

from sayso.core.knowledge.json_values import (
    canonical,
    fault_in,
    first_text,
    object_of,
    objects_of,
    text_of,
    texts_of,
)
from sayso.core.limits import KNOWLEDGE_DEPTH_MAX

TEXT = st.text(alphabet="aB_é刹", max_size=3)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def nested(levels: int) -> object:
    """Give a list inside a list, as many levels as asked for."""
    value: object = []
    for _ in range(levels - 1):
        value = [value]
    return value


@given(VALUES)
@rules(max_examples=50)
def test_equal_values_have_one_spelling(value: object) -> None:
    """A value that goes through a file is spelled as before, and nothing about it is at fault."""
    assert canonical(json.loads(json.dumps(value))) == canonical(value)
    assert fault_in(value) is None


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"a": [1, float("nan")]}, "value.a[1]: is no finite number"),
        ({"a": float("inf")}, "value.a: is no finite number"),
        ("x\ud800", "value: holds a lone surrogate at 1"),
        ({"\ud800": 1}, "value: a key: holds a lone surrogate at 0"),
        ({1: 2}, "value: the key 1 is no text"),
        ({"a": {2}}, "value.a: set is no JSON value"),
        (b"x", "value: bytes is no JSON value"),
        (nested(KNOWLEDGE_DEPTH_MAX + 1), "is nested deeper than 32"),
    ],
)
def test_what_no_file_can_keep_is_told_with_its_place(value: object, fault: str) -> None:
    """What JSON doesn't have is refused with the place where it stands."""
    assert (fault_in(value) or "").endswith(fault)


def test_what_json_has_may_be_kept() -> None:
    """Every kind of value may be kept, as deep as the bound says."""
    assert fault_in({"a": [None, True, 1, 1.5, "é", ("b",)], "c": {}}) is None
    assert fault_in(nested(KNOWLEDGE_DEPTH_MAX)) is None


def test_fields_of_another_type_read_as_absent() -> None:
    """What somebody else wrote into a file never breaks the reading of it."""
    written = {"n": 1, "t": " x ", "blank": " ", "l": ["a", 2, {"b": 1}], "o": {"k": 0}}
    assert [text_of(written, key) for key in ("t", "n", "none")] == [" x ", "", ""]
    assert first_text(written, "n", "blank", "t") == "x"
    assert first_text(written, "n", "none") == ""
    assert [texts_of(written, key) for key in ("l", "t", "none")] == [("a",), (), ()]
    assert [objects_of(written, key) for key in ("l", "t")] == [({"b": 1},), ()]
    assert [object_of(written, key) for key in ("o", "l")] == [{"k": 0}, {}]
