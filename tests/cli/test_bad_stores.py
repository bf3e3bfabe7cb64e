"""Bad stores: a clear line, the right exit code, and nothing changed."""

import json
import os
from pathlib import Path

import apsw
import pytest

from sayso.shell.entrances.hooks import main
from tests.cli.conftest import Sayso
from tests.cli.told import contents, is_one_line
from tests.faults.warm import Spawned, Start
from tests.shell.damages import DAMAGES, left_in
from tests.shell.lived import GENERATION, QUOTE, SAID, lived_in

PATIENCE_S = 60

COMMANDS = (
    ["status"],
    ["list"],
    ["notes"],
    ["show", "m1"],
    ["search", "x"],
    ["recall", "x"],
    ["read", "m1"],
    ["context"],
    ["record", "--user", "Hello."],
    ["import", "log.jsonl"],
    ["work"],
    ["forget", "m1"],
    ["retry", "j1"],
    ["drop", "j1"],
    ["new"],
    ["clear", "--confirm"],
    ["export"],
    ["export", "--salvage"],
    ["backup", "backup.db"],
    ["reindex"],
)
# What a damaged store stops; a backup says in words of its own why it is none.
SPECIAL = {"status", "show", "export", "clear", "backup"}
ORDINARY = [one for one in COMMANDS if one[0] not in SPECIAL]


def make_foreign(path: Path, *, wal: bool) -> None:
    """Put somebody else's database where the store would be."""
    path.parent.mkdir()
    connection = apsw.Connection(str(path))
    if wal:
        connection.pragma("journal_mode", "wal")
    connection.execute("CREATE TABLE customers (name); INSERT INTO customers VALUES ('Ada')")
    connection.close()


def damage(path: Path) -> None:
    """Take one object out of a store's catalogue."""
    connection = apsw.Connection(str(path))
    connection.execute("DROP INDEX memory_items_active")
    connection.close()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_is_not_there(sayso: Sayso, tmp_path: Path, command: list[str]) -> None:
    """A wrong project folder is not found, whatever the command."""
    for wrong in (tmp_path / "nowhere", Path(__file__), Path(__file__) / "below"):
        told = sayso("--project", str(wrong), *command)
        assert told.code == 1
        assert is_one_line(told)
        assert "is not a folder — give an existing folder with --project" in told.err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_permission(
    taught: Sayso, project: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """A store that may not be looked at is a storage error, told in one line."""
    real_stat = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name == "memory.db":
            raise PermissionError(13, "Permission denied", str(path))
        return real_stat(path, follow_symlinks=follow_symlinks)

    before = contents(project)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", stat)
        told = taught(*command)
        assert taught(*command, "--json").error["code"] == "storage_failed"
    assert told.code == 5
    assert is_one_line(told)
    assert "Permission denied — check path, rights and disk" in told.err
    assert contents(project) == before


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("wal", [False, True])
def test_somebody_elses_database(
    sayso: Sayso, project: Path, command: list[str], wal: bool
) -> None:
    """A foreign database is refused by every command, `clear` included, and stays untouched."""
    path = project / ".sayso" / "memory.db"
    make_foreign(path, wal=wal)
    before = (contents(project), path.stat().st_mtime_ns)
    told = sayso(*command)
    assert told.code == 3
    assert is_one_line(told)
    assert "is a database of another program" in told.err
    assert sayso(*command, "--json").error["code"] == "foreign_store"
    assert (contents(project), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize("command", ORDINARY)
@pytest.mark.parametrize("content", [b"certainly not a database, but text\n" * 50, b"\0" * 4096])
def test_not_a_database(sayso: Sayso, project: Path, command: list[str], content: bytes) -> None:
    """A file that is no database is a degraded store: nothing works on it or changes it."""
    path = project / ".sayso" / "memory.db"
    path.parent.mkdir()
    path.write_bytes(content)
    told = sayso(*command)
    assert told.code == 3
    assert is_one_line(told)
    assert path.read_bytes() == content


@pytest.mark.parametrize("command", COMMANDS)
def test_a_text_file_is_for_its_owner_to_move(
    sayso: Sayso, project: Path, command: list[str]
) -> None:
    """No command advises to clear it away, as `clear` would refuse that."""
    path = project / ".sayso" / "memory.db"
    path.parent.mkdir()
    path.write_text("certainly not a database, but text\n" * 50)
    told = sayso(*command)
    assert told.code == (0 if command == ["export"] else 3)
    assert "clear" not in told.out + told.err
    if command[0] not in {"show", "export"}:
        assert "memory.db is a text file" in told.out + told.err
        assert "move it away by hand" in told.out + told.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", ["a link", "a folder"])
def test_no_file_at_all(sayso: Sayso, project: Path, command: list[str], kind: str) -> None:
    """A link or a folder in the place of the store is refused by every command, and stays."""
    path = project / ".sayso" / "memory.db"
    path.parent.mkdir()
    if kind == "a link":
        path.symlink_to(project / "elsewhere.db")
    else:
        path.mkdir()
    told = sayso(*command)
    assert told.code == 3
    assert is_one_line(told)
    assert "move it away by hand" in told.err
    assert contents(project) == {}


@pytest.mark.parametrize("command", ORDINARY)
def test_a_degraded_store(taught: Sayso, project: Path, command: list[str]) -> None:
    """On a damaged store ordinary commands stop with the finding and change nothing."""
    damage(project / ".sayso" / "memory.db")
    before = contents(project)
    told = taught(*command)
    assert told.code == 3
    assert is_one_line(told)
    assert "the store is degraded: missing index memory_items_active — see 'sayso st" in told.err
    assert taught(*command, "--json").error["code"] == "degraded"
    assert contents(project) == before


def test_diagnosis_and_clear_work_on_a_degraded_store(taught: Sayso, project: Path) -> None:
    """`status` names the finding, `show` and `export` still read, `clear` starts over."""
    damage(project / ".sayso" / "memory.db")
    told = taught("status", "--json")
    assert told.code == 3
    assert told.answer["health"] == "degraded"
    assert told.answer["findings"] == ["missing index memory_items_active"]
    assert told.answer["items"]["active"] == 2
    assert "finding   missing index" in taught("status").out
    assert taught("show", "m2", "--json").answer["sources"][0]["turn_id"] == "t2"
    told = taught("export")
    assert told.code == 0
    assert "this is what could be read" in told.err
    assert len(json.loads(Path(told.out.strip()).read_bytes())["turns"]) == 2
    assert taught("clear").code == 2
    assert taught("status").code == 3
    assert taught("clear", "--confirm").code == 0
    assert taught("status", "--json").answer["health"] == "healthy"


@pytest.mark.parametrize("name", ["no meta", "extra table in a log", "header of zeros"])
def test_every_command_in_a_process_of_its_own(tmp_path: Path, name: str) -> None:
    """Nothing of this rests on what a process remembers: each command has one of its own."""
    path = lived_in(tmp_path).path
    DAMAGES[name](path)
    before = left_in(path.parent)

    def call(*command: str) -> tuple[int, str]:
        begun = Start(
            arguments=command, folder=str(tmp_path), environment=dict(os.environ), passed={}
        )
        process = Spawned(main, begun)
        out, err = process.communicate(PATIENCE_S)
        assert process.returncode is not None
        return process.returncode, (out + err).decode()

    for command in (["list"], ["record", "--user", "Hello."], ["work"], ["new"]):
        code, told = call(*command)
        assert code == 3
        assert told.startswith("sayso: the store is degraded: ")
    code, told = call("status")
    assert code == 3
    assert "health      degraded" in told
    assert "advice    'sayso export' saves what can be read" in told
    code, told = call("export", "--out", str(tmp_path / "out"))
    assert code == 0
    snapshot = json.loads(Path(told.splitlines()[0]).read_bytes())
    is_read = name != "header of zeros"
    assert [turn["user_text"] for turn in snapshot["turns"]] == (
        [SAID, "Later?"] if is_read else []
    )
    code, told = call("export", "--salvage", "--out", str(tmp_path / "out"))
    assert code == 0
    snapshot = json.loads(Path(told.splitlines()[0]).read_bytes())
    assert [turn["user_text"] for turn in snapshot["turns"]] == [SAID, "Later?"]
    code, told = call("show", "m1")
    assert code == (0 if is_read else 3)
    assert (f"proof:\n  t2 user: “{QUOTE}”" in told) is is_read
    assert left_in(path.parent) == before
    code, told = call("clear", "--confirm")
    assert (code, told.split(";")[1].split(".")[0]) == (
        0,
        f" generation {GENERATION + 1 if is_read else 1} begins",
    )
    assert call("record", "--user", "Hello.")[0] == 0
    assert call("status")[0] == 0
