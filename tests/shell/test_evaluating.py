"""Cases run through the real pipeline, each in a store of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.items import Kind
from sayso.core.quality.corpus import EvalCase, ExpectedMemory
from sayso.shell.errors import NotFoundError, RequestError
from sayso.shell.evaluating import UNSAID, evaluate, load_cases, observe
from tests.kit import CannedModel, fail_with, remember
from tests.records import build

if TYPE_CHECKING:
    from pathlib import Path


def case(text: str, *wanted: ExpectedMemory, **changes: object) -> EvalCase:
    """Give a case without a turn before it."""
    plain: dict[str, object] = {
        "id": text,
        "lang": "en",
        "prev_user": "",
        "prev_assistant": "",
        "text": text,
        "label": "decision" if wanted else "none",
        "why": "",
        "expect": wanted,
    }
    return build(EvalCase, plain | changes)


def decision(quote: str, *about: str) -> ExpectedMemory:
    """Give an expected decision."""
    return ExpectedMemory(kind=Kind.DECISION, quote=quote, proposal_quote="", about=about)


def test_a_kept_memory_is_seen_with_its_quote_and_words() -> None:
    """What the message made is observed through list, show and search."""
    wanted = decision("we decided to use Terraform", "Terraform")
    seen = observe(case("we decided to use Terraform for everything", wanted))
    assert [kept.kind for kept in seen.kept] == [Kind.DECISION]
    assert seen.kept[0].sources[0].turn_id == 1
    assert seen.kept[0].found_by == {"Terraform"}
    assert (seen.kept[0].two_sided, seen.finished, seen.before) == (False, True, frozenset())


def test_the_turn_before_is_worked_off_first() -> None:
    """A withdrawal finds the memory that the turn before made."""
    seen = observe(
        case(
            "forget what I said about bullet points",
            label="withdraw",
            prev_user="always answer me in bullet points from now on",
            prev_assistant="Sure.",
        )
    )
    assert len(seen.before) == 1
    assert (seen.kept, seen.active) == ((), frozenset())


def test_words_of_the_turn_before_are_no_part_of_the_message() -> None:
    """A memory of the turn before is active but not kept of the message."""
    seen = observe(
        case(
            "thanks, run the tests",
            prev_user="we decided to use Terraform for everything",
            prev_assistant="Right.",
        )
    )
    assert (seen.kept, len(seen.active)) == ((), 1)


def test_a_turn_without_words_of_the_user_gets_an_ellipsis() -> None:
    """The assistant's words are kept adjacent although nobody is known to have asked."""
    model = CannedModel()
    observe(case("ok", prev_assistant="Shall we use SQLite?"), model)
    first, second = model.extractions
    assert (first.turns[0].user_text, first.turns[0].assistant_text) == (
        UNSAID,
        "Shall we use SQLite?",
    )
    assert second.previous is not None
    assert (second.previous.id, second.turns[0].id) == (1, 2)
    assert second.turns[0].assistant_text == ""


def test_without_words_of_the_assistant_there_is_no_turn_before() -> None:
    """A lone earlier user text is not recorded."""
    model = CannedModel()
    observe(case("ok", prev_user="Use SQLite."), model)
    assert [question.previous for question in model.extractions] == [None]


def test_cases_do_not_know_each_other() -> None:
    """Every case starts from an empty store, and progress is told after each."""
    model = CannedModel(script=[remember("we decided to use Bazel")])
    told: list[tuple[int, int]] = []
    cases = (case("we decided to use Bazel"), case("hello there"))
    report = evaluate(cases, model, lambda done, total: told.append((done, total)))
    assert (report.total.kept, report.total.false) == (1, 1)
    assert told == [(1, 2), (2, 2)]
    assert model.extractions[1].compaction == ""


def test_a_failing_model_is_told() -> None:
    """A case whose jobs failed counts as a failure of its own."""
    model = CannedModel(script=[fail_with(ModelFault(kind="network", message="down"))])
    report = evaluate((case("hello there"),), model)
    assert [wrong.why for wrong in report.failures] == ["unfinished"]


def test_a_missing_or_faulty_file_is_told_in_one_line(tmp_path: Path) -> None:
    """The errors say which file, which line, and what is missing."""
    with pytest.raises(NotFoundError):
        load_cases(tmp_path / "none.jsonl")
    with pytest.raises(RequestError, match="cannot read"):
        load_cases(tmp_path)
    faulty = tmp_path / "faulty.jsonl"
    faulty.write_text('{"id": "1", "lang": "en", "label": "none"}\n', encoding="utf-8")
    with pytest.raises(RequestError, match="line 1: no 'text'"):
        load_cases(faulty)
