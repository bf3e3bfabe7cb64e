"""Learn the points of `core.speech.lexicon_weight` from labelled messages and print the module.

    python -m bench.weights > /tmp/table.py && mv /tmp/table.py core/speech/lexicon_weight.py

Every statement that holds an expected quote speaks for, every statement of a message from which
nothing is to be remembered speaks against. A logistic regression over the words and pairs that
`core.speech.weighing` counts, in plain Python, gives each its points. Same files, same table; its
header names the digest of the files, so that a test sees when they have changed.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.speech.spoken import own_sentences
from sayso.core.speech.statements import statements
from sayso.core.speech.weighing import wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FILES: Final = tuple(
    Path("tests/quality") / name
    for name in ("corpus.jsonl", "development.jsonl", "other_trades.jsonl")
)
SEEN_MIN: Final = 8  # a word seen less often is chance
FREEDOM: Final = 4.0  # how far points may go from 0 to fit the examples
ROUNDS: Final = 500
STEP: Final = 0.004
DECIMALS: Final = 1
_LINE_CHARS: Final = 96

Example = tuple[tuple[str, ...], float]


def examples(paths: Sequence[Path]) -> Iterator[tuple[frozenset[str], bool]]:
    """Give what is counted of every statement that speaks for or against."""
    for path in paths:
        for line in path.read_text().splitlines():
            case = json.loads(line)
            quotes = [one["quote"] for one in case["expect"] if not one.get("proposal_quote")]
            if case["expect"] and not quotes:
                continue
            yield from _of_case(case["text"], quotes)


def _of_case(text: str, quotes: list[str]) -> Iterator[tuple[frozenset[str], bool]]:
    said = [(text.find(quote), text.find(quote) + len(quote)) for quote in quotes]
    for statement in statements(own_sentences(text)):
        start, end = statement.clauses[0].start, statement.clauses[-1].end
        held = any(begin < end and start < stop for begin, stop in said)
        if held or not quotes:
            yield wording(statement.clauses), held


def learn(found: Sequence[tuple[frozenset[str], bool]]) -> tuple[float, dict[str, float]]:
    """Give the bias and the points of every word seen often enough."""
    seen = Counter(word for words, _ in found for word in words)
    known = {word for word, times in seen.items() if times >= SEEN_MIN}
    rows = [(sorted(words & known), float(held)) for words, held in found]
    points = dict.fromkeys(sorted(known), 0.0)
    bias, before, bias_before = 0.0, dict(points), 0.0
    for at in range(ROUNDS):
        push = at / (at + 3.0)
        ahead = {word: value + push * (value - before[word]) for word, value in points.items()}
        bias_ahead = bias + push * (bias - bias_before)
        slope, bias_slope = _slope(rows, ahead, bias_ahead)
        before, bias_before = points, bias
        points = {word: ahead[word] - STEP / FREEDOM * slope[word] for word in ahead}
        bias = bias_ahead - STEP / FREEDOM * bias_slope
    return bias, points


def _slope(
    rows: Sequence[tuple[list[str], float]], points: dict[str, float], bias: float
) -> tuple[dict[str, float], float]:
    slope = dict(points)
    bias_slope = bias
    for words, held in rows:
        if not words:
            continue
        scale = len(words) ** -0.5
        score = bias + scale * math.fsum(points[word] for word in words)
        error = FREEDOM * (1.0 / (1.0 + math.exp(-score)) - held)
        bias_slope += error
        for word in words:
            slope[word] += error * scale
    return slope, bias_slope


def digest(paths: Sequence[Path]) -> str:
    """Give the digest of the files a table is learned from."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()


def module(bias: float, points: dict[str, float], learned_from: str) -> str:
    """Write the table: one line of words for every number of points."""
    ranks: dict[float, list[str]] = {}
    for word, value in points.items():
        ranks.setdefault(round(value, DECIMALS), []).append(word)
    lines = [
        _HEAD.format(learned_from),
        f"BIAS: Final = {round(bias, DECIMALS)}",
        '_TABLE: Final = r"""',
    ]
    for rank in sorted((rank for rank in ranks if rank), reverse=True):
        line = f"{rank}"
        for word in sorted(ranks[rank]):
            shown = word.replace(" ", "_")
            if _width(line) + _width(shown) + 1 > _LINE_CHARS:
                lines.append(line)
                line = f"{rank}"
            line += f" {shown}"
        lines.append(line)
    return "\n".join((*lines, '"""', _TAIL))


def _width(text: str) -> int:
    return sum(1 if char.isascii() else 2 for char in text)


_HEAD: Final = '''"""The points of words and of pairs of words, made by `python -m bench.weights`.

A line holds points and the words that have them; a pair is joined by a low line, ^ and $ stand
for the start and the end of a statement. Digest of the messages they are learned from:
{}
"""

from __future__ import annotations

from typing import Final
'''
_TAIL: Final = """POINTS: Final = {
    word.replace("_", " "): float(points)
    for points, *words in (line.split(" ") for line in _TABLE.strip().splitlines())
    for word in words
}
"""

if __name__ == "__main__":
    sys.stdout.write(module(*learn(tuple(examples(FILES))), digest(FILES)))
