"""A contract is one shape: what the strict reader takes and what the schema says are the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.model import TextBound
from sayso.core.outcome import is_failure
from sayso.core.project.consolidation import CONSOLIDATION_CONTRACT, read_consolidation
from sayso.core.project.extraction import EXTRACTION_CONTRACT, read_extraction
from sayso.core.shapes import Choice, Many, Record, Shape, Whole, schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator

Accepts = Callable[[object], bool]


def takes_extraction(value: object) -> bool:
    """Tell whether stage 1's reader takes a value."""
    return not is_failure(read_extraction(json.dumps(value)))


def takes_consolidation(value: object) -> bool:
    """Tell whether stage 2's reader takes a value."""
    return not is_failure(read_consolidation(json.dumps(value)))


CONTRACTS = ((EXTRACTION_CONTRACT, takes_extraction), (CONSOLIDATION_CONTRACT, takes_consolidation))
STAGES = pytest.mark.parametrize(
    ("contract", "takes"), CONTRACTS, ids=["extraction", "consolidation"]
)
# All that OpenAI's strict mode, Groq, vLLM and llama.cpp agree on.
KEYWORDS = {
    "array": {"type", "items", "description"},
    "integer": {"type"},
    "object": {"type", "properties", "required", "additionalProperties"},
    "string": {"type", "description", "enum"},
}


def barest(shape: Shape) -> object:
    """Give a value of a shape with as little in it as may be, but an entry in each list."""
    match shape:
        case TextBound():
            return "" if shape.may_be_empty else "x"
        case Whole():
            return -1
        case Choice():
            return shape.values[0]
        case Many():
            return [barest(shape.of)]
        case Record():
            return {key: barest(value) for key, value in shape.fields.items()}


def widest(shape: Shape) -> Iterator[object]:
    """Give values of a shape, each filled to its bound in one place and bare elsewhere."""
    match shape:
        case TextBound():
            yield "x" * shape.max_chars
        case Whole():
            yield from (0, 10**30, *([None] if shape.may_be_null else []))
        case Choice():
            yield from shape.values
        case Many():
            yield from ([barest(shape.of)] * length for length in shape.span)
            yield from ([wide] for wide in widest(shape.of))
        case Record():
            whole = {key: barest(value) for key, value in shape.fields.items()}
            for key, value in shape.fields.items():
                yield from (whole | {key: wide} for wide in widest(value))


def beyond(shape: Shape) -> Iterator[object]:
    """Give values that miss a shape, each by one step in one place."""
    match shape:
        case TextBound():
            yield from ("x" * (shape.max_chars + 1), None, 1, [])
            yield from () if shape.may_be_empty else ("", " \n")
        case Whole():
            yield from ("1", True, 1.5, [])
            yield from () if shape.may_be_null else (None,)
        case Choice():
            yield from (*(value.upper() for value in shape.values), "", None, 1)
        case Many():
            yield from ({}, None, [barest(shape.of)] * (shape.at_most + 1))
            yield from ([barest(shape.of)] * short for short in range(shape.at_least))
            yield from ([missed] for missed in beyond(shape.of))
        case Record():
            whole = {key: barest(value) for key, value in shape.fields.items()}
            yield from ([], None, whole | {"more": 1})
            for key, value in shape.fields.items():
                yield {other: whole[other] for other in whole if other != key}
                yield from (whole | {key: missed} for missed in beyond(value))


def mixed(shape: Shape) -> st.SearchStrategy[object]:
    """Give a strategy for values about a shape, most of them sound and some that miss it."""
    match shape:
        case Many():
            sound: st.SearchStrategy[object] = st.lists(
                mixed(shape.of), min_size=shape.at_least, max_size=2
            )
        case Record():
            sound = st.fixed_dictionaries(
                {key: mixed(value) for key, value in shape.fields.items()}
            )
        case _:
            sound = st.sampled_from([barest(shape), *widest(shape)])
    return st.integers(0, 40).flatmap(
        lambda draw: sound if draw else st.sampled_from(list(beyond(shape)))
    )


def validates(value: object, schema: dict[str, Any]) -> bool:
    """Tell whether a value is what a JSON schema of our few keywords allows."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    match value:
        case None:
            return "null" in kinds
        case bool():
            return False
        case int():
            return "integer" in kinds
        case str():
            return "string" in kinds and value in schema.get("enum", [value])
        case list():
            return "array" in kinds and all(validates(one, schema["items"]) for one in value)
        case dict():
            return (
                "object" in kinds
                and set(schema["required"]) <= set(value) <= set(schema["properties"])
                and all(validates(one, schema["properties"][key]) for key, one in value.items())
            )
    return False


def parts_of(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give a schema and every schema inside it."""
    yield schema
    for inner in (*schema.get("properties", {}).values(), schema.get("items")):
        if inner is not None:
            yield from parts_of(inner)


@STAGES
def test_each_part_may_be_as_wide_as_its_shape(contract: Record, takes: Accepts) -> None:
    """Every text and list is taken at its very bound, by reader and schema alike."""
    for value in (barest(contract), *widest(contract)):
        assert takes(value), json.dumps(value)[:200]
        assert validates(value, schema_of(contract))


@STAGES
def test_what_misses_its_shape_is_refused(contract: Record, takes: Accepts) -> None:
    """One character, entry or key too many or too few refuses the whole answer."""
    missed = list(beyond(contract))
    assert len(missed) > 40
    for value in missed:
        assert not takes(value), json.dumps(value)[:200]


@STAGES
def test_a_schema_says_what_every_provider_takes(contract: Record, takes: Accepts) -> None:
    """All properties are required, no others allowed, and no keyword bounds a length."""
    for part in parts_of(schema_of(contract)):
        kind = part["type"][0] if isinstance(part["type"], list) else part["type"]
        assert set(part) <= KEYWORDS[kind]
        if kind == "object":
            assert part["required"] == list(part["properties"])
            assert part["additionalProperties"] is False


@STAGES
@given(data=st.data())
def test_no_schema_refuses_what_a_reader_takes(
    contract: Record, takes: Accepts, data: st.DataObject
) -> None:
    """A provider that enforces the schema never keeps a model from a legal answer."""
    value = data.draw(mixed(contract))
    assert validates(value, schema_of(contract)) or not takes(value)
