"""`sayso trust`: what it tells of a memory that came with its folder, and its exit codes."""

from pathlib import Path

import pytest

from sayso.shell.store.trust import STRANGER
from tests.cli.conftest import Sayso
from tests.cli.told import contents, is_one_line
from tests.shell.damages import in_sql


@pytest.fixture
def brought(taught: Sayso, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sayso:
    """Give the command once the taught project has come to another user."""
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "another home"))
    return taught


def test_a_memory_that_was_brought(brought: Sayso, project: Path) -> None:
    """Until it is trusted everything ordinary is refused in one line that says what to do."""
    before = contents(project)
    told = brought("search", "units")
    assert (told.code, is_one_line(told)) == (3, True)
    assert "this memory came with the folder" in told.err
    assert "'sayso trust' takes it over" in told.err
    told = brought("status")
    assert told.code == 3
    assert STRANGER in told.out
    assert brought("show", "m1").code == 0
    assert contents(project) == before

    told = brought("trust")
    store = project / ".sayso" / "memory.db"
    assert told.code == 0
    assert told.out.splitlines() == [
        str(store),
        "2 turns, 2 memories in use",
        "checked as a whole, and trusted from now on",
    ]
    assert brought("search", "units").code == 0
    assert brought("trust").out.splitlines()[-1] == "checked as a whole; it was trusted before"


def test_the_answer_as_json(brought: Sayso, project: Path) -> None:
    """A program gets the same as fields; what it was trusted for before changes nothing."""
    fields = {
        "path": str(project / ".sayso" / "memory.db"),
        "turns": 2,
        "memories": 2,
        "changed": True,
        "findings": [],
    }
    assert brought("trust", "--json").answer == fields
    assert brought("trust", "--json").answer == fields | {"changed": False}


def test_a_damaged_memory_is_not_trusted(brought: Sayso, project: Path) -> None:
    """Exit code 3, every finding, and what can be done; it stays refused."""
    in_sql("UPDATE turns SET assistant_text = 'No.' WHERE id = 2")(project / ".sayso/memory.db")
    told = brought("trust")
    assert told.code == 3
    assert told.out.splitlines()[2:4] == [
        "not trusted:",
        "  t2: the answer is not the one that was stored",
    ]
    told = brought("trust", "--json")
    assert (told.code, told.answer["changed"]) == (3, False)
    assert told.answer["findings"] == ["t2: the answer is not the one that was stored"]
    assert brought("list").code == 3


def test_where_nothing_can_be_trusted(sayso: Sayso, project: Path) -> None:
    """Without a memory, or with somebody else's file in its place, it is one line."""
    told = sayso("trust")
    assert (told.code, is_one_line(told)) == (1, True)
    assert not list(project.glob(".sayso"))
    (project / ".sayso").mkdir()
    (project / ".sayso" / "memory.db").symlink_to(project / "elsewhere")
    told = sayso("trust")
    assert (told.code, is_one_line(told)) == (3, True)


def test_a_home_that_cannot_be_used(
    brought: Sayso, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it cannot be noted whom a memory belongs to, that is a storage error."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "file"))
    told = brought("trust")
    assert (told.code, is_one_line(told)) == (5, True)
    assert "set SAYSO_HOME to another" in told.err
