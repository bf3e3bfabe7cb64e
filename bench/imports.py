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

from tests.large_logs import FORMS, log_of, name_of
from tests.own_home import use_own_home

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


def main() -> None:
    """Print one table, a line as soon as it is known."""
    size_bytes = int(os.environ.get("SAYSO_BENCH_MB", "200")) * MEBIBYTE
    print(f"{'what':34} {'log MiB':>8} {'turns':>8} {'seconds':>8} {'peak MiB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for form in FORMS:
            log = write(Path(folder), form, size_bytes)
            if form == FORMS[0]:
                tell("read whole, in Python alone", log, run(sys.executable, "-c", WHOLE, str(log)))
            tell(f"import --dry-run, {form}", log, importing(folder, log, "--dry-run"))
            log.unlink()
        log = write(Path(folder), STORED, size_bytes // STORED_SHARE)
        tell(f"import, {STORED}", log, importing(folder, log))


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


def tell(what: str, log: Path, cost: Cost) -> None:
    """Print a line of the table."""
    turns = json.loads(cost.out)["data"]["turns"] if cost.out else ""
    size_mib = log.stat().st_size / MEBIBYTE
    figures = f"{size_mib:8.0f} {turns:>8} {cost.seconds:8.1f} {cost.peak_mib:9.0f}"
    print(f"{what:34} {figures}", flush=True)


if __name__ == "__main__":
    use_own_home()
    main()
