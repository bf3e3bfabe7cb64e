"""A turn longer than the model takes becomes memory all the same, under one lease."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.project.extraction import ExtractionInput
from tests.kit import Question, World, extraction_text, remember, say, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

SAID = "We use PostgreSQL for the orders, that is decided"
LONG = "The log goes on and on. " * 700


def test_a_statement_at_the_end_of_a_long_turn_is_kept(tmp_path: Path) -> None:
    """The quote found in the last window is checked against the RAW turn, at its real place."""
    world = World(tmp_path)

    def slowly(question: Question) -> str:
        assert isinstance(question, ExtractionInput)
        world.clock.advance(50)
        shown = question.turns[0].user_text
        return str(remember(SAID)(question)) if SAID in shown else extraction_text()

    world.model.input_max_chars = 6_000
    world.model.script = [slowly] * 5
    with world.open() as memory:
        memory.record(whole_turn(f"{LONG}{SAID}."))
        assert memory.work().failed == 0
        (found,) = memory.list()
        (source,) = memory.show(found.item_id).sources
        assert (source.quote, source.start) == (SAID, len(LONG))
    sizes = [len(one.turns[0].user_text) for one in world.model.extractions]
    assert len(sizes) == 5
    assert max(sizes) == 6_000


def test_the_summary_rolls_on_from_part_to_part(tmp_path: Path) -> None:
    """Each part is shown the summary of the one before; the last one is stored."""
    world = World(tmp_path)
    world.model.input_max_chars = 6_000
    world.model.script = [say(extraction_text(compaction=f"part {at}")) for at in range(4)]
    with world.open() as memory:
        for _ in range(4):
            memory.record(whole_turn("x" * 5_000))
        memory.work()
        assert "part 3" in memory.context().text
    assert [one.compaction for one in world.model.extractions] == ["", "part 0", "part 1", "part 2"]


def test_a_part_that_fails_fails_the_batch(tmp_path: Path) -> None:
    """Nothing of the parts before it is stored, and the whole batch comes again."""
    world = World(tmp_path, remember(SAID), say("junk"))
    world.model.input_max_chars = 6_000
    with world.open() as memory:
        memory.record(whole_turn(f"{SAID}."))
        memory.record(whole_turn("x" * 5_990))
        assert memory.work().failed == 2
        assert memory.list() == ()
        assert memory.status().jobs.retry_wait == 2
