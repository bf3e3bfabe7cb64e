"""The life of a store: birth, a new thread, a clear, and what a damaged one passes on."""

from dataclasses import replace

import pytest

from sayso.core.indexing import plan_current
from sayso.core.plans import Plan
from sayso.core.project.lifecycle import (
    CLEARED_TABLES,
    NUMBERED_TABLES,
    Birth,
    DayCost,
    KeptOperation,
    Remains,
    next_generation,
    plan_birth,
    plan_clear,
    plan_new_thread,
    remember,
)
from sayso.core.project.requests import OperationKey
from tests.records import written

BIRTH = Birth(store_id="s", subject_key=b"k" * 32, generation=3, created_at_us=5, now_us=9)


def statements(plan: Plan) -> list[str]:
    """Give the statements of a plan in order."""
    return [write.statement for write in plan]


def test_a_new_store_has_meta_scope_and_one_thread() -> None:
    """A birth makes exactly one meta row, one scope and one active thread (A29-A30, A101)."""
    plan = plan_birth(BIRTH)
    assert statements(plan) == [
        "store/insert_meta",
        "store/insert_scope",
        *statements(plan_current()),
        "turns/insert_thread",
    ]
    assert plan[0].params["generation"] == 3
    assert (plan[0].params["created_at"], plan[0].params["now"]) == (5, 9)
    assert plan[-1].params["id"] == 1
    assert plan[-1].params["status"] == "active"


def test_what_a_birth_carries_on_is_written_as_it_was() -> None:
    """Remembered commands and what the model has cost pass unchanged into the new store."""
    kept = KeptOperation(
        op_id="op-1", command="record", request_sha256=b"h" * 32, answer="1", created_at_us=4
    )
    plan = plan_birth(
        replace(BIRTH, operations=(kept,), costs=(DayCost(day="2026-03-01", calls=7, tokens=42),))
    )
    carried = {write.statement: write.params for write in plan}
    assert carried["store/insert_operation"] == {
        "op_id": "op-1",
        "command": "record",
        "request_sha256": b"h" * 32,
        "answer": "1",
        "now": 4,
    }
    assert carried["store/insert_usage"] == {"day": "2026-03-01", "calls": 7, "tokens": 42}
    assert statements(plan)[0] == "store/insert_meta"


def test_the_command_that_makes_a_store_anew_is_remembered_in_it() -> None:
    """Repeated under its id it finds there what it asked and what it answered at that time."""
    key = OperationKey(op_id="op-2", command="reset", request_sha256=b"r" * 32)
    kept = remember(key, "done", 8)
    assert kept == KeptOperation(
        op_id="op-2", command="reset", request_sha256=b"r" * 32, answer="done", created_at_us=8
    )
    (row,) = written(plan_birth(replace(BIRTH, operations=(kept,))), "store/insert_operation")
    assert (row["op_id"], row["answer"], row["now"]) == ("op-2", "done", 8)


def test_ids_go_on_after_those_of_the_generation_before() -> None:
    """Every counter but the scope's goes on; the thread takes the next number itself (A243)."""
    sequences = (("turns", 40), ("threads", 6), ("scopes", 1), ("nonsense", 9))
    plan = plan_birth(
        Birth(
            store_id="s",
            subject_key=b"k" * 32,
            generation=4,
            created_at_us=5,
            now_us=9,
            sequences=sequences,
        )
    )
    raised = [write.params for write in plan if write.statement == "store/raise_sequence"]
    assert raised == [{"table": "turns", "seq": 40}]
    assert plan[-1].params["id"] == 7


@pytest.mark.parametrize(
    ("meta", "jobs", "generation"),
    [(None, None, 1), (4, None, 5), (None, 6, 7), (4, 6, 7), (6, 4, 7), (-3, None, 1)],
)
def test_the_next_generation_exceeds_everything_known(
    meta: int | None, jobs: int | None, generation: int
) -> None:
    """The highest of meta, jobs and 0, plus one (A243)."""
    remains = Remains(meta_generation=meta, job_generation=jobs, created_at_us=None, sequences=())
    assert next_generation(remains) == generation


def test_a_new_thread_archives_the_old_one_first() -> None:
    """The old thread is archived before the next is active, since only one may be (A43)."""
    archive, start = plan_new_thread(1, 4, 5, 9)
    assert archive.params["id"] == 4
    assert archive.expect_rows == 1
    assert (start.params["id"], start.params["status"]) == (5, "active")


def test_a_clear_empties_every_table_and_starts_anew() -> None:
    """Business rows go, the generation grows, and one empty thread is made (A63-A65, A248-A249)."""
    plan = plan_clear(1, 8, b"n" * 32, 9)
    assert statements(plan)[1:-4] == [f"clear/{table}" for table in CLEARED_TABLES]
    assert plan[-3:-1] == plan_current()
    assert (plan[-4].statement, plan[-1].statement) == ("store/reset_meta", "turns/insert_thread")
    assert plan[-4].params["subject_key"] == b"n" * 32
    assert plan[-1].params["id"] == 8
    assert plan[-1].params["source_key"] is None


def test_operations_survive_a_clear() -> None:
    """Neither operation ids nor meta and scope are deleted (design 4)."""
    assert not {"operations", "memory_meta", "scopes"} & set(CLEARED_TABLES)
    assert set(CLEARED_TABLES) >= set(NUMBERED_TABLES) - {"scopes"}
