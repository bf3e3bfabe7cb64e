"""The heads of lanes are the same ones whether they stand among the oldest jobs or far behind."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from sayso.core.lists import json_list
from tests.sql.bare_store import BareStore, statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    import apsw

    from sayso.core.plans import Value

# A long lane before several short ones; in some the jobs came in another order than the turns.
JOBS = """
PRAGMA foreign_keys = OFF;
DELETE FROM memory_jobs;
WITH RECURSIVE row (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM row WHERE n < :long)
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
SELECT n, 'extraction', 1, 2, 'm', n, n, '{}', 'k' || n, 'pending', 1, 0, 0, 0, 0 FROM row;
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
SELECT :long + number, 'extraction', 1, thread, session, sequence, 1, '{}', 'later' || number,
  status, 1, 0, 0, 0, 0
FROM (SELECT value ->> 0 AS number, value ->> 1 AS thread, value ->> 2 AS session,
    value ->> 3 AS sequence, value ->> 4 AS status
  FROM json_each('[[1, 2, "a", 3, "pending"], [2, 2, "a", 2, "pending"],
    [3, 1, "z", 1, "succeeded"], [4, 1, "z", 2, "pending"], [5, 3, "", 9, "parked"],
    [6, 3, "b", 1, "pending"], [7, 3, "b", 2, "pending"], [8, 2, "n", 1, "pending"]]'));
"""
PLAIN = """
SELECT id, thread_id, session, sequence FROM memory_jobs
WHERE kind = 'extraction' AND status IN ('pending', 'leased', 'retry_wait')
ORDER BY thread_id, session, sequence, id
"""
LANES, MEMBERS = 3, 2


def expected(db: apsw.Connection, params: Mapping[str, Value]) -> list[tuple[int, int]]:
    """Give head and members of the lanes as a person would write it down."""
    lanes: dict[tuple[object, object], list[int]] = {}
    for number, thread, session, _ in db.execute(PLAIN):
        lanes.setdefault((thread, session), []).append(int(str(number)))
    upto, tried = params["upto_id"], params["tried"]
    heads = sorted(
        (jobs[0], jobs[:MEMBERS])
        for (thread, _), jobs in lanes.items()
        if jobs[0] > int(str(params["after_id"]))
        and (upto is None or jobs[0] <= int(str(upto)))
        and str(jobs[0]) not in str(tried).strip("[]").split(",")
        and params["thread_id"] in (None, thread)
    )
    return [(head, member) for head, members in heads[:LANES] for member in members]


@pytest.mark.parametrize("long", [3, 600])
def test_lanes_are_found_near_and_far(long: int) -> None:
    """Behind a lane of any length stand the same lanes, under every narrowing of a round."""
    store = BareStore()
    store.db.execute(JOBS, {"long": long}).fetchall()
    narrowed = ((None, long, long + 6), ("[]", json_list([1, long + 6])), (None, 1, 2, 3))
    choices = product((0, 1, long + 2), *narrowed)
    for after_id, upto_id, tried, thread_id in choices:
        params: dict[str, Value] = {
            "after_id": after_id,
            "upto_id": upto_id,
            "tried": tried,
            "children": "[]",
            "thread_id": thread_id,
            "limit_lanes": LANES,
            "limit_jobs": MEMBERS,
        }
        rows = store.db.execute(statement("jobs/lanes"), params).fetchall()
        assert [(row[0], row[2]) for row in rows] == expected(store.db, params), params
    store.db.close()
