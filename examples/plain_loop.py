"""The plainest host: a loop that gives a model its history and its memory.

Run it: python examples/plain_loop.py. The model here is a canned function, so that the example
needs no key; put a real one in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.project.context import HistoryMessage

SAID = (
    "From now on, answer in short bullet points.",
    "以后提交信息都用中文写。",
    "How do I undo the last commit?",
)


def ask_model(system: str, history: Sequence[HistoryMessage], text: str) -> str:
    """Stand in for a language model: tell what it was given."""
    lines = [line for line in system.splitlines() if line.startswith("- ")]
    return f"{len(history)} messages, {len(lines)} memories; you said: {text}"


def main() -> None:
    """Hold a conversation; after each answer let the memory work."""
    with Memory.in_memory() as memory:  # Memory.open(".") keeps it in this project
        for text in SAID:
            with memory.turn(text) as turn:
                answer = ask_model(turn.context, turn.history, text)
                turn.finish(answer)
            print(answer)
            memory.work()
        for item in memory.list():
            [source] = memory.read(item.item_id).sources
            print(f"m{item.item_id} {item.kind}: {item.title} <- {source.quote!r}")


if __name__ == "__main__":
    main()
