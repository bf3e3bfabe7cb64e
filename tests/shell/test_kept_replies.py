"""A reply kept for the next attempt holds nothing forgotten, whichever came first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.items import Kind
from sayso.core.project.consolidation import ConsolidationInput
from sayso.shell.errors import MemoryStorageError
from tests.kit import (
    QUOTE,
    Question,
    World,
    candidate_of,
    column,
    extraction_text,
    learn,
    operation_of,
    operations_text,
    remember,
    texts_of,
    while_asked,
    whole_turn,
)
from tests.shell.faultkit import failing_commits

if TYPE_CHECKING:
    from pathlib import Path

TABLES = "From now on answer with tables."


@pytest.mark.parametrize("stage", ["extraction", "consolidation"])
def test_no_reply_is_kept_past_a_forget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    """What was answered before the forget is not kept by a failure that comes after it."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
        memory.record(whole_turn("We decided: use Rust for the parser."))
        rust = remember("use Rust for the parser")
        late = while_asked(lambda: memory.forget("m1"), rust if stage == "extraction" else None)
        world.model.script = [late] if stage == "extraction" else [rust, late]
        if stage == "consolidation":
            memory.worker().step(None, force=True)
        failing_commits(memory, monkeypatch, MemoryStorageError("the disk is full"))
        memory.work()
        assert set(column(memory, "checkpoint")) == {None}


@pytest.mark.parametrize("stage", ["extraction", "consolidation"])
def test_no_reply_with_forgotten_words_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    """A reply that says what it was not shown is asked for anew instead of being kept."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
        memory.forget("m1")
        memory.record(whole_turn(TABLES))
        said = candidate_of(2, TABLES.rstrip("."), kind=Kind.PREFERENCE)

        def smuggle(question: Question) -> str:
            if not isinstance(question, ConsolidationInput):
                return extraction_text(said, compaction=f"They {QUOTE}.")
            (one,) = question.candidates
            return operations_text(
                operation_of("create", [one.id], **texts_of(one) | {"synopsis": QUOTE})
            )

        clean = remember(TABLES.rstrip("."), kind=Kind.PREFERENCE)
        world.model.script = [smuggle] if stage == "extraction" else [clean, smuggle]
        if stage == "consolidation":
            memory.worker().step(None, force=True)
        failing_commits(memory, monkeypatch, MemoryStorageError("the disk is full"))
        memory.work()
        assert set(column(memory, "checkpoint")) == {None}
