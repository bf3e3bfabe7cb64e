"""The commands that say why: why, and search --explain."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.shell.entrances.cli.explaining import PLAIN_MARKS, STYLED_MARKS, marks_for
from tests.cli.told import contents, is_one_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Sayso


def test_a_quote_stands_between_marks(taught: Sayso) -> None:
    """Outside of a terminal a quote is told by marks, and the whole way is told."""
    told = taught("why", "m2")
    lines = told.out.splitlines()
    assert lines[0].startswith("m2  ")
    assert any(line.startswith("said in t") for line in lines)
    assert any("»" in line and "«" in line for line in lines)
    assert any(line.startswith("proposed by ") for line in lines)
    assert "\x1b" not in told.out


def test_a_quote_is_styled_on_a_terminal(taught: Sayso, monkeypatch: pytest.MonkeyPatch) -> None:
    """There it is bold and underlined, and what was said can set no style of its own."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    taught("record", "--user", "We decided: use \x1b[31mred ink for errors.", "--session", "s")
    taught("work")
    number = taught("list", "--json").answer["items"][0]["id"]
    monkeypatch.setattr("sayso.shell.entrances.cli.explaining.marks_for", lambda _: STYLED_MARKS)
    told = taught("why", number).out
    before, behind = STYLED_MARKS
    assert told.count(before) == told.count(behind) > 0
    assert "\x1b[31m" not in told
    assert "\\x1b[31m" in told


def test_style_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not into a pipe, not with NO_COLOR, and not where the terminal has none."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert (marks_for(is_terminal=True), marks_for(is_terminal=False)) == (
        STYLED_MARKS,
        PLAIN_MARKS,
    )
    monkeypatch.setenv("TERM", "dumb")
    assert marks_for(is_terminal=True) == PLAIN_MARKS
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert marks_for(is_terminal=True) == PLAIN_MARKS
    assert not sys.stdout.isatty()


def test_why_as_json(taught: Sayso) -> None:
    """Every part has its field."""
    answer = taught("why", "m2", "--json").answer
    assert set(answer) == {
        *("id", "kind", "title", "content", "status", "revision", "turns", "left_out"),
        *("proposals", "revisions", "replaces", "replaced_by", "forgotten", "findings"),
    }
    assert answer["forgotten"] is None
    quoted = [turn for turn in answer["turns"] if turn["is_quoted"]]
    assert any(piece["is_quote"] for piece in quoted[0]["user"])
    assert answer["proposals"][0]["model"] == "rules"
    taught("forget", "m2")
    ended = taught("why", "m2", "--json").answer
    assert (ended["status"], ended["forgotten"]["by_turn"]) == ("forgotten", None)
    assert "forgotten " in taught("why", "m2").out


def test_how_a_memory_ended_is_told(taught: Sayso) -> None:
    """A replacement names the other memory, a withdrawal the turn that took it back."""
    taught("record", "--user", "订单表主键不用雪花 ID 了，改用 UUIDv7，就这么定。")
    taught("work")
    assert taught("why", "m3").out.splitlines()[-1] == "replaces m2"
    assert taught("why", "m2").out.splitlines()[-1] == "replaced by m3"
    taught("record", "--user", "Forget what I said about metric units.")
    taught("work")
    assert taught("why", "m1").out.splitlines()[-1].endswith("as the user took it back in t4")
    assert taught("why", "m1", "--json").answer["forgotten"]["by_turn"] == "t4"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("why", "m9"), 1),
        (("why", "abc"), 2),
        (("why", "m1\udc80"), 2),
        (("search", "", "--explain"), 2),
        (("search", "a\udcff", "--explain"), 2),
    ],
)
def test_bad_input(taught: Sayso, project: Path, arguments: tuple[str, ...], code: int) -> None:
    """One line says what was wrong, and nothing changes."""
    before = contents(project)
    told = taught(*arguments)
    assert told.code == code
    assert is_one_line(told)
    assert contents(project) == before


def test_a_project_without_memory(sayso: Sayso, project: Path) -> None:
    """There is nothing to explain, and nothing is made."""
    assert sayso("why", "m1").code == 1
    told = sayso("search", "x", "--explain")
    assert (told.code, told.out) == (0, "")
    assert "no memory in" in told.err
    assert sayso("search", "x", "--explain", "--json").answer == {
        "query": "x",
        "hits": [],
        "stages": [],
        "words": [],
    }
    assert not (project / ".sayso").exists()


def test_a_degraded_store(taught: Sayso, project: Path) -> None:
    """`why` goes on, what is not there may have been lost, and a search is refused."""
    connection = apsw.Connection(str(project / ".sayso" / "memory.db"))
    connection.execute("CREATE TABLE extra (id)")
    connection.close()
    assert taught("why", "m1").code == 0
    assert taught("why", "m99").code == 3
    assert taught("search", "x", "--explain").code == 3


def test_a_search_says_which_stage_and_term(taught: Sayso) -> None:
    """The field of a hit, what each stage was asked, and what the words weigh."""
    answer = taught("search", "雪花 ID", "--explain", "--json").answer
    assert [stage["stage"] for stage in answer["stages"]] == ["whole", "part", "words"]
    (hit,) = answer["hits"]
    assert (hit["field"] is None) is (hit["share"] is not None)
    told = taught("search", "雪花 ID", "--explain").out
    assert "stage 1  a whole title, alias or keyword, or its beginning:" in told
    assert "words    " in told
    assert taught("search", "zebra", "--explain").out.startswith("nothing found for “zebra”\n")
