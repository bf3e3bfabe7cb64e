"""SQLite's file format, read without SQLite: what it wrote comes back, whatever sizes it used."""

from __future__ import annotations

import struct
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from sayso.core.salvage.image import open_image
from sayso.core.salvage.pages import Page, cells_of, children_of, read_cell, read_page
from sayso.core.salvage.records import (
    is_utf8,
    is_whole,
    read_record,
    read_varint,
    value,
)
from sayso.core.salvage.sizing import Sizing, choose_sizing
from tests.plain_store import SMALL, make, salvaged, selected

if TYPE_CHECKING:
    from pathlib import Path

LENGTHS = (1, 60, 400, 486, 487, 488, 1200, 4050, 4060, 9000, 70_000)


@pytest.mark.parametrize(
    ("page_bytes", "reserved"), [(512, 0), (512, 32), (1024, 8), (4096, 0), (4096, 8), (65536, 32)]
)
def test_what_sqlite_wrote_comes_back(tmp_path: Path, page_bytes: int, reserved: int) -> None:
    """All sizes of pages and of texts, reserved bytes, and a head that is there or gone."""
    path = tmp_path / "store.db"
    with closing(make(path, page_bytes, reserved, LENGTHS)) as connection:
        expected = {name: selected(connection, name) for name in ("turns", "operations", "threads")}
    with_head = path.read_bytes()
    assert with_head[20] == reserved
    for content in (with_head, bytes(100) + with_head[100:]):
        sizing = open_image(content, b"").sizing
        assert (sizing.page_bytes, sizing.usable_bytes) == (page_bytes, page_bytes - reserved)
        assert sizing.is_told is (content is with_head)
        for name, rows in expected.items():
            assert rows
            assert salvaged(content, b"", name) == rows


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\x00", (0, 1)),
        (b"\x7f", (127, 1)),
        (b"\x81\x00", (128, 2)),
        (b"\xff" * 9, (-1, 9)),
        (b"\x80" * 8 + b"\x01", (1, 9)),
        (b"\xc0" + b"\x80" * 7 + b"\x00", (-(2**63), 9)),
        (b"", None),
        (b"\xff" * 8, None),
    ],
)
def test_numbers(content: bytes, expected: tuple[int, int] | None) -> None:
    """Up to nine bytes make a signed number; what is cut is none."""
    assert read_varint(content, 0) == expected


@pytest.mark.parametrize(
    "payload",
    [b"", b"\x00", b"\x05\x00", b"\x02\x81", b"\x03\x81\x81", b"\x02\x0a", b"\x02\x0b"],
)
def test_what_is_no_record(payload: bytes) -> None:
    """A header that is empty, cut, wrongly sized or with a type that no file has is none."""
    assert read_record(payload) is None
    assert read_record(b"\x0a" + b"\xff" * 9 + b"x" * 9) is None


def test_values_of_every_type() -> None:
    """Each serial type gives its value."""
    body = b"\xff" + b"\xff\xfe" + b"\x00\x00\x05" + b"\x80\x00\x00\x00" + b"\x01" * 6 + b"\x02" * 8
    types = bytes((11, 0, 1, 2, 3, 4, 5, 6, 8, 9)) + bytes((15,))
    record = read_record(bytes((len(types), *types[1:])) + body + b"a")
    assert record is not None
    numbers = [value(record, column) for column in range(10)]
    assert numbers == [
        None, -1, -2, 5, -(2**31), 0x010101010101, 0x0202020202020202, 0, 1, "a",
    ]  # fmt: skip


def test_what_is_cut_is_told_from_what_is_whole() -> None:
    """A text that is cut is read as far as it goes, a number that is cut is none."""
    record = read_record(b"\x04\x13\x04\x0e" + "aé".encode())
    assert record is not None
    assert value(record, 0) == "aé"
    assert value(record, 1) is None
    assert value(record, 2) is None
    assert [is_whole(record, column) for column in range(3)] == [True, False, False]
    wrong = read_record(b"\x02\x11\xffa")
    assert wrong is not None
    assert value(wrong, 0) == "\ufffda"
    assert not is_utf8(wrong, 0)


def page_of(kind: int, cells: list[bytes], right: int = 0, size: int = 512) -> bytes:
    """Write a page of a b-tree."""
    content = bytearray(size)
    first = 12 if right else 8
    content[:8] = struct.pack(">BHHHB", kind, 0, len(cells), size, 0)
    content[8:12] = struct.pack(">I", right) if right else b"\0\0\0\0"
    at = size
    for number, cell in enumerate(cells):
        at -= len(cell)
        content[at : at + len(cell)] = cell
        struct.pack_into(">H", content, first + 2 * number, at)
    return bytes(content)


def read(content: bytes, number: int = 2) -> Page:
    """Read a page that is one."""
    page = read_page(content, number, len(content))
    assert page is not None
    return page


def test_what_is_no_page() -> None:
    """Another kind, or fewer bytes than a page has, is none."""
    assert read_page(bytes(512), 2, 512) is None
    assert read_page(b"\x0d" + bytes(400), 2, 512) is None
    assert read_page(b"\x0d" + bytes(400), 2, 100) is None


def test_cells_outside_of_a_page_are_left_out() -> None:
    """A pointer that leads out of the page, or a second time to one cell, is a stray."""
    content = bytearray(page_of(0x0D, [b"\x03\x01abc"]))
    content[3:5] = struct.pack(">H", 4)
    struct.pack_into(">3H", content, 10, 511, 3, 507)
    page = read(bytes(content))
    assert page.cells == (507,)
    assert page.strays == 3


def test_a_count_of_cells_that_no_page_holds() -> None:
    """As many cells are read as there is room for."""
    content = b"\x0d\0\0\xff\xff" + bytes(507)
    page = read(content)
    assert page.strays == (512 - 8) // 2
    assert read_page(b"\x0d" + content[1:], 2, 512) is not None


def test_children() -> None:
    """An interior page has a child for each cell, and one more."""
    page = read(page_of(0x05, [b"\0\0\0\x07\x01", b"\0\0\0\x08\x02"], right=9))
    assert children_of(page) == (7, 8, 9)
    assert not page.is_leaf
    assert read_cell(page, page.cells[0], 512) is None
    leaf = read(page_of(0x0D, [b"\x03\x01abc"]))
    assert children_of(leaf) == ()
    index = read(page_of(0x02, [b"\0\0\0\x07\x03abc"], right=9))
    cell = read_cell(index, index.cells[0], 512)
    assert cell is not None
    assert (cell.rowid, cell.local, cell.overflow) == (None, b"abc", None)


@pytest.mark.parametrize("cell", [b"\xff" * 9 + b"\x01a", b"\x05\x01a", b"\x81", b"\x03\x81"])
def test_what_is_no_cell(cell: bytes) -> None:
    """A size below zero or past the page, and a number that is cut, make no cell."""
    page = read(page_of(0x0D, [cell]))
    assert read_cell(page, 512 - len(cell), 512) is None


def test_cells_take_no_more_work_than_a_page_has_bytes() -> None:
    """Cells that all claim the same long stretch are left alone after a few."""
    content = bytearray(512)
    content[:5] = b"\x0d\0\0\0\x28"
    for number in range(40):
        at = 100 + 3 * number
        struct.pack_into(">H", content, 8 + 2 * number, at)
        content[at : at + 3] = b"\x82\x20\x01"
    found = [cell for _, cell in cells_of(read(bytes(content)), 512)]
    assert len(found) == 40
    read_bytes = sum(len(cell.local) for cell in found if cell is not None)
    assert 512 < read_bytes < 3 * 512


@pytest.mark.parametrize("head", ["no magic", "a false size", "too much reserved", "cut"])
def test_a_head_that_cannot_be_right_is_not_believed(tmp_path: Path, head: str) -> None:
    """The sizes are found from the pages then."""
    path = tmp_path / "store.db"
    make(path, 1024, 0, SMALL).close()
    content = bytearray(path.read_bytes())
    match head:
        case "no magic":
            content[3] ^= 1
        case "a false size":
            content[16:18] = b"\x03\xe8"
        case "too much reserved":
            content[16:18], content[20] = b"\x02\x00", 60
        case _:
            content = content[:99]
    sizing = open_image(bytes(content), b"").sizing
    assert not sizing.is_told
    assert sizing.page_bytes == (4096 if head == "cut" else 1024)


def test_a_head_that_is_possible_but_wrong_is_not_believed(tmp_path: Path) -> None:
    """A turned bit in the size of a page does not cost the store."""
    path = tmp_path / "store.db"
    make(path, 4096, 0, SMALL).close()
    content = bytearray(path.read_bytes())
    content[16:18] = b"\x20\x00"
    image = open_image(bytes(content), b"")
    assert (image.sizing.page_bytes, image.sizing.is_told) == (4096, False)
    assert len(salvaged(bytes(content), b"", "turns")) == len(SMALL)


def test_a_head_without_pages_is_believed() -> None:
    """Where nothing speaks against it, the head says the sizes; without one they are the usual."""
    head = bytearray(b"SQLite format 3\0\x20\x00\x01\x01\x04\x40\x20\x20" + bytes(76))
    sizing = choose_sizing(bytes(8192), bytes(head), 0)
    assert sizing == Sizing(page_bytes=8192, usable_bytes=8188, is_told=True)
    assert choose_sizing(b"", b"", 0).page_bytes == 4096
    assert choose_sizing(b"", b"", 1024).page_bytes == 1024


def test_cells_that_are_cut_tell_no_size() -> None:
    """A page whose cells do not end within it fits no size."""
    for cell in (b"\x81\x81\x81", b"\x03\x81\x81", b"\xff" * 9 + b"\x01a"):
        page = page_of(0x0D, [cell], size=1024)
        assert not choose_sizing(bytes(1024) + page, b"", 0).is_told
        assert choose_sizing(bytes(1024) + page, b"", 0).page_bytes == 4096
    sound = page_of(0x0D, [b"\x03\x01abc"], size=1024)
    assert choose_sizing(bytes(1024) + sound, b"", 0).page_bytes == 1024
