"""Which stores are this user's: those that their Sayso made, and those they chose to trust.

A store can come with a folder, in somebody's clone; what it says would be told to a model as the
user's own words. So each known store is an empty file in SAYSO_HOME/stores, named by the store's
id, and a store without one is refused. An id comes out of a file that anybody may have written: it
becomes a file name only when it looks like one that Sayso gives.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.catalog import RECOVER, Degraded, Healthy
from sayso.core.ids import is_store_id
from sayso.shell.errors import MemorySchemaError, MemoryStorageError
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from sayso.core.catalog import Health

FOLDER_NAME: Final = "stores"
STRANGER: Final = "this memory came with the folder; the Sayso of this user did not make it"
TRUST: Final = "look at it with 'sayso show' or 'sayso export'; 'sayso trust' takes it over"
NAMELESS: Final = "the id of the store is none that Sayso gives"


def sayso_home(environment: Mapping[str, str] = os.environ) -> Path:
    """Give the folder of what belongs to the user and to no project."""
    return Path(environment.get("SAYSO_HOME") or Path.home() / ".sayso")


class KnownStores:
    """The stores a user knows, as files in one folder."""

    def __init__(self, home: Path) -> None:
        """Keep them below a home; nothing is created before it is needed."""
        self._folder = home / FOLDER_NAME

    def knows(self, store_id: str) -> bool:
        """Tell whether a store is known; raises MemoryStorageError where that cannot be seen."""
        if not is_store_id(store_id):
            return False
        try:
            return stat.S_ISREG(os.lstat(self._folder / store_id).st_mode)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise self._unusable("look up", error) from error

    def remember(self, store_id: str) -> None:
        """Know a store from now on; raises MemoryStorageError where that cannot be noted."""
        if not is_store_id(store_id):
            raise MemorySchemaError(NAMELESS, RECOVER)
        try:
            for folder in (self._folder.parent, self._folder):  # `parents` alone knows no mode
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make(store_id)
        except OSError as error:
            raise self._unusable("note", error) from error

    def forget(self, store_id: str) -> None:
        """Know a store no more that did not come to be."""
        if is_store_id(store_id):
            (self._folder / store_id).unlink(missing_ok=True)

    def _make(self, store_id: str) -> None:
        """Make the file and its name durable; the folder is no link, nor is the file."""
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
        folder = os.open(self._folder, flags)
        try:
            flags = os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW
            os.close(os.open(store_id, flags, 0o600, dir_fd=folder))
            os.fsync(folder)
        finally:
            os.close(folder)

    def _unusable(self, what: str, error: OSError) -> MemoryStorageError:
        return MemoryStorageError(
            f"cannot {what} in {self._folder} which memory is yours: {error.strerror or error}",
            "give yourself the right to use that folder, or set SAYSO_HOME to another",
        )


def known_stores() -> KnownStores:
    """Give the stores that the user of this process knows."""
    return KnownStores(sayso_home())


def settle_known(connection: apsw.Connection, store_id: str) -> None:
    """Forget an id that was to be a new store's, where somebody else made the store just then."""
    if read_store_id(connection) != store_id:
        known_stores().forget(store_id)


def judge_trust(connection: apsw.Connection) -> Health:
    """Tell whether a store that is sound is also this user's."""
    store_id = read_store_id(connection)
    if not is_store_id(store_id):
        return Degraded(findings=(NAMELESS,))
    if not known_stores().knows(store_id):
        return Degraded(findings=(STRANGER,), remedy=TRUST)
    return Healthy()


def read_store_id(connection: apsw.Connection) -> str:
    """Give what stands where the id of a store should; "" for what can be none."""
    rows = connection.execute(statement("store/store_id")).fetchall()
    found = rows[0][0] if rows else None
    return found if isinstance(found, str) else ""
