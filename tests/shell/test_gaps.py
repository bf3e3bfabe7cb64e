"""What memory keeps out of still stands in between: the next "yes" answers nothing before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell.memory import Memory
from tests.kit import World, column, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable

OFFER = "I suggest we use Redis for the cache. Shall we?"
YES = "Yes, do that."


def fresh() -> Memory:
    """Give a memory of the rules, with a clock and ids that obey."""
    return Memory.in_memory(ports=World(None).ports)


def patch_in_a_turn(memory: Memory) -> None:
    """Let a repair request run as a host does."""
    with memory.turn("Fix the failing test in auth.py.", intent="patch_revise") as turn:
        turn.finish("I changed two lines. Shall I commit them?")


def patch_recorded(memory: Memory) -> None:
    """Record a repair request as a whole."""
    memory.record(whole_turn("Explain this patch.", "It renames.", intent="patch_explain"))


def patch_elsewhere(memory: Memory) -> None:
    """Let a repair request run in another session."""
    memory.record(whole_turn("Audit it.", "Nothing.", intent="code_audit", session="other"))


@pytest.mark.parametrize("is_worked_off", [True, False])
@pytest.mark.parametrize(
    ("between", "is_answer"),
    [
        (lambda _memory: None, True),
        (patch_elsewhere, True),
        (patch_in_a_turn, False),
        (patch_recorded, False),
    ],
)
def test_a_yes_after_a_repair_request_decides_nothing(
    between: Callable[[Memory], None], is_answer: bool, is_worked_off: bool
) -> None:
    """With the repair request unstored, the proposal before it is not what the yes means,
    in one batch with it or in the next.
    """
    with fresh() as memory:
        memory.record(whole_turn("Which cache?", OFFER))
        if is_worked_off:
            memory.work()
        between(memory)
        memory.record(whole_turn(YES))
        memory.work()
        assert [one.title for one in memory.list()] == ["we use Redis for the cache"] * is_answer


def test_only_what_stood_before_is_parted() -> None:
    """A proposal that comes after the repair request is confirmed as ever."""
    with fresh() as memory:
        memory.record(whole_turn("Hello."))
        patch_recorded(memory)
        memory.record(whole_turn("Which cache?", OFFER))
        memory.record(whole_turn(YES))
        memory.work()
        assert [one.title for one in memory.list()] == ["we use Redis for the cache"]


def test_an_answer_that_comes_late_is_parted_too() -> None:
    """A turn that still ran when the repair request came is no neighbour of what comes after."""
    with fresh() as memory:
        memory.record(whole_turn("Hello."))
        with memory.turn("Which cache?") as late:
            patch_in_a_turn(memory)
            late.finish(OFFER)
        memory.record(whole_turn(YES))
        memory.work()
        assert memory.list() == ()


@pytest.mark.parametrize("is_parted", [False, True])
def test_forget_that_means_nothing_before_a_repair_request(is_parted: bool) -> None:
    """A withdrawal that names nothing does not reach over the gap."""
    with fresh() as memory:
        memory.record(whole_turn("From now on use tabs for indentation."))
        memory.work()
        if is_parted:
            patch_recorded(memory)
        memory.record(whole_turn("Forget that."))
        memory.work()
        assert len(memory.list()) == is_parted


def test_nothing_of_the_request_is_kept() -> None:
    """The store holds the turns it had, each with a mark, and neither words nor job of the rest."""
    with fresh() as memory:
        patch_in_a_turn(memory)
        assert column(memory, "id", "turns") == []
        memory.record(whole_turn("One."))
        memory.record(whole_turn("Two."))
        patch_in_a_turn(memory)
        patch_recorded(memory)
        memory.record(whole_turn("Three."))
        assert column(memory, "source_key", "turns") == [None, "gap:2", None]
        assert len(column(memory, "id")) == 3
