"""The whole way of a configured model: worker, HTTP and reader, with replies that are no use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.metering import DailyLimits, OverLimit
from sayso.shell.memory import Memory
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel
from sayso.shell.ports import Ports
from tests.kit import (
    QUOTE,
    SAID,
    FakeClock,
    FakeIds,
    candidate_of,
    column,
    extraction_text,
    operation_of,
    operations_text,
    whole_turn,
)
from tests.provider import completion_of, respond, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    from tests.provider import Provider

    Step = Callable[[BaseHTTPRequestHandler, Provider], None]

FOUND = extraction_text(candidate_of(1, QUOTE))
KEPT = operations_text(
    operation_of("create", [1], title="pnpm", content=QUOTE, synopsis="pnpm for packages")
)
UNLIMITED = DailyLimits(calls=0, tokens=0, over=OverLimit.WAIT)


def say(text: str, finish_reason: str = "stop") -> Step:
    """Give a step in which the model says something, for ten tokens."""
    return respond(body=completion_of(text, 10, finish_reason))


def open_at(provider: Provider, folder: Path, clock: FakeClock) -> Memory:
    """Open a project whose model is at the provider's address."""
    (folder / ".git").mkdir(exist_ok=True)
    endpoint = Endpoint(base_url=provider.url, model="small", api_key="")
    ports = Ports(clock=clock, ids=FakeIds())
    return Memory.open(folder, model=HttpModel(endpoint, clock), daily=UNLIMITED, ports=ports)


def asked_of(provider: Provider, number: int) -> dict[str, object]:
    """Give the question of one request: the JSON in its user message."""
    question = json.loads(provider.bodies[number]["messages"][1]["content"])
    assert isinstance(question, dict)
    return question


def broken(before: str, after: str) -> str:
    """Give a sound reply with one thing in it replaced."""
    assert before in FOUND
    return FOUND.replace(before, after)


USELESS = {
    "L01 nothing": (say(""), "holds no text"),
    "L01 white space": (say(" \n"), "holds no text"),
    "L01 refusal": (say("I'm sorry, I can't help with that."), "not one JSON value"),
    "L02 no JSON": (say("{thread_compaction: x}"), "not one JSON value"),
    "L02 cut off": (say(FOUND[:-9], "length"), "cut at the token limit"),
    "L02 cut off unsaid": (say(FOUND[:-9]), "not one JSON value"),
    "L03 trailing prose": (say(f"{FOUND} I hope this helps."), "not one JSON value"),
    "L03 prose before": (say(f"Here it is: {FOUND}"), "not one JSON value"),
    "L03 byte order mark": (say(f"\ufeff{FOUND}"), "not one JSON value"),
    "L04 two objects": (say(f"{FOUND}{FOUND}"), "not one JSON value"),
    "L05 NaN": (say(broken('"turn_id": 1', '"turn_id": NaN')), "NaN is not a JSON number"),
    "L05 infinity": (say(broken('"turn_id": 1', '"turn_id": 1e999')), "out of range"),
    "L06 a key twice": (say(broken('"role"', '"turn_id": 1, "role"')), "a key twice"),
    "L07 depth": (say(broken("[]", "[" * 9_000 + "]" * 9_000)), "nested deeper"),
    "L07 digits": (say(broken('"turn_id": 1', f'"turn_id": {"1" * 5_000}')), "too many digits"),
    "L08 many": (say(extraction_text(*[candidate_of(1, QUOTE)] * 33)), "must hold 0 to 32"),
}


@pytest.mark.parametrize("fault", USELESS)
def test_a_useless_reply_costs_an_attempt_and_is_named_in_the_next(
    tmp_path: Path, fault: str
) -> None:
    """Nothing of it is kept; the model hears what was wrong, and a sound reply then counts."""
    step, reason = USELESS[fault]
    clock = FakeClock()
    with (
        serving(step, say(FOUND), say(KEPT)) as provider,
        open_at(provider, tmp_path, clock) as memory,
    ):
        memory.record(whole_turn(SAID))
        report = memory.work()
        assert (report.failed, report.pending) == (1, 1)
        assert memory.list() == ()
        assert column(memory, "status", "memory_candidates") == []
        clock.advance(5)
        memory.work()
        (kept,) = memory.list()
        assert memory.read(kept.item_id).sources[0].quote == QUOTE
        usage = memory.status().usage
        assert usage is not None
        assert (usage.calls, usage.tokens) == (3, 30)
    assert "refused_because" not in asked_of(provider, 0)
    assert reason in str(asked_of(provider, 1)["refused_because"])
    assert "refused_because" not in asked_of(provider, 2)


def test_a_reply_over_the_cap_is_not_even_read_to_its_end(tmp_path: Path) -> None:
    """Fifty megabytes of operations are a fault of the provider; the job waits (L08, P07)."""
    with (
        serving(respond(body=completion_of("x" * 50_000_000))) as provider,
        open_at(provider, tmp_path, FakeClock()) as memory,
    ):
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 1
        error = str(memory.status().last_error)
    assert error.startswith("too_large: ")
    assert len(error) < 1_000


ILLEGAL = {
    "L09 unknown candidate": operation_of("create", [1, 99], title=QUOTE, content=QUOTE),
    "L09 unknown target": operation_of("revise", [1], target_id=99, title=QUOTE, content=QUOTE),
    "L15 itself": operation_of("supersede", [1], target_id=1, title=QUOTE, content=QUOTE),
    "L16 made up": operation_of("create", [1], title=QUOTE, content="the key is hunter2"),
}


@pytest.mark.parametrize("fault", ILLEGAL)
def test_an_illegal_operation_refuses_all_and_is_named_in_the_next(
    tmp_path: Path, fault: str
) -> None:
    """Stage 2 names what is not there, or says what nobody said: nothing of it happens."""
    illegal = operations_text(ILLEGAL[fault] | {"synopsis": QUOTE})
    clock = FakeClock()
    with (
        serving(say(FOUND), say(illegal), say(KEPT)) as provider,
        open_at(provider, tmp_path, clock) as memory,
    ):
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 1
        assert memory.list() == ()
        assert "hunter2" not in str(column(memory, "last_error"))
        clock.advance(5)
        memory.work()
        assert [one.title for one in memory.list()] == ["pnpm"]
    assert asked_of(provider, 2)["refused_because"]


@pytest.mark.parametrize(
    ("header", "wait_s"),
    [("0", 1), ("17", 17), ("1000000000", 3_600), ("-3", 1), ("soon", 5), (None, 5)],
)
def test_the_provider_says_when_to_come_back_within_bounds(
    tmp_path: Path, header: str | None, wait_s: int
) -> None:
    """Retry-After is kept from a second to an hour; without one the usual wait holds (P02)."""
    clock = FakeClock()
    headers = {} if header is None else {"retry_after": header}
    with (
        serving(respond(429, b"slow down", **headers), say(FOUND), say(KEPT)) as provider,
        open_at(provider, tmp_path, clock) as memory,
    ):
        memory.record(whole_turn(SAID))
        memory.work()
        assert column(memory, "status") == ["retry_wait"]
        assert column(memory, "lease_owner") == [None]
        due = column(memory, "next_retry_at")
        assert due == [clock.now_us() + wait_s * limits.SECOND_US]
        clock.advance(wait_s)
        memory.work()
        assert len(memory.list()) == 1


def test_a_job_is_parked_after_twelve_useless_replies(tmp_path: Path) -> None:
    """The turn stays, its job leaves the lane, and the provider is not asked any more (L01)."""
    clock = FakeClock()
    with serving(say("no")) as provider, open_at(provider, tmp_path, clock) as memory:
        memory.record(whole_turn(SAID))
        for _ in range(limits.JOB_PARK_ATTEMPTS + 2):
            memory.work()
            clock.advance(3_600)
        assert len(provider.bodies) == limits.JOB_PARK_ATTEMPTS
        assert column(memory, "status") == ["parked"]
        assert column(memory, "user_text", "turns") == [SAID]
