"""Forget stays forgotten: on every surface, during every stage, until the user says it anew."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.masks import MASK
from sayso.shell.errors import NotFoundError, RefusedError, RequestError
from sayso.shell.memory import Memory
from sayso.shell.reporting import ItemCounts, RefusalCount
from tests.kit import (
    QUOTE,
    SAID,
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
    whole_turn,
)

Answer = Callable[[Question], str | ModelFault]


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def assert_gone(memory: Memory, word: str = "pnpm") -> None:
    """Check that a word shows up on no surface but the RAW ones."""
    assert all(word not in one.title for one in memory.list())
    assert memory.search(word) == ()
    context = memory.context()
    assert word not in context.text
    assert all(word not in message.text for message in context.history)
    derived = ("memory_candidates", "refusals", "memory_jobs", "threads", "memory_terms")
    with memory.store.reading() as reading:
        for table in derived:
            for row in reading.records(f"export/{table}"):
                assert word not in json.dumps(row)


def test_a_forgotten_memory_is_gone_from_every_surface(world: World) -> None:
    """List, search, read, context, history, candidates, refusals and summaries (design 5.8)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        bad = candidate_of(1, "use pnpm for everything")
        good = candidate_of(1, QUOTE)
        world.model.script = [
            lambda _q: extraction_text(bad, good, compaction="They use pnpm."),
        ]
        memory.work()
        assert memory.search("pnpm")
        assert memory.forget("m1") is True
        assert_gone(memory)
        assert column(memory, "status", "memory_candidates") == ["suppressed"]
        with pytest.raises(RefusedError, match="forgotten"):
            memory.read("m1")
        assert memory.status().items == ItemCounts(forgotten=1)


def test_what_was_forgotten_can_still_be_shown(world: World, tmp_path: Path) -> None:
    """`show`, the RAW turn and the export keep it, so that the user sees what was forgotten."""
    with world.open() as memory:
        learn(world, memory)
        memory.forget("m1")
        shown = memory.show("m1")
        assert (shown.item.title, shown.item.status) == (QUOTE, "forgotten")
        assert [source.quote for source in shown.sources] == [QUOTE]
        assert column(memory, "user_text", "turns") == [SAID]
        snapshot = json.loads(memory.export(tmp_path).read_text("utf-8"))
        assert snapshot["turns"][0]["user_text"] == SAID


def test_forgetting_twice_is_nothing(world: World) -> None:
    """The second time says so and writes nothing."""
    with world.open() as memory:
        learn(world, memory)
        assert memory.forget("m1") is True
        stones = column(memory, "id", "tombstones")
        assert memory.forget(1) is False
        assert column(memory, "id", "tombstones") == stones


@pytest.mark.parametrize(
    ("number", "error"),
    [("m9", NotFoundError), ("abc", RequestError), ("m0", RequestError), (-1, RequestError)],
)
def test_an_unknown_memory_cannot_be_forgotten(
    world: World, number: int | str, error: type[Exception]
) -> None:
    """A number that was never handed out, and one that is none, change nothing."""
    with world.open() as memory:
        learn(world, memory)
        with pytest.raises(error):
            memory.forget(number)
        assert len(memory.list()) == 1


def test_the_history_masks_the_span_and_no_more(world: World) -> None:
    """The rest of the turn stays, in the history and in what stage 1 is shown later."""
    with world.open() as memory:
        learn(world, memory)
        memory.forget("m1")
        assert memory.context().history[0].text == f"We decided: {MASK}."
        memory.record(whole_turn("And now?"))
        memory.work()
        previous = world.model.extractions[-1].previous
        assert previous is not None
        assert previous.user_text == f"We decided: {MASK}."


def test_what_a_later_answer_repeats_is_masked_wherever_it_is_shown(tmp_path: Path) -> None:
    """History and why mask the sentence of another turn; its other words stay (README)."""
    with Memory.open(tmp_path) as memory:
        memory.record(whole_turn("From now on, answer in zebra French.", "Ok."))
        memory.record(
            whole_turn(
                "From now on, use tabs in Go.",
                "As you said, from now on I answer in zebra French. Also tabs.",
            )
        )
        memory.work()
        zebra, tabs = sorted(one.item_id for one in memory.list())
        before = memory.context().history[-1].text
        memory.forget(zebra)
        assert "zebra" in before
        assert memory.context().history[-1].text == f"{MASK} Also tabs."
        shown = [one.text for turn in memory.why(tabs).turns for one in turn.assistant]
        assert f"{MASK} Also tabs." in shown
        assert not any("zebra" in text for text in shown)


def test_a_later_statement_forms_a_new_memory(world: World) -> None:
    """The same words said anew are a new item with a new number (A62, A185)."""
    with world.open() as memory:
        learn(world, memory)
        memory.forget("m1")
        learn(world, memory)
        assert [(one.item_id, one.title) for one in memory.list()] == [(2, QUOTE)]
        assert memory.search("pnpm")[0].item_id == 2


def test_an_earlier_turn_does_not_bring_it_back(world: World) -> None:
    """A turn said before the forget and worked off after it is refused (A183, A316)."""
    with world.open() as memory:
        learn(world, memory)
        memory.record(whole_turn("Remember, we use pnpm for packages from now on."))
        memory.forget("m1")
        again = "we use pnpm for packages from now on"
        world.model.script = [
            lambda _q: extraction_text(candidate_of(2, again, title=QUOTE)),
        ]
        memory.work()
        assert memory.list() == ()
        assert memory.search("pnpm") == ()
        assert "pnpm" not in memory.context().text
        assert memory.status().refusals == (RefusalCount(reason="forgotten", count=1),)


def test_forgetting_ends_all_revisions_and_what_they_rest_on(world: World) -> None:
    """Revised text and old text are gone alike; both turns are masked."""
    with world.open() as memory:
        learn(world, memory)
        more = "use pnpm for packages, never yarn"
        memory.record(whole_turn(f"We decided: {more}."))

        def revise(question: Question) -> str:
            assert isinstance(question, ConsolidationInput)
            (one,) = question.candidates
            return operations_text(operation_of("revise", [one.id], target_id=1, **texts_of(one)))

        world.model.script = [remember(more), revise]
        memory.work()
        assert [one.revision for one in memory.list()] == [2]
        memory.forget("m1")
        assert_gone(memory)
        assert_gone(memory, "yarn")
        assert [one.status for one in memory.show("m1").revisions] == ["forgotten"] * 2


def test_forgetting_a_successor_does_not_revive_its_predecessor(world: World) -> None:
    """What was superseded stays superseded."""
    with world.open() as memory:
        learn(world, memory)
        new = "use yarn for packages, no longer pnpm"
        memory.record(whole_turn(f"We decided: {new}."))

        def supersede(question: Question) -> str:
            assert isinstance(question, ConsolidationInput)
            (one,) = question.candidates
            return operations_text(
                operation_of("supersede", [one.id], target_id=1, **texts_of(one))
            )

        world.model.script = [remember(new), supersede]
        memory.work()
        assert [one.item_id for one in memory.list()] == [2]
        assert memory.show("m1").item.replaced_by_id == 2
        assert memory.show("m2").item.replaces_id == 1
        memory.forget("m2")
        assert memory.list() == ()
        assert memory.show("m1").item.status == "superseded"
        assert memory.forget("m1") is True


def test_other_memories_stay(world: World) -> None:
    """Forgetting one thing takes nothing else with it."""
    with world.open() as memory:
        learn(world, memory)
        learn(world, memory, "We decided: use Rust for the parser.", "use Rust for the parser")
        memory.forget("m1")
        assert [one.title for one in memory.list()] == ["use Rust for the parser"]
        assert memory.search("Rust")
        assert "We decided: use Rust for the parser." in memory.context().history[-2].text


def test_a_withdrawal_in_conversation_forgets_like_the_command(world: World) -> None:
    """The words "forget what I said …" are a forget, with that turn as its evidence."""
    with world.open() as memory:
        learn(world, memory)
        memory.record(whole_turn("Forget what I said about pnpm."))
        memory.work()
        assert memory.list() == ()
        assert memory.show("m1").item.status == "forgotten"
        assert column(memory, "forgotten_by_turn_id", "memory_items") == [2]
        learn(world, memory)
        assert [one.item_id for one in memory.list()] == [2]


def test_a_withdrawal_takes_back_an_earlier_turn_of_its_batch(world: World) -> None:
    """Said and withdrawn before any work: no item is ever made, and nothing comes back."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.record(whole_turn("Forget what I said about pnpm."))
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert memory.list() == ()
        assert column(memory, "status", "memory_candidates") == ["suppressed"]
        assert column(memory, "title", "memory_candidates") == [""]
        assert world.model.consolidations == []


def test_an_unmatched_withdrawal_says_so(world: World) -> None:
    """Nothing is forgotten, and status counts the refusal with its reason."""
    with world.open() as memory:
        learn(world, memory)
        memory.record(whole_turn("Forget what I said about quokkas."))
        memory.work()
        assert len(memory.list()) == 1
        assert memory.status().refusals == (RefusalCount(reason="withdrawal-unmatched", count=1),)
