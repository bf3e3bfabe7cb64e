"""Each layer is a file that is read strictly, changed under its lock, and never written over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core.knowledge.code_merge import Source
from sayso.shell.errors import (
    KnowledgeDamagedError,
    MemoryStorageError,
    NotFoundError,
    RequestError,
)
from sayso.shell.knowledge import layer_files as layers
from tests.shell.knowledge.knowkit import folder_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.knowledge.folder import Folder
    from tests.kit import World


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Folder, World]:
    """Give an empty folder of knowledge with its world."""
    return folder_in(tmp_path / "memory")


def test_notes_grow_by_dated_entries(kept: tuple[Folder, World]) -> None:
    """The notes are '' at first; each entry stands under its time, in UTC."""
    folder, world = kept
    assert folder.read_text(layers.PROJECT) == ""
    layers.append_project_note(folder, "Release on Fridays.")
    world.clock.advance(60)
    layers.append_project_note(folder, "周五发布。")
    told = folder.read_text(layers.PROJECT).split("\n\n")
    assert told[0] == "# Project memory"
    assert [one.splitlines()[1] for one in told[1:]] == ["Release on Fridays.", "周五发布。"]
    assert told[1].splitlines()[0] < told[2].splitlines()[0]
    with pytest.raises(RequestError, match="lone surrogate at character"):
        layers.append_project_note(folder, "half \ud83d")
    assert folder.read_text(layers.PROJECT) == "\n\n".join(told)


def test_a_function_has_one_file_however_it_is_written(kept: tuple[Folder, World]) -> None:
    """The file is named in capitals; each write sets its time, and the caller's value stays."""
    folder, _ = kept
    given: dict[str, object] = {"description": "brakes"}
    layers.write_function(folder, "brake_check", given)
    assert given == {"description": "brakes"}
    found = folder.read_object(layers.function_file("BRAKE_check"))
    assert found is not None
    assert found.keys() == {"description", layers.UPDATED}
    assert folder.stems(layers.FUNCTIONS) == ["BRAKE_CHECK"]
    assert folder.read_object(layers.function_file("horn")) is None
    layers.write_function(folder, "../../out", {})
    assert folder.stems(layers.FUNCTIONS) == ["%2E.%2F..%2FOUT", "BRAKE_CHECK"]
    with pytest.raises(RequestError, match="has no name"):
        layers.write_function(folder, " ", {})


def test_a_change_that_changes_nothing_writes_nothing(kept: tuple[Folder, World]) -> None:
    """The time of a file tells when something new was learned, not when somebody looked."""
    folder, world = kept
    before = layers.change_function(folder, "brake", lambda known: known | {"issues": 1})
    world.clock.advance(60)
    assert layers.change_function(folder, "brake", lambda known: known | {"issues": 1}) == before
    after = layers.change_function(folder, "brake", lambda known: known | {"issues": 2})
    assert str(after[layers.UPDATED]) > str(before[layers.UPDATED])


def test_a_pattern_is_kept_once_and_goes_by_the_same_id(kept: tuple[Folder, World]) -> None:
    """Adding gives the id under which it is removed; the same content is not kept twice."""
    folder, _ = kept
    pattern = {"function": "brake", "symptom": "late", "keywords": ["debounce"]}
    one = layers.add_to_patterns(folder, pattern)
    assert layers.add_to_patterns(folder, {**pattern, "_id": "made up"}) == one
    two = layers.add_to_patterns(folder, {**pattern, "symptom": "never"})
    assert [one["_id"] for one in layers.similar_patterns(folder, "BRAKE", ["debounce"])] == sorted(
        [one, two]
    )
    removed = layers.remove_from_patterns(folder, [one, "nobody"])
    assert [each["symptom"] for each in removed] == ["late"]
    assert len(folder.read_list(layers.PATTERNS)) == 1


def test_a_session_goes_from_its_start_to_its_end(kept: tuple[Folder, World]) -> None:
    """Two of one second have two names; steps and findings follow each other; it is closed once."""
    folder, world = kept
    first = layers.start_session(folder, "C7", "late brake", "in time")
    second = layers.start_session(folder, "C7", "again", "")
    assert second == f"{first}_2"
    layers.log_step(folder, first, "read log", {"lines": 3})
    world.clock.advance(1)
    layers.log_step(folder, first, "look at code", "debounce")
    layers.log_finding(folder, first, {"cause": "debounce"})
    layers.finish_session(folder, first, "debounce too long")
    found, other = layers.read_sessions(folder)
    steps = found["steps"]
    assert isinstance(steps, list)
    assert [one["step"] for one in steps] == ["read log", "look at code"]
    assert (found["status"], found["result_summary"]) == ("completed", "debounce too long")
    assert (other["status"], other["steps"]) == ("started", [])
    with pytest.raises(NotFoundError, match="no session C8"):
        layers.log_step(folder, "C8", "x", "y")
    assert folder.stems(layers.SESSIONS) == [first, second]
    with pytest.raises(RequestError, match="has no name"):
        layers.start_session(folder, "", "x", "y")


def test_a_case_lies_where_the_caller_says(kept: tuple[Folder, World], tmp_path: Path) -> None:
    """Its JSON is the truth; each write replaces it whole and sets its time."""
    folder, _ = kept
    case = tmp_path / "cases" / "C7"
    assert layers.read_case(folder, case) == {}
    layers.write_case(folder, case, {"problem": "late"})
    layers.write_case(folder, case, {"root_cause": "debounce"})
    assert layers.read_case(folder, case).keys() == {"root_cause", layers.UPDATED}
    assert (case / "memory.json").is_file()


def test_two_sources_keep_what_they_know_of_code(kept: tuple[Folder, World]) -> None:
    """Learner and diagnosis write one file; a renewal of one leaves the other's part."""
    folder, _ = kept
    learned = {"alarm_logic": {"rules": [{"id": "r1", "when": "late"}]}}
    found = {"alarm_logic": {"rules": [{"id": "diag-1", "when": "never"}]}}
    layers.merge_into_code(folder, "brake", learned)
    merged = layers.merge_into_code(folder, "brake", found)
    assert folder.read_object(layers.code_file("BRAKE")) == merged
    renewed = layers.renew_in_code(folder, "brake", {}, Source.LEARNER)
    assert renewed["alarm_logic"] == found["alarm_logic"]
    with pytest.raises(RequestError, match="knowledge of BRAKE can't be merged: alarm_logic: must"):
        layers.merge_into_code(folder, "brake", {"alarm_logic": []})
    assert folder.read_object(layers.code_file("brake")) == renewed
    assert layers.write_code(folder, "horn", learned) == learned
    folder.write(layers.LEARNING_STATE, {"cursor": 3})
    assert layers.functions_of_code(folder) == ["BRAKE", "HORN"]


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"a": NaN}', b"\xff"])
def test_a_damaged_file_is_told_and_never_written_over(
    kept: tuple[Folder, World], content: bytes
) -> None:
    """Reading and every change end with its name; its bytes stay for whoever puts it right."""
    folder, _ = kept
    paths = [folder.root / layers.function_file("brake"), folder.root / layers.code_file("brake")]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        with pytest.raises(KnowledgeDamagedError, match=path.name) as raised:
            folder.read_object(str(path.relative_to(folder.root)))
        assert raised.value.exit_code == 3
    with pytest.raises(KnowledgeDamagedError):
        layers.write_function(folder, "brake", {})
    with pytest.raises(KnowledgeDamagedError):
        layers.merge_into_code(folder, "brake", {})
    assert [path.read_bytes() for path in paths] == [content, content]
    (folder.root / layers.PROJECT).write_bytes(b"\xff")
    with pytest.raises(KnowledgeDamagedError, match="is no UTF-8"):
        layers.append_project_note(folder, "more")


def test_what_is_no_json_is_not_written(kept: tuple[Folder, World]) -> None:
    """A value that no file can hold is refused with its place, and the file stays."""
    folder, _ = kept
    layers.write_function(folder, "brake", {"a": 1})
    with pytest.raises(RequestError, match=r"cannot hold this: value\.a: set is no JSON value"):
        layers.write_function(folder, "brake", {"a": {1}})
    found = json.loads((folder.root / layers.function_file("brake")).read_bytes())
    assert found["a"] == 1


def test_only_files_of_the_folder_are_listed(
    kept: tuple[Folder, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is hidden or of another kind is no layer; a folder that can't be listed is told."""
    folder, _ = kept
    assert folder.stems(layers.FUNCTIONS) == []
    for name in ("HORN.json", ".HORN.json.sayso-tmp", "notes.txt", "BRAKE.json"):
        (folder.root / layers.FUNCTIONS).mkdir(parents=True, exist_ok=True)
        (folder.root / layers.FUNCTIONS / name).write_bytes(b"{}")
    assert folder.stems(layers.FUNCTIONS) == ["BRAKE", "HORN"]

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(folder.root), "iterdir", refuse)
    with pytest.raises(MemoryStorageError, match="cannot list"):
        folder.stems(layers.FUNCTIONS)
