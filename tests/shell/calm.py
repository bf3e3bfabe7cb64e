"""A machine on which a doctor has nothing to say: room on its disk, no network drive, no leftovers.

What the machine of whoever runs the tests is like must not decide them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.shell import doctor

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def calm(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Make a machine well whose temporary files lie in an empty folder; gives that."""
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setattr(doctor, "MOUNTS", folder / "no mounts")
    monkeypatch.setattr(limits, "DISK_FREE_MIN_BYTES", 0)
    return folder
