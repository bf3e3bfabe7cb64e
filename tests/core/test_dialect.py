"""What a provider turns down sends us one rung down its ladder, and nothing else does."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.dialect import LADDERS, NO_TOOLS, PLAIN, Dialect, Format, Parameter, step_down


def error_of(message: str, param: str | None = None) -> bytes:
    """Write an error as OpenAI does."""
    return json.dumps({"error": {"message": message, "param": param}}).encode()


def test_everything_we_want_is_asked_for_first() -> None:
    """A schema that is enforced, no reasoning, temperature 0 and a bounded output (A275)."""
    assert PLAIN.of(Parameter.FORMAT) == Format.SCHEMA
    assert PLAIN.of(Parameter.REASONING) == "none"
    assert PLAIN.of(Parameter.TEMPERATURE) == "temperature"
    assert PLAIN.of(Parameter.MAX_TOKENS) == "max_tokens"


# How providers word it, in short: OpenAI, DeepSeek, Groq, llama.cpp, Mistral, LM Studio, Gemini,
# llama-cpp-python.
REFUSALS = [
    (400, error_of("Invalid parameter", "response_format"), Parameter.FORMAT),
    (400, error_of("This response_format type is unavailable now"), Parameter.FORMAT),
    (400, error_of("invalid schema for response format: minItems"), Parameter.FORMAT),
    (400, error_of("Failed to initialize samplers: failed to parse grammar"), Parameter.FORMAT),
    (400, b"{\"error\":\"'response_format.type' must be 'json_schema'\"}", Parameter.FORMAT),
    (422, b'{"detail":[{"loc":["body","reasoning_effort"]}]}', Parameter.REASONING),
    (400, b'[{"error":{"message":"Unknown name \\"reasoning_effort\\""}}]', Parameter.REASONING),
    (400, error_of("Unsupported value", "temperature"), Parameter.TEMPERATURE),
    (400, error_of("Use max_completion_tokens instead", "max_tokens"), Parameter.MAX_TOKENS),
    (500, error_of("('body', 'response_format', 'type') is not 'text'"), Parameter.FORMAT),
    (400, error_of("registry/library/small:latest does not support tools"), Parameter.TOOLS),
    (400, error_of('"auto" tool choice requires a flag to be set'), Parameter.TOOLS),
    (501, b"JSON Schema is not implemented", Parameter.FORMAT),
]


@pytest.mark.parametrize(("status", "body", "parameter"), REFUSALS)
def test_a_refusal_names_what_to_change(status: int, body: bytes, parameter: Parameter) -> None:
    """Whatever the provider's wording, only the named parameter goes one rung down."""
    assert step_down(PLAIN, status, body) == Dialect({parameter: 1})


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, error_of("no response_format here")),
        (401, error_of("response_format", "response_format")),
        (429, error_of("too many requests with response_format")),
        (503, error_of("response_format")),
        (400, error_of("the context is too long", "messages")),
        (400, error_of("the temperature of the messages", "messages")),
        (400, b"no"),
        (400, b"\xff\xfe"),
        (400, b'{"error":"no"}'),
    ],
)
def test_anything_else_teaches_nothing(status: int, body: bytes) -> None:
    """Another status, another parameter and an unknown reason leave the request as it is."""
    assert step_down(PLAIN, status, body) is None


def test_the_first_one_named_counts() -> None:
    """An error that repeats the whole request is about what it says before that."""
    body = error_of("temperature is not supported. Request: max_tokens, response_format")
    assert step_down(PLAIN, 400, body) == Dialect({Parameter.TEMPERATURE: 1})


def test_a_ladder_that_is_at_its_end_gives_way_to_the_next() -> None:
    """What was left out already is not the reason, so the next one named is."""
    without = Dialect({Parameter.TEMPERATURE: 1})
    body = error_of("temperature and max_tokens")
    assert step_down(without, 400, body) == Dialect(
        {Parameter.TEMPERATURE: 1, Parameter.MAX_TOKENS: 1}
    )
    assert step_down(without, 400, error_of("temperature")) is None


def test_a_provider_that_takes_nothing_is_asked_in_the_plainest_form() -> None:
    """The format goes from schema to object with schema to object to nothing at all."""
    dialect, forms = PLAIN, [PLAIN.of(Parameter.FORMAT)]
    while (simpler := step_down(dialect, 400, error_of("response_format"))) is not None:
        dialect = simpler
        forms.append(dialect.of(Parameter.FORMAT))
    assert forms == ["json_schema", "json_object with schema", "json_object", ""]


@given(st.lists(st.tuples(st.sampled_from([200, 400, 422, 429, 500]), st.binary(max_size=60))))
def test_every_ladder_ends(answers: list[tuple[int, bytes]]) -> None:
    """However a provider answers, the steps down are bounded by the rungs there are."""
    rungs = sum(len(ladder) - 1 for ladder in LADDERS.values())
    everything = " ".join((*Parameter, *NO_TOOLS)).encode()
    dialect, steps = PLAIN, 0
    for status, body in [*answers, *[(400, everything)] * (rungs + 1)]:
        simpler = step_down(dialect, status, body)
        dialect, steps = (dialect, steps) if simpler is None else (simpler, steps + 1)
    assert steps == rungs
    assert step_down(dialect, 400, everything) is None
