"""Folders for files that are written thousands of times: in memory, where there is such a place."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY: Final = Path("/dev/shm")  # a private folder is made below it


class Folders:
    """Gives one empty folder after another."""

    def __init__(self, root: Path) -> None:
        """Make them below a folder."""
        self._root = root
        self._numbers = count()

    def fresh(self) -> Path:
        """Make the next one."""
        folder = self._root / str(next(self._numbers))
        folder.mkdir()
        return folder


@contextmanager
def quick_folders() -> Iterator[Folders]:
    """Give folders in which syncing costs nothing, where the machine has such a place."""
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place, prefix="sayso-test-") as root:
        yield Folders(Path(root))
