"""Builds threads and turns from rows.

A RAW text becomes part of a record here and nowhere else, from its bytes and under its hash: one
that is not what was stored raises DamagedTextError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.catalog import RECOVER
from sayso.core.project.ending import LeasedTurn, TurnPlace
from sayso.core.raw import raw_fault, read_raw
from sayso.core.turns import Origin, Role, Thread, ThreadStatus, Turn, TurnState
from sayso.shell.errors import DamagedTextError
from sayso.shell.store.rows import meaningful

if TYPE_CHECKING:
    from sayso.core.outcome import Result
    from sayso.shell.store.rows import Row


@meaningful
def turn_of(row: Row) -> Turn:
    """Build a turn from the columns of the statements below sql/turns."""
    return Turn(
        id=row[0],
        thread_id=row[1],
        session=row[2],
        sequence=row[3],
        intent=row[4],
        origin=Origin(row[5]),
        user_text=_intact(row, Role.USER),
        assistant_text=_intact(row, Role.ASSISTANT),
        state=TurnState(row[8]),
        said_at_us=row[9],
        created_at_us=row[10],
    )


def raw_of(row: Row, role: Role) -> Result[str, str]:
    """Give one side of a turn's row if it is what was stored, else one line about it."""
    text, sha256 = (row[6], row[11]) if role is Role.USER else (row[7], row[12])
    return read_raw(row[0], role, text, sha256)


def _intact(row: Row, role: Role) -> str:
    """Give one side of a turn's row; no failure is made of what is seldom one."""
    text, sha256 = (row[6], row[11]) if role is Role.USER else (row[7], row[12])
    fault = raw_fault(row[0], role, text, sha256)
    if fault is not None:
        raise DamagedTextError(fault, RECOVER)
    return str(text, "utf-8")


@meaningful
def leased_turn_of(row: Row) -> LeasedTurn:
    """Build a turn's place with its state, owner and lease."""
    return LeasedTurn(
        place=TurnPlace(
            turn_id=row[0], thread_id=row[1], session=row[2], sequence=row[3], scope_id=row[4]
        ),
        state=TurnState(row[5]),
        assistant_sha256=row[6],
        owner=row[7],
        expires_at_us=row[8],
    )


@meaningful
def thread_of(row: Row) -> Thread:
    """Build a thread."""
    return Thread(
        id=row[0],
        scope_id=row[1],
        status=ThreadStatus(row[2]),
        compaction=row[3],
        compaction_sequence=row[4],
    )
