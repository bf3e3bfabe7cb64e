"""docs/performance.md names the bounds of core/limits.py and benches that exist."""

import re
from pathlib import Path

from bench.__main__ import module_of, names
from sayso.core import limits

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "performance.md").read_text("utf-8")
ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?P<bound>[^|]+) \|$", re.MULTILINE)
MIB = 1024 * 1024

BOUNDS = {
    "one side of a turn": f"{limits.TURN_MAX_BYTES // MIB} MiB",
    "turns of one model question": f"{limits.EXTRACTION_BATCH_TURNS}",
    "a model's reply": (
        f"{limits.REPLY_MAX_BYTES // MIB} MiB, {limits.PROPOSALS_MAX} proposals or operations"
    ),
    "a quote": f"{limits.QUOTE_MAX_CHARS:,} characters",
    "statements of a search": f"3, giving up to {limits.SEARCH_HITS_MAX} hits",
    "history": f"{limits.HISTORY_MAX_TURNS} turns, {limits.HISTORY_MAX_CHARS:,} characters",
    "routing context": f"{limits.CONTEXT_MAX_CHARS:,} characters",
    "wait for another process": f"{limits.BUSY_DEADLINE_US // limits.SECOND_US} s",
    "inline integrity checks": f"stores up to {limits.INLINE_CHECK_MAX_BYTES // MIB} MiB",
}


def test_the_bounds_are_those_of_the_limits() -> None:
    """Each bound of the page's table is the one the code keeps."""
    section = PAGE.split("## Bounds\n")[1]
    rows = {found["what"]: found["bound"] for found in ROW.finditer(section)}
    assert rows == {"what": "bound", **BOUNDS}
    assert limits.PROPOSALS_MAX == limits.OPERATIONS_MAX


def test_every_bench_of_the_page_can_be_run() -> None:
    """A bench that the page names is there, each is named, and says what its tables are about."""
    named = set(re.findall(r"-m bench (?!NAME)(\w+)", PAGE))
    assert named == set(names())
    modules = {name: module_of(name) for name in names()}
    with_figures = {name for name, module in modules.items() if hasattr(module, "figures")}
    assert with_figures == {name for name, module in modules.items() if hasattr(module, "SUBJECT")}
