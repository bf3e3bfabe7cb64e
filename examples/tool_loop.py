"""A host whose model may look things up: it offers the memory tools and answers their calls.

Run it: python examples/tool_loop.py. `complete` stands in for an OpenAI-compatible endpoint: it
takes the same messages and tools and gives the same JSON, so that the example needs no key. With
the `openai` package, for instance, this takes its place:

    client.chat.completions.create(model=NAME, messages=messages, tools=tools).model_dump()
"""

from __future__ import annotations

import json
from typing import Any

from sayso import Memory, MemoryTurn, openai_tools

Json = dict[str, Any]

ROUNDS_MAX = 5  # a model that only ever calls tools must not keep a request for ever
WANTED = (  # which of the tools, and with what
    (0, "SQLite"),
    (1, "m7"),  # models get ids wrong; the answer says so
    (1, "m1"),
)


def complete(messages: list[Json], tools: list[Json]) -> Json:
    """Stand in for a language model: search, read the wrong memory, then the right one, answer."""
    results = [one["content"] for one in messages if one["role"] == "tool"]
    if len(results) < len(WANTED):
        which, text = WANTED[len(results)]
        tool = tools[which]["function"]
        [parameter] = tool["parameters"]["required"]
        function = {"name": tool["name"], "arguments": json.dumps({parameter: text})}
        call = {"id": f"call_{len(results)}", "type": "function", "function": function}
        message: Json = {"role": "assistant", "content": None, "tool_calls": [call]}
    else:
        quote = json.loads(results[-1])["sources"][0]["quote"]
        message = {"role": "assistant", "content": f"As you said: {quote}"}
    return {"choices": [{"message": message}]}


def answer_request(turn: MemoryTurn, text: str) -> str:
    """Ask the model, and let it call tools until it answers."""
    messages: list[Json] = [
        {"role": "system", "content": turn.context},
        *({"role": one.role.value, "content": one.text} for one in turn.history),
        {"role": "user", "content": text},
    ]
    for _ in range(ROUNDS_MAX):
        message = complete(messages, openai_tools(turn.tools))["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return str(message["content"])
        for call in message["tool_calls"]:
            function = call["function"]
            result = turn.call_tool(function["name"], function["arguments"])
            print(f"{function['name']} {function['arguments']}\n  {result}")
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    raise RuntimeError(f"no answer after {ROUNDS_MAX} rounds of tool calls")


def main() -> None:
    """Learn a decision in one request, and use it in the next."""
    with Memory.in_memory() as memory:
        with memory.turn("We'll use SQLite for storage, that's decided.") as turn:
            turn.finish("Good: SQLite it is.")
        memory.work()
        question = "Which database do we use?"
        with memory.turn(question) as turn:
            answer = answer_request(turn, question)
            turn.finish(answer)
        print(answer)


if __name__ == "__main__":
    main()
