"""docs/reliability.md is kept honest: each fault it lists has a test that exists and checks.

The rows are `| S01 | fault | outcome | proof |`. A proof is tests, as in docs/requirements.md, or
`later (page)` for what comes with one.
"""

from collections import Counter

import pytest

from tests.architecture.proofs import cells_of, fault_of, read_proof
from tests.architecture.tree import ROOT, listed

PAGE = ROOT / "docs" / "reliability.md"
COUNTS = {"S": 35, "T": 6, "X": 12, "L": 16, "P": 12, "J": 13, "H": 13}
FAULTS = [f"{kind}{number:02}" for kind, count in COUNTS.items() for number in range(1, count + 1)]
# Only what belongs to a page may wait for it.
LATER = {f"H{number:02}": "later (page)" for number in (*range(1, 11), 13)}


def rows_of(text: str) -> list[list[str]]:
    """Give the cells of each row that begins with the number of a fault."""
    rows = [cells_of(line) for line in text.splitlines()]
    return [cells for cells in rows if cells and cells[0][:1] in COUNTS and cells[0][1:].isdigit()]


def faults_in(cells: list[str]) -> list[str]:
    """Say what is wrong with one row."""
    number, *words, proof = cells
    if len(words) != len(("fault", "outcome")) or not all(words):
        return [f"{number} says neither what happens nor what comes of it"]
    if proof.startswith("later"):
        return [] if LATER.get(number) == proof else [f"{number} can't wait: {proof}"]
    pairs = read_proof(proof)
    if not pairs:
        return [f"{number} has no proof"]
    return [f"{number}: {wrong}" for path, name in pairs if (wrong := fault_of(path, name))]


def test_every_fault_is_listed_once() -> None:
    """All 107 faults stand in the tables, none twice and none beyond."""
    assert Counter(cells[0] for cells in rows_of(PAGE.read_text("utf-8"))) == Counter(FAULTS)


def test_every_fault_has_its_test() -> None:
    """Each proof names tests that are there, run and check something."""
    faults = [wrong for cells in rows_of(PAGE.read_text("utf-8")) for wrong in faults_in(cells)]
    assert not faults, listed(faults)


@pytest.mark.parametrize(
    "row",
    [
        "| S01 | killed | old or new | later (page) |",
        "| H01 | forged names | refused | later (some day) |",
        "| S01 | killed | old or new | |",
        "| S01 | killed | | `tests/nowhere.py::test_x` |",
        "| S01 | killed | old or new | `tests/nowhere.py::test_x` |",
        "| S01 | killed | `tests/nowhere.py::test_x` |",
    ],
)
def test_a_row_that_proves_nothing_is_seen(row: str) -> None:
    """No excuse where none is allowed, no empty cell, no test that isn't there."""
    assert faults_in(rows_of(row)[0])
