"""What tests of the life of turns and jobs share: a bare turn, one step, a watch that ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.project.admission import Admitted, TurnRequest
from sayso.core.project.intents import GENERAL_CHAT
from sayso.shell.admitting import Lease, admit, begin_turn

if TYPE_CHECKING:
    from sayso.core.project.ending import Binding
    from sayso.shell.memory import Memory
    from sayso.shell.worker import Step


def begun(memory: Memory) -> Binding:
    """Begin a turn of the owner `me` and give where it is bound."""
    admitted = admit(TurnRequest(user_text="Hello?", intent=GENERAL_CHAT, session=""))
    assert isinstance(admitted, Admitted)
    lease = Lease(owner="me", duration_us=limits.TURN_LEASE_US)
    return begin_turn(memory.store, memory.ports, admitted, lease).binding


def tick(memory: Memory) -> list[int]:
    """Let the schedule run one step and give the jobs it took."""
    step = memory.worker().step(None, force=False)
    return [] if step is None else [job.id for job in step.jobs]


def watch_for(memory: Memory, looks: int) -> list[Step]:
    """Watch until a number of looks have been taken."""
    left = [looks]

    def is_stopped() -> bool:
        left[0] -= 1
        return left[0] < 0

    seen: list[Step] = []
    memory.worker().watch(is_stopped, seen.append)
    return seen
