"""Is a store what it must be: whose file, which objects, which rows (A91-A113)."""

from dataclasses import replace

import pytest

from sayso.core.catalog import (
    APPLICATION_ID,
    MAGIC,
    PUT_BACK,
    RECOVER,
    SCHEMA_VERSION,
    USE_NEWER,
    Blank,
    CatalogObject,
    Degraded,
    Foreign,
    Healthy,
    Ours,
    StoreFacts,
    Text,
    Traces,
    Unclear,
    catalog_digest,
    check_store,
    find_fault,
    find_loss,
    identify,
    identify_head,
    with_findings,
)

TABLE = CatalogObject(type="table", name="turns", table="turns", sql="CREATE TABLE turns (id)")
INDEX = CatalogObject(type="index", name="by_id", table="turns", sql="CREATE INDEX by_id …")
MANIFEST = frozenset({TABLE, INDEX})
SOUND = StoreFacts(
    application_id=APPLICATION_ID,
    user_version=SCHEMA_VERSION,
    objects=MANIFEST,
    meta_ids=(1,),
    active_threads=1,
    scopes=1,
)
TRIGGER = CatalogObject(type="trigger", name="sneaky", table="turns", sql="CREATE TRIGGER …")


def test_a_digest_tells_any_change_of_a_catalogue() -> None:
    """The same objects have the same hash; a changed, missing or added one gives another."""
    others = (
        frozenset({TABLE}),
        MANIFEST | {TRIGGER},
        frozenset({TABLE, replace(INDEX, sql=None)}),
        frozenset({replace(TABLE, sql="CREATE TABLE turns (id )"), INDEX}),
    )
    assert catalog_digest(frozenset({INDEX, TABLE})) == catalog_digest(MANIFEST)
    assert len({catalog_digest(MANIFEST), *map(catalog_digest, others)}) == 5


def test_a_store_that_holds_to_everything_is_healthy() -> None:
    """A store with the exact catalogue, one meta row and one active thread is healthy."""
    assert check_store(SOUND, MANIFEST) == Healthy()


@pytest.mark.parametrize(
    ("facts", "finding"),
    [
        (replace(SOUND, user_version=1), "schema version 1"),
        (replace(SOUND, user_version=SCHEMA_VERSION + 1), "another version of Sayso"),
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
        (replace(SOUND, meta_ids=()), "with id 1; it has: none"),
        (replace(SOUND, meta_ids=(1, 2)), "it has: 1, 2"),
        (replace(SOUND, meta_ids=(2,)), "it has: 2"),
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
    assert f"application id {application_id:#x}, version {user_version}" in whose.finding


@pytest.mark.parametrize("user_version", [0, 1, 2, 3, 4, 5])
def test_our_mark_makes_a_database_ours_in_any_version(user_version: int) -> None:
    """A file with our application id is ours to verify, whatever else is wrong with it."""
    assert identify(APPLICATION_ID, user_version, 0) == Ours()


def head_of(application_id: int, user_version: int) -> bytes:
    """Give the first bytes of a database file with these two numbers in its header."""
    head = bytearray(MAGIC.ljust(512, b"\0"))
    head[60:64] = user_version.to_bytes(4, "big", signed=True)
    head[68:72] = application_id.to_bytes(4, "big", signed=True)
    return bytes(head)


@pytest.mark.parametrize("user_version", [0, 1, 2, 3, 99])
def test_the_first_bytes_tell_our_file(user_version: int) -> None:
    """Our application id in the header makes a file ours in any version."""
    assert identify_head(head_of(APPLICATION_ID, user_version)) == Ours()


@pytest.mark.parametrize(
    ("application_id", "user_version"), [(0, 2), (0x1234, 0), (-1, 2), (0, -1)]
)
def test_the_first_bytes_tell_a_strangers_file(application_id: int, user_version: int) -> None:
    """Another id or a version of somebody else's makes a file foreign before it is opened."""
    whose = identify_head(head_of(application_id, user_version))
    assert isinstance(whose, Foreign)
    assert f"application id {application_id:#x}, version {user_version}" in whose.finding


@pytest.mark.parametrize(
    "head",
    [
        b"Dear diary, today it rained.\r\n\tTomorrow too.",
        "亲爱的日记，今天下雨。".encode(),
        "亲爱的日记，今天下雨。".encode("gbk"),
        "Cher journal, il a plu à Angoulême.".encode("latin-1"),
        "Dear diary, today it rained.".encode("utf-16"),
        b"\xfe\xff" + "亲爱的日记".encode("utf-16-be"),
        ("说" * 200).encode()[:512],
    ],
)
def test_a_text_is_told_in_any_encoding(head: bytes) -> None:
    """What can be read as text is no damaged database, also where it is cut inside a character."""
    assert identify_head(head) == Text()


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\0" * 512,
        b"\x5a\x01" * 256,
        bytes(range(256)) * 2,
        MAGIC[:15] + b"\x01" + b"\0" * 100,
        head_of(0, 0),
        MAGIC,
    ],
)
def test_the_first_bytes_may_not_tell(head: bytes) -> None:
    """A blank database and one with a damaged header are for SQLite to tell apart."""
    assert identify_head(head) == Unclear()


@pytest.mark.parametrize(
    ("traces", "finding"),
    [
        (Traces(file_bytes=4096), None),
        (Traces(file_bytes=4096, log_bytes=4152, exports=9), None),
        (Traces(file_bytes=None), None),
        (Traces(file_bytes=None, exports=3), None),
        (Traces(file_bytes=0), None),
        (Traces(file_bytes=0, journal_bytes=512), None),
        (Traces(file_bytes=0, exports=1), "is empty, but exports lie beside it"),
        (Traces(file_bytes=0, log_bytes=4152), "is empty, but its log"),
        (Traces(file_bytes=None, log_bytes=4152), "is gone, but its log"),
    ],
)
def test_a_vanished_store_is_told_from_a_new_one(traces: Traces, finding: str | None) -> None:
    """A log or, beside an empty file, an export proves that there was memory (A81)."""
    loss = find_loss(traces)
    if finding is None:
        assert loss is None
    else:
        assert loss is not None
        assert finding in loss.findings[0]
        assert loss.remedy == PUT_BACK


@pytest.mark.parametrize(
    ("traces", "finding"),
    [
        (Traces(file_bytes=4096), None),
        (Traces(file_bytes=None), "memory.db is gone, but its mark"),
        (Traces(file_bytes=0), "memory.db is empty, but its mark"),
        (Traces(file_bytes=0, exports=1), "memory.db is empty, but its mark"),
        (Traces(file_bytes=None, log_bytes=4152), "memory.db is gone, but its log"),
    ],
)
def test_a_mark_proves_that_there_was_a_store(traces: Traces, finding: str | None) -> None:
    """A missing or empty file beside its mark was lost, however else it looks (S12)."""
    loss = find_loss(traces, is_marked=True)
    assert (loss is None) is (finding is None)
    if loss is not None and finding is not None:
        assert loss.findings[0].startswith(finding)


LOG = b"\x37\x7f\x06\x83" + b"\1" * 28


@pytest.mark.parametrize(
    ("page_size", "traces", "finding"),
    [
        (4096, Traces(file_bytes=8192), None),
        (4096, Traces(file_bytes=8191), "ends within a page"),
        (4096, Traces(file_bytes=8191, log_bytes=4152, log_head=LOG), None),
        (4096, Traces(file_bytes=8191, journal_bytes=512), None),
        (1, Traces(file_bytes=131_072), None),
        (1, Traces(file_bytes=69_632), "ends within a page"),
        (0, Traces(file_bytes=8191), None),
        (4096, Traces(file_bytes=None), None),
        (4096, Traces(file_bytes=8192, log_bytes=4152, log_head=LOG), None),
        (4096, Traces(file_bytes=8192, log_bytes=9, log_head=b"\x37\x7f\x06\x82\0"), None),
        (4096, Traces(file_bytes=8192, log_bytes=32, log_head=b"\0" * 32), None),
        (4096, Traces(file_bytes=8192, log_bytes=9, log_head=b"no log at"), "is no log"),
    ],
)
def test_what_sqlite_passes_over_is_found(
    page_size: int, traces: Traces, finding: str | None
) -> None:
    """Something else in the place of the log, and a file that ends within a page."""
    head = bytearray(head_of(APPLICATION_ID, SCHEMA_VERSION))
    head[16:18] = page_size.to_bytes(2, "big")
    fault = find_fault(bytes(head), traces)
    if finding is None:
        assert fault is None
    else:
        assert fault is not None
        assert finding in fault.findings[0]


def test_what_a_thorough_check_found_is_added() -> None:
    """The findings of the contract come first and keep their advice; nothing found changes none."""
    newer = check_store(replace(SOUND, user_version=SCHEMA_VERSION + 1), MANIFEST)
    assert isinstance(newer, Degraded)
    assert with_findings(Healthy(), ()) == Healthy()
    assert with_findings(newer, ()) == newer
    assert with_findings(Healthy(), ("t4 is damaged",)) == Degraded(findings=("t4 is damaged",))
    both = with_findings(newer, ("t4 is damaged",))
    assert both == Degraded(findings=(*newer.findings, "t4 is damaged"), remedy=USE_NEWER)


@pytest.mark.parametrize(
    ("user_version", "remedy"), [(1, RECOVER), (SCHEMA_VERSION + 1, USE_NEWER)]
)
def test_the_advice_fits_the_version(user_version: int, remedy: str) -> None:
    """Only for the store of a newer Sayso the advice is to use that one."""
    health = check_store(replace(SOUND, user_version=user_version), MANIFEST)
    assert isinstance(health, Degraded)
    assert health.remedy == remedy
