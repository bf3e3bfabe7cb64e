"""Links and paths in the pages for readers lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?P<to>[^)#\s]+)(?P<part>#[^)\s]*)?\)")
PATH = re.compile(r"`((?:core|shell|sql|tests|docs|bench|examples|golden|src)/[\w./-]*)(?:::\w+)?`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    """A link inside the repository names a file or folder that is there."""
    text = FENCED.sub("", page.read_text("utf-8"))
    broken = [
        found["to"]
        for found in LINK.finditer(text)
        if not found["to"].startswith(("http:", "https:", "mailto:"))
        and not (page.parent / found["to"]).exists()
    ]
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_paths_in_the_text_exist(page: Path) -> None:
    """A path of the repository that a page names in code style is there."""
    text = page.read_text("utf-8")
    missing = [path for path in PATH.findall(text) if not (ROOT / path).exists()]
    assert not missing


def test_every_decision_is_in_the_index() -> None:
    """Each page under docs/adr stands in its list, under its number and with its title."""
    index = (ROOT / "docs" / "adr" / "README.md").read_text("utf-8")
    pages = sorted((ROOT / "docs" / "adr").glob("[0-9]*.md"))
    assert [page.name[:4] for page in pages] == [f"{one:04}" for one in range(1, len(pages) + 1)]
    for page in pages:
        heading = page.read_text("utf-8").splitlines()[0]
        number, _, title = heading.removeprefix("# ").partition(". ")
        assert int(number) == int(page.name[:4])
        assert f"| [{page.name[:4]}]({page.name}) | {title} |" in index
