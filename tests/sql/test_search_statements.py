"""The statements of search and of its postings: what they declare, read, and how they find it."""

import re

import apsw.ext
import pytest
from syrupy.assertion import SnapshotAssertion

from sayso.core.search import Hit
from tests.sql.bare_store import SQL, BareStore, statement

SEARCHES = tuple(
    f"search/{name}" for name in ("characters", "content", "exact", "long_substring", "substring")
)
POSTINGS = tuple(sorted(f"items/{path.stem}" for path in (SQL / "items").glob("terms_*.sql")))
TABLES = re.compile(r"SCAN (?:item|threads|memory_\w+|posted|older|later|part)\b(?! VIRTUAL)")
PARAMETERS = re.compile(r"^-- Parameters: (.*)$", re.MULTILINE)


def details(name: str) -> apsw.ext.QueryDetails:
    """Look at a statement without running it."""
    return apsw.ext.query_info(BareStore().db, statement(name), explain_query_plan=True)


def drawn(plan: apsw.ext.QueryPlan | None, depth: int = 0) -> str:
    """Draw a query plan as an indented list."""
    if plan is None:
        return ""
    below = "".join(drawn(step, depth + 1) for step in plan.sub or ())
    return f"{'  ' * depth}{plan.detail}\n{below}"


@pytest.mark.parametrize("name", SEARCHES + POSTINGS)
def test_parameters_are_those_declared(name: str) -> None:
    """A statement uses the parameters that its header names, and no others."""
    declared = PARAMETERS.search(statement(name))
    assert declared is not None
    assert set(declared[1].split(", ")) == set(details(name).bindings_names)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_reads_only_and_gives_the_fields_of_a_hit(name: str) -> None:
    """A search changes nothing, and its columns are the fields of a hit in their order."""
    info = details(name)
    assert info.is_readonly
    assert [column for column, _ in info.description] == list(Hit.__dataclass_fields__)


@pytest.mark.parametrize("name", SEARCHES + POSTINGS, ids=lambda name: name.replace("/", "."))
def test_query_plan(name: str, snapshot: SnapshotAssertion) -> None:
    """No statement walks through a whole table; how each finds its rows is pinned."""
    plan = drawn(details(name).query_plan)
    assert not TABLES.search(plan), plan
    assert snapshot == plan
