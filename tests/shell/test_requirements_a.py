"""Statements of document A that are about what is absent: from the store, the disk, the output."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.shell.fixed_words import context_words
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.store.bootstrap import manifest
from sayso.shell.store.witness import mark_path
from tests.architecture.tree import ROOT, dotted, modules
from tests.kit import World, column, fail_with, remember, whole_turn
from tests.shell.logkit import write_log

if TYPE_CHECKING:
    from pathlib import Path

SAID = "From now on we use PostgreSQL for every store."
TABLES = {
    "candidate_sources",
    "deliveries",
    "index_editions",
    "job_models",
    "memory_candidates",
    "memory_content_terms",
    "memory_item_candidates",
    "memory_items",
    "memory_jobs",
    "memory_meta",
    "memory_terms",
    "memory_word_endings",
    "memory_words",
    "model_usage",
    "notes",
    "operations",
    "recall_postings",
    "recall_scopes",
    "recall_words",
    "refusals",
    "scopes",
    "tallies",
    "threads",
    "tombstones",
    "turns",
}
MAKES_THREAD = re.compile(
    r"INSERT INTO threads\b|UPDATE threads\s+SET(?:(?!WHERE)[^;])*status = 'active'"
)


def columns_of(table: str) -> set[str]:
    """Give the column names of a table of the current schema."""
    connection = apsw.Connection(":memory:")
    for one in manifest():
        if one.type == "table" and one.sql:
            connection.execute(one.sql)
    rows = connection.execute("SELECT name FROM pragma_table_xinfo(?)", (table,)).fetchall()
    connection.close()
    return {str(row[0]) for row in rows}


def text_of(folder: Path) -> bytes:
    """Give everything that lies in a folder, as bytes."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_turn_has_two_texts_and_no_place_for_a_third() -> None:
    """Reasoning, tool calls, observations, prompts, sources and diffs have no column or table."""
    assert {one.name for one in manifest() if one.type == "table"} == TABLES
    assert columns_of("turns") == {
        *("id", "thread_id", "session", "sequence", "intent", "origin", "source_key"),
        *("user_text", "user_sha256", "assistant_text", "assistant_sha256"),
        *("state", "lease_owner", "lease_expires_at", "said_at", "created_at", "updated_at"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "  Thought: maybe. Why does tool_call(read, x) say this?\n\n```diff\n-a\n+b\n```\n",
        "My password is hunter2 and the key sk-0123456789abcdef belongs to 13912345678.\r\n",
        "系统提示词：你是助手。\u0000\u200b 观察：零条。 e\u0301",
    ],
)
def test_a_text_is_kept_to_the_byte_whatever_it_holds(tmp_path: Path, text: str) -> None:
    """Diffs, prompts and secrets in the user's words or the answer are neither cut nor masked."""
    world = World(tmp_path)
    shown = f"\n You said: {text} \n"
    with world.open() as memory:
        memory.record(whole_turn(text, shown))
        with memory.turn(text) as turn:
            turn.finish(shown)
        memory.work()
        exported = json.loads(memory.export().read_text(encoding="utf-8"))
    for asked in world.model.extractions[0].turns:
        assert (asked.user_text, asked.assistant_text) == (text, shown)
    texts = [(one["user_text"], one["assistant_text"]) for one in exported["turns"]]
    assert texts == [(text, shown)] * 2


def test_only_birth_new_and_clear_plan_an_active_thread() -> None:
    """Three plans make an active thread; no other code inserts or revives one."""
    callers = {
        function.name
        for module in modules("core", "shell")
        for function in module.functions()
        if any(
            isinstance(node, ast.Call) and dotted(node.func).endswith("plan_thread")
            for node in ast.walk(function)
        )
    }
    makers = {
        path.stem
        for path in (ROOT / "sql").rglob("*.sql")
        if MAKES_THREAD.search(path.read_text(encoding="utf-8"))
    }
    assert callers == {"plan_birth", "plan_new_thread", "plan_clear"}
    assert makers == {"insert_thread"}


def test_no_other_use_adds_an_active_thread(tmp_path: Path) -> None:
    """Opening again, turns, work, search, forget and export leave the one thread alone.

    What is imported lies in threads that are archived from the start.
    """
    world = World(tmp_path, remember("we use PostgreSQL for every store"))
    for _ in range(2):
        with world.open() as memory:
            memory.record(whole_turn(SAID))
            memory.work()
            memory.search("PostgreSQL")
            memory.context("another session")
            for listed in memory.list():
                memory.forget(listed.item_id)
            memory.export()
            assert memory.status().threads == 1
    log = write_log(tmp_path / "logs" / "one.jsonl", {"user": "Hello?"}, {"user": "Bye."})
    with world.open() as memory:
        assert import_paths(memory, [log], ImportOptions(any_folder=True)).turns == 2
        assert column(memory, "status", "threads") == ["active", "archived"]


def test_an_export_is_no_mirror(tmp_path: Path) -> None:
    """What happens after an export reaches neither it nor any file beside the store."""
    with World(tmp_path).open() as memory:
        memory.record(whole_turn("First words."))
        path = memory.export()
        before = path.read_bytes()
        memory.record(whole_turn("Second words."))
        memory.work()
        assert path.read_bytes() == before
        assert list(path.parent.iterdir()) == [path]


def test_an_old_memory_file_is_deleted_unread(tmp_path: Path) -> None:
    """The first initialisation removes memory.json; nothing of it is read, moved or kept."""
    folder = tmp_path / ".sayso"
    folder.mkdir()
    (folder / "memory.json").write_bytes(b'\xff{"preference": "quokka"')
    with World(tmp_path).open() as memory:
        assert memory.list() == ()
        assert memory.status().turns.total == 0
    assert not (folder / "memory.json").exists()
    assert b"quokka" not in text_of(tmp_path)


def test_search_needs_neither_vectors_nor_full_text_tables() -> None:
    """No virtual table stands in the schema and no module of the core imports an index."""
    made = " ".join(one.sql or "" for one in manifest()).lower()
    assert not [word for word in ("virtual", "fts", "vec", "embedding") if word in made]
    banned = {"numpy", "lancedb", "faiss", "torch", "sentence_transformers", "chromadb"}
    imported = {
        name.partition(".")[0]
        for module in modules("core", "shell")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
    }
    assert not imported & banned


def test_budgets_are_those_of_the_contract() -> None:
    """What a model may answer and what a request is given is bounded as agreed, no tighter."""
    assert (limits.EXTRACTION_OUTPUT_MAX_TOKENS, limits.CONSOLIDATION_OUTPUT_MAX_TOKENS) == (
        1_800,
        2_200,
    )
    assert (limits.HISTORY_MAX_TURNS, limits.HISTORY_MAX_CHARS) == (8, 12_000)
    assert (limits.CONTEXT_MAX_CHARS, limits.COMPACTION_MAX_CHARS) == (4_000, 4_000)
    assert (limits.READ_SOURCES_MAX, limits.READ_QUOTE_MAX_CHARS) == (3, 800)
    assert limits.READ_CONTENT_MAX_CHARS == 4_000
    assert limits.JOB_ERROR_MAX_CHARS == 20_000


@pytest.mark.parametrize(
    ("language", "live", "now"),
    [
        ("en", "no evidence about code, configuration or errors: read those live", "always wins"),
        ("zh", "也不是代码、配置或报错的证据，那些请当场读取", "以当前的话为准"),
    ],
)
def test_the_notice_puts_code_and_the_present_words_first(
    language: str, live: str, now: str
) -> None:
    """Every context says that facts are read live and that what the user says now wins."""
    assert live in context_words()[language].notice
    assert now in context_words()[language].notice


def test_the_manifest_is_what_a_new_store_has(tmp_path: Path) -> None:
    """The catalogue of a file made from the schema equals the manifest, object for object."""
    world = World(tmp_path)
    world.open().close()
    connection = apsw.Connection(str(world.path))
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall()
    connection.close()
    assert {(one.type, one.name, one.table, one.sql) for one in manifest()} == set(rows)


def test_one_file_holds_everything(tmp_path: Path) -> None:
    """A store moved to another folder as one file brings all memory along; its mark is missed."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        (folder / ".sayso").mkdir(parents=True)
    world, other = World(here, remember(SAID[:-1])), World(there)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        listed, context = memory.list(), memory.context()
        assert len(listed) == 1
    left = {path.name for path in world.path.parent.iterdir()}
    assert left <= {"memory.db", "memory.db.mark", ".gitignore"}
    world.path.rename(other.path)
    with other.open() as memory:
        assert (memory.list(), memory.context()) == (listed, context)
    with world.open() as memory:
        assert "memory.db is gone" in str(memory.health)
    mark_path(world.path).unlink()
    with world.open() as memory:
        assert memory.list() == ()


def test_a_diagnostic_holds_nothing_of_the_request(tmp_path: Path) -> None:
    """Neither the user's words nor the prompt nor a setting is attached to what went wrong."""
    fault = ModelFault(kind="HTTPError", message="refused", status="401", body="no such key")
    with World(tmp_path, fail_with(fault)).open() as memory:
        memory.record(whole_turn("My words are secret: quokka.", "So is this wombat."))
        memory.work()
        error = str(memory.status().last_error)
    assert "no such key" in error
    for inner in ("quokka", "wombat", "thread_compaction", "candidates", "Authorization"):
        assert inner not in error
