"""The end of an agent's log: the answer to the words of a turn, and to no others."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.agents.tails import answer_in

if TYPE_CHECKING:
    from pathlib import Path

PROMPT = "Rename it."


def claude(kind: str, text: str, **more: object) -> str:
    """Write an event of Claude Code's log."""
    message = {"role": kind, "content": [{"type": "text", "text": text}], "id": "m1"}
    return json.dumps({"type": kind, "sessionId": "s", "message": message} | more) + "\n"


def codex(kind: str, **payload: object) -> str:
    """Write an event of Codex' log."""
    return json.dumps({"type": "event_msg", "payload": {"type": kind} | payload}) + "\n"


ASKED = claude("user", PROMPT)
TOOLS = claude("assistant", "Looking.", message={"role": "assistant", "content": []}) * 3


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Give the place of a log."""
    return tmp_path / "log.jsonl"


def test_parts_of_one_message_are_put_together(log: Path) -> None:
    """The last message counts, whole; what a sub-agent said does not."""
    side = claude("assistant", "No.", isSidechain=True)
    log.write_text(
        ASKED + TOOLS + claude("assistant", "Renamed.") + claude("assistant", "All of it.") + side
    )
    assert answer_in("claude-code", str(log), PROMPT) == "Renamed.\n\nAll of it."


def test_codex_tells_the_last_words_with_the_end_of_a_task(log: Path) -> None:
    """Its log has the answer as well."""
    asked = codex("user_message", message=PROMPT)
    log.write_text(asked + codex("task_complete", last_agent_message="Renamed."))
    assert answer_in("codex", str(log), PROMPT) == "Renamed."


@pytest.mark.parametrize(
    "text",
    [
        "",
        claude("assistant", "Never asked."),
        claude("user", "Something else.") + claude("assistant", "Done."),
        ASKED,
        ASKED + claude("assistant", "Renamed.") + claude("user", "Next."),
        ASKED[:-20],
    ],
)
def test_a_log_that_lags_gives_no_answer(text: str, log: Path) -> None:
    """An answer to other words, to later ones, or to none that can be read is none."""
    log.write_text(text)
    assert answer_in("claude-code", str(log), PROMPT) is None


def test_a_prompt_far_above_is_found_up_to_a_bound(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long turn is read further back, and not beyond what a hook reads at most."""
    log.write_text("x" * 5_000 + "\n" + ASKED + TOOLS * 20 + claude("assistant", "Renamed."))
    size = log.stat().st_size
    monkeypatch.setattr(limits, "HOOK_TAILS_BYTES", (300, size - 4_000))
    assert answer_in("claude-code", str(log), PROMPT) == "Renamed."
    monkeypatch.setattr(limits, "HOOK_TAILS_BYTES", (300, 600))
    assert answer_in("claude-code", str(log), PROMPT) is None


def test_what_is_no_file_is_not_waited_for(log: Path, tmp_path: Path) -> None:
    """A pipe, a folder, nothing, and a name that is none give no answer."""
    os.mkfifo(log)
    for path in (str(log), str(tmp_path), str(tmp_path / "none"), "a\0b"):
        assert answer_in("claude-code", path, PROMPT) is None
