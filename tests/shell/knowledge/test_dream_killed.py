"""A process that is killed while it dreams holds nothing, and leaves nothing half done."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sayso.shell.knowledge.dreaming import AutoDream
from sayso.shell.knowledge.routers import RulesRouter
from sayso.shell.knowledge.system import MemorySystem
from tests.shell.knowledge.dreamkit import LATE


class Asleep:
    """A router that says that it was asked, and never answers."""

    def complex(self, prompt: str, *, system: str) -> str:
        sys.stdout.write("asked\n")
        sys.stdout.flush()
        return sys.stdin.read()


def test_the_dream_of_a_killed_process_is_dreamt_anew(tmp_path: Path) -> None:
    """While it lives nobody else dreams, forced or not; the moment it is dead somebody does."""
    memory = MemorySystem(tmp_path)
    memory.add_pattern(LATE)
    memory.add_pattern({**LATE, "fix_hint": ""})
    dream = AutoDream(memory, RulesRouter(), tmp_path)
    command = [sys.executable, "-m", "tests.shell.knowledge.test_dream_killed", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"asked\n"
        assert dream.lock_path.exists()
        assert dream.try_dream(force=True) is None
        child.kill()
        child.wait()
    assert dream.lock_path.exists()
    result = dream.try_dream(force=True)
    assert result is not None
    assert result["patterns_removed"] == 1
    assert len(memory.base.folder.read_list("dream_log.json")) == 1
    assert not dream.lock_path.exists()


if __name__ == "__main__":
    project = Path(sys.argv[1])
    AutoDream(MemorySystem(project), Asleep(), project).try_dream(force=True)
