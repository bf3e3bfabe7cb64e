"""The acceptance list is kept honest: every proof that docs/requirements.md names exists.

The table there has rows `| A1 | in our words | proof |`. A proof is either tests, written
`tests/file.py::test_name` and separated by commas (the file may be left out when it is that of
the test before), or one of `later (…)`, `replaced (…)`, `n/a (…)` with the reason in brackets.
"""

import ast
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from tests.architecture.tree import ROOT, dotted, listed

TABLE = ROOT / "docs" / "requirements.md"
NUMBERS = [f"A{number}" for number in range(1, 320)]
EXCUSE = re.compile(r"(?:later|replaced|n/a)\s*[(（]\s*\S.*[)）]\s*", re.DOTALL)
PIPE = re.compile(r"(?<!\\)\|")
NUMBER = re.compile(r"A\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the table: requirement number, what it says, and what proves it."""

    line: int
    number: str
    what: str
    proof: str


def read_rows(text: str) -> list[Row]:
    """Read the rows whose first cell is a requirement number; other tables are passed over."""
    rows = []
    for line, row in enumerate(text.splitlines(), start=1):
        cells = [cell.strip().strip("`*").strip() for cell in PIPE.split(row.strip())[1:-1]]
        if len(cells) > 2 and NUMBER.fullmatch(cells[0]):
            rows.append(Row(line=line, number=cells[0], what=cells[1], proof=cells[-1]))
    return rows


def read_proof(proof: str) -> list[tuple[str, str]]:
    """Read a proof as (file, test) pairs; a test without a file belongs to the file before."""
    pairs = []
    path = ""
    for entry in re.split(r"[,;]|<br>", proof.replace("`", "")):
        name = re.sub(r"\[.*", "", entry).strip()
        if "::" in name:
            path, _, name = name.partition("::")
        if name:
            pairs.append((path.strip(), name.strip()))
    return pairs


def is_assertion(node: ast.AST) -> bool:
    """Tell whether a node checks something."""
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.Call):
        return False
    name = dotted(node.func)
    return name.endswith("pytest.raises") or name.rpartition(".")[2].startswith(
        ("assert_", "check_")
    )


@cache
def definitions(path: str) -> dict[str, ast.AST]:
    """Give the tests of a file by the names a table may call them, `Class::test` too."""
    found: dict[str, ast.AST] = {}
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{one.name}": one for one in node.body if hasattr(one, "name")}
        # hypothesis runs a state machine under a name of its own: TestX = Machine.TestCase
        if isinstance(node, ast.Assign) and dotted(node.value).endswith(".TestCase"):
            machine = dotted(node.value).removesuffix(".TestCase")
            found[dotted(node.targets[0])] = found.get(machine, node)
    return found


def fault_of(path: str, name: str) -> str | None:
    """Say what is wrong with one named test, None when it exists and asserts something."""
    if not path.startswith("tests/") or not (ROOT / path).is_file():
        return f"there is no file {path or '(none named)'} for {name}"
    node = definitions(path).get(name)
    if node is None or not name.rpartition("::")[2].startswith(("test_", "Test")):
        return f"{path} has no test {name}"
    if not any(is_assertion(inner) for inner in ast.walk(node)):
        return f"{path}::{name} asserts nothing"
    return None


def faults_of(row: Row) -> list[str]:
    """Say what is wrong with one row."""
    if not row.what:
        return [f"line {row.line}: {row.number} doesn't say what it asks for"]
    if EXCUSE.fullmatch(row.proof):
        return []
    pairs = read_proof(row.proof)
    if not pairs:
        return [f"line {row.line}: {row.number} has no proof"]
    wrong = [fault_of(path, name) for path, name in pairs]
    return [f"line {row.line}: {row.number}: {fault}" for fault in wrong if fault]


@cache
def rows() -> list[Row]:
    """Read the table of the repository."""
    assert TABLE.is_file(), "docs/requirements.md is missing: it says what proves each requirement"
    return read_rows(TABLE.read_text("utf-8"))


def test_every_requirement_is_listed_once() -> None:
    """A1 to A319 each stand in the table, none twice, none beyond."""
    counts = Counter(row.number for row in rows())
    faults = [f"{number} is missing" for number in NUMBERS if not counts[number]]
    faults += [f"{number} is listed {count} times" for number, count in counts.items() if count > 1]
    faults += [f"{number} is not a requirement" for number in counts if number not in NUMBERS]
    assert not faults, listed(faults)


def test_every_named_proof_exists_and_asserts() -> None:
    """Each proof names tests that are there and check something, or says why there is none."""
    faults = [fault for row in rows() for fault in faults_of(row)]
    assert not faults, listed(faults)


THIS = "tests/architecture/test_requirements.py"


@pytest.mark.parametrize(
    ("proof", "is_sound"),
    [
        (f"{THIS}::test_a_row_is_judged", True),
        (f"`{THIS}::test_a_row_is_judged[x]`, `test_every_requirement_is_listed_once`", True),
        (f"{THIS}::rows", False),
        ("tests/architecture/test_doctests.py::test_examples_hold", True),
        ("tests/architecture/test_doctests.py::NAMES", False),
        ("tests/nowhere.py::test_x", False),
        ("test_without_a_file", False),
        ("", False),
        ("later", False),
        ("later ()", False),
        ("later (issue 3)", True),
        ("replaced (A12 says it, in one table)", True),
        ("n/a (there is no such screen)", True),
    ],
)
def test_a_row_is_judged(proof: str, is_sound: bool) -> None:
    """A proof counts when its tests exist and assert, or when an excuse gives its reason."""
    (row,) = read_rows(f"| # | what | proof |\n|---|---|---|\n| A1 | a \\| b | {proof} |\n")
    assert (not faults_of(row)) is is_sound
