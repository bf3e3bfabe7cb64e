"""The acceptance list is kept honest: every proof that docs/requirements.md names exists.

The tables there have rows `| A1 | in our words | proof |`. A proof is tests, written
`tests/file.py::test_name` and separated by commas (the file may be left out when it is that of
the test before). Instead of tests it may say `later (with what)` or `n/a (reason)`, both of
which are counted here; `replaced (by what)` stands before the tests that prove what is in place.
"""

import ast
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from tests.architecture.proofs import cells_of, fault_of, is_assertion, read_proof
from tests.architecture.tree import ROOT, listed

TABLE = ROOT / "docs" / "requirements.md"
COUNTS = {"A": 319, "B": 194, "C": 215}
NUMBERS = [f"{part}{number}" for part, count in COUNTS.items() for number in range(1, count + 1)]
# What is left for later belongs to a part of the program that is not there yet, and to no other.
LATER = {
    "A": frozenset({"later (chat)", "later (hooks)"}),
    "B": frozenset({"later (layered knowledge)"}),
    "C": frozenset({"later (companion memory)"}),
}
LATER_MAX_OF_A = 30
# The two statements of A that say nothing about the program; another one is added here by name.
NOTHING_TO_PROVE = frozenset({"A281", "A319"})
LATER_FORM = re.compile(r"later \(\S.*\)")
NOTHING_FORM = re.compile(r"n/a \(\S.*\)")
NUMBER = re.compile(r"[ABC]\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table: requirement number, what it says, and what proves it."""

    line: int
    number: str
    what: str
    proof: str


def read_rows(text: str) -> list[Row]:
    """Read the rows whose first cell is a requirement number; other tables are passed over."""
    rows = []
    for line, row in enumerate(text.splitlines(), start=1):
        cells = cells_of(row)
        if len(cells) > 2 and NUMBER.fullmatch(cells[0]):
            rows.append(Row(line=line, number=cells[0], what=cells[1], proof=cells[-1]))
    return rows


def faults_of(row: Row) -> list[str]:
    """Say what is wrong with one row."""
    here = f"line {row.line}: {row.number}"
    if not row.what:
        return [f"{here} doesn't say what it asks for"]
    if LATER_FORM.fullmatch(row.proof):
        known = LATER[row.number[0]]
        return [] if row.proof in known else [f"{here}: {row.proof!r} is none of {sorted(known)}"]
    if NOTHING_FORM.fullmatch(row.proof):
        return [] if row.number in NOTHING_TO_PROVE else [f"{here} can be proven"]
    pairs = read_proof(row.proof)
    if not pairs:
        return [f"{here} has no proof"]
    wrong = [fault_of(path, name) for path, name in pairs]
    return [f"{here}: {fault}" for fault in wrong if fault]


@cache
def rows() -> list[Row]:
    """Read the tables of the repository."""
    assert TABLE.is_file(), "docs/requirements.md is missing: it says what proves each requirement"
    return read_rows(TABLE.read_text("utf-8"))


def test_every_requirement_is_listed_once() -> None:
    """Every statement of the three documents stands in the tables, none twice, none beyond."""
    counts = Counter(row.number for row in rows())
    faults = [f"{number} is missing" for number in NUMBERS if not counts[number]]
    faults += [f"{number} is listed {count} times" for number, count in counts.items() if count > 1]
    faults += [f"{number} is not a requirement" for number in counts if number not in NUMBERS]
    assert not faults, listed(faults)


def test_every_named_proof_exists_and_asserts() -> None:
    """Each proof names tests that are there, run and check something, or a known excuse."""
    faults = [fault for row in rows() for fault in faults_of(row)]
    assert not faults, listed(faults)


def test_little_of_project_memory_is_left_for_later() -> None:
    """At most 30 statements of document A wait for chat and hooks."""
    waiting = [row.number for row in rows() if row.number[0] == "A" and "later" in row.proof]
    assert len(waiting) <= LATER_MAX_OF_A, listed(waiting)


THIS = "tests/architecture/test_requirements.py"


@pytest.mark.parametrize(
    ("number", "proof", "is_sound"),
    [
        ("A1", f"{THIS}::test_a_row_is_judged", True),
        ("A1", f"`{THIS}::test_a_row_is_judged[x]`, `test_every_requirement_is_listed_once`", True),
        ("A1", f"{THIS}::rows", False),
        ("A1", "tests/architecture/test_doctests.py::test_examples_hold", True),
        ("A1", "tests/architecture/test_doctests.py::NAMES", False),
        ("A1", "tests/shell/test_store_model.py::TestStoreModel", True),
        ("A1", "tests/architecture/test_files.py::test_links_are_intact", False),
        ("A1", "tests/nowhere.py::test_x", False),
        ("A1", "test_without_a_file", False),
        ("A1", "", False),
        ("A1", "later", False),
        ("A1", "later ()", False),
        ("A1", "later (issue 3)", False),
        ("A1", "later (companion memory)", False),
        ("A1", "later (chat)", True),
        ("C1", "later (companion memory)", True),
        ("A1", "n/a (there is no such screen)", False),
        ("A319", "n/a (about documents)", True),
        ("A1", "replaced (A12 says it, in one table)", False),
        ("A1", f"replaced (one table): {THIS}::test_a_row_is_judged", True),
        ("A1", f"replaced (): {THIS}::test_a_row_is_judged", False),
    ],
)
def test_a_row_is_judged(number: str, proof: str, is_sound: bool) -> None:
    """A proof counts when its tests exist, run and assert; an excuse where it is a known one."""
    (row,) = read_rows(f"| # | what | proof |\n|---|---|---|\n| {number} | a \\| b | {proof} |\n")
    assert (not faults_of(row)) is is_sound


@pytest.mark.parametrize(
    ("statement", "is_check"),
    [
        ("assert found", True),
        ("assert True", False),
        ("pytest.raises(KeyError)", True),
        ("fault_of('a', 'b')", False),
        ("check_lease(3)", False),
        ("test_a_row_is_judged(1)", True),
    ],
)
def test_only_what_can_fail_is_an_assertion(statement: str, is_check: bool) -> None:
    """A constant, and a function of the program that is merely called check_…, prove nothing."""
    found = any(is_assertion(node, THIS) for node in ast.walk(ast.parse(statement)))
    assert found is is_check
