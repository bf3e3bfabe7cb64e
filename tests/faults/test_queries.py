"""Queries and sizes: every character is literal, every search is bounded, every limit is stated.

Work inside SQLite is counted in steps of its own machine, as its progress handler tells them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import apsw
import pytest

from bench.filling import fill
from bench.memories import Memory as Made
from sayso.core import limits
from sayso.core.search import plan_search
from sayso.shell.errors import RequestError
from sayso.shell.exporting import EXPORTED_TABLES
from tests.architecture.tree import ROOT
from tests.kit import World, column, whole_turn
from tests.sql.bare_store import BareStore, Words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TITLES = (
    *("cover", "coverage", "snake_case", "snakeXcase", "100% done", "1000 done", "c++", "c#"),
    *("NEAR(f, g)", "near f and g", "b:x", "-x", "say 'hi' twice", "a*b", "aXb", "50_off"),
)
# Each would find `cover` in a language of patterns, of searches or of statements.
WILD = (
    *("c_ver", "c%r", "c*r", "c?ver", "c.ver", "c[a-z]ver", "(c|x)over$", "co\\w+r", "c NEAR r"),
    *("title:c", "c OR 1=1", "c' OR '1'='1", 'c"r', "\0%", "c\0r"),
    "c'; DROP TABLE memory_items;--",
)
LIMIT = "the limit is 8388608"
TABLES = tuple(table for table in EXPORTED_TABLES if table != "memory_meta")
HAN = "".join(map(chr, range(0x4E00, 0x4E00 + limits.QUERY_TERMS_MAX)))
TICK_STEPS = 10
STEPS_MAX = 1_500_000
STEPS_NOISE = 1_000
FEW, MANY = 1_200, 3_600


@pytest.fixture(scope="module")
def titled() -> Iterator[BareStore]:
    """Give a store with an item of every title."""
    store = BareStore()
    for title in TITLES:
        store.add(Words(title=title))
    yield store
    store.db.close()


@pytest.mark.parametrize("title", TITLES)
def test_signs_are_themselves(titled: BareStore, title: str) -> None:
    """What is asked for by its whole name comes first, whatever signs are in it (X08)."""
    assert titled.search(title)[0].title == title


@pytest.mark.parametrize("query", WILD)
def test_no_sign_stands_for_others(titled: BareStore, query: str) -> None:
    """There is no pattern, no operator, no column and no statement in a query (X08, X11)."""
    before = titled.postings()
    assert not {"cover", "coverage"} & {hit.title for hit in titled.search(query)}
    assert titled.postings() == before


@pytest.mark.parametrize("sign", list("%_*\"'?[]()^$:-+~{}|\\/.,;&<>=!@#`\0\x1b\u202e"))
def test_a_sign_alone_finds_nothing_by_itself(sign: str) -> None:
    """Not everything, and no error: at most the one item that bears the sign (X08)."""
    store = BareStore()
    for title in ("cover", "coverage", f"a{sign}"):
        store.add(Words(title=title))
    for query in (sign, sign * 3, f"{sign}{sign} ", f"{sign}zz", f"zz{sign}"):
        assert not {"cover", "coverage"} & {hit.title for hit in store.search(query)}
    store.db.close()


def test_no_statement_takes_a_pattern_from_outside() -> None:
    """LIKE, GLOB, REGEXP and MATCH stand in no statement but with a text of ours (X11)."""
    used = {
        found
        for path in (ROOT / "sql").rglob("*.sql")
        for found in re.findall(r"\b(?:LIKE|GLOB|REGEXP|MATCH)\s+\S+", path.read_text("utf-8"))
    }
    assert {found.rstrip(");") for found in used} == {"GLOB 'sqlite_*'"}


def filled(items: int) -> BareStore:
    """Give a store in which all items share their words, so that every posting list is long."""
    store = BareStore.__new__(BareStore)
    store.db, store.selects = apsw.Connection(":memory:"), []
    made = [
        Made(
            title=f"package manager number {number}",
            aliases=(f"数据库 编号 {number}",),
            keywords=("common",),
            words=(),
            content=f"common words of the package manager {number} 数据库的数据{HAN}",
        )
        for number in range(items)
    ]
    fill(store.db, made)
    return store


def steps_of(store: BareStore, query: str) -> int:
    """Count the steps of SQLite's machine for one search."""
    ticks = 0

    def tick() -> bool:
        nonlocal ticks
        ticks += 1
        return False

    store.db.set_progress_handler(tick, TICK_STEPS)
    store.search(query)
    store.db.set_progress_handler(None)
    assert len(store.selects) <= 3
    return ticks * TICK_STEPS


def test_the_worst_queries_are_bounded() -> None:
    """The commonest words, single letters, many words and near misses, in a large store (X09).

    Three times the items cost three times the steps at most, and mostly hardly more.
    """
    few, many = filled(FEW), filled(MANY)
    queries = (
        *("package manager", "p", "common", "common words manager package number", "数", "数据库"),
        *("package manager zzz", "manager zzzzzzzz", "据库 编号 x", "数 据 库 的", "number 77"),
        *(" ".join(HAN), " ".join("abcdefghijklmnopqrstuvwxyz")),
        " ".join(f"w{number}" for number in range(60)),
        ("common manager 数据 " * 20)[: limits.QUERY_MAX_CHARS - 1],
    )
    for query in queries:
        first, second = steps_of(few, query), steps_of(many, query)
        assert 0 < first < STEPS_MAX, query
        assert second < MANY // FEW * first + STEPS_NOISE, query
    few.db.close()
    many.db.close()


@pytest.mark.parametrize("query", ["中" * 100_000, "w " * 100_000, "%" * 8_000_000, "a" * 257])
def test_an_endless_query_is_no_query(query: str) -> None:
    """It is measured once and asks the store nothing (X09)."""
    assert plan_search(query, 1, 2) is None


def test_the_largest_turn_goes_all_the_way(tmp_path: Path) -> None:
    """8 MiB to the byte on either side are stored and exported; a byte more is refused (X03).

    The refusal comes before anything is written.
    """
    user = "中" * (limits.TURN_MAX_BYTES // 3) + "xx"
    answer = "z" * limits.TURN_MAX_BYTES
    assert len(user.encode()) == limits.TURN_MAX_BYTES
    with World(tmp_path).open() as memory:
        memory.record(whole_turn(user, answer))
        with memory.store.reading() as reading:
            before = {table: len(list(reading.records(f"export/{table}"))) for table in TABLES}
        for said, told in ((f"{user}x", ""), ("x", f"{answer}z")):
            with pytest.raises(RequestError, match=LIMIT):
                memory.record(whole_turn(said, told))
            with pytest.raises(RequestError, match=LIMIT), memory.turn(said) as turn:
                turn.finish(told)
        with memory.store.reading() as reading:
            after = {table: len(list(reading.records(f"export/{table}"))) for table in TABLES}
        # The turn that began with a good text and could not end so is kept as failed.
        assert after == before | {"turns": 2, "memory_jobs": 2}
        assert column(memory, "state", "turns") == ["completed", "failed"]
        exported = memory.export().read_text("utf-8")
    assert user in exported
    assert answer in exported
