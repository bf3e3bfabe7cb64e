"""A log of any size is imported with little of it in memory at a time."""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.logs import gather_logs
from sayso.shell.logsessions import FolderRule
from sayso.shell.noting import NO_NOTES, NoteCount
from sayso.shell.spool import Spool
from tests.large_logs import FORMS, log_of, name_of

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.transcripts.noted import Noted

CHUNK_BYTES = 4 * 1024
HEAD_BYTES = 16 * 1024
# The start of a file once as it is and once cut into lines; of the rest a few pieces, cut and
# joined, with what one line or conversation of these logs becomes when it is read.
HELD_BYTES = 3 * HEAD_BYTES + 16 * CHUNK_BYTES + 64 * 1024
TURN_BYTES = 160  # what the index keeps of a turn: its place, and that its words came once
SIZE_BYTES = 768 * 1024


@pytest.mark.parametrize("form", FORMS)
def test_what_is_held_of_a_log_does_not_grow_with_it(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a log twice as large as the bound no more is held than some pieces and an index."""
    monkeypatch.setattr(limits, "LOG_CHUNK_BYTES", CHUNK_BYTES)
    monkeypatch.setattr(limits, "LOG_HEAD_BYTES", HEAD_BYTES)
    log = tmp_path / name_of(form)
    with log.open("wb") as file:
        file.writelines(log_of(form, SIZE_BYTES))
    with Spool(tmp_path) as spool:
        tracemalloc.start()
        try:
            rule = FolderRule(project=None, any_folder=True)
            sinks = (spool, NoteCount(None))
            gathered = gather_logs([log], rule, sinks, lambda _done, _total: None)
            _, peak_bytes = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        turns = sum(len(session.places) for session in gathered.sessions)
        words = [turn.logged.user_text for turn in spool.read(gathered.sessions[0].places[:1])]
    assert [one.name for one in gathered.formats] == [form]
    assert turns > 100
    assert words[0].startswith("Step 0")
    assert peak_bytes < HELD_BYTES + TURN_BYTES * turns


class Counting:
    """Takes notes and keeps none."""

    kept = NO_NOTES
    count = 0

    def add(self, noted: Noted) -> None:
        """Count one."""
        self.count += bool(noted.text)

    def end(self) -> None:
        """There is nothing to end."""


def test_what_is_held_of_notes_does_not_grow_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one line of a thousand notes no more is held than its start and some pieces."""
    monkeypatch.setattr(limits, "LOG_CHUNK_BYTES", CHUNK_BYTES)
    monkeypatch.setattr(limits, "LOG_HEAD_BYTES", HEAD_BYTES)
    entry = json.dumps({"id": "1", "memory": "Likes green tea. " * 40})
    log = tmp_path / "memories.json"
    with log.open("w") as file:
        file.write('{"results":[' + entry)
        file.writelines(f",{entry}" for _ in range(SIZE_BYTES // len(entry)))
        file.write("]}")
    notes = Counting()
    rule = FolderRule(project=None, any_folder=True)
    with Spool(tmp_path) as spool:
        tracemalloc.start()
        try:
            gathered = gather_logs([log], rule, (spool, notes), lambda _done, _total: None)
            _, peak_bytes = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert [one.name for one in gathered.formats] == ["mem0"]
    assert notes.count > 1_000
    assert peak_bytes < 4 * HELD_BYTES
