"""When a store is checked as a whole, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sayso.core import limits
from sayso.core.catalog import RECOVER
from sayso.core.checking import (
    Circumstances,
    When,
    is_worker_due,
    known_damage,
    moment,
    tell_check,
    when_due,
)
from sayso.core.witness import Check, CheckResult
from tests.records import NOON_US

OK = Check(result=CheckResult.OK, at_us=NOON_US, device=1, inode=2)
RUNNING = replace(OK, result=CheckResult.RUNNING)
FAILED = replace(OK, result=CheckResult.FAILED)
LARGE = Circumstances(
    size_bytes=limits.INLINE_CHECK_MAX_BYTES + 1,
    device=1,
    inode=2,
    is_unclean=False,
    now_us=NOON_US,
)
SMALL = replace(LARGE, size_bytes=limits.INLINE_CHECK_MAX_BYTES)
OTHER = replace(LARGE, inode=3)
UNCLEAN = replace(LARGE, is_unclean=True)
MOVED_TO = replace(LARGE, device=9)


@pytest.mark.parametrize(
    ("last", "found", "when"),
    [
        (OK, SMALL, When.NOW),
        (None, SMALL, When.NOW),
        (FAILED, SMALL, When.NOW),
        (None, LARGE, When.LATER),
        (None, UNCLEAN, When.NOW),
        (OK, LARGE, When.NOT),
        (OK, UNCLEAN, When.NOW),
        (OK, OTHER, When.NOW),
        (OK, MOVED_TO, When.NOW),
        (RUNNING, OTHER, When.NOW),
        (RUNNING, LARGE, When.LATER),
        (RUNNING, UNCLEAN, When.LATER),
        (FAILED, UNCLEAN, When.NOT),
        (FAILED, OTHER, When.NOW),
        (FAILED, LARGE, When.NOT),
        (OK, replace(LARGE, now_us=NOON_US + limits.CHECK_GOOD_US - 1), When.NOT),
        (OK, replace(LARGE, now_us=NOON_US + limits.CHECK_GOOD_US), When.LATER),
        (OK, replace(LARGE, now_us=NOON_US - 1), When.LATER),
    ],
)
def test_when_a_store_is_checked(last: Check | None, found: Circumstances, when: When) -> None:
    """At once where it is quick or there is a doubt, by a worker after a while, else not."""
    assert when_due(last, found) is when


@pytest.mark.parametrize(
    ("last", "passed_us", "is_due"),
    [
        (None, 0, True),
        (OK, 0, False),
        (OK, limits.CHECK_GOOD_US, True),
        (replace(OK, inode=7), 0, True),
        (FAILED, 0, False),
        (RUNNING, limits.CHECK_RUNNING_US - 1, False),
        (RUNNING, limits.CHECK_RUNNING_US, True),
        (OK, -1, True),
    ],
)
def test_a_worker_checks_what_nobody_has_checked(
    last: Check | None, passed_us: int, is_due: bool
) -> None:
    """Two workers do not check at once, and one that died does not stop the next for long."""
    assert is_worker_due(last, 1, 2, NOON_US + passed_us) is is_due


@pytest.mark.parametrize(
    ("last", "found", "is_known"),
    [(FAILED, LARGE, True), (FAILED, OTHER, False), (OK, LARGE, False), (None, LARGE, False)],
)
def test_a_failed_check_is_remembered_of_its_own_file(
    last: Check | None, found: Circumstances, is_known: bool
) -> None:
    """Damage that a worker found is told at the next opening, unless the file was replaced."""
    damage = known_damage(last, found)
    assert (damage is not None) is is_known
    if damage is not None:
        assert damage.findings == ("a check of the whole file failed at 2023-11-14 22:13Z",)
        assert damage.remedy == RECOVER


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (None, "not yet"),
        (OK, "ok at 2023-11-14 22:13Z"),
        (RUNNING, "checking since 2023-11-14 22:13Z"),
        (FAILED, "failed at 2023-11-14 22:13Z"),
    ],
)
def test_what_is_said_of_the_last_check(last: Check | None, told: str) -> None:
    """Nothing is called checked before it is."""
    assert tell_check(last) == told


@pytest.mark.parametrize(
    ("at_us", "told"),
    [(-5, "1970-01-01 00:00Z"), (0, "1970-01-01 00:00Z"), (2**63, "9999-12-31 23:59Z")],
)
def test_any_number_is_some_moment(at_us: int, told: str) -> None:
    """A mark that others have written may hold any time."""
    assert moment(at_us) == told
