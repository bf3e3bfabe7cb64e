"""examples/prompt_review: the review of a prompt change goes as its docstring tells it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.architecture.tree import ROOT
from tests.docs.test_testing_page import edited

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = ROOT / "examples" / "prompt_review" / "test_prompt_review.py"
PROMPT = ROOT / "core" / "prompts" / "extraction.md"


def run(folder: Path, *words: str) -> tuple[int, str]:
    """Run the example's tests where they lie, as somebody who copied them would."""
    plain = ("-vv", "-p", "syrupy", "-p", "no:cacheprovider", "--tb=short", *words)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_prompt_change_is_seen_and_can_be_refused(tmp_path: Path) -> None:
    """Once pinned, a changed rule shows in what is told and in what is kept, until it is put back.

    The change is the one that docs/testing.md judges: its second line is to be refused, because
    what a model then quotes is no proof any more.
    """
    shutil.copy(EXAMPLE, tmp_path)
    assert run(tmp_path, "--snapshot-update")[0] == 0
    own = tmp_path / "extraction.md"
    own.write_text(edited(PROMPT.read_text("utf-8")), "utf-8")
    code, told = run(tmp_path)
    assert code == 1
    for gone, new in (
        ("copied character for character", "without its filler words"),
        ("'kept     From now on, please, answer in", "'refused  1 x quote-not-verbatim'"),
        ("'kept     以后麻烦先给结论，再给理由'", "'refused  1 x quote-not-verbatim'"),
    ):
        assert re.search(rf"^E +- .*{re.escape(gone)}", told, re.MULTILINE), told
        assert re.search(rf"^E +\+ .*{re.escape(new)}", told, re.MULTILINE), told
    own.unlink()
    assert run(tmp_path)[0] == 0
