"""A process that forks while it has a memory open (T06)."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from sayso.shell.memory import Memory
from tests.architecture.tree import ROOT
from tests.faults.commands import PATIENCE_S
from tests.kit import column

if TYPE_CHECKING:
    from pathlib import Path

# A module that is loaded once somebody lets it, and a program that forks in between.
SLOW = """
import threading
begun, going_on = threading.begun, threading.going_on
begun.set()
going_on.wait()
VALUE = 1
"""
FORKED_IN_AN_IMPORT = """
import os, sys, threading
import sayso.shell.memory
sys.path.insert(0, {folder!r})
threading.begun, threading.going_on = threading.Event(), threading.Event()
loading = threading.Thread(target=__import__, args=("slow",))
loading.start()
threading.begun.wait()
child = os.fork()
threading.going_on.set()
import slow
if not child:
    os.write(1, b"child %d, " % slow.VALUE)
    os._exit(0)
status = os.waitpid(child, 0)[1]
loading.join()
print("parent", slow.VALUE, end="")
sys.exit(status)
"""


def test_forks_wait_for_what_is_under_way(tmp_path: Path) -> None:
    """Threads that fork at once, beside one that writes: each child is free to go on."""
    (tmp_path / ".git").mkdir()
    ended = subprocess.run(
        [sys.executable, "-m", "tests.faults.forked", str(tmp_path), "many"],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout) == [0] * 12
    with Memory.open(tmp_path, create=False) as memory:
        assert memory.status().health == "healthy"
        said = column(memory, "user_text", "turns")
        assert said.count("A child's.") == 12


def test_a_fork_has_a_memory_open(tmp_path: Path) -> None:
    """What a child inherits it cannot use, and ending it takes nothing from its parent (T06).

    A memory that the child opens itself holds locks of its own: while it is open nobody takes
    himself for the last one and removes the log.
    """
    (tmp_path / ".git").mkdir()
    ended = subprocess.run(
        [sys.executable, "-m", "tests.faults.forked", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    told = json.loads(ended.stdout)
    assert told["child"] == 0
    facts = {"kept": [], "working": False, "threads": 1}
    assert {name: told["told"].pop(name) for name in facts} == facts
    assert set(told["told"].values()) == {"MemoryStorageError"}
    assert "memory.db-wal" in told["left"]
    with Memory.open(tmp_path, create=False) as memory:
        assert column(memory, "user_text", "turns") == ["One.", "Open?", "Two.", "Three.", "Four."]
        assert set(column(memory, "state", "turns")) == {"completed"}
        assert memory.status().health == "healthy"


def test_a_fork_while_another_thread_imports(tmp_path: Path) -> None:
    """The child loads anew what was half loaded; Python alone would let it wait forever."""
    (tmp_path / "slow.py").write_text(SLOW)
    program = FORKED_IN_AN_IMPORT.format(folder=str(tmp_path))
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"child 1, parent 1", b"")
