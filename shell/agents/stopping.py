"""A stop: the session's turn is completed with the words the user saw last.

They come with the event, or from the end of the agent's log where an older agent names only that.
The log may lag behind, so what it says counts only as the answer to the very words of the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.agents.payloads import CLAUDE_CODE, CODEX, CURSOR, prompt_op_id
from sayso.core.agents.turning import RecentTurn, read_stop
from sayso.core.project.ending import Ending
from sayso.core.raw import text_fault, text_sha256
from sayso.core.turns import TurnState
from sayso.shell.admitting import finish_turn
from sayso.shell.agents.sweeping import open_turns, pending_jobs
from sayso.shell.agents.visiting import opened
from sayso.shell.gaps import mark_gap
from sayso.shell.store.turn_rows import leased_turn_of

if TYPE_CHECKING:
    from sayso.core.agents.payloads import Arrived
    from sayso.core.agents.turning import Stopped
    from sayso.core.project.ending import Binding, LeasedTurn
    from sayso.shell.agents.visiting import Visit
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.store import Store


def finish(visit: Visit) -> tuple[str, int]:
    """Complete the turn that a stop ends; the agent is told nothing.

    One that ends none, with other words than its turn has, ends an exchange that is not stored:
    what the user says next answers those words.
    """
    with opened(visit) as store:
        if store is None or visit.is_trial:
            return "", 0
        stopped = _read(visit, store)
        if stopped.ends is not None:
            answer = _answer(visit, store, stopped.ends)
            ending = Ending(state=TurnState.COMPLETED, assistant_text=answer)
            finish_turn(store, visit.ports, stopped.ends, ending)
        ended = stopped.ended
        if stopped.is_late or (ended is not None and _says_more(visit, store, ended)):
            mark_gap(store, visit.arrived.session)
        return "", pending_jobs(store)


def _read(visit: Visit, store: Store) -> Stopped:
    owner, session = visit.arrived.owner, visit.arrived.session
    with store.reading() as reading:
        rows = reading.rows(
            "turns/newest_of_session",
            thread_id=reading.guard().thread_id,
            session=session,
            limit_rows=limits.HOOK_NAMED_TURNS_MAX,
        )
        recent = [
            RecentTurn(
                leased=leased_turn_of(row),
                user_sha256=row[9],
                is_parted=bool(row[10]),
                is_named=_is_named(reading, visit.arrived, (row[0], row[9])),
            )
            for row in rows
        ]
        return read_stop(open_turns(reading, owner, owner), recent, owner)


def _is_named(reading: Reading, arrived: Arrived, turn: tuple[int, bytes]) -> bool:
    """Tell whether a turn was begun under the prompt's id that a stop names."""
    turn_id, user_sha256 = turn
    if not arrived.name:
        return False
    op_id = prompt_op_id(arrived.session, arrived.name, user_sha256)
    row = reading.row("store/operation", op_id=op_id)
    return row is not None and row[2] == str(turn_id)


def _says_more(visit: Visit, store: Store, ended: LeasedTurn) -> bool:
    """Tell whether a stop may have other words than the turn that had ended; Cursor's have none."""
    if visit.arrived.host == CURSOR:
        return False
    text = visit.arrived.text or _logged(visit, store, ended.place.turn_id)
    return text is None or text_sha256(text) != ended.assistant_sha256


def _answer(visit: Visit, store: Store, binding: Binding) -> str:
    """Give the agent's last words, '' with a note where they cannot be had."""
    text = visit.arrived.text or _logged(visit, store, binding.turn_id)
    if text is None:
        if visit.arrived.host != CURSOR:  # which has none to give
            visit.note("the agent's answer is neither in the payload nor in its log")
        return ""
    fault = text_fault(text, "the agent's answer", may_be_empty=True)
    if fault is not None:
        visit.note(fault)
        return ""
    return text


def _logged(visit: Visit, store: Store, turn_id: int) -> str | None:
    """Read the answer to a turn's words from the end of the agent's log."""
    path = visit.arrived.transcript
    if path is None or visit.arrived.host not in (CLAUDE_CODE, CODEX):
        return None
    from sayso.shell.agents.tails import answer_in
    from sayso.shell.store.rows import json_of
    from sayso.shell.store.turn_rows import turn_of

    turn = turn_of(store.look("turns/by_ids", ids=json_of([turn_id]))[0])
    return answer_in(visit.arrived.host, path, turn.user_text)
