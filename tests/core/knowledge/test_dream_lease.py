"""Who holds a dream's lease, by what its file says and what the machine tells."""

import json

import pytest

from sayso.core import limits
from sayso.core.knowledge.dream_lease import (
    PID_MAX,
    Holder,
    Running,
    holder_fields,
    is_held,
    read_holder,
)
from sayso.core.knowledge.spelling import spell

HOLDER = Holder(pid=7, host="here", started_at="noon", process_started="boot:1", token="t")
HOUR = limits.DREAM_LEASE_US


def test_a_holder_is_read_as_it_was_written() -> None:
    """Every field comes back; a bare number is a process of this machine (B157)."""
    assert read_holder(spell(holder_fields(HOLDER)).unwrap()) == HOLDER
    assert read_holder(b"7\n") == Holder(pid=7)
    assert read_holder(f"{PID_MAX}".encode()) == Holder(pid=PID_MAX)


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b"soon", b"-7", b"0", b"1.5", b"[7]", b"\xff", b"99999999999", b"9999999999"),
        json.dumps({"pid": "7", "host": "here"}).encode(),
        json.dumps({"pid": True, "host": "here"}).encode(),
        json.dumps({"pid": 0, "host": "here"}).encode(),
        json.dumps({"pid": 7}).encode(),
    ],
)
def test_what_names_no_process_is_no_holder(raw: bytes) -> None:
    """Anything else is a lock that can't be looked at."""
    assert read_holder(raw) is None


@pytest.mark.parametrize("holder", [None, Holder(pid=7, host="elsewhere")])
def test_who_cannot_be_looked_at_holds_it_for_an_hour(holder: Holder | None) -> None:
    """By age alone, whatever runs here under that number (B160, B161)."""
    alive = {7: Running(started="boot:1")}
    for processes in ({}, alive):
        held = [is_held(holder, age, "here", processes.get) for age in AGES]
        assert held == [True, True, False, False]


AGES = (-HOUR, HOUR - 1, HOUR, 24 * HOUR)


@pytest.mark.parametrize(
    ("noted", "running", "held"),
    [
        ("boot:1", Running(started="boot:1"), True),
        ("boot:1", Running(started="boot:2"), False),
        ("boot:1", Running(), True),
        ("", Running(started="boot:2"), True),
        ("boot:1", None, False),
        ("", None, False),
    ],
)
def test_a_holder_here_lives_or_not(noted: str, running: Running | None, *, held: bool) -> None:
    """A live process holds it at any age, a dead one not a moment (B158, B159); another one of
    the same number is not the holder.
    """
    for host in ("here", ""):
        holder = Holder(pid=7, host=host, process_started=noted)
        assert [is_held(holder, age, "here", {7: running}.get) for age in AGES] == [held] * 4
