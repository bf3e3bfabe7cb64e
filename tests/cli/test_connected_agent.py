"""An agent connected for real: what its files say is run, and the doctor sees that it was."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.shell.calm import calm

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Sayso


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project whose path needs quotes."""
    folder = tmp_path / "我的 project"
    (folder / ".git").mkdir(parents=True)
    return folder


def test_what_is_written_fires_and_the_doctor_sees_it(
    taught: Sayso, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands as they stand in the file answer with memory; trying them stores nothing."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    calm(monkeypatch, temporary)
    assert taught("connect", "claude-code", "--local").code == 0

    hooks = json.loads((project / ".claude" / "settings.local.json").read_text("utf-8"))["hooks"]
    usual = {"session_id": "s1", "transcript_path": "", "cwd": str(project)}
    answers = {}
    for event, more in (
        ("SessionStart", {"source": "startup"}),
        ("UserPromptSubmit", {"prompt": "我们定了：日志保留九十天。"}),
        ("Stop", {"stop_hook_active": False, "last_assistant_message": "好的。"}),
    ):
        (group,) = hooks[event]
        done = subprocess.run(
            ["/bin/sh", "-c", group["hooks"][0]["command"]],
            input=json.dumps({**usual, "hook_event_name": event, **more}).encode(),
            cwd=project,
            env=os.environ | {"SAYSO_BACKGROUND": "0"},
            capture_output=True,
            check=True,
        )
        assert done.stderr == b""
        answers[event] = done.stdout.decode()
    context = json.loads(answers["SessionStart"])["hookSpecificOutput"]["additionalContext"]
    assert "雪花 ID" in context
    assert answers["Stop"] == ""

    before = taught("status", "--json").answer
    assert before["turns"]["completed"] == 3
    told = taught("doctor")
    assert told.code == 0
    assert told.out.splitlines()[-1].startswith("agent    claude-code (local): fired 2")
    assert "hint" not in told.out
    assert taught("status", "--json").answer["turns"] == before["turns"]
