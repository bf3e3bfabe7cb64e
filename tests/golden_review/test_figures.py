"""Eval figures are told before and after, with the difference and the cases that flipped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.golden_review.figures import Cases, Figure, Flip, compare_figures, shown, signed

ALL = frozenset({"own-1", "own-2", "own-3"})
SAME = Cases(before=ALL, after=ALL)


def case(number: int, why: str, **changes: object) -> dict[str, Any]:
    """Give a failing case of the whole pipeline."""
    plain = {
        "id": f"own-{number}",
        "label": "decision",
        "lang": "zh",
        "case": "reversal",
        "why": why,
        "text": "缓存改用 Valkey。",
        "kept": [],
        "expected": [{"kind": "project_decision", "quote": "缓存改用 Valkey"}],
    }
    return plain | changes


def proposal(number: int, why: str, quote: str = "先放着") -> dict[str, Any]:
    """Give a proposal that the gate judged wrongly."""
    return {
        "id": f"own-{number}",
        "label": "none",
        "lang": "zh",
        "case": "undecided",
        "why": why,
        "kind": "project_decision",
        "quotes": [quote],
    }


def report(*failures: dict[str, Any], **changes: object) -> str:
    """Give a whole report."""
    lang = {"zh": {"cases": 3, "recall": 1.0}}
    plain = {"cases": 3, "false": 0, "recall": 0.9667, "by_lang": lang, "failures": failures}
    return json.dumps(plain | changes, ensure_ascii=False)


def flips(
    *pairs: tuple[dict[str, Any] | None, dict[str, Any] | None], cases: Cases = SAME
) -> list[str]:
    """Give how each case flipped."""
    before = report(*(was for was, _ in pairs if was))
    after = report(*(now for _, now in pairs if now))
    moved = compare_figures(before, after, cases)
    assert moved is not None
    return [flip.how for flip in moved.flips]


def test_figures_are_told_with_their_difference() -> None:
    """Each number that moved has its path, both sides and a signed difference."""
    changed = {"zh": {"cases": 3, "recall": 0.5}}
    moved = compare_figures(report(), report(false=1, recall=0.9333, by_lang=changed), SAME)
    assert moved is not None
    assert [
        (one.path, shown(one.before, one), shown(one.after, one), signed(one))
        for one in moved.figures
    ] == [
        ("false", "0", "1", "+1"),
        ("recall", "0.9667", "0.9333", "-0.0334"),
        ("by_lang zh recall", "1.0000", "0.5000", "-0.5000"),
    ]
    assert moved.flips == ()


def test_a_figure_may_come_or_go() -> None:
    """A figure of one version only has no difference."""
    moved = compare_figures(report(), report(unfinished=2), SAME)
    assert moved is not None
    assert moved.figures == (Figure(path="unfinished", before=None, after=2),)
    assert (shown(None, moved.figures[0]), signed(moved.figures[0])) == ("-", "")


@pytest.mark.parametrize(
    ("why", "now", "no_longer"),
    [
        ("missed", "no longer kept", "now kept"),
        ("false", "now false", "no longer false"),
        ("wrong", "now wrong", "no longer wrong"),
        ("one-sided", "now one-sided", "no longer one-sided"),
        ("not-withdrawn", "no longer withdrawn", "now withdrawn"),
        ("unfinished", "now unfinished", "now finished"),
    ],
)
def test_a_case_flips_either_way(why: str, now: str, no_longer: str) -> None:
    """Each reason to fail has its words for coming and for going."""
    assert flips((None, case(1, why))) == [now]
    assert flips((case(1, why), None)) == [no_longer]


def test_what_is_worse_comes_first() -> None:
    """A reviewer reads the losses before the gains."""
    before, after = report(case(1, "missed")), report(case(2, "false"), case(3, "missed"))
    moved = compare_figures(before, after, SAME)
    assert moved is not None
    assert [(flip.how, flip.is_worse) for flip in moved.flips] == [
        ("now false", True),
        ("no longer kept", True),
        ("now kept", False),
    ]


def test_a_flip_says_what_the_case_is_about() -> None:
    """Its label, its words, what is expected and what is kept stand with it."""
    kept = [{"kind": "user_preference", "quotes": ["缓存", "改用 Valkey"]}]
    moved = compare_figures(report(), report(case(1, "wrong", kept=kept)), SAME)
    assert moved is not None
    assert moved.flips == (
        Flip(
            how="now wrong",
            case="own-1 (zh, decision, reversal)",
            words=(
                "said: 缓存改用 Valkey。",
                "expected project_decision: 缓存改用 Valkey",
                "kept user_preference: 缓存 | 改用 Valkey",
            ),
            is_worse=True,
        ),
    )


def test_a_case_may_fail_otherwise_than_before() -> None:
    """Another reason, or other words under the same reason, is told as that."""
    kept = [{"kind": "user_preference", "quotes": ["缓存"]}]
    assert flips((case(1, "missed"), case(1, "wrong"))) == ["missed → wrong"]
    assert flips((case(1, "wrong"), case(1, "wrong", kept=kept))) == [
        "wrong as before, but not the same"
    ]
    assert flips((case(1, "missed"), case(1, "missed"))) == []


def test_a_new_case_has_not_got_worse() -> None:
    """A case that one version of the corpus does not hold came or went; it did not flip."""
    without = Cases(before=ALL - {"own-1"}, after=ALL)
    assert flips((None, case(1, "missed")), cases=without) == ["a new case, missed"]
    gone = Cases(before=ALL, after=ALL - {"own-1"})
    assert flips((case(1, "false"), None), cases=gone) == ["a case that is gone, was false"]
    assert flips((None, case(1, "missed")), cases=Cases()) == ["no longer kept"]


def test_the_gate_has_words_of_its_own() -> None:
    """A wrong proposal that passes and a right one that is refused are told apart."""
    assert flips((None, proposal(1, "accepted"))) == ["now accepted, though wrong"]
    assert flips((proposal(1, "accepted"), None)) == ["no longer accepted, though wrong"]
    assert flips((None, proposal(1, "question"))) == ["now refused, though right: question"]
    assert flips((proposal(1, "temporary"), None)) == ["no longer refused, though right: temporary"]
    assert flips((proposal(1, "temporary"), proposal(1, "question"))) == ["temporary → question"]


def test_the_proposals_of_one_case_are_told_together() -> None:
    """A case whose clauses all pass now is one flip with all of them."""
    after = report(proposal(1, "accepted"), proposal(1, "accepted", "再看看"))
    moved = compare_figures(report(), after, SAME)
    assert moved is not None
    (flip,) = moved.flips
    assert flip.words == ("proposed project_decision: 先放着", "proposed project_decision: 再看看")


def test_long_words_are_cut() -> None:
    """A whole document in a case does not fill the report."""
    moved = compare_figures(report(), report(case(1, "missed", text="长" * 1_000)), SAME)
    assert moved is not None
    assert len(moved.flips[0].words[0]) < 200


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", '{"failures": 3}', '"x"'])
def test_anything_else_is_no_report(text: str) -> None:
    """What is no eval report is compared as text instead."""
    assert compare_figures(text, report(), SAME) is None
    assert compare_figures(report(), text, SAME) is None


def test_the_envelope_of_the_command_is_taken_off() -> None:
    """What `sayso eval --json` prints can be compared as it is."""
    enveloped = json.dumps({"status": "ok", "data": json.loads(report())})
    moved = compare_figures(enveloped, report(case(1, "false")), SAME)
    assert moved is not None
    assert [flip.how for flip in moved.flips] == ["now false"]
