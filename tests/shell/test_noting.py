"""Notes of other memory products: imported once, listed, forgotten, and never memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core.evidence import Reason
from sayso.core.project.extraction import ExtractionInput
from sayso.shell import noting
from sayso.shell.errors import NotFoundError, RefusedError, RequestError
from sayso.shell.importing import ImportOptions, import_paths
from tests.kit import (
    QUOTE,
    SAID,
    World,
    candidate_of,
    extraction_text,
    remember,
    whole_turn,
)
from tests.shell.logkit import HERE, by_name, write_log
from tests.storefacts import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.shell.importing import ImportReport
    from sayso.shell.memory import Memory
    from tests.kit import Question

WORDS = "User prefers tabs over spaces."
DRY = ImportOptions(dry_run=True)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project of its own."""
    return World(tmp_path)


@pytest.fixture
def memory(world: World) -> Iterator[Memory]:
    """Give an open memory."""
    with world.open() as memory:
        yield memory


def write_notes(path: Path, *texts: str) -> Path:
    """Write what mem0 hands out."""
    entries = [{"id": str(at), "memory": text} for at, text in enumerate(texts)]
    path.write_text(json.dumps({"results": entries}, ensure_ascii=False), encoding="utf-8")
    return path


def notes_of(report: ImportReport) -> tuple[int, int]:
    """Give how many notes were new and how many known."""
    return report.notes, report.known_notes


def test_importing_twice_adds_nothing(memory: Memory, tmp_path: Path) -> None:
    """A note is known by its words, under whatever id it comes and however often."""
    file = write_notes(tmp_path / "m.json", WORDS, "Likes tea.", "likes  TEA.")
    dry = import_paths(memory, [file], DRY)
    assert (notes_of(dry), notes_of(import_paths(None, [file], DRY))) == ((2, 1), (2, 1))
    assert memory.notes() == ()
    first = import_paths(memory, [file], HERE)
    assert notes_of(first) == (2, 1)
    assert (first.files, first.turns, by_name(first.formats)) == (1, 0, {"mem0": 1})
    assert notes_of(import_paths(memory, [file], HERE)) == (0, 3)
    assert notes_of(import_paths(memory, [file], DRY)) == (0, 3)
    assert [(one.id, one.product, one.text) for one in memory.notes()] == [
        (2, "mem0", "Likes tea."),
        (1, "mem0", WORDS),
    ]
    assert memory.status().foreign_notes == 2


def test_a_forgotten_note_does_not_come_back(memory: Memory, tmp_path: Path) -> None:
    """Its words leave the file at once, and no import brings them back; a clear opens the past."""
    file = write_notes(tmp_path / "m.json", WORDS, "Likes tea.")
    import_paths(memory, [file], HERE)
    assert memory.forget("n1")
    assert not memory.forget("n1")
    assert [one.text for one in memory.notes()] == ["Likes tea."]
    other = write_notes(tmp_path / "o.json", "x", WORDS.upper())
    assert notes_of(import_paths(memory, [other], HERE)) == (1, 1)
    assert WORDS.lower() not in "".join(text for _, text in facts_of(memory).texts()).lower()
    store = memory.store.path
    assert store is not None
    left = b"".join(one.read_bytes() for one in store.parent.glob("memory.db*"))
    assert WORDS.encode() not in left
    memory.clear(confirm=True)
    assert memory.notes() == ()
    assert notes_of(import_paths(memory, [file], HERE)) == (2, 0)
    assert memory.notes()[-1].id > 3


def test_a_forget_under_an_operation_id_happens_once(memory: Memory, tmp_path: Path) -> None:
    """The id stands for this note; another one, or a memory of that number, is another request."""
    import_paths(memory, [write_notes(tmp_path / "m.json", WORDS, "Tea.")], HERE)
    assert memory.forget("n1", op_id="op-1")
    assert memory.forget("n1", op_id="op-1")
    for other in ("n2", 1):
        with pytest.raises(RefusedError):
            memory.forget(other, op_id="op-1")


@pytest.mark.parametrize("given", ["n0", "nx", "n", "n1 ", "n99999999999999999999"])
def test_what_is_no_note_id_is_told(memory: Memory, given: str) -> None:
    """It is refused as a request, and looks for nothing."""
    with pytest.raises(RequestError, match="no note id"):
        memory.forget(given)


def test_a_note_that_is_not_there_is_told(memory: Memory) -> None:
    """A number that was never handed out is not found."""
    with pytest.raises(NotFoundError, match="n7"):
        memory.forget("n7")


def test_a_query_lists_those_that_hold_its_words(memory: Memory, tmp_path: Path) -> None:
    """All words, in any order, in either script."""
    import_paths(memory, [write_notes(tmp_path / "m.json", WORDS, "用户喜欢喝绿茶。")], HERE)
    assert [one.id for one in memory.notes("SPACES tabs")] == [1]
    assert [one.id for one in memory.notes("绿茶")] == [2]
    assert memory.notes("tabs tea") == ()
    with pytest.raises(RequestError):
        memory.notes(4)  # type: ignore[arg-type]


def test_many_notes_go_in_some_at_a_time(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, a transaction holds few; a listing ends at its limit."""
    monkeypatch.setattr(noting, "TRANSACTION_MAX_NOTES", 3)
    monkeypatch.setattr(noting, "PAGE_ROWS", 4)
    monkeypatch.setattr("sayso.core.limits.LIST_ITEMS_MAX", 9)
    file = write_notes(tmp_path / "m.json", *(f"Fact {number}." for number in range(10)))
    assert notes_of(import_paths(memory, [file], DRY)) == (10, 0)
    before = memory.store.look("store/meta")[0][3]
    assert notes_of(import_paths(memory, [file], HERE)) == (10, 0)
    assert memory.store.look("store/meta")[0][3] == before + 4
    assert [one.id for one in memory.notes()] == list(range(10, 1, -1))
    assert [one.id for one in memory.notes("fact 0")] == [1]


def test_no_note_is_ever_memory_or_proof(world: World, tmp_path: Path) -> None:
    """No context, search, question or tool holds one; a proposal with its words is refused.

    What the user says stays the user's, also in a note's very words.
    """
    with world.open() as memory:
        import_paths(memory, [write_notes(tmp_path / "m.json", WORDS)], HERE)
        memory.record(whole_turn("Go on."))
        asked: list[Question] = []

        def invent(question: Question) -> str:
            asked.append(question)
            return extraction_text(candidate_of(1, WORDS))

        world.model.script = [invent]
        memory.work()
        (question,) = asked
        assert isinstance(question, ExtractionInput)
        assert WORDS not in repr(question)
        facts = facts_of(memory)
        assert (facts.candidates, facts.items, facts.sources) == ({}, {}, {})
        assert {one["reason"] for one in facts.refusals} == {Reason.NOT_VERBATIM}
        assert (memory.list(), memory.search("tabs spaces")) == ((), ())
        given = memory.context()
        assert WORDS not in given.text + repr(given.history)
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert len(memory.list()) == 1


def test_notes_go_through_an_export(world: World, memory: Memory, tmp_path: Path) -> None:
    """A snapshot holds them, and gives them back to a memory that lost them."""
    import_paths(memory, [write_notes(tmp_path / "m.json", WORDS, "Tea.")], HERE)
    memory.forget("n2")
    file = memory.export(tmp_path / "out")
    memory.clear(confirm=True)
    report = import_paths(memory, [file], HERE)
    assert notes_of(report) == (1, 0)
    assert by_name(report.skipped) == {"forgotten": 1}
    assert [(one.product, one.text) for one in memory.notes()] == [("mem0", WORDS)]


def test_a_log_and_notes_go_in_together(memory: Memory, tmp_path: Path) -> None:
    """Turns are learnt from, notes are kept apart, both are counted."""
    log = write_log(tmp_path / "log.jsonl", {"user": SAID})
    report = import_paths(memory, [log, write_notes(tmp_path / "m.json", WORDS)], HERE)
    assert (report.files, report.turns, notes_of(report)) == (2, 1, (1, 0))
