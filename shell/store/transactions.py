"""The end of a transaction: a plan's writes in order, and a commit that is known or told unknown.

A plan that changes another number of rows than it expects is not applied at all. An error at
COMMIT is reported as unknown unless nothing can have been saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import apsw

from sayso.core import outcome
from sayso.shell.errors import (
    MemorySchemaError,
    MemoryStorageError,
    StalePlanError,
    UnknownCommitError,
)
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.outcome import Result
    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Reading, Work
    from sayso.shell.store.rows import Row

T = TypeVar("T")

LOOK: Final = (
    "look whether it is there before you repeat it; under an operation id it can be repeated"
)
REPEAT: Final = "repeat it, under the same operation id: it takes effect at most once"


def apply_plan(connection: apsw.Connection, plan: Plan) -> None:
    """Run a plan's writes in order; raises StalePlanError where one does not fit any more."""
    for write in plan:
        connection.execute(statement(write.statement), write.params)
        expected = write.expect_rows
        if expected is not None and connection.changes() != expected:
            raise StalePlanError(
                f"{write.statement} changed {connection.changes()} rows, not {expected}",
                "the state has moved on; look again and repeat",
            )


def run_chains(
    connection: apsw.Connection, reading: Reading, chains: Sequence[Sequence[Work[T]]]
) -> tuple[bool, tuple[tuple[Result[T, Exception], ...], ...]]:
    """Run chains of works up to the first of each that fails; tell whether any has written."""
    has_written = False
    told: list[tuple[Result[T, Exception], ...]] = []
    for chain in chains:
        answers: list[Result[T, Exception]] = []
        for work in chain:
            wrote, answer = _run_apart(connection, reading, work)
            has_written = has_written or wrote
            answers.append(answer)
            if outcome.is_failure(answer):
                break
        told.append(tuple(answers))
    return has_written, tuple(told)


def _run_apart(
    connection: apsw.Connection, reading: Reading, work: Work[T]
) -> tuple[bool, Result[T, Exception]]:
    """Run a work of a transaction that does more: what it fails at undoes nothing but its own."""
    connection.execute("SAVEPOINT apart")
    try:
        plan, answer = work(reading, reading.guard())
        apply_plan(connection, plan)
    except (apsw.Error, MemorySchemaError, MemoryStorageError):
        raise
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one work is its own
        connection.execute("ROLLBACK TO apart")
        connection.execute("RELEASE apart")
        return False, outcome.Failure(error)
    connection.execute("RELEASE apart")
    return bool(plan), outcome.Success(answer)


def commit_plan(connection: apsw.Connection) -> tuple[str, int]:
    """Count this transaction and commit it; gives the store's id and its new count.

    Raises UnknownCommitError when nobody can tell what became of it. Then the connection is of no
    use any more: what it sees may not be what is on the disk.
    """
    count, store_id = _first(connection, "store/count_commit")
    try:
        connection.execute("COMMIT")
    except apsw.Error as error:
        if connection.in_transaction or _was_kept_out(connection, count, error):
            raise
        raise UnknownCommitError(
            f"the commit failed ({error}); the change may have been saved", LOOK
        ) from error
    return store_id, count


def repeatable(unknown: UnknownCommitError) -> UnknownCommitError:
    """Give the error of work that can be repeated as it is."""
    return UnknownCommitError(unknown.message, REPEAT)


def _was_kept_out(connection: apsw.Connection, count: int, error: apsw.Error) -> bool:
    """Tell whether a full disk has kept a commit out: its last page is not in the log then.

    So it cannot come back either, unlike one that was written and not synced.
    """
    if not isinstance(error, apsw.FullError):
        return False
    try:
        return bool(_first(connection, "store/meta")[3] < count)
    except apsw.Error:
        return False


def _first(connection: apsw.Connection, name: str) -> Row:
    rows: list[Row] = connection.execute(statement(name)).fetchall()
    return rows[0]
