"""One event on its way: what arrived, for which project, and the store it is about.

Which folder is a project's is decided here as for every command, but for folders in which nothing
that is said belongs to a project: the home folder, the root, and folders that are for a while only.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.catalog import Degraded
from sayso.shell.agents.journal import note_fault
from sayso.shell.errors import MemorySchemaError, RefusedError, SaysoError
from sayso.shell.store.opening import FOLDER_NAME, find_project, open_store, store_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.agents.payloads import Arrived
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store

PROBE: Final = "SAYSO_PROBE"
TEMPORARY: Final = ("/tmp", "/var/tmp")  # noqa: S108 - named to keep out of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """An event with what surrounds it. A trial answers as it would and changes nothing."""

    arrived: Arrived
    project: Path
    ports: Ports
    now_us: int
    is_trial: bool

    def note(self, error: BaseException | str) -> None:
        """Keep what went wrong with a part of it; the rest goes on."""
        note_for(self.project, self.arrived, error)


def note_for(folder: Path | None, arrived: Arrived, error: BaseException | str) -> None:
    """Keep what went wrong with an event."""
    told = error if isinstance(error, str) else words_of(error)
    keep(folder, arrived.host, arrived.event, told)


def keep(folder: Path | None, host: str, event: str, told: str) -> None:
    """Keep a fault in the journal; whoever makes a trial reads it on standard error instead."""
    if is_trial():
        sys.stderr.write(f"{host} {event}: {told}\n")
    else:
        note_fault(folder, host, event, told)


def is_trial() -> bool:
    """Tell whether a hook is only tried: it answers as it would, and changes nothing."""
    return bool(os.environ.get(PROBE))


def words_of(error: BaseException) -> str:
    """Say in one line what went wrong and what to do."""
    if isinstance(error, SaysoError):
        return f"{error.message} — {error.hint}" if error.hint else error.message
    return f"unexpected {type(error).__name__}: {error}"


@contextmanager
def opened(visit: Visit, *, create_missing: bool = False) -> Iterator[Store | None]:
    """Open the project's store briefly; None where there is none and none is made.

    Raises MemorySchemaError for a store that is damaged, deviates or is not this user's.
    """
    if not create_missing and not _is_there(visit.project):
        yield None
        return
    store = open_store(visit.project, visit.ports, create_missing=create_missing, is_brief=True)
    try:
        if isinstance(store.health, Degraded):
            raise MemorySchemaError(
                f"the store is degraded: {store.health.findings[0]}", "see 'sayso status'"
            )
        yield store
    finally:
        store.close()


def _is_there(project: Path) -> bool:
    """Tell whether a project has a store, or signs that it had one."""
    path = store_path(project)
    return os.path.lexists(path) or os.path.lexists(f"{path}.mark")


def project_of(arrived: Arrived) -> Path:
    """Find the project of the folder that an agent works in.

    Raises NotFoundError for no folder, RefusedError for one that is no project's.
    """
    project = find_project(Path(arrived.folder))
    if project == Path.home().resolve() or project == Path(project.anchor):
        raise RefusedError(f"{project} is no project", "work in a folder of your project")
    if _is_within(project, arrived.scratch) or _is_passing(project):
        raise RefusedError(
            f"{project} is a temporary folder, so nothing is kept there",
            "work in a project; 'git init' makes one, but for an agent's scratch folder",
        )
    return project


def _is_passing(project: Path) -> bool:
    """Tell whether a folder is one of temporary files and nobody made it a project."""
    if not any(_is_within(project, one) for one in (*TEMPORARY, os.environ.get("TMPDIR") or None)):
        return False
    return not (project / ".git").exists() and not (project / FOLDER_NAME).is_dir()


def _is_within(project: Path, folder: str | None) -> bool:
    return folder is not None and project.is_relative_to(Path(folder).resolve())
