"""A SAYSO_HOME of its own for every run that makes stores: tests, benches, simulations, soaks.

Whoever runs them keeps settings and known stores under a home of their own, which no run may read
or write. Processes that a run starts inherit the variable.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "SAYSO_HOME"


def use_own_home(*, with_settings: bool = False, below: str | None = None) -> Path:
    """Point SAYSO_HOME to a new folder until this process ends, and give the folder.

    It is empty, or holds a copy of the user's settings where the run is to use their model. It is
    made where temporary files are, or below another folder.
    """
    folder = Path(tempfile.mkdtemp(prefix="sayso-home-", dir=below))
    maker = os.getpid()
    settings = Path(os.environ.get(VARIABLE) or Path.home() / ".sayso", "config.toml")
    if with_settings and settings.is_file():
        shutil.copy(settings, folder)

    def remove() -> None:
        if os.getpid() == maker:  # a forked child ends before the others are done
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    os.environ[VARIABLE] = str(folder)
    return folder
