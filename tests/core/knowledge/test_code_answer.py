"""A model's word on a function counts as far as its source shows it."""

import json
from pathlib import Path

import pytest

from sayso.core import limits
from sayso.core.knowledge.code_answer import (
    LISTS,
    QUOTE,
    compose_code_question,
    read_code_answer,
)
from sayso.core.knowledge.outline import Kind, Outline, Part, outlines

PROMPT = Path(__file__).resolve().parents[3] / "core" / "prompts" / "code.md"
SOURCE = "int check(int v) {\n  if (v > 5)\n    alarm(LATE);\n}"
RULE = {"when": "too fast", "then": "the alarm", "why": "", "quote": "if (v > 5) alarm(LATE);"}


def found(source: str = SOURCE) -> list[Outline]:
    """Give a function of this source."""
    called = Part(kind=Kind.CALL, name="alarm", text="alarm(LATE)")
    part = Part(kind=Kind.FUNCTION, name="check", source=source, inner=(called,))
    return list(outlines("a.c", [part]))


def reply(**given: object) -> str:
    """Give an answer with these focuses, the others empty."""
    return json.dumps({**{key: [] for key in LISTS}, **given})


def test_a_question_shows_the_source() -> None:
    """Definitions come with file, source and calls; long sources share one bound."""
    assert json.loads(compose_code_question(found())) == {
        "function": "check",
        "definitions": [{"path": "a.c", "source": SOURCE, "calls": ["alarm"]}],
    }
    long = found("x" * limits.CODE_SOURCE_MAX_CHARS)
    shown = json.loads(compose_code_question(long * 3))["definitions"]
    assert sum(len(one["source"]) for one in shown) == limits.CODE_SOURCE_MAX_CHARS
    (short,) = json.loads(compose_code_question(found("x" * 90), 50))["definitions"]
    assert len(short["source"]) == 50
    assert json.loads(compose_code_question([])) == {"function": "", "definitions": []}


def test_what_is_quoted_is_kept() -> None:
    """An item has an id of its content, its texts, and the quote; the same one is in once."""
    read = read_code_answer(reply(alarm_logic=[RULE, RULE]), found()).unwrap()
    assert read.keys() == {"alarm_logic"}
    block = read["alarm_logic"]
    assert isinstance(block, dict)
    (item,) = block["rules"]
    assert len(item.pop("id")) == 8
    assert item == {key: text for key, text in RULE.items() if text}
    assert read_code_answer(reply(), found()).unwrap() == {}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("{}", "lacks the key"),
        ("no", "not one JSON value"),
        (reply(more=[]), "unknown key 'more'"),
        (reply(alarm_logic={}), "must be a list"),
        (reply(alarm_logic=[3]), "alarm_logic[0]: must be an object"),
        (reply(alarm_logic=[{**RULE, "when": ""}]), "alarm_logic[0].when: must not be empty"),
        (reply(alarm_logic=[{**RULE, "quote": ""}]), "alarm_logic[0].quote: must not be empty"),
        (reply(alarm_logic=[{**RULE, "quote": "brake()"}]), "does not stand in the source"),
        (reply(alarm_logic=[{**RULE, "then": "x" * 401}]), "longer than 400"),
        (reply(alarm_logic=[RULE] * 25), "0 to 24 entries"),
        (reply(state_machine=[RULE]), "state_machine[0]: lacks the key 'from'"),
    ],
)
def test_anything_else_is_refused(answer: str, why: str) -> None:
    """One fault anywhere refuses the whole answer, with where it is."""
    assert why in str(read_code_answer(answer, found()).failure())


def test_the_prompt_says_what_is_checked() -> None:
    """It names each focus with the keys of its items, and the bounds."""
    prompt = PROMPT.read_text("utf-8")
    for focus, (_, keys) in LISTS.items():
        named = ", ".join(f"`{key}`" for key in keys)
        assert f"- `{focus}`:" in prompt
        assert f"exactly {named} and `{QUOTE}`" in prompt
    assert f"at most {limits.CODE_ANSWER_ITEMS_MAX} objects" in prompt
    assert f"at most {limits.CODE_ANSWER_TEXT_MAX_CHARS} characters" in prompt
