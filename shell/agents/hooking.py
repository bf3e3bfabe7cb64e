"""One event of a coding agent: payload in, what the agent is told out, and never a raised fault.

A prompt is stored and answered with what is relevant now, a stop ends its turn, a session's start
is told where things stand, and its end gives up what it left open. Whatever goes wrong becomes a
line of the journal and the agent goes on without memory: a hook neither blocks it nor speaks to the
user. What takes time is left to a worker. With SAYSO_PROBE a hook answers as it would and changes
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.agents.payloads import (
    PROMPT,
    SESSION_START,
    STOP,
    Arrived,
    Ignored,
    host_of,
    read_payload,
)
from sayso.shell.agents.journal import note_fired
from sayso.shell.agents.visiting import Visit, is_trial, keep, note_for, project_of
from sayso.shell.errors import SaysoError
from sayso.shell.ports import system_ports

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.ports import Ports


def answer_hook(event: str, host: str, raw: bytes, ports: Ports | None = None) -> str:
    """Do what an event asks for and give what goes to standard output, '' for nothing."""
    arrived = read_payload(event, host, raw)
    if isinstance(arrived, Ignored):
        _pass_over(arrived, event, host)
        if arrived.opened is None:
            return ""
        arrived = arrived.opened
    project: Path | None = None
    try:
        project = project_of(arrived)
        told = _answer(_visit(arrived, project, ports or system_ports()))
    except Exception as error:  # noqa: BLE001 - whatever it is, the agent goes on
        note_for(_folder(arrived.folder) if project is None else project, arrived, error)
        return ""
    return told


def _visit(arrived: Arrived, project: Path, ports: Ports) -> Visit:
    return Visit(
        arrived=arrived,
        project=project,
        ports=ports,
        now_us=ports.clock.now_us(),
        is_trial=is_trial(),
    )


def _answer(visit: Visit) -> str:
    """Do what the event asks for, then have a worker do what is due; each event loads its own."""
    event = visit.arrived.event
    if event == PROMPT:
        from sayso.shell.agents.prompted import take_prompt as act
    elif event == SESSION_START:
        from sayso.shell.agents.starting import start_session as act
    elif event == STOP:
        from sayso.shell.agents.stopping import finish as act
    else:
        from sayso.shell.agents.sweeping import end_session as act
    try:
        told, pending = act(visit)
    finally:
        if not visit.is_trial:
            note_fired(visit.project, visit.arrived.host, event)
    _start_worker(visit, pending)
    return told


def _start_worker(visit: Visit, pending: int) -> None:
    """Start a worker where jobs wait; that none could be started costs the agent nothing."""
    if pending <= 0 or visit.is_trial:
        return
    from sayso.shell.detached import start_if_due

    try:
        start_if_due(visit.project, pending)
    except (OSError, SaysoError) as error:
        visit.note(error)


def _pass_over(ignored: Ignored, event: str, host: str) -> None:
    if not ignored.is_fault:
        return
    host = ignored.host or host_of(event, host)
    keep(_folder(ignored.folder), host, event or "?", ignored.reason)


def _folder(named: str) -> Path | None:
    """Give the project whose status is to show a fault, None where that cannot be told."""
    from pathlib import Path

    from sayso.shell.store.opening import find_project

    try:
        return find_project(Path(named)) if named else None
    except (SaysoError, OSError, RuntimeError, ValueError):
        return None
