"""A folder of knowledge: its files by their names in it, read strictly and changed under a lock.

Every change reads the file as it is, makes a new value of it and replaces it, all under the lock
of that file, so that no writer loses what another wrote. A file that is damaged is reported by its
name and never written over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from sayso.core.knowledge.spelling import read_list, read_object, spell
from sayso.core.outcome import Failure, Success, is_failure
from sayso.shell.errors import KnowledgeDamagedError, MemoryStorageError, RequestError
from sayso.shell.knowledge.atomic import read_file, write_file
from sayso.shell.knowledge.locks import locked

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.outcome import Result
    from sayso.shell.ports import Ports

T = TypeVar("T")


DAMAGED: Final = "put it right or move it away; what it holds is not used and not written over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder with files of knowledge, and what it is given from outside."""

    root: Path
    ports: Ports

    def read_text(self, name: str) -> str:
        """Give the text of a file, '' where there is none."""
        raw = read_file(self.root / name)
        return "" if raw is None else self._understood(name, _text_of(raw))

    def read_object(self, name: str) -> dict[str, object] | None:
        """Give the object of a file, None where there is none."""
        raw = read_file(self.root / name)
        return None if raw is None else self._understood(name, read_object(raw))

    def read_list(self, name: str) -> list[object]:
        """Give the list of a file, an empty one where there is none."""
        raw = read_file(self.root / name)
        return [] if raw is None else self._understood(name, read_list(raw))

    def stems(self, folder: str) -> list[str]:
        """Give the names of the JSON files in a folder below, without ending, in order."""
        try:
            found = [one.name for one in (self.root / folder).iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise MemoryStorageError(
                f"cannot list {self.root / folder}: {error.strerror or error}", "check rights"
            ) from error
        kept = (name for name in found if name.endswith(".json") and not name.startswith("."))
        return sorted(name.removesuffix(".json") for name in kept)

    def change_text(self, name: str, change: Callable[[str], str]) -> str:
        """Replace the text of a file by what `change` makes of it, and give that."""
        with self.locked(name):
            before = self.read_text(name)
            after = change(before)
            if after != before:
                write_file(self.root / name, _bytes_of(after))
            return after

    def change_object(
        self, name: str, change: Callable[[dict[str, object] | None], JsonObject]
    ) -> dict[str, object]:
        """Replace the object of a file (None: there is none) by what `change` makes of it."""
        with self.locked(name):
            before = self.read_object(name)
            after = dict(change(None if before is None else dict(before)))
            if after != before:
                self.write(name, after)
            return after

    def change_list(self, name: str, change: Callable[[list[object]], tuple[T, list[object]]]) -> T:
        """Replace the list of a file by what `change` makes of it, and give its answer."""
        with self.locked(name):
            before = self.read_list(name)
            answer, after = change(list(before))
            if after != before:
                self.write(name, after)
            return answer

    def write(self, name: str, value: object) -> None:
        """Write the file of a value. Its lock must be held. Raises RequestError for no JSON."""
        spelled = spell(value)
        if is_failure(spelled):
            raise RequestError(f"{name} cannot hold this: {spelled.failure()}", "give JSON values")
        write_file(self.root / name, spelled.unwrap())

    def locked(self, *names: str) -> AbstractContextManager[None]:
        """Hold the locks of some files."""
        return locked(self.root, names, self.ports.clock)

    def _understood(self, name: str, read: Result[T, str]) -> T:
        if is_failure(read):
            raise KnowledgeDamagedError(f"{self.root / name} {read.failure()}", DAMAGED)
        return read.unwrap()


def _text_of(raw: bytes) -> Result[str, str]:
    try:
        return Success(raw.decode())
    except UnicodeDecodeError:
        return Failure("is no UTF-8")


def _bytes_of(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise RequestError(
            f"the text holds a lone surrogate at character {error.start}", "decode it again"
        ) from error
