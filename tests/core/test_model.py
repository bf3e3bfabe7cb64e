"""The strict reader of model output: one JSON object within bounds, or a reason to act on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.model import (
    RequestPolicy,
    TextBound,
    bounded_list,
    bounded_text,
    exact_keys,
    read_object,
)

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(max_size=8), JSON_VALUES))
def test_any_plain_object_is_read_as_it_is(value: dict[str, object]) -> None:
    """Whatever json writes as one object comes back unchanged, also inside one fence."""
    text = json.dumps(value)
    assert read_object(text).unwrap() == value
    assert read_object(f"```json\n{text}\n```").unwrap() == value


@given(st.text(max_size=200))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    """Rubbish is a failure with a reason, never an exception."""
    outcome = read_object(text)
    assert str(outcome.value_or("")) or str(outcome.failure())


@given(st.text(alphabet='{}[]":,\\ 01e.-"a\ud800`\n', max_size=60))
def test_no_text_of_json_marks_makes_the_reader_raise(text: str) -> None:
    """Texts made of JSON's own marks don't either."""
    read_object(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not one JSON value"),
        ("   \n", "not one JSON value"),
        ("I cannot help with that.", "not one JSON value"),
        ('{"a": 1', "not one JSON value"),
        ('{"a": 1} and more', "not one JSON value"),
        ('{"a": 1}{"a": 2}', "not one JSON value"),
        ('\ufeff{"a": 1}', "not one JSON value"),
        ('[{"a": 1}]', "must be a JSON object"),
        ('"text"', "must be a JSON object"),
        ("null", "must be a JSON object"),
        ('{"a": 1, "a": 2}', "a key twice"),
        ('{"b": {"a": 1, "a": 1}}', "a key twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1e999}', "out of range"),
        ('{"a": -1e999}', "out of range"),
        ('{"a": ' + "1" * 5_000 + "}", "too many digits"),
        ('{"a": ' + "[" * 100_000 + "}", "nested deeper"),
        ('{"a": ' * 100_000, "nested deeper"),
        ('{"a": "' + "x" * limits.REPLY_MAX_BYTES + '"}', "larger than"),
        ('```python\n{"a": 1}\n```', "not one JSON value"),
        ('```json\n{"a": 1}\n``` done', "not one JSON value"),
        ('Sure:\n```json\n{"a": 1}\n```', "not one JSON value"),
        ('``````json\n{"a": 1}\n``````', "not one JSON value"),
        ("```\n```", "not one JSON value"),
        ("``````", "not one JSON value"),
    ],
)
def test_what_is_not_exactly_one_object_is_refused(text: str, reason: str) -> None:
    """Nothing is guessed, repaired or taken in part."""
    fault = read_object(text).failure()
    assert fault.path == "reply"
    assert reason in fault.reason
    assert str(fault).startswith("reply: ")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('  {"a": 1}\n', {"a": 1}),
        ('```\n{"a": 1}\n```', {"a": 1}),
        ('```JSON \r\n{"a": 1}\r\n```\n', {"a": 1}),
        ('{"a": 1.5, "b": [true, null]}', {"a": 1.5, "b": [True, None]}),
        ('{"a": "```"}', {"a": "```"}),
        ('{"a": "[[[{{{"}', {"a": "[[[{{{"}),
        (r'{"a": "\"[\\"}', {"a": '"[\\'}),
    ],
)
def test_one_object_is_read(text: str, value: object) -> None:
    """White space and one fence around the object are the only things that may surround it."""
    assert read_object(text).unwrap() == value


def test_brackets_in_strings_do_not_count_as_depth() -> None:
    """A long string of brackets is text, and what is nested 32 deep is still read."""
    assert read_object(json.dumps({"a": "[" * 500})).unwrap() == {"a": "[" * 500}
    deep = '{"a": ' + "[" * 31 + "]" * 31 + "}"
    assert "a" in read_object(deep).unwrap()
    too_deep = '{"a": ' + "[" * 32 + "]" * 32 + "}"
    assert "nested deeper" in read_object(too_deep).failure().reason


def test_the_size_of_a_reply_is_counted_in_bytes() -> None:
    """A third of the characters is too much when each takes three bytes."""
    text = json.dumps({"a": "中" * (limits.REPLY_MAX_BYTES // 3)}, ensure_ascii=False)
    assert "larger than" in read_object(text).failure().reason


def test_keys_must_be_exactly_those_of_the_contract() -> None:
    """A missing key, one too many and anything but an object are told apart."""
    assert exact_keys({"a": 1, "b": 2}, "x", ("a", "b")).unwrap() == {"a": 1, "b": 2}
    assert exact_keys({"a": 1}, "x", ("a", "b")).failure().reason == "lacks the key 'b'"
    many = {"a": 1, "z": 1, "c": 1}
    assert exact_keys(many, "x", ("a",)).failure().reason == "has the unknown key 'c'"
    endless = exact_keys({"k" * 100_000: 1}, "x", ())
    assert len(str(endless.failure())) < 100  # it is fed back to the model
    assert exact_keys([], "x", ("a",)).failure().reason == "must be an object"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (1, "must be a string"),
        (None, "must be a string"),
        ("", "must not be empty"),
        (" \n", "must not be empty"),
        ("x" * 11, "longer than 10"),
        ("a\ud800", "lone surrogate"),
    ],
)
def test_a_text_outside_its_bound_is_refused(value: object, reason: str) -> None:
    """Type, emptiness, length and storability are checked."""
    assert reason in bounded_text(value, "p", TextBound(max_chars=10)).failure().reason


def test_a_text_is_trimmed_unless_its_space_matters() -> None:
    """Titles are trimmed before they are measured; quotes keep every character."""
    assert bounded_text("  ab  ", "p", TextBound(max_chars=2)).unwrap() == "ab"
    kept = TextBound(max_chars=6, keep_space=True)
    assert bounded_text("  ab  ", "p", kept).unwrap() == "  ab  "
    assert "longer" in bounded_text("  ab   ", "p", kept).failure().reason
    assert bounded_text("  ", "p", TextBound(max_chars=2, may_be_empty=True)).unwrap() == ""
    assert bounded_text("é…", "p", TextBound(max_chars=2)).unwrap() == "é…"


def test_a_list_has_a_bounded_length() -> None:
    """Both ends of the span count as inside; anything but a list is refused."""
    assert bounded_list([1], "p", 1, 2).unwrap() == [1]
    assert bounded_list([1, 2], "p", 1, 2).unwrap() == [1, 2]
    assert "1 to 2" in bounded_list([], "p", 1, 2).failure().reason
    assert "1 to 2" in bounded_list([1, 2, 3], "p", 1, 2).failure().reason
    assert "must be a list" in bounded_list({}, "p", 0, 2).failure().reason


def test_memory_calls_are_short_and_plain() -> None:
    """No reasoning, no streaming, temperature 0 and a deadline of 60 seconds (A275, A294)."""
    policy = RequestPolicy(max_output_tokens=1)
    assert (policy.reasoning, policy.streaming, policy.temperature) == (False, False, 0.0)
    assert policy.deadline_us == 60_000_000
