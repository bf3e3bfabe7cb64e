"""Commands that keep a memory safe: doctor, backup, restore."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.shell.agents.journal import note_fired
from tests.cli.told import contents, is_one_line
from tests.shell.calm import calm
from tests.shell.damages import DAMAGES
from tests.shell.lived import lived_in

if TYPE_CHECKING:
    from tests.cli.conftest import Sayso

SCRIPT = Path(sys.executable).with_name("sayso")
GREETED = '{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{}}}'
ALONE = """\
hint     no coding agent is connected to this project
         'sayso connect claude-code' connects one, likewise codex and cursor
"""


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder for temporary files, on a machine without a finding of its own."""
    return calm(monkeypatch, tmp_path_factory.mktemp("temporary"))


@pytest.fixture
def store(project: Path) -> Path:
    """Give where the project's store lies; its folder keeps others out from the beginning."""
    return project / ".sayso" / "memory.db"


def test_a_backup_and_its_restore(taught: Sayso, tmp_path: Path) -> None:
    """What was forgotten after the backup is there again after the restore, and it is said."""
    file = tmp_path / "a.db"
    told = taught("backup", str(file))
    assert told.code == 0
    assert told.out.startswith(f"{file}\n2 turns, the newest of ")
    assert told.out.endswith("Z, 2 memories in use, checked whole\n")
    taught("forget", "m1")
    told = taught("restore", str(file), "--confirm")
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0].startswith("restored 2 turns, the newest of ")
    assert lines[0].endswith(", 2 memories in use; generation 2 begins")
    assert lines[1:] == [
        "given up: 1 saved change since the backup",
        "what was forgotten or cleared after the backup is there again: forget it anew",
    ]
    assert [one["id"] for one in taught("list", "--json").answer["items"]] == ["m2", "m1"]


def test_backup_and_restore_as_json(taught: Sayso, store: Path, tmp_path: Path) -> None:
    """A program reads numbers."""
    file = tmp_path / "a.db"
    made = taught("backup", str(file), "--json").answer
    assert made == {
        "path": str(file),
        "bytes": file.stat().st_size,
        "turns": 2,
        "memories": 2,
    }
    done = taught("restore", str(file), "--confirm", "--json").answer
    assert done == {
        "path": str(store),
        "turns": 2,
        "memories": 2,
        "generation": 2,
        "given_up": 0,
    }
    shutil.rmtree(store.parent)
    done = taught("restore", str(file), "--confirm", "--json").answer
    assert done["given_up"] is None
    shutil.rmtree(store.parent)
    told = taught("restore", str(file), "--confirm")
    assert "given up: whatever was there before" in told.out


def test_a_restore_needs_its_confirmation(taught: Sayso, project: Path, tmp_path: Path) -> None:
    """Without it nothing happens, and the error says how it is given."""
    taught("backup", str(tmp_path / "a.db"))
    before = contents(project)
    told = taught("restore", str(tmp_path / "a.db"))
    assert told.code == 2
    assert is_one_line(told)
    assert "confirm it with 'sayso restore" in told.err
    assert contents(project) == before


def test_a_backup_of_nothing(sayso: Sayso, project: Path, tmp_path: Path) -> None:
    """A project without memory has nothing to back up, and gets none by the way."""
    told = sayso("backup", str(tmp_path / "a.db"))
    assert told.code == 1
    assert is_one_line(told)
    assert "no memory in" in told.err
    assert [path.name for path in project.iterdir()] == [".git"]


def test_a_degraded_store_is_not_backed_up(taught: Sayso, store: Path, tmp_path: Path) -> None:
    """The error names the finding, and the ways to save what is left."""
    connection = apsw.Connection(str(store))
    connection.execute("DROP INDEX memory_items_active")
    connection.close()
    told = taught("backup", str(tmp_path / "a.db"))
    assert told.code == 3
    assert is_one_line(told)
    assert "degraded store: missing index memory_items_active — 'sayso export' saves" in told.err
    assert not (tmp_path / "a.db").exists()


def test_a_sound_memory(taught: Sayso, store: Path) -> None:
    """The doctor says that nothing is wrong, and whose store it is."""
    told = taught("doctor")
    assert told.code == 0
    assert told.out == f"nothing is wrong: every page, word, quote and right was looked at\n{ALONE}"
    answer = taught("doctor", "--json").answer
    assert [one["about"] for one in answer["findings"]] == ["agent"]
    assert answer["agents"] == []
    assert answer["store"].pop("id")
    assert answer["store"].pop("commits") > 1
    assert answer["store"] == {"path": str(store), "exists": True, "generation": 1}


def test_a_project_without_memory(sayso: Sayso, project: Path) -> None:
    """Nothing is wrong there, and nothing is made."""
    told = sayso("doctor")
    assert (told.code, told.out) == (0, ALONE)
    assert "no memory in" in told.err
    told = sayso("doctor", "--json")
    assert told.answer["store"]["exists"] is False
    assert sayso("doctor", "--accept").code == 1
    assert [path.name for path in project.iterdir()] == [".git"]


def test_warnings_and_hints_have_exit_codes_of_their_own(taught: Sayso, store: Path) -> None:
    """A hint is no failure, a warning is 1, damage is 3; each line says what to do."""
    mark = Path(f"{store}.mark")
    mark.unlink()
    told = taught("doctor")
    assert told.code == 0
    assert told.out == (
        "hint     the mark memory.db.mark is not there\n"
        f"         the next change makes it; until then a lost log would not be noticed\n{ALONE}"
    )
    store.parent.chmod(0o755)
    told = taught("doctor")
    assert told.code == 1
    assert told.out.startswith(f"warning  {store.parent} is open to other users (mode 755)\n")
    assert "\nhint     the mark" in told.out
    store.write_bytes(store.read_bytes()[:5_000])
    told = taught("doctor", "--json")
    assert told.code == 3
    assert {"damage", "warning"} <= {one["severity"] for one in told.answer["findings"]}


def test_what_lies_there_is_accepted(taught: Sayso, store: Path) -> None:
    """An older copy put back by hand is degraded until its owner accepts it."""
    before = store.read_bytes()
    taught("record", "--user", "Soon lost.")
    store.write_bytes(before)
    assert taught("status").code == 3
    told = taught("doctor")
    assert told.code == 3
    assert "'sayso doctor --accept' goes on with what is left" in told.out
    told = taught("doctor", "--accept")
    assert told.code == 0
    assert told.out == "what lies there is the memory from now on\ngiven up: 1 saved change\n"
    assert taught("status").code == 0
    answer = taught("doctor", "--accept", "--json").answer
    assert answer.pop("commits") > 1
    assert answer == {"path": str(store), "given_up": 0, "findings": []}
    store.parent.chmod(0o755)
    told = taught("doctor", "--accept")
    assert told.code == 1
    assert f"\nwarning  {store.parent} is open to other users" in told.out


def test_damage_is_not_accepted(taught: Sayso, store: Path) -> None:
    """What is damaged does not become the truth by being accepted."""
    connection = apsw.Connection(str(store))
    connection.execute("CREATE TABLE extra (x)")
    connection.close()
    told = taught("doctor", "--accept")
    assert told.code == 3
    assert is_one_line(told)
    assert "what lies there is not sound: unexpected table extra" in told.err


@pytest.mark.parametrize("name", ["endless view", "overwritten", "gone with a log", "text"])
def test_the_doctor_in_a_process_of_its_own(tmp_path: Path, name: str) -> None:
    """A fresh program tells the damage in plain lines, without a traceback, and changes nothing."""
    path = lived_in(tmp_path).path
    DAMAGES[name](path)
    before = contents(tmp_path)
    done = subprocess.run(
        [SCRIPT, "doctor"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert done.stdout.startswith("damage   ")
    assert done.stderr == ""
    assert contents(tmp_path) == before


def test_a_stranger_s_file_is_a_finding(sayso: Sayso, project: Path) -> None:
    """The doctor tells what lies there where other commands only refuse it."""
    (project / ".sayso").mkdir(mode=0o700)
    (project / ".sayso" / "memory.db").write_text("Dear diary, " * 90)
    told = sayso("doctor", "--json")
    assert told.code == 3
    finding, _ = told.answer["findings"]
    assert "is a text file" in finding["what"]
    assert "move it away" in finding["advice"]
    (project / ".sayso" / "memory.db").rename(project / "diary.txt")
    told = sayso("restore", str(project / "diary.txt"), "--confirm")
    assert told.code == 3
    assert is_one_line(told)
    assert "is a text file, not a Sayso store — nothing was changed" in told.err


def test_a_connected_agent_is_told_with_its_last_hook(
    taught: Sayso, project: Path, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People see which agent fires and when; a program gets its files and the time."""
    program = tmp_path / "sayso"
    program.write_text(f"#!/bin/sh\n[ $1 = hook ] || echo '{GREETED}'\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    taught("connect", "codex", "--user")
    told = taught("doctor")
    assert (told.code, told.out.splitlines()[-1]) == (0, "agent    codex (user): has not fired yet")
    note_fired(project, "codex", "Stop")
    os.utime(store.parent / "fired" / "codex.Stop", (1_700_000_000, 1_700_000_000))
    told = taught("doctor")
    assert told.out.splitlines()[1:] == ["agent    codex (user): fired 2023-11-14 22:13Z"]
    (agent,) = taught("doctor", "--json").answer["agents"]
    assert agent == {
        "host": "codex",
        "scope": "user",
        "hook_file": f"{tmp_path}/nobody/.codex/hooks.json",
        "server_file": f"{tmp_path}/nobody/.codex/config.toml",
        "fired_at": 1_700_000_000_000_000,
    }
    program.unlink()
    told = taught("doctor")
    assert (told.code, told.out.splitlines()[1].split()[0]) == (1, "warning")


def test_an_index_that_is_behind_is_brought_up_to_date(taught: Sayso, store: Path) -> None:
    """The command says what it indexed; with nothing to do it says that."""
    told = taught("reindex")
    assert (told.code, told.out) == (0, "everything is indexed already\n")
    whole = taught("reindex", "--all", "--json").answer
    assert whole["memories"] >= 1
    assert whole["turns"] >= 1
    told = taught("reindex", "--all")
    assert told.out.startswith(f"indexed {whole['turns']} turn")
    assert store.exists()
