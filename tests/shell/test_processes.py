"""Several processes on one store: nothing is lost, doubled or out of order (J01)."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sayso.shell.memory import Memory
from tests.faults.warm import process_of
from tests.kit import CannedModel, whole_turn

PROCESSES = 4
TURNS = 50


def record_turns(folder: Path, number: int) -> None:
    """Record turns in two ways, as a process of its own with a real clock and real names."""
    with Memory.open(folder, model=CannedModel()) as memory:
        for at in range(TURNS):
            text = f"process {number} turn {at}"
            if at % 5:
                memory.record(whole_turn(text, f"answer {at}", session=f"p{number}"))
            else:
                with memory.turn(text, session=f"p{number}") as turn:
                    turn.finish(f"answer {at}")


def work_off(folder: Path, number: int) -> None:
    """Work beside the others; whoever claims a job asks about it."""
    del number
    with Memory.open(folder, model=CannedModel()) as memory:
        memory.work()


def run(target: Callable[[Path, int], None], folder: Path, count: int) -> list[int | None]:
    """Run a function in processes of their own at once and give how each of them ended."""
    started = [process_of(target, folder, number) for number in range(count)]
    for process in started:
        process.start()
    for process in started:
        process.join(60)
    return [process.exitcode for process in started]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a project folder without a store: the processes race for making it, too."""
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_processes_share_one_store(folder: Path) -> None:
    """Every turn of every process is there, whole, with dense sequences and one job each."""
    assert run(record_turns, folder, PROCESSES) == [0] * PROCESSES
    with Memory.open(folder, create=False, model=CannedModel()) as memory:
        report = memory.status()
        assert report.health == "healthy"
        assert report.turns.completed == report.turns.total == PROCESSES * TURNS
        assert report.jobs.pending == PROCESSES * TURNS
        with memory.store.reading() as reading:
            turns = list(reading.records("export/turns"))
            (meta,) = reading.records("export/memory_meta")
        assert sorted(str(turn["sequence"]) for turn in turns) == sorted(
            str(number) for number in range(1, PROCESSES * TURNS + 1)
        )
        expected = {
            f"process {number} turn {at}" for number in range(PROCESSES) for at in range(TURNS)
        }
        assert {turn["user_text"] for turn in turns} == expected
        for turn in turns:
            digest = hashlib.sha256(str(turn["user_text"]).encode()).hexdigest()
            assert str(turn["user_sha256"]).lower() == digest
        by_session = [
            [str(turn["user_text"]) for turn in turns if turn["session"] == f"p{number}"]
            for number in range(PROCESSES)
        ]
        assert all(
            texts == [f"process {number} turn {at}" for at in range(TURNS)]
            for number, texts in enumerate(by_session)
        )
        begun_and_finished = PROCESSES * TURNS // 5
        assert meta["commit_counter"] == PROCESSES * TURNS + begun_and_finished


def test_workers_share_the_jobs(folder: Path) -> None:
    """Two workers at once ask about every turn exactly once (J03)."""
    with Memory.open(folder, model=CannedModel()) as memory:
        for number in range(40):
            memory.record(whole_turn(f"Turn {number}.", session=f"s{number % 8}"))
    assert run(work_off, folder, 2) == [0, 0]
    with Memory.open(folder, create=False, model=CannedModel()) as memory:
        memory.work()
        with memory.store.reading() as reading:
            jobs = list(reading.records("export/memory_jobs"))
        assert {job["status"] for job in jobs} == {"succeeded_no_output"}
        assert {job["attempt_count"] for job in jobs} == {1}


def test_threads_share_one_memory(tmp_path: Path) -> None:
    """A host's threads use one memory at once: dense sequences, one job each, nothing mixed."""
    (tmp_path / ".git").mkdir()
    with Memory.open(tmp_path, model=CannedModel()) as memory:

        def converse(number: int) -> None:
            for at in range(TURNS // 2):
                with memory.turn(f"thread {number} turn {at}", session=f"s{number}") as turn:
                    turn.finish(f"answer {number} {at}")

        with ThreadPoolExecutor(PROCESSES) as pool:
            list(pool.map(converse, range(PROCESSES)))
        with memory.store.reading() as reading:
            turns = list(reading.records("export/turns"))
        total = PROCESSES * TURNS // 2
        assert [turn["sequence"] for turn in turns] == list(range(1, total + 1))
        assert all(
            str(turn["user_text"]).replace("thread", "answer").replace(" turn", "")
            == turn["assistant_text"]
            for turn in turns
        )
        assert memory.status().jobs.pending == total
