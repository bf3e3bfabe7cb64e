"""Diagnostics: RAW, bounded, with the call's purpose and policy and nothing of the request."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.diagnostics import ModelFault, bound_error, render_fault
from sayso.core.model import Purpose, RequestPolicy

POLICY = RequestPolicy(max_output_tokens=1_800)


def test_a_fault_says_everything_the_provider_said() -> None:
    """Type, message, status and body are kept as they came, markup-like text included."""
    body = '{"error": "[red]no[/red] key sk-123"}'
    fault = ModelFault(kind="HTTPError", message="refused", status="429", body=body)
    text = render_fault(fault, Purpose.EXTRACTION, POLICY)
    assert text.splitlines()[0] == "HTTPError: refused"
    assert "status: 429" in text
    assert f"body: {body}" in text


def test_a_fault_names_purpose_and_policy() -> None:
    """The call's purpose and how it was made stand in every diagnostic (A275-A276)."""
    text = render_fault(ModelFault(kind="Timeout", message="60 s"), Purpose.CONSOLIDATION, POLICY)
    assert "purpose: memory_consolidation" in text
    assert "max_output_tokens=1800" in text
    assert "reasoning=False streaming=False" in text
    assert "status:" not in text
    assert "body:" not in text


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


def test_a_huge_body_is_bounded() -> None:
    """A provider that answers megabytes leaves 20,000 characters of them (A260)."""
    fault = ModelFault(kind="HTTPError", message="no", body="z" * 1_000_000)
    assert len(render_fault(fault, Purpose.EXTRACTION, POLICY)) == limits.JOB_ERROR_MAX_CHARS
