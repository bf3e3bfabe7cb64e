"""What the MCP server offers: tools, hints and schemas from one place, nothing that destroys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sayso.core.evidence import Reason
from sayso.core.items import Kind
from sayso.core.knowledge.layers import Layer
from sayso.core.outcome import is_failure
from sayso.core.project.explaining import (
    Explanation,
    Piece,
    Proposal,
    ToldTurn,
    tell_revisions,
)
from sayso.core.project.offering import (
    document_fields,
    offer_fields,
    proposed_fields,
    read_argument,
    read_fields,
    read_offering,
    read_request,
    recall_fields,
    results_fields,
    search_fields,
)
from sayso.core.project.proposing import NOT_CAPTURED, SET_ASIDE, Outcome, Proposed
from sayso.core.project.reading import read_item
from sayso.core.project.tools import hit_fields, reading_fields
from sayso.core.recall.asking import Part, Points, Reasons, Recalled, RecallHit
from sayso.core.search import Hit, MatchType
from sayso.core.states import Role
from tests.records import NOON_US, make_item, make_source

PROMPTS = Path(__file__).resolve().parents[2] / "core" / "prompts"
TEXTS = ((PROMPTS / "mcp.json").read_text("utf-8"), (PROMPTS / "tools.json").read_text("utf-8"))
PLAIN = read_offering(*TEXTS, aliases=False)
WHOLE = read_offering(*TEXTS, aliases=True)
KNOWING = read_offering(*TEXTS, aliases=True, has_knowledge=True)
HIT = Hit(
    row_id=1,
    item_id=3,
    kind=Kind.DECISION,
    title="Tabs",
    synopsis="Use tabs",
    match_type=MatchType.EXACT,
)
READING = read_item(make_item(3), (make_source(),))
LONG = "x" * 5_000
TURNS = tuple(
    ToldTurn(
        id=number,
        session="",
        at_us=NOON_US,
        is_quoted=number % 3 == 0,
        user=(Piece(text="Use "), Piece(text="tabs", is_quote=True), Piece(text=LONG)),
        assistant=(),
    )
    for number in range(1, 14)
)
TOLD = Explanation(
    item=make_item(3),
    turns=TURNS,
    left_out=0,
    proposals=tuple(
        Proposal(candidate_id=at, job_id=at, model="m", title="", at_us=NOON_US, revision=at)
        for at in range(1, 8)
    ),
    revisions=tell_revisions(
        tuple(make_item(3, f"Use {at} tabs", revision=at) for at in range(1, 8))
    ),
    forgotten=None,
    findings=(),
)


def test_five_tools_are_offered_and_two_names_more_on_demand() -> None:
    """Aliases come after the others and only where they are wanted."""
    names = [
        "memory_search",
        "memory_read",
        "memory_recall",
        "memory_status",
        "memory_propose",
    ]
    assert [one.name for one in PLAIN.offers] == names
    assert [one.name for one in WHOLE.offers] == [*names, "search", "fetch"]
    assert PLAIN.offer("search") is None


def test_no_tool_destroys_and_only_proposing_writes() -> None:
    """The hints say so, and no name speaks of forgetting, clearing or deleting."""
    for offer in WHOLE.offers:
        fields = offer_fields(offer)
        hints = fields["annotations"]
        assert isinstance(hints, dict)
        assert hints["destructiveHint"] is False
        assert hints["readOnlyHint"] is (offer.name != "memory_propose")
        assert not {"forget", "clear", "delete", "remove", "write"} & set(offer.name.split("_"))


def test_reading_takes_an_id() -> None:
    """The parameter is called id here; its description is that of the loop's tool."""
    offer = WHOLE.offer("memory_read")
    assert offer is not None
    schema = offer_fields(offer)["inputSchema"]
    assert isinstance(schema, dict)
    assert list(schema["properties"]) == schema["required"] == ["id"]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("memory_search", search_fields([HIT])),
        ("memory_search", search_fields([], "none yet")),
        ("memory_read", read_fields(READING, TOLD)),
        ("memory_propose", proposed_fields(Proposed(outcome=Outcome.PENDING), PLAIN)),
        ("search", results_fields([HIT])),
        ("fetch", document_fields(READING)),
    ],
)
def test_answers_have_what_their_schema_names(name: str, fields: dict[str, object]) -> None:
    """Every required field is there, and no field that the schema does not know."""
    offer = WHOLE.offer(name)
    assert offer is not None
    known, required = offer.answer["properties"], offer.answer["required"]
    assert isinstance(known, dict)
    assert isinstance(required, list)
    assert set(required) <= fields.keys() <= known.keys()


def test_the_schema_of_a_hit_is_the_hit() -> None:
    """The entries of both searches have exactly the fields their schemas require."""
    results = results_fields([HIT])["results"]
    assert isinstance(results, list)
    for name, field, entry in (
        ("memory_search", "hits", hit_fields(HIT)),
        ("search", "results", results[0]),
    ):
        offer = WHOLE.offer(name)
        assert offer is not None
        properties = offer.answer["properties"]
        assert isinstance(properties, dict)
        required = properties[field]["items"]["required"]
        assert list(entry) == required


def test_why_a_memory_is_there_is_told_in_bounds() -> None:
    """The newest three quoted turns with their neighbours, the newest five steps, texts cut."""
    why = read_fields(READING, TOLD)["why"]
    assert isinstance(why, dict)
    assert [one["id"] for one in why["turns"]] == [f"t{at}" for at in range(5, 14)]
    assert why["turns"][1]["user"].startswith("Use tabsx")
    assert {len(one["user"]) for one in why["turns"]} == {1_200}
    assert [one["job"] for one in why["proposals"]] == ["j3", "j4", "j5", "j6", "j7"]
    assert [one["revision"] for one in why["revisions"]] == [3, 4, 5, 6, 7]
    assert why["revisions"][0]["changed"] == ["title", "content", "synopsis"]


def test_a_document_is_the_reading_in_other_words() -> None:
    """Text is the content, and what has no place in that shape is metadata."""
    document = document_fields(READING)
    assert (document["id"], document["text"], document["url"]) == ("m3", "Use tabs", "sayso:m3")
    assert document["metadata"] == {
        key: reading_fields(READING)[key] for key in ("kind", "non_factual", "sources")
    }


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("memory_search", {}, "lacks the key 'query'"),
        ("memory_search", {"query": 7}, "must be a string"),
        ("memory_search", {"query": None}, "must be a string"),
        ("memory_search", {"query": "x" * 2_001}, "longer than 2000"),
        ("memory_search", {"query": "x", "project": "/"}, "unknown key 'project'"),
        ("memory_read", {"memory_id": "m1"}, "lacks the key 'id'"),
        ("memory_status", {"all": True}, "unknown key 'all'"),
        ("memory_propose", {"quote": ["x"]}, "must be a string"),
    ],
)
def test_arguments_that_do_not_fit_are_told(
    name: str, arguments: dict[str, object], said: str
) -> None:
    """The reason names the tool and what is wrong, so that the caller can put it right."""
    offer = WHOLE.offer(name)
    assert offer is not None
    read = read_argument(offer.tool, arguments)
    assert is_failure(read)
    assert name in read.failure()
    assert said in read.failure()


def test_fitting_arguments_are_read_as_they_are() -> None:
    """Space around a quote stays, an empty query is one, and nothing is nothing."""
    for name, arguments, text in (
        ("memory_propose", {"quote": " use tabs "}, " use tabs "),
        ("memory_search", {"query": ""}, ""),
        ("memory_status", {}, ""),
    ):
        offer = WHOLE.offer(name)
        assert offer is not None
        assert read_argument(offer.tool, arguments).unwrap() == text


def test_every_outcome_and_reason_has_its_sentence() -> None:
    """Whatever a proposal comes to, the agent is told what to do."""
    assert PLAIN.messages.keys() == {*Outcome, "absent"} - {Outcome.REFUSED}
    assert PLAIN.refusals.keys() == {*Reason, NOT_CAPTURED, SET_ASIDE}
    told = proposed_fields(
        Proposed(outcome=Outcome.REFUSED, turn_id=4, reason=Reason.PASTED), PLAIN
    )
    assert (told["turn_id"], told["reason"]) == ("t4", "pasted-text")
    assert told["message"] == PLAIN.refusals["pasted-text"]
    known = proposed_fields(Proposed(outcome=Outcome.KNOWN, item_id=2), PLAIN)
    assert (known["memory_id"], known["reason"]) == ("m2", None)


def test_what_recall_found_is_told_with_its_place() -> None:
    """Turn, thread, session, side, time and quote; a project without memory is told by a note.

    What holds none of the words and answers nothing is marked as standing beside what does.
    """
    near = Points(part=Part.NEIGHBOURS, points=1)
    hit = RecallHit(
        turn_id=3,
        thread_id=1,
        session="s",
        sequence=2,
        role=Role.ASSISTANT,
        at_us=None,
        quote="Use Redis.",
        before=(),
        after=(),
        reasons=Reasons(words=(), share_percent=0, parts=(near,)),
    )
    assert not replace(hit, reasons=Reasons(words=(), share_percent=0, parts=())).is_beside
    answers = (near, Points(part=Part.ANSWER, points=1))
    assert not replace(hit, reasons=Reasons(words=(), share_percent=0, parts=answers)).is_beside
    assert recall_fields(Recalled(hits=(hit,), pending=2)) == {
        "hits": [
            {
                "turn_id": "t3",
                "thread": 1,
                "session": "s",
                "role": "assistant",
                "at": None,
                "quote": "Use Redis.",
                "is_beside": True,
            }
        ],
        "pending": 2,
    }
    assert recall_fields(None, "none yet") == {"hits": [], "pending": 0, "note": "none yet"}


def test_knowledge_is_offered_where_there_is_any() -> None:
    """One read-only tool more, before the aliases, takes what its schema names and nothing else."""
    names = [one.name for one in KNOWING.offers]
    assert names == [*(one.name for one in PLAIN.offers), "knowledge_recall", "search", "fetch"]
    offer = KNOWING.offer("knowledge_recall")
    assert offer is not None
    assert WHOLE.offer("knowledge_recall") is None
    told = offer_fields(offer)
    assert told["annotations"] == {
        "title": "Recall what is known of the code",
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    schema = told["inputSchema"]
    assert isinstance(schema, dict)
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == {
        *("function", "query", "case_dir", "variant_id", "layers", "max_items", "max_chars")
    }
    assert schema["properties"]["layers"]["items"]["enum"] == list(Layer)
    asked = {"function": "brake", "max_items": 3}
    assert read_request(offer, asked).unwrap() == asked
    refused = read_request(offer, {"project_root": "/"}).failure()
    assert refused == "the arguments of knowledge_recall cannot be used: unknown 'project_root'"
