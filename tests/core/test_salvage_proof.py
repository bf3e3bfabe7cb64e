"""What a memory is worth is what it rests on."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from sayso.core.salvage.salvage import read_rows, salvage
from sayso.core.salvage.tables import ROOTS
from tests.plain_store import (
    CANDIDATE,
    ITEM,
    LINK,
    META,
    PAGE_BYTES,
    SOURCE,
    marks,
    page,
    sha,
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


def proven(path: Path, *more: str, **changes: object) -> bytes:
    """Give a store with one memory that rests on a quote of turn 2, or on something else."""
    source = {"id": 1, "turn": 2, "start": 2, "end": 5, "quote": "üüü"} | changes
    return written(
        path,
        META.format(1),
        CANDIDATE.format(id=1, kind="project_decision"),
        SOURCE.format(**source),
        ITEM.format(id=1, status="active"),
        LINK.format(item=1, candidate=1),
        *more,
    )


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "intact"),
        ({"quote": "üüx"}, "damaged"),
        ({"end": 6}, "damaged"),
        ({"start": 7, "end": 10}, "damaged"),
        ({"turn": 9}, "unverified"),
    ],
)
def test_a_memory_is_worth_what_it_rests_on(
    path: Path, changes: dict[str, object], state: str
) -> None:
    """Its sources are exact slices of intact turns, or they are not, or there is no turn."""
    found = salvage(proven(path, **changes), b"")
    for table in ("candidate_sources", "memory_candidates", "memory_items"):
        assert set(states(found, table).values()) == {state}
    assert found.gained.proven == (state == "intact")


def test_a_source_of_a_damaged_turn_is_not_verified(path: Path) -> None:
    """A text that has not its hash proves nothing."""
    content = proven(path)
    at = content.index("ü".encode() * 8 + sha("ü" * 8))
    found = salvage(content[:at] + b"u" + content[at + 1 :], b"")
    assert states(found, "turns")[2] == "damaged"
    assert states(found, "candidate_sources") == {1: "unverified"}


def test_a_damaged_source_is_told(path: Path) -> None:
    """A quote that is no text any more makes what rests on it damaged."""
    content = proven(path)
    at = page(content, ROOTS["candidate_sources"]).rindex("üüü".encode())
    at += (ROOTS["candidate_sources"] - 1) * PAGE_BYTES
    found = salvage(content[:at] + b"\xff" + content[at + 1 :], b"")
    assert states(found, "candidate_sources") == {1: "damaged"}
    assert marks(found, "candidate_sources")[1]["faults"] == ("quote",)
    assert states(found, "memory_items") == {1: "damaged"}


def test_a_memory_without_links_or_candidates_is_not_verified(path: Path) -> None:
    """Where the way to the proof is lost nothing is claimed."""
    content = proven(path)
    for lost in (
        ("memory_item_candidates", "memory_item_candidates_by_candidate"),
        ("memory_candidates",),
    ):
        assert states(salvage(without(content, *lost), b""), "memory_items") == {1: "unverified"}


def test_links_are_there_twice(path: Path) -> None:
    """The index of the links holds all of them, and makes no copies of them."""
    content = proven(path)
    found = salvage(without(content, "memory_item_candidates"), b"")
    assert states(found, "memory_items") == {1: "intact"}
    assert "copies" not in marks(salvage(content, b""), "memory_item_candidates")[1]
    assert next(iter(read_rows(found, "memory_item_candidates")))["item_row_id"] == 1


def test_a_page_of_two_trees_makes_no_links(path: Path) -> None:
    """Where table and index lead to one page, nobody knows which number is which."""
    content = proven(path, CANDIDATE.format(id=2, kind="x"), LINK.format(item=1, candidate=2))
    lead = struct.pack(">BHHHBI", 0x02, 0, 0, 0, 0, ROOTS["memory_item_candidates"])
    index = ROOTS["memory_item_candidates_by_candidate"]
    found = salvage(with_page(content, index, lead.ljust(PAGE_BYTES, b"\0")), b"")
    assert list(read_rows(found, "memory_item_candidates")) == []
    assert states(found, "memory_items") == {1: "unverified"}


def test_links_found_by_place_must_make_sense(path: Path) -> None:
    """Without the catalogue a pair of numbers is a link only between two rows of one kind."""
    more = (
        LINK.format(item=1, candidate=7),
        LINK.format(item=5, candidate=1),
        LINK.format(item=1, candidate=2),
        CANDIDATE.format(id=2, kind="user_preference"),
    )
    content = proven(path, *more)
    assert len(list(read_rows(salvage(content, b""), "memory_item_candidates"))) == 4
    found = salvage(without(content, "catalogue"), b"")
    assert len(list(read_rows(found, "memory_item_candidates"))) == 1
    assert states(found, "memory_items") == {1: "intact"}
