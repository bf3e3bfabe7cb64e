"""Stage 1's contract: its answer is read strictly, and whole or not at all (A152, A167)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.extraction import (
    ExtractionReply,
    read_extraction,
    render_extraction,
)
from sayso.core.proposals import Proposal, Quote
from sayso.core.turns import Role

SOURCE: dict[str, Any] = {"turn_id": 7, "role": "user", "quote": "Use tabs"}
CANDIDATE: dict[str, Any] = {
    "kind": "project_decision",
    "title": "Tabs",
    "content": "Use tabs",
    "aliases": ["indent"],
    "sources": [SOURCE],
}
REPLY: dict[str, Any] = {"thread_compaction": "So far.", "candidates": [CANDIDATE]}


def reason_of(reply: object) -> str:
    """Give why an answer is refused."""
    return str(read_extraction(json.dumps(reply)).failure())


def with_candidate(**changes: object) -> dict[str, Any]:
    """Give an answer whose one candidate differs from a sound one."""
    return REPLY | {"candidates": [CANDIDATE | changes]}


def with_source(**changes: object) -> dict[str, Any]:
    """Give an answer whose one source differs from a sound one."""
    return with_candidate(sources=[SOURCE | changes])


def test_a_sound_answer_is_read_field_by_field() -> None:
    """Every field of the contract arrives where it belongs."""
    assert read_extraction(json.dumps(REPLY)).unwrap() == ExtractionReply(
        compaction="So far.",
        proposals=(
            Proposal(
                kind=Kind.DECISION,
                title="Tabs",
                content="Use tabs",
                aliases=("indent",),
                quotes=(Quote(turn_id=7, role=Role.USER, quote="Use tabs"),),
            ),
        ),
    )


def test_no_candidate_is_a_sound_answer() -> None:
    """Finding nothing is normal (A24, A157)."""
    assert read_extraction(json.dumps(REPLY | {"candidates": []})).unwrap().proposals == ()


@pytest.mark.parametrize(
    ("reply", "path"),
    [
        ({"thread_compaction": "x"}, "reply: lacks the key 'candidates'"),
        (REPLY | {"notes": 1}, "reply: has the unknown key 'notes'"),
        (REPLY | {"thread_compaction": ""}, "thread_compaction: must not be empty"),
        (REPLY | {"thread_compaction": "x" * 4_001}, "thread_compaction: longer than 4000"),
        (REPLY | {"thread_compaction": None}, "thread_compaction: must be a string"),
        (REPLY | {"candidates": {}}, "candidates: must be a list"),
        (REPLY | {"candidates": [CANDIDATE] * 33}, "candidates: must hold 0 to 32"),
        (REPLY | {"candidates": [CANDIDATE, "x"]}, "candidates[1]: must be an object"),
        (with_candidate(extra=1), "candidates[0]: has the unknown key 'extra'"),
        (with_candidate(kind="fact"), "candidates[0].kind: must be one of user_preference"),
        (with_candidate(kind=["user_preference"]), "candidates[0].kind: must be one of"),
        (with_candidate(title=" "), "candidates[0].title: must not be empty"),
        (with_candidate(title="x" * 161), "candidates[0].title: longer than 160"),
        (with_candidate(content="x" * 4_001), "candidates[0].content: longer than 4000"),
        (with_candidate(aliases="x"), "candidates[0].aliases: must be a list"),
        (with_candidate(aliases=["x"] * 13), "candidates[0].aliases: must hold 0 to 12"),
        (with_candidate(aliases=["a", ""]), "candidates[0].aliases[1]: must not be empty"),
        (with_candidate(aliases=["x" * 161]), "candidates[0].aliases[0]: longer than 160"),
        (with_candidate(sources=[]), "candidates[0].sources: must hold 1 to 8"),
        (with_candidate(sources=[SOURCE] * 9), "candidates[0].sources: must hold 1 to 8"),
        (with_candidate(sources=[{}]), "candidates[0].sources[0]: lacks the key 'turn_id'"),
        (with_source(turn_id="7"), "candidates[0].sources[0].turn_id: must be an integer"),
        (with_source(turn_id=True), "candidates[0].sources[0].turn_id: must be an integer"),
        (with_source(turn_id=7.0), "candidates[0].sources[0].turn_id: must be an integer"),
        (with_source(role="tool"), "candidates[0].sources[0].role: must be user or assistant"),
        (with_source(role=None), "candidates[0].sources[0].role: must be user or assistant"),
        (with_source(quote=""), "candidates[0].sources[0].quote: must not be empty"),
        (with_source(quote="x" * 2_001), "candidates[0].sources[0].quote: longer than 2000"),
        (with_source(quote="a\ud800"), "candidates[0].sources[0].quote: holds a lone surrogate"),
    ],
)
def test_any_deviation_refuses_the_whole_answer(reply: object, path: str) -> None:
    """The reason names the place, so that the model can mend it."""
    assert reason_of(reply).startswith(path)


def test_texts_are_trimmed_but_a_quote_is_not() -> None:
    """A quote keeps its white space, since it must be an exact slice."""
    reply = with_candidate(
        title=" Tabs ", aliases=["a  b", " a b"], sources=[SOURCE | {"quote": " Use tabs\n"}]
    )
    (proposal,) = read_extraction(json.dumps(reply)).unwrap().proposals
    assert (proposal.title, proposal.aliases) == ("Tabs", ("a b",))
    assert proposal.quotes[0].quote == " Use tabs\n"


def test_the_bounds_themselves_are_inside() -> None:
    """The longest legal answer is read."""
    widest = CANDIDATE | {
        "title": "t" * limits.TITLE_MAX_CHARS,
        "content": "c" * limits.CONTENT_MAX_CHARS,
        "aliases": [f"{number}" for number in range(limits.CANDIDATE_ALIASES_MAX)],
        "sources": [SOURCE | {"quote": "q" * limits.QUOTE_MAX_CHARS}] * limits.SOURCES_MAX,
    }
    reply = {
        "thread_compaction": "s" * limits.COMPACTION_MAX_CHARS,
        "candidates": [widest] * limits.PROPOSALS_MAX,
    }
    assert len(read_extraction(json.dumps(reply)).unwrap().proposals) == 32


PLAIN = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(
    lambda text: text == text.strip() and text == " ".join(text.split())
)
PROPOSALS = st.builds(
    Proposal,
    kind=st.sampled_from(Kind),
    title=PLAIN,
    content=PLAIN,
    aliases=st.lists(PLAIN, max_size=3, unique=True).map(tuple),
    quotes=st.lists(
        st.builds(Quote, turn_id=st.integers(1, 99), role=st.sampled_from(Role), quote=PLAIN),
        min_size=1,
        max_size=3,
    ).map(tuple),
)


@given(st.builds(ExtractionReply, compaction=PLAIN, proposals=st.lists(PROPOSALS).map(tuple)))
def test_what_is_written_is_read_back(reply: ExtractionReply) -> None:
    """An answer written by the embedded model arrives as it was meant."""
    if len(reply.proposals) <= limits.PROPOSALS_MAX:
        assert read_extraction(render_extraction(reply)).unwrap() == reply
