"""Reports of a corpus -> fields for JSON and lines for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.quality.corpus import EvalCase, ExpectedMemory
    from sayso.core.quality.evaluation import EvalReport, Figures, KeptMemory, Wrong
    from sayso.core.quality.gate import GateFailure, GateReport

_RATIO_DIGITS: Final = 4
_LINE_MAX_CHARS: Final = 90


def eval_fields(report: EvalReport) -> dict[str, object]:
    """Give a report as plain values for JSON."""
    return {
        **_figures_fields(report.total),
        "by_label": {name: _figures_fields(one) for name, one in report.by_label.items()},
        "by_lang": {name: _figures_fields(one) for name, one in report.by_lang.items()},
        "withdraw": {"cases": report.withdraw_cases, "right": report.withdraw_right},
        "one_sided": report.one_sided,
        "failures": [_wrong_fields(one) for one in report.failures],
    }


def gate_fields(report: GateReport) -> dict[str, object]:
    """Give a report of the gate as plain values for JSON."""
    return {
        "right": report.right,
        "right_accepted": report.right_accepted,
        "wrong": report.wrong,
        "wrong_refused": report.wrong_refused,
        "failures": [_gate_failure_fields(one) for one in report.failures],
    }


def render_eval(report: EvalReport) -> tuple[str, ...]:
    """Give a table of the figures, then what went wrong."""
    return tuple(_eval_lines(report))


def render_gate(report: GateReport) -> tuple[str, ...]:
    """Give the gate's figures, then what it judged wrongly."""
    return (
        f"right   {report.right_accepted} of {report.right} accepted",
        f"wrong   {report.wrong_refused} of {report.wrong} cases refused",
        *(line for one in report.failures for line in _gate_lines(one)),
    )


def _figures_fields(figures: Figures) -> dict[str, object]:
    return {
        "cases": figures.cases,
        "expected": figures.expected,
        "kept": figures.kept,
        "correct": figures.correct,
        "false": figures.false,
        "precision": round(figures.precision, _RATIO_DIGITS),
        "recall": round(figures.recall, _RATIO_DIGITS),
    }


def _case_fields(case: EvalCase) -> dict[str, object]:
    return {"id": case.id, "label": case.label, "lang": case.lang, "case": case.why}


def _wrong_fields(wrong: Wrong) -> dict[str, object]:
    return {
        **_case_fields(wrong.case),
        "why": wrong.why,
        "text": wrong.case.text,
        "kept": [_kept_fields(one) for one in wrong.kept],
        "expected": [_expected_fields(one) for one in wrong.case.expect],
    }


def _kept_fields(kept: KeptMemory) -> dict[str, object]:
    return {
        "kind": kept.kind.value,
        "content": kept.content,
        "quotes": [source.quote for source in kept.sources],
        "found_by": sorted(kept.found_by),
    }


def _expected_fields(wanted: ExpectedMemory) -> dict[str, object]:
    return {
        "kind": wanted.kind.value,
        "quote": wanted.quote,
        "proposal_quote": wanted.proposal_quote,
        "about": list(wanted.about),
    }


def _gate_failure_fields(failure: GateFailure) -> dict[str, object]:
    return {
        **_case_fields(failure.case),
        "why": failure.reason or "accepted",
        "kind": failure.proposal.kind.value,
        "quotes": [quote.quote for quote in failure.proposal.quotes],
    }


def _eval_lines(report: EvalReport) -> Iterator[str]:
    yield f"{'':<12} cases expected  kept correct false precision recall"
    yield _row("all", report.total)
    yield from _rows(report.by_lang)
    yield from _rows(report.by_label)
    yield f"withdrawals {report.withdraw_right} of {report.withdraw_cases} right"
    yield f"confirmations kept without both sources: {report.one_sided}"
    for wrong in report.failures:
        yield from _wrong_lines(wrong)


def _rows(groups: Mapping[str, Figures]) -> Iterator[str]:
    return (_row(name, figures) for name, figures in groups.items())


def _row(name: str, one: Figures) -> str:
    return (
        f"{name:<12} {one.cases:>5} {one.expected:>8} {one.kept:>5} {one.correct:>7} "
        f"{one.false:>5} {one.precision:>9.3f} {one.recall:>6.3f}"
    )


def _wrong_lines(wrong: Wrong) -> Iterator[str]:
    yield _head(wrong.case, wrong.why)
    for wanted in wrong.case.expect:
        yield _line("expected", wanted.kind, wanted.quote)
    for kept in wrong.kept:
        yield _line("kept", kept.kind, " | ".join(source.quote for source in kept.sources))


def _gate_lines(failure: GateFailure) -> Iterator[str]:
    yield _head(failure.case, failure.reason or "accepted")
    words = " | ".join(quote.quote for quote in failure.proposal.quotes)
    yield _line("proposed", failure.proposal.kind, words)


def _head(case: EvalCase, why: str) -> str:
    return f"{case.id} {why}: {clip(one_line(case.text), _LINE_MAX_CHARS)}"


def _line(what: str, kind: str, words: str) -> str:
    return f"    {what:<8} {kind}: {clip(one_line(words), _LINE_MAX_CHARS)}"
