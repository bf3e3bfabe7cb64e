"""Exports while others write, export too, or kill: nobody waits, nothing is half, nothing is left.

"Others" are threads of the same host, connections of other processes and whole processes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import BinaryIO

import apsw
import pytest

from sayso.shell import exporting
from sayso.shell.exporting import EXPORTED_TABLES
from sayso.shell.store.reading import Reading
from tests.kit import World, remember, whole_turn

SAID = "From now on we use PostgreSQL for every store."
PATIENCE_S = 60
TURNS = 20_000
PROCESSES = 4
UNAVOIDABLE = set() if hasattr(os, "O_TMPFILE") else {".tmp"}

# Many turns, made past the code under test because that is quicker.
FILL = """
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
    INSERT INTO turns (thread_id, session, sequence, intent, origin, user_text, user_sha256,
      assistant_text, assistant_sha256, state, created_at, updated_at)
    SELECT 1, 'old', n + 1, 'general_chat', 'import', said, sha256(said), '', sha256(''),
      'completed', 0, 0
    FROM (SELECT n, 'Turn ' || n || hex(zeroblob(250)) AS said FROM number)
"""

# A process of its own that exports at a given moment, as often as it is told to.
EXPORT = """
import sys
from sayso import Memory
from sayso.shell.ports import Ports, SystemIds

class Standing:
    def now_us(self):
        return 1_700_000_000_000_000

standing = Ports(clock=Standing(), ids=SystemIds())
with Memory.open(sys.argv[1], create=False, ports=standing) as memory:
    print("open", flush=True)
    sys.stdin.readline()
    for _ in range(int(sys.argv[2])):
        print(memory.export(), flush=True)
"""

# A process of its own that stands still in the middle of an export.
HANG = """
import sys
from sayso import Memory
from sayso.shell import exporting

write_rows = exporting._write_rows

def and_hang(file, reading, table):
    write_rows(file, reading, table)
    if table == "turns":
        print("writing", flush=True)
        sys.stdin.readline()

exporting._write_rows = and_hang
if sys.argv[3] == "hidden":
    import os
    del os.O_TMPFILE
with Memory.open(sys.argv[1], create=False) as memory:
    memory.export(sys.argv[2])
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project with one memory."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
    return world


def in_the_middle(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen after each table of an export has been written."""
    write_rows = exporting._write_rows  # noqa: SLF001 - the moment between two tables is tested

    def and_act(file: BinaryIO, reading: Reading, table: str) -> None:
        write_rows(file, reading, table)
        act()

    monkeypatch.setattr(exporting, "_write_rows", and_act)


def test_a_thread_of_the_host_writes_during_an_export(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Host threads share one memory: none waits for another's export."""
    with world.open() as memory, ThreadPoolExecutor(1) as pool:

        def record() -> None:
            pool.submit(memory.record, whole_turn("Meanwhile.")).result(PATIENCE_S)

        in_the_middle(monkeypatch, record)
        snapshot = json.loads(memory.export().read_bytes())
        assert [turn["user_text"] for turn in snapshot["turns"]] == [SAID]
        assert memory.status().turns.total == 1 + len(EXPORTED_TABLES)


def test_another_process_writes_during_an_export(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that never waits gets its lock at once, and nothing pins the log."""
    with world.open() as memory:
        other = apsw.Connection(str(world.path))

        def write() -> None:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE memory_meta SET commit_counter = commit_counter + 1")
            other.execute("COMMIT")
            other.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

        in_the_middle(monkeypatch, write)
        before = other.execute("SELECT commit_counter FROM memory_meta").fetchall()
        snapshot = json.loads(memory.export().read_bytes())
        assert [(snapshot["memory_meta"][0]["commit_counter"],)] == before
        assert other.execute("SELECT commit_counter FROM memory_meta").fetchall() == [
            (snapshot["memory_meta"][0]["commit_counter"] + len(EXPORTED_TABLES),)
        ]
        other.close()


def hash_of(*texts: object) -> bytes:
    """Give the hash that a turn bears of its text."""
    return sha256(str(texts[0]).encode()).digest()


def test_a_large_export_never_blocks_a_writer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer that would fail rather than wait writes all along, into a store of 20 MB."""
    filling = apsw.Connection(str(world.path))
    filling.create_scalar_function("sha256", hash_of)
    filling.execute(FILL, (TURNS,))
    filling.close()
    written, over = Event(), Event()

    def write(count: int = 0) -> int:
        with world.open() as other:
            other.store._connection.set_busy_handler(None)  # noqa: SLF001 - no waiting
            while not over.is_set():
                other.record(whole_turn(f"Meanwhile {count}."))
                count += 1
                written.set()
        return count

    def wait_for_a_write() -> None:
        written.clear()
        assert written.wait(PATIENCE_S)

    in_the_middle(monkeypatch, wait_for_a_write)
    with world.open() as memory, ThreadPoolExecutor(1) as pool:
        writer = pool.submit(write)
        try:
            wait_for_a_write()
            path = memory.export()
        finally:
            over.set()
        count = writer.result(PATIENCE_S)
    turns = json.loads(path.read_bytes())["turns"]
    assert count > len(EXPORTED_TABLES)
    assert TURNS < len(turns) < TURNS + 1 + count
    assert [turn["id"] for turn in turns] == list(range(1, len(turns) + 1))


def started(script: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
    """Start a process of its own and wait until it says its first word."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() in {"open", "writing"}
    return process


def test_processes_export_at_the_same_moment(world: World) -> None:
    """Each gets a name of its own for a whole snapshot, and the folder holds nothing else."""
    assert world.folder is not None
    processes = [started(EXPORT, world.folder, 5) for _ in range(PROCESSES)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=PATIENCE_S)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * PROCESSES
    paths = [Path(line) for lines in told for line in lines]
    assert len(set(paths)) == len(paths) == 5 * PROCESSES
    assert sorted((world.path.parent / "exports").iterdir()) == sorted(paths)
    assert {path.name for path in paths} == {"memory-20231114T221320000000.json"} | {
        f"memory-20231114T221320000000-{number}.json" for number in range(2, len(paths) + 1)
    }
    (content,) = {path.read_bytes() for path in paths}
    assert [turn["user_text"] for turn in json.loads(content)["turns"]] == [SAID]


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_killed_export_leaves_nothing(world: World, tmp_path: Path, is_damaged: bool) -> None:
    """A kill in the middle leaves no snapshot, no part of one and no copy of the store.

    Only where a system has no files without a name the part stays, under a hidden one.
    """
    assert world.folder is not None
    if is_damaged:
        connection = apsw.Connection(str(world.path))
        connection.execute("CREATE TABLE extra (id)")
        connection.close()
    out, temporary = tmp_path / "out", tmp_path / "temporary"
    temporary.mkdir()
    places = {"TMPDIR": str(temporary), "SQLITE_TMPDIR": str(temporary)}
    process = started(HANG, world.folder, out, "nameless", **places)
    process.kill()
    process.communicate(timeout=PATIENCE_S)
    assert {path.suffix for path in out.iterdir()} <= UNAVOIDABLE
    assert list(temporary.iterdir()) == []


def test_a_kill_never_leaves_half_a_snapshot(world: World, tmp_path: Path) -> None:
    """Where only hidden names are to be had, a kill leaves one of them, but nothing that counts."""
    assert world.folder is not None
    process = started(HANG, world.folder, tmp_path / "out", "hidden")
    process.kill()
    process.communicate(timeout=PATIENCE_S)
    assert list((tmp_path / "out").glob("*.json")) == []
