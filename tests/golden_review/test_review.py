"""The report of a review: grouped, each change once, and summed up at its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.golden_review.colours import coloured
from tests.golden_review.figures import Cases
from tests.golden_review.kinds import Kind, kind_of, short_names
from tests.golden_review.review import (
    WIDTH_COLUMNS,
    Versions,
    render_figures,
    render_review,
    render_verdict,
    wrapped,
)
from tests.golden_review.snapshots import on_disk
from tests.golden_review.words import columns

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
PROMPT = "core/test_asking/test_extraction[{}].txt"
FIGURES = "quality/test_corpus/test_the_figures_are_pinned.txt"
PLAN = "sql/test_statements/test_query_plan[items.active].txt"
ASKED = "Rules:\n- A preference lasts.\n- 没定的不记。\n\nuser: {}\n"
LANGUAGES = {"en": "Use tabs.", "zh": "用制表符。"}
BASE = {PROMPT.format(lang): ASKED.format(said) for lang, said in LANGUAGES.items()}
REPORT = json.dumps({"false": 0, "by_lang": {"zh": {"false": 0}}, "failures": []})


def review(before: dict[str, str], after: dict[str, str]) -> str:
    """Give the report of two versions."""
    return render_review(Versions(before=before, after=after, cases=Cases()), "now against then")


def test_nothing_changed() -> None:
    """A review without a finding says so, and how much it looked at."""
    assert review(BASE, dict(BASE)) == (
        "Golden review: now against then\n\nNothing changed: all 2 snapshots are the same.\n"
    )


def test_a_change_in_many_snapshots_is_told_once() -> None:
    """What all prompts share changes in one place of the report; what one has alone, in another."""
    after = {name: text.replace("没定的", "还没定的") for name, text in BASE.items()}
    after[PROMPT.format("zh")] = after[PROMPT.format("zh")].replace("用制表符", "用空格")
    assert review(BASE, after) == (
        "Golden review: now against then\n"
        "\n"
        "== prompts: 2 changed\n"
        "\n"
        "core/test_asking/test_extraction[en, zh]\n"
        "     2   - A preference lasts.\n"
        "       ~ - {+还+}没定的不记。\n"
        "\n"
        "\n"
        "core/test_asking/test_extraction[zh]\n"
        "     4\n"
        "       ~ user: 用[-制表符-]{+空格+}。\n"
        "\n"
        "== summary\n"
        "prompts             2 changed\n"
    )


def test_a_change_is_told_as_often_as_it_is_made() -> None:
    """The same change at several places of one snapshot is shown at each of them."""
    lines = [f"write {number}\n  now = 1\n" for number in range(10, 40, 10)]
    before = {PLAN: "".join(lines)}
    after = {PLAN: before[PLAN].replace("now = 1", "now = 2")}
    told = review(before, after)
    assert told.count("now = [-1-]{+2+}") == 3
    assert [line for line in told.splitlines() if "write" in line] == [
        "     1   write 10",
        "         write 20",
        "         write 30",
    ]


def test_new_deleted_and_moved_snapshots_are_named() -> None:
    """A short new one is shown, a long one is to be read; the same text elsewhere has moved."""
    before = {PLAN: "QUERY PLAN\n", PROMPT.format("en"): "a\n", PROMPT.format("zh"): "b\n"}
    after = {
        PLAN.replace("active", "current"): "QUERY PLAN\n",
        PROMPT.format("mixed"): "用 ruff\n",
        PROMPT.format("long"): "x\n" * 100,
    }
    told = review(before, after)
    assert "new core/test_asking/test_extraction[mixed]\n       + 用 ruff\n" in told
    assert "new core/test_asking/test_extraction[long]: read its 100 lines\n" in told
    assert "deleted, no test makes it: core/test_asking/test_extraction[en, zh]\n" in told
    assert "moved sql/test_statements/test_query_plan[items.active]\n" in told
    assert "   to sql/test_statements/test_query_plan[items.current]\n" in told
    assert told.endswith(
        "== summary\nprompts             2 new, 2 deleted\nquery plans         1 moved\n"
    )


def test_figures_are_told_as_figures() -> None:
    """Before and after stand side by side, and the summary has the overall differences."""
    case = {
        "id": "own-1", "label": "none", "lang": "zh", "case": "task", "why": "false",
        "text": "改个名", "expected": [],
        "kept": [{"kind": "user_preference", "quotes": ["改个名"]}],
    }  # fmt: skip
    after = json.dumps({"false": 1, "by_lang": {"zh": {"false": 1}}, "failures": [case]})
    assert review({FIGURES: REPORT}, {FIGURES: after}).split("\n\n", 1)[1] == (
        "== eval figures: 1 changed\n"
        "\n"
        "quality/test_corpus/test_the_figures_are_pinned\n"
        "  false                   0 →        1       +1\n"
        "  by_lang zh false        0 →        1       +1\n"
        "  now false: own-1 (zh, none, task)\n"
        "      said: 改个名\n"
        "      kept user_preference: 改个名\n"
        "\n"
        "== summary\n"
        "eval figures        1 changed\n"
        "  quality/test_corpus/test_the_figures_are_pinned\n"
        "    false +1, cases: 1 worse, 0 better\n"
    )


def test_figures_of_another_form_are_compared_as_text() -> None:
    """A report that is none is told line by line, not left out."""
    assert "~ [-one-]{+two+} words" in review({FIGURES: "one words\n"}, {FIGURES: "two words\n"})


def test_very_many_cases_are_counted() -> None:
    """A report of hundreds of flips names the first and counts the rest."""
    cases = [
        {"id": f"own-{at}", "label": "none", "lang": "en", "case": "x", "why": "false",
         "text": "x", "expected": [], "kept": []}
        for at in range(100)
    ]  # fmt: skip
    told = review({FIGURES: REPORT}, {FIGURES: json.dumps({"failures": cases})})
    assert told.count("now false: ") == 60
    assert "… 40 more cases: read the file" in told
    assert "cases: 100 worse, 0 better" in told


def test_two_reports_can_be_compared_by_themselves() -> None:
    """The figures of a live run are told the same way."""
    after = REPORT.replace('"false": 0, "by', '"false": 2, "by')
    assert render_figures(REPORT, after) == (
        "  false        0 →        2       +2\n"
        "\n"
        "== summary\n"
        "    false +2, cases: 0 worse, 0 better\n"
    )
    assert render_figures(REPORT, REPORT) == "Nothing moved.\n"
    assert render_figures(REPORT, "no report") is None


def test_a_check_says_why_it_fails() -> None:
    """Not written, unused and not committed are three things to put right."""
    one, other, third = (PROMPT.format(lang) for lang in ("en", "zh", "mixed"))
    same = Versions(before={one: "a"}, after={one: "a"}, cases=Cases())
    assert render_verdict(same, {one: "a"}) == ""
    changed = Versions(before={one: "a"}, after={one: "b"}, cases=Cases())
    assert render_verdict(changed, {one: "b"}) == (
        "Not committed (1): core/test_asking/test_extraction[en]\n"
    )
    assert render_verdict(changed, {one: "a"}).splitlines()[0] == (
        "Not what golden/ holds, so run 'make golden' (1): core/test_asking/test_extraction[en]"
    )
    unused = Versions(before={one: "a", other: "b"}, after={one: "a"}, cases=Cases())
    assert render_verdict(unused, {one: "a", other: "b", third: "c"}) == (
        "Unused in golden/, so run 'make golden' (2): "
        "core/test_asking/test_extraction[mixed, zh]\n"
        "Not committed (1): core/test_asking/test_extraction[zh]\n"
    )
    edited = Versions(before={one: "a"}, after={one: "a"}, cases=Cases())
    assert "Not what golden/ holds" in render_verdict(edited, {one: "by hand"})


@pytest.mark.parametrize(
    "text", ["word " * 80, "没有空格的中文" * 40, "x" * 400, "", "用 ruff " * 30]
)
def test_no_line_is_wider_than_a_terminal(text: str) -> None:
    """Long lines go on under their own start, Chinese ones by columns; no word is lost."""
    lines = list(wrapped(text, "       + "))
    assert all(columns(line) <= WIDTH_COLUMNS for line in lines if " " in line[9:])
    assert "".join(line[9:] for line in lines).replace(" ", "") == text.replace(" ", "")
    assert all(line[:9] in ("       + ", "         ", "       +") for line in lines)


def test_colours_are_only_added() -> None:
    """On a terminal what is gone is red and what is new is green; the words stay the same."""
    told = "== plans: 1 changed\n       ~ a [-b-]{+c\n         d+} e\n       - gone\n     3 + new\n"
    shown = coloured(told)
    assert "\x1b[31m[-b-]\x1b[0m\x1b[32m{+c\n         d+}\x1b[0m" in shown
    assert "\x1b[31m       - gone\x1b[0m" in shown
    assert "\x1b[32m     3 + new\x1b[0m" in shown
    for code in ("\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[0m"):
        shown = shown.replace(code, "")
    assert shown == told


def test_names_of_one_test_are_put_together() -> None:
    """Cases of a test stand in one bracket; a name with brackets in its case survives."""
    assert short_names(["b.txt", "a[x].txt", "a[y[1]].txt"]) == ("a[x, y[1]]", "b")


def test_every_snapshot_of_the_project_has_a_kind() -> None:
    """A new folder of snapshots gets its place in the table of kinds."""
    assert [name for name in on_disk(GOLDEN) if kind_of(name) is Kind.OTHER] == []
    assert kind_of("elsewhere/test_x/test_y.txt") is Kind.OTHER
