"""Processes that write the same files of knowledge at the same time lose nothing of each other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sayso.shell.knowledge import layer_files as layers
from sayso.shell.knowledge.atomic import TEMP_SUFFIX
from sayso.shell.knowledge.system import MemorySystem

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PROCESSES = 8
ROUNDS = 5


def adding(field: str) -> Callable[[dict[str, object]], dict[str, object]]:
    """Give a change that adds one field to a function."""
    return lambda known: {**known, field: True}


def in_processes(work: Callable[[int], None]) -> list[int]:
    """Do the same in several processes at once, each with its number, and give their exits."""
    children = []
    for number in range(PROCESSES):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                work(number)
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def test_nobody_loses_what_another_wrote(tmp_path: Path) -> None:
    """Eight writers of the same patterns, function, session, notes and code: all of it is there."""
    session = MemorySystem(tmp_path).create_session("C7", "late", "")

    def write(number: int) -> None:
        system = MemorySystem(tmp_path)
        for at in range(ROUNDS):
            told = f"{number}-{at}"
            system.add_pattern({"function": "brake", "symptom": told})
            layers.change_function(system.base.folder, "brake", adding(told))
            system.log_step(session, told, None)
            system.append_project_memory(f"<{told}>")
            system.merge_code_knowledge("brake", {"x": {"list": [{"id": told}]}}, "learner")

    assert in_processes(write) == [0] * PROCESSES
    system = MemorySystem(tmp_path)
    written = {f"{number}-{at}" for number in range(PROCESSES) for at in range(ROUNDS)}
    patterns = [one["symptom"] for one in system.read_patterns() if isinstance(one, dict)]
    steps = layers.read_sessions(system.base.folder)[0]["steps"]
    items = system.read_code_knowledge_raw("brake")["x"]
    assert isinstance(steps, list)
    assert isinstance(items, dict)
    assert sorted(patterns) == sorted(one["step"] for one in steps) == sorted(written)
    assert system.read_function_knowledge("brake").keys() == {*written, "_updated"}
    assert {one["id"] for one in items["list"]} == written
    assert all(f"<{one}>" in system.read_project_memory() for one in written)
    assert not [one for one in system.memory_dir.rglob("*") if one.name.endswith(TEMP_SUFFIX)]


def test_sessions_of_one_second_have_names_of_their_own(tmp_path: Path) -> None:
    """Eight processes that begin sessions of the same case at once make as many files."""

    def begin(number: int) -> None:
        system = MemorySystem(tmp_path)
        for at in range(2):
            system.create_session("C7", f"{number}-{at}", "")

    assert in_processes(begin) == [0] * PROCESSES
    sessions = layers.read_sessions(MemorySystem(tmp_path).base.folder)
    told = sorted(str(one["problem"]) for one in sessions)
    assert told == sorted(f"{number}-{at}" for number in range(PROCESSES) for at in range(2))
    assert len({one["session_id"] for one in sessions}) == len(told)
