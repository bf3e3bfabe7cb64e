"""docs/knowledge.md tells the truth: its program runs, its figures are those of the limits."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

import sayso
from sayso.core import limits
from sayso.core.knowledge.layers import LAYERS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "knowledge.md").read_text("utf-8")
PROGRAM = re.compile(r"^    from sayso import .*?(?=^\S)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (\w+) \| .* \| (yes|no) \|$", re.MULTILINE)


def test_the_program_of_the_page_runs(tmp_path: Path) -> None:
    """What it builds is a context that holds its session; the package offers both of its names."""
    found = PROGRAM.search(PAGE)
    assert found is not None
    names: dict[str, object] = {"project_folder": tmp_path}
    exec(textwrap.dedent(found.group()), names)
    assert "brake_check releases late" in str(names["text"])
    assert (tmp_path / "cases" / "C7" / "memory.json").is_file()
    assert {sayso.MemorySystem.__name__, sayso.AutoDream.__name__} == {"MemorySystem", "AutoDream"}


def test_every_layer_is_on_the_page() -> None:
    """Each with whether it rests on code, as the program has it."""
    told = {name: rests == "yes" for name, rests in ROW.findall(PAGE)}
    assert told == {layer.value: policy.rests_on_code for layer, policy in LAYERS.items()}


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("at most 5 entries", limits.KNOWLEDGE_RECALL_ITEMS),
        ("up to 40", limits.KNOWLEDGE_RECALL_ITEMS_MAX),
        ("6,000 characters of all values", limits.KNOWLEDGE_RECALL_CHARS),
        ("up to 100,000", limits.KNOWLEDGE_RECALL_CHARS_MAX),
        ("learns 200 functions", limits.LEARN_BUDGET),
        ("four hours", limits.DREAM_INTERVAL_US // limits.HOUR_US),
        ("two new sessions", limits.DREAM_SESSIONS_MIN),
        ("the five newest", limits.DREAMS_BEFORE_MAX),
    ],
)
def test_the_figures_are_those_of_the_limits(words: str, value: int) -> None:
    """A limit that is changed makes the page wrong."""
    spelled = {2: "two", 4: "four", 5: "five"}
    plain = " ".join(PAGE.split())
    assert words in plain
    assert f"{value:,}" in words or spelled[value] in words
