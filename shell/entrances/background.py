"""The entrance of a detached worker: `python -m sayso.shell.entrances.background PROJECT`.

`shell/detached.py` starts it. Nobody reads what it prints and nobody waits for it, so it prints
nothing: what goes wrong with it becomes a line of the journal, what goes wrong with a job stands
with that job. A signal ends it as it ends any command.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

INHERITED: Final = range(3, 256)  # what a careless host may have left open in its children
POLITENESS: Final = 10  # people come first on a machine


def main(arguments: Sequence[str]) -> int:
    """Work off what is due in one project; gives the exit code and never raises."""
    from sayso.shell.entrances.cli.stopping import Stopped, stopped_by_signals

    project = Path(arguments[0])
    try:
        with stopped_by_signals():
            return _work(project)
    except Stopped as stopped:
        return stopped.exit_code


def _work(project: Path) -> int:
    from sayso.core.diagnostics import describe
    from sayso.shell.agents.journal import note_fault
    from sayso.shell.errors import SaysoError
    from sayso.shell.ports import system_ports
    from sayso.shell.settings import load_settings
    from sayso.shell.store.opening import store_path
    from sayso.shell.unattended import work_unattended

    try:
        work_unattended(project, load_settings(), system_ports())
    except Exception as error:  # noqa: BLE001 - the outermost place: nobody else would tell of it
        if not store_path(project).exists():
            return 0  # cleared away meanwhile: there is nothing left to do, nor to tell
        told = (
            f"{error.message}; {error.hint}" if isinstance(error, SaysoError) else describe(error)
        )
        note_fault(project, "sayso", "background", told)
        return 1
    return 0


def _stand_back() -> None:
    """Keep nothing of whoever started us: no open file, no folder, no claim to the processor."""
    os.closerange(INHERITED.start, INHERITED.stop)
    os.chdir(os.sep)
    with suppress(OSError):
        os.nice(POLITENESS)


if __name__ == "__main__":
    named = [str(Path(name).resolve()) for name in sys.argv[1:]]
    _stand_back()
    sys.exit(main(named))
