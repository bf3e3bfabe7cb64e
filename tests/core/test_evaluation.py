"""Scores of a corpus follow their definitions, and a faulty corpus is refused with its line."""

from __future__ import annotations

import json

import pytest

from sayso.core.items import Kind, Source
from sayso.core.quality.corpus import EvalCase, ExpectedMemory
from sayso.core.quality.evaluation import (
    EvalReport,
    Figures,
    KeptMemory,
    Observation,
    meets,
    ratio,
    score,
)
from sayso.core.quality.gate import check_gate
from sayso.core.quality.telling import eval_fields, gate_fields, render_eval, render_gate
from tests.records import build, make_source

TEXT = "Fine. From now on answer in tables, please."
QUOTE = "From now on answer in tables"


def expect(quote: str = QUOTE, **changes: object) -> ExpectedMemory:
    """Give an expected preference."""
    plain: dict[str, object] = {
        "kind": Kind.PREFERENCE,
        "quote": quote,
        "proposal_quote": "",
        "about": ("tables",),
    }
    return build(ExpectedMemory, plain | changes)


def case(*wanted: ExpectedMemory, **changes: object) -> EvalCase:
    """Give a case whose message is TEXT."""
    plain: dict[str, object] = {
        "id": "one",
        "lang": "en",
        "prev_user": "",
        "prev_assistant": "",
        "text": TEXT,
        "label": "preference" if wanted else "none",
        "why": "durable-rule",
        "expect": wanted,
    }
    return build(EvalCase, plain | changes)


def source(quote: str, text: str = TEXT) -> Source:
    """Give the source of a quote in the message."""
    start = text.index(quote)
    return make_source(quote, turn_id=2, start=start, end=start + len(quote))


def kept(quote: str = QUOTE, **changes: object) -> KeptMemory:
    """Give a kept preference that its word finds."""
    plain: dict[str, object] = {
        "item_id": 1,
        "kind": Kind.PREFERENCE,
        "content": quote,
        "sources": (source(quote),),
        "two_sided": False,
        "found_by": frozenset({"tables"}),
    }
    return build(KeptMemory, plain | changes)


def seen(of: EvalCase, *memories: KeptMemory, **changes: object) -> Observation:
    """Give what was seen of a case whose pipeline came to its end."""
    plain: dict[str, object] = {
        "case": of,
        "kept": memories,
        "before": frozenset(),
        "active": frozenset(one.item_id for one in memories),
        "finished": True,
    }
    return build(Observation, plain | changes)


def reasons(report: EvalReport) -> list[str]:
    """Give why cases went wrong."""
    return [wrong.why for wrong in report.failures]


@pytest.mark.parametrize(
    ("memory", "is_met"),
    [
        (kept(), True),
        (kept(TEXT), True),
        (kept("answer in tables"), True),
        (kept("in tables"), False),
        (kept(kind=Kind.DECISION), False),
        (kept(found_by=frozenset()), False),
        (kept(sources=(source("Fine"), source(QUOTE))), True),
    ],
)
def test_what_meets_an_expectation(memory: KeptMemory, is_met: bool) -> None:
    """Same kind, at least half of the quote, and every word's search finds it."""
    assert meets(expect(), memory, TEXT) is is_met


def test_a_quote_may_be_three_times_as_long_and_no_longer() -> None:
    """A memory that swallows the message around the expected words is not correct."""
    text = "tabs" + "x" * 20
    wanted = expect("tabs")
    for length, is_met in ((12, True), (13, False)):
        memory = kept(sources=(source(text[:length], text),))
        assert meets(wanted, memory, text) is is_met


def test_an_expected_quote_that_is_not_in_the_message_is_never_met() -> None:
    """A mistake in the corpus costs recall instead of passing."""
    assert not meets(expect("answer in rows"), kept(), TEXT)


def test_figures_follow_their_definitions() -> None:
    """Precision is correct of kept, recall correct of expected, false what nobody expected."""
    report = score(
        [
            seen(case(expect()), kept()),
            seen(case(expect(), id="two", lang="zh")),
            seen(case(id="three"), kept()),
            seen(case(id="four")),
        ]
    )
    assert report.total == Figures(cases=4, expected=2, kept=2, correct=1, false=1)
    assert (report.total.precision, report.total.recall) == (0.5, 0.5)
    assert report.by_lang == {
        "en": Figures(cases=3, expected=1, kept=2, correct=1, false=1),
        "zh": Figures(cases=1, expected=1, kept=0, correct=0, false=0),
    }
    assert list(report.by_label) == ["none", "preference"]
    assert reasons(report) == ["missed", "false"]


def test_a_share_of_nothing_is_whole() -> None:
    """Where nothing was kept nothing is wrong."""
    assert (ratio(0, 0), ratio(1, 4)) == (1.0, 0.25)


def test_each_expectation_is_met_once() -> None:
    """A second memory of the same words is kept but not correct."""
    report = score([seen(case(expect()), kept(), kept(item_id=2))])
    assert (report.total.kept, report.total.correct) == (2, 1)
    assert reasons(report) == ["wrong"]


def test_the_memory_that_fits_one_expectation_only_goes_first() -> None:
    """A memory that would fit both expectations leaves the other its own."""
    text = "use tabs; use rows"
    wanted = (expect("use tabs", about=("a",)), expect("use rows", about=("b",)))
    both = kept(item_id=1, sources=(source(text, text),), found_by=frozenset({"a", "b"}))
    first = kept(item_id=2, sources=(source("use tabs", text),), found_by=frozenset({"a"}))
    report = score([seen(case(*wanted, text=text), both, first)])
    assert report.total.correct == 2
    assert report.failures == ()


def test_a_confirmation_needs_both_sources() -> None:
    """A confirmed proposal that rests on the user's words alone is told apart."""
    wanted = expect(proposal_quote="tables from now on?")
    report = score([seen(case(wanted), kept()), seen(case(wanted, id="b"), kept(two_sided=True))])
    assert report.one_sided == 1
    assert reasons(report) == ["one-sided"]


@pytest.mark.parametrize(
    ("memories", "before", "active", "right"),
    [
        ((), {1}, set(), 1),
        ((), {1}, {1}, 0),
        ((), set(), set(), 0),
        ((kept(item_id=2),), {1}, {2}, 0),
    ],
)
def test_a_withdrawal_is_right_when_a_memory_went(
    memories: tuple[KeptMemory, ...], before: set[int], active: set[int], right: int
) -> None:
    """The turn before made a memory, the message makes none, and nothing of it is active."""
    observation = seen(
        case(label="withdraw"), *memories, before=frozenset(before), active=frozenset(active)
    )
    report = score([observation])
    assert (report.withdraw_cases, report.withdraw_right) == (1, right)
    assert reasons(report) == ([] if right else ["not-withdrawn"])


def test_a_case_that_did_not_finish_is_a_failure() -> None:
    """A model that failed is never taken for one that kept nothing."""
    assert reasons(score([seen(case(), finished=False)])) == ["unfinished"]


def test_the_gate_is_tried_with_right_and_wrong_proposals() -> None:
    """Expected memories must pass; of a case that expects nothing no clause may."""
    chat = case(id="chat", text="Thanks, that works. Can you run the tests?")
    proposed = expect(
        "yes, do that", kind=Kind.DECISION, proposal_quote="Shall we use SQLite for the cache?"
    )
    agreed = case(
        proposed,
        id="agreed",
        text="yes, do that",
        prev_user="what now",
        prev_assistant="Shall we use SQLite for the cache?",
    )
    report = check_gate([case(expect()), chat, agreed])
    assert (report.right, report.right_accepted) == (2, 2)
    assert (report.wrong, report.wrong_refused) == (1, 1)
    assert report.failures == ()


def test_the_gate_tells_what_it_judged_wrongly() -> None:
    """A refused expectation comes with the reason, an accepted clause as accepted."""
    never_said = case(expect("answer in verse"), id="right")
    said = case(id="wrong")
    report = check_gate([never_said, said])
    assert (report.right_accepted, report.wrong_refused) == (0, 0)
    fields = gate_fields(report)
    failures = fields["failures"]
    assert isinstance(failures, list)
    assert [one["why"] for one in failures][:2] == ["quote-not-verbatim", "accepted"]
    told = render_gate(report)
    assert told[:2] == ("right   0 of 1 accepted", "wrong   0 of 1 cases refused")
    assert told[2].startswith("right quote-not-verbatim: Fine. From")


def test_a_report_is_told_in_both_forms() -> None:
    """JSON has every figure by its name; the table shows the same and what went wrong."""
    report = score([seen(case(expect()), kept("in tables"))])
    fields = eval_fields(report)
    assert (fields["precision"], fields["recall"], fields["false"]) == (0.0, 0.0, 0)
    assert fields["withdraw"] == {"cases": 0, "right": 0}
    assert fields["by_lang"] == {
        "en": {
            "cases": 1,
            "expected": 1,
            "kept": 1,
            "correct": 0,
            "false": 0,
            "precision": 0.0,
            "recall": 0.0,
        }
    }
    assert json.loads(json.dumps(fields)) == fields
    failures = fields["failures"]
    assert isinstance(failures, list)
    assert failures[0]["kept"][0]["quotes"] == ["in tables"]
    assert failures[0]["expected"][0]["quote"] == QUOTE
    told = render_eval(report)
    assert told[1].split() == ["all", "1", "1", "1", "0", "0", "0.000", "0.000"]
    assert told[-1] == "    kept     user_preference: in tables"
