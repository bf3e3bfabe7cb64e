"""The source files of a project: which there are, and what is in them, by hashes.

A walk goes by the project's own ignore rules, enters no hidden folder and follows no link, so it
ends and stays inside. What is learned from files is signed with `Snapshot.of` those files, or with
`Snapshot.signature` where it rests on all of them.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.ignoring import is_ignored, read_rules
from sayso.core.knowledge.languages import language_of
from sayso.core.knowledge.publishing import signature
from sayso.shell.errors import MemoryStorageError, NotFoundError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from sayso.core.knowledge.ignoring import Rule
    from sayso.shell.ports import Clock

RULES: Final = ".gitignore"
_OWN_RULES: Final = (".git", "info", "exclude")  # those of this checkout alone
# What nobody writes by hand, ignored or not.
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})
_OPENING: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW
_RULES_MAX_BYTES: Final = 1024 * 1024
_CHUNK_BYTES: Final = 1024 * 1024
_SETTLED_NS: Final = 2_000_000_000  # a file changed less long ago may change within one tick


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The sources as they are: the hash of each by its path; those that can't be read."""

    hashes: Mapping[str, str]
    unreadable: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """The signature of all sources together."""
        return signature(self.hashes)

    @property
    def languages(self) -> Mapping[str, int]:
        """How many files there are of each language."""
        return Counter(map(language_of, self.hashes))

    def of(self, paths: Iterable[str]) -> str:
        """Sign some sources; one that is no longer there counts as empty."""
        return signature({path: self.hashes.get(path, "") for path in paths})


@dataclass(slots=True)
class Watch:
    """Looks at the sources of a project; what has not changed since is not read again."""

    root: Path
    clock: Clock
    _known: dict[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)

    def look(self) -> Snapshot:
        """Give the sources as they are now. Raises NotFoundError where there is no project."""
        hashes: dict[str, str] = {}
        unreadable: list[str] = []
        known, self._known = self._known, {}
        for entry, path in _entries(self.root):
            name = os.fsencode(path).decode("utf-8", "backslashreplace")
            before = known.get(name)
            try:
                told = _told(entry)
                digest = before[1] if before and before[0] == told else hash_file(entry.path)
            except FileNotFoundError:
                continue
            except OSError:
                unreadable.append(name)
                continue
            hashes[name] = digest
            if max(told[-2:]) < self.clock.now_us() * 1_000 - _SETTLED_NS:
                self._known[name] = (told, digest)
        return Snapshot(hashes=hashes, unreadable=tuple(unreadable))


def find_sources(root: Path) -> list[str]:
    """Give the paths of a project's sources, in order; those whose names are no text are left out.

    Raises NotFoundError where there is no project, RefusedError for too many files.
    """
    paths = (path for _, path in _entries(root))
    return sorted(path for path in paths if path.isprintable())


def read_source(root: Path, path: str) -> bytes | None:
    """Give the content of a source, None where it has gone or is too large to be looked into."""
    try:
        content = _content(root / path, limits.SOURCE_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MemoryStorageError(
            f"cannot read {root / path}: {error.strerror or error}", "check rights and disk"
        ) from error
    return content if content is not None and len(content) <= limits.SOURCE_MAX_BYTES else None


def hash_of(content: bytes) -> str:
    """Hash the content of a source as a snapshot does."""
    return hashlib.sha256(content).hexdigest()


def hash_file(path: str) -> str:
    """Hash a file as a snapshot does, of any size."""
    digest = hashlib.sha256()
    with open(os.open(path, _OPENING), "rb") as file:  # noqa: PTH123 - of a descriptor
        while piece := file.read(_CHUNK_BYTES):
            digest.update(piece)
    return digest.hexdigest()


def _told(entry: os.DirEntry[str]) -> tuple[int, ...]:
    """Give what the disk tells of a file: when both are the same, so is its content."""
    found = entry.stat(follow_symlinks=False)
    return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _entries(root: Path) -> Iterator[tuple[os.DirEntry[str], str]]:
    """Walk the sources, folders by name."""
    if not root.is_dir():
        raise NotFoundError(f"{root} is not a folder", "give the folder of a project")
    rules = _rules_in(root.joinpath(*_OWN_RULES), "")
    waiting: list[tuple[str, tuple[Rule, ...]]] = [("", rules)]
    left = limits.SOURCE_FILES_MAX
    while waiting:
        folder, rules = waiting.pop()
        rules = (*rules, *_rules_in(root / folder / RULES, folder))
        for entry in _listed(root / folder):
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if not _is_skipped(entry.name) and not is_ignored(path, rules, is_folder=True):
                    waiting.append((path, rules))
            elif (
                entry.is_file(follow_symlinks=False)
                and language_of(path)
                and not is_ignored(path, rules, is_folder=False)
            ):
                left -= 1
                if left < 0:
                    raise RefusedError(
                        f"{root} holds more than {limits.SOURCE_FILES_MAX} source files",
                        "name what is not the project's own in .gitignore",
                    )
                yield entry, path


def _is_skipped(name: str) -> bool:
    return name.startswith(".") or name in _SKIPPED


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise MemoryStorageError(
            f"cannot list {folder}: {error.strerror or error}", "check rights"
        ) from error


def _rules_in(path: Path, folder: str) -> tuple[Rule, ...]:
    try:
        content = _content(path, _RULES_MAX_BYTES)
    except OSError:
        return ()
    return read_rules(content.decode("utf-8", "replace"), folder) if content else ()


def _content(path: Path, max_bytes: int) -> bytes | None:
    """Give the beginning of a plain file, None for anything else; a pipe is not waited for."""
    with open(os.open(path, _OPENING), "rb") as file:  # noqa: PTH123 - of a descriptor
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        return file.read(max_bytes)
