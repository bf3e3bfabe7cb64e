"""Every statement of sql/: it loads, declares what it uses, keeps to its folder, and is used.

The query plans are pinned in golden/sql/test_statements/; those of search and its postings are
looked at more closely beside this file.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import apsw.ext
import pytest

from sayso.core.project.lifecycle import CLEARED_TABLES
from sayso.shell.exporting import EXPORTED_TABLES
from sayso.shell.store.bootstrap import SCHEMAS, add_tables
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syrupy.assertion import SnapshotAssertion

ROOT = Path(__file__).resolve().parents[2]
NAMES = tuple(
    sorted(
        name
        for path in (ROOT / "sql").rglob("*.sql")
        if (name := path.relative_to(ROOT / "sql").with_suffix("").as_posix())
        and name not in SCHEMAS.values()
    )
)
PINNED = tuple(name for name in NAMES if not name.startswith(("search/", "items/terms_")))

READING_FOLDERS = frozenset({"export", "remains", "search", "status"})
# The first word of the name of a statement that changes something.
CHANGING = frozenset(
    """activate answer archive blank claim compact count drop fail finish forget heartbeat inherit
    insert link mark raise recover refresh reject release renew reset restore retire retry settle
    stage succeed succeeded suppress""".split()
)
# Tables with at most a handful of rows.
SMALL = frozenset({"memory_meta", "scopes", "sqlite_schema", "sqlite_sequence"})

HEADER = re.compile(r"(?:--[^\n]*\n)+")
PARAMETERS = re.compile(r"Parameters: (.*?)(?:\. |\.?$|\.? (?:Columns|Index):)")
SCAN = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?( VIRTUAL TABLE)?")
SLOT = "\0"


@cache
def database() -> apsw.Connection:
    """Give an empty store in memory; statements are compiled against it and never run."""
    connection = apsw.Connection(":memory:")
    add_tables(connection, 0)
    return connection


@cache
def details(name: str) -> apsw.ext.QueryDetails:
    """Compile a statement without running it."""
    return apsw.ext.query_info(database(), statement(name), explain_query_plan=True)


def drawn(plan: apsw.ext.QueryPlan | None, depth: int = 0) -> str:
    """Draw a query plan as an indented list."""
    if plan is None:
        return ""
    below = "".join(drawn(step, depth + 1) for step in plan.sub or ())
    return f"{'  ' * depth}{plan.detail}\n{below}"


def header(name: str) -> str:
    """Give a statement's header as one line."""
    match = HEADER.match(statement(name))
    return "" if match is None else " ".join(re.sub(r"(?m)^--\s*", "", match.group()).split())


def declared(name: str) -> set[str]:
    """Give the parameters that a header names."""
    match = PARAMETERS.search(re.sub(r" \([^)]*\)", "", header(name)))
    return set(match[1].split(", ")) if match else set()


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Give every string of core and shell with its file; formatted parts become a slot."""
    found: list[tuple[str, str]] = []
    for folder in ("core", "shell"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                found += [(path.name, text) for text in _text(node)]
    return tuple(found)


def _text(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(value)):
            yield value
        case ast.JoinedStr(values=values):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else SLOT for part in values
            )
        case _:
            pass


def is_named(name: str) -> bool:
    """Tell whether the code names a statement: as it is, or a pattern and the missing part."""
    for place, text in texts():
        if text == name:
            return True
        head, slot, tail = text.partition(SLOT)
        if slot and "/" in head and name.startswith(head) and name.endswith(tail):
            part = name[len(head) : len(name) - len(tail)]
            if any(other == part for where, other in texts() if where == place):
                return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_says_what_it_is_for(name: str) -> None:
    """A header opens with a sentence, and one statement follows it that ends the file."""
    text = statement(name)
    assert re.match(r"-- [A-Z]", text)
    assert "." in header(name)
    body = HEADER.sub("", text, count=1).strip()
    assert body.endswith(";")
    assert body.count(";") == 1
    assert text.endswith(";\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_compiles_and_uses_what_it_declares(name: str) -> None:
    """The parameters are named, exactly those of the header, and none is positional."""
    info = details(name)
    used = set(info.bindings_names)
    assert info.bindings_count == len(used)
    assert used == declared(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_reads_or_changes_as_its_place_says(name: str) -> None:
    """Export, search and status only read, clear only deletes; elsewhere the name tells."""
    folder, _, stem = name.partition("/")
    changes = folder == "clear" or stem.partition("_")[0] in CHANGING | {"terms"}
    assert details(name).is_readonly is not changes
    assert not (changes and folder in READING_FOLDERS)


@pytest.mark.parametrize("name", NAMES)
def test_no_statement_is_unused(name: str) -> None:
    """Every file is named by the code of core or shell."""
    assert is_named(name), f"sql/{name}.sql is used nowhere"


def test_every_name_in_the_code_has_a_file() -> None:
    """A name that is written out in the code leads to a statement."""
    folders = {name.partition("/")[0] for name in NAMES}
    missing = sorted(
        text
        for _, text in texts()
        if re.fullmatch(r"[a-z]+/[a-z_]*[a-z]", text) and text.partition("/")[0] in folders
        if text not in NAMES
    )
    assert missing == []


@pytest.mark.parametrize("name", NAMES)
def test_no_statement_walks_through_a_large_table(name: str) -> None:
    """A scan is of a small table or a partial index, or the header says that it is one and why."""
    partial = {
        str(row[0])
        for row in database().execute(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql GLOB '*WHERE*'"
        )
    }
    tables = {
        str(row[0])
        for row in database().execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
    aliases = {
        alias: table
        for table, alias in re.findall(r"\b(\w+) AS (\w+)", statement(name))
        if table in tables
    }
    walked = [
        match.group()
        for match in SCAN.finditer(drawn(details(name).query_plan))
        if aliases.get(match[1], match[1]) in tables - SMALL
        and match[2] not in partial
        and not match[3]
    ]
    assert not walked or re.search(r"\ba scan\b.*\w{3}", header(name)), walked


@pytest.mark.parametrize("name", PINNED, ids=lambda name: name.replace("/", "."))
def test_query_plan(name: str, snapshot: SnapshotAssertion) -> None:
    """How a statement finds its rows is pinned."""
    assert snapshot == drawn(details(name).query_plan)


def test_the_folders_that_go_by_tables_cover_them() -> None:
    """Clear and export know every table that has business rows, and no other."""
    tables = {
        str(row[0])
        for row in database().execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
    }
    derived = {"memory_content_terms", "memory_words", "memory_word_endings", "deliveries"}
    derived |= {"recall_words", "recall_postings", "recall_scopes", "index_editions", "tallies"}
    assert set(CLEARED_TABLES) == tables - {
        "memory_meta",
        "scopes",
        "operations",
        "model_usage",
        "index_editions",
    }
    assert set(EXPORTED_TABLES) == tables - derived
    assert {f"clear/{table}" for table in CLEARED_TABLES} < set(NAMES)
    assert {f"export/{table}" for table in EXPORTED_TABLES} <= set(NAMES)


@pytest.mark.parametrize("table", EXPORTED_TABLES)
def test_an_export_leaves_no_column_out(table: str) -> None:
    """Every column is exported but the secret of the subject hashes and hashes of requests."""
    columns = {
        str(row[1]) for row in database().execute(f"SELECT * FROM pragma_table_xinfo('{table}')")
    }
    given = {column for column, _ in details(f"export/{table}").description}
    assert columns - given <= {"subject_key", "request_sha256", "reach"}
