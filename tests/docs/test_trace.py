"""docs/trace.md is run from top to bottom, so that it can't go stale."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRACE = ROOT / "docs" / "trace.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(
    r"`(?P<name>\w+)(?:\.(?P<method>\w+))?` (?:and `\w+` )?(?:in|\()\s*`(?P<path>\w\S+\.py)`"
)


def blocks(page: Path = TRACE) -> str:
    """Give a page's Python blocks as one session, each on its own lines of the page."""
    text = page.read_text("utf-8")
    kept = [""] * len(text.splitlines())
    for block in BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1))
        for offset, line in enumerate(block.group(1).splitlines()):
            kept[first + offset] = line
    return "\n".join(kept) + "\n"


def test_every_step_gives_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """The blocks run in order in one session, and each value shown is the value today."""
    session = doctest.DocTestParser().get_doctest(blocks(), {}, TRACE.name, str(TRACE), 0)
    outcome = doctest.DocTestRunner().run(session)
    assert outcome.attempted > 50
    assert outcome.failed == 0, capsys.readouterr().out


def test_every_place_the_page_names_exists() -> None:
    """Where the page says that a name lies in a file, that file defines it."""
    found = list(PLACE.finditer(TRACE.read_text("utf-8")))
    assert len(found) > 10
    for place in found:
        code = (ROOT / place["path"]).read_text("utf-8")
        for name in filter(None, (place["name"], place["method"])):
            assert re.search(rf"^\s*(?:def|class) {name}\b", code, re.MULTILINE), place.group()
