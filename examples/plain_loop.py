"""The plainest host: each request gets its history and its memory, each answer is handed back.

Run it: python examples/plain_loop.py. The model here is a canned function, so that the example
needs no key; a chat model takes the same messages.
"""

from __future__ import annotations

from sayso import Memory, MemoryTurn

SAID = (
    "From now on, answer in short bullet points.",
    "以后提交信息都用中文写。",
    "How do I undo the last commit?",
)


def messages_of(turn: MemoryTurn, text: str) -> list[dict[str, str]]:
    """Give what a chat model is asked: memory as system prompt, the history, and the request."""
    system = [{"role": "system", "content": turn.context}] if turn.context else []
    history = [{"role": one.role.value, "content": one.text} for one in turn.history]
    return [*system, *history, {"role": "user", "content": text}]


def ask_model(messages: list[dict[str, str]]) -> str:
    """Stand in for a language model: tell what it was given."""
    system = "".join(one["content"] for one in messages if one["role"] == "system")
    memories = [line for line in system.splitlines() if line.startswith("- ")]
    *history, asked = (one["content"] for one in messages if one["role"] != "system")
    return f"{len(history)} messages, {len(memories)} memories; you said: {asked}"


def main() -> None:
    """Hold a conversation; after each answer let the memory work."""
    with Memory.in_memory() as memory:  # Memory.open(".") keeps it in this project
        for text in SAID:
            with memory.turn(text) as turn:  # the words are stored before the model is asked
                answer = ask_model(messages_of(turn, text))
                turn.finish(answer)  # without it the turn counts as failed; the words stay
            print(answer)
            memory.work()
        for item in memory.list():
            [source] = memory.read(item.item_id).sources
            print(f"m{item.item_id} {item.kind}: {item.title} <- {source.quote!r}")


if __name__ == "__main__":
    main()
