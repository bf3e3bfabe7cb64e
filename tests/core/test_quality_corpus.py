"""A corpus is read whole, or refused with the line that is at fault."""

from __future__ import annotations

import json

import pytest

from sayso.core.items import Kind
from sayso.core.outcome import is_failure
from sayso.core.quality.corpus import EvalCase, ExpectedMemory, read_cases

TEXT = "Fine. From now on answer in tables, please."
QUOTE = "From now on answer in tables"


def line(**changes: object) -> dict[str, object]:
    """Give a case as a corpus writes it."""
    plain: dict[str, object] = {
        "id": "one",
        "lang": "en",
        "text": TEXT,
        "label": "preference",
        "expect": [{"kind": "user_preference", "quote": QUOTE, "about": ["tables"]}],
    }
    return plain | changes


def corpus(*lines: object) -> bytes:
    """Write a corpus."""
    return "\n".join(json.dumps(one) for one in lines).encode()


def test_a_corpus_is_read() -> None:
    """What may be missing may be missing."""
    wanted = ExpectedMemory(kind=Kind.PREFERENCE, quote=QUOTE, proposal_quote="", about=("tables",))
    case = EvalCase(
        id="one",
        lang="en",
        prev_user="",
        prev_assistant="",
        text=TEXT,
        label="preference",
        why="",
        expect=(wanted,),
    )
    assert read_cases(corpus(line())).unwrap() == (case,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\n", "the file holds no cases"),
        (b"{", "line 1: broken-json"),
        (corpus(line(), 3), "line 2: not-an-object"),
        (corpus(line(id="")), "line 1: no 'id'"),
        (corpus(line(text=" ")), "line 1: no 'text'"),
        (corpus(line(lang=None)), "line 1: no 'lang'"),
        (corpus(line(label=3)), "line 1: 'label' is no text"),
        (corpus(line(prev_user=["a"])), "line 1: 'prev_user' is no text"),
        (corpus(line(expect=None)), "line 1: 'expect' is no list"),
        (corpus(line(expect=["tabs"])), "line 1: an expectation is no object"),
        (corpus(line(expect=[{"kind": "user_preference"}])), "line 1: an expectation has no"),
        (corpus(line(expect=[{"kind": "rule", "quote": "x"}])), "line 1: the kind of"),
        (
            corpus(line(expect=[{"kind": "user_preference", "quote": "x", "about": "tabs"}])),
            "line 1: 'proposal_quote' is no text or 'about' no list",
        ),
        (corpus(line(), line()), "the id 'one' comes 2 times"),
        (corpus(line(text="half \ud83d")), "line 1: 'text' holds a lone surrogate"),
    ],
)
def test_a_faulty_corpus_is_refused_with_its_line(content: bytes, message: str) -> None:
    """The message names the line and what it lacks; a part of a corpus is never scored."""
    read = read_cases(content)
    assert is_failure(read)
    assert read.failure().startswith(message)
