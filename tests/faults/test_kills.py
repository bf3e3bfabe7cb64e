"""Real processes, killed by a signal at any moment while others write."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.faults.states import store_files
from tests.faults.survivors import survivor_faults

ROOT = Path(__file__).resolve().parents[2]
KILLS = 20


def test_whoever_is_killed_has_lost_nothing_acknowledged(tmp_path: Path) -> None:
    """Twenty kills among four writers: the store is sound, each acknowledged turn is there once and
    byte for byte, and what was cut off is there once or not at all (J02, S01).
    """
    (tmp_path / ".git").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.killing", str(tmp_path), str(KILLS), "7"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["kills"] == KILLS
    assert len(told["acked"]) >= KILLS
    files = store_files(tmp_path / ".sayso" / "memory.db")
    assert survivor_faults(tmp_path, files, told["acked"]) == []
