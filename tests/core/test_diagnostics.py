"""Diagnostics: RAW, bounded, with the call's purpose and policy and nothing of the request."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.diagnostics import (
    ModelFault,
    bound_error,
    describe,
    read_exception,
    render_fault,
    render_refusal,
    without_key,
)
from sayso.core.model import Purpose, RequestPolicy

POLICY = RequestPolicy(max_output_tokens=1_800)
HOW = "max_output_tokens=1800 deadline_us=60000000 temperature=0.0 reasoning=False streaming=False"
CALL = ("purpose: memory_extraction", f"policy: {HOW}")


class Response:
    """What a client keeps of an answer; `headers` and `request` are not for diagnostics."""

    status_code = 429
    text = '{"error": "[red]slow down[/red]"}'
    headers = "authorization: Bearer sk-secret"
    request = "POST the whole prompt"


class RateLimitError(Exception):
    """An exception as the client of a provider raises it."""

    code = "rate_limit_exceeded"
    body = ("slow", "down")
    response = Response()
    request = "POST the whole prompt"


def raised(error: Exception) -> Exception:
    """Raise an exception and give it back with its trace."""
    with pytest.raises(type(error)) as caught:
        raise error
    return caught.value


def test_a_fault_says_everything_the_provider_said() -> None:
    """Type, message, status, code and both bodies are kept as they came, markup included."""
    body = '{"error": "[red]no[/red] key sk-123"}'
    fault = ModelFault(
        kind="HTTPError", message="refused", status="429", code="slow", details="D", body=body
    )
    assert render_fault(fault, Purpose.EXTRACTION, POLICY).splitlines() == [
        "HTTPError: refused",
        *CALL,
        "status: 429",
        "code: slow",
        "details: D",
        f"body: {body}",
    ]


def test_a_key_that_a_provider_repeats_is_blanked() -> None:
    """Whatever a provider sends back, the key stands in no part of the fault (A265)."""
    echoed = ModelFault(
        kind="not_authorised",
        message="HTTP 401 sk-123",
        status="401",
        code="sk-123",
        details="for sk-123",
        body="Incorrect key: Bearer sk-123",
    )
    told = render_fault(without_key(echoed, "sk-123"), Purpose.EXTRACTION, POLICY)
    assert "sk-123" not in told
    assert told.count("***") == 4
    assert without_key(echoed, "") is echoed
    bare = ModelFault(kind="Timeout", message="none")
    assert without_key(bare, "sk-123") == bare


def test_a_fault_names_purpose_and_policy() -> None:
    """The call's purpose and how it was made stand in every diagnostic (A275-A276)."""
    text = render_fault(ModelFault(kind="Timeout", message="60 s"), Purpose.CONSOLIDATION, POLICY)
    assert text.splitlines() == ["Timeout: 60 s", "purpose: memory_consolidation", CALL[1]]


def test_a_refused_reply_names_purpose_and_policy_too() -> None:
    """The reason is the first line and one line; the call that led to it follows."""
    text = render_refusal("the reply is not: a\nb", Purpose.EXTRACTION, POLICY)
    assert text.splitlines() == ["the reply is not: a b", *CALL]


def test_an_exception_of_a_client_is_read_without_its_request() -> None:
    """Status, code, its own body and the provider's body are read; request and headers are not."""
    fault = read_exception(RateLimitError("Error code: 429"))
    assert fault == ModelFault(
        kind="RateLimitError",
        message="Error code: 429",
        status="429",
        code="rate_limit_exceeded",
        details="('slow', 'down')",
        body='{"error": "[red]slow down[/red]"}',
    )


def test_a_status_of_the_exception_itself_comes_first() -> None:
    """Clients keep the status on the exception or on its response."""
    error = RateLimitError("no")
    error.status_code = 503  # type: ignore[attr-defined]
    assert read_exception(error).status == "503"


def test_a_plain_exception_is_type_and_message() -> None:
    """What is not there is not made up."""
    assert read_exception(ValueError("no")) == ModelFault(kind="ValueError", message="no")


def test_a_group_is_read_as_its_first_member() -> None:
    """A client built on task groups hides the real reason inside them."""
    group = ExceptionGroup("tasks", [ExceptionGroup("more", [OSError("no route"), ValueError()])])
    assert read_exception(group) == ModelFault(kind="OSError", message="no route")


def test_a_cause_is_told() -> None:
    """'Connection error.' alone helps nobody."""
    error = RuntimeError("Connection error.")
    error.__cause__ = OSError("no route to host")
    assert read_exception(error).message == "Connection error. (from OSError: no route to host)"


def test_an_exception_that_cannot_be_read_hides_nothing() -> None:
    """Properties and messages that raise are passed over; the type is always told."""

    class AwkwardError(Exception):
        def __str__(self) -> str:
            raise ZeroDivisionError

        @property
        def response(self) -> object:
            raise RuntimeError("the answer was never read")

        def code(self) -> int:
            return 7

    assert read_exception(AwkwardError()) == ModelFault(
        kind="AwkwardError", message="(unreadable: ZeroDivisionError)"
    )


def test_an_unexpected_exception_is_told_with_its_place() -> None:
    """Type and message first, then the innermost place; bounded like everything else."""
    first, place = describe(raised(KeyError("candidates"))).splitlines()
    assert first == "KeyError: 'candidates'"
    assert place.startswith("at: ")
    assert ".raised, line " in place
    assert describe(ValueError("never raised")) == "ValueError: never raised"
    assert len(describe(ValueError("x" * 99_999))) == limits.JOB_ERROR_MAX_CHARS


@pytest.mark.parametrize("size_chars", [0, 1, 19_999, 20_000])
def test_a_diagnostic_within_its_bound_stays_whole(size_chars: int) -> None:
    """Up to 20,000 characters nothing is cut."""
    assert bound_error("x" * size_chars) == "x" * size_chars


@given(st.integers(min_value=20_001, max_value=60_000))
def test_a_longer_diagnostic_is_cut_and_says_so(size_chars: int) -> None:
    """A cut diagnostic has exactly the bound's length with its mark, and keeps its head."""
    cut = bound_error("y" * size_chars)
    assert len(cut) == limits.JOB_ERROR_MAX_CHARS
    head, _, mark = cut.rpartition("\n")
    assert set(head) == {"y"}
    assert "cut" in mark


@given(st.text(st.characters()))
def test_every_text_can_be_stored(text: str) -> None:
    """Half a character, which no store can hold, is written as its escape; the rest stays."""
    stored = bound_error(text).encode("utf-8").decode("utf-8")
    assert stored == "".join(
        f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char for char in text
    )


@pytest.mark.parametrize("filler", ["z", "\udc80"])
def test_a_huge_body_is_bounded(filler: str) -> None:
    """A provider that answers megabytes leaves 20,000 characters of them (A260)."""
    fault = ModelFault(kind="HTTPError", message="no", body=filler * 1_000_000)
    for text in (
        render_fault(fault, Purpose.EXTRACTION, POLICY),
        render_refusal(filler * 30_000, Purpose.EXTRACTION, POLICY),
    ):
        assert len(text) == limits.JOB_ERROR_MAX_CHARS
