"""What benches of recall ask: conversations, questions, and the messages that answer them.

Without a file, the published cases of tests/quality/recall among made-up messages. With one in the
format of LoCoMo, which is no part of this project (`--data FILE`, or its name in BENCH_LOCOMO), its
conversations: one message each "Speaker: text", at the moment of its session.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.memories import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ANSWERABLE: Final = frozenset({1, 2, 3, 4})
UNANSWERABLE: Final = 5
CASES: Final = Path(__file__).resolve().parents[1] / "tests/quality/recall"
FILE: Final = "BENCH_LOCOMO"
SEED: Final = 20_240_607
BEGUN_US: Final = 1_700_000_000_000_000
MINUTE_US: Final = 60_000_000
DAY_US: Final = 86_400_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message: its id in the file, session, moment and text, and what was replied."""

    key: str
    session: str
    at_us: int
    text: str
    reply: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What was said, what is asked with its evidence, and what is asked in vain."""

    said: tuple[Said, ...]
    asked: tuple[tuple[str, frozenset[str]], ...]
    in_vain: tuple[str, ...] = ()


def published(made_up: int) -> tuple[Conversation, ...]:
    """Give the published cases among some made-up messages, as one conversation."""
    cases = lines("cases.jsonl")
    others = [text for case in lines("unanswered.jsonl") for text, _ in case["said"]]
    invented = [memory.content for memory in Writer(SEED).memories(made_up)]
    texts = [*invented, *others, *(case["said"] for case in cases)]
    said = in_turn([(text, "") for text in texts])
    keys = {one.text: one.key for one in said}
    asked = tuple(
        (question, frozenset({keys[case["said"]]})) for case in cases for question in case["asked"]
    )
    return (Conversation(said=said, asked=asked),)


def in_turn(sides: Iterable[Sequence[str]]) -> tuple[Said, ...]:
    """Give both sides of turns as messages, a minute apart."""
    return tuple(
        Said(key=f"m{at}", session="", at_us=BEGUN_US + at * MINUTE_US, text=text, reply=reply)
        for at, (text, reply) in enumerate(sides)
    )


def lines(name: str) -> list[dict[str, Any]]:
    """Read a table of cases."""
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


def from_file() -> tuple[Conversation, ...]:
    """Give the conversations of the file that was named, or none."""
    named = os.environ.get(FILE)
    return tuple(map(read, json.loads(Path(named).read_text("utf-8")))) if named else ()


def read(conversation: dict[str, Any]) -> Conversation:
    """Read one conversation of a file."""
    talk = conversation["conversation"]
    said = []
    number = 1
    while f"session_{number}_date_time" in talk:
        at_us = moment_of(talk[f"session_{number}_date_time"])
        said += [
            Said(
                key=one["dia_id"],
                session=f"session {number}",
                at_us=at_us,
                text=f"{one['speaker']}: {one['text']}",
            )
            for one in talk.get(f"session_{number}", ())
        ]
        number += 1
    asked = tuple(
        (one["question"], evidence)
        for one in conversation["qa"]
        if one["category"] in ANSWERABLE and (evidence := evidence_of(one))
    )
    in_vain = tuple(
        one["question"] for one in conversation["qa"] if one["category"] == UNANSWERABLE
    )
    return Conversation(said=tuple(said), asked=asked, in_vain=in_vain)


def evidence_of(question: dict[str, Any]) -> frozenset[str]:
    """Give the messages that answer a question; some name several in one text."""
    named = " ".join(question.get("evidence") or ())
    return frozenset(re.split(r"[;,\s]+", named)) - {""}


def moment_of(text: str) -> int:
    """Read "1:56 pm on 8 May, 2023" as microseconds since the epoch."""
    moment = dt.datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=dt.UTC)
    return round(moment.timestamp() * 1_000_000)
