"""Is a store what it must be: whose file, which objects, which rows (A91-A113)."""

from dataclasses import replace

import pytest

from sayso.core.catalog import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Blank,
    CatalogObject,
    Degraded,
    Foreign,
    Healthy,
    Ours,
    StoreFacts,
    check_store,
    identify,
)

TABLE = CatalogObject(type="table", name="turns", table="turns", sql="CREATE TABLE turns (id)")
INDEX = CatalogObject(type="index", name="by_id", table="turns", sql="CREATE INDEX by_id …")
MANIFEST = frozenset({TABLE, INDEX})
SOUND = StoreFacts(
    application_id=APPLICATION_ID,
    user_version=SCHEMA_VERSION,
    objects=MANIFEST,
    quick_check=("ok",),
    foreign_key_faults=0,
    meta_ids=(1,),
    active_threads=1,
    scopes=1,
)
TRIGGER = CatalogObject(type="trigger", name="sneaky", table="turns", sql="CREATE TRIGGER …")


def test_a_store_that_holds_to_everything_is_healthy() -> None:
    """A store with the exact catalogue, one meta row and one active thread is healthy."""
    assert check_store(SOUND, MANIFEST) == Healthy()


@pytest.mark.parametrize(
    ("facts", "finding"),
    [
        (replace(SOUND, user_version=1), "schema version 1"),
        (replace(SOUND, user_version=3), "another version of Sayso"),
        (replace(SOUND, objects=frozenset({TABLE})), "missing index by_id"),
        (replace(SOUND, objects=MANIFEST | {TRIGGER}), "unexpected trigger sneaky"),
        (
            replace(SOUND, objects=frozenset({replace(TABLE, sql="CREATE TABLE …"), INDEX})),
            "changed table turns",
        ),
        (
            replace(SOUND, objects=frozenset({TABLE, replace(INDEX, table="threads")})),
            "changed index by_id",
        ),
        (replace(SOUND, quick_check=("page 3 is bad", "and 4")), "page 3 is bad"),
        (replace(SOUND, quick_check=()), "no answer"),
        (replace(SOUND, foreign_key_faults=2), "2 rows refer"),
        (replace(SOUND, meta_ids=()), "0 rows"),
        (replace(SOUND, meta_ids=(1, 2)), "2 rows"),
        (replace(SOUND, meta_ids=(2,)), "memory_meta"),
        (replace(SOUND, active_threads=0), "0 active threads"),
        (replace(SOUND, active_threads=2), "2 active threads"),
        (replace(SOUND, active_threads=0, scopes=0), "0 active threads"),
    ],
)
def test_each_deviation_alone_degrades_a_store(facts: StoreFacts, finding: str) -> None:
    """Every single deviation is found and named in one line."""
    health = check_store(facts, MANIFEST)
    assert isinstance(health, Degraded)
    assert len(health.findings) == 1
    assert finding in health.findings[0]


def test_a_same_name_of_another_type_is_missing_and_unexpected() -> None:
    """A view that takes a table's name is no changed table: one is missing, one too much."""
    view = replace(TABLE, type="view")
    health = check_store(replace(SOUND, objects=frozenset({view, INDEX})), MANIFEST)
    assert isinstance(health, Degraded)
    assert health.findings == ("missing table turns", "unexpected view turns")


def test_all_deviations_are_reported_together() -> None:
    """Nothing hides behind the first finding."""
    facts = replace(
        SOUND, user_version=9, objects=frozenset({TABLE, TRIGGER}), meta_ids=(), active_threads=0
    )
    health = check_store(facts, MANIFEST)
    assert isinstance(health, Degraded)
    assert len(health.findings) == 5


@pytest.mark.parametrize("scopes", [1, 2, 50])
def test_every_scope_has_one_active_thread(scopes: int) -> None:
    """Where several scopes live in one store, each must have its active thread."""
    assert check_store(replace(SOUND, scopes=scopes, active_threads=scopes), MANIFEST) == Healthy()


def test_only_a_database_without_anything_is_blank() -> None:
    """A file may be initialised only when id, version and object count are all zero (A102)."""
    assert identify(0, 0, 0) == Blank()


@pytest.mark.parametrize(
    ("application_id", "user_version", "object_count"),
    [(0, 0, 1), (0, 2, 0), (0, 2, 9), (0x1234, 0, 0), (0x1234, 2, 9), (-1, 0, 0)],
)
def test_a_database_of_somebody_else_is_foreign(
    application_id: int, user_version: int, object_count: int
) -> None:
    """Anything with content, a version or an id that is not ours belongs to somebody else."""
    whose = identify(application_id, user_version, object_count)
    assert isinstance(whose, Foreign)
    assert str(object_count) in whose.finding


@pytest.mark.parametrize("user_version", [0, 1, 2, 3])
def test_our_mark_makes_a_database_ours_in_any_version(user_version: int) -> None:
    """A file with our application id is ours to verify, whatever else is wrong with it."""
    assert identify(APPLICATION_ID, user_version, 0) == Ours()
