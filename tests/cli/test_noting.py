"""The commands about notes of other memory products: import, notes, forget."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.told import contents, is_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Sayso


@pytest.fixture
def noted(sayso: Sayso, project: Path) -> Sayso:
    """Give a command line on a project that imported two notes."""
    entries = [
        {"id": "1", "memory": "User prefers tabs.", "created_at": "2025-01-01T00:00:00Z"},
        {"id": "2", "memory": "用户喝\u202e茶", "created_at": "2025-03-01T00:00:00Z"},
        {"id": "3"},
    ]
    (project / "m.json").write_text(json.dumps({"results": entries}), encoding="utf-8")
    told = sayso("import", str(project / "m.json"))
    assert "notes     2 notes kept apart, 0 known before" in told.out
    assert "skipped   bad-message 1" in told.out
    return sayso


def test_notes_are_listed_newest_first(noted: Sayso) -> None:
    """A line for each, safe for a terminal; a query narrows them down."""
    lines = noted("notes").out.splitlines()
    assert lines == [
        "n2   mem0         2025-03-01 00:00Z  用户喝\\u202e茶",
        "n1   mem0         2025-01-01 00:00Z  User prefers tabs.",
    ]
    answer = noted("notes", "TABS user", "--json").answer
    assert answer["query"] == "TABS user"
    (note,) = answer["notes"]
    assert (note["id"], note["product"], note["text"]) == ("n1", "mem0", "User prefers tabs.")
    assert note["said_at"] == 1_735_689_600_000_000
    assert noted("notes", "nothing").err == "sayso: no notes with these words\n"


def test_a_note_is_forgotten_by_its_id(noted: Sayso, project: Path) -> None:
    """It says what became of it, and a second import brings nothing back."""
    assert "n1 is forgotten and its text gone" in noted("forget", "n1").out
    assert noted("forget", "n1", "--json").answer == {"id": "n1", "changed": False}
    answer = noted("import", str(project / "m.json"), "--json").answer
    assert (answer["notes"], answer["known_notes"]) == (0, 2)
    assert [one["id"] for one in noted("notes", "--json").answer["notes"]] == ["n2"]
    assert noted("status", "--json").answer["foreign_notes"] == 1
    assert "other notes 1 ('sayso notes')" in noted("status").out


def test_a_dry_run_says_what_would_be_kept(sayso: Sayso, project: Path) -> None:
    """Nothing is made by it, not even a store."""
    (project / "m.json").write_text('[{"memory": "Tea."}]', encoding="utf-8")
    told = sayso("import", str(project / "m.json"), "--dry-run")
    assert "notes     1 note would be kept apart, 0 known before" in told.out
    assert not (project / ".sayso").exists()


def test_notes_without_memory_or_without_notes(sayso: Sayso) -> None:
    """A project without memory says so and gets none; one without notes says that."""
    told = sayso("notes")
    assert (told.code, told.out) == (0, "")
    assert "no memory in" in told.err
    assert sayso("notes", "--json").answer == {"query": "", "notes": []}
    sayso("record", "--user", "Hello.")
    assert sayso("notes").err == "sayso: no notes\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("forget", "n9"), 1),
        (("forget", "n0"), 2),
        (("forget", "nope"), 2),
        (("notes", "a\udcff"), 2),
        (("notes", "a", "b"), 2),
    ],
)
def test_bad_input(noted: Sayso, project: Path, arguments: tuple[str, ...], code: int) -> None:
    """One line says what was wrong, and nothing changes."""
    before = contents(project)
    told = noted(*arguments)
    assert told.code == code
    assert is_one_line(told)
    assert contents(project) == before
