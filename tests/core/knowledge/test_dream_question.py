"""What a dream's model is shown, and what it may answer to that."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as rules
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from sayso.core import limits
from sayso.core.knowledge.dream_plan import KEYS, PATTERN_KEYS, read_plan
from sayso.core.knowledge.dream_question import Material, compose_question
from sayso.core.knowledge.patterns import id_of
from sayso.core.outcome import is_failure

PROMPT = Path(__file__).resolve().parents[3] / "core" / "prompts" / "dream.md"
PATTERN = {
    "function": "BRAKE",
    "symptom": "late",
    "root_cause": "debounce",
    "keywords": ["late"],
    "fix_hint": "shorten",
    "case_id": "C7",
}
LONG = {"function": "LIGHT", "symptom": "s" * 2_000}
FULL = Material(
    notes="# Project memory\n\nRelease on Fridays.\n",
    functions={"LIGHT": {"description": "x" * 3_000}, "BRAKE": {"known_issues": ["wear"]}},
    patterns=[PATTERN, "no object", LONG],
    sessions=[
        {"session_id": f"s{at}", "problem": "late", "status": "completed", "result_summary": "ok",
         "findings": [{"n": number} for number in range(5)]}
        for at in range(12)
    ],
    cases=[{"case_id": f"C{at}"} for at in range(7)],
    code={"BRAKE": {"alarm_logic": {"rules": [{"id": "r1"}]}}},
    overviews={"brake.md": "o" * 900},
    signals=[{"name": f"sig{at}"} for at in range(30)],
    delta=[{"function": "BRAKE", "change": "body"}],
)  # fmt: skip


def reply(**changes: object) -> str:
    """Give an answer that changes nothing but what is told."""
    nothing: dict[str, object] = {
        "project_memory_update": None,
        "function_updates": {},
        "patterns_to_remove": [],
        "patterns_to_add": [],
        "conflicts_found": [],
        "summary": "x",
    }
    return json.dumps({**nothing, **changes})


def test_a_whole_question(snapshot: SnapshotAssertion) -> None:
    """All parts, each entry within its own bound (B166-B172)."""
    small = replace(
        FULL,
        functions={"BRAKE": FULL.functions["BRAKE"]},
        patterns=[PATTERN],
        sessions=FULL.sessions[:2],
        cases=FULL.cases[:1],
        overviews={"brake.md": "# brake.c"},
        signals=FULL.signals[:2],
        refused_because="summary: x",
    )
    question = json.loads(compose_question(small).text)
    assert snapshot == json.dumps(question, ensure_ascii=False, indent=2)


def test_the_newest_are_shown() -> None:
    """Ten sessions with three findings (B173), five cases (B171), twenty signals (B170), and 500
    characters of an overview (B169).
    """
    question = json.loads(compose_question(FULL).text)
    assert [one["session_id"] for one in question["sessions"]] == [f"s{at}" for at in range(10)]
    assert question["sessions"][0]["findings"] == ['{"n":2}', '{"n":3}', '{"n":4}']
    assert [len(question[key]) for key in ("cases", "signals")] == [5, 20]
    assert len(question["overviews"][0]["beginning"]) == 500
    assert set(question["left_out"].values()) == {0}


def test_only_what_was_shown_whole_may_be_replaced() -> None:
    """A pattern or function that was cut, and notes that are not whole, stay as they are."""
    shown = compose_question(FULL).shown
    assert shown.pattern_ids == {id_of(PATTERN)}
    assert shown.cut == {"LIGHT"}
    assert not is_failure(read_plan(reply(function_updates={"brake": {"a": 1}}), shown))
    assert not is_failure(read_plan(reply(patterns_to_remove=[id_of(PATTERN)]), shown))
    assert not is_failure(read_plan(reply(project_memory_update="new"), shown))
    cut = compose_question(replace(FULL, notes="n" * 30_000)).shown
    for refused, told in (
        (read_plan(reply(function_updates={" light": {"a": 1}}), shown), "only the beginning of w"),
        (read_plan(reply(patterns_to_remove=[id_of(LONG)]), shown), "there is no pattern"),
        (read_plan(reply(project_memory_update="new"), cut), "only the beginning of the notes"),
    ):
        assert is_failure(refused)
        assert told in str(refused.failure())
    assert not is_failure(read_plan(reply(), cut))


def test_what_does_not_fit_is_counted_and_may_not_be_changed() -> None:
    """Entries are whole or not there; how many are missing is told, the most telling come first."""
    many = replace(FULL, functions={f"F{at}": {"d": "x" * 900} for at in range(9)})
    question = compose_question(many, 8_000)
    value = json.loads(question.text)
    shown = {one["function"] for one in value["functions"]}
    assert value["left_out"]["functions"] == 9 - len(shown) > 0
    assert question.shown.cut == many.functions.keys() - shown
    assert value["left_out"]["sessions"] == 0
    assert value["left_out"]["signals"] == 20


TEXTS = st.sampled_from(["", "x", "\x00" * 3_000, "词" * 2_000, '"\n' * 4_000])


@given(TEXTS, TEXTS, st.sampled_from([0, 4_000, 5_000, 20_000]))
@rules(max_examples=40)
def test_a_question_keeps_its_bound(notes: str, text: str, max_chars: int) -> None:
    """Whatever the layers hold, and however their texts look as JSON."""
    material = Material(
        notes=notes,
        functions={f"F{at}": {"d": text} for at in range(4)},
        patterns=[{"symptom": text, "n": at} for at in range(4)],
        sessions=[{"problem": text, "findings": [{"t": text}]}] * 12,
        cases=[{"t": text}] * 6,
        overviews={"a": text, "b": text},
        refused_because=text,
    )
    question = compose_question(material, max_chars)
    assert len(question.text) <= max(max_chars, limits.DREAM_INPUT_MIN_CHARS)
    value = json.loads(question.text)
    assert value["notes_are_whole"] is (value["project_notes"] == notes)
    assert question.shown.notes_are_whole is value["notes_are_whole"]


BOUNDS = (
    f"at most {limits.DREAM_NOTES_MAX_CHARS:,} characters, or null",
    f"at most {limits.DREAM_ENTRIES_MAX} functions",
    f"each at most {limits.DREAM_FUNCTION_MAX_CHARS:,} characters",
    f"at most {limits.DREAM_REMOVED_MAX} `_id`s",
    f"at most {limits.DREAM_ENTRIES_MAX} objects",
    f"a list of 1 to {limits.KEYWORDS_MAX} texts",
    f"`symptom` is 1 to {limits.DREAM_TEXT_MAX_CHARS:,} characters",
    f"at most {limits.DREAM_ENTRIES_MAX} texts",
    f"why, 1 to {limits.DREAM_TEXT_MAX_CHARS:,} characters",
)


def test_the_prompt_tells_every_bound_and_no_other_number() -> None:
    """What the prompt promises and what the reader checks come from the same limits."""
    left = PROMPT.read_text("utf-8")
    for bound in BOUNDS:
        assert bound in left
        left = left.replace(bound, "", 1)
    assert re.findall(r"\d[\d,]*", left) == []


@pytest.mark.parametrize("given_name", [*KEYS, *PATTERN_KEYS])
def test_the_prompt_names_every_key_of_the_answer(given_name: str) -> None:
    """Each key that an answer needs is named."""
    assert f"`{given_name}`" in PROMPT.read_text("utf-8").partition("## What you answer")[2]


def test_the_prompt_explains_every_part_of_the_question() -> None:
    """Whatever stands in a question is explained before."""
    explained = PROMPT.read_text("utf-8").partition("## How to decide")[0]
    value = json.loads(compose_question(replace(FULL, refused_because="x")).text)
    inner = [key for part in ("sessions", "patterns") for key in value[part][0]]
    assert [
        key for key in [*value, *inner, "beginning", "known"] if f"`{key}`" not in explained
    ] == []
