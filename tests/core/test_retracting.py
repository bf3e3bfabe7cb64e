"""Withdrawals: which memory or candidate one means, in the order things were said."""

from dataclasses import replace

from sayso.core.items import Candidate, Kind
from sayso.core.project.retracting import RetractState, candidate_target, resolve_withdrawals
from sayso.core.speech.withdrawals import Withdrawal
from sayso.core.turns import Role
from sayso.core.withdrawing import WithdrawalTarget
from tests.records import make_candidate, make_source


def withdrawal(turn_id: int, quote: str, start: int = 0, *, back: bool = False) -> Withdrawal:
    """Give a withdrawing clause."""
    end = start + len(quote)
    return Withdrawal(turn_id=turn_id, start=start, end=end, quote=quote, anaphoric=back)


def standing(key: int, content: str, *turns: int) -> WithdrawalTarget:
    """Give an active item that was said in some turns."""
    return WithdrawalTarget(
        key=key,
        title=content,
        aliases=(),
        content=content,
        sources=tuple(make_source(content, number) for number in turns),
    )


def pending(number: int, content: str, turn_id: int) -> Candidate:
    """Give a candidate that was said in one turn."""
    return make_candidate(number, content, sources=(make_source(content, turn_id),))


def state(
    items: tuple[WithdrawalTarget, ...] = (),
    candidates: tuple[Candidate, ...] = (),
    previous: dict[int, int] | None = None,
) -> RetractState:
    """Give what may be withdrawn."""
    return RetractState(candidates=candidates, items=items, previous_turns=previous or {})


TABS = standing(3, "Use tabs for indentation", 1)
LOGS = standing(4, "Write logs as JSON", 2)
ABOUT_TABS = withdrawal(9, "forget what I said about tabs")


def test_a_standing_memory_is_withdrawn() -> None:
    """The item that shares the named thing is forgotten by the withdrawing turn."""
    found = resolve_withdrawals((ABOUT_TABS,), state((TABS, LOGS)))
    assert found.items == ((3, 9),)
    assert (found.candidates, found.unmatched) == ((), ())


def test_without_a_clear_match_nothing_is_withdrawn() -> None:
    """What nobody said cannot be taken back; the withdrawal is kept as unmatched."""
    found = resolve_withdrawals(
        (withdrawal(9, "forget what I said about quokkas"),), state((TABS,))
    )
    assert (found.items, found.candidates) == ((), ())
    assert [one.turn_id for one in found.unmatched] == [9]


def test_a_candidate_of_an_earlier_turn_is_withdrawn() -> None:
    """Something said earlier in the same batch never becomes an item."""
    found = resolve_withdrawals(
        (ABOUT_TABS,), state(candidates=(pending(5, "Use tabs for indentation", 8),))
    )
    assert (found.items, found.candidates) == ((), ((5, 9),))


def test_what_is_said_afterwards_stays() -> None:
    """A withdrawal does not reach a candidate of its own turn or of a later one."""
    later = (pending(5, "Use tabs for indentation", 9), pending(6, "Use tabs for indentation", 10))
    found = resolve_withdrawals((ABOUT_TABS,), state(candidates=later))
    assert found.candidates == ()
    assert len(found.unmatched) == 1


def test_where_item_and_candidate_tie_the_standing_item_is_meant() -> None:
    """A restatement still in the queue does not shield the memory itself."""
    found = resolve_withdrawals(
        (ABOUT_TABS,), state((TABS,), candidates=(pending(5, "Use tabs for indentation", 8),))
    )
    assert found.items == ((3, 9),)


def test_two_equal_memories_are_no_clear_match() -> None:
    """When two memories fit equally well, neither is taken."""
    twin = replace(TABS, key=7)
    found = resolve_withdrawals((ABOUT_TABS,), state((TABS, twin)))
    assert (found.items, len(found.unmatched)) == ((), 1)


def test_withdrawals_are_resolved_in_the_order_they_were_said() -> None:
    """What an earlier withdrawal took is out of reach for a later one."""
    again = withdrawal(9, "forget what I said about tabs", start=40)
    first = withdrawal(8, "forget what I said about tabs")
    found = resolve_withdrawals((again, first), state((TABS,)))
    assert found.items == ((3, 8),)
    assert found.unmatched == (again,)


def test_a_dropped_candidate_is_not_dropped_twice() -> None:
    """The second withdrawal of the same candidate finds nothing."""
    again = withdrawal(9, "forget what I said about tabs", start=40)
    found = resolve_withdrawals(
        (ABOUT_TABS, again), state(candidates=(pending(5, "Use tabs for indentation", 8),))
    )
    assert found.candidates == ((5, 9),)
    assert found.unmatched == (again,)


def test_what_was_just_said_is_the_only_memory_of_the_turn_before() -> None:
    """A withdrawal that points back means the turn directly before it."""
    pointing = withdrawal(9, "forget that", back=True)
    found = resolve_withdrawals((pointing,), state((TABS, LOGS), previous={9: 2}))
    assert found.items == ((4, 9),)
    assert resolve_withdrawals((pointing,), state((TABS, LOGS))).items == ()


def test_a_candidate_as_a_target_shows_who_said_it() -> None:
    """Only the user's turns count as where it was said; its key is minus its number."""
    one = make_candidate(
        5,
        "Use tabs",
        kind=Kind.DECISION,
        aliases=("indent",),
        sources=(
            make_source("Use tabs?", 3, role=Role.ASSISTANT),
            make_source("Agreed", 4),
        ),
    )
    target = candidate_target(one)
    assert (target.key, target.title, target.aliases) == (-5, "Use tabs", ("indent",))
    assert target.user_turn_ids == {4}
    assert target.sources == one.sources
