"""The commands of layered knowledge that note, keep and show: what they change and say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.told import contents, is_one_line

if TYPE_CHECKING:
    from tests.cli.conftest import Know, Sayso


def kept(project: Path, name: str, variant: str = "") -> Path:
    """Name a file of a project's knowledge, or of a variant's."""
    below = Path("workspaces", variant, "memory") if variant else Path("knowledge")
    return project / ".sayso" / below / name


def test_a_folder_is_made_once(know: Know, project: Path) -> None:
    """It is private, git leaves it alone, and making it again changes nothing."""
    (project / "brake.c").write_text("int brake(void) { return 1; }\n", "utf-8")
    assert know("init").out.splitlines() == [
        "Knowledge lies in .sayso/knowledge.",
        "1 source file in 1 language: how they are now is the baseline.",
    ]
    folder = kept(project, "")
    assert sorted(one.name for one in folder.iterdir() if one.name != ".locks") == [
        "code_knowledge",
        "freshness_state.json",
        "functions",
        "sessions",
    ]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (project / ".sayso" / ".gitignore").read_text("utf-8") == "*\n"
    before = contents(project)
    assert know("init").out == "Knowledge lay before in .sayso/knowledge.\n"
    answer = know("init", "--json").answer
    assert (answer["path"], answer["created"], answer["baseline"]) == (str(folder), False, False)
    assert contents(project) == before


def test_a_store_can_be_made_beside_it(know: Know, sayso: Sayso) -> None:
    """Knowledge comes first or last: a memory of the same project begins and works as ever."""
    know("note", "Releases are on Fridays.")
    assert sayso("record", "--user", "Hello.").code == 0
    assert sayso("status", "--json").answer["health"] == "healthy"
    assert "Fridays" in know("note").out


def test_notes_grow_and_are_replaced(know: Know, project: Path) -> None:
    """A note stands under a heading with its time; --replace takes all of standard input."""
    assert know("note", "Releases are on Fridays.").out == "Noted.\n"
    assert know("note", "刹车灯").code == 0
    shown = know("note").out
    assert shown.count("## [") == 2
    assert shown.endswith("刹车灯\n")
    assert know("note", "--json").answer == {
        "text": kept(project, "project.md").read_text("utf-8"),
        "changed": False,
    }
    assert know("note", "--replace", stdin="# All\n新\n".encode()).out == "Replaced.\n"
    assert kept(project, "project.md").read_text("utf-8") == "# All\n新\n"


def test_a_function_is_described(know: Know) -> None:
    """Texts are set and taken out, issues are added once, and capitals don't matter."""
    assert know("function", "brake").out == "Nothing is known of BRAKE.\n"
    know("function", "brake", "--set", "description=Brakes = wheels", "--set", "owner=Ada")
    know("function", "Brake", "--issue", "late", "--issue", "late", "--set", "owner=")
    answer = know("function", "BRAKE", "--json").answer
    assert answer["function"] == "BRAKE"
    del answer["knowledge"]["_updated"]
    assert answer["knowledge"] == {
        "function": "BRAKE",
        "description": "Brakes = wheels",
        "known_issues": ["late"],
    }
    assert know("function").out == "BRAKE\n"
    lines = know("function", "brake").out.splitlines()
    assert lines[1:] == [
        "description: Brakes = wheels",
        "function: BRAKE",
        "known_issues:",
        "  - late",
    ]


def test_what_is_no_text_is_left_alone(know: Know, project: Path) -> None:
    """A number or list under a key is refused to be set, and an issue needs a list."""
    path = kept(project, "functions/BRAKE.json")
    path.parent.mkdir(parents=True)
    path.write_text('{"diagnosis_count": 3, "known_issues": "none"}', "utf-8")
    for change in (("--set", "diagnosis_count=4"), ("--issue", "late")):
        told = know("function", "brake", *change)
        assert told.code == 2
        assert is_one_line(told)
    assert json.loads(path.read_bytes()) == {"diagnosis_count": 3, "known_issues": "none"}


def test_patterns_are_kept_found_and_removed(know: Know) -> None:
    """One of the same content is kept once; keywords are those given, else the symptom's words."""
    first = know("pattern", "add", "brake", "late release", "--cause", "debounce").out
    assert know("pattern", "add", "BRAKE", "late release", "--cause", "debounce").out == first
    made = first.split()[1]
    assert first == f"p {made}  BRAKE                 late release → debounce\n"
    answer = know(
        "pattern", "add", "wheel", "slip", *("--keyword", "ice", "--fix", "salt"), "--json"
    ).answer
    assert answer["pattern"] == {
        "function": "WHEEL",
        "symptom": "slip",
        "root_cause": "",
        "keywords": ["ice"],
        "fix_hint": "salt",
    }
    assert know("pattern", "list").out.count("\n") == 2
    assert know("pattern", "list", "brake").out == first
    assert know("pattern", "similar", "brake", "the release is late").out == first
    found = know("pattern", "similar", "wheel", "ice and snow", "--json").answer["patterns"]
    assert [(one["_id"], one["_match_score"]) for one in found] == [(answer["id"], 1.0)]
    assert know("pattern", "similar", "brake", "ice").err.endswith("is like it\n")
    told = know("pattern", "remove", made, "nope")
    assert (told.code, told.out) == (1, f"p {made} is removed\n")
    assert told.err == "sayso: there is no pattern nope\n"
    gone = know("pattern", "remove", made, "--json")
    assert (gone.code, gone.answer) == (1, {"removed": [], "unknown": [made]})


def test_a_session_from_its_start_to_its_end(know: Know) -> None:
    """The id stands alone, so that a script takes it; what was done is shown in order."""
    session = know("session", "start", "C7", "brake is late", "--expected", "12 ms").out.strip()
    assert session.startswith("C7_")
    assert know("session", "step", session, "measured", "40 ms").out == f"{session}: step noted\n"
    know("session", "finding", session, "a debounce", "--set", "file=brake.c")
    assert know("session", "list").out == f"{session}  started    brake is late\n"
    know("session", "finish", session, "debounce halved")
    (listed,) = know("session", "list", "--json").answer["sessions"]
    assert (listed["session_id"], listed["status"]) == (session, "completed")
    shown = know("session", "show", session, "--json").answer["session"]
    assert [(one["step"], one["detail"]) for one in shown["steps"]] == [("measured", "40 ms")]
    (found,) = shown["findings"]
    assert (found["text"], found["file"]) == ("a debounce", "brake.c")
    assert (shown["expected"], shown["result_summary"]) == ("12 ms", "debounce halved")
    assert "result_summary: debounce halved" in know("session", "show", session).out


def test_a_case_is_kept_with_its_pattern(know: Know, project: Path) -> None:
    """A bare name lies below cases/, a path where it says; what is written replaces the old."""
    told = know("case", "write", "C7", "-", stdin=b'{"function": "brake", "problem": "late"}')
    made = told.out.split("; ")[1].removeprefix("pattern ")
    assert told.out == f"Case C7 kept; pattern {made}; found again by meaning.\n"
    assert (project / "cases" / "C7" / "memory.json").is_file()
    assert made in know("pattern", "list", "brake").out
    (project / "case.json").write_text('{"problem": "early"}', "utf-8")
    answer = know("case", "write", "./old/C8", str(project / "case.json"), "--json").answer
    assert answer["path"] == str(project / "old" / "C8" / "memory.json")
    know("case", "write", "C7", str(project / "case.json"))
    memory = know("case", "show", "C7", "--json").answer["memory"]
    assert memory.keys() == {"problem", "_updated"}
    assert know("case", "show", "C9").out == "Nothing is kept of case C9.\n"


def test_variants_are_kept_apart(know: Know, project: Path) -> None:
    """Each variant has a folder of its own; slashes in its name lead nowhere."""
    know("note", "Of all.")
    know("note", "Of one.", "--variant", "left/2027")
    assert "Of one." in kept(project, "project.md", "left_2027").read_text("utf-8")
    assert "Of one." not in know("note").out
    assert "no knowledge of variant right in" in know("note", "--variant", "right").err


@pytest.mark.parametrize(
    "line",
    [
        ("note",),
        ("function",),
        ("function", "brake"),
        ("pattern", "list"),
        ("pattern", "similar", "brake", "late"),
        ("session", "list"),
        ("case", "show", "C7"),
    ],
)
def test_looking_makes_nothing(know: Know, project: Path, line: tuple[str, ...]) -> None:
    """Without knowledge an empty answer says how it begins, and no folder is made."""
    told = know(*line)
    assert told.code == 0
    assert "'sayso knowledge init'" in told.err
    assert know(*line, "--json").code == 0
    assert [one.name for one in project.iterdir()] == [".git"]


@pytest.mark.parametrize(
    ("line", "code", "what"),
    [
        (("note", " "), 2, "the note is empty"),
        (("note", "a\udcff"), 2, "at character 1 "),
        (("note", "x", "--replace"), 2, "leave out TEXT"),
        (("note", "--variant", "a\udcff"), 2, "at character 1 "),
        (("note", "--variant", ".."), 2, "no such variant"),
        (("function", "--issue", "x"), 2, "no function is named"),
        (("function", " ", "--issue", "x"), 2, "the function is empty"),
        (("function", "f", "--set", "x"), 2, "'x' has no key and value"),
        (("function", "f", "--set", "=x"), 2, "has no key and value"),
        (("function", "f", "--set", "_id=x"), 2, "a key that Sayso keeps itself"),
        (("function", "f", "--set", "a=1", "--set", "a=2"), 2, "'a' is set twice"),
        (("pattern", "add", "f", ""), 2, "the symptom is empty"),
        (("pattern", "remove", "x"), 1, "no knowledge in"),
        (("session", "start", "", "late"), 2, "the case is empty"),
        (("session", "step", "nope", "x"), 1, "no knowledge in"),
        (("session", "show", "nope"), 1, "no session nope"),
        (("session", "finding", "nope"), 2, "the finding says nothing"),
        (("session", "finding", "nope", "x", "--set", "text=y"), 2, "has two texts"),
        (("case", "write", "C7", "none.json"), 1, "there is no file none.json"),
        (("case", "write", "C7", "-"), 2, "the case's file is no JSON"),
        (("case", "write", "", "-"), 2, "the case is empty"),
        (("nonsense",), 2, "No such command 'nonsense'"),
        (("pattern", "nonsense"), 2, "No such command 'nonsense'"),
    ],
)
def test_what_cannot_be_used(
    know: Know, project: Path, line: tuple[str, ...], code: int, what: str
) -> None:
    """One line says what is wrong, with the right exit code, and nothing is made."""
    told = know(*line)
    assert told.code == code
    assert is_one_line(told)
    assert what in told.err
    assert know(*line, "--json").error["message"]
    assert contents(project) == {}


@pytest.mark.parametrize("command", ["step", "finding", "finish", "show"])
def test_a_session_that_is_not_there(know: Know, command: str) -> None:
    """An unknown session is not found, and the hint says where they are listed."""
    know("init")
    told = know("session", command, "nope", *(("x",) if command != "show" else ()))
    assert told.code == 1
    assert is_one_line(told)
    assert "no session nope — 'sayso knowledge session list' names them" in told.err


def test_standard_input_that_is_no_utf8(know: Know, project: Path) -> None:
    """Notes and cases are told which byte it is, and nothing is replaced."""
    know("note", "Old.")
    told = know("note", "--replace", stdin=b"ab\xff")
    assert (told.code, "not UTF-8 at byte 2" in told.err) == (2, True)
    assert know("case", "write", "C7", "-", stdin=b'{"a": "\xff"}').code == 2
    assert "Old." in know("note").out
    assert not (project / "cases").exists()


def test_a_damaged_file_is_named_and_kept(know: Know, project: Path) -> None:
    """What can't be read stops reading and writing with exit code 3, and stays as it is."""
    know("init")
    path = kept(project, "patterns.json")
    path.write_text("[1,", "utf-8")
    for line in (("pattern", "list"), ("pattern", "add", "f", "late")):
        told = know(*line)
        assert told.code == 3
        assert is_one_line(told)
        assert str(path) in told.err
        assert know(*line, "--json").error["code"] == "knowledge_damaged"
    assert path.read_text("utf-8") == "[1,"


def test_a_folder_that_is_not_there(sayso: Sayso, tmp_path: Path) -> None:
    """A wrong project folder is not found, as for every command."""
    told = sayso("--project", str(tmp_path / "nowhere"), "knowledge", "note", "x")
    assert told.code == 1
    assert "is not a folder — give an existing folder with --project" in told.err


def test_a_folder_that_cannot_be_made(know: Know, project: Path) -> None:
    """A file in its place is a storage error in one line."""
    (project / ".sayso").mkdir()
    (project / ".sayso" / "knowledge").write_text("x", "utf-8")
    told = know("note", "x")
    assert told.code == 5
    assert is_one_line(told)
