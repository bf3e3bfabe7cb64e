"""Turn recall beside what others would pick: what is found, and how fast."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Final

from bench.conversations import from_file, published
from bench.recall_quality import DEPTH
from bench.rivals import contenders
from bench.tables import Figure, absent, one_number, taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.conversations import Conversation
    from bench.rivals import Answers

SUBJECT: Final = (
    "Turns found again, the same messages and questions for all: recall@k is the mean share of a\n"
    "question's evidence among the first k hits; ms is a question, s the index of all messages."
)
DEPTHS: Final = (5, DEPTH)
MADE_UP: Final = 2_000
MADE_UP_QUICK: Final = 200


def figures(quick: bool) -> Iterator[Figure]:
    """Ask everybody the published cases, and the conversations of a file if one was named."""
    yield from _figures("published cases", published(MADE_UP_QUICK if quick else MADE_UP))
    if conversations := from_file():
        yield from _figures("LoCoMo", conversations[:1] if quick else conversations)
    else:
        yield absent(
            "conversations in the format of LoCoMo: --data FILE",
            subject="turn recall: quality, LoCoMo",
            who="all",
            size=0,
            unit="recall@5",
        )


def _figures(data: str, asked: tuple[Conversation, ...]) -> Iterator[Figure]:
    size = sum(len(one.said) for one in asked)
    evidence = [wanted for one in asked for _, wanted in one.asked]
    quality, speed = f"turn recall: quality, {data}", f"turn recall: speed, {data}"
    for who, answers in contenders(asked):
        if answers.missing:
            for subject, unit in ((quality, "recall@5"), (speed, "ms")):
                yield absent(answers.missing, subject=subject, who=who, size=size, unit=unit)
            continue
        for depth in DEPTHS:
            share = recalled(answers, evidence, depth)
            yield one_number(share, subject=quality, who=who, size=size, unit=f"recall@{depth}")
        yield taken(answers.times_s, subject=speed, who=who, size=size)
        yield one_number(answers.built_s, subject=speed, who=who, size=size, unit="s")


def recalled(answers: Answers, evidence: list[frozenset[str]], depth: int) -> float:
    """Give the mean share of the evidence among the first hits."""
    return statistics.fmean(
        len(wanted.intersection(found[:depth])) / len(wanted)
        for found, wanted in zip(answers.found, evidence, strict=True)
    )
