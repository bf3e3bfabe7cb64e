"""What an import of a large log costs: peak resident memory and time, a whole process each.

Logs of every format are made in a folder of their own. A dry run reads and keys everything; the
import of the last line also stores and learns, from a log that is mostly output of tools. Beside
them a Python that only reads the file whole. `SAYSO_BENCH_MB` sets the size, 200 by default.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.tables import Figure, one_number
from tests.large_logs import FORMS, log_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECT: Final = "A process that imports a log; size is that of the log in MiB."
SIZE_MIB: Final = 200
SIZE_QUICK_MIB: Final = 20
SCRIPT = str(Path(sys.executable).with_name("sayso"))
MEBIBYTE = 1024 * 1024
STORED = "claude-code"  # few turns in much output
STORED_SHARE = 20  # of the size: learning takes its time by the turn, not by the byte
WHOLE = "import sys; open(sys.argv[1], 'rb').read()"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a process took, and what it printed."""

    seconds: float
    peak_mib: float
    out: str


def run(*command: str) -> Cost:
    """Run a process and measure it alone, not with all others that came before."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said = out.read().decode()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {said}")
    return Cost(seconds=time.perf_counter() - started, peak_mib=usage.ru_maxrss / 1024, out=said)


def figures(quick: bool) -> Iterator[Figure]:
    """Read a log of every format, and import one."""
    size_mib = SIZE_QUICK_MIB if quick else int(os.environ.get("SAYSO_BENCH_MB", SIZE_MIB))
    size_bytes = size_mib * MEBIBYTE
    with tempfile.TemporaryDirectory() as folder:
        for form in FORMS:
            log = write(Path(folder), form, size_bytes)
            if form == FORMS[0]:
                alone = run(sys.executable, "-c", WHOLE, str(log))
                yield from told("read whole, in Python alone", size_mib, alone)
            cost = importing(folder, log, "--dry-run")
            yield from told(f"sayso import --dry-run, {form}", size_mib, cost)
            log.unlink()
        log = write(Path(folder), STORED, size_bytes // STORED_SHARE)
        cost = importing(folder, log)
        yield from told(f"sayso import, {STORED}", size_mib // STORED_SHARE, cost)


def write(folder: Path, form: str, size_bytes: int) -> Path:
    """Write a log of a format."""
    path = folder / name_of(form)
    with path.open("wb") as file:
        file.writelines(log_of(form, size_bytes))
    return path


def importing(folder: str, log: Path, *options: str) -> Cost:
    """Import a log into the memory of a folder."""
    given = (*options, "--any-folder", "--json", str(log))
    return run(SCRIPT, "--project", folder, "import", *given)


def told(who: str, size_mib: int, cost: Cost) -> Iterator[Figure]:
    """Give the figures of one process."""
    turns = f"{json.loads(cost.out)['data']['turns']:,} turns" if cost.out else ""
    for subject, value, unit in (
        ("import of a log, peak memory", cost.peak_mib, "MB"),
        ("import of a log, time", cost.seconds, "s"),
    ):
        yield one_number(value, subject=subject, who=who, size=size_mib, unit=unit, note=turns)
