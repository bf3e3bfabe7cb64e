"""Citing project memory elsewhere: the newest preferences and decisions, read and nothing more."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from sayso.core.catalog import Degraded
from sayso.core.kinds import Kind
from sayso.core.lists import json_list
from sayso.shell.errors import MemorySchemaError
from sayso.shell.finding import Listed
from sayso.shell.store.opening import find_project, open_store, store_path
from sayso.shell.store.rows import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store

CITED: Final = (Kind.PREFERENCE, Kind.DECISION)


def store_files(folder: Path) -> tuple[Path, ...]:
    """Name the files by which a project's memory shows that it has changed."""
    path = store_path(find_project(folder))
    return (path, path.with_name(f"{path.name}-wal"))


def newest_cited(folder: Path, ports: Ports, count: int) -> tuple[Listed, ...]:
    """Give the newest preferences and decisions of the project of a folder, none without a store.

    Raises MemorySchemaError for a degraded store, MemoryStorageError where the disk fails.
    """
    project = find_project(folder)
    if not os.path.lexists(store_path(project)):
        return ()
    store = open_store(project, ports, create_missing=False, is_brief=True)
    try:
        if isinstance(store.health, Degraded):
            raise MemorySchemaError(
                f"the store is degraded: {store.health.findings[0]}", "see 'sayso status'"
            )
        return tuple(_listed(store, count))
    finally:
        store.close()


def _listed(store: Store, count: int) -> Iterator[Listed]:
    with store.reading() as reading:
        guard = reading.guard()
        rows = reading.rows(
            "status/list",
            scope_reach=guard.scope_id,
            thread_reach=-guard.thread_id,
            kinds=json_list(list(CITED)),
            limit_rows=count,
        )
    for row in rows:
        yield Listed(
            item_id=row[0],
            kind=kind_of(row[1]),
            title=row[2],
            synopsis=row[3],
            revision=row[4],
            updated_at_us=row[5],
        )
