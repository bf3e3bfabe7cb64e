"""What tests of known stores share: which stores a user knows, and the id that a store bears."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import apsw

from sayso.shell.store.trust import read_store_id

if TYPE_CHECKING:
    from pathlib import Path


def known(home: Path) -> list[str]:
    """Give the ids of the stores that a user knows."""
    return sorted(path.name for path in home.rglob("*") if path.is_file())


def store_id(path: Path) -> str:
    """Give what stands in a store as its id."""
    with closing(apsw.Connection(str(path))) as connection:
        return read_store_id(connection)
