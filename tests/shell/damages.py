"""What can happen to a store: each kind of damage as a function that does it to a file.

LOGICAL leaves every row readable that it does not take away. UNREAD leaves rows that cannot be
read or no longer mean anything. LOST leaves the file empty or takes it away. TEXTS put something
readable in its place.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE_BYTES = 4_096

# Nobody must wait for the last row of this.
ENDLESS_VIEW = """
    CREATE VIEW refusals AS
    WITH RECURSIVE rows (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows)
    SELECT n AS id, 1 AS scope_id, 1 AS thread_id, n AS turn_id, 'x' AS kind, 'x' AS reason,
      'x' AS title, '[]' AS quotes, 0 AS created_at
    FROM rows
"""


def in_use(*statements: str) -> Callable[[Path], None]:
    """Give a damage that is done by statements, past every guard of ours, while others look on."""

    def damage(path: Path) -> None:
        with closing(apsw.Connection(str(path))) as connection:
            _run(connection, statements)

    return damage


def in_sql(*statements: str) -> Callable[[Path], None]:
    """Give the same damage to a store that nobody has open: no log is left beside it."""

    def damage(path: Path) -> None:
        in_use(*statements)(path)
        assert not Path(f"{path}-wal").exists()

    return damage


def in_schema(*changes: str) -> Callable[[Path], None]:
    """Give a damage of the catalogue itself, by statements on it."""
    return in_sql("PRAGMA writable_schema = on", *changes)


def in_a_log(*statements: str) -> Callable[[Path], None]:
    """Give a damage that stands in the log of a store whose process was killed."""

    def damage(path: Path) -> None:
        aside = path.parent.parent / "aside"
        with closing(apsw.Connection(str(path))) as connection:
            connection.execute("PRAGMA journal_mode = wal")
            _run(connection, statements)
            shutil.copytree(path.parent, aside)
        shutil.rmtree(path.parent)
        shutil.move(aside, path.parent)

    return damage


def _run(connection: apsw.Connection, statements: tuple[str, ...]) -> None:
    connection.execute("PRAGMA foreign_keys = off")
    for one in statements:
        connection.execute(one)


def one_after_the_other(*damages: Callable[[Path], object]) -> Callable[[Path], None]:
    """Give a damage that consists of several."""

    def damage(path: Path) -> None:
        for one in damages:
            one(path)

    return damage


def cut_to(share_bytes: Callable[[int], int]) -> Callable[[Path], None]:
    """Give a cut of the file, from its size to its new size."""
    return lambda path: os.truncate(path, share_bytes(path.stat().st_size))


def overwrite(at: int, content: bytes) -> Callable[[Path], None]:
    """Give a damage that puts other bytes at a place."""

    def damage(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(content)

    return damage


def overwrite_pages(path: Path) -> None:
    """Overwrite the first half of every page after the first ones."""
    content = bytearray(path.read_bytes())
    for at in range(2 * PAGE_BYTES, len(content), PAGE_BYTES):
        content[at : at + PAGE_BYTES // 2] = b"\x5a" * (PAGE_BYTES // 2)
    path.write_bytes(content)


def overwrite_root(name: str) -> Callable[[Path], None]:
    """Give a damage of the first page of a table or an index."""

    def damage(path: Path) -> None:
        with closing(apsw.Connection(str(path))) as connection:
            query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
            page = int(str(connection.execute(query, (name,)).fetchall()[0][0]))
        overwrite((page - 1) * PAGE_BYTES, b"\x5a" * PAGE_BYTES)(path)

    return damage


def overwrite_free_page(path: Path) -> None:
    """Overwrite the page that lists the unused ones, which no statement ever reads."""
    in_sql(
        "CREATE TABLE gone (x)",
        "INSERT INTO gone VALUES (randomblob(9000)), (randomblob(9000))",
        "DROP TABLE gone",
    )(path)
    page = int.from_bytes(path.read_bytes()[32:36], "big")
    assert page
    overwrite((page - 1) * PAGE_BYTES, b"\x5a" * PAGE_BYTES)(path)


def put(content: bytes) -> Callable[[Path], None]:
    """Give a damage that puts another content into the file."""

    def damage(path: Path) -> None:
        path.write_bytes(content)

    return damage


def put_log(content: bytes) -> Callable[[Path], None]:
    """Give a damage that puts something beside the file where its log would be."""

    def damage(path: Path) -> None:
        Path(f"{path}-wal").write_bytes(content)

    return damage


def put_export(path: Path) -> None:
    """Put a snapshot beside the file, as an export would."""
    folder = path.parent / "exports"
    folder.mkdir()
    (folder / "memory-20231114T221320000000.json").write_text("{}")


def drop_mark(path: Path) -> None:
    """Take away what tells of the store."""
    Path(f"{path}.mark").unlink()


def with_second_meta_row(path: Path) -> None:
    """Add a meta row of generation 8 and leave the catalogue as it was."""
    relax = "UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (id = 1)', '') "
    restore = "UPDATE sqlite_schema SET sql = replace(sql, 'PRIMARY KEY', 'PRIMARY KEY {}') "
    where = "WHERE name = 'memory_meta'"
    in_schema(relax + where)(path)
    in_sql(
        "INSERT INTO memory_meta SELECT 2, store_id, face, 8, commit_counter, subject_key, "
        "last_error, last_succeeded_at, created_at + 5, updated_at FROM memory_meta",
        "PRAGMA writable_schema = on",
        restore.format("CHECK (id = 1)") + where,
    )(path)


def rewrite(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Give a change of how one object of the catalogue is defined."""
    change = f"UPDATE sqlite_schema SET sql = replace(sql, '{old}', '{new}') WHERE name = '{name}'"
    return in_schema(change)


EXTRA = "CREATE TABLE extra (id)"

LOGICAL = {
    "no meta": in_sql("DELETE FROM memory_meta"),
    "two meta rows": with_second_meta_row,
    "no active thread": in_sql("UPDATE threads SET status = 'archived'"),
    "no scope": in_sql("DELETE FROM threads", "DELETE FROM scopes"),
    "two active threads": in_sql(
        "DROP INDEX threads_one_active",
        "INSERT INTO threads (scope_id, status, compaction, compaction_sequence, created_at) "
        "VALUES (1, 'active', '', 0, 0)",
    ),
    "extra table": in_sql(EXTRA),
    "extra view": in_sql("CREATE VIEW extra AS SELECT 1"),
    "extra index": in_sql("CREATE INDEX extra ON turns (created_at)"),
    "extra trigger": in_sql("CREATE TRIGGER extra AFTER INSERT ON turns BEGIN SELECT 1; END"),
    "dropped index": in_sql("DROP INDEX turns_by_session"),
    "dropped trigger": in_sql("DROP TRIGGER memory_items_need_proof"),
    "dropped table": in_sql("DROP TABLE refusals"),
    "dropped meta table": in_sql("DROP TABLE memory_meta"),
    "dropped column": in_sql("ALTER TABLE memory_meta DROP COLUMN last_error"),
    "endless view": in_sql("DROP TABLE refusals", ENDLESS_VIEW),
    "changed table": in_sql("ALTER TABLE refusals ADD COLUMN extra TEXT"),
    "changed index": in_sql(
        "DROP INDEX turns_by_session", "CREATE INDEX turns_by_session ON turns (thread_id)"
    ),
    "changed trigger": rewrite("turns_user_text_is_raw", "ABORT", "FAIL"),
    "changed check": rewrite("memory_meta", "generation >= 1", "generation >= 0"),
    "missing check": rewrite("turns", " CHECK (length(user_sha256) = 32)", ""),
    "missing reference": rewrite("refusals", " REFERENCES threads (id)", ""),
    "broken definition": rewrite("model_usage", "TEXT PRIMARY KEY", "(("),
    "newer version": in_sql("PRAGMA user_version = 5"),
    "much newer version": in_sql("PRAGMA user_version = 99"),
    "older version": in_sql("PRAGMA user_version = 1"),
    "no version": in_sql("PRAGMA user_version = 0"),
    "dangling row": in_sql("INSERT INTO memory_item_candidates VALUES (98, 99)"),
    "no counters": in_sql(EXTRA, "DELETE FROM sqlite_sequence"),
    "extra table in a log": in_a_log(EXTRA),
    "no meta in a log": in_a_log("DELETE FROM memory_meta"),
    "cut by a byte": cut_to(lambda size: size - 1),
    "cut by a page": cut_to(lambda size: size - PAGE_BYTES),
    "unknown format": overwrite(18, b"\x07\x02"),
    "false log": put_log(b"This is no log. " * 300),
    "free page": overwrite_free_page,
    "index page": overwrite_root("turns_by_session"),
}
UNREAD = {
    "cut in the second page": cut_to(lambda _size: 5_000),
    "cut in the header": cut_to(lambda _size: 50),
    "overwritten": overwrite_pages,
    "header of zeros": overwrite(0, b"\0" * 100),
    "garbage at the head": overwrite(0, b"\x5a\x01" * 2_048),
    "garbage in the catalogue": overwrite(100, b"\x5a\x01" * 1_500),
    "meta page": overwrite_root("memory_meta"),
    "turns page": overwrite_root("turns"),
    "items page": overwrite_root("memory_items"),
    "row without sense": in_sql(
        "DROP TRIGGER memory_items_append_only", "UPDATE memory_items SET aliases = '[\"broken'"
    ),
}
LOST = {
    "empty with a log": one_after_the_other(in_a_log(EXTRA), cut_to(lambda _size: 0)),
    "gone with a log": one_after_the_other(in_a_log(EXTRA), os.unlink),
    "empty with exports": one_after_the_other(cut_to(lambda _size: 0), put_export, drop_mark),
    "empty with a mark": cut_to(lambda _size: 0),
    "gone with a mark": os.unlink,
}
DIARY = "Dear diary, this is no database at all. 亲爱的日记。" * 40
TEXTS = {
    "text": put(DIARY.encode()),
    "text in GB18030": put(DIARY.encode("gb18030")),
    "text in UTF-16": put(DIARY.encode("utf-16")),
}
CLEARABLE = LOGICAL | UNREAD | LOST
DAMAGES = CLEARABLE | TEXTS


def left_in(folder: Path) -> dict[str, bytes]:
    """Give every file below a folder but the index of a log, which is rebuilt at will."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")
    }
