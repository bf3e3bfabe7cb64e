"""Bad input: a clear line, the right exit code, and nothing changed."""

import json
import os
from pathlib import Path

import apsw
import pytest

from tests.cli.conftest import Sayso
from tests.cli.told import Told, contents

COMMANDS = (
    ["status"],
    ["list"],
    ["show", "m1"],
    ["search", "x"],
    ["read", "m1"],
    ["context"],
    ["record", "--user", "Hello."],
    ["import", "log.jsonl"],
    ["work"],
    ["forget", "m1"],
    ["new"],
    ["clear", "--confirm"],
    ["export"],
)


def is_one_line(told: Told) -> bool:
    """Tell whether an error was exactly one line on stderr, and nothing on stdout."""
    return told.out == "" and told.err.startswith("sayso: ") and told.err.count("\n") == 1


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
    assert "is not a Sayso store" in told.err
    assert sayso(*command, "--json").error["code"] == "foreign_store"
    assert (contents(project), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if one[0] not in {"status", "export", "clear"}]
)
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


@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if one[0] not in {"status", "show", "export", "clear"}]
)
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


@pytest.mark.parametrize(
    ("name", "code", "kind"),
    [
        ("m999", 1, "not_found"),
        ("abc", 2, "bad_request"),
        ("m0", 2, "bad_request"),
        ("t1", 2, "bad_request"),
        ("", 2, "bad_request"),
        ("m1\udc80", 2, "bad_request"),
        ("9" * 30, 2, "bad_request"),
    ],
)
def test_an_id_that_names_nothing(
    taught: Sayso, project: Path, name: str, code: int, kind: str
) -> None:
    """An unknown id is not found, a text that is no id is a usage error."""
    before = contents(project)
    for command in ("show", "read", "forget"):
        told = taught(command, name)
        assert told.code == code
        assert is_one_line(told)
        assert taught(command, name, "--json").error["code"] == kind
    assert contents(project) == before


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (["record", "--user", ""], "the user text is empty"),
        (["record", "--user", " \n　"], "the user text is empty"),
        (["search", ""], "the query is empty"),
        (["record", "--user", "a\udcffb"], "at character 1 "),
        (["record", "--user", "x", "--assistant", "ab\udcff"], "at character 2 "),
        (["record", "--user", "x", "--session", "\udcff"], "at character 0 "),
        (["record", "--user", "x", "--op-id", "\udcff"], "at character 0 "),
        (["record", "--user", "x", "--op-id", ""], "operation id"),
        (["record", "--user", "x", "--intent", "\udcff"], "at character 0 "),
        (["search", "中\udcff"], "at character 1 "),
        (["context", "--session", "\udcff"], "at character 0 "),
        (["record", "--user", "x", "--intent", "nonsense"], "unknown intent 'nonsense'"),
        (["record", "--user", "x", "--session", "s" * 300], "the session name is longer"),
        (["record", "--user", "x" * 10_000_000], "has 10000000 bytes, the limit is 8388608"),
        (["record", "--user", "中" * 3_000_000], "has 9000000 bytes, the limit is 8388608"),
        (["record"], "give either --user or --from"),
        (["record", "--user", "x", "--from", "-"], "give either --user or --from"),
        (["record", "--from", "-", "--op-id", "a"], "--from brings its own"),
        (["record", "--from", "-"], "- holds no turns"),
        (["record", "--from", "."], ". is a folder"),
        (["work", "--drain", "--watch"], "--drain and --watch exclude each other"),
        (["clear"], "clear deletes all memory"),
        (["nonsense"], "No such command 'nonsense'"),
        (["list", "--nonsense"], "No such option: --nonsense"),
        (["show"], "Missing argument"),
        (["record", "--user"], "requires an argument"),
    ],
)
def test_a_request_that_cannot_be_used(
    sayso: Sayso, project: Path, command: list[str], what: str
) -> None:
    """A bad request exits with 2, says what is wrong, and makes no store."""
    told = sayso(*command)
    assert told.code == 2
    assert is_one_line(told)
    assert what in told.err
    assert "json" not in told.out
    told = sayso("--json", *command)
    assert told.code == 2
    assert told.error["code"] in {"bad_request", "usage"}
    assert told.err == ""
    assert [path.name for path in project.iterdir()] == [".git"]


def test_a_turn_of_ten_megabytes_in_a_line(sayso: Sayso) -> None:
    """A line with a turn beyond the limit is refused by its number; its neighbour is kept."""
    feed = b'{"user":"' + b"x" * 10_000_000 + b'"}\n{"user":"small"}\n'
    told = sayso("record", "--from", "-", "--json", stdin=feed)
    assert told.code == 1
    assert told.answer["turns"] == ["t1"]
    (fault,) = told.answer["faults"]
    assert fault["line"] == 1
    assert "has 10000000 bytes, the limit is 8388608" in fault["reason"]


def test_a_line_without_end(sayso: Sayso) -> None:
    """A line longer than any turn can be is passed over without being held in memory."""
    feed = b"x" * (40 * 1024 * 1024) + b'\n{"user":"small"}'
    told = sayso("record", "--from", "-", "--json", stdin=feed)
    assert told.answer["turns"] == ["t1"]
    assert told.answer["faults"] == [{"line": 1, "reason": "it is longer than 33554432 bytes"}]


def test_a_file_that_is_not_there(sayso: Sayso, project: Path) -> None:
    """A missing file of turns is not found."""
    told = sayso("record", "--from", str(project / "missing.jsonl"))
    assert told.code == 1
    assert is_one_line(told)
    assert "there is no file" in told.err


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty-file"),
        (b"\n\n", "empty-file"),
        (bytes(range(256)) * 4, "binary-file"),
        (b"Dear diary,\nnothing happened.\n", "unknown-format"),
        (b"PK\x03\x04" + b"\0" * 100, "binary-file"),
    ],
)
def test_a_file_that_is_no_log(
    sayso: Sayso, project: Path, tmp_path: Path, content: bytes, reason: str
) -> None:
    """A file that can't be a log is named with the reason, and no store is made for it."""
    log = tmp_path / "log.jsonl"
    log.write_bytes(content)
    told = sayso("import", str(log))
    assert told.code == 1
    assert told.err.startswith(f"sayso: {log}: {reason} — ")
    told = sayso("import", str(log), "--json")
    assert told.code == 1
    assert [one["reason"] for one in told.answer["faults"]] == [reason]
    assert [path.name for path in project.iterdir()] == [".git"]


def test_a_log_that_is_not_there(sayso: Sayso, project: Path) -> None:
    """A missing log is a fault of its own; a good one beside it is still taken in."""
    log = project / "chat.jsonl"
    log.write_text('{"user": "From now on answer in tables."}\n')
    told = sayso("import", str(project / "missing"), str(log), "--json")
    assert told.code == 1
    assert told.answer["faults"][0]["reason"] == "not-found"
    assert told.answer["turns"] == 1


def test_an_export_that_has_no_place(taught: Sayso, project: Path) -> None:
    """An export below a file is a storage error, and leaves nothing behind."""
    blocker = project / "file"
    blocker.write_text("in the way")
    before = contents(project)
    for place in (blocker, blocker / "below"):
        told = taught("export", "--out", str(place))
        assert told.code == 5
        assert is_one_line(told)
    assert contents(project) == before
