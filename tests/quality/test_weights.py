"""The table of weights: learned from the labelled messages, and not left behind by them."""

import json
from pathlib import Path

from bench.weights import FILES, digest, examples, learn, module
from sayso.core.speech import lexicon_weight

ROOT = Path(__file__).parents[2]


def test_the_table_is_learned_from_the_messages_as_they_are() -> None:
    """Whoever changes the labelled messages learns the table anew: python -m bench.weights."""
    assert digest([ROOT / path for path in FILES]) in (lexicon_weight.__doc__ or "")


def test_learning_tells_the_words_of_lasting_from_those_of_passing(tmp_path: Path) -> None:
    """Words met in what is remembered get points for, others against, every time alike."""
    said = [("always salt the water", True), ("salt this once", False)] * 9
    cases = [
        {"text": text, "expect": [{"quote": text, "kind": "user_preference"}] if kept else []}
        for text, kept in said
    ]
    cases.append({"text": "yes", "expect": [{"quote": "yes", "proposal_quote": "salt it"}]})
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(map(json.dumps, cases)))
    bias, points = learn(tuple(examples([file])))
    assert points["always"] > 0 > points["once"]
    assert "yes" not in points
    assert (bias, points) == learn(tuple(examples([file])))
    made: dict[str, object] = {}
    exec(module(bias, points, digest([file])), made)
    assert made["POINTS"] == {
        word: round(value, 1) for word, value in points.items() if round(value, 1)
    }
