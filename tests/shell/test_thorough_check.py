"""The thorough check: what it finds, how it names it, and that it is bounded."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.store.checks import thorough_findings
from tests.kit import World, learn, whole_turn
from tests.shell.failing import on_a_worn_disk
from tests.shell.lived import QUOTE, SAID, lived_in

if TYPE_CHECKING:
    from pathlib import Path

UNGUARDED = "DROP TRIGGER turns_user_text_is_raw; DROP TRIGGER candidate_sources_never_change; "
USER = "the user's text"


def findings(path: Path, *changes: str) -> tuple[str, ...]:
    """Change a store past every guard of ours, then check it."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA foreign_keys = off")
        for change in changes:
            connection.execute(change)
        found = thorough_findings(connection)
        assert not connection.in_transaction
    assert all("\n" not in line for line in found)
    return found


def test_a_sound_store_has_no_findings(tmp_path: Path) -> None:
    """A store that lived through errors, a clear and a memory passes."""
    assert findings(lived_in(tmp_path).path) == ()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("UPDATE turns SET user_text = 'We decided: use npm for packages.' WHERE id = 2", USER),
        ("UPDATE turns SET user_text = CAST(x'57ff' AS TEXT) WHERE id = 2", "no UTF-8"),
        ("UPDATE turns SET user_sha256 = zeroblob(32) WHERE id = 2", USER),
        ("UPDATE turns SET assistant_text = 'No.' WHERE id = 2", "the answer is not the one"),
        ("UPDATE turns SET assistant_text = CAST(x'80' AS TEXT) WHERE id = 2", "no UTF-8"),
        ("UPDATE candidate_sources SET quote = 'use npm for packages'", f"{USER} says at 12-33"),
        ("UPDATE candidate_sources SET quote = CAST(x'ff' AS TEXT)", f"{USER} says at 12-33"),
        ("UPDATE candidate_sources SET start_char = 11", f"{USER} says at 11-33"),
        ("UPDATE candidate_sources SET end_char = 34", f"{USER} says at 12-34"),
    ],
)
def test_a_changed_text_or_quote_is_named(tmp_path: Path, change: str, expected: str) -> None:
    """Each is one line that names the turn and the side, and nothing else is found."""
    [line] = findings(lived_in(tmp_path).path, UNGUARDED, change)
    assert line.startswith("t2: ")
    assert expected in line


def test_a_memory_without_the_users_words_is_named(tmp_path: Path) -> None:
    """A quote that is given to the other speaker proves nothing, nor does one that is gone."""
    world = lived_in(tmp_path)
    change = "UPDATE candidate_sources SET role = 'assistant'"
    assert findings(world.path, UNGUARDED, change) == (
        "t2: a quote is not what the answer says at 12-33",
        "m1: no words of the user prove it",
    )
    gone = "DROP TRIGGER candidate_sources_keep_proof; DELETE FROM candidate_sources"
    assert findings(world.path, gone) == ("m1: no words of the user prove it",)


def test_every_side_is_read(tmp_path: Path) -> None:
    """Two bad sides of one turn and a bad one of another are three findings, in order."""
    bad = "UPDATE turns SET user_text = 'x'; UPDATE turns SET assistant_text = 'y' WHERE id = 3"
    assert [
        line.partition(" is ")[0] for line in findings(lived_in(tmp_path).path, UNGUARDED, bad)
    ] == [
        f"t2: {USER}",
        f"t3: {USER}",
        "t3: the answer",
    ]


def test_offsets_count_code_points(tmp_path: Path) -> None:
    """Behind letters of several bytes, and behind a zero byte, a quote is found at its place."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory, "🙂é\0 从今以后：用 pnpm 管理依赖。", "用 pnpm 管理依赖")
        assert memory.list()
    assert findings(world.path) == ()
    [line] = findings(world.path, UNGUARDED, "UPDATE candidate_sources SET quote = quote || '。'")
    assert "at 9-20" in line


def test_references_are_checked(tmp_path: Path) -> None:
    """Rows that refer to rows that are not there are counted."""
    found = findings(
        lived_in(tmp_path).path, UNGUARDED, "UPDATE turns SET thread_id = 99 WHERE id = 3"
    )
    assert found == ("1 rows refer to rows that are not there",)


def test_a_damaged_page_is_a_finding(tmp_path: Path) -> None:
    """Where the turns cannot be read on, that is said, and nothing is raised."""
    path = lived_in(tmp_path).path
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("PRAGMA wal_checkpoint(truncate)")
        connection.execute("PRAGMA journal_mode = delete")
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'turns'"
        page = connection.execute(query).fetchall()[0][0]
    with path.open("r+b") as file:
        file.seek((int(str(page)) - 1) * 4_096)
        file.write(b"\x5a" * 4_096)
    found = findings(path)
    assert found[0].startswith("integrity check failed: ")
    assert any(line.startswith("turns: cannot be read whole (") for line in found)


def test_a_quote_that_an_index_has_lost_is_missed(tmp_path: Path) -> None:
    """Quotes are found by an index, so they are counted without it."""
    found = findings(
        lived_in(tmp_path).path,
        "PRAGMA writable_schema = on; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM "
        "sqlite_schema WHERE name = 'tombstones_by_turn') WHERE name = 'candidate_sources_by_turn'",
        "PRAGMA writable_schema = reset",
    )
    assert "1 quotes are stored, but 0 are found by their turns" in found


def test_findings_are_bounded(tmp_path: Path) -> None:
    """However much is damaged, a fixed number is named, and that there is more."""
    world = World(tmp_path)
    with world.open() as memory:
        for number in range(limits.CHECK_FINDINGS_MAX + 1):
            memory.record(whole_turn(f"Number {number}."))
    few = "UPDATE turns SET user_text = 'x' WHERE id > 1"
    assert len(findings(world.path, UNGUARDED, few)) == limits.CHECK_FINDINGS_MAX
    found = findings(world.path, "UPDATE turns SET user_text = 'x'")
    assert len(found) == limits.CHECK_FINDINGS_MAX + 1
    assert found[-1] == "turns: more is damaged than is named here"


def test_a_text_too_long_is_named_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is longer than a turn can be never comes into memory, and is a finding."""
    monkeypatch.setattr(limits, "TURN_MAX_BYTES", len(SAID) - 1)
    path = lived_in(tmp_path).path
    assert findings(path) == (f"t2: {USER} is none, or longer than a turn can be",)
    assert len(QUOTE) < len(SAID)


def test_a_check_sees_one_moment(tmp_path: Path) -> None:
    """What others store meanwhile changes nothing of what is found."""
    world = lived_in(tmp_path)
    with world.open() as memory, closing(apsw.Connection(str(world.path))) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM turns").fetchall()
        memory.record(whole_turn("Meanwhile."))
        assert thorough_findings(connection) == ()
        assert connection.in_transaction


def test_a_disk_that_fails_meanwhile_is_what_is_told(tmp_path: Path) -> None:
    """SQLite ends a reading by itself when the disk fails; that is no second error."""
    with (
        on_a_worn_disk(tmp_path) as (world, disk),
        closing(apsw.Connection(str(world.path))) as connection,
    ):
        connection.pragma("cache_size", 0)
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'turns'"
        disk.page = int(str(connection.execute(query).fetchall()[0][0]))
        with pytest.raises(apsw.IOError, match="disk I/O error"):
            thorough_findings(connection)
