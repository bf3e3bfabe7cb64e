"""Document A on memory itself: from the words of a turn to what is kept, changed and forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.core.items import Kind
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput
from sayso.core.turns import Role
from sayso.shell.errors import RefusedError
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import (
    World,
    candidate_of,
    create_of,
    extraction_text,
    fail_with,
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


def merging(operation: str, **changes: object) -> Callable[[Question], str]:
    """Give a step of stage 2 that does one thing with all candidates."""

    def answer(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        first = question.candidates[0]
        texts = {} if operation == "reject" else texts_of(first)
        ids = [one.id for one in question.candidates]
        return operations_text(operation_of(operation, ids, **(texts | changes)))

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
    """A reply with another kind is no reply; its job waits for the next attempt."""
    odd = extraction_text(candidate_of(1, SAID[:-1], kind="user_mood"))
    with World(tmp_path, say(odd)).open() as memory:
        say_and_work(memory, SAID)
        assert memory.status().jobs["retry_wait"] == 1
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


def test_no_candidate_is_a_success(tmp_path: Path) -> None:
    """The job ends without output, the summary is kept, nothing follows and nothing is an error."""
    world = World(tmp_path, say(extraction_text(compaction="They greeted each other.")))
    with world.open() as memory:
        say_and_work(memory, "Good morning.")
        memory.work()
        with memory.store.reading() as reading:
            (job,) = reading.records("export/memory_jobs")
        assert (job["status"], job["last_error"]) == ("succeeded_no_output", None)
        assert len(world.model.asked) == 1
        assert memory.status().last_error is None
        assert "They greeted each other." in memory.context().text


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
        assert memory.status().refusals == (("quote-not-verbatim", 1),)
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


def test_forget_takes_an_item_off_every_surface(tmp_path: Path) -> None:
    """Context, search, read and list lose it; its candidate is buried and the RAW turn stays."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        say_and_work(memory, SAID)
        assert memory.forget("m1")
        assert titles(memory) == []
        assert memory.search("PostgreSQL") == ()
        assert "PostgreSQL" not in memory.context().text
        with pytest.raises(RefusedError):
            memory.read("m1")
        with memory.store.reading() as reading:
            (turn,) = reading.records("export/turns")
            (candidate,) = reading.records("export/memory_candidates")
        assert turn["user_text"] == SAID
        assert candidate["status"] == "suppressed"


def test_old_words_never_make_it_again_and_new_ones_do(tmp_path: Path) -> None:
    """A job that comes late with the old words finds them buried; a later turn counts anew."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(f"As I said. {SAID}", session="late"))
        late = memory.worker()
        world.model.script = [fail_with(ModelFault(kind="Timeout", message="late"))]
        memory.work()
        world.model.script = [remember(SAID[:-1])]
        say_and_work(memory, SAID)
        assert memory.forget("m1")
        world.clock.advance(5)
        world.model.script = [remember(SAID[:-1])]
        late.drain()
        assert memory.status().refusals == (("forgotten", 1),)
        assert titles(memory) == []
        assert memory.search("PostgreSQL") == ()
        assert "PostgreSQL" not in memory.context().text
        world.model.script = [remember(SAID[:-1])]
        say_and_work(memory, f"I say it again. {SAID}")
        assert titles(memory) == [SAID[:-1]]


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


ILLEGAL: dict[str, Callable[[Question], str | ModelFault]] = {
    "unknown operation": merging("delete"),
    "unknown item": merging("supersede", target_id=99),
    "no target": merging("revise"),
    "a target too much": merging("create", target_id=1),
    "unknown candidate": say(operations_text(operation_of("reject", [77]))),
    "nothing handled": say(operations_text()),
    "empty texts": merging("create", synopsis=""),
}


@pytest.mark.parametrize("how", ILLEGAL)
def test_one_illegal_operation_undoes_all(tmp_path: Path, how: str) -> None:
    """The active memories are as before, the candidate is still pending, the job waits."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        say_and_work(memory, SAID)
        before = (memory.list(), memory.show(1), memory.search("PostgreSQL"))
        world.model.script = [remember(LATER[:-1]), ILLEGAL[how]]
        say_and_work(memory, LATER)
        assert (memory.list(), memory.show(1), memory.search("PostgreSQL")) == before
        assert memory.status().jobs["retry_wait"] == 1
        world.clock.advance(5)
        memory.work()
        assert sorted(titles(memory)) == sorted((SAID[:-1], LATER[:-1]))


def test_a_legal_operation_beside_an_illegal_one_is_undone(tmp_path: Path) -> None:
    """Two candidates, one legal and one not: neither becomes a memory."""
    both = (SAID[:-1], "From now on we use Redis for every cache")

    def half(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        first, second = question.candidates
        return operations_text(create_of(first), operation_of("revise", [second.id], target_id=9))

    with World(tmp_path, remember(*both), half).open() as memory:
        say_and_work(memory, SAID, f"{both[1]}.")
        assert titles(memory) == []
        assert memory.status().jobs["retry_wait"] == 1


def test_what_read_gives_is_never_in_the_context(tmp_path: Path) -> None:
    """The context has title and synopsis; the body and the quotes come only when read."""

    def short(question: Question) -> str:
        assert isinstance(question, ConsolidationInput)
        texts = {"title": "Stores", "synopsis": "Which database", "keywords": ["database"]}
        (one,) = question.candidates
        return operations_text(operation_of("create", [one.id], **(texts_of(one) | texts)))

    world = World(tmp_path, remember(SAID[:-1]), short)
    with world.open() as memory:
        say_and_work(memory, SAID)
        memory.new_thread()
        with memory.turn("Which database?") as turn:
            assert "m1 Stores: Which database" in turn.context
            assert "PostgreSQL" not in turn.context
            assert turn.search("database")[0].item_id == 1
            assert turn.read("m1").content == SAID[:-1]
            assert len(turn.context) <= limits.CONTEXT_MAX_CHARS
            turn.finish("PostgreSQL.")
