"""Which processes live on this machine, and which of them are the same that they were.

A number alone is not a process: it is given anew. Where the system tells when a process began
(Linux), that goes with the number, and with it the start of the machine itself.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Protocol

from sayso.core.knowledge.dream_lease import Running

_PROC: Final = Path("/proc")
_DEAD: Final = frozenset("ZX")  # ended, though nobody has asked for its result yet
_STATE, _STARTED = 0, 19  # fields of /proc/PID/stat behind the name


class Machine(Protocol):
    """What is known of processes here."""

    def host(self) -> str:
        """Name the machine, or the part of it in which numbers of processes mean the same."""

    def pid(self) -> int:
        """Give the number of this process."""

    def running(self, pid: int) -> Running | None:
        """Look for a process that lives here."""


class ThisMachine:
    """The machine that this process runs on."""

    def __init__(self, proc: Path = _PROC) -> None:
        """Read what Linux tells of processes below `proc`; elsewhere there is no such folder."""
        self._proc = proc

    def host(self) -> str:
        """Give the name of the machine; a container counts its processes by itself."""
        name = os.uname().nodename
        try:
            return f"{name} {(self._proc / 'self' / 'ns' / 'pid').readlink()}"
        except OSError:
            return name

    def pid(self) -> int:
        """Give the number of this process."""
        return os.getpid()

    def running(self, pid: int) -> Running | None:
        """Ask by signal 0; a process of somebody else refuses it, and lives."""
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return None
        except PermissionError:
            pass
        try:
            told = (self._proc / f"{pid}" / "stat").read_text("utf-8", "replace")
            boot = (self._proc / "sys" / "kernel" / "random" / "boot_id").read_text("utf-8")
        except OSError:
            return Running()
        fields = told.rpartition(")")[2].split()
        if fields[_STATE] in _DEAD:
            return None
        return Running(started=f"{boot.strip()}:{fields[_STARTED]}")
