"""Creates, identifies and verifies a store; a damaged one is reported, never repaired.

The catalogue manifest of each version is derived from the schema files once and cached (A96).
Verification only reads; WAL is switched on afterwards, and only for a healthy store (A114-A115).
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core import limits
from sayso.core.catalog import (
    APPLICATION_ID,
    MANIFEST_DIGEST,
    SCHEMA_VERSION,
    Blank,
    CatalogObject,
    Degraded,
    Foreign,
    Health,
    Ours,
    StoreFacts,
    catalog_digest,
    check_store,
    identify,
    known_version,
    with_findings,
)
from sayso.shell.store.connection import open_memory, tables_only
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.plans import Plan
    from sayso.shell.store.rows import Row

# The first file makes a store of its version, each later one adds what its version has more.
SCHEMAS: Final[Mapping[int, str]] = {
    2: "schema/project",
    3: "schema/project_3",
    4: "schema/project_4",
}

# What SQLite raises for bytes that are no sound database, and apsw for text that is no UTF-8.
DAMAGED: Final = (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError)


@cache
def manifest(version: int = SCHEMA_VERSION) -> frozenset[CatalogObject]:
    """Give the exact catalogue of a version, by default this one, as SQLite itself stores it."""
    connection = open_memory()
    try:
        add_tables(connection, 0, version)
        return _objects(connection)
    finally:
        connection.close()


def tables_of(version: int) -> frozenset[str]:
    """Give the names of the tables that a version has."""
    return frozenset(one.name for one in manifest(version) if one.type == "table")


def identify_file(connection: apsw.Connection) -> Blank | Ours | Foreign:
    """Tell whose database an open file is, reading only."""
    application_id, user_version, objects = _row(connection, "store/header")
    return identify(application_id, user_version, objects)


def create(connection: apsw.Connection, birth: Plan) -> None:
    """Make tables and first rows in one transaction, unless another process just did."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if isinstance(identify_file(connection), Blank):
            add_tables(connection, 0)
            for write in birth:
                connection.execute(statement(write.statement), dict(write.params))
            connection.pragma("application_id", APPLICATION_ID)
            connection.pragma("user_version", SCHEMA_VERSION)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def verify(connection: apsw.Connection, size_bytes: int, *, may_be_older: bool = False) -> Health:
    """Hold an open store against its contract; the long checks only while the file is small.

    One that may be older holds to the contract of its own version, if this program knows that.
    No view of the store is run on the way: one that stands where a table should be might never
    end.
    """
    before = connection.authorizer
    connection.authorizer = tables_only
    try:
        facts = _facts(connection)
        version = known_version(facts.user_version) if may_be_older else SCHEMA_VERSION
        health = check_store(facts, _expected(facts, version), version)
        if size_bytes > limits.INLINE_CHECK_MAX_BYTES:
            return health
        return with_findings(health, _thorough_findings(connection))
    except DAMAGED as error:
        return Degraded(findings=(f"the file is damaged: {error}",))
    except (apsw.SQLError, apsw.AuthError) as error:
        found = _catalog_only(connection, may_be_older=may_be_older)
        return Degraded(findings=(*found, f"cannot be read: {error}"))
    finally:
        connection.authorizer = before


def check_quickly(connection: apsw.Connection, *, may_be_older: bool = False) -> Health:
    """Hold an open store against its contract without the checks that read the whole file."""
    return verify(connection, limits.INLINE_CHECK_MAX_BYTES + 1, may_be_older=may_be_older)


def version_of(connection: apsw.Connection) -> int:
    """Give the version that a file says it has."""
    return int(_row(connection, "store/header")[1])


def check_catalogue(connection: apsw.Connection, *, may_be_older: bool = False) -> Health:
    """Hold version and catalogue alone against the contract; no row of a table is read."""
    with _one_state(connection):
        application_id, user_version, _ = _row(connection, "store/header")
        objects = _objects(connection)
    facts = StoreFacts(
        application_id=application_id,
        user_version=user_version,
        objects=objects,
        meta_ids=(1,),
        active_threads=1,
        scopes=1,
    )
    version = known_version(user_version) if may_be_older else SCHEMA_VERSION
    return check_store(facts, _expected(facts, version), version)


def _catalog_only(connection: apsw.Connection, *, may_be_older: bool) -> tuple[str, ...]:
    """Say what is wrong with the catalogue when the rows cannot even be counted."""
    health = check_catalogue(connection, may_be_older=may_be_older)
    return health.findings if isinstance(health, Degraded) else ()


def _facts(connection: apsw.Connection) -> StoreFacts:
    with _one_state(connection):
        application_id, user_version, _ = _row(connection, "store/header")
        meta_ids, active_threads, scopes = _row(connection, "store/counts")
        objects = _objects(connection)
    return StoreFacts(
        application_id=application_id,
        user_version=user_version,
        objects=objects,
        meta_ids=tuple(json.loads(meta_ids)),
        active_threads=active_threads,
        scopes=scopes,
    )


@contextmanager
def _one_state(connection: apsw.Connection) -> Iterator[None]:
    """Read one state of the file: between two statements another process may bring it up."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with suppress(apsw.SQLError):  # SQLite ended it by itself
            connection.execute("ROLLBACK")


def _expected(facts: StoreFacts, version: int) -> frozenset[CatalogObject]:
    """Give the manifest to hold a catalogue against; it is built only to tell what deviates."""
    is_known = version == SCHEMA_VERSION and catalog_digest(facts.objects) == MANIFEST_DIGEST
    return facts.objects if is_known else manifest(version)


def _thorough_findings(connection: apsw.Connection) -> tuple[str, ...]:
    from sayso.shell.store.checks import thorough_findings  # a hook leaves them to others

    return thorough_findings(connection)


def _objects(connection: apsw.Connection) -> frozenset[CatalogObject]:
    rows: list[Row] = connection.execute(statement("store/catalog")).fetchall()
    return frozenset(
        CatalogObject(type=kind, name=name, table=table, sql=sql) for kind, name, table, sql in rows
    )


def _row(connection: apsw.Connection, name: str) -> Row:
    rows: list[Row] = connection.execute(statement(name)).fetchall()
    return rows[0]


def add_tables(connection: apsw.Connection, above: int, version: int = SCHEMA_VERSION) -> None:
    """Add what the versions above one have more, up to another; above 0 is everything."""
    for number, name in SCHEMAS.items():
        if above < number <= version:
            for _ in connection.execute(statement(name)):
                pass
