"""docs/architecture.md tells the truth: its diagrams and tables equal what the code has."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.jobs import (
    Claimer,
    Job,
    JobStatus,
    Setback,
    claimed,
    plan_claim,
    plan_failure,
    plan_recovery,
    plan_release,
    plan_success,
)
from sayso.core.project.parking import plan_drop, plan_retry
from sayso.core.turns import TURN_TRANSITIONS, TurnState
from sayso.shell.errors import StalePlanError
from sayso.shell.store.job_rows import job_of
from tests.kit import World, whole_turn
from tests.records import NOON_US

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.plans import Plan
    from sayso.shell.memory import Memory

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
CLAIMER = Claimer(owner="worker", now_us=NOON_US, force=True)
LATER_US = NOON_US + limits.JOB_LEASE_US
NO_REPLY = Setback(error="no reply")


def _claim(job: Job) -> Plan:
    return plan_claim((job,), CLAIMER)


def _succeed(job: Job) -> Plan:
    return (plan_success(job, JobStatus.SUCCEEDED, NOON_US),)


def _succeed_empty(job: Job) -> Plan:
    return (plan_success(job, JobStatus.SUCCEEDED_NO_OUTPUT, NOON_US),)


def _fail(job: Job) -> Plan:
    return (plan_failure(job, NO_REPLY, NOON_US),)


def _fail_last(job: Job) -> Plan:
    tired = replace(job, attempt_count=limits.JOB_PARK_ATTEMPTS)
    return (plan_failure(tired, NO_REPLY, NOON_US),)


def _release(job: Job) -> Plan:
    return (plan_release(job, NOON_US),)


def _expire(job: Job) -> Plan:
    del job
    return plan_recovery(LATER_US)


def _retry(job: Job) -> Plan:
    return plan_retry(job, NOON_US).value_or(())


def _drop(job: Job) -> Plan:
    return plan_drop(job, NOON_US).value_or(())


ACTIONS: Mapping[str, Callable[[Job], Plan]] = {
    "claim": _claim,
    "commit": _succeed,
    "commit, nothing found": _succeed_empty,
    "failure": _fail,
    "12th failure": _fail_last,
    "release": _release,
    "lease runs out": _expire,
    "retry": _retry,
    "drop": _drop,
}


JOB_COLUMNS = (
    *("id", "kind", "thread_id", "session", "sequence", "turn_id", "payload", "status"),
    *("generation", "attempt_count", "lease_owner", "lease_token", "lease_expires_at"),
    *("next_retry_at", "checkpoint", "created_at", "last_error"),
)


def section(name: str) -> str:
    """Give what the page holds between the marks of a generated part."""
    return PAGE.split(f"<!-- begin: {name} -->\n")[1].split(f"<!-- end: {name} -->")[0]


def diagram(lines: list[str]) -> str:
    """Write a state diagram as the page holds it."""
    body = "\n".join(f"    {line}" for line in lines)
    return f"```mermaid\nstateDiagram-v2\n{body}\n```\n"


def act(memory: Memory, action: str) -> JobStatus:
    """Try one action on the job of a store and give the status it has then."""
    plan = ACTIONS[action](read_job(memory))
    with suppress(StalePlanError):  # the fence held: nothing has changed
        memory.store.transact(lambda _reading, _guard: (plan, None))
    return read_job(memory).status


def read_job(memory: Memory) -> Job:
    """Read the only job of a store."""
    with memory.store.reading() as reading:
        row = next(reading.records("export/memory_jobs"))
    return job_of(tuple(row[name] for name in JOB_COLUMNS))


def job_transitions() -> dict[tuple[JobStatus, JobStatus], str]:
    """Try every action in every status that can be reached; give the changes with their cause."""
    paths: dict[JobStatus, tuple[str, ...]] = {JobStatus.PENDING: ()}
    found: dict[tuple[JobStatus, JobStatus], str] = {}
    waiting = [JobStatus.PENDING]
    while waiting:
        before = waiting.pop()
        for action in ACTIONS:
            with World(None).open() as memory:
                memory.record(whole_turn("Use tabs from now on."))
                for step in paths[before]:
                    act(memory, step)
                assert read_job(memory).status is before
                after = act(memory, action)
            if after is not before:
                causes = filter(None, (found.get((before, after)), action))
                found[before, after] = " / ".join(causes)
            if after not in paths:
                paths[after] = (*paths[before], action)
                waiting.append(after)
    return found


def test_the_diagram_of_turns_equals_the_table() -> None:
    """Every legal transition of a turn is drawn, and no other."""
    lines = [f"[*] --> {TurnState.OPEN}"]
    lines += sorted(f"{before} --> {after}" for before, after in TURN_TRANSITIONS)
    assert section("turns") == diagram(lines)


def test_the_diagram_of_jobs_equals_what_the_statements_do() -> None:
    """Running every job statement in every status makes exactly the changes that are drawn."""
    changes = job_transitions()
    lines = [f"[*] --> {JobStatus.PENDING}"]
    lines += sorted(f"{before} --> {after}: {why}" for (before, after), why in changes.items())
    assert section("jobs") == diagram(lines)


def test_a_claimed_job_is_what_the_store_holds() -> None:
    """The record that core predicts for a claim equals the row after the claim."""
    with World(None).open() as memory:
        memory.record(whole_turn("Use tabs from now on."))
        expected = claimed(read_job(memory), CLAIMER)
        act(memory, "claim")
        assert read_job(memory) == expected


def test_every_table_of_the_schema_is_explained() -> None:
    """The page's table of tables lists those of the schema, each once."""
    files = sorted((ROOT / "sql" / "schema").glob("*.sql"))
    schema = "".join(path.read_text("utf-8") for path in files)
    tables = re.findall(r"^CREATE TABLE (\w+)", schema, re.MULTILINE)
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(tables)


def test_every_folder_of_the_house_is_explained() -> None:
    """The page's table of folders has each one of core and shell."""
    folders = {f"{top}/{path.name}/" for top in ("core", "shell") for path in folders_of(top)}
    named = set(re.findall(r"^\| `([\w/]+/)`", PAGE, re.MULTILINE))
    assert folders <= named


def folders_of(top: str) -> list[Path]:
    """Give the folders of one part of the house that hold files."""
    folders = (path for path in (ROOT / top).iterdir() if path.name != "__pycache__")
    return [path for path in folders if any(path.glob("[!_]*.*"))]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("leases a job for\n120 seconds", limits.JOB_LEASE_US == 120 * limits.SECOND_US),
        ("after 12 attempts", limits.JOB_PARK_ATTEMPTS == 12),
        ("below 20 MB", limits.INLINE_CHECK_MAX_BYTES == 20 * 1024 * 1024),
        ("claim up to 4 turns", limits.EXTRACTION_BATCH_TURNS == 4),
        ("up to 5 hits", limits.SEARCH_HITS_MAX == 5),
        (
            "5 s, 30 s, 2 min, 10 min, then an hour",
            [wait // limits.SECOND_US for wait in limits.JOB_BACKOFF_US]
            == [5, 30, 120, 600, 3_600],
        ),
    ],
)
def test_the_numbers_are_those_of_the_limits(words: str, value: bool) -> None:
    """A bound that the page names is the bound of core/limits.py."""
    assert words in PAGE
    assert value
