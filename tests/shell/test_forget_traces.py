"""No trace of forgotten words is left or let in, however a model words, names or hides them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core.items import Kind
from sayso.core.project.consolidation import ConsolidationInput
from tests.kit import (
    QUOTE,
    SAID,
    Question,
    World,
    candidate_of,
    column,
    create_of,
    extraction_text,
    learn,
    operation_of,
    operations_text,
    remember,
    say,
    texts_of,
    whole_turn,
)
from tests.oracle import violations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.shell.memory import Memory

TABLES = "From now on answer with tables."


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


@pytest.fixture
def memory(world: World) -> Iterator[Memory]:
    """Give its memory."""
    with world.open() as opened:
        yield opened


def held(memory: Memory, table: str) -> str:
    """Give all texts of a table."""
    with memory.store.reading() as reading:
        return json.dumps(list(reading.records(f"export/{table}")))


def forget(world: World, memory: Memory) -> None:
    """Let time pass, forget the first memory, and let time pass."""
    world.clock.advance(1)
    assert memory.forget("m1")
    world.clock.advance(1)


def test_a_rejected_candidate_about_the_place_loses_its_text(world: World, memory: Memory) -> None:
    """What stage 2 had turned down of the same words goes with the memory."""
    memory.record(whole_turn(SAID))

    def keep_one(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        first, second = question.candidates
        return operations_text(create_of(first), operation_of("reject", [second.id]))

    both = candidate_of(1, QUOTE), candidate_of(1, "use pnpm", kind=Kind.DECISION)
    world.model.script = [lambda _q: extraction_text(*both), keep_one]
    memory.work()
    assert column(memory, "status", "memory_candidates") == ["consolidated", "rejected"]
    forget(world, memory)
    assert column(memory, "status", "memory_candidates") == ["suppressed", "suppressed"]
    assert "pnpm" not in held(memory, "memory_candidates")


def test_a_memory_of_the_same_words_that_nobody_forgot_stays(world: World, memory: Memory) -> None:
    """Forgetting is about one memory; another one that rests on the place keeps its proof."""
    memory.record(whole_turn(SAID))
    both = candidate_of(1, QUOTE), candidate_of(1, "use pnpm", kind=Kind.DECISION)
    world.model.script = [lambda _q: extraction_text(*both)]
    memory.work()
    forget(world, memory)
    assert [one.item_id for one in memory.list()] == [2]
    assert column(memory, "status", "memory_candidates") == ["suppressed", "consolidated"]
    assert violations(memory) == []
    assert memory.forget("m2")
    assert "pnpm" not in held(memory, "memory_candidates")


def test_a_summary_of_another_thread_that_has_the_words_is_emptied(
    world: World, memory: Memory
) -> None:
    """A model may have put them where nobody said them, while they were no secret."""
    learn(world, memory)
    for summary in (f"They said: {QUOTE.upper()}", "About tests"):
        memory.new_thread()
        memory.record(whole_turn("Now the tests."))
        world.model.script = [say(extraction_text(compaction=summary))]
        memory.work()
    assert "PNPM" in held(memory, "threads")
    forget(world, memory)
    assert column(memory, "compaction", "threads") == ["", "", "About tests"]


def test_a_yes_empties_no_summary_of_other_threads(world: World, memory: Memory) -> None:
    """Of an agreement only the words agreed to are looked for: a yes stands in many texts."""
    memory.record(whole_turn("And the docs?", "I suggest we write the docs in Markdown."))
    memory.record(whole_turn("yes"))
    world.model.script = [
        lambda _q: extraction_text(
            {
                **candidate_of(2, "yes", title="Markdown for the docs"),
                "content": "The docs are written in Markdown",
                "sources": [
                    {"turn_id": 1, "role": "assistant", "quote": "we write the docs in Markdown"},
                    {"turn_id": 2, "role": "user", "quote": "yes"},
                ],
            }
        )
    ]
    memory.work()
    memory.new_thread()
    memory.record(whole_turn("Now the tests."))
    world.model.script = [lambda _q: extraction_text(compaction="yesterday it was tests")]
    memory.work()
    forget(world, memory)
    assert column(memory, "compaction", "threads") == ["", "yesterday it was tests"]


@pytest.mark.parametrize("quote", [QUOTE, f"they {QUOTE}, so", "use pnpm"])
def test_a_refusal_that_repeats_the_words_is_emptied(
    world: World, memory: Memory, quote: str
) -> None:
    """Whatever turn it claimed to quote, and whether it had more of the words or fewer."""
    learn(world, memory)
    memory.record(whole_turn("Now the tests."))
    bad = candidate_of(99, quote, title="Tool"), candidate_of(99, "something else")
    world.model.script = [lambda _q: extraction_text(*bad)]
    memory.work()
    assert "pnpm" in held(memory, "refusals")
    forget(world, memory)
    assert "pnpm" not in held(memory, "refusals")
    assert column(memory, "title", "refusals") == ["", "something else"]


def test_a_later_refusal_keeps_no_forgotten_words(world: World, memory: Memory) -> None:
    """A model that still knows them may propose them; nothing of it is written down."""
    learn(world, memory)
    forget(world, memory)
    memory.record(whole_turn("Now the tests."))
    bad = candidate_of(99, QUOTE), candidate_of(1, QUOTE.upper()), candidate_of(99, "spaces")
    world.model.script = [lambda _q: extraction_text(*bad)]
    memory.work()
    assert column(memory, "reason", "refusals") == ["unknown-turn"] * 3
    assert column(memory, "title", "refusals") == ["", "", "spaces"]


def test_a_summary_of_forgotten_words_is_not_taken(world: World, memory: Memory) -> None:
    """The question did not show them, so the summary cannot have them from there."""
    learn(world, memory)
    forget(world, memory)
    for said, summary, kept in (
        ("Now the tests.", f"They {QUOTE}.", ""),
        ("And the docs.", "Tests and docs.", "Tests and docs."),
        (SAID, f"They {QUOTE}.", f"They {QUOTE}."),
    ):
        memory.record(whole_turn(said))
        answer = extraction_text(compaction=summary)
        world.model.script = [lambda _q, answer=answer: answer]  # type: ignore[misc]
        memory.work()
        assert column(memory, "compaction", "threads") == [kept]


def test_another_name_brings_nothing_back(world: World, memory: Memory) -> None:
    """Words said twice before the forget stay away, whatever a model calls them afterwards."""
    learn(world, memory)
    memory.record(whole_turn(SAID))
    forget(world, memory)
    renamed = candidate_of(2, QUOTE, title="A note", aliases=["misc"])
    world.model.script = [lambda _q: extraction_text(renamed)]
    memory.work()
    assert memory.list() == ()
    assert column(memory, "reason", "refusals") == ["forgotten"]


def test_an_odd_name_does_not_shield_a_memory_from_its_forgetting(
    world: World, memory: Memory
) -> None:
    """A tombstone knows what was said, also where the memory was called after something else."""
    memory.record(whole_turn(SAID))
    named = candidate_of(1, QUOTE, title="A note on all packages", aliases=["misc"])
    world.model.script = [lambda _q: extraction_text(named)]
    memory.work()
    memory.record(whole_turn(SAID))
    forget(world, memory)
    world.model.script = [remember(QUOTE)]
    memory.work()
    assert memory.list() == ()
    assert column(memory, "reason", "refusals") == ["forgotten"]


@pytest.mark.parametrize("where", ["content", "title", "aliases"])
def test_a_word_about_something_else_carries_nothing_back(
    world: World, memory: Memory, where: str
) -> None:
    """A later statement proves itself and not what a model adds to it."""
    learn(world, memory)
    forget(world, memory)
    memory.record(whole_turn(TABLES))
    quote = TABLES.rstrip(".")
    added: object = [QUOTE] if where == "aliases" else f"{QUOTE}; tables"
    bad = candidate_of(2, quote, kind=Kind.PREFERENCE, **{where: added})
    world.model.script = [lambda _q: extraction_text(bad)]
    memory.work()
    assert memory.list() == ()
    assert column(memory, "reason", "refusals") == ["forgotten"]


@pytest.mark.parametrize("where", ["content", "title", "synopsis", "aliases", "keywords"])
def test_stage_two_brings_nothing_back(world: World, memory: Memory, where: str) -> None:
    """Its texts are a model's own; an operation that says forgotten words is illegal."""
    learn(world, memory)
    forget(world, memory)
    memory.record(whole_turn(TABLES))
    words: object = [QUOTE] if where in ("aliases", "keywords") else f"{TABLES} {QUOTE}"

    def smuggle(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        (one,) = question.candidates
        return operations_text(operation_of("create", [one.id], **texts_of(one) | {where: words}))

    world.model.script = [remember(TABLES.rstrip("."), kind=Kind.PREFERENCE), smuggle]
    memory.work()
    assert memory.list() == ()
    world.clock.advance(5)
    memory.work()
    assert [one.title for one in memory.list()] == [TABLES.rstrip(".")]
    assert "has taken back" in world.model.consolidations[-1].refused_because


def test_turning_a_candidate_down_says_nothing(world: World, memory: Memory) -> None:
    """An operation without texts cannot bring anything back."""
    learn(world, memory)
    forget(world, memory)
    memory.record(whole_turn(TABLES))

    def reject(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        return operations_text(operation_of("reject", [one.id for one in question.candidates]))

    world.model.script = [remember(TABLES.rstrip("."), kind=Kind.PREFERENCE), reject]
    memory.work()
    assert memory.list() == ()
    assert column(memory, "status", "memory_candidates") == ["suppressed", "rejected"]


def test_what_was_said_anew_may_be_merged_and_revised(world: World, memory: Memory) -> None:
    """A memory made after the forget is no secret: a later operation may go on saying it."""
    learn(world, memory)
    forget(world, memory)
    learn(world, memory)
    (anew,) = memory.list()
    memory.record(whole_turn("We decided: pin the version of node too."))

    def revise(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        (one,) = question.candidates
        texts = texts_of(one) | {"content": f"{QUOTE}; pin the version of node"}
        target = anew.item_id if question.related else None
        return operations_text(operation_of("revise", [one.id], target_id=target, **texts))

    said = candidate_of(3, "pin the version of node too", aliases=["packages"])
    world.model.script = [lambda _q: extraction_text(said), revise]
    memory.work()
    assert memory.read(anew.item_id).content == f"{QUOTE}; pin the version of node"


def test_a_withdrawal_takes_every_candidate_of_its_place(world: World, memory: Memory) -> None:
    """Two proposals on the same words go together, whatever the second one was called."""
    memory.record(whole_turn(SAID))
    memory.record(whole_turn("Forget what I said about pnpm."))
    both = candidate_of(1, QUOTE), candidate_of(1, "for packages", title="A note", aliases=[])
    world.model.script = [lambda _q: extraction_text(*both)]
    memory.work()
    assert memory.list() == ()
    assert column(memory, "status", "memory_candidates") == ["suppressed", "suppressed"]
