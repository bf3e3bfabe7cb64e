"""A log of any size is imported with little of it in memory at a time."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.logs import gather_logs
from sayso.shell.logsessions import FolderRule
from sayso.shell.spool import Spool
from tests.large_logs import FORMS, log_of, name_of

if TYPE_CHECKING:
    from pathlib import Path

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
            gathered = gather_logs([log], rule, spool, lambda _done, _total: None)
            _, peak_bytes = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        turns = sum(len(session.places) for session in gathered.sessions)
        words = [turn.logged.user_text for turn in spool.read(gathered.sessions[0].places[:1])]
    assert [one.name for one in gathered.formats] == [form]
    assert turns > 100
    assert words[0].startswith("Step 0")
    assert peak_bytes < HELD_BYTES + TURN_BYTES * turns
