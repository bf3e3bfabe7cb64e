"""What a store says of itself in its file, and first in its log: read from bytes alone."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.salvage.beginning import Counted, counted_in, first_version, is_older

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE_BYTES = 512
META = (
    "CREATE TABLE memory_meta (id INTEGER PRIMARY KEY, store_id, face, generation, counter, more)"
)


def log_of(*frames: tuple[int, int, bytes]) -> bytes:
    """Write a log of frames: page, size of the file after a commit or 0, salts."""
    told = b"".join(
        page.to_bytes(4, "big") + commit.to_bytes(4, "big") + salts + bytes(8) + bytes((at,)) * 4
        for at, (page, commit, salts) in enumerate(frames, start=1)
    )
    return bytes(8) + (4).to_bytes(4, "big") + bytes(4) + b"saltsalt" + bytes(8) + told


SALT, OLD = b"saltsalt", b"old_salt"


@pytest.mark.parametrize(
    ("frames", "found"),
    [
        ([(2, 9, SALT)], 1),
        ([(2, 0, SALT), (3, 0, SALT), (2, 9, SALT), (2, 9, SALT)], 3),
        ([(3, 9, SALT), (2, 9, SALT)], None),
        ([(2, 0, SALT)], None),
        ([(2, 0, SALT), (3, 9, OLD)], None),
        ([], None),
    ],
    ids=["one frame", "the last before the commit", "another page", "no commit", "stale", "none"],
)
def test_a_page_is_found_as_the_first_transaction_leaves_it(
    frames: list[tuple[int, int, bytes]], found: int | None
) -> None:
    """Later transactions, uncommitted frames and those of an older log don't count."""
    expected = None if found is None else bytes((found,)) * 4
    assert first_version(log_of(*frames), 2) == expected
    assert first_version(b"short", 2) is None


@pytest.fixture
def meta(tmp_path: Path) -> Iterator[tuple[apsw.Connection, Path]]:
    """Give a database with a table like ours in its second page."""
    path = tmp_path / "memory.db"
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("page_size", PAGE_BYTES)
        connection.execute(META)
        yield connection, path


def second_page(path: Path) -> bytes:
    """Give the page of the table."""
    return path.read_bytes()[PAGE_BYTES : 2 * PAGE_BYTES]


@pytest.mark.parametrize("more", ["", "an error. " * 500], ids=["short", "over several pages"])
def test_a_meta_row_tells_whose_it_is_and_how_much_it_counted(
    meta: tuple[apsw.Connection, Path], more: str
) -> None:
    """Also where the row goes on in other pages."""
    connection, path = meta
    assert counted_in(second_page(path)) is None
    row = "INSERT INTO memory_meta VALUES (1, 'abc', 'project', 3, 41, ?)"
    connection.execute(row, (more,))
    assert counted_in(second_page(path)) == Counted(store_id="abc", commits=41)


@pytest.mark.parametrize("columns", ["'abc', 'project', 3, 'many'", "7, 'project', 3, 41"])
def test_a_row_that_makes_no_sense_tells_nothing(
    meta: tuple[apsw.Connection, Path], columns: str
) -> None:
    """Whatever stands there, it is read as nothing rather than wrongly."""
    connection, path = meta
    connection.execute(f"INSERT INTO memory_meta VALUES (1, {columns}, NULL)")
    assert counted_in(second_page(path)) is None


@pytest.mark.parametrize("page", [b"", bytes(PAGE_BYTES), b"\x0d" + b"\xff" * (PAGE_BYTES - 1)])
def test_what_is_no_page_of_a_table_tells_nothing(page: bytes) -> None:
    """Empty, of zeros, or full of noise."""
    assert counted_in(page) is None


def test_a_page_with_a_record_of_few_columns_tells_nothing(tmp_path: Path) -> None:
    """Another table may have that page in a file that is not ours."""
    path = tmp_path / "other.db"
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("page_size", PAGE_BYTES)
        connection.execute("CREATE TABLE other (one); INSERT INTO other VALUES ('abc')")
    assert counted_in(second_page(path)) is None


@pytest.mark.parametrize(
    ("file", "log", "older"),
    [(40, 41, False), (41, 41, False), (60, 41, False), (39, 41, True)],
)
def test_a_log_goes_on_from_where_its_file_ended(file: int, log: int, older: bool) -> None:
    """A file may be as old as that or newer, never older; another store's says nothing."""
    counted = Counted(store_id="abc", commits=log)
    assert is_older(Counted(store_id="abc", commits=file), counted) is older
    assert not is_older(Counted(store_id="xyz", commits=file), counted)
