"""What a conversation leaves, and what a request after it is handed, by intent: both pinned.

The model is the embedded one, so these pages change when its rules change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.project.intents import INTENTS
from sayso.shell.memory import Memory
from tests.kit import World, whole_turn
from tests.pages import context_page, history_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syrupy.assertion import SnapshotAssertion

    from sayso.shell.worker import Step

TALK = {
    "en": (
        ("From now on answer in short bullet points.", "Will do."),
        ("Which database do you suggest?", "I suggest PostgreSQL for the orders."),
        ("ok, go with that", "PostgreSQL it is."),
        ("Should we drop Python 3.11?", "I would wait."),
        ("We decided: logs are written as JSON.", "Fine."),
        ("For this answer, use a table.", "| a | b |"),
        ("Logs are no longer written as JSON, we switch to logfmt, that's decided.", "Done."),
        ("Forget what I said about bullet points.", "Forgotten."),
    ),
    "zh": (
        ("以后回答都先给结论。", "好的。"),
        ("数据库用哪个好？", "建议订单库用 PostgreSQL。"),
        ("好，就这么办", "那就用 PostgreSQL。"),
        ("要不要放弃 Python 3.11？", "建议再等等。"),
        ("定了：日志统一用 JSON。", "好的。"),
        ("这次回答用表格。", "| a | b |"),
        ("日志不用 JSON 了，改用 logfmt，就这么定。", "改好了。"),
        ("先给结论那条不算了。", "好，不记了。"),
    ),
}


def taught(language: str) -> tuple[Memory, str]:
    """Give a memory to which a whole conversation was told, and a page of what became of it."""
    world = World(None)
    memory = Memory.in_memory(ports=world.ports)
    page: list[str] = []
    for user, assistant in TALK[language]:
        world.clock.advance(60)
        number = memory.record(whole_turn(user, assistant))
        page += [f"t{number} user: {user}", f"   assistant: {assistant}"]
        for step in memory.work().steps:
            assert step.error is None
            page += told(memory, step)
    return memory, "".join(f"{line}\n" for line in page)


def told(memory: Memory, step: Step) -> Iterator[str]:
    """Write what one step came to: refusals of stage 1, items of stage 2 with their proof."""
    for refused in step.kept.refused if step.kept else ():
        yield f"  - refused, {refused.reason}: {refused.proposal.title}"
    if step.merged is None:
        return
    applied = step.merged.applied
    for what, numbers in (
        ("created", applied.created),
        ("revised", applied.revised),
        ("created in place of another", applied.superseded),
        ("forgotten", step.merged.forgotten),
    ):
        for number in numbers:
            shown = memory.show(number)
            instead = f" (m{shown.item.replaces_id})" if shown.item.replaces_id else ""
            yield f"  + {what}{instead}: m{number} {shown.item.kind}: {shown.item.title}"
            for source in shown.sources:
                yield f"      t{source.turn_id} {source.role}: {source.quote}"


@pytest.mark.parametrize("language", TALK)
def test_a_conversation(language: str, snapshot: SnapshotAssertion) -> None:
    """Turn by turn: what is kept, revised, replaced, refused and forgotten, and what stands."""
    memory, page = taught(language)
    with memory:
        standing = "".join(f"m{one.item_id} {one.kind}: {one.title}\n" for one in memory.list())
        assert f"{page}\nstanding at the end:\n{standing}" == snapshot


@pytest.mark.parametrize("language", TALK)
def test_requests(language: str, snapshot: SnapshotAssertion) -> None:
    """Ordinary requests get history, context and tools; what repairs code gets none of them."""
    memory, _ = taught(language)
    with memory:
        assert "\n".join(given(memory, intent) for intent in INTENTS) == snapshot


def given(memory: Memory, intent: str) -> str:
    """Write what one request is handed; it fails at its end, so that it is no history itself."""
    turn = memory.turn("…", intent=intent)
    tools = ", ".join(tool.name for tool in turn.tools) or "none"
    page = history_page(turn.history) + context_page(turn.context)
    turn.fail()
    return f"== {intent}\ntools: {tools}\n{page}"
