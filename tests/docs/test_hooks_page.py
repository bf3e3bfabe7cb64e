"""docs/hooks.md says what the program does: its events, fields and bounds."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sayso.core import limits
from sayso.core.agents.payloads import EVENTS, HOSTS, PROMPT
from sayso.core.agents.telling import render_answer

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hooks.md").read_text("utf-8")


def test_every_event_and_host_is_on_the_page() -> None:
    """Each event stands in the table under both of its names, and each host is named."""
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(name for row in rows for name in row) == sorted(EVENTS)
    assert all(f"`{host}`" in PAGE for host in HOSTS)


def test_the_answer_on_the_page_is_one_that_is_given() -> None:
    """The example has the keys of a real answer, no more and no less."""
    (shown,) = re.findall(r"^    (\{.*\})$", PAGE, re.MULTILINE)
    real = json.loads(render_answer("claude-code", PROMPT, ("<sayso-memory>…",)))
    assert json.loads(shown) == real


def test_the_bounds_on_the_page_are_those_of_the_program() -> None:
    """Every number that a reader may rely on is the one in core/limits.py."""
    minute_us, mebibyte = limits.MINUTE_US, 1024 * 1024
    for bound in (
        f"{limits.HOOK_TAILS_BYTES[-1] // mebibyte} MiB at most",
        f"at most {limits.CONTEXT_MAX_CHARS:,} characters",
        f"within {limits.HOOK_ALIVE_US // minute_us} minutes",
        f"{limits.HOOK_PROMPT_PART_CHARS:,} characters each",
        f"at most {limits.HOOK_TEXT_MAX_CHARS:,} characters",
        f"half at {limits.JOURNAL_MAX_BYTES // 1024} KiB",
    ):
        assert bound in " ".join(PAGE.split()), bound
    assert limits.HOOK_BUSY_US == 5 * limits.SECOND_US
    assert (limits.HOOK_ALARM_S, limits.SEARCH_HITS_MAX) == (8, 5)
