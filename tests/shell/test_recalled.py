"""Recall as a host asks for it: what it may give, and what is refused in one line."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from sayso.core.recall.asking import Within
from sayso.core.states import Role
from sayso.shell.errors import MemorySchemaError, NotFoundError, RequestError
from tests.kit import World, whole_turn
from tests.shell.damages import in_sql

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.shell.memory import Memory


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give a memory in which one turn was said, in November 2023."""
    with World(tmp_path).open() as opened:
        opened.record(whole_turn("The parser crashes on empty files."))
        yield opened


@pytest.mark.parametrize(
    "within",
    [
        None,
        Within(since="2023-11-14", until="2023-11-14", thread=1),
        Within(since=date(2023, 11, 14)),
        Within(until=datetime(2023, 11, 16, tzinfo=UTC)),
    ],
)
def test_times_are_texts_or_dates(memory: Memory, within: Within | None) -> None:
    """A day as the end is meant whole."""
    (hit, *_) = memory.recall("parser", within=within).hits
    assert (hit.turn_id, hit.role) == (1, Role.USER)
    assert hit.quote == "The parser crashes on empty files."


def test_what_was_said_outside_is_left_out(memory: Memory) -> None:
    """Neither before nor after."""
    assert memory.recall("parser", within=Within(since="2023-11-15")).hits == ()
    assert memory.recall("parser", within=Within(until="2023-11-13")).hits == ()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"query": 5}, "the query is"),
        ({"query": " "}, "the query does not fit"),
        ({"within": "2023"}, "within is a str"),
        ({"within": Within(since=1)}, "since is 1"),  # type: ignore[arg-type]
        ({"within": Within(until="soon")}, "until is"),
        ({"within": Within(since="2023-02-01", until="2023-01-01")}, "until is not after since"),
        ({"limit": True}, "limit is True"),
        ({"limit": "5"}, "limit is"),
        ({"neighbours": 9}, "neighbours does not fit"),
        ({"within": Within(thread="one")}, "thread is"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_asked_is_refused(
    memory: Memory, asked: dict[str, object], said: str
) -> None:
    """One line says what it is, before anything is read."""
    with pytest.raises(RequestError) as refused:
        memory.recall(**{"query": "parser"} | asked)  # type: ignore[arg-type]
    assert said in refused.value.message


def test_an_unknown_thread_is_not_found(memory: Memory) -> None:
    """It is told apart from a thread in which nothing was said."""
    with pytest.raises(NotFoundError, match="no thread 7"):
        memory.recall("parser", within=Within(thread=7))


def test_a_damaged_store_answers_nothing(tmp_path: Path) -> None:
    """It says that it is degraded, as a search does."""
    world = World(tmp_path)
    with world.open() as opened:
        opened.record(whole_turn("The parser crashes."))
    in_sql("DROP INDEX turns_by_session")(world.path)
    with world.open(create=False) as opened, pytest.raises(MemorySchemaError):
        opened.recall("parser")


@pytest.mark.parametrize("number", [2**61, 2**63, 10**20, 10**4_000])
def test_a_number_too_large_for_a_thread_is_one_clear_line(memory: Memory, number: int) -> None:
    """However large it is, nothing is printed of it and nothing below is asked for it."""
    with pytest.raises(NotFoundError, match="there is no thread of a number that long"):
        memory.recall("parser", within=Within(thread=number))
