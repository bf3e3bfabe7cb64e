"""The bytes of both questions as they go over the wire, pinned whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from sayso.core.completions import render_request
from sayso.core.dialect import PLAIN
from sayso.core.model import Purpose
from sayso.core.project.asking import request_consolidation, request_extraction
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput
from sayso.shell.stages import POLICIES
from tests.records import make_candidate, make_turn

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from sayso.core.model import ModelRequest


def body_of(request: ModelRequest) -> str:
    """Lay a request's body out for a reviewer, as it is sent first."""
    body = orjson.loads(render_request(request, "small", PLAIN))
    return orjson.dumps(body, option=orjson.OPT_INDENT_2).decode() + "\n"


def test_the_body_of_stage_1(snapshot: SnapshotAssertion) -> None:
    """Model, messages, the policy of short calls, and the contract as a schema (A275)."""
    question = ExtractionInput(
        thread_id=1, compaction="So far.", previous=None, turns=(make_turn(2, "以后用制表符。"),)
    )
    request = request_extraction(question, "(the prompt)", POLICIES[Purpose.EXTRACTION])
    assert body_of(request) == snapshot


def test_the_body_of_stage_2(snapshot: SnapshotAssertion) -> None:
    """The same for the second question, whose contract and bound are others."""
    question = ConsolidationInput(
        candidates=(make_candidate(7),), related=(), refused_because="reply: too long"
    )
    request = request_consolidation(question, "(the prompt)", POLICIES[Purpose.CONSOLIDATION])
    assert body_of(request) == snapshot
