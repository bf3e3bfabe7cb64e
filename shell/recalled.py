"""What a host asks recall, held against what can be asked: a mistake is one RequestError."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from sayso.core.instants import read_instant
from sayso.core.outcome import is_failure
from sayso.core.recall.asking import RecallRequest, Within
from sayso.shell.errors import NotFoundError, RequestError
from sayso.shell.given import one_of, shown, text_of
from sayso.shell.recalling import recall

if TYPE_CHECKING:
    from sayso.core.recall.asking import Recalled
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store

_LONG_BITS: Final = 61  # of a number that nothing has


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What a host gave, of whatever kind it is."""

    query: object
    within: object
    neighbours: object
    limit: object


def ask_recall(store: Store, ports: Ports, asking: Asking) -> Recalled:
    """Ask recall what a host asks.

    Raises RequestError for what cannot be asked, NotFoundError for an unknown thread.
    """
    within = Within() if asking.within is None else one_of(asking.within, Within, "within")
    since_us = _instant(within.since, "since")
    until_us = _instant(within.until, "until", is_end=True)
    if since_us is not None and until_us is not None and since_us >= until_us:
        raise RequestError("until is not after since", "give an end that is later")
    request = RecallRequest(
        query=text_of(asking.query, "the query"),
        since_us=since_us,
        until_us=until_us,
        thread_id=None if within.thread is None else _thread(store, within.thread),
        neighbours=_count(asking.neighbours, "neighbours"),
        limit=_count(asking.limit, "limit"),
        now_us=ports.clock.now_us(),
    )
    found = recall(store, request)
    if is_failure(found):
        fault = found.failure()
        name = "the query" if fault.field == "query" else fault.field
        raise RequestError(f"{name} does not fit", f"give {fault.reason}")
    return found.unwrap()


def _instant(given: object, what: str, *, is_end: bool = False) -> int | None:
    if given is None:
        return None
    if not isinstance(given, str | date):
        raise RequestError(f"{what} is {shown(given)}", "give a text, a date or a datetime")
    read = read_instant(given, is_end=is_end)
    if is_failure(read):
        raise RequestError(f"{what} is {shown(str(given))}, which is no time", read.failure())
    return read.unwrap()


def _count(given: object, what: str) -> int:
    if isinstance(given, bool):
        raise RequestError(f"{what} is {given}", "give a whole number")
    return one_of(given, int, what)


def _thread(store: Store, given: object) -> int:
    number = _count(given, "thread")
    if not 0 < number < 2**_LONG_BITS or not store.look("turns/thread", id=number):
        raise NotFoundError(f"there is no thread {_named(number)}", "leave it out to look in all")
    return number


def _named(number: int) -> str:
    return f"of {shown(number)}" if number.bit_length() >= _LONG_BITS else shown(number)
