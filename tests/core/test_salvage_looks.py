"""Rows where no tree leads, rows that are cut, and rows that are missing."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from sayso.core.salvage.columns import Row, read_row
from sayso.core.salvage.records import read_record
from sayso.core.salvage.salvage import read_rows, salvage
from sayso.core.salvage.tables import ROOTS, TABLES
from tests.plain_store import (
    JOB,
    PAGE_BYTES,
    marks,
    page,
    states,
    with_page,
    without,
    written,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give where a store may be made."""
    return tmp_path / "store.db"


def test_a_tree_that_shares_its_page_with_another_is_read_by_its_look(path: Path) -> None:
    """Where two trees lead to one page, its rows say whose it is."""
    content = written(path)
    lead = struct.pack(">BHHHBI", 0x05, 0, 0, 0, 0, ROOTS["turns"]).ljust(PAGE_BYTES, b"\0")
    found = salvage(with_page(content, ROOTS["refusals"], lead), b"")
    assert {mark["found"] for mark in marks(found, "turns").values()} == {"by look"}
    assert set(states(found, "turns").values()) == {"intact"}


def test_a_page_of_another_table_is_read_by_its_look(path: Path) -> None:
    """A tree that leads to rows which are none of its table's gives them back."""
    content = written(path)
    swapped = with_page(content, ROOTS["refusals"], page(content, ROOTS["turns"]))
    swapped = without(swapped, "turns")
    found = salvage(swapped, b"")
    assert {mark["found"] for mark in marks(found, "turns").values()} == {"by look"}
    assert len(states(found, "turns")) == 3
    assert any(finding.startswith("refusals: ") for finding in found.findings)


def test_a_turn_that_is_cut_tells_what_is_left(path: Path) -> None:
    """Where the rest of a long turn is lost, its first side may still be whole."""
    content = written(path, lengths=(1_000, 30_000))
    lost = content.index(b"x" * 4_000) // PAGE_BYTES + 1
    found = salvage(with_page(content, lost, b"\xff" * PAGE_BYTES), b"")
    mark = marks(found, "turns")[2]
    assert (mark["state"], mark["user"], mark["assistant"]) == ("damaged", "intact", "damaged")
    assert {"assistant_text", "assistant_sha256", "state", "created_at"} <= {
        *(mark["faults"] if isinstance(mark["faults"], tuple) else ())
    }
    rows = {row["id"]: row for row in read_rows(found, "turns")}
    assert rows[2]["user_text"] == "ü" * 30_000
    assert rows[2]["assistant_sha256"] is rows[2]["state"] is rows[2]["created_at"] is None
    assert found.gained.damaged == 1


def test_missing_turns_are_counted_by_their_numbers(path: Path) -> None:
    """Gaps in a conversation, gaps among all numbers and the end that is missing are told."""
    content = written(path, lengths=(1,) * 9)
    assert salvage(content, b"").gained.missing == 0
    path.unlink()
    content = written(path, "DELETE FROM turns WHERE id > 6", lengths=(1,) * 9)
    assert salvage(content, b"").gained.missing == 3
    path.unlink()
    content = written(path, "DELETE FROM turns WHERE id < 4", lengths=(1,) * 9)
    assert salvage(content, b"").gained.missing == 3
    path.unlink()
    content = written(path, "DELETE FROM turns WHERE id IN (4, 5)", lengths=(1,) * 9)
    assert salvage(content, b"").gained.missing == 2
    assert salvage(without(content, "sqlite_sequence"), b"").gained.missing == 2
    assert salvage(b"", b"").gained.missing == 0


def test_numbers_that_nobody_gave_count_nothing(path: Path) -> None:
    """A counter beyond all bounds and a turn without a place in its conversation are damage."""
    content = written(
        path,
        "UPDATE sqlite_sequence SET seq = 10000000000000 WHERE name = 'turns'",
        "PRAGMA ignore_check_constraints = on",
        "UPDATE turns SET sequence = -7 WHERE id = 1",
    )
    found = salvage(content, b"")
    assert found.gained.missing == 1
    assert marks(found, "turns")[1]["faults"] == ("sequence",)
    assert states(found, "turns")[1] == "damaged"


def row_of(table: str, payload: bytes, rowid: int | None = 1) -> Row | None:
    """Hold a payload against a table."""
    record = read_record(payload)
    assert record is not None
    return read_row(next(one for one in TABLES if one.name == table), record, rowid)


def test_a_row_fits_its_table_or_not() -> None:
    """The number of columns, their types and a right key decide; other faults are named."""
    assert row_of("scopes", b"\x04\x00\x0f\x01a\x05") is not None
    assert row_of("scopes", b"\x03\x00\x0fa") is None
    assert row_of("scopes", b"\x04\x00\x0f\x07a" + b"\0" * 8) is None
    assert row_of("scopes", b"\x04\x00\x0f\x01a\x05", rowid=0) is None
    assert row_of("scopes", b"\x04\x00\x0f\x01a\x05", rowid=10**13) is None
    usage = row_of("model_usage", b"\x04\x0f\x01\x01a\xff\x05", rowid=None)
    assert usage is not None
    assert usage.faults == usage.wrong == ("calls",)
    cut = row_of("model_usage", b"\x04\x0f\x01\x02a\x05\x05", rowid=None)
    assert cut is not None
    assert (cut.faults, cut.wrong) == (("tokens",), ())
    with pytest.raises(KeyError):
        cut.value("nothing")


SCOPE = b"\x06\x09\x04\x00\x0f\x01a\x05"
THREAD = b"\x12\x09\x09\x00\x01\x19\x00\x0d\x08\x01\x00\x01active\x05\x05"


def leaf(*cells: bytes, start: int = 0) -> bytes:
    """Write a page of a table, whose head begins at some place."""
    content = bytearray(PAGE_BYTES)
    struct.pack_into(">BHHHB", content, start, 0x0D, 0, len(cells), 0, 0)
    at = PAGE_BYTES
    for number, cell in enumerate(cells):
        at -= len(cell)
        content[at : at + len(cell)] = cell
        struct.pack_into(">H", content, start + 8 + 2 * number, at)
    return bytes(content)


@pytest.mark.parametrize(
    ("cells", "scopes", "threads"),
    [
        ((SCOPE,), {1, 9}, {1}),
        ((THREAD,), {1}, {1, 9}),
        ((SCOPE, THREAD), {1}, {1}),
        ((SCOPE, THREAD, SCOPE[:1] + b"\x08" + SCOPE[2:]), {1, 8, 9}, {1}),
        ((b"\xff\xff\xff", SCOPE), {1, 9}, {1}),
    ],
)
def test_a_page_is_the_tables_that_most_of_its_rows_look_like(
    path: Path, cells: tuple[bytes, ...], scopes: set[int], threads: set[int]
) -> None:
    """Where rows speak for two tables alike the page is left alone; what is no cell is lost."""
    found = salvage(written(path) + leaf(*cells), b"")
    assert set(states(found, "scopes")) == scopes
    assert set(states(found, "threads")) == threads


def test_a_catalogue_of_other_rows_is_none(path: Path) -> None:
    """Where page 1 holds anything else, tables are looked for where they usually lie."""
    content = written(path)
    for cells in ((), (SCOPE,), (b"\x06\x09\x06\x0f\x0f\x0f\x01\x0fax",)):
        found = salvage(with_page(content, 1, leaf(*cells, start=100)), b"")
        assert {mark["found"] for mark in marks(found, "turns").values()} == {"by place"}
        assert len(states(found, "turns")) == 3
        assert any("catalogue cannot be read" in finding for finding in found.findings)
        assert not found.gained.is_whole


NOTE = "INSERT INTO notes VALUES ({id}, 1, 'k{id}', 'mem0', '{text}', NULL, '{status}', 1, {at})"


def test_notes_are_found_by_their_look(path: Path) -> None:
    """A store that was brought up has them elsewhere than a new one; a forgotten one stays so."""
    content = written(
        path,
        NOTE.format(id=1, text="Likes tea.", status="active", at=1),
        NOTE.format(id=2, text="", status="forgotten", at=2),
        JOB.format(id=1, thread=1, turn=1, generation=1),
        "INSERT INTO job_models VALUES (1, 'sonnet')",
    )
    moved = content + page(content, ROOTS["notes"]) + page(content, ROOTS["job_models"])
    for name in ("notes", "job_models"):
        moved = without(moved, name)
    found = salvage(without(moved, "catalogue"), b"")
    assert {one["id"]: one["text"] for one in read_rows(found, "notes")} == {1: "Likes tea.", 2: ""}
    assert {mark["found"] for mark in marks(found, "notes").values()} == {"by look"}
    assert [one["model"] for one in read_rows(found, "job_models")] == ["sonnet"]
