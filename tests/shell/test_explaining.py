"""Why there is a memory, in every status and of a damaged store, and why a search found one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.metering import DailyLimits, OverLimit
from sayso.core.project.extraction import ExtractionInput
from sayso.core.search import MatchType
from sayso.shell.errors import MemorySchemaError, NotFoundError, RequestError
from sayso.shell.memory import Memory
from sayso.shell.store.statements import statement
from tests.kit import (
    FAULT,
    QUOTE,
    SAID,
    World,
    candidate_of,
    extraction_text,
    fail_with,
    keep_all,
    learn,
    operation_of,
    operations_text,
    remember,
    say,
    whole_turn,
)
from tests.older_store import QUOTE as OLD_QUOTE
from tests.older_store import write_version_2
from tests.shell.damages import EXTRA, in_sql

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.project.explaining import Explanation, ToldTurn


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project of its own."""
    return World(tmp_path)


def quotes_of(turn: ToldTurn) -> list[str]:
    """Give what stands out in a turn."""
    return [one.text for one in (*turn.user, *turn.assistant) if one.is_quote]


def shown(told: Explanation) -> list[tuple[int, bool]]:
    """Give the turns of an explanation, and whether they are quoted."""
    return [(turn.id, turn.is_quoted) for turn in told.turns]


def test_a_memory_is_explained_by_its_turn_and_those_beside(world: World) -> None:
    """The quote in its turn, one turn before and one after of the same session, job and model."""
    with world.open() as memory:
        memory.record(whole_turn("Long before."))
        memory.record(whole_turn("Before."))
        memory.record(whole_turn("Elsewhere.", session="b"))
        memory.record(whole_turn(SAID, "Good."))
        memory.record(whole_turn("After."))
        memory.record(whole_turn("Long after."))
        world.model.otherwise = lambda question: (
            remember(QUOTE) if isinstance(question, ExtractionInput) else keep_all
        )(question)
        memory.work()
        (one,) = memory.list()
        told = memory.why(one.item_id)
        assert shown(told) == [(2, False), (4, True), (5, False)]
        assert quotes_of(told.turns[1]) == [QUOTE]
        assert "".join(piece.text for piece in told.turns[1].user) == SAID
        (proposal,) = told.proposals
        assert (proposal.model, proposal.title, proposal.revision) == ("canned", QUOTE, 1)
        job = memory.store.look("jobs/by_id", id=proposal.job_id)[0]
        assert job[1] == "extraction"
        assert (told.left_out, told.forgotten, told.findings) == (0, None, ())
        assert [(one.revision, one.status, one.changes) for one in told.revisions] == [
            (1, "active", ())
        ]
        assert memory.why(f"m{one.item_id}") == told


def _confirm(world: World, memory: Memory) -> None:
    """Agree to what was proposed in the turn before; the memory rests on both."""
    memory.record(whole_turn("How?", "I suggest we use pnpm for packages."))
    memory.record(whole_turn("Yes, do that."))
    both = [
        {"turn_id": 1, "role": "assistant", "quote": "use pnpm for packages"},
        {"turn_id": 2, "role": "user", "quote": "Yes, do that."},
    ]
    world.model.script = [
        say(extraction_text(candidate_of(2, "use pnpm for packages", sources=both)))
    ]
    memory.work()


def test_a_confirmation_shows_both_turns(world: World) -> None:
    """What was proposed and what was said to it both stand out."""
    with world.open() as memory:
        _confirm(world, memory)
        told = memory.why(1)
        assert [quotes_of(turn) for turn in told.turns] == [
            ["use pnpm for packages"],
            ["Yes, do that."],
        ]


def test_a_revision_tells_what_it_changed_and_a_forget_how_it_came(world: World) -> None:
    """Works in every status; a command forgets without a turn, a withdrawal with one."""
    with world.open() as memory:
        learn(world, memory)
        again = "We decided: use pnpm for packages everywhere."
        memory.record(whole_turn(again))
        revise = operation_of("revise", [2], title="Packages", content=again, synopsis=again)
        world.model.script = [
            remember("use pnpm for packages everywhere"),
            say(operations_text({**revise, "target_id": 1})),
        ]
        memory.work()
        told = memory.why(1)
        assert [one.status for one in told.revisions] == ["superseded", "active"]
        assert ("title", QUOTE, "Packages") in [
            (one.field, one.before, one.after) for one in told.revisions[1].changes
        ]
        assert [one.revision for one in told.proposals] == [1, 2]
        memory.forget(1)
        ended = memory.why(1)
        assert ended.forgotten is not None
        assert (ended.forgotten.by_turn_id, ended.item.status) == (None, "forgotten")
        assert {one.title for one in ended.proposals} == {""}
        assert [quotes_of(turn) for turn in ended.turns if turn.is_quoted] == [
            [QUOTE],
            ["use pnpm for packages everywhere"],
        ]


def test_a_withdrawal_is_told_with_its_turn(world: World) -> None:
    """The turn in which the user took it back is named."""
    with world.open() as memory:
        learn(world, memory)
        number = memory.record(whole_turn("Forget what I said about pnpm for packages."))
        memory.work()
        told = memory.why(1)
        assert told.forgotten is not None
        assert told.forgotten.by_turn_id == number


def test_many_quoted_turns_are_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest are shown, the others counted."""
    monkeypatch.setattr(limits, "WHY_TURNS_MAX", 1)
    with world.open() as memory:
        _confirm(world, memory)
        told = memory.why(1)
        assert (told.left_out, shown(told)) == (1, [(1, False), (2, True)])


def test_words_of_another_memory_that_was_forgotten_stay_masked(world: World) -> None:
    """Neither a quoted turn nor one beside it brings them back."""
    with world.open() as memory:
        said = f"{SAID} We decided: use ruff for linting."
        memory.record(whole_turn(said))
        world.model.script = [remember(QUOTE, "use ruff for linting")]
        memory.work()
        memory.forget(2)
        told = memory.why(1)
        assert "ruff" not in repr(told)
        assert "[forgotten]" in repr(told.turns)
        assert "use ruff for linting" in repr(memory.why(2).turns)


def test_who_really_answered_is_noted(world: World) -> None:
    """Over the day's limit the rules serve, and it is they who are named."""
    daily = DailyLimits(calls=1, over=OverLimit.RULES)
    assert world.folder is not None
    with Memory.open(world.folder, model=world.model, daily=daily, ports=world.ports) as memory:
        learn(world, memory)
        models = [row["model"] for row in records(memory, "job_models")]
        assert models == ["canned", "rules"]


def records(memory: Memory, table: str) -> list[dict[str, object]]:
    """Read a table as an export does."""
    with memory.store.reading() as reading:
        return list(reading.records(f"export/{table}"))


def test_a_model_without_a_name_is_no_obstacle(world: World) -> None:
    """A host's model needs none; the job is settled, and nobody is noted."""
    for name in ("", 7, "a\ud800"):
        world.model.name = name  # type: ignore[assignment]
        with world.open() as memory:
            memory.record(whole_turn("Go on."))
            assert memory.work().failed == 0
            assert records(memory, "job_models") == []


def test_a_job_that_failed_first_is_noted_when_it_is_settled(world: World) -> None:
    """Only the answer that counted has a name."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [fail_with(FAULT)]
        memory.work()
        assert records(memory, "job_models") == []
        world.clock.advance(60)
        assert memory.work().succeeded == 1
        assert [row["model"] for row in records(memory, "job_models")] == ["canned"]


@pytest.mark.parametrize(("given", "error"), [("m9", NotFoundError), ("x", RequestError)])
def test_what_is_not_there_is_told(world: World, given: str, error: type[Exception]) -> None:
    """An unknown number is not found, a text that is no id is refused."""
    with world.open() as memory, pytest.raises(error):
        memory.why(given)


def test_a_degraded_store_explains_what_it_can(world: World) -> None:
    """On a copy; a text that is not what was stored is a finding and is not shown."""
    with world.open() as memory:
        learn(world, memory)
        memory.record(whole_turn("After."))
    in_sql("UPDATE turns SET assistant_text = 'Never said.' WHERE id = 2", EXTRA)(world.path)
    with world.open() as memory:
        told = memory.why(1)
        assert shown(told) == [(1, True)]
        assert any(finding.startswith("t2") for finding in told.findings)
        assert "Never said" not in repr(told)
        with pytest.raises(NotFoundError):
            memory.why(9)


def test_a_damaged_store_of_an_older_version_explains_too(world: World) -> None:
    """What its version did not note is not known; that is no finding."""
    write_version_2(world.path)
    in_sql(EXTRA)(world.path)
    with world.open(create=False) as memory:
        told = memory.why(2)
        assert [quotes_of(turn) for turn in told.turns] == [[OLD_QUOTE], []]
        assert [one.model for one in told.proposals] == [None]
        assert told.findings == ()


def test_an_unreadable_memory_is_not_taken_for_none(world: World) -> None:
    """Where the table cannot be read, the error says so."""
    with world.open() as memory:
        learn(world, memory)
    in_sql("DROP TABLE memory_items")(world.path)
    with world.open() as memory, pytest.raises(MemorySchemaError):
        memory.why(1)


def test_a_search_is_explained_without_being_another_search(world: World) -> None:
    """The hits are those of `search`; the search itself takes no more than its three statements."""
    with world.open() as memory:
        learn(world, memory)
        for query in ("use pnpm for packages", "use", "pnpm", "packages with pnpm", "rocket"):
            told = memory.search_explained(query)
            assert tuple(one.hit for one in told.hits) == memory.search(query)
            assert len(told.stages) == 3
        content = memory.search_explained("which pnpm packages")
        (reason,) = content.hits
        assert reason.hit.match_type is MatchType.CONTENT
        assert {word.term for word in reason.words} == {"pnpm", "packag"}
        assert reason.share_percent == 100
        for nothing in ("", "x" * 300):
            assert memory.search_explained(nothing).stages == ()
        with pytest.raises(RequestError):
            memory.search_explained(7)  # type: ignore[arg-type]


def test_weights_are_those_of_the_search() -> None:
    """The statement that tells them weighs with the very words of the one that uses them."""
    parts = []
    for name in ("search/weights", "search/content"):
        text = statement(name)
        parts.append(text[text.index("word (term)") : text.index("FROM counted CROSS JOIN size")])
    told, used = (re.sub(r"\nplace \(reach\)[^\n]*", "", part) for part in parts)
    assert told == used
