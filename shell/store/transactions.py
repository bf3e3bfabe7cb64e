"""The end of a transaction: a plan's writes in order, and a commit that is known or told unknown.

A plan that changes another number of rows than it expects is not applied at all. An error at
COMMIT is reported as unknown unless nothing can have been saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import apsw

from sayso.shell.errors import StalePlanError, UnknownCommitError
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.shell.store.rows import Row

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
