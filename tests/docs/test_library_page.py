"""docs/library.md is true: its blocks run, its tables name what there is, no more and no less."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import pytest

import sayso
from sayso import Memory, MemoryTurn
from sayso.core.project.intents import INTENTS
from sayso.shell import errors
from tests.docs.test_trace import blocks

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
TEXT = PAGE.read_text("utf-8")
NAME = re.compile(r"`(\w+)")
ERROR = re.compile(r"\b\w+Error\b")


def table(heading: str) -> list[list[str]]:
    """Give the rows of the table whose first heading is this one, as cells."""
    lines = iter(TEXT.splitlines())
    next(line for line in lines if line.startswith(f"| {heading} |"))
    next(lines)
    rows: list[list[str]] = []
    for line in lines:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_every_block_gives_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """The blocks run in order in one session, and each value shown is the value today."""
    session = doctest.DocTestParser().get_doctest(blocks(PAGE), {}, PAGE.name, str(PAGE), 0)
    outcome = doctest.DocTestRunner().run(session)
    assert outcome.attempted > 20
    assert outcome.failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("owner", [Memory, MemoryTurn])
def test_every_public_member_is_in_its_table(owner: type) -> None:
    """A method that is added, renamed or gone shows up here."""
    named = [name for row in table(f"`{owner.__name__}`") for name in NAME.findall(row[0])]
    members = [name for name, _ in inspect.getmembers(owner) if not name.startswith("_")]
    members += ["heart"] if owner is Memory else []  # an attribute of each memory
    assert sorted(named) == sorted(members)


def test_what_a_table_says_is_raised_the_docstring_says_too() -> None:
    """The page and the code name the same exceptions for each method."""
    for owner in (Memory, MemoryTurn):
        for names, _, raised in table(f"`{owner.__name__}`"):
            for name in NAME.findall(names):
                doc = inspect.getdoc(inspect.getattr_static(owner, name, None)) or ""
                said = set(ERROR.findall(doc + (inspect.getdoc(owner) or "")))
                assert set(ERROR.findall(raised)) <= said, f"{owner.__name__}.{name}"


def test_every_exception_of_the_tree_is_explained() -> None:
    """The table has each exception a host can meet, and every one can be imported."""
    explained = [row[0] for row in table("exception")]
    tree = {
        name
        for name, one in vars(errors).items()
        if isinstance(one, type) and issubclass(one, errors.SaysoError)
    }
    assert set(explained) == tree - {"StageFaultError"}
    assert set(explained) <= set(sayso.__all__)


def test_the_table_of_intents_is_the_programs() -> None:
    """Each intent stands in the row that says what it gets."""
    rows = {name: row[1:] for row in table("intent") for name in NAME.findall(row[0])}
    assert set(rows) == set(INTENTS)
    for name, policy in INTENTS.items():
        kept, context, tools = rows[name]
        assert (kept == "yes", context == "yes") == (policy.persistent, policy.context)
        assert tuple(NAME.findall(tools)) == policy.tools
