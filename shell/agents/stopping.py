"""A stop: the session's turn is completed with the words the user saw last.

They come with the event, or from the end of the agent's log where an older agent names only that.
The log may lag behind, so what it says counts only as the answer to the very words of the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.agents.payloads import CLAUDE_CODE, CODEX, CURSOR
from sayso.core.agents.turning import turn_to_finish
from sayso.core.project.ending import Binding, Ending
from sayso.core.raw import text_fault
from sayso.core.turns import TurnState
from sayso.shell.admitting import finish_turn
from sayso.shell.agents.sweeping import open_turns, pending_jobs
from sayso.shell.agents.visiting import opened
from sayso.shell.store.turn_rows import leased_turn_of

if TYPE_CHECKING:
    from sayso.shell.agents.visiting import Visit
    from sayso.shell.store.store import Store


def finish(visit: Visit) -> tuple[str, int]:
    """Complete the turn of a session, if one waits for that; the agent is told nothing."""
    with opened(visit) as store:
        if store is None or visit.is_trial:
            return "", 0
        binding = _waiting(visit, store)
        if binding is not None:
            ending = Ending(
                state=TurnState.COMPLETED, assistant_text=_answer(visit, store, binding)
            )
            finish_turn(store, visit.ports, binding, ending)
        return "", pending_jobs(store)


def _waiting(visit: Visit, store: Store) -> Binding | None:
    owner, session = visit.arrived.owner, visit.arrived.session
    with store.reading() as reading:
        thread_id = reading.guard().thread_id
        row = reading.row("turns/newest_of_session", thread_id=thread_id, session=session)
        newest = None if row is None else leased_turn_of(row)
        return turn_to_finish(open_turns(reading, owner, owner), newest, owner)


def _answer(visit: Visit, store: Store, binding: Binding) -> str:
    """Give the agent's last words, '' with a note where they cannot be had."""
    text = visit.arrived.text or _logged(visit, store, binding)
    if text is None:
        if visit.arrived.host != CURSOR:  # which has none to give
            visit.note("the agent's answer is neither in the payload nor in its log")
        return ""
    fault = text_fault(text, "the agent's answer", may_be_empty=True)
    if fault is not None:
        visit.note(fault)
        return ""
    return text


def _logged(visit: Visit, store: Store, binding: Binding) -> str | None:
    """Read the answer to a turn's words from the end of the agent's log."""
    path = visit.arrived.transcript
    if path is None or visit.arrived.host not in (CLAUDE_CODE, CODEX):
        return None
    from sayso.shell.agents.tails import answer_in
    from sayso.shell.store.rows import json_of
    from sayso.shell.store.turn_rows import turn_of

    turn = turn_of(store.look("turns/by_ids", ids=json_of([binding.turn_id]))[0])
    return answer_in(visit.arrived.host, path, turn.user_text)
