"""The commands that use knowledge and tell how it stands: context, recall, status and check."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from tests.cli.told import contents, is_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Know

CASE = json.dumps(
    {
        "function": "brake",
        "problem": "late release",
        "root_cause": "debounce",
        "keywords": ["release"],
    }
).encode()
LAYERS = ["project", "function", "patterns", "sessions", "case", "code_knowledge", "constants"]


@pytest.fixture
def known(know: Know, project: Path) -> Know:
    """Give a project with a source file, a baseline, a note and a case."""
    (project / "brake.c").write_text("int brake(void) { return 1; }\n", "utf-8")
    know("init")
    know("note", "Releases are on Fridays.")
    know("function", "brake", "--issue", "slow")
    assert know("case", "write", "C7", "-", stdin=CASE).code == 0
    return know


def drift(project: Path) -> None:
    """Change the source."""
    (project / "brake.c").write_text("int brake(void) { return 2; }\n", "utf-8")


def test_the_context_of_a_problem(known: Know) -> None:
    """It holds notes, the function and its patterns; the case at hand is shown, and is no hit."""
    told = known("context", "brake", "late release")
    assert (told.code, told.err) == (0, "")
    for part in ("Fridays", "slow", "late release → debounce"):
        assert part in told.out
    answer = known("context", "brake", "late release", "--json").answer
    assert answer == {"function": "BRAKE", "context": told.out.rstrip("\n")}
    assert "## Found by" in told.out
    alone = known("context", "brake", "late release", "--case", "C7").out
    assert "## Found by" not in alone
    assert '"root_cause":"debounce"' in alone


def test_what_drifted_is_withheld_and_named(known: Know, project: Path) -> None:
    """After a change of the code no pattern and no hit is shown; notes are."""
    drift(project)
    told = known("context", "brake", "late release").out
    assert "debounce" not in told
    assert "[drift: code]" in told
    assert "Fridays" in told
    lines = known("recall", "--function", "brake", "--query", "late release").out.splitlines()
    assert "patterns        blocked_stale  drift" in lines
    assert "semantic        blocked_stale  drift" in lines


def test_recall_answers_as_its_contract_has_it(known: Know, project: Path) -> None:
    """As JSON it is the contract itself; for people a layer is a line with its source."""
    before = contents(project)
    line = ("recall", "--function", "brake", "--query", "late release", "--case", "C7")
    answer = known(*line, "--json").answer
    assert answer["schema_version"] == "memory-recall.v1"
    assert [one["layer"] for one in answer["items"]] == [*LAYERS, "semantic"]
    states = {one["layer"]: one["status"] for one in answer["items"]}
    assert states["patterns"] == states["case"] == "available"
    assert states["sessions"] == "not_available"
    lines = known(*line).out.splitlines()
    assert "project         available      .sayso/knowledge/project.md" in lines
    assert "  Releases are on Fridays." in lines
    assert "constants       not_available  nothing_known" in lines
    answer = known("recall", "--layers", "project, patterns", "--max-chars", "60", "--json").answer
    assert [one["layer"] for one in answer["items"]] == ["project", "patterns"]
    assert answer["items"][0]["truncated"] or answer["items"][1]["truncated"]
    assert contents(project) == before


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (("--layers", "nonsense"), "unknown layer 'nonsense'"),
        (("--layers", "project,,case"), "names no layers"),
        (("--layers", ""), "the layers is empty"),
        (("--max-items", "0"), "max_items must be a whole number from 1"),
        (("--max-chars", "9999999"), "max_chars must be a whole number from 1"),
        (("--max-chars", "many"), "'many' is not a valid int"),
        (("--case", "."), "names no case"),
        (("--case", "../../elsewhere"), "leads out of the project"),
        (("--query", "a\udcff"), "at character 1 "),
    ],
)
def test_what_recall_cannot_be_asked(known: Know, line: tuple[str, ...], what: str) -> None:
    """One line says what is wrong, with exit code 2."""
    told = known("recall", *line)
    assert told.code == 2
    assert is_one_line(told)
    assert what in told.err


def test_the_status_counts_and_judges(known: Know, project: Path) -> None:
    """Counts for each layer, the baseline, what is fresh, and that no dream has been."""
    answer = known("status", "--json").answer
    assert answer["counts"] == {
        "notes": len((project / ".sayso/knowledge/project.md").read_text("utf-8")),
        "functions": 1,
        "patterns": 1,
        "sessions": 0,
        "sessions_finished": 0,
        "cases": 1,
        "code_functions": 0,
    }
    assert (answer["sources"], answer["changed"], answer["findings"]) == (1, [], 0)
    assert {one["is_usable"] for one in answer["scopes"]} == {True}
    assert (answer["last_dream"], answer["dreaming"], answer["kept_aside"]) == (None, False, [])
    drift(project)
    answer = known("status", "--json").answer
    assert (answer["changed"], answer["findings"]) == (["brake.c"], 2)
    assert {one["reason"] for one in answer["scopes"]} == {"drift"}
    lines = known("status").out.splitlines()
    assert "  case_history     withheld: drift" in lines
    assert lines[-1] == "findings     2: 'sayso knowledge check' names them"


def test_a_check_names_drift_and_damage(known: Know, project: Path) -> None:
    """A sound base is told so; each finding says where, why and what to do, with exit code 1."""
    told = known("check")
    assert (told.code, told.out) == (0, "nothing is wrong\n")
    drift(project)
    folder = project / ".sayso" / "knowledge"
    (folder / "patterns.json").write_text("[", "utf-8")
    (folder / "sessions" / "S1.json").write_text("[]", "utf-8")
    before = contents(project)
    told = known("check", "--json")
    assert told.code == 1
    found = [(one["kind"], one["where"]) for one in told.answer["findings"]]
    assert found == [
        ("damaged", "patterns.json"),
        ("damaged", "sessions/S1.json"),
        ("drift", "brake.c"),
    ]
    assert all(one["why"] and one["hint"] for one in told.answer["findings"])
    lines = known("check").out.splitlines()
    assert [line.split()[0] for line in lines] == ["damaged", "damaged", "drift"]
    assert contents(project) == before


def test_a_crowd_of_drifted_files_is_counted(known: Know, project: Path) -> None:
    """Only the first few are named, and how many more there are."""
    for number in range(7):
        (project / f"new{number}.py").write_text("x = 1\n", "utf-8")
    found = known("check", "--json").answer["findings"]
    drifted = [one["where"] for one in found if one["kind"] == "drift"]
    assert drifted == [*(f"new{number}.py" for number in range(5)), "2 more"]
    assert ("stale", "case_history:BRAKE") in [(one["kind"], one["where"]) for one in found]


def test_a_crowd_of_sessions_is_told(known: Know, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every context looks at all sessions, so too many of them are a finding."""
    monkeypatch.setattr(limits, "SESSIONS_KEPT_MAX", 1)
    known("session", "start", "C1", "late")
    assert known("check").code == 0
    known("session", "start", "C2", "late")
    (found,) = known("check", "--json").answer["findings"]
    assert (found["kind"], found["where"]) == ("crowded", "sessions")


def test_what_lies_aside_is_listed(known: Know, project: Path) -> None:
    """Files that were damaged and kept are named by the status, those of the index too."""
    folder = project / ".sayso" / "knowledge"
    for name in ("kept-aside", "semantic/kept-aside"):
        (folder / name).mkdir(parents=True)
        (folder / name / "old").write_text("x", "utf-8")
    asides = ["kept-aside/old", "semantic/kept-aside/old"]
    assert known("status", "--json").answer["kept_aside"] == asides
    assert known("status").out.splitlines()[-1] == "kept aside   semantic/kept-aside/old"


@pytest.mark.parametrize("category", ["constants", "codegraph", "interfaces"])
def test_a_category_that_was_not_refreshed_is_a_finding(
    known: Know, project: Path, category: str
) -> None:
    """Where something is kept of it, or could be; the hint says who learns it again."""
    folder = project / ".sayso" / "knowledge"
    entry = {"status": "stale", "input_signature": "x", "producer": "p", "updated_at": "t"}
    manifest = {"schema_version": 1, "variant_id": "", "categories": {category: entry}}
    (folder / "knowledge_manifest.json").write_text(json.dumps(manifest), "utf-8")
    if category == "constants":
        assert known("check").code == 0
        (folder / "code_knowledge" / "constants.json").write_text("{}", "utf-8")
    (found,) = known("check", "--json").answer["findings"]
    assert (found["kind"], found["where"]) == ("stale", category)
    assert ("code learn" in found["hint"]) is (category == "codegraph")


def test_knowledge_that_nobody_watches_is_named(know: Know) -> None:
    """Without a baseline no drift can be seen, which is a finding."""
    know("note", "x")
    told = know("check")
    assert told.code == 1
    assert "there is no baseline" in told.out
    assert know("status", "--json").answer["baseline_at"] == ""
    assert "no baseline" in know("status").out


def test_a_manifest_that_is_damaged_withholds(known: Know, project: Path) -> None:
    """What can't be read is never taken for fresh, and the warning comes with the answer."""
    (project / ".sayso/knowledge/knowledge_manifest.json").write_text("{}", "utf-8")
    told = known("context", "brake", "late release")
    assert told.code == 0
    assert "debounce" not in told.out
    assert told.err.startswith("sayso: what was learned from code is withheld: ")
    assert known("check").code == 1


@pytest.mark.parametrize("line", [("context", "f", "late"), ("recall",), ("status",), ("check",)])
def test_asking_makes_nothing(know: Know, project: Path, line: tuple[str, ...]) -> None:
    """Without knowledge the answer is empty and says how it begins."""
    told = know(*line)
    assert told.code == 0
    assert "'sayso knowledge init'" in told.err
    assert know(*line, "--json").code == 0
    assert contents(project) == {}
