"""What must hold of a store after every step, read from its file past the code under test."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

    from sayso.shell.memory import Memory

Rows = list[tuple[object, ...]]


@dataclass
class Said:
    """What is known of one turn."""

    user: str
    assistant: str
    state: str
    thread: int


@dataclass
class Known:
    """Everything that is known of a store from outside; `living` turns have an open memory."""

    turns: dict[int, Said] = field(default_factory=dict)
    living: set[int] = field(default_factory=set)
    forgotten: set[int] = field(default_factory=set)
    generation: int = 1
    thread: int = 1


def number_of(value: object) -> int:
    """Take a number out of a row."""
    assert isinstance(value, int)
    return value


def rows_of(eyes: apsw.Connection, query: str) -> Rows:
    """Run a query past the code under test."""
    return eyes.execute(query).fetchall()


def check_turns(eyes: apsw.Connection, known: Known) -> None:
    """Hold every acknowledged turn against its row: texts, state, thread, hashes."""
    found = rows_of(
        eyes,
        "SELECT id, user_text, assistant_text, state, thread_id, user_sha256, assistant_sha256 "
        "FROM turns",
    )
    assert {row[0] for row in found} == set(known.turns)
    for number, user, assistant, state, thread, user_hash, assistant_hash in found:
        said = known.turns[number_of(number)]
        assert (user, assistant, state) == (said.user, said.assistant, said.state)
        assert thread == said.thread
        assert user_hash == hashlib.sha256(said.user.encode()).digest()
        assert assistant_hash == hashlib.sha256(said.assistant.encode()).digest()


def check_bootstrap(eyes: apsw.Connection, known: Known) -> None:
    """One active thread, one meta row, sound references, dense sequences."""
    active = rows_of(eyes, "SELECT id FROM threads WHERE status = 'active'")
    assert active == [(known.thread,)]
    assert rows_of(eyes, "SELECT id, generation FROM memory_meta") == [(1, known.generation)]
    assert rows_of(eyes, "SELECT * FROM pragma_foreign_key_check") == []
    sequences = rows_of(
        eyes, "SELECT count(*), min(sequence), max(sequence) FROM turns GROUP BY thread_id"
    )
    assert all(count == last and first == 1 for count, first, last in sequences)


def check_proof(eyes: apsw.Connection, known: Known) -> None:
    """Every source of an active memory is an exact slice; the user's words are among them."""
    assert rows_of(eyes, "SELECT id FROM memory_items WHERE status = 'staged'") == []
    for row_id, kind in rows_of(eyes, "SELECT id, kind FROM memory_items WHERE status = 'active'"):
        sources = rows_of(
            eyes,
            "SELECT source.turn_id, role, quote, start_char, end_char "
            "FROM memory_item_candidates AS link "
            "JOIN candidate_sources AS source ON source.candidate_id = link.candidate_id "
            f"WHERE link.item_row_id = {row_id}",
        )
        for turn_id, role, quote, start, end in sources:
            said = known.turns[number_of(turn_id)]
            text = said.user if role == "user" else said.assistant
            assert text[number_of(start) : number_of(end)] == quote
        assert kind == "discussion_context" or any(row[1] == "user" for row in sources)


def check_postings(eyes: apsw.Connection) -> None:
    """Exactly the active revisions are posted, and no term is left over."""
    active = set(rows_of(eyes, "SELECT id FROM memory_items WHERE status = 'active'"))
    for table in ("memory_terms", "memory_content_terms"):
        assert set(rows_of(eyes, f"SELECT item_row_id FROM {table}")) == active
    words = set(rows_of(eyes, "SELECT reach, term FROM memory_words"))
    assert words == set(rows_of(eyes, "SELECT DISTINCT reach, term FROM memory_terms"))
    endings = rows_of(
        eyes,
        "SELECT 1 FROM memory_word_endings WHERE word_id NOT IN (SELECT id FROM memory_words)",
    )
    assert endings == []


def check_forgotten(eyes: apsw.Connection, known: Known, memory: Memory, tools: list[str]) -> None:
    """No forgotten memory is listed, found or shown, and its candidates hold no text."""
    dead = rows_of(eyes, "SELECT item_id FROM memory_items WHERE status = 'forgotten'")
    known.forgotten |= {number_of(row[0]) for row in dead}
    listed = {one.item_id for one in memory.list()}
    found = {hit.item_id for tool in tools for hit in memory.search(tool)}
    shown = {
        int(line.split()[1][1:])
        for line in memory.context().text.splitlines()
        if line.startswith("- m")
    }
    assert shown | found <= listed
    assert not listed & known.forgotten
    for item_id in known.forgotten:
        texts = rows_of(
            eyes,
            "SELECT title, content, aliases FROM memory_candidates WHERE id IN ("
            "SELECT candidate_id FROM memory_item_candidates WHERE item_row_id IN ("
            f"SELECT id FROM memory_items WHERE item_id = {item_id}))",
        )
        assert set(texts) <= {("", "", "[]")}


def check_chains(eyes: apsw.Connection) -> None:
    """One active revision an item; who replaces whom only ever points forward."""
    rows = rows_of(eyes, "SELECT item_id, status, replaces_id, replaced_by_id FROM memory_items")
    heads = [row[0] for row in rows if row[1] == "active"]
    assert len(heads) == len(set(heads))
    for item_id, _, replaces, replaced_by in rows:
        assert replaces is None or number_of(replaces) < number_of(item_id)
        assert replaced_by is None or number_of(replaced_by) > number_of(item_id)


def check_jobs(eyes: apsw.Connection, known: Known) -> None:
    """Every ended turn has exactly one job, of this generation, and none is left leased."""
    jobs = rows_of(eyes, "SELECT status, generation, attempt_count, turn_id FROM memory_jobs")
    assert all(status != "leased" for status, *_ in jobs)
    assert all(row[1] == known.generation for row in jobs)
    assert all(number_of(row[2]) <= 12 for row in jobs)
    queued = sorted(number_of(row[3]) for row in jobs if row[3] is not None)
    assert queued == sorted(n for n, said in known.turns.items() if said.state != "open")
