"""What bench/scale asks of a store, and how long each answer takes, ours and FTS5's."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from bench.filling import bench_statement
from bench.memories import HAN_ELSEWHERE, Memory
from bench.staged import STAGES, WHOLE, Question, Times, rows, time_ms
from sayso.core.agents.prompting import plan_queries
from sayso.core.project.context import choose_words, render_context
from sayso.shell.context import routing_parts
from sayso.shell.finding import list_memories
from sayso.shell.fixed_words import context_words
from sayso.shell.lanes import read_lanes
from sayso.shell.reporting import Verdict, report_status
from sayso.shell.searching import Place, find_hits, find_names
from sayso.shell.store.bootstrap import check_quickly
from sayso.shell.store.connection import open_existing, use_durable_wal
from sayso.shell.store.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import apsw

    from sayso.core.plans import Value

KINDS: Final = (
    "exact",
    "prefix",
    "substring",
    "one zh character",
    "two zh characters",
    "1 word",
    "3 words",
    "10 words",
    "a known beginning",
    "a miss",
)
QUESTIONS: Final = 40  # of each kind
TASK_ROUNDS: Final = 30
SEED: Final = 7
_BY_PARTS: Final = frozenset({"exact", "prefix", "substring", *KINDS[3:5]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One item of a store, to ask for."""

    number: int
    memory: Memory

    @classmethod
    def of(cls, record: Mapping[str, Mapping[str, list[str]]]) -> Sample:
        """Read a sample that was kept as JSON."""
        said = record["memory"]
        memory = Memory(
            title=str(said["title"]),
            aliases=tuple(said["aliases"]),
            keywords=tuple(said["keywords"]),
            words=tuple(said["words"]),
            content=str(said["content"]),
        )
        return cls(number=int(str(record["number"])), memory=memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What something else than a search took."""

    name: str
    p50_ms: float
    p95_ms: float


def questions(samples: list[Sample], kind: str, scopes: int) -> list[Question]:
    """Ask for items in their own scopes, so that every question but a miss has an answer."""
    draw = random.Random(f"{SEED} {kind}")
    chosen = draw.sample(samples, len(samples))
    texts = ((_asked(kind, one.memory, draw), one) for one in chosen)
    placed = ((text, (one.number - 1) % scopes + 1) for text, one in texts if text)
    found = [Question(text=text, scope=scope, thread=-scope) for text, scope in placed]
    return found[:QUESTIONS]


def _asked(kind: str, memory: Memory, draw: random.Random) -> str:
    if kind in _WAYS:
        return _WAYS[kind](memory, draw)
    count = min(int(kind.split(maxsplit=1)[0]), len(memory.words))
    return " ".join(draw.sample(memory.words, count))


def _exact(memory: Memory, draw: random.Random) -> str:
    return draw.choice(memory.keywords)


def _prefix(memory: Memory, draw: random.Random) -> str:
    keyword = draw.choice(memory.keywords)
    return keyword[: 4 if keyword.isascii() else 2]


def _substring(memory: Memory, draw: random.Random) -> str:
    term = draw.choice((memory.title, *memory.keywords))
    length = min(draw.randint(2, 6), len(term))
    start = draw.randint(0, len(term) - length)
    return term[start : start + length].strip()


def _two_han(memory: Memory, draw: random.Random) -> str:
    han = [word for word in memory.words if not word.isascii()]
    return draw.choice(han) if han else ""


def _one_han(memory: Memory, draw: random.Random) -> str:
    return _two_han(memory, draw)[:1]


def _beginning(memory: Memory, draw: random.Random) -> str:
    del draw
    return memory.title[: len(memory.title) * 3 // 4] + " xoxoxo"


def _miss(memory: Memory, draw: random.Random) -> str:
    if memory.title.isascii():
        return "xozixo quzizi"
    return "".join(draw.choices(HAN_ELSEWHERE, k=4))


_WAYS: Final[Mapping[str, Callable[[Memory, random.Random], str]]] = {
    "exact": _exact,
    "prefix": _prefix,
    "substring": _substring,
    "one zh character": _one_han,
    "two zh characters": _two_han,
    "a known beginning": _beginning,
    "a miss": _miss,
}


def time_fts(db: apsw.Connection, kind: str, asked: list[Question]) -> Times:
    """Time both ways of FTS5: any of the words, and all parts of three characters or more."""
    spent: Times = {"FTS5 porter": [], "FTS5 trigram": []}
    for one in asked:
        words = [word.replace('"', "") for word in one.text.split()]
        # Somebody who looks up a name asks for all its words, a question may share only some.
        by_words = (" " if kind in _BY_PARTS else " OR ").join(f'"{word}"' for word in words)
        by_parts = " AND ".join(f'"{word}"' for word in words if len(word) > 2)
        for name, statement, match in (
            ("FTS5 porter", "scale_match_words", by_words),
            ("FTS5 trigram", "scale_match_parts", by_parts),
        ):
            params: dict[str, Value] = {
                "match": match,
                "scope": one.scope,
                "thread": one.thread,
            }
            text = bench_statement(statement)
            spent[name].append(time_ms(partial(rows, db, text, params)) if match else 0.0)
    return spent


def by_size(ours: Mapping[str, Times], fts: Mapping[str, Times]) -> Iterator[str]:
    """Give a line for each kind of query, with the stages and the yardsticks beside them."""
    columns = (*dict.fromkeys(STAGES.values()), WHOLE, "FTS5 porter", "FTS5 trigram")
    yield f"  {'p50 / p95 ms':<20}" + "".join(f"{one:>22}" for one in columns) + "   ratios of p95"
    mix: Times = {}
    for kind in ours:
        times = ours[kind] | fts[kind]
        for name, some in times.items():
            mix.setdefault(name, []).extend(some)
        yield _line(kind, columns, times)
    yield _line("the whole mix", columns, mix)


def _line(kind: str, columns: tuple[str, ...], times: Times) -> str:
    cells = "".join(f"{_cell(times[one]):>22}" for one in columns)
    whole_ms = p95(times[WHOLE])
    ratios = " ".join(f"{p95(times[one]) / whole_ms:>8.2f}" for one in columns[-2:])
    return f"  {kind:<20}{cells}  {ratios}"


def _cell(times: list[float]) -> str:
    return f"{statistics.median(times):.2f} / {p95(times):.2f}" if times else "-"


def p95(times: list[float]) -> float:
    """Give the 95th percentile."""
    return statistics.quantiles(times, n=20, method="inclusive")[18] if len(times) > 1 else times[0]


def time_tasks(path: Path, scopes: int) -> list[Task]:
    """Time what a request, a user or the worker does besides searching, in turn in many scopes."""
    samples = [1 + (scopes - 1) * one // TASK_ROUNDS for one in range(TASK_ROUNDS)]
    opened: list[float] = []
    for _ in samples:
        started = time.perf_counter()
        db = open_existing(path)
        use_durable_wal(db)
        check_quickly(db)
        opened.append((time.perf_counter() - started) * 1000)
        db.close()
    db = open_existing(path)
    reading = Reading(db)
    try:
        acts: dict[str, Callable[[Place], object]] = {
            "status": lambda _: report_status(
                reading, Verdict(health="healthy"), "none", path, by_tallies=True
            ),
            "list": partial(list_memories, reading),
            "routing context": partial(_routing, reading),
            "context of a prompt": partial(_prompted, reading),
            "claim": partial(_claim, reading),
            "jobs that wait": lambda _: reading.rows("jobs/open", thread_id=None),
        }
        timed = {
            name: [time_ms(partial(act, _place(scope))) for scope in samples]
            for name, act in acts.items()
        }
    finally:
        db.close()
    return [
        Task(name=name, p50_ms=statistics.median(times), p95_ms=p95(times))
        for name, times in ({"opening": opened} | timed).items()
    ]


def _place(scope: int) -> Place:
    return Place(scope_id=scope, thread_id=scope, session="bench")


def _routing(reading: Reading, place: Place) -> object:
    parts = routing_parts(reading, place)
    return render_context(parts, choose_words(parts, context_words()))


def _prompted(reading: Reading, place: Place) -> object:
    """Look for what a prompt of some clauses asks for, as a hook does."""
    row = reading.rows("items/active", reach=place.scope_id, kind="project_decision", limit_rows=2)
    prompt = ". ".join(f"please look at {one[5]}" for one in row)
    return [
        (find_names if query.is_name else find_hits)(reading, query.text, place)
        for query in plan_queries([prompt])
    ]


def _claim(reading: Reading, place: Place) -> object:
    """Look for the jobs to claim; claiming them is an update by key."""
    del place
    narrowed = {"upto_id": None, "children": "[]", "tried": "[]", "thread_id": None}
    lane = next(read_lanes(reading, narrowed), None)
    if not lane:
        raise RuntimeError("no job waits")
    return lane
