"""Recall beside FTS5 and BM25: how much of the evidence for a question stands in the first hits.

Run: python -m bench.recall_quality --data FILE, a file of conversations in the format of LoCoMo,
which is no part of this project. One store per conversation, one turn per message, "Speaker: text"
as the user's words, its session as session, at the moment of that session; stored and asked as a
host does, on the day after the last. recall@k is the mean over the questions of categories 1 to 4
that have evidence of the share of their evidence among the first k hits. The rivals get the same
documents and questions in the same run. Questions of category 5 ask for what nobody said; of them,
and of tests/quality/recall/unanswered.jsonl, it is told how many get no answer.
"""

from __future__ import annotations

import argparse
import datetime as dt
import importlib
import importlib.util
import json
import re
import statistics
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import apsw

from sayso.core.recall.asking import RecallRequest
from sayso.shell.admitting import RecordedTurn, record_turn
from sayso.shell.ports import system_ports
from sayso.shell.recalling import recall
from sayso.shell.store.opening import open_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.store.store import Store

    Search = Callable[[str], list[str]]

ANSWERABLE: Final = frozenset({1, 2, 3, 4})
UNANSWERABLE: Final = 5
DEPTHS: Final = (5, 10)
DAY_US: Final = 86_400_000_000
UNANSWERED: Final = Path("tests/quality/recall/unanswered.jsonl")
TABLE: Final = {
    "porter": "porter unicode61",
    "trigram": "trigram",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message: its id in the file, session, moment and text."""

    key: str
    session: str
    at_us: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What was said, what is asked with its evidence, and what is asked in vain."""

    said: tuple[Said, ...]
    asked: tuple[tuple[str, frozenset[str]], ...]
    in_vain: tuple[str, ...]


@dataclass(slots=True)
class Clock:
    """A clock that stands where it is put."""

    at_us: int = 0

    def now_us(self) -> int:
        """Give the moment."""
        return self.at_us

    def sleep_us(self, duration_us: int) -> None:
        """Put the clock on."""
        self.at_us += duration_us


def main() -> None:
    """Print the table for a file of conversations."""
    given = argparse.ArgumentParser(prog="bench.recall_quality")
    given.add_argument("--data", type=Path)
    path = given.parse_known_args(sys.argv[1:])[0].data
    told_unanswered()
    if path is None:
        print("recall@5 and recall@10 need --data FILE (conversations in the format of LoCoMo)")
        return
    conversations = tuple(map(read, json.loads(path.read_text("utf-8"))))
    questions = sum(len(one.asked) for one in conversations)
    print(f"{len(conversations)} conversations, {questions} questions with evidence\n")
    ways = {
        "sayso recall": ours,
        "FTS5 porter": lambda one: fts5(one, TABLE["porter"]),
        "FTS5 trigram": lambda one: fts5(one, TABLE["trigram"]),
        "rank_bm25": rank_bm25,
    }
    print(
        f"{'':14}{'recall@5':>10}{'recall@10':>11}{'ours is':>9}{'':>9}{'p50 ms':>9}{'p95 ms':>9}"
    )
    best: tuple[float, ...] = ()
    for name, way in ways.items():
        if name == "rank_bm25" and importlib.util.find_spec(name) is None:
            print(f"{name:14} not installed: pip install rank_bm25")
            continue
        shares, times = measured(conversations, way)
        best = best or shares
        ratios = "".join(f"{mine / share:8.2f}x" for mine, share in zip(best, shares, strict=True))
        cuts = statistics.quantiles(times, n=20)
        print(f"{name:14}{shares[0]:10.4f}{shares[1]:11.4f}{ratios}{cuts[9]:9.2f}{cuts[18]:9.2f}")
    tell_in_vain(conversations)


def measured(
    conversations: tuple[Conversation, ...], way: Callable[[Conversation], Search]
) -> tuple[tuple[float, ...], list[float]]:
    """Give recall at each depth, and how long each question took, in milliseconds."""
    shares: dict[int, list[float]] = {depth: [] for depth in DEPTHS}
    times = []
    for conversation in conversations:
        search = way(conversation)
        for question, evidence in conversation.asked:
            begun = time.perf_counter()
            found = search(question)
            times.append(1e3 * (time.perf_counter() - begun))
            for depth in DEPTHS:
                shares[depth].append(len(evidence.intersection(found[:depth])) / len(evidence))
    return tuple(statistics.fmean(shares[depth]) for depth in DEPTHS), times


def ours(conversation: Conversation) -> Search:
    """Store a conversation turn by turn, and ask it by recall."""
    store, keys, now_us = stored(conversation)

    def search(question: str) -> list[str]:
        request = RecallRequest(query=question, limit=max(DEPTHS), now_us=now_us)
        return [keys[hit.turn_id] for hit in recall(store, request).unwrap().hits]

    return search


def stored(conversation: Conversation) -> tuple[Store, dict[int, str], int]:
    """Record what was said, each at its time; gives the keys by turn, and the day after the end."""
    clock = Clock()
    ports = replace(system_ports(), clock=clock)
    store = open_in_memory(ports)
    keys: dict[int, str] = {}
    for one in conversation.said:
        clock.at_us = one.at_us
        turn = RecordedTurn(user_text=one.text, assistant_text="", session=one.session)
        number = record_turn(store, ports, turn, "bench")
        keys[number or 0] = one.key
    return store, keys, clock.at_us + DAY_US


def fts5(conversation: Conversation, tokenizer: str) -> Search:
    """Index a conversation with FTS5, and ask for any word of a question, ranked by bm25."""
    connection = apsw.Connection(":memory:")
    table = Path("bench/sql/recall_fts5.sql").read_text("utf-8")
    connection.execute(table.replace("TOKENIZER", tokenizer))
    insert = Path("bench/sql/recall_fts5_insert.sql").read_text("utf-8")
    connection.executemany(
        insert, [{"key": one.key, "text": one.text} for one in conversation.said]
    )
    ask = Path("bench/sql/recall_fts5_ask.sql").read_text("utf-8")

    def search(question: str) -> list[str]:
        words = re.findall(r"\w+", question)
        match = " OR ".join(f'"{word}"' for word in words)
        rows = connection.execute(ask, {"match": match, "limit_rows": max(DEPTHS)})
        return [row[0] for row in rows]

    return search


def rank_bm25(conversation: Conversation) -> Search:
    """Rank by the package rank_bm25 over lower-case words."""
    package: Any = importlib.import_module("rank_bm25")
    index = package.BM25Okapi([words_of(one.text) for one in conversation.said])

    def search(question: str) -> list[str]:
        scores = index.get_scores(words_of(question))
        order = sorted(range(len(scores)), key=lambda at: -scores[at])
        return [conversation.said[at].key for at in order[: max(DEPTHS)]]

    return search


def words_of(text: str) -> list[str]:
    """Give the lower-case words of a text."""
    return re.findall(r"\w+", text.lower())


def tell_in_vain(conversations: tuple[Conversation, ...]) -> None:
    """Tell how many questions of category 5 get no answer, and what the gate costs the others."""
    silent = total = lost = asked = 0
    for conversation in conversations:
        search = ours(conversation)
        silent += sum(not search(question) for question in conversation.in_vain)
        total += len(conversation.in_vain)
        lost += sum(not search(question) for question, _ in conversation.asked)
        asked += len(conversation.asked)
    print(f"\nno answer: {silent} of {total} questions of category 5, {lost} of {asked} others")


def told_unanswered() -> None:
    """Tell how many of our own questions in vain get no answer."""
    if not UNANSWERED.exists():
        return
    silent = total = 0
    for line in UNANSWERED.read_text("utf-8").splitlines():
        case = json.loads(line)
        ports = system_ports()
        store = open_in_memory(ports)
        for user, assistant in case["said"]:
            record_turn(
                store, ports, RecordedTurn(user_text=user, assistant_text=assistant), "bench"
            )
        for question in case["in_vain"]:
            silent += not recall(store, RecallRequest(query=question)).unwrap().hits
            total += 1
    print(f"{UNANSWERED}: {silent} of {total} questions get no answer\n")


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


if __name__ == "__main__":
    main()
