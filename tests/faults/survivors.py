"""What must hold of a store after its writers were killed one after another."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

import apsw

from tests.faults.killing import said
from tests.faults.states import reopen

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def survivor_faults(
    folder: Path, files: Mapping[str, bytes], acked: Mapping[str, int]
) -> list[str]:
    """Open what the killed have left, and look for every turn they acknowledged."""
    found = reopen(folder, files)
    faults = [*found.faults, *found.findings]
    path = folder / ".sayso" / "memory.db"
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as eyes:
        turns: dict[int, str] = dict(eyes.execute("SELECT id, user_text FROM turns"))
        known = dict(eyes.execute("SELECT op_id, answer FROM operations"))
    for op_id, number in acked.items():
        if turns.get(number) != said(op_id):
            faults.append(f"{op_id} was acknowledged as t{number}, which is not there")
    for text, times in Counter(turns.values()).items():
        if times > 1:
            faults.append(f"there {times} times: {text}")
    for op_id, number in known.items():
        if turns.get(int(number)) != said(op_id):
            faults.append(f"{op_id} is known as t{number}, which is not there")
    return faults
