"""What a durable write costs: our transactions beside bare apsw ones with the same inserts.

Ours: `begin_turn` (one durable INSERT), `finish` (turn and job) and `record` (turn and job at
once), with guard, plan and commit counter. Bare: the same INSERT and UPDATE statements with
ready-made parameters on a kept connection to a file of the same schema. Both run interleaved in
one process, so that their ratio holds while the machine's speed drifts.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core.raw import text_sha256
from sayso.shell.admitting import RecordedTurn
from sayso.shell.memory import Memory
from sayso.shell.store.connection import open_existing, use_durable_wal
from sayso.shell.store.statements import statement
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Callable

    import apsw

ROUNDS = 2_000
USER_TEXT = "Please look at the parser again, the last row is lost. " * 6
ANSWER = "The reader stopped one line early; fixed, and a test holds it. " * 6


class Bare:
    """The same statements without anything around them."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Start numbering above whatever is there."""
        self.connection = connection
        self.number = 0

    def begin(self) -> None:
        """Insert an open turn."""
        self.number += 1
        self._run(("turns/insert", self._turn("open", "")))

    def finish(self) -> None:
        """Complete it and queue its job."""
        finish: dict[str, str | int | bytes | None] = {
            "id": self.number,
            "before": "open",
            "owner": "bench",
            "state": "completed",
            "assistant_text": ANSWER,
            "assistant_sha256": text_sha256(ANSWER),
            "now": 1,
        }
        self._run(("turns/finish", finish), ("jobs/insert", self._job()))

    def record(self) -> None:
        """Insert a completed turn with its job."""
        self.number += 1
        self._run(
            ("turns/insert", self._turn("completed", ANSWER)),
            ("jobs/insert", self._job()),
        )

    def _run(self, *writes: tuple[str, dict[str, str | int | bytes | None]]) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        for name, params in writes:
            self.connection.execute(statement(name), params)
        self.connection.execute(statement("store/count_commit"))
        self.connection.execute("COMMIT")

    def _turn(self, state: str, answer: str) -> dict[str, str | int | bytes | None]:
        return {
            "id": self.number,
            "thread_id": 1,
            "session": "",
            "sequence": self.number,
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

    def _job(self) -> dict[str, str | int | bytes | None]:
        return {
            "id": None,
            "kind": "extraction",
            "scope_id": 1,
            "thread_id": 1,
            "session": "",
            "sequence": self.number,
            "turn_id": self.number,
            "payload": "{}",
            "idempotency_key": f"extraction:{self.number}",
            "now": 1,
        }


def main() -> None:
    """Print one table: median and 95th percentile of each kind, and the ratio of the medians."""
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = Path(folder, "ours"), Path(folder, "bare")
        for project in (ours, bare):
            project.mkdir()
            Memory.open(project).close()
        connection = open_existing(bare / ".sayso" / "memory.db")
        use_durable_wal(connection)
        with Memory.open(ours) as memory:
            times = _measure(memory, Bare(connection))
        connection.close()
    print(f"{ROUNDS} durable transactions of each kind, on disk, synchronous=FULL")
    print(f"{'':10} {'ours ms':>16} {'bare apsw ms':>16} {'ratio':>7}")
    for kind, (mine, theirs) in times.items():
        ratio = statistics.median(mine) / statistics.median(theirs)
        print(f"{kind:10} {_spread(mine):>16} {_spread(theirs):>16} {ratio:7.2f}")


def _measure(memory: Memory, bare: Bare) -> dict[str, tuple[list[float], list[float]]]:
    times: dict[str, tuple[list[float], list[float]]] = {
        kind: ([], []) for kind in ("begin", "finish", "record")
    }
    turn = RecordedTurn(
        user_text=USER_TEXT, assistant_text=ANSWER, intent="general_chat", session=""
    )
    for _ in range(ROUNDS):
        times["begin"][1].append(_timed(bare.begin))
        started = time.perf_counter()
        open_turn = memory.turn(USER_TEXT)
        times["begin"][0].append(time.perf_counter() - started)
        times["finish"][1].append(_timed(bare.finish))
        times["finish"][0].append(_timed(partial(open_turn.finish, ANSWER)))
        times["record"][1].append(_timed(bare.record))
        times["record"][0].append(_timed(lambda: memory.record(turn)))
    return times


def _timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _spread(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) * 1e3:.3f} / {ordered[len(ordered) * 95 // 100] * 1e3:.3f}"


if __name__ == "__main__":
    use_own_home()
    main()
