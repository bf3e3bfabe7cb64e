"""However sessions are cut and put together into transactions, what is stored stays the same."""

from __future__ import annotations

from sayso.core.project.importing import Imported, Portion, cut_portions, plan_import
from sayso.core.recall.postings import post
from tests.core.test_importing import logged, portion_of, prepare_session, session, state
from tests.records import NOON_US


def in_portions(
    *sessions: Portion, turns_max: int = 9, bytes_max: int = 1_000
) -> list[tuple[Portion, ...]]:
    """Cut sessions into what goes in together."""
    whole = ((one.thread_key, one.session, iter(one.turns)) for one in sessions)
    return list(cut_portions(whole, turns_max, bytes_max))


def words_of(cut: list[tuple[Portion, ...]]) -> list[list[list[str]]]:
    """Give what the user said in each portion of each transaction."""
    return [[[one.logged.user_text for one in some.turns] for some in group] for group in cut]


def test_sessions_in_portions_are_stored_as_whole_ones() -> None:
    """However they are cut and put together, order, neighbours and threads stay the same."""
    first = portion_of(*(logged(f"Turn {number}.") for number in range(5)))
    other, _ = prepare_session(session(logged("Hi."), session_id="s2"), "plain", "a.jsonl")
    whole, imported = plan_import([first, other], state(), NOON_US)
    assert imported == (
        Imported(turns=5, known=0, thread_id=7),
        Imported(turns=1, known=0, thread_id=8),
    )
    cut = in_portions(first, other, turns_max=2)
    assert [[len(some.turns) for some in group] for group in cut] == [[2], [2], [1, 1]]
    together, told = plan_import([some for group in cut for some in group], state(), NOON_US)
    assert together == whole
    assert [one.turns for one in told] == [2, 2, 1, 1]


def test_a_portion_is_bounded_in_bytes_but_never_empty() -> None:
    """Long turns go in one by one, also one that is beyond the bound alone."""
    said = [logged("好" * size, assistant_text="") for size in (1, 2, 9, 1, 1)]
    cut = in_portions(portion_of(*said), bytes_max=9)
    assert [[len(one) for some in group for one in some] for group in words_of(cut)] == [
        [1, 2],
        [9],
        [1, 1],
    ]
    assert in_portions() == []
    assert in_portions(Portion(thread_key="plain:s1", session="s1", turns=())) == []


def test_an_answer_in_a_copy_of_the_same_import_is_added_to_its_turn() -> None:
    """A turn that a log breaks off before its answer takes it from a copy that goes on, once."""
    begun = portion_of(logged("One.", assistant_text=""))
    copy = portion_of(logged("One."))
    plan, imported = plan_import([begun, copy, copy], state(), NOON_US)
    assert [one.turns for one in imported] == [1, 0, 0]
    told = [write.statement for write in plan]
    assert told[:4] == ["turns/insert_thread", "turns/insert", "jobs/insert", "turns/answer"]
    assert plan[4:] == post(1, [(22, "One."), (23, "Fine.")])
