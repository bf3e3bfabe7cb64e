"""Brings a sound store of an older version up to this one, in one transaction.

It is held against the manifest of its own version, changed, and held against that of this one
before anything is committed. So a process that dies on the way leaves the old or the new store,
and of two that open it at once one brings it up and the other finds that done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.catalog import SCHEMA_VERSION, Degraded, Health, Healthy, known_version
from sayso.shell.errors import MemoryStorageError, UnknownCommitError
from sayso.shell.store.bootstrap import add_tables, check_quickly, version_of
from sayso.shell.store.transactions import commit_plan

if TYPE_CHECKING:
    import apsw

    from sayso.shell.store.witness import Witness


def is_older(connection: apsw.Connection) -> bool:
    """Tell whether a store is of an older version that this program can bring up."""
    return known_version(found := version_of(connection)) == found != SCHEMA_VERSION


def change_tables(connection: apsw.Connection) -> Health:
    """Bring a store up within the transaction that is open; nothing is changed where it is unsound.

    The caller commits only what is healthy.
    """
    before = check_quickly(connection, may_be_older=True)
    if isinstance(before, Degraded):
        return before
    add_tables(connection, version_of(connection))
    connection.pragma("user_version", SCHEMA_VERSION)
    return check_quickly(connection)


def bring_up(connection: apsw.Connection, witness: Witness) -> Health:
    """Bring a validated store up to this version where it is older, and let the mark know.

    Raises MemoryStorageError where nobody can tell whether it was saved.
    """
    if not is_older(connection):
        return Healthy()
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not is_older(connection):  # somebody else was faster
            return Healthy()
        health = change_tables(connection)
        if isinstance(health, Healthy):
            witness.note(*commit_plan(connection))
        return health
    except UnknownCommitError as error:
        raise MemoryStorageError(
            f"bringing the store up to version {SCHEMA_VERSION} failed at its end: {error.message}",
            "open it again: it is of the old version or of the new one, and whole",
        ) from error
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
