"""Which logged turns are stored live is told by the order of a session's words."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.agents.payloads import Arrived, read_payload
from sayso.core.project.heard import heard_keys
from sayso.core.project.importing import Imported, ThreadEnd
from sayso.core.project.keying import head_of
from sayso.core.transcripts.reading import CLAUDE_CODE, CODEX
from tests.core.test_importing import logged, plan_one, portion_of, state, stored


def heard(logged: str, live: str) -> str:
    """Mark the places of logged turns that are stored live; each letter is one turn's words."""
    keys = heard_keys(
        [(str(place), words.encode()) for place, words in enumerate(logged)],
        [words.encode() for words in live],
    )
    return "".join("x" if str(place) in keys else "." for place in range(len(logged)))


@pytest.mark.parametrize(
    ("logged", "live", "marked"),
    [
        ("abc", "", "..."),
        ("abc", "abc", "xxx"),
        ("abc", "bc", ".xx"),  # connected in mid-session
        ("abc", "ab", "xx."),  # disconnected
        ("abcd", "ad", "x..x"),  # two prompts that no hook told of
        ("ad", "abcd", "xx"),  # two prompts that no log holds
        ("gag", "ag", ".xx"),  # the first "go on" was before the hooks
        ("gag", "ga", "xx."),
        ("gag", "g", "..x"),
        ("ggg", "gg", ".xx"),  # each live turn stands for one
        ("ab", "ba", "x."),  # never in another order
    ],
)
def test_words_in_the_same_order_are_heard(logged: str, live: str, marked: str) -> None:
    """Each live turn stands for one logged turn, in order, the later where two could be meant."""
    assert heard(logged, live) == marked


@given(st.text("abc", max_size=8), st.text("abcd", max_size=8))
def test_as_many_as_can_be_are_heard(logged: str, live: str) -> None:
    """What is marked stands in the live turns in this order, and no longer row of words does."""
    marks = heard(logged, live)
    found = "".join(words for words, mark in zip(logged, marks, strict=True) if mark == "x")
    longer = {"".join(some) for some in combinations(live, len(found) + 1)}
    assert found in {"".join(some) for some in combinations(live, len(found))}
    assert longer.isdisjoint("".join(some) for some in combinations(logged, len(found) + 1))


def test_a_turn_that_two_logs_hold_is_looked_for_once() -> None:
    """A key that comes again takes no second live turn away from the turns that follow it."""
    logged = [("1", b"go on"), ("2", b"tabs"), ("1", b"go on"), ("2", b"tabs"), ("3", b"go on")]
    assert heard_keys(logged, [b"go on", b"tabs", b"go on"]) == {"1", "2", "3"}


def test_a_turn_told_live_stays_as_it_is() -> None:
    """It is counted as known, takes no answer from the log, and makes no thread."""
    portion = portion_of(logged("One."), logged("Two."))
    at = state(heard=frozenset(turn.key for turn in portion.turns))
    assert plan_one(portion, at) == ((), Imported(turns=0, known=2, thread_id=None))


def test_what_follows_a_turn_told_live_is_no_neighbour_of_what_was_imported() -> None:
    """A "yes" after it never answers the question that the log brought in before it."""
    portion = portion_of(logged("Shall we?"), logged("Wait."), logged("Yes."), logged("Go on."))
    first, second, *_ = (turn.key for turn in portion.turns)
    end = ThreadEnd(thread_id=3, sequence=1, session="s1", key=first)
    assert stored(portion, state(end, frozenset({first}), heard=frozenset({second}))) == [
        (3, "s1#2", 2, "Yes."),
        (3, "s1#2", 3, "Go on."),
    ]
    assert stored(portion, state(heard=frozenset({second}))) == [
        (7, "s1", 1, "Shall we?"),
        (7, "s1#2", 2, "Yes."),
        (7, "s1#2", 3, "Go on."),
    ]


@pytest.mark.parametrize("session_id", ["0b6f7a52-3333", "s" * 300, "a\tb"])
@pytest.mark.parametrize("host", [CLAUDE_CODE, CODEX])
def test_a_log_names_the_session_as_its_hooks_do(host: str, session_id: str) -> None:
    """Whatever the agent calls it, the stored session of its live turns is found."""
    payload = {"session_id": session_id, "cwd": "/srv/app", "prompt": "Use tabs."}
    arrived = read_payload("UserPromptSubmit", host, json.dumps(payload).encode())
    assert isinstance(arrived, Arrived)
    head = head_of(host, "a.jsonl", session_id, logged("Use tabs."))
    assert head.live_session == arrived.session


@pytest.mark.parametrize(("form", "session_id"), [("plain", "s1"), (CODEX, "")])
def test_a_log_without_hooks_or_name_has_no_live_session(form: str, session_id: str) -> None:
    """Nothing is looked for where no hook can have told of the session."""
    assert head_of(form, "a.jsonl", session_id, logged("Use tabs.")).live_session == ""
