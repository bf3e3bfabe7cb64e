"""A machine on which a doctor has nothing to say: room on its disk, no network drive, no leftovers.

What the machine of whoever runs the tests is like must not decide them.
"""

from __future__ import annotations

import os
import subprocess
from functools import partial
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.shell import doctor
from tests.faults.warm import Spawned, Start

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest


def calm(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Make a machine well whose temporary files lie in an empty folder; gives that."""
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setattr(doctor, "MOUNTS", folder / "no mounts")
    monkeypatch.setattr(limits, "DISK_FREE_MIN_BYTES", 0)
    return folder


def calm_and_warm(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """The same, with a doctor whose child comes from a warm interpreter."""
    monkeypatch.setattr(doctor, "subprocess", Warm)
    return calm(monkeypatch, folder)


class Warm:
    """What a doctor needs of `subprocess`, with children from a warm interpreter.

    They read a store as those of the doctor's own making do; these are tried in
    test_doctor_alone.py and by the command.
    """

    DEVNULL = subprocess.DEVNULL
    TimeoutExpired = subprocess.TimeoutExpired

    @staticmethod
    def run(
        command: list[str], *, env: Mapping[str, str], timeout: float, **_streams: object
    ) -> subprocess.CompletedProcess[bytes]:
        """Run what the command would have Python run, in a process of its own."""
        _, alone, written, source, *arguments = command
        assert (alone, written) == ("-I", "-c")
        program = partial(exec, source, {"__name__": "__main__"})
        begun = Start(arguments=arguments, folder=os.curdir, environment=dict(env), passed={})
        process = Spawned(program, begun)
        out, err = process.communicate(timeout)
        assert process.returncode is not None
        return subprocess.CompletedProcess(command, process.returncode, out, err)
