"""Recall over as many turns as wanted, in one scope and in many, beside FTS5 over the same texts.

Each size is filled in one scope and in 100. FTS5 holds all documents in one table, with the scope
as one more word that is asked for with the others; a question is any of its words, best first.
Questions are made from turns of the store: their rare and common words, names, Chinese words.
`SAYSO_BENCH_TURNS` names other sizes, such as 1000000, which takes a quarter of an hour to fill.
"""

from __future__ import annotations

import os
import random
import re
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from bench.filling import bench_statement
from bench.tables import OURS, Figure, percentile_95, taken
from bench.talks import MINUTE_US, Talk, Talker, documents, talk
from sayso.core.han import FOLD
from sayso.core.recall.asking import RecallRequest
from sayso.core.recall.words import LATIN_STOP
from sayso.core.text import han_runs, latin_words
from sayso.shell.recalling import recall
from sayso.shell.store.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sayso.shell.store.reading import Guarded

    Turn = tuple[str, str]

SUBJECT: Final = (
    "Recall of turns, warm cache: processor time, of each question the best of three; the note\n"
    "has the p95 on the clock, which others at work on the machine make longer."
)
SIZES: Final = (1_000, 10_000, 100_000)
QUICK_SIZES: Final = (1_000,)
SCOPES: Final = (100, 1)
QUESTIONS: Final = 30  # of each kind
TRIES: Final = 3
SEED: Final = 11
CACHE_KIB: Final = 400_000
TOKENIZERS: Final = {"FTS5 porter": "porter unicode61", "FTS5 trigram": "trigram"}
_FROM_TRADITIONAL: Final = {chr(simple): chr(other) for other, simple in FOLD.items()}


class InScope(Reading):
    """Reads as one of many scopes."""

    def __init__(self, connection: apsw.Connection, scope: int) -> None:
        """Read through an open connection."""
        super().__init__(connection)
        self._scope = scope

    def guard(self) -> Guarded:
        """Give the state of the store, as that scope sees it."""
        return replace(super().guard(), scope_id=self._scope, thread_id=self._scope)


def figures(quick: bool) -> Iterator[Figure]:
    """Fill each size, and ask."""
    given = os.environ.get("SAYSO_BENCH_TURNS", "")
    sizes = tuple(map(int, given.split(","))) if given else QUICK_SIZES if quick else SIZES
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            yield from measured(Path(folder), size)


def measured(folder: Path, size: int) -> Iterator[Figure]:
    """Fill stores and yardsticks with as many turns, and ask each the same."""
    layouts = [scopes for scopes in SCOPES if scopes <= size]
    turns = fill(folder, size, layouts)
    for scopes in layouts:
        asked = questions(turns, scopes)
        with closing(opened(folder / f"{scopes}.db")) as db:
            ours = {kind: ask_ours(db, scopes, some) for kind, some in asked.items()}
        others = {}
        for who in TOKENIZERS:
            with closing(opened(folder / f"{who}.db")) as db:
                others[who] = {kind: ask_fts5(db, scopes, some) for kind, some in asked.items()}
        where = f"{scopes} scopes" if scopes > 1 else "one scope"
        for who, answered in ({OURS: ours} | others).items():
            for kind, some in (answered | {"all kinds": together(answered.values())}).items():
                subject = f"recall in {where}: {kind}"
                yield taken(some.cpu_s, subject=subject, who=who, size=size, note=some.told())


def opened(path: Path) -> apsw.Connection:
    """Open a database with room for what is asked again."""
    db = apsw.Connection(str(path))
    db.pragma("cache_size", -CACHE_KIB)
    return db


def fill(folder: Path, size: int, layouts: list[int]) -> dict[int, Turn]:
    """Fill a store for each layout and the yardsticks; gives some turns to ask for."""
    talks = [Talk(filling(folder / f"{scopes}.db"), scopes) for scopes in layouts]
    yardsticks = [yardstick(folder, who) for who in TOKENIZERS]
    kept: dict[int, Turn] = {}
    for first, turns in talk(size):
        said = documents(turns)
        for one in talks:
            one.add(first, turns, said)
        rows = [
            (number * 2 + side, words_of_scopes(number, layouts), text)
            for number, turn in enumerate(turns, start=first)
            for side, text in enumerate(turn)
        ]
        for db in yardsticks:
            with db:
                db.executemany(bench_statement("talks_say"), rows)
        every = max(1, size // 10_000)
        kept |= {first + at: turn for at, turn in enumerate(turns) if at % every == 0}
    for one in talks:
        one.settle()
    for db in (*yardsticks, *(one.db for one in talks)):
        db.close()
    return kept


def filling(path: Path) -> apsw.Connection:
    """Open a database that is filled at once, and thrown away if that fails."""
    db = opened(path)
    db.pragma("synchronous", 0)
    db.pragma("journal_mode", "off")
    return db


def yardstick(folder: Path, who: str) -> apsw.Connection:
    """Make an empty FTS5 table."""
    db = filling(folder / f"{who}.db")
    made = bench_statement("talks_fts5").replace("TOKENIZER", TOKENIZERS[who])
    db.execute(made).fetchall()
    return db


def words_of_scopes(number: int, layouts: list[int]) -> str:
    """Name the scopes of a turn as words, one for each layout with several."""
    several = (scopes for scopes in layouts if scopes > 1)
    return " ".join(f"scope{(number - 1) % scopes + 1:05}" for scopes in several)


Question = tuple[int, RecallRequest]  # of a turn, for that turn


def questions(turns: Mapping[int, Turn], scopes: int) -> dict[str, list[Question]]:
    """Make questions of every kind from turns."""
    talker = Talker()
    common = [word for word in talker.latin[:200] if word not in LATIN_STOP][:40]
    kinds: dict[str, Callable[[Turn, random.Random], str]] = {
        "a rare word": lambda turn, _: rarest(turn, talker.latin),
        "a common word": lambda _, draw: draw.choice(common),
        "two common words": lambda _, draw: " ".join(draw.sample(common, 2)),
        "15 words": lambda turn, _: " ".join(latin_words(turn[0])[:15]),
        "a function or a path": lambda turn, _: named(turn),
        "two Chinese characters": lambda turn, draw: han_of(turn, draw)[:2],
        "one Chinese character": lambda turn, draw: han_of(turn, draw)[:1],
        "Chinese, traditional": lambda turn, draw: traditional(han_of(turn, draw)),
        "two words, a tenth of the time": lambda _, draw: " ".join(draw.sample(common, 2)),
        "two words, one thread": lambda _, draw: " ".join(draw.sample(common, 2)),
    }
    asked: dict[str, list[Question]] = {}
    for kind, make in kinds.items():
        draw = random.Random(f"{SEED} {kind}")
        some: list[Question] = []
        for number in draw.sample(sorted(turns), len(turns)):
            query = make(turns[number], draw)
            if query.strip() and len(some) < QUESTIONS:
                some.append((number, request_of(query, kind, number, max(turns), scopes)))
        asked[kind] = some
    return asked


def request_of(query: str, kind: str, number: int, size: int, scopes: int) -> RecallRequest:
    """Make a request, within a time or a thread where its kind has that."""
    request = RecallRequest(query=query)
    if "time" in kind:
        first = max(0, number - size // 20)
        return replace(
            request, since_us=first * MINUTE_US, until_us=(first + size // 10) * MINUTE_US
        )
    if "thread" in kind:
        return replace(request, thread_id=(number - 1) % scopes + 1)
    return request


def rarest(turn: Turn, known: list[str]) -> str:
    """Give the rarest plain word of a turn."""
    ranks = {word: rank for rank, word in enumerate(known)}
    words = [word for word in latin_words(turn[0]) if word in ranks]
    return max(words, key=lambda word: ranks[word], default="")


def named(turn: Turn) -> str:
    """Give the name that a turn says, if any."""
    found = re.search(r"[A-Za-z/_]*\d[\w.]*(?=\.)", turn[0])
    return found.group().rstrip(".") if found else ""


def han_of(turn: Turn, draw: random.Random) -> str:
    """Give four characters that stand together in a turn, if any."""
    runs = [run for run in han_runs(turn[0]) if len(run) >= 4]
    return draw.choice(runs)[:4] if runs else ""


def traditional(text: str) -> str:
    """Write a text in traditional characters, '' where none of them differs."""
    other = "".join(_FROM_TRADITIONAL.get(char, char) for char in text)
    return other if other != text else ""


@dataclass(slots=True)
class Answered:
    """How long questions took, on the processor and on the clock, and how many found their turn."""

    cpu_s: list[float] = field(default_factory=list)
    clock_s: list[float] = field(default_factory=list)
    found: int = 0

    def ask(self, number: int, search: Callable[[], list[int]]) -> None:
        """Ask three times, and keep the best."""
        times: list[tuple[float, float]] = []
        turns: list[int] = []
        for _ in range(TRIES):
            begun, begun_cpu = time.perf_counter(), time.thread_time()
            turns = search()
            times.append((time.thread_time() - begun_cpu, time.perf_counter() - begun))
        self.cpu_s.append(min(cpu for cpu, _ in times))
        self.clock_s.append(min(clock for _, clock in times))
        self.found += number in turns

    def told(self) -> str:
        """Say what a table has no column for."""
        share = self.found / len(self.cpu_s)
        return (
            f"clock {1e3 * percentile_95(self.clock_s):.2f}; its turn in the first 5: {share:.0%}"
        )


def together(answered: Iterable[Answered]) -> Answered:
    """Give the questions of all kinds as one mix."""
    mixed = Answered()
    for one in answered:
        mixed.cpu_s += one.cpu_s
        mixed.clock_s += one.clock_s
        mixed.found += one.found
    return mixed


def ask_ours(db: apsw.Connection, scopes: int, asked: list[Question]) -> Answered:
    """Ask each question by recall."""
    answered = Answered()
    for number, request in asked:
        reading = InScope(db, (number - 1) % scopes + 1)

        def search(reading: Reading = reading, request: RecallRequest = request) -> list[int]:
            return [hit.turn_id for hit in recall(reading, request).unwrap().hits]

        answered.ask(number, search)
    return answered


def ask_fts5(db: apsw.Connection, scopes: int, asked: list[Question]) -> Answered:
    """Ask each question as any of its words, in its scope."""
    answered = Answered()
    statement = bench_statement("talks_match")
    for number, request in asked:
        match = match_of(request.query, number, scopes)

        def search(match: str = match) -> list[int]:
            return [int(str(row[0])) >> 1 for row in db.execute(statement, (match,)).fetchall()]

        answered.ask(number, search)
    return answered


def match_of(query: str, number: int, scopes: int) -> str:
    """Write a question for FTS5: the scope, and any of the words that we would look for."""
    words = [word.replace('"', "") for word in query.split()]
    kept = [word for word in words if word not in LATIN_STOP] or words
    any_word = " OR ".join(f'"{word}"' for word in kept)
    if scopes == 1:
        return f"said : ({any_word})"
    return f'scope : "scope{(number - 1) % scopes + 1:05}" AND said : ({any_word})'
