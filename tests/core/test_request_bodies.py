"""The bytes of both questions as they go over the wire, pinned whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import pytest

from sayso.core.chat.exchange import Question, Wanted, advance, begin, resume
from sayso.core.completions import COMPLETIONS
from sayso.core.messages_api import MESSAGES
from sayso.core.model import ModelReply, Purpose
from sayso.core.project.asking import request_consolidation, request_extraction
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.context import HistoryMessage
from sayso.core.project.extraction import ExtractionInput
from sayso.core.turns import Role
from sayso.shell.stages import POLICIES
from sayso.shell.turn import memory_tools
from tests.core.test_chat import calls_of
from tests.records import make_candidate, make_turn

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from sayso.core.model import ModelRequest
    from sayso.core.wire import Api


def body_of(request: ModelRequest, api: Api = COMPLETIONS) -> str:
    """Lay a request's body out for a reviewer, as it is sent first."""
    body = orjson.loads(api.render(request, "small", api.plain))
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


def test_the_body_of_stage_1_for_anthropic(snapshot: SnapshotAssertion) -> None:
    """The same question in the other API's form: system apart, thinking off, the same schema."""
    question = ExtractionInput(
        thread_id=1, compaction="So far.", previous=None, turns=(make_turn(2, "以后用制表符。"),)
    )
    request = request_extraction(question, "(the prompt)", POLICIES[Purpose.EXTRACTION])
    assert body_of(request, MESSAGES) == snapshot


@pytest.mark.parametrize("api", [COMPLETIONS, MESSAGES], ids=["completions", "messages"])
def test_the_body_of_a_chat(api: Api, snapshot: SnapshotAssertion) -> None:
    """Context, history, words, both tools, and one round of calls with its results."""
    question = Question(
        prompt="(the prompt)",
        context="<sayso-memory>\n- m1 用 pnpm\n</sayso-memory>",
        history=(
            HistoryMessage(role=Role.USER, text="用 pnpm。", turn_id=1),
            HistoryMessage(role=Role.ASSISTANT, text="Fine.", turn_id=1),
        ),
        text="包管理用什么？",
        tools=memory_tools(),
    )
    reply = ModelReply(
        text="", calls=calls_of(1), message='{"role":"assistant","content":"(calls)"}'
    )
    wanted = advance(begin(question), reply)
    assert isinstance(wanted, Wanted)
    assert body_of(resume(wanted, ('{"hits":[]}',)).request, api) == snapshot
