"""Planning a search and its postings: which statement comes next, and with what."""

import orjson
import pytest

from sayso.core.items import Kind
from sayso.core.postings import POSTING_TABLES, clear_postings, remove_postings, write_postings
from sayso.core.search import (
    Hit,
    MatchType,
    Search,
    add_hits,
    next_read,
    plan_search,
)
from tests.records import make_item

SCOPE, THREAD = 1, -7


def hits(*numbers: int) -> tuple[Hit, ...]:
    """Give hits with these numbers."""
    return tuple(
        Hit(
            row_id=number,
            item_id=number,
            kind=Kind.DECISION,
            title=f"t{number}",
            synopsis="",
            match_type=MatchType.EXACT,
        )
        for number in numbers
    )


def planned(query: str) -> Search:
    """Begin a search that is not empty."""
    search = plan_search(query, SCOPE, THREAD)
    assert search is not None
    return search


@pytest.mark.parametrize("query", ["", " \n", "!?", "a" * 257, "½" * 100])
def test_no_search_without_a_bearable_query(query: str) -> None:
    """An empty query, or one over 256 characters after normalising, is no search."""
    assert plan_search(query, SCOPE, THREAD) is None


def test_length_counts_after_normalising() -> None:
    """A query that is long only by spaces and signs is searched."""
    assert planned("?" * 300 + "tabs" + " " * 300).text == "tabs"


def test_stages_follow_each_other() -> None:
    """While hits are missing the stages run in turn, and each leaves out what was found."""
    search = planned("Edit Config")
    seen = []
    for found in ((4,), (), (9, 8)):
        read = next_read(search)
        assert read is not None
        seen.append((read.statement, read.params.get("seen")))
        search = add_hits(search, hits(*found))
    assert seen == [
        ("search/exact", None),
        ("search/long_substring", "[4]"),
        ("search/content", "[4]"),
    ]
    assert next_read(search) is None
    assert [hit.row_id for hit in search.hits] == [4, 9, 8]


def test_five_hits_are_enough() -> None:
    """With five hits no further stage runs, and a sixth is dropped."""
    search = add_hits(planned("tabs"), hits(1, 2, 3))
    search = add_hits(search, hits(4, 5, 6))
    assert [hit.row_id for hit in search.hits] == [1, 2, 3, 4, 5]
    assert next_read(search) is None


def test_a_query_without_words_has_no_third_stage() -> None:
    """A single word too long to be a content term is searched in metadata only."""
    search = add_hits(add_hits(planned("x" * 200), ()), ())
    assert next_read(search) is None


def test_exact_stage_asks_for_a_range() -> None:
    """The first stage asks for all terms between the query and its last continuation."""
    read = next_read(planned("Pnpm"))
    assert read is not None
    assert read.params == {
        "scope": SCOPE,
        "thread": THREAD,
        "text": "pnpm",
        "ceiling": "pnpm\U0010ffff",
    }


def test_substring_stage_looks_for_a_short_query_itself() -> None:
    """A query that is no longer than an ending begins one of whatever contains it."""
    read = next_read(add_hits(planned("packages"), ()))
    assert read is not None
    assert read.statement == "search/substring"
    assert (read.params["text"], read.params["ceiling"]) == ("packages", "packages\U0010ffff")


@pytest.mark.parametrize(
    ("query", "starts"),
    [
        ("package it", ["package ", "ackage i", "ckage it"]),
        ("a packager", ["a packag", "packager"]),
    ],
)
def test_substring_stage_starts_with_eight_characters(query: str, starts: list[str]) -> None:
    """For a longer one it may start from any eight characters; none begins with a space."""
    read = next_read(add_hits(planned(query), ()))
    assert read is not None
    assert read.statement == "search/long_substring"
    assert orjson.loads(str(read.params["starts"])) == starts


def test_the_parts_of_a_long_query_are_bounded() -> None:
    """Of a query of any length at most nine parts are given, the last of them at its end."""
    query = "".join(chr(0x4E00 + number) for number in range(256))
    read = next_read(add_hits(planned(query), ()))
    assert read is not None
    starts = orjson.loads(str(read.params["starts"]))
    assert len(starts) <= 9
    assert (starts[0], starts[-1]) == (query[:8], query[-8:])


@pytest.mark.parametrize(
    ("query", "statement", "weight"),
    [
        ("one apple pear", "search/content", 50),
        ("apple pear plum cherry", "search/content", 25),
        ("辣", "search/characters", None),
        ("辣 苦", "search/characters", None),
        ("辣椒", "search/content", 50),
    ],
)
def test_content_stage_fits_the_query(query: str, statement: str, weight: int | None) -> None:
    """Few words must cover half of the weight, many a quarter; characters have a way of theirs."""
    read = next_read(add_hits(add_hits(planned(query), ()), ()))
    assert read is not None
    assert (read.statement, read.params.get("weight_percent")) == (statement, weight)


def test_postings_are_written_words_first() -> None:
    """Words and endings come before the postings that make them known; counts are exact."""
    item = make_item(3, "Use 雪花 ID", keywords=("snowflake",))
    plan = write_postings(item, SCOPE)
    assert [write.statement.removeprefix("items/terms_") for write in plan] == [
        "insert_words",
        "insert_endings",
        "insert_metadata",
        "insert_content",
    ]
    assert [write.expect_rows for write in plan] == [None, None, 2, 5]
    assert orjson.loads(str(plan[2].params["terms"])) == [["use 雪花 id", 0], ["snowflake", 2]]
    assert ["snowflake", "flake"] in orjson.loads(str(plan[1].params["endings"]))


def test_postings_are_removed_postings_first() -> None:
    """A removal asks for the very terms that were written, and goes through without them."""
    item = make_item(3, "Use 雪花 ID", keywords=("snowflake",))
    written, removed = write_postings(item, THREAD), remove_postings(item, THREAD)
    assert [write.statement.removeprefix("items/terms_") for write in removed] == [
        "delete_metadata",
        "delete_content",
        "delete_older",
        "delete_endings",
        "delete_words",
    ]
    assert all(write.expect_rows is None for write in removed)
    assert removed[0].params == written[2].params
    assert removed[1].params == written[3].params
    assert removed[3].params == written[1].params


def test_clearing_empties_every_posting_table() -> None:
    """Each table of postings has its write."""
    assert [write.statement for write in clear_postings()] == [
        f"clear/{table}" for table in POSTING_TABLES
    ]
