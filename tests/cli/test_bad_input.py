"""Bad requests and files: a clear line, the right exit code, and nothing changed."""

from pathlib import Path

import pytest

from tests.cli.conftest import Sayso
from tests.cli.told import contents, is_one_line


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
        (["chat"], "a chat needs a language model"),
        (["clear"], "clear deletes all memory"),
        (["backup"], "Missing argument"),
        (["backup", ""], "the backup's path is empty"),
        (["backup", "a\udcff"], "at character 1 "),
        (["restore", "", "--confirm"], "the backup's path is empty"),
        (["restore", "a\udcff", "--confirm"], "at character 1 "),
        (["restore", "backup.db"], "restore puts the backup in the place of all memory"),
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


def test_a_project_whose_path_is_no_utf8(sayso: Sayso, tmp_path: Path) -> None:
    """A folder whose name SQLite can't be told is refused before anything is made in it."""
    folder = tmp_path / "caf\udce9"
    folder.mkdir()
    told = sayso("--project", str(folder), "record", "--user", "Hello.")
    assert told.code == 2
    assert is_one_line(told)
    assert "the path of the project holds" in told.err
    assert list(folder.iterdir()) == []


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


@pytest.mark.parametrize(
    "line",
    [
        ("--project", "", "status"),
        ("--project", "", "clear", "--confirm"),
        ("import", ""),
        ("export", "--out", ""),
    ],
)
def test_an_empty_path_is_no_path(taught: Sayso, line: tuple[str, ...]) -> None:
    """An unset variable never stands for the current folder."""
    told = taught(*line)
    assert (told.code, told.out) == (2, "")
    assert "is empty" in told.err
    assert len(taught("list", "--json").answer["items"]) == 2
