"""Replies of stage 2 that are no use, and what both stages may not do to what stands.

Whatever stage 2 says wrongly changes nothing but its job, is told in the next question without
the reply's own words, and a sound reply then counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.items import Kind
from sayso.shell.exporting import EXPORTED_TABLES
from tests.kit import (
    QUOTE,
    SAID,
    World,
    candidate_of,
    column,
    extraction_text,
    operation_of,
    operations_text,
    remember,
    say,
    whole_turn,
)
from tests.oracle import violations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.shell.memory import Memory
    from sayso.shell.worker import Step

MARK = "zebra"  # a word of the reply that nobody said
MOVING = ("memory_meta", "memory_jobs", "model_usage")  # where an attempt leaves its trace
TEXTS = {"title": QUOTE, "content": QUOTE, "synopsis": QUOTE}
SOUND = operations_text(operation_of("create", [1], **TEXTS))


def broken(before: str, after: str) -> str:
    """Give the sound reply with one thing in it replaced."""
    assert before in SOUND
    return SOUND.replace(before, after)


USELESS: Mapping[str, tuple[str, str]] = {
    "L01 nothing": ("", "not one JSON value"),
    "L01 white space": (" \n\t", "not one JSON value"),
    "L01 refusal": (f"I'm sorry, I can't {MARK}.", "not one JSON value"),
    "L02 no JSON": (f"{{operations: {MARK}}}", "not one JSON value"),
    "L02 cut off": (SOUND[:-3], "not one JSON value"),
    "L03 prose after": (f"{SOUND} {MARK}", "not one JSON value"),
    "L03 prose before": (f"{MARK}: {SOUND}", "not one JSON value"),
    "L03 byte order mark": (f"\ufeff{SOUND}", "not one JSON value"),
    "L03 two fences": (f"```json\n```json\n{SOUND}\n```\n```", "not one JSON value"),
    "L03 another fence": (f"```{MARK}\n{SOUND}\n```", "not one JSON value"),
    "L04 two objects": (SOUND + SOUND, "not one JSON value"),
    "L04 a list": (f"[{SOUND}]", "must be a JSON object"),
    "L05 NaN": (broken("[1]", "[NaN]"), "NaN is not a JSON number"),
    "L05 infinity": (broken("[1]", "[1e999]"), "out of range"),
    "L05 a fraction": (broken("[1]", "[1.0]"), "candidate_ids"),
    "L05 truth": (broken("[1]", "[true]"), "candidate_ids"),
    "L06 a key twice": (broken('"aliases"', f'"title": "{MARK}", "aliases"'), "a key twice"),
    "L07 depth": (broken("[1]", "[" * 9_000 + "]" * 9_000), "nested deeper"),
    "L07 digits": (broken("[1]", f"[{'1' * 5_000}]"), "too many digits"),
    "L08 bytes": (broken("pnpm", "x" * limits.REPLY_MAX_BYTES), "larger than"),
    "L08 operations": (operations_text(*[operation_of("reject", [1])] * 33), "0 to 32"),
    "L08 a hundred thousand": (
        operations_text(*[operation_of("reject", [1])] * 100_000),
        "larger than",
    ),
    "an unknown key": (broken('"aliases"', '"note": 1, "aliases"'), "unknown key 'note'"),
    "a missing key": (broken('"aliases": [], ', ""), "lacks the key"),
    "an unknown operation": (broken('"create"', f'"{MARK}"'), "operation"),
}

ILLEGAL: Mapping[str, tuple[list[dict[str, object]], str]] = {
    "L09 a candidate of another job": (
        [operation_of("create", [1, 9], **TEXTS)],
        "c9 is not pending",
    ),
    "L09 a candidate left out": ([], "c1 is not handled"),
    "L09 a candidate twice": (
        [operation_of("create", [1], **TEXTS), operation_of("reject", [1])],
        "handled twice",
    ),
    "L09 a target of nowhere": (
        [operation_of("revise", [1], target_id=99, **TEXTS)],
        "m99 is not among",
    ),
    "L15 itself": ([operation_of("supersede", [1], target_id=1, **TEXTS)], "m1 is not among"),
    "L16 something else": (
        [operation_of("create", [1], **TEXTS | {"content": f"Feed the {MARK}"})],
        "the content shares no word",
    ),
    "L16 a secret beside": (
        [operation_of("create", [1], **TEXTS | {"content": f"{QUOTE}, key {MARK}-0123"})],
        "the content holds a name",
    ),
}


def state_of(memory: Memory) -> dict[str, list[dict[str, object]]]:
    """Give all that is stored but for the traces of an attempt."""
    with memory.store.reading() as reading:
        return {
            table: list(reading.records(f"export/{table}"))
            for table in EXPORTED_TABLES
            if table not in MOVING
        }


def one_step(memory: Memory) -> Step:
    """Work off one batch."""
    step = memory.worker().step(None, force=True)
    assert step is not None
    return step


def check_refused(reply: str, reason: str) -> None:
    """Let stage 2 answer wrongly once, then in the plainest legal way."""
    world = World(None, remember(QUOTE), say(reply))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        one_step(memory)
        before = state_of(memory)
        step = one_step(memory)
        assert (step.error is not None, step.model_failed) == (True, False)
        assert state_of(memory) == before
        assert column(memory, "status") == ["succeeded", "retry_wait"]
        assert column(memory, "checkpoint") == [None, None]
        error = str(memory.status().last_error)
        assert reason in error
        assert len(error) < 1_000
        world.clock.advance(5)
        memory.work()
        first, second = world.model.consolidations
        assert (first.refused_because, reason in second.refused_because) == ("", True)
        assert [one.title for one in memory.list()] == [QUOTE]
        assert memory.status().last_error is None
        assert violations(memory) == []


@pytest.mark.parametrize("fault", USELESS)
def test_a_useless_reply_of_stage_2_changes_nothing(fault: str) -> None:
    """What is no contract is refused whole, named in the next question, and forgotten (L01-L08)."""
    check_refused(*USELESS[fault])


@pytest.mark.parametrize("fault", ILLEGAL)
def test_an_illegal_operation_changes_nothing(fault: str) -> None:
    """Nor does what names others' rows or says what nobody said, whole as it comes (L09, L16)."""
    operations, reason = ILLEGAL[fault]
    check_refused(operations_text(*operations), reason)


@pytest.mark.parametrize("fault", [*USELESS, *ILLEGAL])
def test_the_words_of_a_refused_reply_are_kept_nowhere(fault: str) -> None:
    """Not even in the diagnostic: they may be made up, or be a secret (L16)."""
    reply = USELESS[fault][0] if fault in USELESS else operations_text(*ILLEGAL[fault][0])
    world = World(None, remember(QUOTE), say(reply))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        with memory.store.reading() as reading:
            stored = str([list(reading.records(f"export/{table}")) for table in EXPORTED_TABLES])
    assert MARK not in stored


def decided(what: str) -> str:
    """Spell a decision."""
    return f"We decided: {what}."


def learn(world: World, memory: Memory, what: str) -> None:
    """Let a decision become a memory, a minute after the last one."""
    memory.record(whole_turn(decided(what)))
    world.model.script = [remember(what)]
    memory.work()
    world.clock.advance(60)


@pytest.mark.parametrize(
    ("candidates", "target", "reason"),
    [
        ("own", 1, "m1 is not among"),  # superseded
        ("own", 3, "m3 is not among"),  # forgotten
        ("own", 4, "m4 is not among"),  # a discussion of another thread
        ("both", 2, "is not pending in this job"),  # a candidate of another job
    ],
)
def test_what_is_there_but_not_at_hand_is_not_touched(
    candidates: str, target: int, reason: str
) -> None:
    """Ids that exist: a superseded, forgotten or distant memory, another job's candidate (L09)."""
    world = World(None)
    with world.open() as memory:
        learn(world, memory, "use Rust for the parser")
        memory.record(whole_turn(decided("use Go for the parser")))
        texts = dict.fromkeys(("title", "content", "synopsis"), "use Go for the parser")
        world.model.script = [
            remember("use Go for the parser"),
            say(operations_text(operation_of("supersede", [2], target_id=1, **texts))),
        ]
        assert memory.work().failed == 0
        world.clock.advance(60)
        learn(world, memory, "use Vim for the parser notes")
        memory.forget(3)
        memory.record(whole_turn("What about the parser?", "Zig or Go for the parser?"))
        talk = candidate_of(4, "What about the parser?", kind=Kind.DISCUSSION)
        world.model.script = [say(extraction_text(talk))]
        memory.work()
        memory.new_thread()
        world.clock.advance(60)
        for session in ("a", "b"):
            memory.record(whole_turn(decided(f"use Zig for the parser {session}"), session=session))
        world.model.script = [remember(f"use Zig for the parser {one}") for one in "ab"]
        one_step(memory)
        one_step(memory)
        before = state_of(memory)
        own = dict.fromkeys(("title", "content", "synopsis"), "use Zig for the parser a")
        ids = [5] if candidates == "own" else [5, 6]
        reply = operations_text(operation_of("supersede", ids, target_id=target, **own))
        world.model.script = [say(reply)]
        step = one_step(memory)
        assert reason in str(step.error)
        assert state_of(memory) == before
        assert violations(memory) == []


def test_a_chain_of_replacements_never_closes() -> None:
    """Back and forth between two choices makes ever newer memories, one after another (L15)."""
    world = World(None)
    with world.open() as memory:
        learn(world, memory, "use Rust for the parser")
        for number in range(1, 7):
            what = f"use {('Go', 'Rust')[number % 2 == 0]} for the parser"
            memory.record(whole_turn(decided(what)))
            texts = {"title": what, "content": what, "synopsis": what}
            sound = operation_of("supersede", [number + 1], target_id=number, **texts)
            world.model.script = [remember(what), say(operations_text(sound))]
            if number > 1:
                back = operation_of("supersede", [number + 1], target_id=number - 1, **texts)
                world.model.script.insert(1, say(operations_text(back)))
            memory.work()
            world.clock.advance(60)
            memory.work()
            world.clock.advance(60)
        assert column(memory, "id", "memory_items") == [1, 2, 3, 4, 5, 6, 7]
        assert column(memory, "replaces_id", "memory_items") == [None, 1, 2, 3, 4, 5, 6]
        assert [one.item_id for one in memory.list()] == [7]
        assert violations(memory) == []


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}\n```", "  {}\n\n"])
def test_one_fence_and_space_around_it_are_all_that_may_stand_there(fence: str) -> None:
    """The one lenient rule, on the whole way through both stages (L03)."""
    found = extraction_text(candidate_of(1, QUOTE))
    world = World(None, say(fence.replace("{}", found)), say(fence.replace("{}", SOUND)))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 0
        assert [one.title for one in memory.list()] == [QUOTE]


@pytest.mark.parametrize("quote", ["use  pnpm for packages", "use pnpm for\tpackages", "Use pnpm"])
def test_a_quote_that_is_off_by_a_blank_or_a_case_is_no_quote(quote: str) -> None:
    """Only another Unicode form or line end of the very words is found (L10, X05-X06)."""
    cited = candidate_of(1, QUOTE, sources=[{"turn_id": 1, "role": "user", "quote": quote}])
    world = World(None, say(extraction_text(cited)))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        assert column(memory, "reason", "refusals") == ["quote-not-verbatim"]
        assert memory.list() == ()


def test_recalled_memory_is_no_evidence_for_itself() -> None:
    """What the context showed can't be cited as said, from the answer or from an echo (L14)."""
    world = World(None)
    with world.open() as memory:
        learn(world, memory, "use Rust for the parser")
        shown = memory.context().text
        assert "use Rust for the parser" in shown
        memory.record(whole_turn(f"Look at this:\n{shown}\nThoughts?", f"It says:\n{shown}"))
        claims = [
            candidate_of(2, "use Rust for the parser", sources=[source])
            for source in (
                {"turn_id": 2, "role": "user", "quote": "use Rust for the parser"},
                {"turn_id": 2, "role": "assistant", "quote": "use Rust for the parser"},
            )
        ]
        world.model.script = [say(extraction_text(*claims))]
        memory.work()
        assert set(column(memory, "reason", "refusals")) == {"injected-memory"}
        assert len(memory.list()) == 1
        assert len(memory.show(1).sources) == 1
