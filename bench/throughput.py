"""What the worker makes of a turn, and four processes that record at once, beside bare apsw.

Worker: the embedded model over turns that were recorded one by one, until nothing is left to do:
read, judged, merged, posted and saved. Beside it durable transactions of one turn each into a
plain table, half of them before the worker ran and half after it, as disks have their moods. A
worker before it has warmed its patterns and its tables of words on other turns.

Writers: four processes that record turns one by one, all beginning at once; beside them four that
insert the same texts into a plain table. A turn is durable before the next one begins, on either
side.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import apsw

from bench.filling import bench_statement
from bench.sayings import SESSION_TURNS, said
from bench.tables import OURS, Figure, one_number, taken
from sayso.core import limits
from sayso.shell.admitting import RecordedTurn
from sayso.shell.memory import Memory
from sayso.shell.store.connection import use_durable_wal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


T = TypeVar("T")
SUBJECT: Final = "A turn's cost for the worker, and for four processes that write at once."
WORKED: Final = 2_000
WARMING: Final = 100
WARMING_FROM: Final = 1_000_000  # other turns than those that are measured
BARE_TURNS: Final = 500  # before the worker, and as many after it
WRITERS: Final = 4
WRITTEN: Final = 500  # by each
QUICK_SHARE: Final = 10
BARE: Final = "bare apsw"
WRITER: Final = "--writer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """When one of several writing processes began, and how long each turn took, in seconds."""

    began: float
    times_s: list[float]


class Plain:
    """A plain table, filled without anything around it; as durable as ours."""

    def __init__(self, folder: Path) -> None:
        """Open the file, and make its table where there is none."""
        self.connection = apsw.Connection(str(folder / "bare.db"))
        self.connection.set_busy_timeout(limits.BUSY_DEADLINE_US // 1_000)
        use_durable_wal(self.connection)
        if not self.connection.table_exists(None, "said"):
            self.connection.execute(bench_statement("throughput_table"))
        self._insert = bench_statement("throughput_insert")

    def write(self, turn: tuple[str, str]) -> None:
        """Insert a turn in one durable transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute(self._insert, turn)
        self.connection.execute("COMMIT")


def figures(quick: bool) -> Iterator[Figure]:
    """Measure the worker and the writers."""
    share = QUICK_SHARE if quick else 1
    with tempfile.TemporaryDirectory() as folder:
        yield from of_worker(Path(folder), WORKED // share)
    with tempfile.TemporaryDirectory() as folder:
        yield from of_writers(Path(folder), WRITTEN // share)


def of_worker(folder: Path, turns: int) -> Iterator[Figure]:
    """Let the embedded model learn from turns, and time bare transactions before and after."""
    subject = "worker with the embedded model, a turn"
    warm(made(folder / "warm"))
    with Memory.open(made(folder / "ours")) as memory:
        for number in range(turns):
            memory.record(recorded(number))
        plain = Plain(made(folder / "bare"))
        times = timed_each(plain.write, map(said, range(BARE_TURNS)))
        before, began = commits_of(memory), time.perf_counter()
        worked = memory.work()
        seconds = time.perf_counter() - began
        commits = commits_of(memory) - before
        if worked.pending or worked.failed:
            raise SystemExit(f"{worked.pending} jobs are left over, {worked.failed} failed")
        times += timed_each(plain.write, map(said, range(BARE_TURNS)))
        plain.connection.close()
        note = f"{commits / turns:.2f} transactions a turn, {len(memory.list())} memories listed"
    cost = 1e3 * seconds / turns
    yield one_number(cost, subject=subject, who=OURS, size=turns, note=note)
    note = "durable transactions of one turn each, on average"
    bare = 1e3 * statistics.fmean(times)
    yield one_number(bare, subject=subject, who=BARE, size=turns, note=note)


def warm(folder: Path) -> None:
    """Let a worker learn from other turns, so that all it needs is loaded and compiled."""
    with Memory.open(folder) as memory:
        for number in range(WARMING):
            memory.record(recorded(WARMING_FROM + number))
        memory.work()


def of_writers(folder: Path, turns: int) -> Iterator[Figure]:
    """Let several processes record at once, ours and then bare ones."""
    for who in (OURS, BARE):
        place = made(folder / who.replace(" ", "-"))
        Memory.open(place).close()
        Plain(place).connection.close()
        told = run_together(who, place, turns)
        ended = max(one.began + sum(one.times_s) for one in told)
        rate = WRITERS * turns / (ended - min(one.began for one in told))
        times = [second for one in told for second in one.times_s]
        spans = [sum(one.times_s) for one in told]
        fair = f"slowest process {max(spans) / min(spans):.2f} times the fastest"
        subject = f"{WRITERS} processes, each writing turns one by one"
        yield one_number(
            rate, subject=subject, who=who, size=WRITERS * turns, unit="turns/s", note=fair
        )
        worst = f"p99 {1e3 * at_share(times, 0.99):.1f} ms, longest {1e3 * max(times):.1f} ms"
        yield taken(times, subject=f"{subject}: a turn", who=who, size=WRITERS * turns, note=worst)


def run_together(who: str, place: Path, turns: int) -> list[Written]:
    """Start processes, let them begin at once when all are ready, and give what they tell."""
    command = [sys.executable, "-m", "bench.throughput", WRITER, who, str(place), str(turns)]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(WRITERS)
    ]
    for process in processes:
        if process.stdout is not None:
            process.stdout.readline()
    for process in processes:
        if process.stdin is not None:
            process.stdin.write(b"go\n")
            process.stdin.flush()
    return [Written(**json.loads(process.communicate()[0])) for process in processes]


def write_turns(who: str, folder: Path, turns: int) -> Written:
    """Write turns one by one once told to, and time each."""
    with writer_of(who, folder) as write:
        print("ready", flush=True)
        sys.stdin.readline()
        began = time.perf_counter()
        return Written(began=began, times_s=timed_each(write, range(turns)))


@contextmanager
def writer_of(who: str, folder: Path) -> Iterator[Callable[[int], object]]:
    """Give what writes one durable turn: our `record`, or an insertion."""
    if who == OURS:
        with Memory.open(folder) as memory:
            yield lambda number: memory.record(recorded(number))
        return
    plain = Plain(folder)
    yield lambda number: plain.write(said(number))
    plain.connection.close()


def recorded(number: int) -> RecordedTurn:
    """Make a turn to record."""
    user, answer = said(number)
    session = f"s{number // SESSION_TURNS}"
    return RecordedTurn(
        user_text=user, assistant_text=answer, intent="general_chat", session=session
    )


def timed_each(work: Callable[[T], object], some: Iterable[T]) -> list[float]:
    """Give the seconds of each call."""
    times = []
    for one in some:
        started = time.perf_counter()
        work(one)
        times.append(time.perf_counter() - started)
    return times


def at_share(times: Sequence[float], share: float) -> float:
    """Give the time below which a share of the times lies."""
    return sorted(times)[int(share * (len(times) - 1))]


def made(folder: Path) -> Path:
    """Make a folder."""
    folder.mkdir()
    return folder


def commits_of(memory: Memory) -> int:
    """Give how many durable transactions a store has had."""
    with memory.store.reading() as reading:
        return int(reading.rows("store/meta")[0][3])


if __name__ == "__main__" and sys.argv[1:2] == [WRITER]:
    print(json.dumps(asdict(write_turns(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])))))
