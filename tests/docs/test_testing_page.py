"""docs/testing.md shows reviews as they are printed today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.golden_review.figures import Cases
from tests.golden_review.kinds import PLACES, Kind, kind_of
from tests.golden_review.review import Versions, render_figures, render_review
from tests.golden_review.snapshots import on_disk
from tests.prompt_rules import RULES

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "testing.md"
FIXTURES = ROOT / "tests" / "fixtures" / "golden_review"
PROMPT = (ROOT / "core" / "prompts" / "extraction.md").read_text("utf-8")
EDIT = re.compile(r"^```diff\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)


def shown(name: str) -> str:
    """Give a marked block of the page."""
    return PAGE.read_text("utf-8").split(f"<!-- begin: {name} -->\n")[1].split("<!-- end: ")[0]


def block(report: str) -> str:
    """Write a report as the page holds it."""
    return f"```text\n{report}```\n"


def edited(text: str) -> str:
    """Carry out the edit of the page's example on a text that holds the prompt."""
    found = EDIT.search(PAGE.read_text("utf-8"))
    assert found
    lines = found["lines"].splitlines()
    assert len(lines) == 4
    for old, new in zip(lines[::2], lines[1::2], strict=True):
        assert (old[0], new[0]) == ("-", "+")
        assert old[1:] in PROMPT
        text = text.replace(old[1:], new[1:])
    return text


def test_the_review_of_a_prompt_is_what_is_printed() -> None:
    """The example is an edit of the prompt as it stands, and the report is the one it gives."""
    before = {name: text for name, text in on_disk(ROOT / "golden").items() if _shows(text)}
    assert before
    after = {name: edited(text) for name, text in before.items()}
    versions = Versions(before=before, after=after, cases=Cases())
    report = render_review(versions, "what the tests make now against HEAD")
    assert shown("prompt review") == block(report), report


def _shows(text: str) -> bool:
    return PROMPT.rstrip() in text


def test_the_edit_breaks_the_rule_that_the_page_names() -> None:
    """The page says that one of its two edits takes a rule away that a test looks for."""
    broken = [rule for rule, words in RULES["extraction"].items() if words not in edited(PROMPT)]
    assert broken == ["whole clause, verbatim"]
    assert f'"{broken[0]}"' in PAGE.read_text("utf-8")


def test_the_review_of_figures_is_what_is_printed() -> None:
    """The report compares figures that were measured, before and after the change it is about."""
    before, after = (FIXTURES / f"{side}.json" for side in ("before", "after"))
    report = render_figures(before.read_text("utf-8"), after.read_text("utf-8"))
    assert report
    assert shown("figures review") == block(report), report


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.OTHER])
def test_the_page_names_every_kind(kind: Kind) -> None:
    """Each kind of snapshot stands in the table, at a place that has this kind."""
    row = re.search(rf"^\| {kind} \| (?P<places>[^|]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert row
    places = re.findall(r"`golden/([\w/…]+)`", row["places"])
    known = [place for place, of in PLACES if of is kind]
    for place in places:
        expanded = place.replace("…", "test_pinned_conversations")
        assert kind_of(expanded) is kind
        assert expanded in known
