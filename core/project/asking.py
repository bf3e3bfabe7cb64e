"""How the two memory questions are put to a language model: a fixed prompt and one JSON value.

The prompt text comes from core/prompts and is handed in; what is asked about is one JSON object
in a user message of its own, so that nothing a user wrote can pass for an instruction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from sayso.core.items import KIND_POLICIES
from sayso.core.model import Message, ModelRequest, Purpose, RequestPolicy
from sayso.core.project.consolidation import CONSOLIDATION_CONTRACT, Action
from sayso.core.project.extraction import EXTRACTION_CONTRACT
from sayso.core.shapes import schema_of

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Item, Source
    from sayso.core.project.consolidation import ConsolidationInput
    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.turns import Turn


def request_extraction(
    question: ExtractionInput, prompt: str, policy: RequestPolicy
) -> ModelRequest:
    """Put stage 1's question: RAW turns, complete and untrimmed, as data (A23, A75)."""
    previous = question.previous
    payload = {
        "thread_id": question.thread_id,
        "previous_compaction": question.compaction,
        "adjacent_previous_turn": None if previous is None else _turn_fields(previous),
        "turns": [_turn_fields(turn) for turn in question.turns],
        **_refusal_fields(question.refused_because),
    }
    return ModelRequest(
        purpose=Purpose.EXTRACTION,
        messages=_messages(prompt, payload),
        policy=policy,
        schema=schema_of(EXTRACTION_CONTRACT),
    )


def request_consolidation(
    question: ConsolidationInput, prompt: str, policy: RequestPolicy
) -> ModelRequest:
    """Put stage 2's question: candidates with their sources, and related active items."""
    payload = {
        "candidates": [_candidate_fields(one) for one in question.candidates],
        "active_items": [_item_fields(one) for one in question.related],
        "allowed_operations": list(Action),
        **_refusal_fields(question.refused_because),
    }
    return ModelRequest(
        purpose=Purpose.CONSOLIDATION,
        messages=_messages(prompt, payload),
        policy=policy,
        schema=schema_of(CONSOLIDATION_CONTRACT),
    )


def _messages(prompt: str, payload: dict[str, object]) -> tuple[Message, ...]:
    body = orjson.dumps(payload, option=orjson.OPT_INDENT_2).decode()
    return Message(role="system", text=prompt), Message(role="user", text=body)


def _refusal_fields(reason: str) -> dict[str, object]:
    return {"refused_because": reason} if reason else {}


def _turn_fields(turn: Turn) -> dict[str, object]:
    return {
        "turn_id": turn.id,
        "sequence": turn.sequence,
        "intent": turn.intent,
        "user": turn.user_text,
        "assistant": turn.assistant_text,
        "state": turn.state,
    }


def _candidate_fields(candidate: Candidate) -> dict[str, object]:
    return {
        "id": candidate.id,
        "thread_id": candidate.thread_id,
        "kind": candidate.kind,
        "title": candidate.title,
        "content": candidate.content,
        "aliases": candidate.aliases,
        "non_factual": KIND_POLICIES[candidate.kind].non_factual,
        "said_at": candidate.said_at_us,
        "sources": [_source_fields(source) for source in candidate.sources],
    }


def _source_fields(source: Source) -> dict[str, object]:
    return {"turn_id": source.turn_id, "role": source.role, "quote": source.quote}


def _item_fields(item: Item) -> dict[str, object]:
    return {
        "id": item.item_id,
        "revision": item.revision,
        "kind": item.kind,
        "thread_id": item.thread_id,
        "title": item.title,
        "content": item.content,
        "synopsis": item.synopsis,
        "aliases": item.aliases,
        "keywords": item.keywords,
        "said_at": item.said_at_us,
    }
