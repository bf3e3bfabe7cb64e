"""What can get lost of a store whose process was killed, as functions that do it to its files.

SQLite notices none of LOSSES by itself. `kept` is a store of the same project as it was earlier,
`other` one of another project, made in the very same way.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from sayso.shell.store.witness import Witness
from tests.kit import World, column, whole_turn
from tests.shell.damages import cut_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.witness import Sighting

FRAME_HEAD_BYTES = 24
LOG_HEAD_BYTES = 32


def killed_after(world: World, said: int) -> Path:
    """Leave a store as a process that is killed leaves it, with what was said in its log.

    Gives a copy of its folder as it was before the last thing was said.
    """
    with world.open() as memory:
        memory.record(whole_turn("The first word."))
    folder = world.path.parent
    kept, left = folder.with_name("kept"), folder.with_name("left")
    with world.open() as memory:
        for number in range(said):
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            memory.record(whole_turn(f"Word {number}."))
        shutil.copytree(folder, left)
    shutil.rmtree(folder)
    left.rename(folder)
    log_index(world.path).unlink()
    return kept


def sighting(world: World) -> Sighting | None:
    """Read what the mark says."""
    return Witness(world.path).read().sighting


def counter(world: World) -> int:
    """Give how many transactions the store has committed, by its own word."""
    with world.open() as memory:
        return int(str(column(memory, "commit_counter", "memory_meta")[0]))


def log_of(path: Path) -> Path:
    """Give the log beside a store's file."""
    return Path(f"{path}-wal")


def log_index(path: Path) -> Path:
    """Give the index of the log, which the next opener makes anew."""
    return Path(f"{path}-shm")


def lose_log(path: Path, _kept: Path, _other: Path) -> None:
    """Delete the log (S15)."""
    log_of(path).unlink()


def cut_log(path: Path, _kept: Path, _other: Path) -> None:
    """Cut the log in the middle of its last frame."""
    cut_to(lambda size: size - 100)(log_of(path))


def flip_bit(path: Path, _kept: Path, _other: Path) -> None:
    """Flip one bit in the last page of the log (S17)."""
    content = bytearray(log_of(path).read_bytes())
    content[-100] ^= 1
    log_of(path).write_bytes(content)


def bring_other_log(path: Path, _kept: Path, other: Path) -> None:
    """Put the log of another store of ours in the place of the log (S16)."""
    shutil.copy(log_of(other), log_of(path))


def bring_older_log(path: Path, kept: Path, _other: Path) -> None:
    """Put an earlier state of the log back."""
    shutil.copy(log_of(kept / path.name), log_of(path))


def bring_older_copy(path: Path, kept: Path, _other: Path) -> None:
    """Put an earlier copy of file and log in place."""
    shutil.copy(kept / path.name, path)
    bring_older_log(path, kept, path)


def bring_other_store(path: Path, _kept: Path, other: Path) -> None:
    """Put another store of ours in place."""
    shutil.copy(other, path)
    bring_other_log(path, path, other)


def empty(path: Path, _kept: Path, _other: Path) -> None:
    """Cut the file to nothing (S12); the log is gone, too."""
    lose_log(path, path, path)
    os.truncate(path, 0)


def delete(path: Path, _kept: Path, _other: Path) -> None:
    """Delete file and log."""
    lose_log(path, path, path)
    path.unlink()


def blank(path: Path, _kept: Path, _other: Path) -> None:
    """Put a database without anything in it in place."""
    delete(path, path, path)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE TABLE gone (x); DROP TABLE gone")


def change_mode(path: Path, _kept: Path, _other: Path) -> None:
    """Let another program take the log away (S28)."""
    with closing(apsw.Connection(str(path))) as connection:
        assert connection.pragma("journal_mode", "delete") == "delete"


def bring_journal(path: Path, kept: Path, _other: Path) -> None:
    """Leave a hot journal with other pages of the file beside it (S28)."""
    copy = kept / path.name
    with closing(apsw.Connection(str(copy))) as connection:
        connection.execute("PRAGMA journal_mode = delete")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN; UPDATE turns SET session = printf('%.90000c', 'x')")
        shutil.copy(f"{copy}-journal", f"{path}-journal")
        connection.execute("ROLLBACK")


LOST = "changes are gone: a log was lost, or an older copy was put in place"
ONE_LOST = "1 saved change is gone: a log was lost, or an older copy was put in place"
OTHER = "another memory lies where that of this project was, or in its log"
LOSSES: dict[str, tuple[Callable[[Path, Path, Path], None], str]] = {
    "the log is lost": (lose_log, LOST),
    "the log is cut": (cut_log, ONE_LOST),
    "a bit in the log is flipped": (flip_bit, ONE_LOST),
    "another store's log": (bring_other_log, OTHER),
    "an older log": (bring_older_log, ONE_LOST),
    "an older copy": (bring_older_copy, ONE_LOST),
    "another store": (bring_other_store, OTHER),
    "the file is empty": (empty, "memory.db is empty, but its mark memory.db.mark is not"),
    "the file is gone": (delete, "memory.db is gone, but its mark memory.db.mark is not"),
    "the file is blank": (blank, "memory.db holds nothing, but its mark memory.db.mark is there"),
    "another journal mode": (change_mode, "another program changed how memory.db is written"),
    "a hot journal": (bring_journal, "memory.db-journal lies beside memory.db"),
}
