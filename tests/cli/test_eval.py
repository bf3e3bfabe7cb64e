"""`sayso eval`: figures as text and as JSON, without touching a project."""

import json
from pathlib import Path

import pytest

from sayso.shell.entrances.cli import trying
from sayso.shell.models.embedded import EmbeddedModel
from tests.cli.conftest import Sayso

CASES = (
    {
        "id": "a",
        "lang": "en",
        "label": "preference",
        "text": "From now on, give every measurement in metric units.",
        "expect": [
            {
                "kind": "user_preference",
                "quote": "From now on, give every measurement in metric units",
                "about": ["metric"],
            }
        ],
    },
    {"id": "b", "lang": "zh", "label": "none", "text": "今天构建又挂了，为什么？", "expect": []},
)


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    """Write a corpus of two cases."""
    path = tmp_path / "cases.jsonl"
    whole = [{"prev_user": "", "prev_assistant": "", "why": "test", **case} for case in CASES]
    path.write_text("".join(json.dumps(case) + "\n" for case in whole))
    return str(path)


def test_eval_measures_the_rules(sayso: Sayso, project: Path, corpus: str) -> None:
    """Every field of the contract is there, and the project hears nothing of it."""
    figures = sayso("eval", corpus, "--json").answer
    assert figures["cases"] == 2
    assert (figures["expected"], figures["kept"], figures["correct"]) == (1, 1, 1)
    assert (figures["false"], figures["precision"], figures["recall"]) == (0, 1.0, 1.0)
    assert {"by_label", "by_lang", "withdraw", "failures"} <= figures.keys()
    assert sayso("eval", corpus).out
    assert [path.name for path in project.iterdir()] == [".git"]


def test_eval_measures_the_gate_alone(sayso: Sayso, corpus: str) -> None:
    """With --gate the checks are tried as if a model had proposed."""
    figures = sayso("eval", corpus, "--gate", "--json").answer
    assert figures == {
        "right": 1,
        "right_accepted": 1,
        "wrong": 1,
        "wrong_refused": 1,
        "failures": [],
    }
    assert "1 of 1 accepted" in sayso("eval", corpus, "--gate").out


def test_eval_measures_the_configured_model(
    sayso: Sayso, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --model configured the settings' model is asked; the gate has none to ask."""
    asked: list[str] = []

    def configured() -> EmbeddedModel:
        asked.append("once")
        return EmbeddedModel()

    monkeypatch.setattr(trying, "configured_model", configured)
    assert sayso("eval", corpus, "--model", "configured", "--json").answer["kept"] == 1
    assert asked == ["once"]
    assert sayso("eval", corpus, "--gate", "--model", "configured").code == 2
    assert sayso("eval", corpus, "--model", "nonsense").code == 2


def test_a_corpus_that_is_none(sayso: Sayso, tmp_path: Path) -> None:
    """A missing corpus is not found, a broken one names its line."""
    assert sayso("eval", str(tmp_path / "missing.jsonl")).code == 1
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{broken\n")
    told = sayso("eval", str(broken))
    assert told.code == 2
    assert "line 1" in told.err
