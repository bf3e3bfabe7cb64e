"""A glance at some lines of a log tells the folders and times they name, and no words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sayso.core.transcripts.glancing import Glance, glance

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"


@pytest.mark.parametrize(
    ("name", "folders"),
    [
        ("claude_code_en.jsonl", {"/home/dev/widgets", "/home/dev/gadgets"}),
        ("codex_en.jsonl", {"/home/dev/widgets", "/home/dev/gadgets"}),
        ("codex_old_zh.jsonl", {"/home/dev/widgets"}),
        ("copilot_en.jsonl", {"/home/dev/widgets"}),
        ("copilot_zh.jsonl", {"/home/dev/gadgets"}),
    ],
)
def test_the_folders_of_every_agents_log_are_seen(name: str, folders: set[str]) -> None:
    """Wherever a format names them, and times with them; a cut in a line does no harm."""
    content = (FIXTURES / name).read_bytes()
    seen = glance((content[:-20], b"\n", content[3:]))
    assert seen.folders == folders
    assert seen.first_us is not None
    assert seen.last_us is not None
    assert seen.first_us <= seen.last_us


def test_what_names_nothing_gives_nothing() -> None:
    """Fields of the wrong kind say nothing either."""
    rows: tuple[object, ...] = (
        {"cwd": 7, "data": [], "timestamp": "soon"},
        {"payload": 7, "data": {"context": 7}},
        [],
    )
    content = "\n".join(map(json.dumps, rows)).encode()
    assert glance((content,)) == Glance(folders=frozenset(), first_us=None, last_us=None)
