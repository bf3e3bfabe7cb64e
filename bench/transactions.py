"""What a durable write costs: our transactions beside bare apsw ones with the same inserts.

Ours: `begin_turn` (one durable INSERT), `finish` (turn and job) and `record` (turn and job at
once), with guard, plan and commit counter. Bare: the same statements with ready-made parameters on
kept connections to files of the same schema, once with those that post the words for recall and
once without. All run in turn in one process, so that their ratios hold while the machine's speed
drifts.
"""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.tables import OURS, Figure, taken
from sayso.core.raw import text_sha256
from sayso.core.recall.postings import post
from sayso.shell.admitting import RecordedTurn
from sayso.shell.memory import Memory
from sayso.shell.store.connection import open_existing, use_durable_wal
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import apsw

    from sayso.core.plans import Value

    Params = Mapping[str, Value]

SUBJECT: Final = "Durable writes of one turn each, synchronous=FULL."
ROUNDS: Final = 2_000
QUICK_ROUNDS: Final = 100
USER_TEXT: Final = "Please look at the parser again, the last row is lost. " * 6
ANSWER: Final = "The reader stopped one line early; fixed, and a test holds it. " * 6


class Bare:
    """The same statements without anything around them."""

    def __init__(self, connection: apsw.Connection, *, posts: bool) -> None:
        """Start numbering the turns of an empty store."""
        self.connection = connection
        self.number = 0
        self.posts = posts

    def ready(self) -> dict[str, Callable[[], None]]:
        """Give the writes of two turns, to be done in order, with parameters made before."""
        self.number += 2
        first, second = self.number - 1, self.number
        finish: Params = {
            "id": first,
            "before": "open",
            "owner": "bench",
            "state": "completed",
            "assistant_text": ANSWER,
            "assistant_sha256": text_sha256(ANSWER),
            "now": 1,
        }
        begins = [("turns/insert", _turn(first, "open", "")), *self._posted(first * 2, USER_TEXT)]
        finishes = [
            ("turns/finish", finish),
            ("jobs/insert", _job(first)),
            *self._posted(first * 2 + 1, ANSWER),
        ]
        records = [
            ("turns/insert", _turn(second, "completed", ANSWER)),
            ("jobs/insert", _job(second)),
            *self._posted(second * 2, USER_TEXT),
            *self._posted(second * 2 + 1, ANSWER),
        ]
        every = {"begin": begins, "finish": finishes, "record": records}
        return {kind: partial(self._run, writes) for kind, writes in every.items()}

    def _posted(self, number: int, text: str) -> list[tuple[str, Params]]:
        plan = post(1, [(number, text)]) if self.posts else ()
        return [(write.statement, write.params) for write in plan]

    def _run(self, writes: list[tuple[str, Params]]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        for name, params in writes:
            self.connection.execute(statement(name), params)
        self.connection.execute(statement("store/count_commit"))
        self.connection.execute("COMMIT")


def _turn(number: int, state: str, answer: str) -> Params:
    return {
        "id": number,
        "thread_id": 1,
        "session": "",
        "sequence": number,
        "intent": "general_chat",
        "origin": "live",
        "source_key": None,
        "user_text": USER_TEXT,
        "user_sha256": text_sha256(USER_TEXT),
        "assistant_text": answer,
        "assistant_sha256": text_sha256(answer),
        "state": state,
        "lease_owner": "bench",
        "lease_expires_at": 2,
        "said_at": 1,
        "now": 1,
    }


def _job(number: int) -> Params:
    return {
        "id": None,
        "kind": "extraction",
        "scope_id": 1,
        "thread_id": 1,
        "session": "",
        "sequence": number,
        "turn_id": number,
        "payload": "{}",
        "idempotency_key": f"extraction:{number}",
        "now": 1,
    }


def figures(quick: bool) -> Iterator[Figure]:
    """Time beginning, finishing and recording, each by us and bare."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        with Memory.open(made(Path(folder, "ours"))) as memory:
            times = measured(memory, bare_ones(Path(folder)), rounds)
        for kind, by_who in times.items():
            for who, seconds in by_who.items():
                yield taken(seconds, subject=f"durable {kind}", who=who, size=rounds)


def made(folder: Path) -> Path:
    """Make a folder."""
    folder.mkdir()
    return folder


def bare_ones(folder: Path) -> dict[str, Bare]:
    """Open a store for each bare way."""
    ways = {"bare apsw": True, "bare apsw, nothing posted": False}
    return {who: Bare(store_of(made(folder / who)), posts=posts) for who, posts in ways.items()}


def store_of(project: Path) -> apsw.Connection:
    """Make an empty store, and connect to it."""
    Memory.open(project).close()
    connection = open_existing(project / ".sayso" / "memory.db")
    use_durable_wal(connection)
    return connection


def measured(
    memory: Memory, others: dict[str, Bare], rounds: int
) -> dict[str, dict[str, list[float]]]:
    """Give the seconds of every write, by kind and by who did it."""
    kinds = ("begin", "finish", "record")
    times = {kind: {who: list[float]() for who in (OURS, *others)} for kind in kinds}
    turn = RecordedTurn(
        user_text=USER_TEXT, assistant_text=ANSWER, intent="general_chat", session=""
    )
    for _ in range(rounds):
        started = time.perf_counter()
        open_turn = memory.turn(USER_TEXT)
        times["begin"][OURS].append(time.perf_counter() - started)
        times["finish"][OURS].append(lasting(partial(open_turn.finish, ANSWER)))
        times["record"][OURS].append(lasting(partial(memory.record, turn)))
        for who, bare in others.items():
            for kind, write in bare.ready().items():
                times[kind][who].append(lasting(write))
    return times


def lasting(call: Callable[[], object]) -> float:
    """Give the seconds of a call."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started
