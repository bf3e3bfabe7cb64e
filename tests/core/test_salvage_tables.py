"""What a salvage takes a row to be is what the schema says."""

import apsw.ext

from sayso.core.salvage.tables import MIRRORS, ROOTS, TABLES
from sayso.shell.store.bootstrap import SCHEMAS, add_tables
from sayso.shell.store.connection import open_memory
from sayso.shell.store.statements import statement


def test_the_tables_are_those_of_the_schema() -> None:
    """Columns, types, NULLs, keys, allowed words and first pages are what SQLite makes of it."""
    connection = open_memory()
    schema = "".join(map(statement, SCHEMAS.values()))
    add_tables(connection, 0)
    roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"))
    assert dict(ROOTS) == roots
    for table in TABLES:
        rows = connection.execute(f"PRAGMA table_xinfo({table.name})").fetchall()
        told = [(name, kind, bool(not_null or key)) for _, name, kind, not_null, _, key, _ in rows]
        assert [
            (
                one.name,
                {"RowId": "INTEGER"}.get(type(one).__name__, type(one).__name__.upper()),
                not getattr(one, "may_be_null", False),
            )
            for one in table.columns
        ] == told
        keys = sorted((row[5], row[1]) for row in rows if row[5])
        assert tuple(name for _, name in keys) == table.key
        sql = schema[schema.index(f"CREATE TABLE {table.name} (") :].partition("STRICT")[0]
        for column in table.columns:
            for choice in getattr(column, "choices", None) or ():
                assert str(choice) in sql.partition(f"{column.name} ")[2].partition("))")[0]
        shown = {one.name for one in table.columns if one.is_exported}
        exported = apsw.ext.query_info(connection, statement(f"export/{table.name}"))
        assert {name for name, _ in exported.description} == shown
    for index, mirror in MIRRORS.items():
        rows = connection.execute(f"PRAGMA index_xinfo({index})").fetchall()
        assert [row[2] for row in rows] == [one.name for one in mirror.columns]
    connection.close()
