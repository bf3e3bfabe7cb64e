"""A store of our schema written by plain SQL: any sizes, any rows, no guard in the way."""

from __future__ import annotations

import hashlib
from contextlib import closing
from typing import TYPE_CHECKING

import apsw

from sayso.core.salvage.salvage import Salvage, read_rows, salvage
from sayso.core.salvage.tables import ROOTS
from sayso.shell.store.bootstrap import add_tables
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

PAGE_BYTES = 4096
SMALL = (1, 60)  # lengths of turns
DROPPED = (
    "memory_items_start_staged",
    "memory_items_kind_of_face",
    "memory_candidates_kind_of_face",
    "candidate_sources_are_quotes",
    "memory_items_status_moves_on",
    "turns_user_text_is_raw",
    "candidate_sources_never_change",
    "memory_item_candidates_never_change",
    "memory_items_append_only",
    "memory_items_need_proof",
)
META = "INSERT INTO memory_meta VALUES (1, 's', 'project', {}, 1, zeroblob(32), NULL, NULL, 1, 2)"
JOB = (
    "INSERT INTO memory_jobs VALUES ({id}, 'extraction', 1, {thread}, '', 1, {turn}, '', 'k{id}',"
    " 'succeeded', {generation}, 0, NULL, 0, NULL, NULL, NULL, NULL, 1, 2, 3)"
)
CANDIDATE = (
    "INSERT INTO memory_candidates VALUES ({id}, 1, 1, 1, '{kind}', 'T', 'C', '[]', 0,"
    " 'consolidated', NULL, 1, 2)"
)
SOURCE = "INSERT INTO candidate_sources VALUES ({id}, {turn}, 'user', {start}, {end}, '{quote}')"
ITEM = (
    "INSERT INTO memory_items (id, item_id, revision, scope_id, kind, title, content, synopsis,"
    " aliases, keywords, non_factual, status, terms_version, created_at, updated_at)"
    " VALUES ({id}, {id}, 1, 1, 'project_decision', 'T', 'C', 'S', '[]', '[]', 0, '{status}', 1,"
    " 1, 2)"
)
LINK = "INSERT INTO memory_item_candidates VALUES ({item}, {candidate})"
TOMBSTONE = "INSERT INTO tombstones VALUES (1, 1, {item}, 1, 'user', 0, 1, 'k', 3, 4)"


def sha(text: str) -> bytes:
    """Give the hash of a text."""
    return hashlib.sha256(text.encode()).digest()


def make(path: Path, page_bytes: int, reserved: int, lengths: Iterable[int]) -> apsw.Connection:
    """Make a store with turns of some lengths, and rows of a table WITHOUT ROWID for each."""
    connection = apsw.Connection(str(path))
    connection.pragma("page_size", page_bytes)
    connection.reserve_bytes(reserve=reserved)
    connection.pragma("synchronous", "off")
    add_tables(connection, 0)
    connection.execute("BEGIN")
    connection.execute("INSERT INTO scopes VALUES (1, 'project', 5)")
    connection.execute("INSERT INTO threads VALUES (1, 1, 'active', NULL, '', 0, -5, NULL)")
    for sequence, length in enumerate(lengths, start=1):
        user, assistant = "ü" * length, "x" * (length // 2)
        connection.execute(
            "INSERT INTO turns VALUES (NULL, 1, '', ?, 'general_chat', 'live', NULL, ?, ?, ?, ?,"
            " 'completed', NULL, NULL, NULL, ?, 9)",
            (sequence, user, sha(user), assistant, sha(assistant), 256**sequence % 2**62),
        )
        connection.execute(
            "INSERT INTO operations VALUES (?, 'record', ?, ?, 1)",
            (f"op-{sequence}", sha(user), "y" * length),
        )
    connection.execute("COMMIT")
    return connection


def selected(connection: apsw.Connection, table: str) -> list[dict[str, object]]:
    """Give the rows of a table as an export does."""
    cursor = connection.execute(statement(f"export/{table}"))
    names: list[str] = []
    rows = []
    for row in cursor:
        names = names or [name for name, _ in cursor.get_description()]
        rows.append(
            {
                name: one.decode() if isinstance(one, bytes) else one
                for name, one in zip(names, row, strict=True)
            }
        )
    return rows


def salvaged(file: bytes, log: bytes, table: str) -> list[dict[str, object]]:
    """Give the rows of a table as a salvage does, without their marks."""
    rows = read_rows(salvage(file, log), table)
    return [{name: one for name, one in row.items() if name != "salvage"} for row in rows]


def written(path: Path, *statements: str, lengths: tuple[int, ...] = (4, 8, 12)) -> bytes:
    """Give the bytes of a store with some turns of "ü" and what the statements add."""
    with closing(make(path, PAGE_BYTES, 0, lengths)) as connection:
        connection.pragma("foreign_keys", False)
        for name in DROPPED:
            connection.execute(f"DROP TRIGGER {name}")
        for one in statements:
            connection.execute(one)
    return path.read_bytes()


def page(content: bytes, number: int) -> bytes:
    """Give a page of a file."""
    return content[(number - 1) * PAGE_BYTES : number * PAGE_BYTES]


def with_page(content: bytes, number: int, new: bytes) -> bytes:
    """Put another page in the place of one."""
    at = (number - 1) * PAGE_BYTES
    return content[:at] + new + content[at + PAGE_BYTES :]


def without(content: bytes, *names: str) -> bytes:
    """Overwrite the first pages of some tables or indexes, or the catalogue's."""
    for name in names:
        number = 1 if name == "catalogue" else ROOTS[name]
        content = with_page(content, number, b"\x5a" * PAGE_BYTES)
    return content


def marks(found: Salvage, table: str) -> dict[object, Mapping[str, object]]:
    """Give the marks of a table's rows by the first column of their keys."""
    told: dict[object, Mapping[str, object]] = {}
    for row in read_rows(found, table):
        mark = row["salvage"]
        assert isinstance(mark, dict)
        told[next(iter(row.values()))] = mark
    return told


def states(found: Salvage, table: str) -> dict[object, object]:
    """Give what the rows of a table are worth."""
    return {key: mark["state"] for key, mark in marks(found, table).items()}
