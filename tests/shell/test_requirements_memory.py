"""Document A on memory itself: from the words of a turn to what is kept, changed and forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput
from sayso.core.turns import Role
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.reporting import RefusalCount
from tests.kit import (
    World,
    candidate_of,
    extraction_text,
    operation_of,
    operations_text,
    remember,
    say,
    texts_of,
    whole_turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.kit import Question

SAID = "From now on we use PostgreSQL for every store."
LATER = "We decided to use MySQL instead of PostgreSQL for every store."


def merging(operation: str, target_id: int) -> Callable[[Question], str]:
    """Give a step of stage 2 that merges the one candidate into an item."""

    def answer(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        (one,) = question.candidates
        texts = texts_of(one)
        return operations_text(operation_of(operation, [one.id], target_id=target_id, **texts))

    return answer


def say_and_work(memory: Memory, *users: str) -> None:
    """Record turns and work them off."""
    for user in users:
        memory.record(whole_turn(user))
    memory.work()


def titles(memory: Memory) -> list[str]:
    """Give the titles of the usable memories."""
    return [one.title for one in memory.list()]


@pytest.mark.parametrize(
    ("said", "kind"),
    [("以后先给结论", Kind.PREFERENCE), ("项目统一使用 Python 3.10+", Kind.DECISION)],
)
def test_the_examples_of_the_document_are_kept(tmp_path: Path, said: str, kind: Kind) -> None:
    """Both sentences become memories of the whole project, with the user's words as proof."""
    world = World(tmp_path)
    with Memory.open(tmp_path, model=EmbeddedModel(), ports=world.ports) as memory:
        say_and_work(memory, said)
        (listed,) = memory.list()
        shown = memory.show(listed.item_id)
        assert listed.kind is kind
        assert shown.item.thread_id is None
        assert [(one.role, one.quote) for one in shown.sources] == [(Role.USER, said)]
        memory.new_thread()
        assert len(memory.list()) == 1


def test_a_fourth_kind_is_accepted_nowhere(tmp_path: Path) -> None:
    """There are three; a reply with another is no reply, and its job waits for the next try."""
    assert {*Kind} == {"user_preference", "project_decision", "discussion_context"}
    odd = extraction_text(candidate_of(1, SAID[:-1], kind="user_mood"))
    with World(tmp_path, say(odd)).open() as memory:
        say_and_work(memory, SAID)
        assert memory.status().jobs.retry_wait == 1
        assert "candidates[0].kind" in str(memory.status().last_error)
        assert titles(memory) == []


def test_words_go_through_both_stages_to_search_and_read(tmp_path: Path) -> None:
    """RAW turn, stage 1, stage 2, then at most five rows, then one detail with its excerpts."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        say_and_work(memory, SAID)
        first, second = world.model.asked
        assert isinstance(first, ExtractionInput)
        assert (first.turns[0].user_text, first.turns[0].assistant_text) == (SAID, "Fine.")
        assert isinstance(second, ConsolidationInput)
        (hit,) = memory.search("PostgreSQL")
        assert (hit.title, hit.synopsis) == (SAID[:-1], SAID[:-1])
        reading = memory.read(hit.item_id)
        assert reading.content == SAID[:-1]
        assert [one.quote for one in reading.sources] == [SAID[:-1]]


def test_a_bad_candidate_goes_alone(tmp_path: Path) -> None:
    """An invented quote is refused with its reason; its sibling and the summary stand."""
    reply = extraction_text(
        candidate_of(1, "words nobody said"),
        candidate_of(1, SAID[:-1]),
        compaction="About stores.",
    )
    with World(tmp_path, say(reply)).open() as memory:
        say_and_work(memory, SAID)
        assert titles(memory) == [SAID[:-1]]
        assert memory.status().refusals == (RefusalCount(reason="quote-not-verbatim", count=1),)
        assert "About stores." in memory.context().text


def test_agreement_keeps_proposal_and_confirmation(tmp_path: Path) -> None:
    """After a "同意" both the proposal and the agreement are sources, each with its turn."""
    offer = "建议统一使用 PostgreSQL 作为数据库。"
    quotes = [
        {"turn_id": 1, "role": "assistant", "quote": offer},
        {"turn_id": 2, "role": "user", "quote": "同意"},
    ]
    reply = extraction_text(candidate_of(1, offer, sources=quotes))
    with World(tmp_path, say(reply)).open() as memory:
        memory.record(whole_turn("数据库用什么？", offer))
        memory.record(whole_turn("同意"))
        memory.work()
        (listed,) = memory.list()
        sources = memory.show(listed.item_id).sources
        assert [(one.turn_id, one.role, one.quote) for one in sources] == [
            (1, Role.ASSISTANT, offer),
            (2, Role.USER, "同意"),
        ]


def test_a_decision_is_superseded_by_name_only(tmp_path: Path) -> None:
    """A newer decision stands beside the older one unless stage 2 names what it replaces."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        say_and_work(memory, SAID)
        world.model.script = [remember(LATER[:-1])]
        say_and_work(memory, LATER)
        assert sorted(titles(memory)) == sorted((SAID[:-1], LATER[:-1]))
        last = "We decided to use SQLite instead of PostgreSQL for every store."
        world.model.script = [remember(last[:-1]), merging("supersede", target_id=1)]
        say_and_work(memory, last)
        assert sorted(titles(memory)) == sorted((last[:-1], LATER[:-1]))
        old, new = memory.show(1), memory.show(3)
        assert (old.item.status, old.item.replaced_by_id) == ("superseded", 3)
        assert (old.item.content, new.item.replaces_id) == (SAID[:-1], 1)


@pytest.mark.parametrize("operation", ["revise", "supersede"])
def test_a_memory_out_of_use_is_no_target(tmp_path: Path, operation: str) -> None:
    """What was superseded cannot be changed any more, and the attempt changes nothing (A175)."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        say_and_work(memory, SAID)
        world.model.script = [remember(LATER[:-1]), merging("supersede", target_id=1)]
        say_and_work(memory, LATER)
        before = memory.list()
        last = "We decided to use SQLite instead of PostgreSQL for every store."
        world.model.script = [remember(last[:-1]), merging(operation, target_id=1)]
        memory.record(whole_turn(last))
        assert memory.work().failed == 1
        assert "m1 is not among the related active items" in str(memory.status().last_error)
        assert memory.list() == before
        assert len(memory.show(1).revisions) == 1


def test_a_revision_is_added_and_the_old_one_stays(tmp_path: Path) -> None:
    """Revise gives the item a second row; the first keeps its texts and its proof."""
    more = "From now on we use PostgreSQL 16 for every store."
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        say_and_work(memory, SAID)
        world.model.script = [remember(more[:-1]), merging("revise", target_id=1)]
        say_and_work(memory, more)
        shown = memory.show(1)
        assert [(one.revision, one.content) for one in shown.revisions] == [
            (1, SAID[:-1]),
            (2, more[:-1]),
        ]
        assert {one.quote for one in shown.sources} == {SAID[:-1], more[:-1]}
        assert titles(memory) == [more[:-1]]


def test_titles_aliases_and_keywords_of_stage_two_are_what_is_searched(tmp_path: Path) -> None:
    """What consolidation wrote is stored with the item, and each of them finds it (A189)."""

    def organised(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        (one,) = question.candidates
        texts = {"title": "Stores", "aliases": ["persistence"], "keywords": ["relational"]}
        return operations_text(operation_of("create", [one.id], **(texts_of(one) | texts)))

    with World(tmp_path, remember(SAID[:-1]), organised).open() as memory:
        say_and_work(memory, SAID)
        item = memory.show(1).item
        assert (item.title, item.aliases, item.keywords) == (
            "Stores",
            ("persistence",),
            ("relational",),
        )
        for query in ("Stores", "persistence", "relational"):
            (hit,) = memory.search(query)
            assert (hit.item_id, hit.match_type) == (1, "exact")


def test_history_and_context_are_bounded_each_for_itself(tmp_path: Path) -> None:
    """With both at their bounds at once neither takes from the other nor repeats it (A213-A216)."""
    world = World(tmp_path)
    with world.open() as memory:
        for number in range(10):
            world.model.script = [say(extraction_text(compaction="z" * 4_000))]
            memory.record(whole_turn(f"Q{number} " + "q" * 740, f"A{number} " + "a" * 740))
            memory.work()
        with memory.turn("And now?") as turn:
            sizes = [len(one.text) for one in turn.history]
            assert [one.role for one in turn.history] == [Role.USER, Role.ASSISTANT] * 8
            assert (len(sizes), sum(sizes)) == (16, 16 * 743)
            assert len(turn.context) == limits.CONTEXT_MAX_CHARS
            assert not any(text in turn.context for text in ("qqq", "aaa"))
            assert not any("zzz" in one.text for one in turn.history)
            turn.finish("Now this.")


def test_what_read_gives_is_never_in_the_context(tmp_path: Path) -> None:
    """The context has title and synopsis; the body and the quotes come only when read."""

    def short(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        texts = {"title": "Stores", "synopsis": "What every store uses", "keywords": ["database"]}
        (one,) = question.candidates
        return operations_text(operation_of("create", [one.id], **(texts_of(one) | texts)))

    world = World(tmp_path, remember(SAID[:-1]), short)
    with world.open() as memory:
        say_and_work(memory, SAID)
        memory.new_thread()
        with memory.turn("Which database?") as turn:
            assert "m1 Stores: What every store uses" in turn.context
            assert "PostgreSQL" not in turn.context
            assert turn.search("database")[0].item_id == 1
            assert turn.read("m1").content == SAID[:-1]
            assert len(turn.context) <= limits.CONTEXT_MAX_CHARS
            turn.finish("PostgreSQL.")
