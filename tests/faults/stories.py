"""Longer runs of several operations, with a log that is moved into the file every few pages.

A story may open the memory twice, leave turns open, close in the middle and go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.faults.scenes import QUOTE, SAID, Operation
from tests.kit import FAULT, fail_with, remember, whole_turn
from tests.shell.lived import LAST_ITEM

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.scenes import Scene

PAGES: Final = 8


def _conversation(scene: Scene) -> Callable[[], object]:
    """Turns that end well, badly and not at all; what was said becomes a memory."""
    memory = scene.open()

    def act() -> None:
        for number in range(2):
            memory.turn(f"And step {number}?").finish("Done. 好了。")
            scene.world.clock.advance(1)
        memory.turn("Never answered?")
        memory.turn("Answered badly?").fail()
        memory.record(whole_turn(SAID, op_id="op-k"))
        scene.world.model.script = [remember(QUOTE)]
        memory.work()

    return act


def _housekeeping(scene: Scene) -> Callable[[], object]:
    """Forgetting, a new thread, a failing model, closing and opening, and a second process."""
    memory = scene.open()

    def act() -> None:
        memory.record(whole_turn(SAID))
        memory.forget(LAST_ITEM)
        memory.store.checkpoint()
        memory.new_thread()
        memory.close()
        again, other = scene.open(), scene.open()
        again.record(whole_turn("In the new thread."))
        scene.world.model.script = [fail_with(FAULT)]
        other.work()
        other.close()
        again.record(whole_turn("Still here? 还在吗？", op_id="op-l"))
        again.close()

    return act


def _from_nothing(scene: Scene) -> Callable[[], object]:
    """A store is made, used, cleared and used again."""

    def act() -> None:
        memory = scene.open()
        memory.record(whole_turn(SAID))
        memory.clear(confirm=True)
        memory.turn("A new beginning?").finish("Yes.")
        memory.close()

    return act


STORIES: Final = (
    Operation(name="conversation", set_up=_conversation, states=15, log_pages=PAGES),
    Operation(name="housekeeping", set_up=_housekeeping, states=12, log_pages=PAGES),
    Operation(name="from nothing", set_up=_from_nothing, states=6, is_new=True, log_pages=PAGES),
)
