"""The corpus and whole conversations on the model that is configured, when SAYSO_LIVE=1 (A318)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tests.quality
from sayso.shell.evaluating import load_cases
from sayso.shell.settings import EMBEDDED, choose_model, load_settings
from tests.live.recording import RecordedModel
from tests.live.running import LiveReport, TimeBound, run_conversations, run_corpus

if TYPE_CHECKING:
    from sayso.shell.ports import Model

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        os.environ.get("SAYSO_LIVE") != "1",
        reason="asks the configured model: set SAYSO_LIVE=1 (docs/testing.md)",
    ),
]
MINUTES = float(os.environ.get("LIVE_MINUTES", "20"))
CASES = Path(next(iter(tests.quality.__path__)), "corpus.jsonl")


def configured() -> Model:
    """Give the model to measure; the rules would be measured for nothing."""
    settings = load_settings()
    assert settings.provider != EMBEDDED, "no model is configured: set SAYSO_PROVIDER, SAYSO_MODEL"
    return choose_model(settings)


def test_every_promise_holds_with_the_configured_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However good or poor its answers are, no invariant breaks and nothing crashes (A313-A317)."""
    report, bound = LiveReport(model=RecordedModel(configured())), TimeBound(MINUTES)
    with capsys.disabled():
        run_corpus(report, load_cases(CASES), bound)
        run_conversations(report, tmp_path, bound)
        sys.stdout.write("\n".join(("", *report.lines(), "")))
    assert report.model.replies, "the model gave no reply at all: nothing was tried"
    assert not report.violations
