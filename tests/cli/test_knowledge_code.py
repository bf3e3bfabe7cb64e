"""The commands that learn from the code and put knowledge in order: code and dream."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.told import contents, is_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Know

SOURCE = """def wheel():
    return brake(1)


def car():
    return wheel()
"""


@pytest.fixture
def coded(know: Know, project: Path) -> Know:
    """Give a project with a source of two functions and a baseline."""
    (project / "car.py").write_text(SOURCE, "utf-8")
    know("init")
    return know


def change(project: Path) -> None:
    """Change one function of the source."""
    (project / "car.py").write_text(SOURCE.replace("brake(1)", "brake(2)"), "utf-8")


def test_code_is_learned_within_a_budget(coded: Know) -> None:
    """A run learns as many functions as it may, the next goes on, and then nothing is left."""
    told = coded("code", "learn", "--budget", "1")
    assert told.code == 0
    assert told.out == "Learned 1 of 2 changed functions; 1 wait for the next run.\n"
    assert coded("code", "list").out == "CAR\n"
    answer = coded("code", "learn", "--all", "--json").answer
    assert (answer["learned"], answer["waiting"]) == (1, 0)
    assert {one["status"] for one in answer["results"]} <= {"learned", "unchanged"}
    assert coded("code", "learn").out == "Nothing has changed since the last time.\n"
    assert coded("code", "list", "--json").answer == {"functions": ["CAR", "WHEEL"]}
    assert coded("status", "--json").answer["functions_usable"] == 2
    assert coded("check").code == 0


def test_what_was_learned_is_shown_until_it_drifts(coded: Know, project: Path) -> None:
    """Fields by focus while the code is as it was; after that why it is withheld, or --raw."""
    coded("code", "learn")
    answer = coded("code", "show", "wheel", "--json").answer
    assert answer["withheld"] is None
    assert "outline" in answer["knowledge"]
    assert "brake(1)" in coded("code", "show", "wheel").out
    change(project)
    told = coded("code", "show", "wheel")
    assert (told.code, told.out) == (0, "withheld: sources_differ\n")
    assert coded("code", "show", "wheel", "--json").answer["knowledge"] == {}
    assert "brake(1)" in coded("code", "show", "wheel", "--raw").out
    found = {(one["kind"], one["where"]) for one in coded("check", "--json").answer["findings"]}
    assert found == {
        ("drift", "car.py"),
        ("stale", "code_knowledge:CAR"),
        ("stale", "code_knowledge:WHEEL"),
    }
    coded("code", "learn")
    assert "brake(2)" in coded("code", "show", "wheel").out
    assert coded("check").code == 0
    assert coded("code", "show", "nothing").out == "Nothing was learned of NOTHING.\n"


def test_callers_come_from_the_graph(coded: Know, project: Path) -> None:
    """Each with its file and line; a graph of other sources is told as such."""
    coded("code", "learn")
    assert coded("code", "callers", "wheel").out == "car  car.py:5\n"
    answer = coded("code", "callers", "brake", "--json").answer
    assert [one["function"] for one in answer["callers"]] == ["wheel"]
    assert answer["fresh"] is True
    assert coded("code", "callers", "car").err == "sayso: nobody calls it, as far as is known\n"
    change(project)
    told = coded("code", "callers", "wheel")
    assert "the sources have changed since" in told.err
    assert coded("code", "callers", "wheel", "--json").answer["fresh"] is False


def test_a_source_that_is_not_understood_is_told(coded: Know, project: Path) -> None:
    """It is named with the reason, and the others are learned all the same."""
    (project / "broken.py").write_text("def broken(:\n", "utf-8")
    told = coded("code", "learn")
    assert "broken.py" in told.out
    assert coded("code", "list").out == "CAR\nWHEEL\n"


def test_a_dream_that_is_not_due_says_why(coded: Know, project: Path) -> None:
    """No sessions, no dream; the answer says so, exit code 0, and nothing is written."""
    before = contents(project)
    told = coded("dream")
    assert told.code == 0
    assert told.out.startswith("No dream is due: too few sessions were begun since the last one (")
    answer = coded("dream", "--json").answer
    assert (answer["dreamt"], answer["why"]) == (False, "too_few_sessions")
    assert answer["result"] is None
    assert contents(project) == before


def test_a_dream_goes_through_its_phases(coded: Know) -> None:
    """Two sessions make it due: it learns, joins what is alike and is noted; then it is not."""
    for symptom in ("late release of the brake", "Late release of the brake!"):
        coded("pattern", "add", "wheel", symptom, "--cause", "debounce of the pedal is too long")
    for case in ("C1", "C2"):
        coded("session", "start", case, "wheel is late")
    told = coded("dream", "--json")
    assert told.code == 0
    answer = told.answer
    assert answer["dreamt"] is True
    assert [step[:7] for step in answer["steps"]] == [f"Phase {number}" for number in range(5)]
    assert answer["result"]["_code_learning"]["pairs_learned"] == 2
    assert answer["result"]["patterns_removed"] >= 1
    again = coded("dream", "--json").answer
    assert again["why"] == "too_soon"
    assert "the last one was not long ago" in coded("dream").out
    assert coded("status", "--json").answer["last_dream"]["timestamp"]
    assert "alike patterns joined" in coded("status").out


def test_a_dream_is_forced_with_a_reason(coded: Know) -> None:
    """The reason comes first and is kept; its last line says what was changed."""
    lines = coded("dream", "--force", "--reason", "before the release").out.splitlines()
    assert lines[0] == "Forced: before the release"
    assert lines[-1] == "Dream done: 0 patterns added, 0 removed, 0 functions updated, 0 conflicts."
    assert coded("status", "--json").answer["last_dream"]["force_reason"] == "before the release"


def test_a_dream_without_a_model_that_answers(coded: Know, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes to nothing, says why with exit code 1, and what was learned stays."""
    for name, value in (
        *(("PROVIDER", "openai"), ("MODEL", "m"), ("API_KEY", "k")),
        ("BASE_URL", "http://127.0.0.1:9/v1"),
    ):
        monkeypatch.setenv(f"SAYSO_{name}", value)
    told = coded("dream", "--force", "--reason", "x")
    assert told.code == 1
    assert told.out.splitlines()[-1].startswith("Dream came to nothing: ")
    assert coded("status", "--json").answer["last_dream"] is None
    assert coded("code", "list").out == "CAR\nWHEEL\n"


def test_somebody_dreams_already(coded: Know, project: Path) -> None:
    """Nobody dreams at the same time, forced or not; status says who does."""
    lock = project / ".sayso" / "knowledge" / ".dream-lock"
    lock.write_text('{"pid": 1, "host": "elsewhere"}', "utf-8")
    told = coded("dream", "--force", "--reason", "x")
    assert (told.code, told.out) == (0, "No dream: somebody dreams already.\n")
    assert coded("status", "--json").answer["dreaming"] is True
    assert "dreaming     process 1 on elsewhere" in coded("status").out


@pytest.mark.parametrize(
    ("line", "code", "what"),
    [
        (("code", "learn", "--all", "--budget", "1"), 2, "exclude each other"),
        (("code", "learn", "--budget", "0"), 2, "a budget of 0 learns nothing"),
        (("code", "show", ""), 2, "the function is empty"),
        (("code", "callers", "a\udcff"), 2, "at character 1 "),
        (("dream", "--force"), 2, "--force and --reason belong together"),
        (("dream", "--reason", "x"), 2, "--force and --reason belong together"),
        (("dream", "--force", "--reason", " "), 2, "the reason is empty"),
        (("dream",), 1, "no knowledge in"),
    ],
)
def test_what_cannot_be_asked(
    know: Know, project: Path, line: tuple[str, ...], code: int, what: str
) -> None:
    """One line says what is wrong, with the right exit code, and nothing is made."""
    told = know(*line)
    assert told.code == code
    assert is_one_line(told)
    assert what in told.err
    assert contents(project) == {}
