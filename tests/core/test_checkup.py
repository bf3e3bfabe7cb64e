"""Facts of a checkup become findings, each grave, about something, and with what to do."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from sayso.core import limits
from sayso.core.checkup.content import Content, Standing, Work
from sayso.core.checkup.facts import Facts, findings_of, is_acceptable
from sayso.core.checkup.findings import About, Finding, Severity
from sayso.core.checkup.indexes import Indexes
from sayso.core.checkup.premises import Entry, Premises, mount_of
from tests.records import NOON_US

STANDING = Standing(store_id="a" * 32, generation=1, commits=3)
SOUND = Content(has_file=True, standing=STANDING, work=Work(), newest_us=NOON_US)
FOLDER = Entry(name=".sayso", kind="folder", mode=0o700, is_mine=True, links=2, age_us=0)
FILE = Entry(name="memory.db", kind="file", mode=0o600, is_mine=True, links=1, age_us=0)
HOME = Premises(entries=(FOLDER, FILE), free_bytes=limits.DISK_FREE_MIN_BYTES, mount="ext4")
WELL = Facts(now_us=NOON_US, content=SOUND, place=HOME, is_marked=True)
DAMAGE = Finding(severity=Severity.DAMAGE, about=About.STORE, what="it is broken", advice="mend it")


def told(facts: Facts) -> list[tuple[str, str, str]]:
    """Give severity, subject and text of each finding; every one says what to do, on one line."""
    found = findings_of(facts)
    assert all(one.advice and "\n" not in one.what + one.advice for one in found)
    return [(one.severity.value, one.about.value, one.what) for one in found]


def at(**changes: object) -> Facts:
    """Give the facts of a sound store but for something of its content."""
    return replace(WELL, content=replace(SOUND, **changes))  # type: ignore[arg-type]


def around(**changes: object) -> Facts:
    """Give the facts of a sound store but for something around it."""
    return replace(WELL, place=replace(HOME, **changes))  # type: ignore[arg-type]


def test_a_sound_store_has_no_finding() -> None:
    """Where nothing is wrong, nothing is said."""
    assert findings_of(WELL) == ()


def test_a_store_that_was_just_made_needs_no_mark() -> None:
    """Before its first change a store has no mark, and nobody misses it; an absent one neither."""
    fresh = replace(STANDING, commits=0)
    assert findings_of(replace(at(standing=fresh), is_marked=False)) == ()
    nowhere = replace(WELL, content=Content(has_file=False), is_marked=False)
    assert findings_of(nowhere) == ()


def test_a_child_that_told_nothing_is_damage() -> None:
    """A reader that hung or crashed is a finding itself."""
    silent = replace(WELL, content=None, silence="it was ended by SIGSEGV", is_marked=False)
    assert told(silent) == [
        ("damage", "store", "the file could not be read to its end: it was ended by SIGSEGV")
    ]


@pytest.mark.parametrize("name", [one.name for one in fields(Work)])
def test_everything_remarkable_of_the_work_is_told(name: str) -> None:
    """Each count of the work has its finding; parked and failing jobs need the user."""
    ((severity, about, what),) = told(at(work=replace(Work(), **{name: 2})))
    assert (severity == "warning") is (name in {"parked", "tired"})
    assert about == "work"
    assert what.endswith(": 2")
    assert what.startswith("turns " if "turns" in name else "jobs ")


def test_what_is_wrong_with_an_index_is_told() -> None:
    """What is derived is judged where it was compared."""
    assert told(at(indexes=Indexes(recall_missing=3))) == [
        ("warning", "index", "recall lacks postings of turns, which it does not find: 3")
    ]


def test_work_that_could_not_be_read_is_no_finding_of_its_own() -> None:
    """Why it could not be read is told by the verdict on the store."""
    assert findings_of(at(work=None, verdicts=(DAMAGE,))) == (DAMAGE,)


@pytest.mark.parametrize(
    ("log_bytes", "readers", "what"),
    [
        (limits.LOG_LARGE_BYTES, (7,), None),
        (limits.LOG_LARGE_BYTES + 1, (), "the log memory.db-wal has 64.0 MiB"),
        (
            limits.LOG_LARGE_BYTES * 2,
            (7, 9),
            "the log memory.db-wal has 128.0 MiB; held by process 7, 9",
        ),
    ],
)
def test_a_log_that_grows(log_bytes: int, readers: tuple[int, ...], what: str | None) -> None:
    """A log beyond the bound is told, with whoever keeps it from being cut."""
    found = told(at(log_bytes=log_bytes, readers=readers))
    assert found == ([] if what is None else [("warning", "disk", what)])


def test_a_log_that_does_not_go_into_the_file() -> None:
    """A checkpoint that fails on the copy is told."""
    ((severity, _, what),) = told(at(is_movable=False))
    assert severity == "warning"
    assert "does not go into memory.db" in what


@pytest.mark.parametrize(
    ("ahead_us", "is_told"),
    [(limits.CLOCK_TOLERANCE_US, False), (limits.CLOCK_TOLERANCE_US + 1, True)],
)
def test_a_clock_that_was_set_back(ahead_us: int, is_told: bool) -> None:
    """Rows of the future show that the clock goes wrong."""
    found = told(at(newest_us=NOON_US + ahead_us))
    assert [about for _, about, _ in found] == (["clock"] if is_told else [])
    assert told(at(newest_us=None)) == []


def test_a_mark_that_is_missing_or_unreadable() -> None:
    """Both are told, and neither keeps the memory from working."""
    assert told(replace(WELL, is_marked=False)) == [
        ("hint", "mark", "the mark memory.db.mark is not there")
    ]
    unreadable = replace(WELL, mark_fault="memory.db.mark cannot be read: why")
    assert told(unreadable) == [("warning", "mark", "memory.db.mark cannot be read: why")]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"kind": "link"}, "memory.db is a symbolic link, which is not followed"),
        ({"is_mine": False}, "memory.db belongs to another user"),
        ({"links": 2}, "memory.db has 2 names (hard links)"),
    ],
)
def test_who_else_may_reach_a_file(changes: dict[str, object], what: str) -> None:
    """Links and strangers are told by the name of the file."""
    entry = replace(FILE, **changes)  # type: ignore[arg-type]
    assert told(around(entries=(FOLDER, entry))) == [("warning", "access", what)]


def test_rights_of_others_count_where_the_folder_lets_them_in() -> None:
    """Files that others could read are safe in a folder that keeps them out."""
    readable = replace(FILE, mode=0o644)
    assert told(around(entries=(FOLDER, readable))) == []
    opened = replace(FOLDER, mode=0o755)
    found = findings_of(around(entries=(opened, readable)))
    assert [(one.what, one.advice) for one in found] == [
        (".sayso is open to other users (mode 755)", "chmod 700 .sayso"),
        ("memory.db is open to other users (mode 644)", "chmod 600 memory.db"),
    ]


def test_the_names_of_a_folder_are_no_hard_links() -> None:
    """Every folder has several."""
    assert told(around(entries=(replace(FOLDER, links=9),))) == []


@pytest.mark.parametrize(
    ("age_us", "is_told"),
    [(limits.LEFTOVER_AGE_US, False), (limits.LEFTOVER_AGE_US + 1, True)],
)
def test_what_a_killed_process_left(age_us: int, is_told: bool) -> None:
    """A half-written file is told once it is too old to be in the making."""
    left = replace(FILE, name=".memory-1.tmp", age_us=age_us)
    found = told(around(leftovers=(left,)))
    assert found == (
        [("hint", "disk", ".memory-1.tmp is what a killed process left")] if is_told else []
    )


def test_little_room_and_a_network_drive() -> None:
    """A disk that is nearly full, and a file system whose locks may not hold."""
    assert told(around(free_bytes=1024 * 1024)) == [
        ("warning", "disk", "only 1.0 MiB are free where the store lies")
    ]
    assert told(around(free_bytes=None, mount=None)) == []
    assert "of kind nfs4" in told(around(mount="nfs4"))[0][2]


def test_settings_that_do_not_load_and_a_key_that_others_can_read() -> None:
    """Both are told with the file."""
    wrong = replace(WELL, settings_fault="cannot read x", exposed_key="config.toml")
    assert told(wrong) == [
        ("warning", "settings", "cannot read x"),
        ("warning", "settings", "config.toml holds a key and is open to other users"),
    ]


def test_the_gravest_comes_first() -> None:
    """Damage before warnings before hints, otherwise in the order of looking."""
    facts = replace(
        at(work=Work(late=1, parked=1), verdicts=(DAMAGE,)), mark_fault="cannot be read"
    )
    assert [severity for severity, _, _ in told(facts)] == ["damage", "warning", "warning", "hint"]


@pytest.mark.parametrize(
    ("abouts", "is_well"),
    [
        ((), True),
        ((About.MARK,), True),
        ((About.MARK, About.TRUST), True),
        ((About.MARK, About.STORE), False),
        ((About.ACCESS,), False),
    ],
)
def test_only_what_the_mark_says_can_be_accepted(abouts: tuple[About, ...], is_well: bool) -> None:
    """Any other damage stands against it; warnings and hints do not."""
    found = tuple(replace(DAMAGE, about=about) for about in abouts)
    hint = replace(DAMAGE, severity=Severity.HINT, about=About.WORK)
    assert is_acceptable((*found, hint)) is is_well


MOUNTS = r"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /net rw - nfs4 host:/x rw
31 22 0:41 / /with\040blank rw master:2 propagate_from:2 - fuse.sshfs me@host: rw
32 22 8:2 / /network rw - xfs /dev/sdb rw
33 30 8:3 / /net/local rw - ext4 /dev/sdc rw
34 22 8:4 / /over rw - ext4 /dev/sdd rw
35 22 0:42 / /over rw - cifs //host rw
no mount at all
36 - ext4 x rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me/.sayso", "ext4"),
        ("/net", "nfs4"),
        ("/net/me/.sayso", "nfs4"),
        ("/net/local/.sayso", "ext4"),
        ("/network/.sayso", "xfs"),
        ("/with blank/.sayso", "fuse.sshfs"),
        ("/over/.sayso", "cifs"),
    ],
)
def test_the_deepest_mount_counts(folder: str, kind: str) -> None:
    """The file system of a folder is that of the last mount over the longest part of its path."""
    assert mount_of(MOUNTS, folder) == kind


def test_no_mount_is_known() -> None:
    """Where the system tells nothing, nothing is claimed."""
    assert mount_of("", "/home") is None
